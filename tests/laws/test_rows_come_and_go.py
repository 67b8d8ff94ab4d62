"""Rows that are added and then deleted leave the equations as they were."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kane import (
    GROUND,
    Body,
    Gravity,
    Motion,
    Prismatic,
    Revolute,
    Spherical,
    System,
    Trajectory,
    When,
    build,
    clock,
    simulate,
    velocity,
)
from kane.machine.model import Model
from tests.close import close, round_off

STEP, ON, OFF, END = 0.01, 0.205, 0.315, 0.5


def random_tree(seed: int) -> Model:
    """Five bodies on joints along random axes, and four rows that do not hold at first."""
    draw = np.random.default_rng(seed)
    bodies: list[Any] = [GROUND]
    joints = []
    for k in range(5):
        body = Body(f"b{k}", mass=draw.uniform(0.5, 2), centre=tuple(draw.uniform(-0.3, 0.3, 3)),
                    inertia=tuple(draw.uniform(0.05, 0.08, 3)))  # fmt: skip
        parent = bodies[draw.integers(max(0, k - 1), k + 1)]
        kind: Any = Spherical if k == 2 else (Revolute, Revolute, Prismatic)[draw.integers(3)]
        along = {} if kind is Spherical else {"axis": tuple(draw.normal(size=3))}
        joints.append(kind(f"q{k}", parent, body, at=tuple(draw.uniform(-0.5, 0.5, 3)), **along))
        bodies.append(body)
    points = [bodies[k].point("P", tuple(draw.uniform(-0.5, 0.5, 3))) for k in (5, 4, 3, 5)]
    rows = [
        Motion(
            f"row {i}", velocity(P).along(GROUND.vector(*draw.normal(size=3))) == 0, active=False
        )
        for i, P in enumerate(points)
    ]
    loads = [Gravity(along=-GROUND.z)]
    return build(System("tree", joints=joints, loads=loads, constraints=rows))


def run(model: Model, seed: int, **given: Any) -> Trajectory:
    """A run with steps of one length."""
    speeds = np.random.default_rng(seed + 1000).normal(size=len(model.u_names))
    asked = {"u": speeds, "until": END, "dt": STEP, "method": "rk4", **given}
    return simulate(model, **asked)


def switched() -> list[When]:
    """All three rows imposed at one instant and deleted at another."""
    names = [f"row {i}" for i in range(3)]
    imposed = [When(clock() > ON, impose=name) for name in names]
    return imposed + [When(clock() > OFF, release=name) for name in names]


@pytest.mark.parametrize("seed", range(4))
def test_rows_added_and_deleted_leave_the_same_equations(seed: int) -> None:
    model = random_tree(seed)
    changed = run(model, seed, events=switched())
    k = int(np.searchsorted(changed.t, OFF + 2 * STEP))
    q, u, t = changed.q[k], changed.u[k], changed.t[k]
    never = run(model, seed, q=q, u=u, t=t)
    assert len(changed.events) == 6
    assert np.abs(changed.u[k] - run(model, seed).u[-1]).max() > 1e-3  # the rows did something
    size = float(np.abs(changed.y).max())
    assert close(never.y[-1], changed.y[-1], round_off(size, 10_000))
