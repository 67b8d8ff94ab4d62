"""Turning about an axis: one coordinate, the angle.

From: contract.py    Next: prismatic.py
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kane.algebra.functions import cos, sin
from kane.geometry.rotation import Factor, Matrix, Plane, Rows, transposed
from kane.geometry.vector import ZEROS, Components, cross
from kane.model.joints.contract import Directions, Drift, Pose, Scalars, speed_name


@dataclass(frozen=True, slots=True, kw_only=True)
class Turning:
    """ω_JK = axis q̇."""

    coordinate: str
    axis: Components

    @property
    def names(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """One coordinate, one speed."""
        return (self.coordinate,), (speed_name(self.coordinate),)

    def pose(self, q: Scalars) -> Pose:
        """R_JK turns about the axis by q."""
        return Pose(factors=turn(self.axis, q[0]))

    def directions(self, q: Scalars) -> Directions:
        """A = axis, B = 0."""
        return Directions(angular=(self.axis,), linear=(ZEROS,))

    def drift(self, q: Scalars, sigma: Scalars) -> Drift:
        """Nothing: the axis is fixed in J and in K."""
        return Drift()

    def rates(self, q: Scalars, sigma: Scalars) -> Scalars:
        """q̇ = σ."""
        return sigma


def turn(axis: Components, angle: Any) -> tuple[Factor, ...]:
    """The factors of a turn about a unit vector; one plane rotation for a coordinate axis.

    Another axis is first brought to z by a constant rotation C: R = C R_z(q) Cᵀ.
    """
    sine, cosine = sin(angle), cos(angle)
    for k in range(3):
        if axis[(k + 1) % 3] == 0 and axis[(k + 2) % 3] == 0:
            return (Plane(k, sine if axis[k] > 0 else -sine, cosine),)
    columns = axes_with_z_along(axis)
    return (Matrix(columns), Plane(2, sine, cosine), Matrix(transposed(columns)))


def axes_with_z_along(axis: Components) -> Rows:
    """A constant rotation matrix whose third column is the unit vector `axis`."""
    smallest = min(range(3), key=lambda k: abs(axis[k]))
    other = [0.0, 0.0, 0.0]
    other[smallest] = 1.0
    x = cross((other[0], other[1], other[2]), axis)
    length = (x[0] ** 2 + x[1] ** 2 + x[2] ** 2) ** 0.5
    x = (x[0] / length, x[1] / length, x[2] / length)
    return transposed((x, cross(axis, x), axis))
