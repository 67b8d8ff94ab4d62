"""Quantities: scalars of the moving system, named once and used everywhere.

`angular_velocity(D).along(D.y)` is an Expr like any other: it may be a generalized speed, a
constraint, an argument of a load, an output, an event or a plot. Its symbol carries the
definition, which the derivation replaces by what it equals.

From: body.py, joints/joint.py    Next: loads.py
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from kane.algebra.expr import Expr
from kane.algebra.graph import Graph
from kane.algebra.rate import Rate as Changes
from kane.geometry.vector import GROUND, Components, Frame, Vector, X, Y, Z
from kane.model.body import Body, Point
from kane.model.given import is_vector, refuse, shown, triple
from kane.model.joints.joint import Joint
from kane.model.meeting import Apart, Approach, Slipping


@dataclass(frozen=True, slots=True, kw_only=True)
class Direction:
    """A vector given by a frame and its components there."""

    frame: Frame
    components: Components

    def __str__(self) -> str:
        for name, unit in _UNITS.items():
            if self.components == unit:
                return f"{self.frame}.{name}"
        return f"{self.frame}{self.components}"


_UNITS: Final = {"x": X, "y": Y, "z": Z}


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
    """v of a point in a frame, along a direction.

    With `part_of`, v of that frame's material point at the same place.
    """

    point: Point
    seen_from: Frame
    along: Direction
    part_of: Frame | None = None

    def __str__(self) -> str:
        seen = "" if self.seen_from is GROUND else f", {self.seen_from}"
        part = "" if self.part_of is None else f", part_of={self.part_of}"
        return f"velocity({self.point.path}{seen}{part}).along({self.along})"

    @property
    def carrier(self) -> Frame:
        """The frame that carries the material point."""
        return self.part_of or self.point.frame


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
        return f"position({self.start.path}, {self.end.path}).along({self.along})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Distance:
    """How far two points are apart."""

    start: Point
    end: Point

    def __str__(self) -> str:
        return f"distance({self.start.path}, {self.end.path})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cosine:
    """The cosine of the angle between two directions, each fixed in its frame."""

    first: Direction
    second: Direction

    def __str__(self) -> str:
        return f"cosine({self.first}, {self.second})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rim:
    """A wheel's or a ball's rim beside a plane: the point of it that comes nearest.

    The wheel is a circle of `radius` about `centre`, turning about `axis`; a ball where `axis` is
    None. The plane goes through `on` and has the unit normal `normal`; the centre is on the side
    to which it points.
    """

    centre: Point
    radius: Any
    axis: Direction | None
    on: Point
    normal: Direction

    def __str__(self) -> str:
        about = "" if self.axis is None else f" about {self.axis}"
        return f"rim of {self.centre.frame}{about}"


@dataclass(frozen=True, slots=True, kw_only=True)
class RimVelocity:
    """v of the rim's material point nearest to the plane, along a direction, seen from the plane.

    The direction moves with its frame.
    """

    rim: Rim
    along: Direction

    def __str__(self) -> str:
        return f"velocity({self.rim}).along({self.along})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """How far the rim is from the plane; negative inside."""

    rim: Rim

    def __str__(self) -> str:
        return f"gap({self.rim})"


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Support(Reaction):
    """What a joint and all constraints on what it carries exert together, as if it did all."""

    def __str__(self) -> str:
        return f"support({self.item}.{self.component})"


Rates = AngularVelocity | Velocity | CoordinateRate | RimVelocity | Approach | Slipping
Places = Position | Distance | Cosine | Gap | Apart
Definition = Rates | Places | Energy | Reaction


@dataclass(frozen=True, slots=True, kw_only=True)
class VectorQuantity:
    """A vector of the moving system, of which components are taken with `along`."""

    of: Frame | Point
    other: Any
    part_of: Frame | None = None

    def along(self, direction: Vector) -> Expr:
        """The component along a direction, which moves with its frame."""
        where = _direction(direction, f"{self}.along")
        if isinstance(self.of, Point) and isinstance(self.other, Point):
            return quantity(Position(start=self.of, end=self.other, along=where))
        if isinstance(self.of, Point):
            velocity = Velocity(
                point=self.of, seen_from=self.other, along=where, part_of=self.part_of
            )
            return quantity(velocity)
        return quantity(AngularVelocity(frame=self.of, seen_from=self.other, along=where))

    def __repr__(self) -> str:
        return str(self)

    def __str__(self) -> str:
        if isinstance(self.other, Point):
            return f"position({self.of}, {self.other})"
        kind = "velocity" if isinstance(self.of, Point) else "angular_velocity"
        return f"{kind}({self.of}{'' if self.other is GROUND else f', {self.other}'})"


def angular_velocity(frame: Frame, seen_from: Frame = GROUND) -> VectorQuantity:
    """ω of a frame in another (by default the ground)."""
    path = "angular_velocity"
    return VectorQuantity(of=_frame(frame, path), other=_frame(seen_from, path))


def velocity(
    of: Point | Body, seen_from: Frame = GROUND, *, part_of: Frame | None = None
) -> VectorQuantity:
    """v of a point, or of a body's mass centre, in a frame (by default the ground).

    `part_of` names another frame whose material point at the same place is meant: a wheel's, at
    the point of the fork where it touches.
    """
    point = of.mass_centre if isinstance(of, Body) else _point(of, "velocity")
    carrier = None if part_of is None else _frame(part_of, "velocity")
    return VectorQuantity(of=point, other=_frame(seen_from, "velocity"), part_of=carrier)


def position(start: Point, end: Point) -> VectorQuantity:
    """The vector from one point to another."""
    return VectorQuantity(of=_point(start, "position"), other=_point(end, "position"))


def rate(coordinate: str) -> Expr:
    """The time derivative of a coordinate."""
    return quantity(CoordinateRate(coordinate=_text(coordinate, "rate")))


def distance(start: Point, end: Point) -> Expr:
    """How far two points are apart."""
    return quantity(Distance(start=_point(start, "distance"), end=_point(end, "distance")))


def cosine(first: Vector, second: Vector) -> Expr:
    """The cosine of the angle between two unit vectors, each fixed in its frame."""
    return quantity(Cosine(first=_direction(first, "cosine"), second=_direction(second, "cosine")))


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
    name = item.name if isinstance(item, Joint) else item
    return quantity(
        Reaction(item=_text(name, "reaction"), component=str(component)),
    )


def support(joint: Joint, component: str) -> Expr:
    """The same of a joint with all constraints on what it carries."""
    return quantity(Support(item=joint.name, component=component))


def quantity(definition: Definition) -> Expr:
    """The Expr that stands for a definition until the derivation replaces it."""
    graph = Graph()
    ref = graph.symbol(str(definition), _changes(definition))
    graph.attributes[ref] = definition
    return Expr(graph, ref)


def _changes(definition: Definition) -> Changes:
    match definition:
        case Position() | Distance() | Cosine() | Gap() | Apart():
            return Changes.CONFIGURATION
        case Reaction():
            return Changes.INPUT
        case _:
            return Changes.SPEED


def _frame(given: Any, path: str) -> Frame:
    if not isinstance(given, Frame):
        refuse(f"{path}(…)", f"{shown(given)} is no frame.", "Give a Frame, a Body or GROUND.")
    return given


def _point(given: Any, path: str) -> Point:
    if not isinstance(given, Point):
        refuse(
            f"{path}(…)",
            f"{shown(given)} is no point.",
            'Give a point: arm.point("tip", (0, 0, 1)), or a body\'s mass_centre.',
        )
    return given


def _direction(given: Any, path: str) -> Direction:
    if not is_vector(given):
        remedy = "Give a Vector such as arm.x, or arm.vector(1, 2, 0)."
        refuse(f"{path}(…)", f"{shown(given)} is no direction.", remedy)
    return Direction(frame=given.frame, components=triple(given.components, path, "direction"))


def _text(given: Any, path: str) -> str:
    if not isinstance(given, str):
        refuse(f"{path}(…)", f"{shown(given)} is no name.", "Give the name as a text.")
    return given
