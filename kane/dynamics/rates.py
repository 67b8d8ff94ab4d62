"""Rates of the coordinates, q̇ = W u + X.

From: speeds.py    Next: equations.py
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kane.dynamics.form import REMAINDER, Form
from kane.dynamics.speeds import Speeds
from kane.dynamics.tree import Tree


@dataclass(frozen=True, slots=True, kw_only=True)
class Kinematics:
    """W, a row a coordinate and a column a speed, and X."""

    W: tuple[tuple[Any, ...], ...]
    X: tuple[Any, ...]


def coordinate_rates(tree: Tree, sigma: Sequence[Any]) -> dict[str, Any]:
    """q̇ by name, for these values (or Forms) of the natural speeds."""
    found: dict[str, Any] = {}
    for link in tree.links:
        rates = link.motion.rates(link.q, [sigma[number] for number in link.speeds])
        found.update(zip(link.motion.names[0], rates, strict=True))
    return found


def kinematics(tree: Tree, speeds: Speeds, coordinates: Sequence[str]) -> Kinematics:
    """W and X of these coordinates."""
    zero = tree.lift.scalar(0)
    rates = coordinate_rates(tree, speeds.sigma)
    forms: list[Form] = [rates[name] for name in coordinates]
    return Kinematics(
        W=tuple(tuple(form.of(r, zero) for r in range(len(speeds.u))) for form in forms),
        X=tuple(form.of(REMAINDER, zero) for form in forms),
    )


def sum_of_products(row: Sequence[Any], column: Sequence[Any], zero: Any) -> Any:
    """Σ row_i column_i."""
    total = zero
    for a, b in zip(row, column, strict=True):
        total = total + a * b
    return total
