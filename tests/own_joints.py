"""Two joints of one's own, by the contract of `kane/model/joints/contract.py`.

Both have axes that move in both frames, so that their drift is not zero, as no joint of the
library's own needs but the free one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from kane.algebra.functions import cos, sin
from kane.geometry.rotation import Matrix, Plane
from kane.geometry.vector import ZEROS, Components
from kane.model.joints.contract import Directions, Drift, Pose, Scalars, speed_name
from kane.model.joints.spherical import quaternion_rates, quaternion_rows


@dataclass(frozen=True, slots=True, kw_only=True)
class Hooke:
    """A turn about x, then about the turned y, in one motion: R = R_x(q₁) R_y(q₂)."""

    coordinates: tuple[str, ...]

    @property
    def names(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Two angles and their rates."""
        return self.coordinates, tuple(speed_name(name) for name in self.coordinates)

    def pose(self, q: Scalars) -> Pose:
        """Two plane turns."""
        return Pose(factors=(Plane(0, sin(q[0]), cos(q[0])), Plane(1, sin(q[1]), cos(q[1]))))

    def directions(self, q: Scalars) -> Directions:
        """The first axis along K's: R_yᵀ x = (c₂, 0, s₂)."""
        return Directions(angular=((cos(q[1]), 0, sin(q[1])), (0, 1, 0)), linear=(ZEROS, ZEROS))

    def drift(self, q: Scalars, sigma: Scalars) -> Drift:
        """d/dt (c₂, 0, s₂) σ₁."""
        both = sigma[0] * sigma[1]
        return Drift(angular=(-sin(q[1]) * both, 0 * both, cos(q[1]) * both))

    def rates(self, q: Scalars, sigma: Scalars) -> Scalars:
        """q̇ = σ."""
        return sigma


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaningBall:
    """A ball whose natural speeds are ω_JK along J's axes."""

    coordinates: tuple[str, ...]
    speeds: tuple[str, ...]

    home: ClassVar[tuple[float, ...]] = (1.0, 0.0, 0.0, 0.0)
    unit: ClassVar[slice] = slice(0, 4)

    @property
    def names(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """A quaternion, three speeds."""
        return self.coordinates, self.speeds

    def pose(self, q: Scalars) -> Pose:
        """R_JK of the quaternion."""
        return Pose(factors=(Matrix(quaternion_rows(q)),))

    def directions(self, q: Scalars) -> Directions:
        """J's axes along K's."""
        return Directions(angular=quaternion_rows(q), linear=(ZEROS, ZEROS, ZEROS))

    def drift(self, q: Scalars, sigma: Scalars) -> Drift:
        """Ȧσ = −ω × ω = 0: a vector's components along K's axes, less its own rate in J."""
        return Drift()

    def rates(self, q: Scalars, sigma: Scalars) -> Scalars:
        """ė = ½ e ∘ (0, Rᵀ σ)."""
        return quaternion_rates(q, self._along_K(q, sigma))

    def _along_K(self, q: Scalars, sigma: Scalars) -> Components:
        return Matrix(quaternion_rows(q)).into((sigma[0], sigma[1], sigma[2]))
