"""P A = L U with partial pivoting.

From: cholesky.py    Next: condition.py
"""

from __future__ import annotations

from math import isfinite

from kane.program.arrays import Floats, Ints
from kane.program.numeric.products import add_multiple, exchange
from kane.program.numeric.triangular import (
    unit_lower_solve,
    unit_lower_transposed_solve,
    upper_solve,
    upper_transposed_solve,
)
from kane.program.routine import routine


@routine
def lu_factor(a: Floats, n: int, pivots: Ints) -> int:
    """0, with A replaced by U and by L below it (its unit diagonal not stored); else 1 + the
    column of the first pivot that is zero or not finite, where the work stops.

    Step k exchanges rows k and pivots[k], whose element of column k is largest
    [Higham2002 §9.1], and takes multiples of row k from the rows below.
    """
    for k in range(n):
        found = k
        for i in range(k + 1, n):
            if abs(a[i * n + k]) > abs(a[found * n + k]):
                found = i
        pivots[k] = found
        if found != k:
            exchange(a[k * n :], a[found * n :], n)
        pivot = a[k * n + k]
        if pivot == 0.0 or not isfinite(pivot):
            return k + 1
        for i in range(k + 1, n):
            factor = a[i * n + k] / pivot
            a[i * n + k] = factor
            add_multiple(a[i * n + k + 1 :], -factor, a[k * n + k + 1 :], n - 1 - k)
    return 0


@routine
def lu_solve(a: Floats, n: int, pivots: Ints, b: Floats) -> None:
    """b ← A⁻¹ b."""
    for k in range(n):
        exchange(b[k:], b[pivots[k] :], 1)
    unit_lower_solve(a, n, n, b)
    upper_solve(a, n, n, b)


@routine
def lu_transposed_solve(a: Floats, n: int, pivots: Ints, b: Floats) -> None:
    """b ← A⁻ᵀ b."""
    upper_transposed_solve(a, n, n, b)
    unit_lower_transposed_solve(a, n, n, b)
    for k in range(n - 1, -1, -1):
        exchange(b[k:], b[pivots[k] :], 1)
