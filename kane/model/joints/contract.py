"""What a joint must tell: the contract that every joint, also a user's own, fulfils.

A joint moves frame K (fixed in the child) in frame J (fixed in the parent). Its natural speeds
σ are scalars that are linear in q̇, and

    q̇ = rates(q, σ),   ω_JK = Σ A_i σ_i,   v_JKo = Σ B_i σ_i

with A_i and B_i along K's axes, and v_JKo the velocity in J of K's origin.

A joint of one's own is one class with these five methods: `examples/` has one in a file.

From: kane/model/body.py    Next: joint.py, revolute.py
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from kane.geometry.rotation import Factor
from kane.geometry.vector import ZEROS, Components

Scalars = Sequence[Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pose:
    """Where K lies in J: the factors of R_JK, and K's origin from J's along J's axes."""

    factors: tuple[Factor, ...] = ()
    translation: Components = ZEROS


@dataclass(frozen=True, slots=True, kw_only=True)
class Directions:
    """A_i and B_i, one column for each natural speed, along K's axes."""

    angular: tuple[Components, ...]
    linear: tuple[Components, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Drift:
    """Ȧσ and Ḃσ with σ held, the components' rates along K's axes."""

    angular: Components = ZEROS
    linear: Components = ZEROS


class Motion(Protocol):
    """How K may move in J."""

    @property
    def names(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The names of the coordinates and of the natural speeds."""
        ...

    def pose(self, q: Scalars) -> Pose:
        """Where K is."""
        ...

    def directions(self, q: Scalars) -> Directions:
        """How K moves for each unit natural speed."""
        ...

    def drift(self, q: Scalars, sigma: Scalars) -> Drift:
        """How the directions change while the system moves."""
        ...

    def rates(self, q: Scalars, sigma: Scalars) -> Scalars:
        """q̇."""
        ...


def home(motion: Motion) -> tuple[float, ...]:
    """Where a joint starts when nothing is said: zero, or what its `home` attribute says."""
    coordinates, _ = motion.names
    given: tuple[float, ...] = getattr(motion, "home", (0.0,) * len(coordinates))
    return given


def unit_part(motion: Motion) -> slice:
    """Which of a joint's coordinates are together of length one: its `unit`, if it has any."""
    part: slice = getattr(motion, "unit", slice(0, 0))
    return part


def speed_name(coordinate: str) -> str:
    """The name of q̇ as a generalized speed: u4 for q4, u_elbow for elbow."""
    if coordinate[:1] == "q" and coordinate[1:].isdigit():
        return "u" + coordinate[1:]
    return "u_" + coordinate
