"""Frame: a right-handed triad with an origin.

From: kane/algebra/expr.py    Next: vector.py
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kane.geometry.vector import Vector

Triple = tuple[int, int, int]

X: Final[Triple] = (1, 0, 0)
Y: Final[Triple] = (0, 1, 0)
Z: Final[Triple] = (0, 0, 1)


class Frame:
    """A right-handed triad with an origin; its unit vectors are `x`, `y` and `z`.

    Two frames are the same when they are the same object: names are for people.
    """

    def __init__(self, name: str) -> None:
        self.name = name

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

    def vector(self, x: object, y: object, z: object) -> Vector:
        """The vector with these components along `x`, `y` and `z`."""
        from kane.geometry.vector import Vector

        return Vector(self, (x, y, z))

    def __repr__(self) -> str:
        return self.name


GROUND: Final = Frame("ground")
