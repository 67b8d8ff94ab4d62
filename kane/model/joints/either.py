"""Joints that are made between two frames, or loose where no frames are given (loose.py).

    Gimbal("q1 q2 q3", hub, dish, sequence="213")    a Joint
    Gimbal("213", at=(0.9, 0, 0.4))                  Loose: a kind of joint and its place

From: makers.py, loose.py    Next: kane/model/loads.py
"""

from __future__ import annotations

from typing import Any, overload

from kane.geometry.rotation import IDENTITY, Rows
from kane.geometry.vector import ZEROS, Components, Frame, Z
from kane.model.given import refuse, shown
from kane.model.joints import makers
from kane.model.joints.arguments import Place, sequence_of, unit
from kane.model.joints.joint import Joint
from kane.model.joints.loose import Loose
from kane.model.joints.makers import NOTHING, Given


@overload
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
) -> Joint: ...
@overload
def Revolute(
    *,
    axis: Components = Z,
    at: Place = ZEROS,
    on: Place = ZEROS,
    axes: Rows = IDENTITY,
) -> Loose: ...
def Revolute(
    coordinate: str = "",
    parent: Frame | None = None,
    child: Frame | None = None,
    *,
    axis: Components = Z,
    at: Place = ZEROS,
    on: Place = ZEROS,
    axes: Rows = IDENTITY,
    motion: Given = NOTHING,
) -> Joint | Loose:
    """Turning about one axis."""
    if parent is not None and child is not None:
        return makers.Revolute(
            coordinate, parent, child, axis=axis, at=at, on=on, axes=axes, motion=motion
        )
    given = _where(at, on, axes, coordinate, parent)
    return Loose(
        maker=makers.Revolute, coordinates=1, given={"axis": unit(axis, "Revolute"), **given}
    )


@overload
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
) -> Joint: ...
@overload
def Prismatic(
    *,
    axis: Components = Z,
    at: Place = ZEROS,
    on: Place = ZEROS,
    axes: Rows = IDENTITY,
) -> Loose: ...
def Prismatic(
    coordinate: str = "",
    parent: Frame | None = None,
    child: Frame | None = None,
    *,
    axis: Components = Z,
    at: Place = ZEROS,
    on: Place = ZEROS,
    axes: Rows = IDENTITY,
    motion: Given = NOTHING,
) -> Joint | Loose:
    """Sliding along one axis."""
    if parent is not None and child is not None:
        return makers.Prismatic(
            coordinate, parent, child, axis=axis, at=at, on=on, axes=axes, motion=motion
        )
    given = _where(at, on, axes, coordinate, parent)
    return Loose(
        maker=makers.Prismatic, coordinates=1, given={"axis": unit(axis, "Prismatic"), **given}
    )


@overload
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
) -> Joint: ...
@overload
def Gimbal(
    coordinates: str,
    *,
    at: Place = ZEROS,
    on: Place = ZEROS,
    axes: Rows = IDENTITY,
) -> Loose: ...
def Gimbal(
    coordinates: str = "",
    parent: Frame | None = None,
    child: Frame | None = None,
    *,
    sequence: str = "",
    at: Place = ZEROS,
    on: Place = ZEROS,
    axes: Rows = IDENTITY,
    motion: Given = NOTHING,
) -> Joint | Loose:
    """One to three turns about axes of the child as it turns: "213" turns about 2, 1, 3.

    Loose, the sequence is all its text: `Gimbal("213", at=…)`. Turns about axes of the parent come
    in `SpaceFixed`.
    """
    if parent is not None and child is not None:
        return makers.Gimbal(
            coordinates, parent, child, sequence=sequence, at=at, on=on, axes=axes, motion=motion
        )
    order = sequence_of(coordinates, "Gimbal")
    given = {"sequence": order, **_where(at, on, axes, "", parent)}
    return Loose(maker=makers.Gimbal, coordinates=len(order), given=given)


@overload
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
) -> Joint: ...
@overload
def SpaceFixed(
    coordinates: str,
    *,
    at: Place = ZEROS,
    on: Place = ZEROS,
    axes: Rows = IDENTITY,
) -> Loose: ...
def SpaceFixed(
    coordinates: str = "",
    parent: Frame | None = None,
    child: Frame | None = None,
    *,
    sequence: str = "",
    at: Place = ZEROS,
    on: Place = ZEROS,
    axes: Rows = IDENTITY,
    motion: Given = NOTHING,
) -> Joint | Loose:
    """One to three turns about axes of the parent: "213" turns about 2, 1, 3 of J.

    Loose, the sequence is all its text.
    """
    if parent is not None and child is not None:
        return makers.SpaceFixed(
            coordinates, parent, child, sequence=sequence, at=at, on=on, axes=axes, motion=motion
        )
    order = sequence_of(coordinates, "SpaceFixed")
    given = {"sequence": order, **_where(at, on, axes, "", parent)}
    return Loose(maker=makers.SpaceFixed, coordinates=len(order), given=given)


@overload
def Spherical(
    name: str,
    parent: Frame,
    child: Frame,
    *,
    at: Place = ZEROS,
    on: Place = ZEROS,
    axes: Rows = IDENTITY,
) -> Joint: ...
@overload
def Spherical(
    *,
    at: Place = ZEROS,
    on: Place = ZEROS,
    axes: Rows = IDENTITY,
) -> Loose: ...
def Spherical(
    name: str = "",
    parent: Frame | None = None,
    child: Frame | None = None,
    *,
    at: Place = ZEROS,
    on: Place = ZEROS,
    axes: Rows = IDENTITY,
) -> Joint | Loose:
    """Free turning about a point, by a quaternion name.w … name.z and speeds ω name.wx … ."""
    if parent is not None and child is not None:
        return makers.Spherical(name, parent, child, at=at, on=on, axes=axes)
    return Loose(maker=makers.Spherical, coordinates=0, given=_where(at, on, axes, name, parent))


@overload
def Fixed(
    name: str,
    parent: Frame,
    child: Frame,
    *,
    at: Place = ZEROS,
    on: Place = ZEROS,
    axes: Rows = IDENTITY,
) -> Joint: ...
@overload
def Fixed(
    *,
    at: Place = ZEROS,
    on: Place = ZEROS,
    axes: Rows = IDENTITY,
) -> Loose: ...
def Fixed(
    name: str = "",
    parent: Frame | None = None,
    child: Frame | None = None,
    *,
    at: Place = ZEROS,
    on: Place = ZEROS,
    axes: Rows = IDENTITY,
) -> Joint | Loose:
    """No motion: the child's axes lie in the parent by `axes`."""
    if parent is not None and child is not None:
        return makers.Fixed(name, parent, child, at=at, on=on, axes=axes)
    return Loose(maker=makers.Fixed, coordinates=0, given=_where(at, on, axes, name, parent))


def _where(at: Place, on: Place, axes: Rows, name: str, parent: Frame | None) -> dict[str, Any]:
    """The arguments that say where a loose joint sits."""
    if name or parent is not None:
        what = f"a joint named {shown(name)} is given no parent and child."
        refuse("Joint", what, "Give both, or leave out the name too for a loose joint.")
    return {"at": at, "on": on, "axes": axes}
