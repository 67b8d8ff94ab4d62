"""Kind: the joints that a loop knows, with the axis along z where there is one.

A body of the loop has the axes of its joint's outer frame, turned so that the axis is z; its
origin is the joint's outer point. Its row of the table is

    fixed   R_PJ by rows (9), p_PoJo along P's axes (3), pitch (1)
    mass    m, h (3), J about the origin (xx xy xz yy yz zz), and 1 for a body that is not there

From: kane/model/joints/contract.py    Next: moving.py
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, unique
from typing import Any, Final

from kane.geometry.vector import Z
from kane.model.joints.contract import Motion
from kane.model.joints.free import Axes, Floating
from kane.model.joints.prismatic import Sliding
from kane.model.joints.revolute import Turning
from kane.model.joints.screw import Screwing
from kane.model.joints.spherical import Ball

FIXED: Final = 13
MASS: Final = 11
ROW: Final = FIXED + MASS

Make = Callable[[Any], Motion]


@dataclass(frozen=True, slots=True, kw_only=True)
class Joint:
    """How many coordinates and speeds, and the motion for a pitch."""

    coordinates: int
    speeds: int
    motion: Make


@unique
class Kind(Enum):
    """Which joint a body has; the value is its number in tables."""

    REVOLUTE = 0
    PRISMATIC = 1
    SCREW = 2
    BALL = 3
    FREE = 4
    FREE_PARENT = 5

    @property
    def joint(self) -> Joint:
        """What is to be known of it."""
        return JOINTS[self]

    @property
    def word(self) -> str:
        """Its name in the names of functions."""
        return self.name.lower()


_BALL = Ball(coordinates=("w", "x", "y", "z"), speeds=("wx", "wy", "wz"))
_PLACE = ("px", "py", "pz", "w", "x", "y", "z")
_RATES = ("vx", "vy", "vz", "wx", "wy", "wz")

JOINTS: Final[dict[Kind, Joint]] = {
    Kind.REVOLUTE: Joint(coordinates=1, speeds=1, motion=lambda _: Turning(coordinate="q", axis=Z)),
    Kind.PRISMATIC: Joint(
        coordinates=1, speeds=1, motion=lambda _: Sliding(coordinate="q", axis=Z)
    ),
    Kind.SCREW: Joint(
        coordinates=1,
        speeds=1,
        motion=lambda pitch: Screwing(coordinate="q", axis=Z, pitch=pitch),
    ),
    Kind.BALL: Joint(coordinates=4, speeds=3, motion=lambda _: _BALL),
    Kind.FREE: Joint(
        coordinates=7, speeds=6, motion=lambda _: Floating(coordinates=_PLACE, speeds=_RATES)
    ),
    Kind.FREE_PARENT: Joint(
        coordinates=7,
        speeds=6,
        motion=lambda _: Floating(coordinates=_PLACE, speeds=_RATES, axes=Axes.PARENT),
    ),
}
