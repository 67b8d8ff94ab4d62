"""Meeting: two solids, each with a round about it, and what is asked of their nearest points.

    gap      how far they are from each other; negative inside
    slip     with which velocity the one's material point at the nearest place moves past the
             other's, along a tangent

The normal points from the second to the first. Solids are made of shapes by contacts.py.

From: shapes.py, quantities.py    Next: contacts.py
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kane.geometry.vector import Frame
from kane.model.body import Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Ball:
    """All within a radius of a point."""

    centre: Point
    radius: Any

    def __str__(self) -> str:
        return self.centre.path


@dataclass(frozen=True, slots=True, kw_only=True)
class Rod:
    """All within a radius of the line between two points of a frame."""

    centre: Point  # the line's start
    end: Point
    radius: Any

    def __str__(self) -> str:
        return f"{self.centre.path}–{self.end.path}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """All within a radius of a box, half as long along its frame's axes as these."""

    centre: Point
    half: tuple[Any, Any, Any]
    radius: Any

    def __str__(self) -> str:
        return f"box of {self.centre.frame}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Egg:
    """An ellipsoid with semi-axes along its frame's axes."""

    centre: Point
    half: tuple[Any, Any, Any]

    def __str__(self) -> str:
        return f"ellipsoid of {self.centre.frame}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ring:
    """A circle about an axis of its frame."""

    centre: Point
    axis: tuple[Any, Any, Any]
    radius: Any

    def __str__(self) -> str:
        return f"rim of {self.centre.frame}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wall:
    """All behind a plane, whose unit normal points to the free side."""

    centre: Point  # a point of the plane
    normal: tuple[Any, Any, Any]

    def __str__(self) -> str:
        return f"plane of {self.centre.frame}"


Solid = Ball | Rod | Block | Egg | Ring | Wall


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two solids that may meet; `across` is the direction that a plane motion never takes."""

    first: Solid
    second: Solid
    across: tuple[Frame, tuple[Any, Any, Any]] | None = None

    def __str__(self) -> str:
        return f"{self.first}, {self.second}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Apart:
    """How far two solids are from each other."""

    pair: Pair

    def __str__(self) -> str:
        return f"gap({self.pair})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Approach:
    """How fast their gap opens."""

    pair: Pair

    def __str__(self) -> str:
        return f"approach({self.pair})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Slipping:
    """How fast the first slips past the second, along tangent 1 or 2."""

    pair: Pair
    tangent: int

    def __str__(self) -> str:
        return f"slip {self.tangent}({self.pair})"
