"""Rates of the coordinates, q̇ = W u + X.

From: speeds.py    Next: equations.py
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kane.dynamics.form import REMAINDER, Form
from kane.dynamics.lift import Define
from kane.dynamics.speeds import Speeds
from kane.dynamics.tree import Tree
from kane.model.joints.stored import Stored


@dataclass(frozen=True, slots=True, kw_only=True)
class Kinematics:
    """W, a row a coordinate and a column a speed, and X."""

    W: tuple[tuple[Any, ...], ...]
    X: tuple[Any, ...]


def coordinate_rates(tree: Tree, sigma: Sequence[Any], define: Define) -> dict[str, Any]:
    """q̇ by name, for these values of the natural speeds; what is stored changes by its law."""
    found: dict[str, Any] = {}
    for link in tree.links:
        if isinstance(link.motion, Stored):
            found[link.motion.coordinate] = tree.lift.scalar(link.motion.law.value, define)
            continue
        rates = link.motion.rates(link.q, [sigma[number] for number in link.speeds])
        found.update(zip(link.motion.names[0], rates, strict=True))
    return found


def kinematics(
    tree: Tree, speeds: Speeds, coordinates: Sequence[str], define: Define
) -> Kinematics:
    """W and X of these coordinates; the law of what is stored is all in X."""
    zero = tree.lift.scalar(0)
    rates = coordinate_rates(tree, speeds.sigma, define)
    forms = [as_form(rates[name]) for name in coordinates]
    return Kinematics(
        W=tuple(tuple(form.of(r, zero) for r in range(len(speeds.u))) for form in forms),
        X=tuple(form.of(REMAINDER, zero) for form in forms),
    )


def as_form(rate: Any) -> Form:
    """A rate as a Form in the speeds: one that is no Form is all remainder."""
    return rate if isinstance(rate, Form) else Form({REMAINDER: rate} if rate else {}, rate)


def sum_of_products(row: Sequence[Any], column: Sequence[Any], zero: Any) -> Any:
    """Σ row_i column_i."""
    total = zero
    for a, b in zip(row, column, strict=True):
        total = total + a * b
    return total
