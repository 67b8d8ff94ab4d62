"""Something stored in a body: one coordinate without a speed, whose rate is given as it is.

A wheel's own angular momentum h grows by its motor's torque, ḣ = τ; a tank's filling falls by what
leaves it. The frame rests on its parent: nothing of it moves.

From: contract.py    Next: joint.py
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kane.model.joints.contract import Directions, Drift, Pose, Scalars


@dataclass(frozen=True, slots=True, kw_only=True)
class Law:
    """The rate: any expression of coordinates, quantities, time and inputs."""

    value: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """q̇ = the law's value, which the derivation puts in (kane/dynamics/rates.py)."""

    coordinate: str
    law: Law

    @property
    def names(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """One coordinate, no speed."""
        return (self.coordinate,), ()

    def pose(self, q: Scalars) -> Pose:
        """K's axes and origin are J's."""
        return Pose()

    def directions(self, q: Scalars) -> Directions:
        """None."""
        return Directions(angular=(), linear=())

    def drift(self, q: Scalars, sigma: Scalars) -> Drift:
        """Nothing."""
        return Drift()

    def rates(self, q: Scalars, sigma: Scalars) -> Scalars:
        """The law, as it stands in the description."""
        return (self.law.value,)
