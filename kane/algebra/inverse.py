"""The inverse of a symmetric matrix and of what it multiplies, by LᵀDL, in expressions.

    A = Lᵀ D L,    L unit lower triangular, with no more entries than the tree's A has

From tip to base, so that nothing fills in [Featherstone2008 §6.5]. A⁻¹ needs no right-hand sides:
L A⁻¹ = D⁻¹ L⁻ᵀ gives its rows one after the other,

    X_kc = −Σ_i L_ki X_ic   (c < k),     X_kk = 1/D_k − Σ_i L_ki X_ik

From: solve.py    Next: kane/dynamics/derivatives.py
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

Square = list[list[Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Factors:
    """L by rows, without the diagonal and its zeros, and 1/D."""

    rows: tuple[dict[int, Any], ...]
    reciprocals: tuple[Any, ...]

    @property
    def flat(self) -> list[Any]:
        """L's entries by rows, then 1/D."""
        return [*(x for row in self.rows for x in row.values()), *self.reciprocals]

    def with_flat(self, values: Sequence[Any]) -> Factors:
        """Factors of the same sparsity with these entries, in the order of `flat`."""
        left = iter(values)
        rows = tuple({place: next(left) for place in row} for row in self.rows)
        return Factors(rows=rows, reciprocals=tuple(left))

    def solved(self, right: Sequence[Any]) -> list[Any]:
        """A⁻¹ b."""
        x = list(right)
        for k in reversed(range(len(x))):
            for i, factor in self.rows[k].items():
                if x[k]:
                    x[i] = x[i] - factor * x[k]
        for k, reciprocal in enumerate(self.reciprocals):
            x[k] = x[k] * reciprocal
            for i, factor in self.rows[k].items():
                if x[i]:
                    x[k] = x[k] - factor * x[i]
        return x

    def inverse(self) -> Square:
        """A⁻¹."""
        n = len(self.rows)
        X: Square = [[0] * n for _ in range(n)]
        for k, row in enumerate(self.rows):
            for c in range(k + 1):
                total = self.reciprocals[k] if c == k else 0 * self.reciprocals[k]
                for i, factor in row.items():
                    if X[i][c]:
                        total = total - factor * X[i][c]
                X[k][c] = X[c][k] = total
        return X


def factors(matrix: Sequence[Sequence[Any]]) -> Factors:
    """L and 1/D of a symmetric matrix, of which the lower triangle is read."""
    left = [list(row[: k + 1]) for k, row in enumerate(matrix)]
    rows: list[dict[int, Any]] = [{} for _ in left]
    reciprocals: list[Any] = [None] * len(left)
    for k in reversed(range(len(left))):
        reciprocals[k] = 1 / left[k][k]
        places = [i for i in range(k) if left[k][i]]
        for i in places:
            factor = rows[k][i] = left[k][i] * reciprocals[k]
            for j in places:
                if j <= i:
                    left[i][j] = left[i][j] - factor * left[k][j]
    return Factors(rows=tuple(rows), reciprocals=tuple(reciprocals))
