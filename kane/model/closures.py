"""Constraints made of several relations: points joined, loops closed by any joint, rolling.

Each lists its relations, named after it: "loop, x", "loop, y", ….

From: constraints.py    Next: system.py
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from kane.algebra.expr import Equality, Expr, Scalar
from kane.geometry.rotation import IDENTITY, Rows
from kane.geometry.vector import Frame, HalfSpace, Vector
from kane.model.body import Body, Point
from kane.model.constraints import CHOSEN, Configuration, Motion, Relation
from kane.model.given import refuse, shown
from kane.model.joints.joint import Joint
from kane.model.joints.prismatic import Sliding
from kane.model.joints.revolute import Turning
from kane.model.joints.screw import Screwing
from kane.model.joints.spherical import Ball
from kane.model.quantities import (
    Direction,
    Gap,
    Rim,
    RimVelocity,
    cosine,
    position,
    quantity,
)
from kane.model.rolling.wheel import Wheel
from kane.model.shapes import Disk, Sphere

AXES: Final = "xyz"


@dataclass(frozen=True, slots=True, eq=False)
class Joined:
    """Two points that stay together: a loop closed by a ball joint.

    `along` says along which axes of `start`'s frame: all three, or "xy" where the third takes
    care of itself, as in a plane mechanism. `dependent` names as many speeds, "u4 u5".
    """

    name: str
    start: Point
    end: Point
    along: str = AXES
    dependent: str = ""
    active: bool = True

    @property
    def relations(self) -> tuple[Relation, ...]:
        """One for each axis."""
        rows = [_level(self.start, self.end, axis) == 0 for axis in self.along]
        return _named(self, rows, self.along)


@dataclass(frozen=True, slots=True, eq=False)
class Closed:
    """A loop closed by a joint, which stays out of the tree: its coordinates are not counted.

    `Closed(Revolute("loop", rocker, coupler, axis=Z, at=…, on=…))`. What the joint allows is left
    free and all else is held. Redundant relations are dropped where the motion begins.
    """

    joint: Joint
    dependent: str = ""
    active: bool = True

    @property
    def name(self) -> str:
        """The joint's name."""
        return self.joint.name

    @property
    def relations(self) -> tuple[Relation, ...]:
        """What the joint forbids, as relations of places."""
        named = list(_forbidden(self.joint))
        return _named(self, [relation for _, relation in named], [word for word, _ in named])


@dataclass(frozen=True, slots=True, eq=False)
class Rolling:
    """A wheel or a ball that rolls on a plane without slipping.

    The wheel is a circle of `radius` about `centre` (default: the body's mass centre) with its
    axis along `axis`, a vector of the frame in which the axis stays fixed: the fork's, where the
    wheel turns in a fork, which keeps the relations short. Without an axis it is a ball. Without a
    radius the body's shape tells, a Disk or a Sphere. The relations are that the touching point of
    the body is at rest in the plane, along the axes of the axis' frame (a ball: of the plane's),
    and that it touches.
    """

    name: str
    body: Body
    on: HalfSpace
    radius: Scalar | None = None
    axis: Vector | None = None
    centre: Point | None = None
    dependent: str = ""
    active: bool = True

    @property
    def rim(self) -> Rim:
        """The circle or sphere that touches."""
        shape = self.body.shape if self.radius is None else None
        radius, axis, at = self.radius, self.axis, getattr(shape, "at", None)
        if isinstance(shape, Disk):
            radius, axis = shape.radius, axis or self.body.vector(*shape.axis)
        elif isinstance(shape, Sphere):
            radius = shape.radius
        if radius is None:
            what = f"it has no radius, and the shape of body '{self.body}' tells none."
            remedy = f'Give a radius, or Body("{self.body}", …, shape=Disk(0.3, axis=Y)).'
            refuse(f"Constraint '{self.name}'", what, remedy)
        own = self.body.mass_centre if at is None else self.body.point(f"{self.body}_c", at)
        on = Point(f"{self.on.frame}_o", self.on.frame, self.on.through)
        normal = Direction(frame=self.on.frame, components=self.on.normal)
        along = None if axis is None else _direction(axis)
        return Rim(centre=self.centre or own, radius=radius, axis=along, on=on, normal=normal)

    @property
    def relations(self) -> tuple[Relation, ...]:
        """Three velocities that vanish, and the gap, whose rate is one of them."""
        rim = self.rim
        frame = self.on.frame if rim.axis is None else rim.axis.frame
        rows = [_slip(rim, axis) == 0 for axis in (frame.x, frame.y, frame.z)]
        moving = _named(self, rows, AXES, Motion)
        touching = Configuration(
            f"{self.name}, gap", _equality(quantity(Gap(rim=rim)) == 0), "", self.active, False
        )
        return (*moving, touching)


Closure = Joined | Closed | Rolling | Wheel
Constraint = Motion | Configuration | Closure


def relations_of(constraint: Constraint) -> tuple[Relation, ...]:
    """A constraint's relations; a single one is its own."""
    if isinstance(constraint, Motion | Configuration):
        return (constraint,)
    return constraint.relations


