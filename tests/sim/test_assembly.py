"""Starts are moved onto the constraints, and no further than to the nearest of their branches."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kane import (
    GROUND,
    Body,
    Frame,
    Free,
    Gravity,
    Motion,
    Point,
    Revolute,
    System,
    Z,
    build,
    distance,
    rate,
)
from kane.errors import ArgumentError
from kane.model.closures import Closed, Joined
from kane.model.constraints import Configuration
from kane.model.quantities import cosine, position
from kane.sim.assembly import Assembled, Given, assembled
from tests.close import close, round_off


def four_bar(*closing: Any) -> System:
    """Ground 1 m, crank 0.4, coupler 1, rocker 0.8; cut at the rocker's end."""
    crank, coupler, rocker = (Body(name, mass=1, inertia=(0, 0, 0.1)) for name in ("a", "b", "c"))
    joints = [
        Revolute("q1", GROUND, crank, axis=Z),
        Revolute("q2", crank, coupler, axis=Z, at=(0.4, 0, 0)),
        Revolute("q3", GROUND, rocker, axis=Z, at=(1, 0, 0)),
    ]
    ends = (rocker.point("R", (0.8, 0, 0)), coupler.point("K", (1, 0, 0)))
    made = [one(rocker, coupler, *ends) for one in closing]
    return System("four-bar", joints=joints, loads=[Gravity(along=-GROUND.y)], constraints=made)


def in_plane(rocker: Frame, coupler: Frame, R: Any, K: Any) -> Joined:
    """Closed in x and y."""
    return Joined("loop", R, K, along="xy")


def by_hinge(rocker: Frame, coupler: Frame, R: Any, K: Any) -> Closed:
    """Closed by a hinge: three of its five relations hold by themselves."""
    return Closed(Revolute("loop", rocker, coupler, axis=Z, at=R, on=K))


def start(system: System, q: Any, u: Any) -> Assembled:
    """The start brought onto the constraints."""
    model = build(system)
    flows = model.flows({})
    count = len(model.q_names)
    a = np.zeros(max(1, len(flows.inputs)))
    a[len(a) - 2 * len(flows.rows) : len(a) - len(flows.rows)] = [h for _, h in flows.rows]
    names = (*model.q_names, *model.u_names)
    y = np.array([*q, *u], dtype=float)
    given = Given(flows=flows, parameters={}, names=names, coordinates=count, t=0.0, y=y, a=a)
    return assembled(given)


def ends(q: Any) -> tuple[Any, Any]:
    """Where the coupler's end and the rocker's end are."""
    one = 0.4 * np.exp(1j * q[0]) + np.exp(1j * (q[0] + q[1]))
    other = 1 + 0.8 * np.exp(1j * q[2])
    return one, other


@pytest.mark.parametrize("closing", [in_plane, by_hinge])
@pytest.mark.parametrize("guess", [(1.0, -0.4, 1.5), (1.0, -2.6, -1.2)], ids=["open", "crossed"])
def test_a_loop_closes_on_the_branch_next_to_the_start(closing: Any, guess: Any) -> None:
    found = start(four_bar(closing), guess, (2.0, 0.0, 0.0))
    q, u = found.y[:3], found.y[3:]
    one, other = ends(q)
    rates = 1j * 0.4 * np.exp(1j * q[0]) * u[0] + 1j * np.exp(1j * (q[0] + q[1])) * (u[0] + u[1])
    assert close([one.real, one.imag], [other.real, other.imag], round_off(2, 10))
    off = rates - 0.8j * np.exp(1j * q[2]) * u[2]
    assert close([off.real, off.imag], 0.0, round_off(10, 10))
    assert np.sign(np.sin(q[2])) == np.sign(np.sin(guess[2]))
    assert found.begun.changed


def test_rows_that_hold_by_themselves_are_named() -> None:
    found = start(four_bar(by_hinge), (1.0, -0.4, 1.5), (0, 0, 0))
    assert len(found.superfluous) == 3
    assert "loop, z" in found.superfluous


def test_a_start_that_meets_the_constraints_stays() -> None:
    first = start(four_bar(in_plane), (1.0, -0.4, 1.5), (2.0, 0.0, 0.0))
    again = start(four_bar(in_plane), first.y[:3], first.y[3:])
    assert not again.begun
    assert close(again.y, first.y, round_off(2, 10))


def test_what_cannot_be_closed_is_refused_with_what_is_missing() -> None:
    far = four_bar(lambda rocker, coupler, R, K: Configuration(
        "far", position(R, K).along(GROUND.x) == 5.0
    ))  # fmt: skip
    with pytest.raises(ArgumentError, match="'far' is off by"):
        start(far, (1.0, -0.4, 1.5), (0, 0, 0))


def test_rows_that_contradict_one_another_are_refused() -> None:
    system = four_bar(
        lambda *_: Motion("turns", rate("q1") == 1.0), lambda *_: Motion("rests", rate("q1") == 2.0)
    )
    with pytest.raises(ArgumentError, match="contradict one another"):
        start(system, (1.0, -0.4, 1.5), (0, 0, 0))


def floating(*held: Any) -> tuple[System, Body]:
    """A body free in space with one relation."""
    body = Body("body", mass=1, inertia=(0.1, 0.2, 0.3))
    free = [Free("f", GROUND, body)]
    return System("held", joints=free, constraints=[one(body) for one in held]), body


REST = (0, 0, 0, 1, 0, 0, 0)


@pytest.mark.parametrize("tilt", [0.0, 0.1])
def test_a_relation_met_at_its_extreme_alone_is_refused(tilt: float) -> None:
    system, _ = floating(lambda one: Configuration("level", cosine(one.x, GROUND.x) == 1))
    tilted = (0, 0, 0, np.cos(tilt), 0, 0, np.sin(tilt))
    with pytest.raises(ArgumentError, match="rate of 'level' is zero wherever it is met"):
        start(system, tilted, (0, 0, 0, 1, 0.5, 0))


def test_the_same_direction_held_by_what_changes_its_sign_turns_about_it_alone() -> None:
    system, _ = floating(
        lambda one: Configuration("y", cosine(one.x, GROUND.y) == 0),
        lambda one: Configuration("z", cosine(one.x, GROUND.z) == 0),
    )
    found = start(system, REST, (0, 0, 0, 1, 0.5, 0.2))
    assert close(found.y[7:], [0, 0, 0, 1, 0, 0], round_off(1, 10))


@pytest.mark.parametrize("length", [0.0, 0.5])
def test_a_distance_between_points_that_meet_is_refused_by_name(length: float) -> None:
    origin = Point("O", GROUND, (0, 0, 0))
    system, _ = floating(
        lambda one: Configuration("rod", distance(origin, one.point("P", (0, 0, 0))) == length)
    )
    with pytest.raises(ArgumentError, match="'rod' has no rate"):
        start(system, REST, (0, 0, 0, 0, 0, 0))
