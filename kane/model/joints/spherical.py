"""Free turning about a point: four coordinates, a unit quaternion; three speeds, ω_JK in K.

With e = (e₀, e₁, e₂, e₃) the quaternion (w, x, y, z) of K's axes in J:

    ė = ½ e ∘ (0, ω)                                               [Stoneking2008 p.4]

From: contract.py    Next: free.py
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from kane.geometry.rotation import IDENTITY, Matrix, Rows
from kane.geometry.vector import ZEROS
from kane.model.joints.contract import Directions, Drift, Pose, Scalars

HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ball:
    """ω_JK = σ along K's axes."""

    coordinates: tuple[str, ...]
    speeds: tuple[str, ...]

    home: ClassVar[tuple[float, ...]] = (1.0, 0.0, 0.0, 0.0)
    unit: ClassVar[slice] = slice(0, 4)

    @property
    def names(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Four coordinates, three speeds."""
        return self.coordinates, self.speeds

    def pose(self, q: Scalars) -> Pose:
        """R_JK of the quaternion."""
        return Pose(factors=(Matrix(quaternion_rows(q)),))

    def directions(self, q: Scalars) -> Directions:
        """A = 1, B = 0."""
        return Directions(angular=IDENTITY, linear=(ZEROS, ZEROS, ZEROS))

    def drift(self, q: Scalars, sigma: Scalars) -> Drift:
        """Nothing: K's axes are fixed in K."""
        return Drift()

    def rates(self, q: Scalars, sigma: Scalars) -> Scalars:
        """ė = ½ e ∘ (0, σ)."""
        return quaternion_rates(q, sigma)


def quaternion_rows(e: Scalars) -> Rows:
    """R_JK of a unit quaternion (w, x, y, z), with nine products."""
    w, x, y, z = e
    x2, y2, z2 = x + x, y + y, z + z
    xx, yy, zz = x * x2, y * y2, z * z2
    xy, xz, yz = x * y2, x * z2, y * z2
    wx, wy, wz = w * x2, w * y2, w * z2
    return (
        (1 - (yy + zz), xy - wz, xz + wy),
        (xy + wz, 1 - (xx + zz), yz - wx),
        (xz - wy, yz + wx, 1 - (xx + yy)),
    )


def quaternion_rates(e: Scalars, omega: Scalars) -> tuple[Any, ...]:
    """½ e ∘ (0, ω) with ω along the turned axes."""
    w, x, y, z = e
    a, b, c = omega[0] * HALF, omega[1] * HALF, omega[2] * HALF
    return (
        -(x * a + y * b + z * c),
        w * a + y * c - z * b,
        w * b + z * a - x * c,
        w * c + x * b - y * a,
    )
