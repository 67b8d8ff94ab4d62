"""No motion: how a Fixed joint stands in the tree where what it transmits is asked for.

From: contract.py    Next: joint.py
"""

from __future__ import annotations

from dataclasses import dataclass

from kane.model.joints.contract import Directions, Drift, Pose, Scalars


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """K rests on J."""

    @property
    def names(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """No coordinate, no speed."""
        return (), ()

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
        """None."""
        return ()
