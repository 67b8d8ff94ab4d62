"""Descriptions with something wrong anywhere in them: a message, or a system; never a traceback.

Each case takes a sound system and exchanges one to three of the arguments of its makers for
something else: of another type, not finite, huge, from another system, or another argument.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

import kane
from kane.algebra.expr import Expr
from kane.algebra.functions import sin, sqrt
from kane.algebra.graph import Graph
from kane.dynamics.equations import derive
from kane.errors import KaneError, ModelError
from kane.geometry import GROUND, Frame, Vector
from kane.model.body import Body, Point
from kane.model.constraints import Motion
from kane.model.joints import Revolute
from kane.model.loads import Force, JointForce
from kane.model.quantities import angular_velocity, distance, energy, rate, reaction, velocity
from kane.model.symbols import clock, coordinate, inputs, parameter
from kane.model.system import System
from tests.model.good_system import arm, tree

Maker = Callable[[Callable[[Any], Any]], System]
OURS: Final = str(Path(kane.__file__).parent)
STRAY: Final = Body("stray", mass=1, inertia=(1, 1, 1))
POINT: Final = Point("far", STRAY, (1, 2, 3))
NUMBERS: Final[tuple[Any, ...]] = (
    0,
    -1,
    1e308,
    1e-308,
    10**400,
    Fraction(1, 3),
    float("nan"),
    float("inf"),
    True,
    2j,
    np.float32(2),
    np.float64("nan"),
    np.array(2.0),
    np.array([1.0, 2.0, 3.0]),
    np.eye(3),
)
SCALARS: Final = (
    parameter("m", 7.0),
    parameter("new", 1.5),
    parameter("long", "2 m"),
    parameter("q1", 1.0),
    *inputs("F", "q2", "push"),
    coordinate("q1"),
    coordinate("nowhere"),
    coordinate("t"),
    clock(),
    sin(clock()) * parameter("heavy", "3 kg"),
    sqrt(parameter("below", -1.0)),
    rate("q1"),
    rate("nowhere"),
    rate("q1") * rate("q2"),
    1 / coordinate("q1"),
    velocity(STRAY).along(STRAY.x),
    angular_velocity(STRAY, STRAY).along(GROUND.x),
    distance(POINT, POINT),
    energy(),
    reaction("q1"),
    Expr(Graph(), 1),
)
OTHERS: Final[tuple[Any, ...]] = (
    None,
    "",
    "abc",
    "q1",
    "q1 q2",
    "0.3 m",
    b"q1",
    [],
    (),
    (1, 2),
    (1, 2, 3),
    (None, "x", [1]),
    ((1, 2, 3), (4, 5, 6), (7, 8, 9)),
    {},
    {"q1": 1},
    {1, 2, 3},
    object(),
    abs,
    int,
    System,
    Frame("stray"),
    Frame("A"),
    GROUND,
    STRAY,
    POINT,
    STRAY.x,
    GROUND.x,
    Vector(GROUND, (1, None, 2)),
    Vector(None, (1, 0, 0)),  # type: ignore[arg-type]
    GROUND.vector(np.array([1, 2]), 0, 0),
    Revolute("q1", GROUND, STRAY),
    Force(STRAY.x, at=POINT),
    JointForce("nowhere", 1),
    Motion("even", rate("q1") == 0),
    velocity(STRAY),
    rate("q1") == 0,
    rate("q1") == None,  # noqa: E711
    coordinate("q1") < 1,
)


class Exchange:
    """Passes arguments through, but for some that it exchanges; keeps what it has seen."""

    def __init__(self, places: dict[int, Any]) -> None:
        self.places = places
        self.seen: list[Any] = []

    def __call__(self, value: Any) -> Any:
        number = len(self.seen)
        self.seen.append(value)
        return self.places.get(number, value)


def outcome(maker: Maker, places: dict[int, Any]) -> str | None:
    """What a changed description says; None where it is still a system that can be derived."""
    try:
        equations = derive(maker(Exchange(places)))
        assert len(equations.bias) == len(equations.u) == len(equations.mass_matrix)
    except KaneError as error:
        return str(error)
    except Exception as error:
        innermost = traceback.extract_tb(error.__traceback__)[-1].filename
        if innermost.startswith(OURS):
            raise AssertionError(f"{type(error).__name__} of ours for {places!r}") from error
        return "The user's own line fails, in Python's words."
    return None


def useful(message: str) -> bool:
    """Whether a message can help: says where, what and what to do, in full sentences."""
    return all(len(line) > 30 and line.rstrip()[-1] in ".?!…)" for line in message.splitlines())


def attack(maker: Maker, rng: np.random.Generator, cases: int) -> int:
    """How many of the changed descriptions are refused."""
    exchange = Exchange({})
    maker(exchange)
    pool = [*NUMBERS, *SCALARS, *OTHERS]
    refused = 0
    for _ in range(cases):
        places = rng.choice(len(exchange.seen), size=int(rng.integers(1, 4)), replace=False)
        changed: dict[int, Any] = {}
        for place in places.tolist():
            other = exchange.seen[int(rng.integers(len(exchange.seen)))]
            changed[place] = other if rng.random() < 0.2 else pool[int(rng.integers(len(pool)))]
        message = outcome(maker, changed)
        refused += message is not None
        assert message is None or useful(message), (message, changed)
    return refused


@pytest.mark.parametrize("maker", [arm, tree])
def test_a_changed_description_is_refused_in_words_or_is_a_system(
    maker: Maker, rng: np.random.Generator
) -> None:
    assert attack(maker, rng, 150) > 75


@pytest.mark.slow
@pytest.mark.parametrize("maker", [arm, tree])
def test_thousands_of_changed_descriptions_are_refused_in_words_or_are_systems(
    maker: Maker, rng: np.random.Generator
) -> None:
    assert attack(maker, rng, 3000) > 1500


@pytest.mark.slow
@pytest.mark.parametrize("maker", [arm, tree])
def test_every_argument_meets_every_stranger(maker: Maker) -> None:
    exchange = Exchange({})
    maker(exchange)
    for place in range(len(exchange.seen)):
        for stranger in (*NUMBERS, *SCALARS, *OTHERS):
            message = outcome(maker, {place: stranger})
            assert message is None or useful(message), (message, place, stranger)


def test_several_faults_are_told_together() -> None:
    exchange = Exchange({})
    arm(exchange)
    wrong = {n: -1.0 for n, value in enumerate(exchange.seen) if value in (1.0, 0.3)}
    with pytest.raises(ModelError) as raised:
        arm(Exchange(wrong))
    assert len(raised.value.faults) >= 2
    assert len(str(raised.value).splitlines()) == len(raised.value.faults)
