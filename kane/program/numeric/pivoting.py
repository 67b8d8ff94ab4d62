"""Independent rows and columns of a matrix, chosen by complete pivoting with weights.

From: lu.py    Next: qr.py
"""

from __future__ import annotations

from math import isfinite

from kane.program.arrays import Floats, Ints
from kane.program.numeric.products import add_multiple, exchange
from kane.program.routine import routine


@routine
def independent(
    a: Floats,
    rows: int,
    columns: int,
    row_weights: Floats,
    column_weights: Floats,
    row_order: Ints,
    column_order: Ints,
    tolerance: float,
) -> int:
    """The rank of A; −1 if an element is not finite.

    The first `rank` entries of `row_order` and `column_order` are independent rows and columns,
    the first of them the most so: each step takes the largest remaining element of

        a_ij · row_weight_i · column_weight_j

    and eliminates its row and column. What remains counts as zero once its largest element is at
    most `tolerance` times the first pivot. Weights make the choice independent of units: for
    constraint rows J, 1/√M_jj by column, and by row the inverse of the row's size. Pivots
    are near the singular values in practice, though not by proof [Higham2002 §9.4]. A is
    overwritten.
    """
    for i in range(rows):
        row_order[i] = i
        for j in range(columns):
            a[i * columns + j] *= row_weights[i] * column_weights[j]
            if not isfinite(a[i * columns + j]):
                return -1
    for j in range(columns):
        column_order[j] = j
    first = 0.0
    for k in range(min(rows, columns)):
        at = _largest_from(a, rows, columns, k)
        size = abs(a[at])
        if k == 0:
            first = size
        if size <= tolerance * first:
            return k
        _bring(a, rows, columns, k, at, row_order, column_order)
        for i in range(k + 1, rows):
            factor = a[i * columns + k] / a[k * columns + k]
            rest = columns - 1 - k
            add_multiple(a[i * columns + k + 1 :], -factor, a[k * columns + k + 1 :], rest)
    return min(rows, columns)


@routine
def _largest_from(a: Floats, rows: int, columns: int, k: int) -> int:
    """The place of the largest element of rows and columns k and beyond."""
    found = k * columns + k
    size = abs(a[found])
    for i in range(k, rows):
        for j in range(k, columns):
            if abs(a[i * columns + j]) > size:
                found = i * columns + j
                size = abs(a[found])
    return found


@routine
def _bring(
    a: Floats, rows: int, columns: int, k: int, at: int, row_order: Ints, column_order: Ints
) -> None:
    """Exchanges rows and columns so that element `at` comes to the diagonal in row k."""
    row = at // columns
    column = at % columns
    if row != k:
        exchange(a[k * columns :], a[row * columns :], columns)
        moved = row_order[k]
        row_order[k] = row_order[row]
        row_order[row] = moved
    if column != k:
        for i in range(rows):
            exchange(a[i * columns + k :], a[i * columns + column :], 1)
        moved = column_order[k]
        column_order[k] = column_order[column]
        column_order[column] = moved
