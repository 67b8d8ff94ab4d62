"""Frame, a right-handed triad with an origin, and Vector: three components in a known frame.

Operations of two vectors need one frame; a mix-up is an error where it happens, with both
vectors and both frames named. Components are scalars: numbers, or Exprs.

From: kane/algebra/expr.py    Next: rotation.py
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from kane.errors import Fault, FrameMismatch, ModelError

Components = tuple[Any, Any, Any]

ZEROS: Final[Components] = (0, 0, 0)

Triple = tuple[int, int, int]

X: Final[Triple] = (1, 0, 0)
Y: Final[Triple] = (0, 1, 0)
Z: Final[Triple] = (0, 0, 1)


class Frame:
    """A right-handed triad with an origin; its unit vectors are `x`, `y` and `z`.

    Two frames are the same when they are the same object: names are for people. A frame does
    not change: each of its attributes is set once.
    """

    def __init__(self, name: str) -> None:
        given: object = name
        if not isinstance(given, str) or not given.strip():
            what = "its name is no text."
            path = " ".join(f"Frame {given!r}".split())
            raise ModelError(Fault(path=path, what=what, remedy="Give it a name."))
        self.name = name

    def __setattr__(self, attribute: str, value: object) -> None:
        if attribute in self.__dict__:
            raise AttributeError(
                f"'{self}' is part of descriptions, which do not change: its {attribute} stays "
                f"{getattr(self, attribute)!r}. Make another {type(self).__name__}."
            )
        super().__setattr__(attribute, value)

    @property
    def x(self) -> Vector:
        """The first unit vector."""
        return self.vector(1, 0, 0)

    @property
    def y(self) -> Vector:
        """The second unit vector."""
        return self.vector(0, 1, 0)

    @property
    def z(self) -> Vector:
        """The third unit vector."""
        return self.vector(0, 0, 1)

    def vector(self, x: Any, y: Any, z: Any) -> Vector:
        """The vector with these components along `x`, `y` and `z`."""
        return Vector(self, (x, y, z))

    def plane(self, normal: Components, through: Components = ZEROS) -> HalfSpace:
        """The plane through a place, its unit normal pointing to the free side."""
        length = sum(x * x for x in normal) ** 0.5
        if not length > 0:
            what = f"the normal {normal} has length {length}."
            raise ModelError(
                Fault(path=f"Plane of '{self}'", what=what, remedy="Give a direction.")
            )
        a, b, c = (x if length == 1 else x / length for x in normal)
        return HalfSpace(self, (a, b, c), through)

    def __repr__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class HalfSpace:
    """All that lies behind a plane fixed in a frame; the unit normal points to the free side."""

    frame: Frame
    normal: Components
    through: Components


GROUND: Final = Frame("ground")


class Vector:
    """Three components in a frame."""

    __slots__ = ("components", "frame")

    def __init__(self, frame: Frame, components: Components) -> None:
        self.frame = frame
        self.components = components

    def __add__(self, other: Vector) -> Vector:
        a1, a2, a3 = self.components
        b1, b2, b3 = self._same(other)
        return Vector(self.frame, (a1 + b1, a2 + b2, a3 + b3))

    def __sub__(self, other: Vector) -> Vector:
        a1, a2, a3 = self.components
        b1, b2, b3 = self._same(other)
        return Vector(self.frame, (a1 - b1, a2 - b2, a3 - b3))

    def __mul__(self, factor: Any) -> Vector:
        if isinstance(factor, Vector):
            raise FrameMismatch(
                f"Two vectors, {self} and {factor}, are multiplied. Write a.dot(b) or a.cross(b)."
            )
        a1, a2, a3 = self.components
        return Vector(self.frame, (a1 * factor, a2 * factor, a3 * factor))

    __rmul__ = __mul__

    def __neg__(self) -> Vector:
        a1, a2, a3 = self.components
        return Vector(self.frame, (-a1, -a2, -a3))

    def dot(self, other: Vector) -> Any:
        """a·b."""
        return dot(self.components, self._same(other))

    def cross(self, other: Vector) -> Vector:
        """a × b."""
        return Vector(self.frame, cross(self.components, self._same(other)))

    def __iter__(self) -> Iterator[Any]:
        return iter(self.components)

    def __getitem__(self, axis: int) -> Any:
        return self.components[axis]

    def seen(self, frame: Frame) -> Components:
        """The components, for someone who takes the vector to be given in `frame`."""
        if self.frame is not frame:
            raise FrameMismatch(
                f"Vector {self} is given in frame '{self.frame}' where one in "
                f"'{frame}' is needed. Express it there first."
            )
        return self.components

    def _same(self, other: Vector) -> Components:
        if not isinstance(other, Vector):
            raise FrameMismatch(
                f"Vector {self} meets {other!r}, which is no vector. Give it a direction: "
                f"{other!r} * {self.frame}.x."
            )
        if other.frame is not self.frame:
            raise FrameMismatch(
                f"Vector {self} is given in frame '{self.frame}' and {other} in "
                f"'{other.frame}'. Express one of them in the other's frame first."
            )
        return other.components

    def __repr__(self) -> str:
        a1, a2, a3 = self.components
        return f"({a1}, {a2}, {a3})_{self.frame}"


def dot(a: Components, b: Components) -> Any:
    """a·b of bare components."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Components, b: Components) -> Components:
    """a × b of bare components."""
    a1, a2, a3 = a
    b1, b2, b3 = b
    return (a2 * b3 - a3 * b2, a3 * b1 - a1 * b3, a1 * b2 - a2 * b1)
