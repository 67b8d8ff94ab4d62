"""The long chain: bodies one on another by revolute joints about z, x, y in turn, as numbers.

Used by ours and by the rival, each of which makes its own model of them. Standard library only.

Next: long_chains.py, rival/pinocchio_chain.py
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

AT: Final = (0.2, 0.05, 0.0)  # of each joint in the body before, m
GRAVITY: Final = 9.81  # along −z


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A body: which axis its joint turns about (0 is x), mass, centre, principal moments."""

    axis: int
    mass: float
    centre: tuple[float, float, float]
    moments: tuple[float, float, float]


def links(bodies: int) -> list[Link]:
    """So many bodies, none like another."""
    random = Random(1983)

    def three(low: float, high: float) -> tuple[float, float, float]:
        return (random.uniform(low, high), random.uniform(low, high), random.uniform(low, high))

    return [
        Link(
            axis=(2, 0, 1)[i % 3],
            mass=random.uniform(1, 2),
            centre=three(-0.1, 0.1),
            moments=three(0.02, 0.03),
        )
        for i in range(bodies)
    ]


def state(bodies: int) -> list[list[float]]:
    """q, u and τ."""
    random = Random(1989)
    return [[random.uniform(-0.1, 0.1) for _ in range(bodies)] for _ in range(3)]
