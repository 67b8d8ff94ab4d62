"""Sweep: a joint along a path or a surface, without turning: particles on circles and the like.

From: kane/model/joints/contract.py    Next: joints.py
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kane.algebra.derivative import derivative
from kane.algebra.evaluate import evaluate
from kane.algebra.expr import Expr
from kane.algebra.substitute import substitute
from kane.geometry.vector import ZEROS, Components
from kane.model.joints.contract import Directions, Drift, Pose, Scalars, speed_name


class Path:
    """r, ∂r/∂q_i and ∂²r/∂q_i∂q_j as expressions of coordinates and then constants."""

    def __init__(self, place: Sequence[Expr], q: Sequence[Expr], constants: Sequence[Expr]) -> None:
        self.symbols = (*q, *constants)
        self.place = tuple(place)
        self.slopes = [tuple(derivative(r, x) for r in place) for x in q]
        self.bends = [[tuple(derivative(r, x) for r in row) for x in q] for row in self.slopes]

    def at(self, exprs: Sequence[Expr], values: Sequence[Any]) -> Components:
        """Three of these for values of the symbols."""
        given = dict(zip(self.symbols, values, strict=True))
        if any(isinstance(value, Expr) for value in values):
            x, y, z = substitute(exprs, given)
        else:
            x, y, z = evaluate(list(exprs), given)
        return (x, y, z)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sweeping:
    """p_JoKo = r(q)."""

    coordinates: tuple[str, ...]
    path: Path
    constants: tuple[Any, ...]

    @property
    def names(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The coordinates, and their rates."""
        return self.coordinates, tuple(map(speed_name, self.coordinates))

    def pose(self, q: Scalars) -> Pose:
        """K's origin at r(q)."""
        return Pose(translation=self.path.at(self.path.place, [*q, *self.constants]))

    def directions(self, q: Scalars) -> Directions:
        """B_i = ∂r/∂q_i."""
        values = [*q, *self.constants]
        slopes = tuple(self.path.at(slope, values) for slope in self.path.slopes)
        return Directions(angular=(ZEROS,) * len(slopes), linear=slopes)

    def drift(self, q: Scalars, sigma: Scalars) -> Drift:
        """Ḃσ = Σ ∂²r/∂q_i∂q_j σ_i σ_j."""
        values = [*q, *self.constants]
        total: list[Any] = [0, 0, 0]
        for row, s_i in zip(self.path.bends, sigma, strict=True):
            for bend, s_j in zip(row, sigma, strict=True):
                square = s_i * s_j
                terms = self.path.at(bend, values)
                total = [t + term * square for t, term in zip(total, terms, strict=True)]
        return Drift(linear=(total[0], total[1], total[2]))

    def rates(self, q: Scalars, sigma: Scalars) -> Scalars:
        """q̇ = σ."""
        return sigma
