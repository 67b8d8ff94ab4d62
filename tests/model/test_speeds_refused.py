"""Speeds that do not determine the motion, or are no sums of velocities: refused by name."""

from __future__ import annotations

import pytest

from kane import (
    GROUND,
    Body,
    DerivationError,
    Frame,
    Motion,
    Revolute,
    System,
    Y,
    Z,
    angular_velocity,
    clock,
    derive,
    rate,
)

A, C = Frame("A"), Body("C", mass=1, inertia=(1, 1, 1))
wrist = System("s", joints=[Revolute("q1", GROUND, A, axis=Z), Revolute("q2", A, C, axis=Y)])


def refusal(system: System) -> str:
    """What is said."""
    with pytest.raises(DerivationError) as refused:
        derive(system)
    return str(refused.value)


def test_the_motion_that_no_speed_sees_is_named() -> None:
    twice = wrist.replace(speeds=[angular_velocity(C).along(C.y), rate("q2")])
    assert "rate(q1) stays free. 'u2' follows: it is u1." in refusal(twice)


def test_a_speed_that_is_not_linear_is_refused_by_its_name() -> None:
    said = refusal(wrist.replace(speeds=[rate("q1"), rate("q1") * rate("q2")]))
    assert said.startswith("Speed 'u2': rate(q1)*rate(q2) is not linear in the velocities")


def test_a_constraint_that_is_not_linear_is_refused_by_its_name() -> None:
    relation = Motion("squares", rate("q1") * rate("q1") == 0, dependent="u1")
    said = refusal(wrist.replace(constraints=[relation]))
    assert said.startswith("Constraint 'squares': ")


def test_too_few_speeds_are_counted_without_what_is_prescribed() -> None:
    joints = [*wrist.joints, Revolute("q3", C, Body("D", mass=1, inertia=(1, 1, 1)), axis=Z)]
    driven = Revolute("q0", GROUND, base := Frame("base"), axis=Z, motion={"q0": clock()})
    first = Revolute("q1", base, A, axis=Z)
    said = refusal(System("s", joints=[driven, first, *joints[1:]], speeds=[rate("q1")]))
    assert "1 generalized speeds are defined for 3 natural joint speeds" in said
