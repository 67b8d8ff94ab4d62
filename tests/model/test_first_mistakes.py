"""What a newcomer gets wrong first, and what is said to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kane import (
    GROUND,
    ArgumentError,
    Body,
    FrameMismatch,
    Gravity,
    ModelError,
    Revolute,
    System,
    Z,
    angular_velocity,
    build,
    coordinate,
    derive,
    rate,
    suggest_speeds,
)
from kane.errors import KaneError

b, c = (Body(name, mass=1, inertia=(1, 1, 1)) for name in "bc")
JOINT = Revolute("q1", GROUND, b, axis=Z)


def arm(**more: Any) -> System:
    return System("arm", joints=[JOINT, Revolute("q2", b, c, axis=Z, at=(1, 0, 0))], **more)


MISTAKES: dict[str, tuple[Callable[[], object], type[KaneError], str]] = {
    "frames mixed": (lambda: b.x + c.y, FrameMismatch, r"in frame 'b' and .* in 'c'. Express one"),
    "frames mixed in a product": (lambda: b.x.cross(c.y), FrameMismatch, "Express one of them"),
    "a number added": (lambda: b.x + 1, FrameMismatch, r"meets 1, which is no vector.* 1 \* b.x"),  # type: ignore[operator]
    "vectors multiplied": (lambda: b.x * b.y, FrameMismatch, r"Write a.dot\(b\) or a.cross\(b\)"),
    "g twice": (
        lambda: arm(loads=[Gravity(along=-9.81 * GROUND.z)]),
        ModelError,
        r"Load 1 \(Gravity\): along has length 9.81 and the magnitude is 9.81: 96.2361 m/s²",
    ),
    "a whole vector as a speed": (
        lambda: arm(speeds=[angular_velocity(b), rate("q2")]),
        ModelError,
        r"Speed 'u1': definition angular_velocity\(b\) is no expression. Name a velocity's comp",
    ),
    "a joint derived": (lambda: derive(JOINT), ArgumentError, "ground → b is no System. Put"),  # type: ignore[arg-type]
    "a number's speeds": (lambda: suggest_speeds(3), ArgumentError, "3 is no System"),  # type: ignore[arg-type]
    "a choice misspelt": (
        lambda: build(arm(), parameters="lve"),  # type: ignore[arg-type]
        ArgumentError,
        "Parameters 'lve' is no choice. Give one of 'live', 'fold'",
    ),
    "a formulation misspelt": (
        lambda: build(arm(), formulation="recursive"),  # type: ignore[arg-type]
        ArgumentError,
        "Formulation 'recursive' is no choice. Give one of 'auto'",
    ),
    "shortening misspelt": (
        lambda: build(arm(), shorten="much"),  # type: ignore[arg-type]
        ArgumentError,
        "Shorten 'much' is no choice. Give one of 'off', 'auto', 'search'",
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_first_mistakes_are_answered_in_words(name: str) -> None:
    make, kind, words = MISTAKES[name]
    with pytest.raises(kind, match=words):
        make()


def test_a_symbol_given_to_math_is_told_which_sine_to_take() -> None:
    with pytest.raises(TypeError, match="take kane's or numpy's, not those of math"):
        float(coordinate("q1"))
