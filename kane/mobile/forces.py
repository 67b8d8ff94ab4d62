"""contributes: which loads do work along some generalized speed, and which do not.

F_r of every load, from the derived equations: one that is zero for every speed at random states
does not contribute and need not be known for the motion. Forces of wheels, of joints, and of the
platform on the arm's base never do: rolling is put in, and they come by `interaction` and
`wheel_loads` [Tanner2001 Sec. 5.1].

From: platform.py    Next: kane/dynamics/contributions.py
"""

from __future__ import annotations

from typing import Final

from kane.algebra.evaluate import evaluate
from kane.dynamics.equations import Equations
from kane.dynamics.samples import random_states
from kane.errors import ArgumentError
from kane.model.given import shown

NONE: Final = 1e-9  # of the largest contribution: round-off
WORKLESS: Final = (
    "the ground on the wheels",
    "joints on what they carry",
    "the platform on the arm's base",
)


def contributes(equations: Equations) -> dict[str, bool]:
    """By load: whether it contributes to the motion."""
    if not isinstance(equations, Equations):
        raise ArgumentError(f"{shown(equations)} has no equations. Give derive(robot).")
    given = dict(equations.contributions)
    states = random_states(equations, 1983, 3)
    sizes = {
        name: max(abs(float(evaluate(x, at))) for x in forces for at in states)
        for name, forces in given.items()
    }
    largest = max(sizes.values(), default=0.0)
    return {name: size > NONE * (1.0 + largest) for name, size in sizes.items()}


def force_table(equations: Equations) -> str:
    """A table of the forces that contribute and of those that do not."""
    found = contributes(equations)
    lines = [f"{name:<40} {'contributes' if it else 'does not'}" for name, it in found.items()]
    return "\n".join([*lines, *(f"{name:<40} does not, by rolling" for name in WORKLESS)])
