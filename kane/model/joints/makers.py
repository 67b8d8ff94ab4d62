"""The joints a description is written with, each a chain of simple motions.

Every maker takes the names of its coordinates in one string, the parent and the child, then
where the joint is: `at` in the parent (a Point of it, or a position), `on` in the child, and
`axes`, the rows of a constant rotation R_PJ, where J's axes are not the parent's. A coordinate
may follow a function of time: `motion={"q1": sin(clock())}`.

From: joint.py, revolute.py …    Next: kane/model/loads.py
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from kane.algebra.expr import Scalar
from kane.geometry.rotation import IDENTITY, Rows
from kane.geometry.vector import ZEROS, Components, Frame, X, Y, Z
from kane.model.body import Body
from kane.model.given import named, refuse, rows, shown
from kane.model.joints.arguments import AXES, Place, names, place, sequence_of, unit
from kane.model.joints.contract import Motion
from kane.model.joints.free import Axes, Floating
from kane.model.joints.joint import Joint
from kane.model.joints.prismatic import Sliding
from kane.model.joints.revolute import Turning
from kane.model.joints.screw import Screwing
from kane.model.joints.spherical import Ball

Given = Mapping[str, Scalar]
NOTHING: Final[Given] = {}


def Revolute(
    coordinate: str,
    parent: Frame,
    child: Frame,
    *,
    axis: Components = Z,
    at: Place = ZEROS,
    on: Place = ZEROS,
    axes: Rows = IDENTITY,
    motion: Given = NOTHING,
) -> Joint:
    """Turning about one axis."""
    turning = Turning(coordinate=coordinate, axis=unit(axis, coordinate))
    return _joint(coordinate, parent, child, (turning,), at, on, axes, motion)


def Prismatic(
    coordinate: str,
    parent: Frame,
    child: Frame,
    *,
    axis: Components = Z,
    at: Place = ZEROS,
    on: Place = ZEROS,
    axes: Rows = IDENTITY,
    motion: Given = NOTHING,
) -> Joint:
    """Sliding along one axis."""
    sliding = Sliding(coordinate=coordinate, axis=unit(axis, coordinate))
    return _joint(coordinate, parent, child, (sliding,), at, on, axes, motion)


def Screw(
    coordinate: str,
    parent: Frame,
    child: Frame,
    *,
    pitch: Scalar,
    axis: Components = Z,
    at: Place = ZEROS,
    on: Place = ZEROS,
    axes: Rows = IDENTITY,
    motion: Given = NOTHING,
) -> Joint:
    """Turning about an axis and advancing along it by `pitch` metres a radian."""
    screwing = Screwing(coordinate=coordinate, axis=unit(axis, coordinate), pitch=pitch)
    return _joint(coordinate, parent, child, (screwing,), at, on, axes, motion)


def Cylindrical(
    coordinates: str,
    parent: Frame,
    child: Frame,
    *,
    axis: Components = Z,
    at: Place = ZEROS,
    on: Place = ZEROS,
    axes: Rows = IDENTITY,
    motion: Given = NOTHING,
) -> Joint:
    """Turning about an axis and sliding along it, independently: angle, then distance."""
    angle, distance = names(coordinates, 2)
    along = unit(axis, coordinates)
    motions = (Sliding(coordinate=distance, axis=along), Turning(coordinate=angle, axis=along))
    return _joint(coordinates, parent, child, motions, at, on, axes, motion)


def Universal(
    coordinates: str,
    parent: Frame,
    child: Frame,
    *,
    at: Place = ZEROS,
    on: Place = ZEROS,
    axes: Rows = IDENTITY,
    motion: Given = NOTHING,
) -> Joint:
    """Turning about x, then about the turned y (a Hooke's joint)."""
    return Gimbal(coordinates, parent, child, sequence="12", at=at, on=on, axes=axes, motion=motion)


def Gimbal(
    coordinates: str,
    parent: Frame,
    child: Frame,
    *,
    sequence: str,
    at: Place = ZEROS,
    on: Place = ZEROS,
    axes: Rows = IDENTITY,
    motion: Given = NOTHING,
) -> Joint:
    """One to three turns about axes of the child as it turns: "213" turns about 2, 1, 3.

    Turns about axes of the parent come in `SpaceFixed`.
    """
    order = sequence_of(sequence, coordinates)
    turns = tuple(_turns(names(coordinates, len(order)), order))
    return _joint(coordinates, parent, child, turns, at, on, axes, motion)


def SpaceFixed(
    coordinates: str,
    parent: Frame,
    child: Frame,
    *,
    sequence: str,
    at: Place = ZEROS,
    on: Place = ZEROS,
    axes: Rows = IDENTITY,
    motion: Given = NOTHING,
) -> Joint:
    """One to three turns about axes of the parent: "213" turns about 2, 1, 3 of J.

    Space-fixed 2-1-3 is body-fixed 3-1-2 with the angles in reverse order [Kane1985].
    """
    order = sequence_of(sequence, coordinates)
    turns = tuple(_turns(names(coordinates, len(order))[::-1], order[::-1]))
    return _joint(coordinates, parent, child, turns, at, on, axes, motion)


def Planar(
    coordinates: str,
    parent: Frame,
    child: Frame,
    *,
    at: Place = ZEROS,
    on: Place = ZEROS,
    axes: Rows = IDENTITY,
    motion: Given = NOTHING,
) -> Joint:
    """Sliding along x and y and turning about z."""
    x, y, angle = names(coordinates, 3)
    motions = (
        Sliding(coordinate=x, axis=X),
        Sliding(coordinate=y, axis=Y),
        Turning(coordinate=angle, axis=Z),
    )
    return _joint(coordinates, parent, child, motions, at, on, axes, motion)


def Spherical(
    name: str,
    parent: Frame,
    child: Frame,
    *,
    at: Place = ZEROS,
    on: Place = ZEROS,
    axes: Rows = IDENTITY,
) -> Joint:
    """Free turning about a point, by a quaternion name.w … name.z and speeds ω name.wx … ."""
    ball = Ball(
        coordinates=tuple(f"{name}.{part}" for part in "wxyz"),
        speeds=tuple(f"{name}.w{axis}" for axis in "xyz"),
    )
    return _joint(name, parent, child, (ball,), at, on, axes, NOTHING)


def Free(
    name: str,
    parent: Frame,
    child: Frame,
    *,
    linear: Axes = Axes.BODY,
    at: Place = ZEROS,
    on: Place | None = None,
    axes: Rows = IDENTITY,
) -> Joint:
    """No restriction. The place is that of the child's mass centre, unless `on` says otherwise.

    Coordinates name.px, .py, .pz, then the quaternion .w … .z; speeds .vx … then .wx … . The
    linear speeds are along the body's axes, or along the parent's with `linear=Axes.PARENT`.
    """
    if on is None:
        on = child.mass_centre if isinstance(child, Body) else ZEROS
    floating = Floating(
        coordinates=tuple(f"{name}.{part}" for part in ("px", "py", "pz", "w", "x", "y", "z")),
        speeds=tuple(f"{name}.{part}" for part in ("vx", "vy", "vz", "wx", "wy", "wz")),
        axes=linear,
    )
    return _joint(name, parent, child, (floating,), at, on, axes, NOTHING)


def Fixed(
    name: str,
    parent: Frame,
    child: Frame,
    *,
    at: Place = ZEROS,
    on: Place = ZEROS,
    axes: Rows = IDENTITY,
) -> Joint:
    """No motion: the child's axes lie in the parent by `axes`."""
    return _joint(name, parent, child, (), at, on, axes, NOTHING)


def Moving(
    name: str,
    parent: Frame,
    child: Frame,
    motion: Motion,
    *,
    at: Place = ZEROS,
    on: Place = ZEROS,
    axes: Rows = IDENTITY,
) -> Joint:
    """A joint of one's own: any `Motion` (contract.py)."""
    return _joint(name, parent, child, (motion,), at, on, axes, NOTHING)


def _joint(
    name: str,
    parent: Frame,
    child: Frame,
    motions: tuple[Motion, ...],
    at: Place,
    on: Place,
    axes: Any,
    prescribed: Given,
) -> Joint:
    path = f"Joint {shown(name)}"
    named(name, path)
    if not isinstance(prescribed, Mapping):
        what = f"motion {shown(prescribed)} is no mapping."
        refuse(path, what, 'Give coordinates and functions of time: {"q1": sin(clock())}.')
    return Joint(
        name=name,
        parent=parent,
        child=child,
        motions=motions,
        at=place(at, parent, name, "at"),
        on=place(on, child, name, "on"),
        axes=axes if axes is IDENTITY else rows(axes, path, "axes"),
        prescribed=MappingProxyType(dict(prescribed)),
    )


def _turns(given: tuple[str, ...], sequence: str) -> list[Motion]:
    return [
        Turning(coordinate=name, axis=AXES[axis])
        for name, axis in zip(given, sequence, strict=True)
    ]
