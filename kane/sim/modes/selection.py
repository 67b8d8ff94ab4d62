"""Which of the active rows are independent, and which speeds they make dependent.

J u + c = 0 with J = [J_D J_I]: the speeds of the columns J_D follow from the others. The choice
is free wherever J_D is regular. It is made by complete pivoting, on rows and columns weighed so
that units do not matter, and improved by exchanges until no dependent speed moves more than
twice as much as an independent one; then

    σ_min(J_D) ≥ σ_m(J) / √(1 + 4 m (n − m))          [GuEisenstat1996 Theorem 3.2, f = 2]

which pivoting alone does not promise. The same number, the largest |D_ij| on weighed columns, is
what a run watches at every step: it bounds σ_min(J_D) from below at no cost.

From: kane/program/numeric/pivoting.py    Next: partition.py
"""

from __future__ import annotations

from math import isfinite, sqrt
from typing import Final

from kane.program.arrays import Floats, Ints
from kane.program.numeric.pivoting import independent
from kane.program.numeric.products import add_multiple
from kane.program.routine import routine

GAIN: Final = 2.0  # the largest weighed |D_ij| that a selection leaves


@routine
def select(
    J: Floats,
    M: Floats,
    n: int,
    active: Ints,
    count: int,
    rows: Ints,
    order: Ints,
    work: Floats,
    tolerance: float,
) -> int:
    """The rank m of the active rows, −1 if one is not finite.

    `rows` becomes the active rows, m independent ones first, and `order` the speeds: m dependent
    ones, one for each such row, then the p = n − m independent ones. J holds every row there is,
    n elements each; `active` names `count` of them. Columns are weighed by 1/√M_jj, so that a
    speed counts as the momentum that belongs to it, and rows by their size; what remains counts
    as dependent once it is at most `tolerance` of the largest. `work` holds count·(n + 1) + n
    doubles.
    """
    row_weights = work[count * n :]
    column_weights = work[count * n + count :]
    for j in range(n):
        column_weights[j] = 1.0 / sqrt(M[j * n + j])
    for i in range(count):
        row = J[active[i] * n :]
        size = 0.0
        for j in range(n):
            work[i * n + j] = row[j]
            size = max(size, abs(row[j]) * column_weights[j])
        row_weights[i] = 1.0 / size if size > 0.0 and isfinite(size) else 1.0
    rank = independent(work, count, n, row_weights, column_weights, rows, order, tolerance)
    for i in range(count):
        rows[i] = active[rows[i]]
    return rank


@routine
def improve(D: Floats, M: Floats, n: int, order: Ints, m: int) -> float:
    """The largest weighed |D_ij|, at most 2, after exchanges of dependent and independent speeds.

    |D_ij| √M_ii/√M_jj is the factor by which |det J_D| grows, on weighed columns, when dependent
    speed i and independent speed j change places; so the exchanges end. D, E and γ follow each.
    """
    p = n - m
    for _ in range(n * n):
        at = _largest(D, M, n, order, m)
        i = at // n
        j = at % n
        size = _weighed(D, M, n, order, m, i, j) if m * p > 0 else 0.0
        if not size > GAIN:
            return size
        _swap(D, p, m, i, j)
        moved = order[i]
        order[i] = order[m + j]
        order[m + j] = moved
    return gain(D, M, n, order, m)


@routine
def gain(D: Floats, M: Floats, n: int, order: Ints, m: int) -> float:
    """The largest weighed |D_ij|: how far the selection is from a good one."""
    if m * (n - m) == 0:
        return 0.0
    at = _largest(D, M, n, order, m)
    return _weighed(D, M, n, order, m, at // n, at % n)


@routine
def _largest(D: Floats, M: Floats, n: int, order: Ints, m: int) -> int:
    """i·n + j of the largest weighed |D_ij|, or of the first that is not finite."""
    p = n - m
    found = 0
    largest = -1.0
    for i in range(m):
        own = M[order[i] * (n + 1)]
        for j in range(p):
            entry = D[i * (p + 2) + j]
            size = entry * entry * own / M[order[m + j] * (n + 1)]
            if not size <= largest:
                largest = size
                found = i * n + j
    return found


@routine
def _weighed(D: Floats, M: Floats, n: int, order: Ints, m: int, i: int, j: int) -> float:
    ratio = M[order[i] * (n + 1)] / M[order[m + j] * (n + 1)]
    return abs(D[i * (n - m + 2) + j]) * sqrt(ratio)


@routine
def _swap(D: Floats, p: int, m: int, i: int, j: int) -> None:
    """[D E γ] after dependent speed i and independent speed j have changed places."""
    width = p + 2
    row = D[i * width :]
    inverse = 1.0 / row[j]
    for k in range(width):
        row[k] *= -inverse
    row[j] = inverse
    for r in range(m):
        if r != i:
            other = D[r * width :]
            factor = other[j]
            other[j] = 0.0
            add_multiple(other, factor, row, width)
