"""Measures: scalars of a moving system said twice, to the library as an Expr and to the oracle.

The oracle's side is a value and its rate, from the bodies' motions (`tests/oracles`) alone. So
a measure can serve as a generalized speed, a constraint, or an argument of a load, and what the
library makes of the Expr is compared with what the oracle's numbers say.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple

import numpy as np

from kane.algebra.expr import Expr, Scalar
from kane.algebra.functions import cos, sin
from kane.geometry.vector import Frame
from kane.model.body import Point
from kane.model.quantities import angular_velocity, position, rate, velocity
from kane.model.symbols import Parameter, clock, coordinate, inputs
from tests.oracles.jet import Array
from tests.oracles.newton_euler import BodyMotion, Loads, dynamics
from tests.oracles.tree import Pose, TreeBody, coordinate_rates, poses


class Moving(NamedTuple):
    """A value and its rate."""

    value: float
    rate: float


@dataclass(frozen=True, kw_only=True)
class Index:
    """Where the description's frames, coordinates and rates stand in the oracle's tree."""

    frames: Mapping[Frame, int]
    q: Mapping[str, int]
    s: Mapping[str, int]  # of the coordinates that have a rate of their own


@dataclass(frozen=True, kw_only=True)
class Now:
    """The oracle's tree at one state: joint coordinates q, joint rates s, and ṡ."""

    tree: Sequence[TreeBody]
    index: Index
    q: Array
    s: Array
    sdot: Array
    t: float
    given: Mapping[str, float]  # the inputs

    @cached_property
    def places(self) -> list[Pose]:
        """Where every body is, in the course of time."""
        return poses(self.tree, self.q, self.s, self.sdot)

    @cached_property
    def motions(self) -> list[BodyMotion]:
        """How every body moves."""
        return dynamics(self.tree, self.q, self.s, self.sdot, Loads()).motions

    @cached_property
    def qdot(self) -> Array:
        """q̇."""
        return coordinate_rates(self.tree, self.q, self.s)

    def motion(self, frame: Frame) -> BodyMotion:
        """How a frame moves; the ground rests."""
        number = self.index.frames[frame]
        return STILL if number < 0 else self.motions[number]

    def turned(self, frame: Frame, direction: Sequence[Any]) -> Array:
        """A direction of a frame, along inertial axes."""
        along: Array = self.motion(frame).R @ np.array([float(x) for x in direction])
        return along

    def at(self, point: Point) -> Array:
        """Where a point is."""
        number = self.index.frames[point.frame]
        origin = np.zeros(3) if number < 0 else self.places[number].origin.x
        return origin + self.turned(point.frame, [number_of(x) for x in point.position])


NONE: Final = np.zeros(3)
STILL: Final = BodyMotion(R=np.eye(3), w=NONE, alpha=NONE, p=NONE, v=NONE, a=NONE)
Of = Callable[[Now], Moving]


@dataclass(frozen=True, kw_only=True)
class Measure:
    """One scalar, said twice."""

    expr: Any  # a number or an Expr
    of: Of

    def __add__(self, other: Measure) -> Measure:
        def total(now: Now) -> Moving:
            a, b = self.of(now), other.of(now)
            return Moving(a.value + b.value, a.rate + b.rate)

        return Measure(expr=self.expr + other.expr, of=total)

    def __mul__(self, other: Measure) -> Measure:
        def product(now: Now) -> Moving:
            a, b = self.of(now), other.of(now)
            return Moving(a.value * b.value, a.rate * b.value + a.value * b.rate)

        return Measure(expr=self.expr * other.expr, of=product)


def constant(expr: Scalar) -> Measure:
    """A number or a parameter."""
    value = number_of(expr)
    return Measure(expr=expr, of=lambda now: Moving(value, 0.0))


def elapsed() -> Measure:
    """The time t."""
    return Measure(expr=clock(), of=lambda now: Moving(now.t, 1.0))


