"""No restriction: three coordinates of place and a quaternion; speeds v then ω.

v is the velocity of K's origin, which for a body is its mass centre, along K's axes or along
J's; ω is along K's axes.

From: spherical.py    Next: joint.py
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, unique
from typing import ClassVar

from kane.geometry.rotation import IDENTITY, Matrix, transposed
from kane.geometry.vector import ZEROS, Components, cross
from kane.model.joints.contract import Directions, Drift, Pose, Scalars
from kane.model.joints.spherical import quaternion_rates, quaternion_rows


@unique
class Axes(Enum):
    """Along whose axes a free joint's linear speeds are taken."""

    BODY = "body"
    PARENT = "parent"


@dataclass(frozen=True, slots=True, kw_only=True)
class Floating:
    """v_JKo and ω_JK are the speeds themselves."""

    coordinates: tuple[str, ...]
    speeds: tuple[str, ...]
    axes: Axes = Axes.BODY

    home: ClassVar[tuple[float, ...]] = (0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0)
    unit: ClassVar[slice] = slice(3, 7)

    @property
    def names(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Seven coordinates, six speeds."""
        return self.coordinates, self.speeds

    def pose(self, q: Scalars) -> Pose:
        """The place, and R_JK of the quaternion."""
        return Pose(factors=(Matrix(quaternion_rows(q[3:])),), translation=(q[0], q[1], q[2]))

    def directions(self, q: Scalars) -> Directions:
        """B = 1 or R_JKᵀ for the first three speeds, A = 1 for the others."""
        none = (ZEROS, ZEROS, ZEROS)
        linear = IDENTITY if self.axes is Axes.BODY else transposed(self._columns(q))
        return Directions(angular=none + IDENTITY, linear=linear + none)

    def drift(self, q: Scalars, sigma: Scalars) -> Drift:
        """Speeds along J's axes turn as seen from K: Ḃσ = −ω × Bσ."""
        if self.axes is Axes.BODY:
            return Drift()
        omega: Components = (sigma[3], sigma[4], sigma[5])
        (factor,) = self.pose(q).factors
        return Drift(linear=cross(factor.into((sigma[0], sigma[1], sigma[2])), omega))

    def rates(self, q: Scalars, sigma: Scalars) -> Scalars:
        """ẋ = v along J's axes, ė = ½ e ∘ (0, ω)."""
        linear: Components = (sigma[0], sigma[1], sigma[2])
        if self.axes is Axes.BODY:
            (factor,) = self.pose(q).factors
            linear = factor.out(linear)
        return (*linear, *quaternion_rates(q[3:], sigma[3:]))

    def _columns(self, q: Scalars) -> tuple[Components, Components, Components]:
        (factor,) = self.pose(q).factors
        a, b, c = (factor.into(unit) for unit in IDENTITY)
        return transposed((a, b, c))
