"""Every idea of shortening keeps the motion: at random states what it makes of a tree gives τ, f,
M, u̇ and the kinetic energy of the untouched tree, to 1e-13."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, Final

import numpy as np
import pytest

import kane
from kane import GROUND, Body, Gravity, Revolute, System
from kane.algebra.evaluate import evaluate
from kane.dynamics.equations import Equations, derive
from kane.dynamics.lift import Parameters
from kane.dynamics.observables import kinetic_energy
from kane.dynamics.tree import Tree
from kane.formats.hartenberg_denavit import read_toml
from kane.formats.source import Source
from kane.formats.urdf_options import Options
from kane.shorten.base_parameters import base_parameters
from kane.shorten.choices import at_once, laid, tree_of
from kane.shorten.layout import Layout, laid_out
from kane.shorten.line_masses import LARGEST, line_masses
from kane.shorten.link_frames import link_frames
from kane.shorten.parallel_axes import parallel_axes
from kane.shorten.planting import planted
from kane.shorten.shorten import on_tree
from kane.shorten.twists import twists
from tests.close import gap
from tests.manipulators import arms
from tests.manipulators.angeles import Reading
from tests.random_cases import STEADY, random_pair
from tests.robots import robot

AGREED: Final = 1e-13  # relative to the largest, as promised
EARTH: Final = np.array([0.0, 0.0, -9.81])


def _line_masses(layout: Layout) -> Tree:
    return planted(line_masses(link_frames(base_parameters(layout)), at_once(layout).kept))


def _origins(layout: Layout) -> Tree:
    return planted(link_frames(layout, {seat.index for seat in layout.seats}))


IDEAS: Final[Mapping[str, Callable[[Layout], Tree]]] = {
    "axes made z": planted,
    "base parameters": lambda layout: planted(base_parameters(layout)),
    "link frames": lambda layout: planted(link_frames(layout)),
    "origins at the foot before": _origins,
    "line masses": _line_masses,
    "parallel axes": lambda layout: planted(parallel_axes(link_frames(layout))),
    "twists": lambda layout: twists(planted(link_frames(layout))),
    "all, at once": lambda layout: tree_of(layout, at_once(layout)),
}


def table_arm(count: int, sliding: float) -> System:
    """A random arm of a table."""
    arm = arms.random_arm(np.random.default_rng([count, int(10 * sliding)]), count, sliding=sliding)
    content = arms.toml(arm, Reading.D, EARTH).encode()
    return read_toml(Source(name="arm.toml", content=content), Options()).system


def tree_of_any_joints() -> System:
    """Turning, sliding, ball and free joints on each other."""
    return random_pair(np.random.default_rng(5), STEADY["natural-3-steady"]).system


def nearly_parallel() -> System:
    """Axes that are parallel, or square to each other, but for the digits of a π cut short."""
    joints, parent = [], GROUND
    for k, angle in enumerate((0.0, 1.5708, 1e-11, -1.570796, 3.14159265, 2e-12)):
        body = Body(f"B{k}", mass=1.0 + k, centre=(0.1, -0.05, 0.2), inertia=(0.3, 0.4, 0.5))
        s, c = np.sin(angle), np.cos(angle)
        axes: Any = ((1, 0, 0), (0, c, -s), (0, s, c))
        joints.append(Revolute(f"q{k}", parent, body, at=(0.3, 0.1, 0.2), axes=axes))
        parent = body
    return System("nearly parallel", joints=joints, loads=[Gravity(along=-GROUND.z)])


SYSTEMS: Final[Mapping[str, Callable[[], System]]] = {
    "six turning joints": lambda: table_arm(6, 0.0),
    "eight joints, some sliding": lambda: table_arm(8, 0.4),
    "any joints": tree_of_any_joints,
    "nearly parallel axes": nearly_parallel,
    "panda": lambda: kane.load(robot("panda"), mimic="free"),
    "ur5": lambda: kane.load(robot("ur5")),
}


@cache
def untouched(name: str) -> Equations:
    """The equations as described, parameters folded."""
    return derive(SYSTEMS[name](), Parameters.FOLD)


def values(equations: Equations, state: Mapping[Any, float]) -> list[np.ndarray]:
    """τ, f, M, u̇ by both formulations, and the kinetic energy."""
    found = [
        equations.inverse_dynamics,
        equations.bias,
        [x for row in equations.mass_matrix for x in row],
        [kinetic_energy(equations)],
    ]
    return [np.array(evaluate([e + 0 for e in one], state)) for one in found]


@pytest.mark.parametrize("idea", IDEAS)
@pytest.mark.parametrize("name", SYSTEMS)
def test_an_idea_keeps_the_motion(name: str, idea: str, rng: np.random.Generator) -> None:
    plain = untouched(name)
    made = on_tree(plain, IDEAS[idea](laid_out(plain.tree)))

    for _ in range(3):
        symbols = [*plain.q, *plain.u, *plain.udot]
        state: dict[Any, float] = dict(zip(symbols, rng.uniform(-2, 2, len(symbols)), strict=True))
        state |= dict.fromkeys(plain.system.inputs, 0.7) | {"t": 0.3}
        for found, expected in zip(values(made, state), values(plain, state), strict=True):
            assert gap(found, expected) <= AGREED * np.abs(expected).max()


@pytest.mark.parametrize("name", ["six turning joints", "nearly parallel axes", "panda", "ur5"])
def test_accelerations_are_kept(name: str, rng: np.random.Generator) -> None:
    system = SYSTEMS[name]()
    plain, short = (kane.build(system, shorten=how) for how in ("off", "auto"))
    n = len(plain.u_names)
    q, u, tau = rng.uniform(-2, 2, (3, 20, n))

    found, expected = (one.forward_dynamics(q, u, tau) for one in (short, plain))
    worst = np.linalg.cond(plain.mass_matrix(q)).max()
    assert gap(found, expected) <= 1e-15 * worst * np.abs(expected).max()


def test_line_masses_stay_moderate() -> None:
    """Where an entry of the image nearly vanishes nothing is exchanged for it: no mass is large."""
    for name in ("nearly parallel axes", "panda", "ur5"):
        layout = laid_out(untouched(name).tree)
        carried = sum(float(seat.mass.mass) for seat in layout.seats)
        for seat in laid(layout, replace(at_once(layout), shared=False)).seats:
            assert abs(float(seat.mass.mass)) <= LARGEST * carried
