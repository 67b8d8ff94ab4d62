"""A P = Q R by Householder reflections with column pivoting, and least squares by it.

From: pivoting.py    Next: condition.py
"""

from __future__ import annotations

from math import copysign, isfinite, sqrt
from typing import Final

from kane.program.arrays import Floats, Ints
from kane.program.numeric.products import add_multiple, exchange
from kane.program.routine import routine

_LOST: Final = 1.5e-8  # √ε: below it a downdated norm has no true digits left


@routine
def qr_factor(
    a: Floats,
    rows: int,
    columns: int,
    order: Ints,
    scales: Floats,
    work: Floats,
    tolerance: float,
) -> int:
    """The rank of A, with A replaced by R and, below it, the reflections; −1 if not finite.

    Step k brings forward the column with the largest remainder and reflects it onto the k-th
    axis by H = 1 − τ v vᵀ, v_k = 1, τ = scales[k] [Golub2013 §5.4.2]. The norms of the
    remainders are downdated, and computed afresh where that has lost its digits
    [DrmacBujanovic2008 §4]. The rank is the number of steps until |r_kk| ≤ tolerance·|r_00|.
    |r_kk| is near the k-th singular value in practice, though not by proof: where it matters,
    `upper_inverse_norm` tells how near to singular the chosen columns are.
    `scales` holds min(rows, columns) elements, `work` 3·columns.
    """
    norms = work[columns:]
    since = work[2 * columns :]
    for j in range(columns):
        order[j] = j
        size = column_norm(a[j:], rows, columns)
        norms[j] = size
        since[j] = size
        if not isfinite(size):
            return -1
    first = 0.0
    for k in range(min(rows, columns)):
        found = k
        for j in range(k + 1, columns):
            if norms[j] > norms[found]:
                found = j
        if found != k:
            _exchange_columns(a, rows, columns, k, found, order, norms, since)
        size = column_norm(a[k * columns + k :], rows - k, columns)
        if k == 0:
            first = size
        if size <= tolerance * first:
            return k
        tau = reflect(a[k * columns + k :], rows - k, columns, size)
        scales[k] = tau
        rest = columns - 1 - k
        _apply(a[k * columns + k :], rows - k, columns, rest, tau, work)
        for j in range(k + 1, columns):
            if norms[j] > 0.0:
                ratio = abs(a[k * columns + j]) / norms[j]
                left = max(0.0, (1.0 + ratio) * (1.0 - ratio))
                kept = norms[j] / since[j]
                norms[j] *= sqrt(left)
                if left * kept * kept <= _LOST and k + 1 < rows:
                    size = column_norm(a[(k + 1) * columns + j :], rows - 1 - k, columns)
                    norms[j] = size
                    since[j] = size
    return min(rows, columns)


@routine
def column_norm(a: Floats, rows: int, stride: int) -> float:
    """√Σ a_i² down a column, without overflow or underflow."""
    size = 0.0
    for i in range(rows):
        size = max(size, abs(a[i * stride]))
    if size == 0.0 or not isfinite(size):
        return size
    total = 0.0
    for i in range(rows):
        part = a[i * stride] / size
        total += part * part
    return size * sqrt(total)


@routine
def reflect(a: Floats, rows: int, stride: int, size: float) -> float:
    """τ of the reflection that takes this column of norm `size` onto its first element.

    The column is replaced by ∓size and, below, the rest of v.
    """
    if size == 0.0:
        return 0.0
    beta = -copysign(size, a[0])
    for i in range(1, rows):
        a[i * stride] /= a[0] - beta
    tau = (beta - a[0]) / beta
    a[0] = beta
    return tau


@routine
def _apply(a: Floats, rows: int, stride: int, rest: int, tau: float, work: Floats) -> None:
    """The `rest` columns right of a reflection's own, reflected: B ← B − v τ (vᵀ B)."""
    for j in range(rest):
        work[j] = a[1 + j]
    for i in range(1, rows):
        add_multiple(work, a[i * stride], a[i * stride + 1 :], rest)
    for j in range(rest):
        work[j] *= tau
    add_multiple(a[1:], -1.0, work, rest)
    for i in range(1, rows):
        add_multiple(a[i * stride + 1 :], -a[i * stride], work, rest)


@routine
def _exchange_columns(
    a: Floats,
    rows: int,
    columns: int,
    k: int,
    other: int,
    order: Ints,
    norms: Floats,
    since: Floats,
) -> None:
    """Columns k and other, with what is known of them, exchanged."""
    for i in range(rows):
        exchange(a[i * columns + k :], a[i * columns + other :], 1)
    exchange(norms[k:], norms[other:], 1)
    exchange(since[k:], since[other:], 1)
    moved = order[k]
    order[k] = order[other]
    order[other] = moved


@routine
def qr_transposed_product(
    a: Floats, rows: int, columns: int, rank: int, scales: Floats, b: Floats
) -> None:
    """b ← Qᵀ b, of the first `rank` reflections."""
    for k in range(rank):
        total = b[k]
        for i in range(k + 1, rows):
            total += a[i * columns + k] * b[i]
        total *= scales[k]
        b[k] -= total
        for i in range(k + 1, rows):
            b[i] -= total * a[i * columns + k]


@routine
def qr_solve(
    a: Floats,
    rows: int,
    columns: int,
    rank: int,
    order: Ints,
    scales: Floats,
    b: Floats,
    x: Floats,
) -> None:
    """x of least ‖A x − b‖ among those that use only the first `rank` columns in order.

    b becomes Qᵀ b; the norm of its elements from `rank` on is that of the residual.
    """
    qr_transposed_product(a, rows, columns, rank, scales, b)
    for j in range(columns):
        x[j] = 0.0
    for i in range(rank - 1, -1, -1):
        total = b[i]
        for j in range(i + 1, rank):
            total -= a[i * columns + j] * x[order[j]]
        x[order[i]] = total / a[i * columns + i]
