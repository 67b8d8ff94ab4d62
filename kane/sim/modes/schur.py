"""Constraint forces first: m equations in the forces of the active rows.

    S λ = −(J u̇₀ + J̇u + ċ),   u̇ = u̇₀ + X λ,   S = J X,   X = M⁻¹ Jᵀ,   u̇₀ = M⁻¹ (τ − f)

The same motion as the p equations of recombine.py. X, S and J u̇₀ + J̇u + ċ of every row there is
come from straight-line code that knows which elements are zero (kane/dynamics/rows.py); what is
left here is a system as large as there are active rows.

From: recombine.py    Next: library.py
"""

from __future__ import annotations

from math import isfinite, sqrt

from kane.program.arrays import Floats, Ints
from kane.program.numeric.products import add_multiple
from kane.program.routine import routine


@routine
def gather(S: Floats, count: int, rows: Ints, m: int, factor: Floats) -> int:
    """0, with the lower Cholesky factor of the m chosen rows' S, 1/l_ii on its diagonal; else
    1 + the place of the first row that depends on those before it.

    S is whole, count × count; `factor` gets m rows of m elements.
    """
    for i in range(m):
        row = factor[i * m :]
        given = S[rows[i] * count :]
        for j in range(i):
            other = factor[j * m :]
            total = given[rows[j]]
            for k in range(j):
                total -= row[k] * other[k]
            row[j] = total * other[j]
        pivot = given[rows[i]]
        for k in range(i):
            pivot -= row[k] * row[k]
        if not (pivot > 0.0 and isfinite(pivot)):
            return i + 1
        row[i] = 1.0 / sqrt(pivot)
    return 0


@routine
def forces(factor: Floats, m: int, right: Floats) -> None:
    """right ← S⁻¹ right, by the factor of `gather`."""
    for i in range(m):
        row = factor[i * m :]
        total = right[i]
        for k in range(i):
            total -= row[k] * right[k]
        right[i] = total * row[i]
    for i in range(m - 1, -1, -1):
        row = factor[i * m :]
        right[i] *= row[i]
        for k in range(i):
            right[k] -= row[k] * right[i]


@routine
def apply(X: Floats, n: int, rows: Ints, m: int, force: Floats, v: Floats) -> None:
    """v ← v + Σ_i X_i force_i over the chosen rows; X holds a row of n elements for each."""
    for i in range(m):
        add_multiple(v, force[i], X[rows[i] * n :], n)


@routine
def constrain(
    S: Floats,
    X: Floats,
    residual: Floats,
    n: int,
    count: int,
    rows: Ints,
    m: int,
    force: Floats,
    v: Floats,
    factor: Floats,
) -> int:
    """0, with the forces that bring the residual of the chosen rows to zero, and v changed by
    them; else as `gather`.

    With J u̇₀ + J̇u + ċ and u̇₀ these are λ and u̇; with J u + c and u they are the impulses of a
    plastic transition and u⁺, the M-orthogonal projection on the rows.
    """
    failed = gather(S, count, rows, m, factor)
    if failed != 0:
        return failed
    for i in range(m):
        force[i] = -residual[rows[i]]
    forces(factor, m, force)
    apply(X, n, rows, m, force, v)
    return 0
