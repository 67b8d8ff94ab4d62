"""Factors of symmetric matrices: A = L Lᵀ, and A = Lᵀ D L from the last row inward.

Both read and overwrite the lower triangle alone.

From: triangular.py    Next: lu.py
"""

from __future__ import annotations

from math import isfinite, sqrt

from kane.program.arrays import Floats
from kane.program.numeric.products import dot
from kane.program.numeric.triangular import (
    lower_solve,
    lower_transposed_solve,
    unit_lower_solve,
    unit_lower_transposed_solve,
)
from kane.program.routine import routine


@routine
def cholesky_factor(a: Floats, n: int) -> int:
    """0, with A's lower triangle replaced by L of A = L Lᵀ; else 1 + the row of the first pivot
    that is not positive, where the work stops.

        l_ij = (a_ij − Σ_k l_ik l_jk) / l_jj,  l_ii = √(a_ii − Σ_k l_ik²)   [Higham2002 §10.1]
    """
    for i in range(n):
        row = a[i * n :]
        for j in range(i):
            other = a[j * n :]
            known = 0.0
            for k in range(j):  # not dot(…): a call is a sixth of the time where n is 6
                known += row[k] * other[k]
            row[j] = (row[j] - known) / other[j]
        known = dot(row, row, i)
        pivot = row[i] - known
        if not (pivot > 0.0 and isfinite(pivot)):
            return i + 1
        row[i] = sqrt(pivot)
    return 0


@routine
def cholesky_solve(l: Floats, n: int, b: Floats) -> None:  # noqa: E741 (Kane's and all the world's L)
    """b ← (L Lᵀ)⁻¹ b."""
    lower_solve(l, n, n, b)
    lower_transposed_solve(l, n, n, b)


@routine
def ltdl_factor(a: Floats, n: int) -> int:
    """0, with A's lower triangle replaced by L (its unit diagonal not stored) and D of
    A = Lᵀ D L; else 1 + the row of the first pivot whose reciprocal is zero or not finite.

    From the last row inward, so that a tree's mass matrix keeps its zeros [Featherstone2008 §6.5].
    """
    for k in range(n - 1, -1, -1):
        row = a[k * n :]
        inverse = 1.0 / row[k]  # one division a row: a fifth of the time where n is 40
        if inverse == 0.0 or not isfinite(inverse):
            return k + 1
        for i in range(k - 1, -1, -1):
            factor = row[i] * inverse
            other = a[i * n :]
            for j in range(i + 1):  # not add_multiple(…): a call is a fifth of the time
                other[j] -= factor * row[j]
            row[i] = factor
    return 0


@routine
def ltdl_solve(a: Floats, n: int, b: Floats) -> None:
    """b ← (Lᵀ D L)⁻¹ b."""
    unit_lower_transposed_solve(a, n, n, b)
    for i in range(n):
        b[i] = b[i] / a[i * n + i]
    unit_lower_solve(a, n, n, b)
