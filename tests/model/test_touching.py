"""Contacts in a description: their points, their relations, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from kane import GROUND, Body, Planar, System, angular_velocity, position, velocity
from kane.dynamics.equations import derive
from kane.dynamics.rows import open_rows, place_rows
from kane.errors import ModelError
from kane.model.body import point
from kane.model.touching import Touching

BALL = Body("ball", mass=1, inertia=(0.01, 0.01, 0.01))
UPRIGHT = ((1, 0, 0), (0, 0, -1), (0, 1, 0))
JOINTS = [Planar("x z a", GROUND, BALL, axes=UPRIGHT)]
GAP = position(point("O", GROUND), BALL.mass_centre).along(GROUND.z) - 0.1
SLIP = velocity(BALL).along(GROUND.x) - 0.1 * angular_velocity(BALL).along(GROUND.y)


def test_a_contact_gives_a_normal_row_and_one_for_each_slip() -> None:
    floor = Touching("floor", GAP, slip=(SLIP,), friction=0.3)
    equations = derive(System("ball", joints=JOINTS, contacts=[floor]))
    names = [(row.name, row.active) for row in open_rows(equations)]
    assert names == [("floor, normal", False), ("floor, slip 1", False)]
    assert [row.held_by for row in place_rows(equations)] == ["floor, normal"]


@pytest.mark.parametrize(
    ("contact", "told"),
    [
        (3, "is none of the contacts"),
        (Touching("f", 1), "gap 1 is no place"),  # type: ignore[arg-type]
        (Touching("f", SLIP), "is no place"),
        (Touching("f", GAP, slip=(GAP,)), "which is no velocity"),
        (Touching("f", GAP, slip=(SLIP,) * 3), "at most two velocities"),
        (Touching("f", GAP, restitution=1.2), "restitution is 1.2"),
        (Touching("f", GAP, friction=-1), "friction is -1"),
    ],
)
def test_a_contact_that_cannot_be_is_refused(contact: Any, told: str) -> None:
    with pytest.raises(ModelError, match=told):
        System("ball", joints=JOINTS, contacts=[contact])
