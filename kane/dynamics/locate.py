"""Definitions: what a named velocity is, as a Form in the natural speeds.

From: kinematics.py    Next: speeds.py
"""

from __future__ import annotations

from typing import Any

from kane.dynamics.express import Expression
from kane.dynamics.form import Form
from kane.dynamics.kinematics import Kind, Place, Velocities
from kane.dynamics.tree import Link, Tree
from kane.errors import DerivationError
from kane.geometry.vector import GROUND, Frame, Vector
from kane.model.body import Point
from kane.model.quantities import AngularVelocity, CoordinateRate, Definition, Direction, Velocity


class Definitions:
    """The velocities of a tree, asked for by name. Works with Forms in σ or in u."""

    def __init__(self, tree: Tree, moving: Velocities, zero: Any) -> None:
        self.tree = tree
        self.moving = moving
        self.express = Expression(tree)
        self.none = Form({}, zero)

    def velocity(self, kind: Kind, index: int) -> Vector:
        """ω or v of a link, along its axes; the ground rests."""
        if index < 0:
            return Vector(GROUND, (self.none, self.none, self.none))
        return (self.moving.w if kind is Kind.ANGULAR else self.moving.v)[index]

    def before(self, link: Link) -> Vector:
        """v of a link's origin without the joint's own part, along the parent's axes."""
        w, v = (self.velocity(kind, link.parent) for kind in (Kind.ANGULAR, Kind.LINEAR))
        return v + w.cross(link.offset)

    def component(self, definition: Definition) -> tuple[Place, int] | None:
        """The place and sign, where the definition is a component of a link's velocity."""
        if not isinstance(definition, AngularVelocity | Velocity):
            return None
        if definition.seen_from is not GROUND:
            return None
        frame = _frame_of(definition)
        mount, axes = self.tree.mounts[frame], self.tree.mounts[definition.along.frame]
        if mount.link < 0 or mount.link != axes.link:
            return None
        if isinstance(definition, Velocity) and any(self.express.place(definition.point)):
            return None
        direction = self.express.direction(definition.along, mount.link).components
        for axis in range(3):
            others = (direction[axis - 1], direction[axis - 2])
            if not any(others) and abs(direction[axis]) == 1:
                kind = Kind.LINEAR if isinstance(definition, Velocity) else Kind.ANGULAR
                return (kind, mount.link, axis), 1 if direction[axis] == 1 else -1
        return None

    def form(self, definition: Definition) -> Form:
        """The named velocity as a Form."""
        match definition:
            case CoordinateRate():
                return self._rate(definition)
            case AngularVelocity():
                return self._relative(definition.frame, definition.seen_from, definition.along)
            case Velocity():
                return self._point(definition.point, definition.seen_from, definition.along)
            case _:
                raise DerivationError(
                    f"'{definition}' is no velocity, so it can define neither a generalized "
                    "speed nor a motion constraint. Name a velocity, an angular velocity or a rate."
                )

    def point_velocity(self, point: Point) -> Vector:
        """v of a point of a frame, along its link's axes: v_P = v_L + ω_L × p."""
        link = self.tree.mounts[point.frame].link
        w, v = self.velocity(Kind.ANGULAR, link), self.velocity(Kind.LINEAR, link)
        return v + w.cross(Vector(w.frame, self.express.place(point)))

    def _rate(self, definition: CoordinateRate) -> Form:
        """q̇ of a coordinate: one of the joint's rates, linear in its natural speeds."""
        for link in self.tree.links:
            names = link.motion.names[0]
            if definition.coordinate in names:
                sigma = [self.natural(number) for number in link.speeds]
                form: Form = link.motion.rates(link.q, sigma)[names.index(definition.coordinate)]
                return form
        known = ", ".join(self.tree.coordinates)
        raise DerivationError(
            f"rate('{definition.coordinate}'): the system has no such coordinate; it has {known}."
        )

    def natural(self, number: int) -> Form:
        """A natural speed σ, as a Form."""
        return Form({number: self.tree.lift.scalar(1)}, self.none.value)

    def _relative(self, frame: Frame, seen_from: Frame, along: Direction) -> Form:
        index = self.tree.mounts[frame].link
        w = self.velocity(Kind.ANGULAR, index)
        other = self.velocity(Kind.ANGULAR, self.tree.mounts[seen_from].link)
        total = w - self.express.vector(other, index) if seen_from is not GROUND else w
        return _dot(total, self.express.direction(along, index))

    def _point(self, point: Point, seen_from: Frame, along: Direction) -> Form:
        """v of a point in a frame: v_P − v_F − ω_F × p_FP."""
        index = self.tree.mounts[point.frame].link
        v = self.point_velocity(point)
        if seen_from is not GROUND:
            other = self.tree.mounts[seen_from].link
            origin = Point("", seen_from, (0, 0, 0))
            w_F = self.express.vector(self.velocity(Kind.ANGULAR, other), index)
            v_F = self.express.vector(self.point_velocity(origin), index)
            v = v - v_F - w_F.cross(self.express.between(origin, point, index))
        return _dot(v, self.express.direction(along, index))


def _frame_of(definition: AngularVelocity | Velocity) -> Frame:
    return definition.point.frame if isinstance(definition, Velocity) else definition.frame


def _dot(forms: Vector, direction: Vector) -> Form:
    f, d = forms, direction
    total: Form = f[0] * d[0] + f[1] * d[1] + f[2] * d[2]
    return total
