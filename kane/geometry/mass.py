"""MassProperties: mass, first and second moments of a body about a point.

With r from the point to an element of mass dm:

    m = ∫ dm,   h = ∫ r dm = m p_cm,   S = ∫ r rᵀ dm,   J = tr(S) 1 − S

J is the inertia about the point; S, of which the products with U = [α×] + [ω×][ω×] are
shorter (FINDINGS §2), carries the same six numbers.

From: rotation.py    Next: kane/model/body.py
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from kane.geometry.rotation import Rows
from kane.geometry.vector import Components

HALF: Final = Fraction(1, 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class MassProperties:
    """m, h and S of a body about a point, along the axes of a frame the owner knows."""

    mass: Any
    first: Components
    second: Rows

    def __add__(self, other: MassProperties) -> MassProperties:
        return MassProperties(
            mass=self.mass + other.mass,
            first=add(self.first, other.first),
            second=add_rows(self.second, other.second),
        )

    def moved(self, p: Components) -> MassProperties:
        """The same body about another point, p from that point to this one.

        h' = h + m p,   S' = S + h pᵀ + p hᵀ + m p pᵀ = S + h pᵀ + p h'ᵀ
        """
        h = self.first
        moved = add(h, tuple(self.mass * x for x in p))
        second = _filled(lambda i, j: self.second[i][j] + (h[i] * p[j] + p[i] * moved[j]))
        return MassProperties(mass=self.mass, first=moved, second=second)

    def inertia(self) -> Rows:
        """J = tr(S) 1 − S, the inertia about the same point."""
        s = self.second
        return (
            (s[1][1] + s[2][2], -s[0][1], -s[0][2]),
            (-s[1][0], s[0][0] + s[2][2], -s[1][2]),
            (-s[2][0], -s[2][1], s[0][0] + s[1][1]),
        )


def add(a: Components, b: Components) -> Components:
    """a + b of bare components."""
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def add_rows(a: Rows, b: Rows) -> Rows:
    """A + B of bare rows."""
    return (add(a[0], b[0]), add(a[1], b[1]), add(a[2], b[2]))


def about_origin(mass: Any, p: Components, central: Rows) -> tuple[MassProperties, Rows]:
    """Mass properties about a point from which the mass centre is at p, and the inertia J.

    S = ½ tr(I) 1 − I + m p pᵀ,   J = I + m (p·p 1 − p pᵀ)
    """
    half = (central[0][0] + central[1][1] + central[2][2]) * HALF
    mp = (mass * p[0], mass * p[1], mass * p[2])
    squares = (mp[0] * p[0], mp[1] * p[1], mp[2] * p[2])

    def product(i: int, j: int) -> Any:
        return squares[i] if i == j else mp[min(i, j)] * p[max(i, j)]

    def second(i: int, j: int) -> Any:
        return product(i, j) + (half - central[i][i] if i == j else -central[i][j])

    def inertia(i: int, j: int) -> Any:
        if i != j:
            return central[i][j] - product(i, j)
        return central[i][i] + (squares[(i + 1) % 3] + squares[(i + 2) % 3])

    return MassProperties(mass=mass, first=mp, second=_filled(second)), _filled(inertia)


def _filled(entry: Callable[[int, int], Any]) -> Rows:
    """A symmetric matrix from its entries."""
    upper = {(i, j): entry(i, j) for i in range(3) for j in range(i, 3)}
    x, y, z = (tuple(upper[min(i, j), max(i, j)] for j in range(3)) for i in range(3))
    return (x, y, z)
