"""What a run says of itself: what was kept, judged by what it could have been."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kane import (
    GROUND,
    Body,
    Force,
    Free,
    Gravity,
    Planar,
    Prismatic,
    Revolute,
    System,
    Y,
    Z,
    inputs,
)
from kane.machine.model import Model
from kane.pipeline import build
from kane.sim.report import drifts
from kane.sim.simulate import simulate
from tests.sim.systems import pendulum, top


def pair_in_space() -> Model:
    """Two bodies that turn about each other and hang on nothing, at rest as a whole."""
    hub = Body("hub", mass=2.0, inertia=(1.0, 1.0, 1.0))
    arm = Body("arm", mass=1.0, centre=(0.5, 0, 0), inertia=(0.1, 0.1, 0.1))
    return build(System("pair", joints=[Free("b", GROUND, hub), Revolute("q1", hub, arm, axis=Z)]))


def still_as_a_whole(model: Model) -> np.ndarray[Any, Any]:
    """Speeds with which all momenta are zero."""
    q = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0]
    columns = [np.concatenate([*map(np.ravel, model.momentum(q, u))]) for u in np.eye(7)]
    return np.asarray(np.linalg.svd(np.array(columns).T)[2][-1])


def test_a_pendulum_keeps_its_energy_and_nothing_is_said_of_what_is_always_zero() -> None:
    assert set(drifts(simulate(pendulum(), q=[1.0], until=3.0))) == {"energy"}


def test_momenta_of_a_top_are_kept_and_linear_ones_are_not_there() -> None:
    found = drifts(simulate(top(), u=[1.0, 0.1, 0.2], until=3.0))
    assert set(found) == {"energy", *(f"angular momentum {axis}" for axis in "xyz")}
    assert max(found.values()) < 1e-6


def test_momentum_that_is_zero_is_judged_by_the_motion_and_not_by_itself() -> None:
    model = pair_in_space()
    u = still_as_a_whole(model)
    found = drifts(simulate(model, u=u, until=5.0))
    assert len(found) == 7
    assert max(found.values()) < 1e-6


def test_a_force_from_outside_is_not_told_as_drift() -> None:
    (F,) = inputs("F")
    mass = Body("mass", mass=1.0)
    system = System(
        "mass",
        joints=[Prismatic("q1", GROUND, mass, axis=Y)],
        loads=[Force(F * mass.y, at=mass.point("P")), Gravity(along=-GROUND.y)],
    )
    model = build(system)
    assert drifts(simulate(model, until=1.0, inputs={"F": 3.0})) == {}
    assert set(drifts(simulate(model, until=1.0))) == {"energy"}


@pytest.mark.parametrize("speed", [1e-6, 1.0, 1e6])
def test_a_mass_across_the_plane_keeps_what_it_has_in_it(speed: float) -> None:
    mass = Body("mass", mass=1.0, inertia=(0, 0, 0.1))
    model = build(System("puck", joints=[Planar("x y q3", GROUND, mass)]))
    found = drifts(simulate(model, u=[speed, 0.0, speed], until=2.0))
    kept = {"energy", "linear momentum x", "linear momentum y", "angular momentum z"}
    assert set(found) == kept
    assert max(found.values()) < 1e-9
