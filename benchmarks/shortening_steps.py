"""The counts of docs/shortening: inverse dynamics as one idea after another is used.

From: manipulator_systems.py    Next: docs/shortening/README.md
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from benchmarks.manipulator_systems import system
from kane.dynamics.equations import Equations, derive
from kane.dynamics.lift import Parameters
from kane.dynamics.requests import requested
from kane.machine.cpu import host_target
from kane.pipeline import lower, optimize
from kane.program.count import Operations, count
from kane.shorten.base_parameters import base_parameters
from kane.shorten.choices import at_once, tree_of
from kane.shorten.layout import laid_out
from kane.shorten.link_frames import link_frames
from kane.shorten.planting import planted
from kane.shorten.shorten import on_tree

ROBOTS: Final = {
    "Panda": ("panda", Parameters.FOLD),
    "UR5": ("ur5", Parameters.FOLD),
    "Stanford arm": ("stanford, symbolic", Parameters.LIVE),
    "general 6R": ("general", Parameters.LIVE),
}
STEPS: Final = (
    "as described",
    "base parameters",
    "link frames",
    "origins at either foot",
    "line masses",
    "parallel axes",
    "twists",
)


def steps(name: str) -> Iterator[tuple[str, Operations]]:
    """Each step with the count after it; every step keeps those before it."""
    which, parameters = ROBOTS[name]
    plain = derive(system(which), parameters)
    layout = laid_out(plain.tree)
    based = base_parameters(layout)
    chosen = at_once(layout)
    alone = replace(chosen, kept={}, shared=False, twisted=False)
    trees = (
        plain.tree,
        planted(based),
        planted(link_frames(based)),
        tree_of(layout, alone),
        tree_of(layout, replace(alone, kept=chosen.kept)),
        tree_of(layout, replace(alone, kept=chosen.kept, shared=True)),
        tree_of(layout, chosen),
    )
    for step, tree in zip(STEPS, trees, strict=True):
        yield step, _counted(on_tree(plain, tree))


def _counted(equations: Equations) -> Operations:
    asked = requested(equations, "inverse_dynamics")
    program = lower(asked.name, asked.inputs, asked.outputs)
    return count(optimize(program, host_target()))


def table() -> str:
    """A row a step, multiplications / additions."""
    columns = {name: dict(steps(name)) for name in ROBOTS}
    lines = [f"| after | {' | '.join(columns)} |", "|---|" + "---|" * len(columns)]
    for step in STEPS:
        cells = (f"{own[step].mul} / {own[step].add}" for own in columns.values())
        lines.append(f"| {step} | {' | '.join(cells)} |")
    return "\n".join(lines)
