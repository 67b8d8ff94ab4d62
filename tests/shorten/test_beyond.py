"""Arms planted anew on what speeds hold where it is: the same motion, fewer operations."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from benchmarks.mobile_systems import general
from kane import GROUND, Body, Prismatic, Revolute, System, Y, Z, build, mobile, velocity
from kane.algebra.evaluate import evaluate
from kane.dynamics.equations import Equations, derive
from kane.dynamics.lift import Parameters
from kane.shorten.beyond import beyond
from kane.shorten.rotors import rotors
from kane.shorten.shorten import shorten
from tests.close import close, round_off

TURNED: Any = ((0.6, -0.8, 0), (0.8, 0.6, 0), (0, 0, 1))


def sliding() -> System:
    """An arm on a platform: a tilted turn, a slide along y, a turn."""
    a = Body("a", mass=3, centre=(0.1, 0.2, 0.05), inertia=(0.2, 0.3, 0.4, 0.01, 0.02, 0.03))
    b = Body("b", mass=2, centre=(0.3, 0.1, 0.02), inertia=(0.1, 0.2, 0.15))
    c = Body("c", mass=1, centre=(0.1, 0.1, 0.2), inertia=(0.02, 0.03, 0.04))
    first = Revolute("q1", GROUND, a, axis=Y, at=(0.1, 0, 0.2), axes=TURNED)
    second = Prismatic("q2", a, b, axis=Y, at=(0.2, 0.1, 0))
    third = Revolute("q3", b, c, axis=Z, at=(0.1, 0, 0.3))
    return mobile.platform(
        "sliding",
        body=Body("body", mass=30, centre=(0.1, 0, 0.2), inertia=(1, 1, 2)),
        wheels=[
            mobile.Fixed("l", at=(0, 0.3)),
            mobile.Fixed("r", at=(0, -0.3)),
            mobile.Castered("c0", at=(0.4, 0), trail=0.05),
        ],
        radius=0.1,
        arm=System("arm", joints=[first, second, third]),
        at=(0.1, 0.05, 0.3),
    )


def links_of(equations: Equations, links: frozenset[int]) -> set[str]:
    return {equations.tree.links[index].frame.name for index in links}


@pytest.mark.parametrize("system", [sliding(), general(3, 4, castors=True)])
@pytest.mark.parametrize("parameters", Parameters)
def test_the_motion_is_the_same(
    system: System, parameters: Parameters, rng: np.random.Generator
) -> None:
    plain = derive(system, parameters)
    short = shorten(plain)
    symbols = [*plain.q, *plain.u, *plain.udot, *plain.tau]
    state = dict(zip(symbols, rng.uniform(-1, 1, len(symbols)), strict=True))
    state |= dict(zip(plain.live_parameters, plain.parameters.values(), strict=False))
    for name in ("inverse_dynamics", "bias", "forward_dynamics"):
        a, b, c = (
            [evaluate(x, state) for x in getattr(one, name)]
            for one in (plain, short.inverse, short.composite)
        )
        assert close(a, b, round_off(1e3, 300))
        assert close(a, c, round_off(1e3, 300))
    M, N = (
        [evaluate(x, state) for row in one.mass_matrix for x in row]
        for one in (plain, short.composite)
    )
    assert close(M, N, round_off(1e3, 100))


def test_an_arm_is_beyond_and_what_rolls_is_not() -> None:
    equations = derive(sliding(), Parameters.FOLD)
    assert links_of(equations, beyond(equations, rotors(equations.tree))) == {"a", "b", "c"}


def test_what_a_speed_speaks_of_stays_and_what_carries_it() -> None:
    robot = sliding()
    b = robot.bodies["b"]
    speeds = dict(robot.speeds)
    speeds["u_q1"] = velocity(b.point("tip", (0.3, 0, 0))).along(b.x)
    equations = derive(robot.replace(speeds=speeds), Parameters.FOLD)
    assert links_of(equations, beyond(equations, rotors(equations.tree))) == {"c"}


@pytest.mark.parametrize(
    ("joints", "wheels", "counts"),
    [(2, 3, (300, 213)), (4, 4, (706, 553)), (7, 3, (1318, 1030))],
)
def test_counts_of_general_robots_are_exact(
    joints: int, wheels: int, counts: tuple[int, int]
) -> None:
    """M and f; of Tanner's bound, 1205 + 970, 2566 + 2144 and 5100 + 4350, less than a third."""
    model = build(general(joints, wheels, castors=False))
    found = [model.operations[name] for name in ("mass_matrix", "bias")]
    assert (sum(one.mul for one in found), sum(one.add for one in found)) == counts
