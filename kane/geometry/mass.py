"""MassProperties: mass, first and second moments of a body about a point.

With r from the point to an element of mass dm:

    m = ∫ dm,   h = ∫ r dm = m p_cm,   S = ∫ r rᵀ dm,   J = tr(S) 1 − S

J is the inertia about the point; S, of which the products with U = [α×] + [ω×][ω×] are
shorter (FINDINGS §2), carries the same six numbers.

From: rotation.py    Next: kane/model/body.py
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kane.geometry.rotation import Rows
from kane.geometry.vector import Components


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
        moved = add(h, tuple(self.mass * x for x in p))  # type: ignore[arg-type]
        upper = {
            (i, j): self.second[i][j] + (h[i] * p[j] + p[i] * moved[j])
            for i in range(3)
            for j in range(i, 3)
        }
        second = tuple(
            tuple(upper[min(i, j), max(i, j)] for j in range(3)) for i in range(3)
        )
        return MassProperties(mass=self.mass, first=moved, second=second)  # type: ignore[arg-type]

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


def second_from_central(mass: Any, centre: Components, inertia: Rows) -> Rows:
    """S about the origin from the central inertia I: S = ½ tr(I) 1 − I + m p pᵀ."""
    half = (inertia[0][0] + inertia[1][1] + inertia[2][2]) / 2
    upper = {
        (i, j): (half if i == j else 0) - inertia[i][j] + mass * centre[i] * centre[j]
        for i in range(3)
        for j in range(i, 3)
    }
    return tuple(  # type: ignore[return-value]
        tuple(upper[min(i, j), max(i, j)] for j in range(3)) for i in range(3)
    )
