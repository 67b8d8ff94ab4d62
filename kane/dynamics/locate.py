"""Definitions: what a named velocity is, as a Form in the natural speeds.

From: kinematics.py    Next: speeds.py, places.py
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kane.dynamics.cost import cost
from kane.dynamics.express import Expression
from kane.dynamics.form import REMAINDER, Form
from kane.dynamics.kinematics import Kind, Place, Velocities
from kane.dynamics.near import common_link, nearest, tangent
from kane.dynamics.riding import on_parent
from kane.dynamics.rims import to_rim
from kane.dynamics.tree import Link, Tree
from kane.errors import DerivationError
from kane.geometry.vector import GROUND, Components, Frame, Vector
from kane.model.body import Point
from kane.model.meeting import Approach, Slipping
from kane.model.quantities import (
    AngularVelocity,
    CoordinateRate,
    Definition,
    Direction,
    RimVelocity,
    Velocity,
)


class Definitions:
    """The velocities of a tree, asked for by name, with σ and all else as Forms of one kind."""

    def __init__(
        self,
        tree: Tree,
        moving: Velocities,
        sigma: Sequence[Form],
        u: Sequence[Any] | None = None,
    ) -> None:
        zero = tree.lift.scalar(0)
        self.tree = tree
        self.u = u
        self.moving = moving
        self.sigma = sigma
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

    def component(self, definition: Definition | None) -> tuple[Place, int] | None:
        """The place and sign, where the definition is a component of a link's velocity."""
        found = self.along_axis(definition)
        return None if found is None or any(found[2]) else found[:2]

    def along_axis(self, definition: Definition | None) -> tuple[Place, int, Components] | None:
        """The same for any point of the link, with the point's place.

        A component that joints leave as it is belongs to the link inward of them: ω's across
        the axis of a turn, v of a point on that axis.
        """
        if not isinstance(definition, AngularVelocity | Velocity):
            return None
        if definition.seen_from is not GROUND:
            return None
        if isinstance(definition, Velocity) and definition.carrier is not definition.point.frame:
            return None
        axes = self.tree.mounts[definition.along.frame].link
        place = self._inward(definition, axes)
        if axes < 0 or place is None:
            return None
        direction = self.express.direction(definition.along, axes).components
        for axis in range(3):
            others = (direction[axis - 1], direction[axis - 2])
            if not any(others) and abs(direction[axis]) == 1:
                kind = Kind.LINEAR if isinstance(definition, Velocity) else Kind.ANGULAR
                return (kind, axes, axis), 1 if direction[axis] == 1 else -1, place
        return None

    def _inward(self, definition: AngularVelocity | Velocity, axes: int) -> Components | None:
        """Where the point is on a link on its way, if the joints between leave it as it is."""
        links, zero = self.tree.links, self.tree.lift.scalar(0)
        if isinstance(definition, Velocity):
            link = self.tree.mounts[definition.point.frame].link
            place: Components | None = self.express.place(definition.point)
            while link > axes and place is not None:
                link, place = links[link].parent, on_parent(links[link], place)
            return place if link == axes else None
        link = self.tree.mounts[definition.frame].link
        while link > axes:
            step = links[link]
            along = self.express.direction(definition.along, step.parent)
            if any(step.rotation.out(turn).dot(along) for turn in step.angular):
                return None
            link = step.parent
        return (zero, zero, zero) if link == axes else None

    def form(self, definition: Definition) -> Form:
        """The named velocity as a Form."""
        match definition:
            case CoordinateRate():
                return self._rate(definition)
            case AngularVelocity():
                return self._relative(definition.frame, definition.seen_from, definition.along)
            case Velocity():
                return self._point(definition)
            case RimVelocity():
                return self._rim(definition)
            case Approach() | Slipping():
                return self._meeting(definition)
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
                sigma = [self.sigma[number] for number in link.speeds]
                form: Form = link.motion.rates(link.q, sigma)[names.index(definition.coordinate)]
                return form
        known = ", ".join(self.tree.coordinates)
        raise DerivationError(
            f"rate('{definition.coordinate}'): the system has no such coordinate; it has {known}."
        )

    def _relative(self, frame: Frame, seen_from: Frame, along: Direction) -> Form:
        """(ω_B − ω_F)·d, along the axes of the last link on the way to all three."""
        links = [self.tree.mounts[f].link for f in (frame, seen_from, along.frame)]
        seen = links[:2] if seen_from is not GROUND else links[:1]
        common = self.express.common(*seen, links[2])
        total = self.turning(links[0], common)
        if seen_from is not GROUND:
            total = total - self.turning(links[1], common)
        return _dot(total, self.express.direction(along, common))

    def _point(self, velocity: Velocity) -> Form:
        """(v_P − v of F's point at P)·d, along the axes of the last link on the way to all."""
        point, seen_from, along = velocity.point, velocity.seen_from, velocity.along
        frames = (velocity.carrier, seen_from, along.frame)
        links = [self.tree.mounts[frame].link for frame in frames]
        seen = links[:2] if seen_from is not GROUND else links[:1]
        common = self.express.common(*seen, links[2])
        total = self.carried(links[0], point, common)
        if seen_from is GROUND:
            return _dot(total, self.express.direction(along, common))
        total = total - self.carried(links[1], point, common)
        usual = _dot(total, self.express.direction(along, common))
        direct = self._along_carrier(links, velocity)
        return direct if direct is not None and _length(direct) < _length(usual) else usual

    def _along_carrier(self, links: Sequence[int], velocity: Velocity) -> Form | None:
        """The same where the carrier's own axes hold d, and it is carried by F: there v_P may be
        short, being that of speeds, and what F adds is in both."""
        carrier, seen, axes = links
        if axes != carrier or seen not in self.tree.path(carrier):
            return None
        own, rest = (self._carrying(link, velocity.point) for link in (carrier, seen))
        total = own - self.express.vector(rest, carrier)
        return self._summed(_dot(total, self.express.direction(velocity.along, carrier)))

    def _carrying(self, link: int, point: Point) -> Vector:
        """v of the place of a point, were it fixed in a link, along the link's axes."""
        w, v = (self.velocity(kind, link) for kind in (Kind.ANGULAR, Kind.LINEAR))
        return v + w.cross(self.express.from_origin(link, point))

    def _summed(self, form: Form) -> Form:
        """The Form with the value that its coefficients give, what cancels gone."""
        if self.u is None:
            return form
        total = form.value * 0 + form.of(REMAINDER, 0)
        for r, c in form.coefficients.items():
            total = total + (self.u[r] * c if r != REMAINDER else 0)
        return Form(form.coefficients, total)

    def _rim(self, velocity: RimVelocity) -> Form:
        """v of the body's point at K less that of the plane's, p_CK of rims.py, along d."""
        rim, along = velocity.rim, velocity.along
        frames = [rim.centre.frame, rim.on.frame, along.frame]
        if rim.axis is not None:
            frames.append(rim.axis.frame)
        body, plane, *others = (self.tree.mounts[frame].link for frame in frames)
        seen = [body] if rim.on.frame is GROUND else [body, plane]
        common = self.express.common(*seen, *others)
        r = to_rim(rim, self.express, common)
        total = self.carried(body, rim.centre, common) + self.turning(body, common).cross(r)
        if rim.on.frame is not GROUND:
            total = total - self.carried(plane, rim.centre, common)
            total = total - self.turning(plane, common).cross(r)
        return _dot(total, self.express.direction(along, common))

    def _meeting(self, asked: Approach | Slipping) -> Form:
        """v of the first's point at K less that of the second's there, along n or a tangent."""
        pair, common = asked.pair, common_link(asked.pair, self.express)
        found, centre = nearest(pair, self.express), pair.first.centre
        both = (pair.first, pair.second)
        first, second = (self.tree.mounts[one.centre.frame].link for one in both)
        along = found.normal
        if isinstance(asked, Slipping):
            along = tangent(pair, asked.tangent, along, self.express)
        v = self.carried(first, centre, common) + self.turning(first, common).cross(found.offset)
        if pair.second.centre.frame is not GROUND:
            v = v - self.carried(second, centre, common)
            v = v - self.turning(second, common).cross(found.offset)
        return _dot(v, along)

    def turning(self, link: int, common: int) -> Vector:
        """ω of a link along the axes of one on its way: the turns between, each carried inward.

        So a turn meets no rotation that it does not need, and c² + s² never appears.
        """
        total = self.velocity(Kind.ANGULAR, common)
        for step in self._steps(link, common):
            total = total + self.express.vector(self._own(Kind.ANGULAR, step), common)
        return total

    def carried(self, link: int, point: Point, common: int) -> Vector:
        """v of the place of a point, were it fixed in a link: v + ω × p, step by step."""
        w, v = self.velocity(Kind.ANGULAR, common), self.velocity(Kind.LINEAR, common)
        total = v + w.cross(self.express.from_origin(common, point))
        way = self.tree.path(self.tree.mounts[point.frame].link)
        for step in self._steps(link, common):
            turn, slide = self._own(Kind.ANGULAR, step), self._own(Kind.LINEAR, step)
            if step.index in way:  # the point rides on the link: its place there is shorter
                own = slide + turn.cross(self.express.from_origin(step.index, point))
            else:
                turn, slide = step.rotation.out(turn), step.rotation.out(slide)
                place = self.express.from_joint(step, point)
                own = slide + turn.cross(place)
            total = total + self.express.vector(own, common)
        return total

    def _own(self, kind: Kind, link: Link) -> Vector:
        """Σ direction σ of a link's joint."""
        directions = link.angular if kind is Kind.ANGULAR else link.linear
        total = Vector(link.frame, (self.none, self.none, self.none))
        for direction, number in zip(directions, link.speeds, strict=True):
            x, y, z = (self.sigma[number] * component for component in direction.components)
            total = total + Vector(link.frame, (x, y, z))
        return total

    def _steps(self, link: int, common: int) -> list[Link]:
        """The links after the common one on the way to a link."""
        return [self.tree.links[number] for number in self.tree.path(link) if number > common]


def _dot(forms: Vector, direction: Vector) -> Form:
    f, d = forms, direction
    total: Form = f[0] * d[0] + f[1] * d[1] + f[2] * d[2]
    return total


def _length(form: Form) -> int:
    """What the coefficients cost."""
    return cost(list(form.coefficients.values())).weight
