"""Turning about an axis while advancing along it: one coordinate, the angle.

From: contract.py    Next: spherical.py
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kane.geometry.vector import Components
from kane.model.joints.contract import Directions, Drift, Pose, Scalars, speed_name
from kane.model.joints.prismatic import scaled
from kane.model.joints.revolute import turn


@dataclass(frozen=True, slots=True, kw_only=True)
class Screwing:
    """ω_JK = axis q̇, v_JKo = pitch·axis q̇; the pitch is in metres a radian."""

    coordinate: str
    axis: Components
    pitch: Any

    @property
    def names(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """One coordinate, one speed."""
        return (self.coordinate,), (speed_name(self.coordinate),)

    def pose(self, q: Scalars) -> Pose:
        """A turn by q and a slide by pitch·q."""
        slide = scaled(self.axis, self.pitch * q[0])
        return Pose(factors=turn(self.axis, q[0]), translation=slide)

    def directions(self, q: Scalars) -> Directions:
        """A = axis, B = pitch·axis."""
        return Directions(angular=(self.axis,), linear=(scaled(self.axis, self.pitch),))

    def drift(self, q: Scalars, sigma: Scalars) -> Drift:
        """Nothing: the axis is fixed in J and in K."""
        return Drift()

    def rates(self, q: Scalars, sigma: Scalars) -> Scalars:
        """q̇ = σ."""
        return sigma
