"""Loose joints: the same joints as between frames, named later."""

from __future__ import annotations

from typing import Any

import pytest

from kane import Body, Gimbal, ModelError, Revolute, SpaceFixed, Spherical, X
from kane.geometry import GROUND
from kane.model.joints.arguments import NAMED


def test_loose_joints_name_their_coordinates_by_the_joint() -> None:
    a, b = Body("a", mass=1), Body("b", mass=1)

    assert Gimbal("2", at=(0, 1, 0)).between("panel", a, b).coordinates == ("panel",)
    assert Gimbal("213").between("dish", a, b).coordinates == ("dish.1", "dish.2", "dish.3")
    assert Spherical().between("camera", a, b).coordinates[0] == "camera.w"
    assert Revolute(axis=X).between("arm", a, b).speeds == ("u_arm",)


@pytest.mark.parametrize("make", [Gimbal, SpaceFixed])
def test_a_loose_gimbal_is_the_one_between_frames(make: Any) -> None:
    a, b = Body("a", mass=1), Body("b", mass=1)
    bound = make("g.1 g.2 g.3", a, b, sequence="213", at=(1, 2, 3))
    loose = make("213", at=(1, 2, 3)).between("g", a, b)

    assert loose.motions == bound.motions
    assert loose.at == bound.at == (1, 2, 3)


@pytest.mark.parametrize(("name", "sequence"), NAMED.items())
def test_named_sequences_are_their_digits(name: str, sequence: str) -> None:
    assert Gimbal(name).given["sequence"] == sequence


def test_a_named_joint_without_frames_is_refused() -> None:
    with pytest.raises(ModelError, match="is given no parent and child"):
        Spherical("s", at=(0, 0, 0))  # type: ignore[call-overload]
    with pytest.raises(ModelError, match="sequence 'q1' is not made of"):
        Gimbal("q1")
    with pytest.raises(ModelError, match="coordinates are named"):
        Gimbal("q1 q2", GROUND, Body("b", mass=1), sequence="213")
