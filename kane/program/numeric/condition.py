"""The condition number of a factored matrix, estimated by a few solves with it.

From: qr.py    Next: newton.py
"""

from __future__ import annotations

from collections.abc import Callable

from kane.program.arrays import Floats, Ints
from kane.program.numeric.cholesky import cholesky_solve
from kane.program.numeric.lu import lu_solve, lu_transposed_solve
from kane.program.numeric.triangular import upper_solve, upper_transposed_solve
from kane.program.routine import routine

# Of factors, their size n and what integers belong to them: b ← A⁻¹ b.
Solve = Callable[[Floats, int, Ints, Floats], None]


@routine
def inverse_norm(
    solve: Solve, transposed: Solve, factors: Floats, n: int, facts: Ints, work: Floats
) -> float:
    """A lower bound of ‖A⁻¹‖₁, hardly ever below a third of it.

    Climbs ‖A⁻¹ x‖₁ over the corners of ‖x‖₁ ≤ 1 by its gradient A⁻ᵀ sign(A⁻¹ x), at most five
    times, and tries one vector of alternating signs besides [Higham2002 §15.3]. `work` holds
    2·n elements.
    """
    x = work
    signs = work[n:]
    for i in range(n):
        x[i] = 1.0 / n
        signs[i] = 0.0
    best = 0.0
    last = -1
    for _ in range(5):
        solve(factors, n, facts, x)
        size = 0.0
        changed = False
        for i in range(n):
            size += abs(x[i])
            sign = 1.0 if x[i] >= 0.0 else -1.0
            changed = changed or sign != signs[i]
            signs[i] = sign
        if not changed or size <= best:
            best = max(best, size)
            break
        best = size
        for i in range(n):
            x[i] = signs[i]
        transposed(factors, n, facts, x)
        at = 0
        for i in range(n):
            if abs(x[i]) > abs(x[at]):
                at = i
        if at == last:
            break
        last = at
        for i in range(n):
            x[i] = 0.0
        x[at] = 1.0
    for i in range(n):
        size = 1.0 + i / max(n - 1, 1)
        x[i] = size if i % 2 == 0 else -size
    solve(factors, n, facts, x)
    size = 0.0
    for i in range(n):
        size += abs(x[i])
    return max(best, 2.0 * size / (3.0 * n))


@routine
def lu_condition(a: Floats, n: int, pivots: Ints, norm: float, work: Floats) -> float:
    """κ₁ of the matrix that was factored and had this 1-norm."""
    inverse = inverse_norm(lu_solve, lu_transposed_solve, a, n, pivots, work)
    return norm * inverse


@routine
def cholesky_condition(a: Floats, n: int, norm: float, none: Ints, work: Floats) -> float:
    """κ₁ of the matrix that was factored and had this 1-norm; `none` is any array."""
    inverse = inverse_norm(_cholesky_solve, _cholesky_solve, a, n, none, work)
    return norm * inverse


@routine
def upper_inverse_norm(a: Floats, n: int, stride: Ints, work: Floats) -> float:
    """‖R⁻¹‖₁ of an upper triangle whose rows lie stride[0] elements apart."""
    return inverse_norm(_upper_solve, _upper_transposed_solve, a, n, stride, work)


@routine
def _cholesky_solve(a: Floats, n: int, none: Ints, b: Floats) -> None:
    """b ← A⁻¹ b."""
    cholesky_solve(a, n, b)


@routine
def _upper_solve(a: Floats, n: int, stride: Ints, b: Floats) -> None:
    """b ← R⁻¹ b."""
    upper_solve(a, stride[0], n, b)


@routine
def _upper_transposed_solve(a: Floats, n: int, stride: Ints, b: Floats) -> None:
    """b ← R⁻ᵀ b."""
    upper_transposed_solve(a, stride[0], n, b)
