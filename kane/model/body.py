"""Body: a frame with mass, mass centre and central inertia; and points fixed in frames.

From: symbols.py    Next: joints/contract.py
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kane.algebra.expr import Scalar
from kane.geometry.rotation import Rows
from kane.geometry.vector import ZEROS, Components, Frame

Inertia = Sequence[Any]


class Point:
    """A point fixed in a frame: its position from the frame's origin, along its axes."""

    def __init__(self, name: str, frame: Frame, position: Components) -> None:
        self.name = name
        self.frame = frame
        self.position = position

    def __repr__(self) -> str:
        return self.name


class Body(Frame):
    """A rigid body.

    `centre` is the position of its mass centre from its origin and `inertia` its inertia about
    the mass centre, both along its own axes. The inertia is three principal moments, the six
    entries (xx, yy, zz, xy, xz, yz) of the matrix, or its three rows; products of inertia have
    the matrix's sign: I_xy = −∫ x y dm.
    """

    def __init__(
        self,
        name: str,
        *,
        mass: Scalar = 0,
        centre: Components = ZEROS,
        inertia: Inertia = (0, 0, 0),
    ) -> None:
        super().__init__(name)
        self.mass = mass
        self.centre = centre
        self.inertia = inertia_rows(inertia)

    @property
    def mass_centre(self) -> Point:
        """The mass centre as a point."""
        return Point(f"{self.name}*", self, self.centre)

    def point(self, name: str, position: Components = ZEROS) -> Point:
        """A point fixed in this body."""
        return Point(name, self, position)


class Particle(Body):
    """A body whose mass is all at its origin."""

    def __init__(self, name: str, *, mass: Scalar) -> None:
        super().__init__(name, mass=mass)


def point(name: str, frame: Frame, position: Components = ZEROS) -> Point:
    """A point fixed in any frame."""
    return Point(name, frame, position)


def inertia_rows(inertia: Inertia) -> Rows:
    """The inertia matrix from three moments, six entries, or three rows."""
    entries = list(inertia)
    if len(entries) == 6:
        xx, yy, zz, xy, xz, yz = entries
        return ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))
    if len(entries) == 3 and all(_is_row(entry) for entry in entries):
        return tuple(tuple(row) for row in entries)  # type: ignore[return-value]
    if len(entries) == 3:
        xx, yy, zz = entries
        return ((xx, 0, 0), (0, yy, 0), (0, 0, zz))
    raise ValueError(
        f"An inertia has {len(entries)} entries; give three moments, six entries "
        "(xx, yy, zz, xy, xz, yz) or three rows of three."
    )


def _is_row(entry: object) -> bool:
    return hasattr(entry, "__len__") and len(entry) == 3
