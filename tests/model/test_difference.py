"""`system.diff(other)` tells every difference, each once, and nothing else."""

from __future__ import annotations

import pytest

from kane import (
    GROUND,
    Body,
    Force,
    Gravity,
    JointSpring,
    Motion,
    Revolute,
    System,
    X,
    Y,
    parameter,
    rate,
    velocity,
)


def arm(
    length: float | str = "0.5 m", tip: float = 2.0, *, stiff: float = 3.0, sign: int = 1
) -> System:
    """Two bars, the second with a spring, a push and a relation."""
    L = parameter("L", length)
    upper = Body("upper", mass=1.0, centre=(L / 2, 0, 0), inertia=(0.1, 0.1, 0.1))
    lower = Body("lower", mass=tip, centre=(L, 0, 0), inertia=(0.1, 0.1, 0.1))
    P = lower.point("P", (2 * L, 0, 0))
    return System(
        "arm",
        joints=[
            Revolute("q1", GROUND, upper, axis=Y),
            Revolute("q2", upper, lower, axis=Y, at=(L, 0, 0)),
        ],
        loads=[
            Gravity(along=-GROUND.z),
            JointSpring("q2", stiffness=stiff),
            Force(sign * 3.0 * lower.x, at=P),
        ],
        constraints=[Motion("slow", velocity(P).along(GROUND.x) == rate("q1") * L)],
    )


def without(part: str) -> System:
    """The arm without its relation, or without its weight."""
    whole = arm()
    return (
        whole.replace(constraints=())
        if part == "constraints"
        else whole.replace(loads=whole.loads[1:])
    )


def told(here: System, there: System) -> list[str]:
    """The differences as text."""
    return str(here.diff(there)).splitlines()


def test_equal_systems_have_no_difference() -> None:
    assert not arm().diff(arm())
    assert told(arm(), arm()) == ["no difference"]


@pytest.mark.parametrize(
    ("other", "line"),
    [
        (arm(tip=2.5), "Body 'lower', mass: 2.0 → 2.5"),
        (arm("0.6 m"), "Parameter 'L': 0.5 m → 0.6 m"),
        (arm(0.5), "Parameter 'L': 0.5 m → 0.5"),
        (arm(stiff=4.0), "JointSpring 1, stiffness: 3.0 → 4.0"),
        (arm(sign=-1), "Force 1, vector: (3.0, 0.0, 0.0)_lower → (-3.0,"),
        (arm().replace(name="leg"), "Name: arm → leg"),
        (without("constraints"), "Constraint 'slow': only in the first"),
        (without("loads"), "Gravity 1: only in the first"),
    ],
)
def test_a_change_is_told_once_and_nothing_else(other: System, line: str) -> None:
    assert told(arm(), other)[0].startswith(line)
    assert len(told(arm(), other)) == 1 or "Order of" in told(arm(), other)[1]


def test_what_only_the_other_has_is_told_so() -> None:
    assert "Constraint 'slow': only in the second" in told(without("constraints"), arm())


def test_another_axis_is_told() -> None:
    whole = arm()
    first, second = whole.joints
    turned = Revolute("q2", first.child, second.child, axis=X, at=second.at)
    (line,) = told(whole, whole.replace(joints=[first, turned]))
    assert line.startswith("Joint 'q2', motions: ")


def test_loads_of_several_kinds_may_stand_in_any_order() -> None:
    whole = arm()
    assert not whole.diff(whole.replace(loads=whole.loads[::-1]))