def entered(name: str) -> Measure:
    """An input, whose rate nobody knows."""
    (expr,) = inputs(name)
    return Measure(expr=expr, of=lambda now: Moving(now.given[name], math.nan))


def placed(name: str) -> Measure:
    """A coordinate."""

    def of(now: Now) -> Moving:
        return Moving(float(now.q[now.index.q[name]]), float(now.qdot[now.index.q[name]]))

    return Measure(expr=coordinate(name), of=of)


def sine(angle: Measure) -> Measure:
    """sin of a measure."""

    def of(now: Now) -> Moving:
        x, dx = angle.of(now)
        return Moving(math.sin(x), math.cos(x) * dx)

    return Measure(expr=sin(angle.expr), of=of)


def cosine(angle: Measure) -> Measure:
    """cos of a measure."""

    def of(now: Now) -> Moving:
        x, dx = angle.of(now)
        return Moving(math.cos(x), -math.sin(x) * dx)

    return Measure(expr=cos(angle.expr), of=of)


def rated(name: str) -> Measure:
    """The rate of a coordinate."""

    def of(now: Now) -> Moving:
        return Moving(float(now.s[now.index.s[name]]), float(now.sdot[now.index.s[name]]))

    return Measure(expr=rate(name), of=of)


def turning(frame: Frame, seen_from: Frame, along: Frame, direction: Sequence[Any]) -> Measure:
    """(ω_B − ω_A)·e, and its rate (α_B − α_A)·e + (ω_B − ω_A)·(ω_e × e)."""

    def of(now: Now) -> Moving:
        B, A = now.motion(frame), now.motion(seen_from)
        e, w = now.turned(along, direction), now.motion(along).w
        return _component(B.w - A.w, B.alpha - A.alpha, e, w)

    expr = angular_velocity(frame, seen_from).along(along.vector(*direction))
    return Measure(expr=expr, of=of)


def going(point: Point, seen_from: Frame, along: Frame, direction: Sequence[Any]) -> Measure:
    """v_rel·e with v_rel = v_P − v_A − ω_A × r, and its rate."""

    def of(now: Now) -> Moving:
        P, A = now.at(point), now.motion(seen_from)
        (v, a), (v_A, a_A) = now.motion(point.frame).at(P), A.at(P)
        # v_A, a_A are of A's point at P; it falls behind P by v_rel, so a_A changes by ω_A × v_rel
        relative = v - v_A
        e, w = now.turned(along, direction), now.motion(along).w
        return _component(relative, a - a_A - np.cross(A.w, relative), e, w)

    expr = velocity(point, seen_from).along(along.vector(*direction))
    return Measure(expr=expr, of=of)


def reaching(start: Point, end: Point, along: Frame, direction: Sequence[Any]) -> Measure:
    """The vector from one point to another, along a direction."""

    def of(now: Now) -> Moving:
        line = now.at(end) - now.at(start)
        v_end = now.motion(end.frame).at(now.at(end))[0]
        v_start = now.motion(start.frame).at(now.at(start))[0]
        e, w = now.turned(along, direction), now.motion(along).w
        return _component(line, v_end - v_start, e, w)

    expr = position(start, end).along(along.vector(*direction))
    return Measure(expr=expr, of=of)


def _component(x: Array, x_rate: Array, e: Array, w: Array) -> Moving:
    """x·e and its rate, for a direction e that turns with ω."""
    return Moving(float(x @ e), float(x_rate @ e + x @ np.cross(w, e)))


def number_of(scalar: Scalar) -> float:
    """The value of a number, of a parameter, or of a constant expression of parameters."""
    if not isinstance(scalar, Expr):
        return float(scalar)
    carried = scalar.graph.attributes.get(abs(scalar.ref))
    if scalar.value is not None:
        return float(scalar.value)
    assert isinstance(carried, Parameter)
    return carried.value if scalar.ref > 0 else -carried.value
