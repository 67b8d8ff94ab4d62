"""Shapes: what of a body may touch. They stand about a place of the body, along its axes.

    wheel = Body("wheel", mass=1, inertia=(…), shape=Disk(0.3, axis=Y))

A `rounding` is the radius of a ball that is rolled over the whole outside, which it enlarges: two
shapes of which neither is round touch in places that jump, so one of them needs some.

From: body.py    Next: meeting.py, contacts.py
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from itertools import product
from typing import Any, Final

from kane.algebra.expr import Scalar
from kane.errors import Fault
from kane.geometry.vector import Components, Z


@dataclass(frozen=True, slots=True)
class Sphere:
    """All within a distance of a place (default: the mass centre)."""

    radius: Scalar
    at: Components | None = None


@dataclass(frozen=True, slots=True)
class Capsule:
    """All within a radius of a straight line, which stands along an axis of the body."""

    radius: Scalar
    length: Scalar  # of the line: the capsule is longer by two radii
    axis: Components = Z
    at: Components | None = None


@dataclass(frozen=True, slots=True)
class Box:
    """A box of these sizes along the body's axes; flat, a rectangle, where one of them is 0."""

    x: Scalar
    y: Scalar
    z: Scalar
    rounding: Scalar = 0
    at: Components | None = None

    @property
    def corners(self) -> tuple[tuple[float, ...], ...]:
        """Signs of the corners along x, y, z: 0 where it is flat."""
        signs = [(0.0,) if size == 0 else (-1.0, 1.0) for size in (self.x, self.y, self.z)]
        return tuple(product(*signs))


@dataclass(frozen=True, slots=True)
class Disk:
    """A thin disk: what touches is its rim, a circle about an axis of the body."""

    radius: Scalar
    axis: Components = Z
    at: Components | None = None


@dataclass(frozen=True, slots=True)
class Ellipsoid:
    """An ellipsoid with these semi-axes along the body's axes."""

    x: Scalar
    y: Scalar
    z: Scalar
    at: Components | None = None


@dataclass(frozen=True, slots=True)
class Convex:
    """The convex hull of points, from the body's origin along its axes; it touches planes."""

    points: tuple[tuple[float, float, float], ...]
    rounding: Scalar = 0


Shape = Sphere | Capsule | Box | Disk | Ellipsoid | Convex
SHAPES: Final = (Sphere, Capsule, Box, Disk, Ellipsoid, Convex)


def shape_faults(path: str, shape: Any) -> Iterator[Fault]:
    """A shape that is none, or of which a size is of no use."""
    if not isinstance(shape, SHAPES):
        what = f"its shape is of type {type(shape).__name__}."
        known = ", ".join(one.__name__ for one in SHAPES)
        yield Fault(path=path, what=what, remedy=f"Give one of {known}.")
        return
    flat = [0 for item in fields(shape) if item.name in "xyz" and getattr(shape, item.name) == 0]
    if isinstance(shape, Box) and len(flat) > 1:
        what = f"its box has {3 - len(flat)} sizes that are not 0."
        yield Fault(path=path, what=what, remedy="Give at least two: else it is a Capsule.")
    if isinstance(shape, Convex) and len(shape.points) < 2:
        what = f"its hull has {len(shape.points)} points."
        yield Fault(path=path, what=what, remedy="Give at least two, or a Sphere.")


def sizes_of(shape: Shape) -> Iterator[tuple[str, Any, bool]]:
    """Every size of a shape: name, value, and whether it has to be more than zero."""
    for item in fields(shape):
        if item.name in ("at", "axis", "points"):
            continue
        may_vanish = item.name == "rounding" or isinstance(shape, Box | Capsule)
        yield item.name, getattr(shape, item.name), not may_vanish or item.name == "radius"
