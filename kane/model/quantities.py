"""Quantities: scalars of the moving system, named once and used everywhere.

`angular_velocity(D).along(D.y)` is an Expr like any other: it may be a generalized speed, a
constraint, an argument of a load, an output, an event or a plot. Its symbol carries the
definition, which the derivation replaces by what it equals.

From: body.py, joints/joint.py    Next: loads.py
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kane.algebra.expr import Expr
from kane.algebra.graph import Graph
from kane.algebra.rate import Rate as Changes
from kane.geometry.vector import GROUND, Components, Frame, Vector
from kane.model.body import Body, Point
from kane.model.joints.joint import Joint


@dataclass(frozen=True, slots=True, kw_only=True)
class Direction:
    """A vector given by a frame and its components there."""

    frame: Frame
    components: Components

    def __str__(self) -> str:
        names = {(1, 0, 0): "x", (0, 1, 0): "y", (0, 0, 1): "z"}
        axis = names.get(self.components)
        return f"{self.frame}.{axis}" if axis else f"{self.frame}{self.components}"


@dataclass(frozen=True, slots=True, kw_only=True)
class AngularVelocity:
    """ω of a frame in another, along a direction."""

    frame: Frame
    seen_from: Frame
    along: Direction

    def __str__(self) -> str:
        seen = "" if self.seen_from is GROUND else f", {self.seen_from}"
        return f"angular_velocity({self.frame}{seen}).along({self.along})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Velocity:
    """v of a point in a frame, along a direction."""

    point: Point
    seen_from: Frame
    along: Direction

    def __str__(self) -> str:
        seen = "" if self.seen_from is GROUND else f", {self.seen_from}"
        return f"velocity({self.point}{seen}).along({self.along})"


@dataclass(frozen=True, slots=True, kw_only=True)
class CoordinateRate:
    """The time derivative of a coordinate."""

    coordinate: str

    def __str__(self) -> str:
        return f"rate({self.coordinate})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """The vector from one point to another, along a direction."""

    start: Point
    end: Point
    along: Direction

    def __str__(self) -> str:
        return f"position({self.start}, {self.end}).along({self.along})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Distance:
    """How far two points are apart."""

    start: Point
    end: Point

    def __str__(self) -> str:
        return f"distance({self.start}, {self.end})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Energy:
    """Kinetic, potential, or their sum."""

    part: str

    def __str__(self) -> str:
        return f"{self.part}energy()"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reaction:
    """The force or torque that a joint or a constraint exerts, by name and component."""

    item: str
    component: str = ""

    def __str__(self) -> str:
        return f"reaction({self.item}{self.component and '.' + self.component})"


Definition = AngularVelocity | Velocity | CoordinateRate | Position | Distance | Energy | Reaction


@dataclass(frozen=True, slots=True, kw_only=True)
class VectorQuantity:
    """A vector of the moving system, of which components are taken with `along`."""

    of: Frame | Point
    other: Any

    def along(self, direction: Vector) -> Expr:
        """The component along a direction, which moves with its frame."""
        where = Direction(frame=direction.frame, components=direction.components)
        if isinstance(self.of, Point) and isinstance(self.other, Point):
            return quantity(Position(start=self.of, end=self.other, along=where))
        if isinstance(self.of, Point):
            return quantity(Velocity(point=self.of, seen_from=self.other, along=where))
        return quantity(AngularVelocity(frame=self.of, seen_from=self.other, along=where))


def angular_velocity(frame: Frame, seen_from: Frame = GROUND) -> VectorQuantity:
    """ω of a frame in another (by default the ground)."""
    return VectorQuantity(of=frame, other=seen_from)


def velocity(of: Point | Body, seen_from: Frame = GROUND) -> VectorQuantity:
    """v of a point, or of a body's mass centre, in a frame (by default the ground)."""
    return VectorQuantity(of=of.mass_centre if isinstance(of, Body) else of, other=seen_from)


def position(start: Point, end: Point) -> VectorQuantity:
    """The vector from one point to another."""
    return VectorQuantity(of=start, other=end)


def rate(coordinate: str) -> Expr:
    """The time derivative of a coordinate."""
    return quantity(CoordinateRate(coordinate=coordinate))


def distance(start: Point, end: Point) -> Expr:
    """How far two points are apart."""
    return quantity(Distance(start=start, end=end))


def energy() -> Expr:
    """Kinetic and potential energy together."""
    return quantity(Energy(part=""))


def kinetic_energy() -> Expr:
    """½ Σ (m v·v + ω·I·ω)."""
    return quantity(Energy(part="kinetic_"))


def potential_energy() -> Expr:
    """The energy of gravity and springs."""
    return quantity(Energy(part="potential_"))


def reaction(item: str | Joint, component: str = "") -> Expr:
    """The force or torque that a joint or a constraint exerts to keep its relation."""
    return quantity(
        Reaction(item=item if isinstance(item, str) else item.name, component=component)
    )


def quantity(definition: Definition) -> Expr:
    """The Expr that stands for a definition until the derivation replaces it."""
    graph = Graph()
    ref = graph.symbol(str(definition), _changes(definition))
    graph.attributes[ref] = definition
    return Expr(graph, ref)


def _changes(definition: Definition) -> Changes:
    match definition:
        case Position() | Distance():
            return Changes.CONFIGURATION
        case Reaction():
            return Changes.INPUT
        case _:
            return Changes.SPEED
