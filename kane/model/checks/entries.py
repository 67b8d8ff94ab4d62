"""Entries: every scalar of a description, and what it is meant to be.

From: entry.py, kinds.py    Next: scalars.py, dimensions.py
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Final

from kane.algebra.expr import Expr
from kane.geometry.rotation import IDENTITY
from kane.geometry.vector import ZEROS, Components
from kane.model.body import Body, Point
from kane.model.checks.entry import Entry, May, Sign, definitions, entry
from kane.model.checks.kinds import Kinds, coordinate_dimensions, motion_dimensions
from kane.model.checks.parts import Parts
from kane.model.dimension import (
    ACCELERATION,
    FIELD,
    FORCE,
    INERTIA,
    LENGTH,
    MASS,
    NONE,
    STIFFNESS,
    TIME,
    TORQUE,
    Dimension,
)
from kane.model.joints.contract import Motion
from kane.model.joints.joint import Joint
from kane.model.joints.screw import Screwing
from kane.model.loads import (
    BaseAcceleration,
    Force,
    Gravity,
    JointDamper,
    JointForce,
    JointFriction,
    JointSpring,
    Load,
    PointMass,
    Spin,
    SpringDamper,
    Torque,
)
from kane.model.meeting import Apart, Approach, Slipping
from kane.model.penalty import Penalty
from kane.model.quantities import Direction, Distance, Gap, Position, RimVelocity, Velocity
from kane.model.shapes import sizes_of


def entries_of(parts: Parts) -> list[Entry]:
    """Every scalar of a description."""
    found = list(_stated(parts))
    return found + list(_implied(parts, found))


# ── what is written down ──────────────────────────────────────────────────────────────────
def _stated(parts: Parts) -> Iterator[Entry]:
    for path, body in parts.bodies.items():
        yield from _body(path, body)
    for path, joint in parts.joints.items():
        yield from _joint(path, joint)
    kinds = coordinate_dimensions(parts)
    for path, load in parts.loads.items():
        yield from _load(path, load, kinds)
    for path, constraint in parts.constraints.items():
        for side in (constraint.relation.left, constraint.relation.right):
            yield entry(path, "relation", side, May.MOTION)
    for name, definition in parts.speeds.items():
        yield entry(f"Speed '{name}'", "definition", definition, May.MOTION)


def _body(path: str, body: Body) -> Iterator[Entry]:
    yield entry(path, "mass", body.mass, May.FIXED, MASS, Sign.NOT_NEGATIVE)
    yield from _triple(path, "centre", body.centre, May.FIXED, LENGTH)
    if body.shape is not None:
        for field, size, positive in sizes_of(body.shape):
            sign = Sign.POSITIVE if positive else Sign.NOT_NEGATIVE
            yield entry(path, f"shape, {field}", size, May.FIXED, LENGTH, sign)
    for i, j in _PLACES:
        value = body.inertia[i][j]
        if i <= j or value is not body.inertia[j][i]:
            yield entry(path, f"inertia {'xyz'[i]}{'xyz'[j]}", value, May.FIXED, INERTIA)


def _joint(path: str, joint: Joint) -> Iterator[Entry]:
    yield from _triple(path, "at", joint.at, May.FIXED, LENGTH)
    yield from _triple(path, "on", joint.on, May.FIXED, LENGTH)
    if joint.axes is not IDENTITY:
        for i, row in enumerate(joint.axes, start=1):
            yield from _triple(path, f"axes, row {i}", row, May.FIXED, NONE)
    kinds: Kinds = {}
    for motion in joint.motions:
        kinds.update(zip(motion.names[0], motion_dimensions(motion), strict=False))
        yield from _motion(path, motion)
    for name, value in joint.prescribed.items():
        yield entry(path, f"motion of '{name}'", value, May.TIME, kinds.get(name))


def _motion(path: str, motion: Motion) -> Iterator[Entry]:
    """The scalars in a motion's fields: a screw's pitch, or those of a joint of one's own."""
    for item in fields(motion):  # type: ignore[arg-type]
        value = getattr(motion, item.name)
        if isinstance(motion, Screwing) and item.name == "pitch":
            yield entry(path, "pitch", value, May.FIXED, LENGTH)
        elif isinstance(value, Expr):
            yield entry(path, item.name, value, May.FIXED)
        elif isinstance(value, tuple) and any(isinstance(x, Expr) for x in value):
            for x in value:
                yield entry(path, item.name, x, May.FIXED)


