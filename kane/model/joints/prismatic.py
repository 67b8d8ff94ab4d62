"""Sliding along an axis: one coordinate, the distance.

From: contract.py    Next: screw.py
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kane.geometry.vector import ZEROS, Components
from kane.model.joints.contract import Directions, Drift, Pose, Scalars, speed_name


@dataclass(frozen=True, slots=True, kw_only=True)
class Sliding:
    """v_JKo = axis q̇."""

    coordinate: str
    axis: Components

    @property
    def names(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """One coordinate, one speed."""
        return (self.coordinate,), (speed_name(self.coordinate),)

    def pose(self, q: Scalars) -> Pose:
        """K's origin at axis·q."""
        return Pose(translation=scaled(self.axis, q[0]))

    def directions(self, q: Scalars) -> Directions:
        """A = 0, B = axis."""
        return Directions(angular=(ZEROS,), linear=(self.axis,))

    def drift(self, q: Scalars, sigma: Scalars) -> Drift:
        """Nothing: the axis is fixed in J and in K."""
        return Drift()

    def rates(self, q: Scalars, sigma: Scalars) -> Scalars:
        """q̇ = σ."""
        return sigma


def scaled(axis: Components, length: Any) -> Components:
    """axis·length."""
    x, y, z = (length * a if a else a for a in axis)
    return (x, y, z)