def _named(
    closure: Joined | Closed | Rolling,
    rows: list[Any],
    words: Any,
    kind: type[Motion] | type[Configuration] = Configuration,
) -> tuple[Relation, ...]:
    """The relations with names and dependent speeds."""
    speeds = closure.dependent.split()
    if speeds == [CHOSEN]:
        speeds = [CHOSEN] * len(rows)
    if len(speeds) > len(rows):
        what = f"{len(speeds)} dependent speeds are named for {len(rows)} relations."
        refuse(f"Constraint '{closure.name}'", what, "Name at most one for each.")
    speeds += [""] * (len(rows) - len(speeds))
    return tuple(
        kind(f"{closure.name}, {word}", _equality(row), speed, closure.active)
        for word, row, speed in zip(words, rows, speeds, strict=True)
    )


def _equality(relation: Any) -> Equality:
    assert isinstance(relation, Equality)
    return relation


def _level(start: Point, end: Point, axis: str) -> Expr:
    """How far `end` is from `start` along an axis of `start`'s frame."""
    return position(start, end).along(getattr(start.frame, axis))


def _slip(rim: Rim, direction: Vector) -> Expr:
    return quantity(RimVelocity(rim=rim, along=_direction(direction)))


def _direction(vector: Vector) -> Direction:
    return Direction(frame=vector.frame, components=vector.components)


# ── loops closed by a joint ───────────────────────────────────────────────────────────────
def _forbidden(joint: Joint) -> Iterator[tuple[str, Any]]:
    """What a joint holds: lengths along its axes, and angles between directions."""
    slides = [motion.axis for motion in joint.motions if isinstance(motion, Sliding)]
    turns = [motion for motion in joint.motions if isinstance(motion, Turning | Ball)]
    known = len(slides) + len(turns) == len(joint.motions)
    if not known or joint.prescribed or any(isinstance(m, Screwing) for m in joint.motions):
        what = "a loop cannot be closed by this joint."
        remedy = (
            "Close it by Revolute, Prismatic, Cylindrical, Universal, Gimbal, Spherical, Planar or "
            "Fixed, with no coordinate prescribed; for a screw, close it by Cylindrical and relate "
            "the rates by a Motion."
        )
        refuse(f"Constraint '{joint.name}'", what, remedy)
    yield from _held_places(joint, slides)
    plain = [turn for turn in turns if isinstance(turn, Turning)]
    if len(plain) == len(turns) < 3:  # not a ball joint, nor three gimbals: some turn is held
        yield from _held_turns(joint, plain)


def _held_places(joint: Joint, slides: list[Any]) -> Iterator[tuple[str, Any]]:
    """No distance along the axes of J that the joint does not slide along."""
    start = Point(f"{joint.name}_J", joint.parent, joint.at)
    end = Point(f"{joint.name}_K", joint.child, joint.on)
    for direction, word in _across(slides, joint, "slides"):
        along = _turned(joint.parent, joint.axes, direction)
        yield word, position(start, end).along(along) == 0


def _held_turns(joint: Joint, turns: list[Turning]) -> Iterator[tuple[str, Any]]:
    """Directions of the parent and the child that keep their angle."""
    parent, child = joint.parent, joint.child
    if len(turns) == 2:
        first, second = (turn.axis for turn in turns)
        a, b = _turned(parent, joint.axes, first), child.vector(*second)
        yield "axes", cosine(a, b) == _dot(first, second)
        return
    if len(turns) == 1:
        axis = turns[0].axis
        for direction, word in _across([axis], joint, "turns"):
            a = _turned(parent, joint.axes, direction)
            yield f"tilt {word}", cosine(a, child.vector(*axis)) == 0
        return
    for i, j in ((0, 1), (1, 2), (2, 0)):
        a = _turned(parent, joint.axes, IDENTITY[i])
        yield f"turn {AXES[3 - i - j]}", cosine(a, child.vector(*IDENTITY[j])) == 0


def _across(axes: list[Any], joint: Joint, what: str) -> list[tuple[Any, str]]:
    """The coordinate axes of J that are at right angles to these, with their letters."""
    used = [i for i in range(3) if any(_is_along(axis, i) for axis in axes)]
    if len(used) != len(axes):
        told = f"it {what} along {', '.join(map(shown, axes))}, which is none of its axes."
        refuse(f"Constraint '{joint.name}'", told, "Turn its `axes` so that it is x, y or z.")
    return [(IDENTITY[i], AXES[i]) for i in range(3) if i not in used]


def _is_along(axis: Any, i: int) -> bool:
    return all((abs(x) == 1) if k == i else not x for k, x in enumerate(axis))


def _turned(frame: Frame, axes: Rows, direction: Any) -> Vector:
    """A direction along J's axes, along its parent's: R_PJ d."""
    x, y, z = (_dot(row, direction) for row in axes)
    return frame.vector(x, y, z)


def _dot(a: Any, b: Any) -> Any:
    return sum((x * y for x, y in zip(a, b, strict=True) if x and y), 0)
