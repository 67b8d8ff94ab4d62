"""The wheels that a platform may have, as they are described: where, and of which kind.

    mobile.Fixed("left", at=(0, 0.2))            turns about its axle alone
    mobile.Steered("front", at=(0.4, 0))         its axle turns about the vertical
    mobile.Castered("rear", at=(-0.3, 0), trail=0.05)
    mobile.Omni("a", at=(0.2, 0), heading=pi / 2)
    mobile.Mecanum("fl", at=(0.3, 0.2), rollers=pi / 4)

From: wheel.py    Next: platform.py
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from typing import Any

from kane.algebra.expr import Scalar

Place = tuple[Scalar, Scalar]
Law = Callable[[Any], Any]


@dataclass(frozen=True, slots=True, eq=False)
class Fixed:
    """A wheel whose axle is fixed in the platform.

    `at` is where its centre stands above the ground, forward and to the left; `heading` the angle
    of its plane from straight ahead. What is not given is the platform's: radius, mass (of a thin
    disc, unless `inertia` about its own (x, axle, z) says otherwise), friction. `drive` names the
    input that is the torque of its motor on it, `limit` the largest such torque.
    """

    name: str
    at: Place
    _: KW_ONLY
    heading: Scalar = 0
    radius: Scalar | None = None
    mass: Scalar | None = None
    inertia: tuple[Scalar, Scalar, Scalar] | None = None
    friction: Scalar | None = None
    stiffness: Scalar = 1
    drive: str = ""
    limit: Scalar = 0


@dataclass(frozen=True, slots=True, eq=False)
class Steered(Fixed):
    """A wheel whose axle turns about the vertical through its centre, by `angle`.

    `angle` names the coordinate (default: the wheel's name and "_steer"), `steer` the input that is
    the torque of its motor. `follows` names the steered wheel that it is coupled to, by the
    steering law φ_j = law(φ), by default Ackermann's. `locked` keeps its angle.
    """

    _: KW_ONLY
    angle: str = ""
    steer: str = ""
    follows: str = ""
    law: Law | None = None
    locked: bool = False

    @property
    def coordinate(self) -> str:
        """The name of its steering angle."""
        return self.angle or f"{joined(self.name)}_steer"


@dataclass(frozen=True, slots=True, eq=False)
class Castered(Fixed):
    """A wheel in a fork that turns freely about a vertical, `at`, which is `trail` ahead of it."""

    _: KW_ONLY
    trail: Scalar = 0
    angle: str = ""

    @property
    def coordinate(self) -> str:
        """The name of the fork's angle."""
        return self.angle or f"{joined(self.name)}_fork"


@dataclass(frozen=True, slots=True, eq=False)
class Mecanum(Fixed):
    """A wheel with free rollers round its rim, whose axes stand at `rollers` from its heading."""

    _: KW_ONLY
    rollers: Scalar = math.pi / 4


@dataclass(frozen=True, slots=True, eq=False)
class Omni(Fixed):
    """A wheel with free rollers along its rim: it does not mind going sideways."""

    _: KW_ONLY
    rollers: Scalar = 0


def joined(name: str) -> str:
    """A name in one word, for what is named after it."""
    return "_".join(name.split())
