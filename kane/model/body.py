"""Body: a frame with mass, mass centre and central inertia; and points fixed in frames.

From: symbols.py    Next: joints/contract.py
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kane.algebra.expr import Scalar
from kane.errors import ModelError
from kane.geometry.rotation import Rows
from kane.geometry.vector import ZEROS, Components, Frame
from kane.model.given import entries, named, position, refuse, rows, shown, triple
from kane.model.shapes import Shape, shape_faults

Inertia = Sequence[Any]


@dataclass(frozen=True, slots=True, repr=False)
class Point:
    """A point fixed in a frame: its position from the frame's origin, along its axes."""

    name: str
    frame: Frame
    position: Components

    def __post_init__(self) -> None:
        path = f"Point {shown(self.name)} of {shown(self.frame)}"
        named(self.name, path)
        owner: object = self.frame
        if not isinstance(owner, Frame):
            refuse(path, f"{shown(owner)} is no frame.", "Give a Frame, a Body or GROUND.")
        components = position(self.position, self.frame, path, "position")
        object.__setattr__(self, "position", components)

    @property
    def path(self) -> str:
        """Its name with its frame's: arm.tip; the mass centre of C is C*."""
        whole = self.name == f"{self.frame}*"
        return self.name if whole else f"{self.frame}.{self.name}"

    def __repr__(self) -> str:
        return self.name


class Body(Frame):
    """A rigid body.

    `centre` is the position of its mass centre from its origin and `inertia` its inertia about
    the mass centre, both along its own axes. The inertia is three principal moments, the six
    entries (xx, yy, zz, xy, xz, yz) of the matrix, or its three rows; products of inertia have
    the matrix's sign: I_xy = −∫ x y dm. With `inertia_frame` they are along the axes of another
    frame, which a Fixed joint holds in the body. Its `shape` is what contacts touch; it weighs
    nothing.
    """

    def __init__(
        self,
        name: str,
        *,
        mass: Scalar = 0,
        centre: Components = ZEROS,
        inertia: Inertia = (0, 0, 0),
        inertia_frame: Frame | None = None,
        shape: Shape | None = None,
    ) -> None:
        super().__init__(name)
        self.mass = mass
        self.inertia_frame = inertia_frame or self
        self.centre = triple(centre, f"Body '{name}'", "centre")
        self.inertia = inertia_rows(inertia, f"Body '{name}'")
        faults = [] if shape is None else list(shape_faults(f"Body '{name}'", shape))
        if faults:
            raise ModelError(*faults)
        self.shape = shape

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


def inertia_rows(inertia: Inertia, path: str) -> Rows:
    """The inertia matrix from three moments, six entries, or three rows."""
    given = entries(inertia) or []
    if len(given) == 6:
        xx, yy, zz, xy, xz, yz = given
        return ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))
    if len(given) == 3 and any(entries(entry) is not None for entry in given):
        return rows(given, path, "inertia")
    if len(given) == 3:
        xx, yy, zz = given
        return ((xx, 0, 0), (0, yy, 0), (0, 0, zz))
    remedy = "Give three moments, six entries (xx, yy, zz, xy, xz, yz) or three rows of three."
    return refuse(path, f"inertia {shown(inertia)} has {len(given)} entries.", remedy)