def _load(path: str, load: Load, kinds: Kinds) -> Iterator[Entry]:
    match load:
        case Gravity():
            yield from _triple(path, "along", load.along.components, May.OUTSIDE, NONE)
            yield entry(path, "magnitude", load.magnitude, May.OUTSIDE, ACCELERATION)
        case BaseAcceleration():
            given = load.vector.components
            yield from _triple(path, "vector", given, May.OUTSIDE, ACCELERATION)
        case PointMass():
            yield entry(path, "mu", load.mu, May.OUTSIDE, FIELD)
        case Force():
            yield from _triple(path, "vector", load.vector.components, May.ANY, FORCE)
        case Torque():
            yield from _triple(path, "vector", load.vector.components, May.ANY, TORQUE)
        case Spin():
            spun = TORQUE * TIME
            yield from _triple(path, "momentum", load.momentum.components, May.ANY, spun)
            yield from _triple(path, "rate", load.rate.components, May.ANY, TORQUE)
            yield entry(path, "energy", load.energy, May.ANY, TORQUE)
        case SpringDamper():
            yield entry(path, "stiffness", load.stiffness, May.OUTSIDE, STIFFNESS)
            yield entry(path, "damping", load.damping, May.ANY, STIFFNESS * TIME)
            yield entry(path, "length", load.length, May.OUTSIDE, LENGTH, Sign.NOT_NEGATIVE)
        case Penalty():
            yield from _penalty(path, load)
        case _:
            yield from _joint_load(path, load, kinds.get(load.coordinate))


def _penalty(path: str, load: Penalty) -> Iterator[Entry]:
    """Its numbers, and the quantities that it is made of."""
    yield entry(path, "stiffness", load.stiffness, May.OUTSIDE, None, Sign.NOT_NEGATIVE)
    yield entry(path, "damping", load.damping, May.OUTSIDE, None, Sign.NOT_NEGATIVE)
    yield entry(path, "friction", load.contact.friction, May.OUTSIDE, NONE, Sign.NOT_NEGATIVE)
    yield entry(path, "width", load.width, May.OUTSIDE, LENGTH / TIME, Sign.POSITIVE)
    for pair in load.pairs:
        gap, opening, slips = load.quantities(pair)
        for name, one in (("gap", gap), ("opening", opening), *(("slip", v) for v in slips)):
            yield entry(path, name, one, May.MOTION)


def _joint_load(
    path: str,
    load: JointForce | JointSpring | JointDamper | JointFriction,
    kind: Dimension | None,
) -> Iterator[Entry]:
    """A joint's own element: force times coordinate is energy."""
    force = TORQUE / kind if kind else None
    stiffness = force / kind if force and kind else None
    damping = stiffness * TIME if stiffness else None
    match load:
        case JointForce():
            yield entry(path, "value", load.value, May.ANY, force)
        case JointSpring():
            yield entry(path, "stiffness", load.stiffness, May.OUTSIDE, stiffness)
            yield entry(path, "rest", load.rest, May.OUTSIDE, kind)
        case JointDamper():
            yield entry(path, "damping", load.damping, May.ANY, damping)
        case JointFriction():
            rate = kind / TIME if kind else None
            yield entry(path, "coulomb", load.coulomb, May.ANY, force, Sign.NOT_NEGATIVE)
            yield entry(path, "viscous", load.viscous, May.ANY, damping)
            yield entry(path, "width", load.width, May.ANY, rate, Sign.POSITIVE)


# ── what is referred to ───────────────────────────────────────────────────────────────────
def _implied(parts: Parts, stated: list[Entry]) -> Iterator[Entry]:
    """The positions of points and the components of directions that are referred to."""
    points = {id(point): point for load in parts.loads.values() for point in points_in(load)}
    for path, definition in definitions(stated):
        points.update({id(point): point for point in points_in(definition)})
        direction = getattr(definition, "along", None)
        if isinstance(direction, Direction) and direction.components not in _AXES:
            field = f"direction of {definition}"
            yield from _triple(path, field, direction.components, May.PLACE, None)
    for point in points.values():
        path = f"Point '{point}' of '{point.frame}'"
        yield from _triple(path, "position", point.position, May.FIXED, LENGTH)


def points_in(item: object) -> tuple[Point, ...]:
    """The points that a load or a quantity refers to."""
    match item:
        case PointMass() | Force():
            return (item.at,)
        case SpringDamper() | Position() | Distance():
            return (item.start, item.end)
        case Velocity():
            return (item.point,)
        case Gap() | RimVelocity():
            return (item.rim.centre, item.rim.on)
        case Apart() | Approach() | Slipping():
            return (item.pair.first.centre, item.pair.second.centre)
        case _:
            return ()


def _triple(
    path: str, field: str, given: Components, may: May, dimension: Dimension | None
) -> Iterator[Entry]:
    if given is ZEROS:
        return
    for axis, value in zip("xyz", given, strict=True):
        if value.__class__ is not int or value:
            yield entry(path, f"{field}.{axis}", value, may, dimension)


_PLACES: Final = tuple((i, j) for i in range(3) for j in range(3))
_AXES: Final = tuple(
    tuple(sign if k == axis else 0 for k in range(3)) for axis in range(3) for sign in (1, -1)
)
