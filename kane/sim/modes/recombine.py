"""Constrained equations from unconstrained ones: p equations in the p independent speeds.

From: partition.py    Next: schur.py
"""

from __future__ import annotations

from kane.program.arrays import Floats, Ints
from kane.program.numeric.cholesky import cholesky_factor, cholesky_solve
from kane.program.numeric.products import add_multiple
from kane.program.routine import routine


@routine
def recombine(
    M: Floats, n: int, order: Ints, m: int, D: Floats, reduced: Floats, work: Floats
) -> None:
    """PᵀMP (its lower triangle, p × p), and in `work` the rows of M P and, last, M [0; γ].

        F̃_r = F_r + Σ_s D_sr F_s,   F̃*_r = F*_r + Σ_s D_sr F*_s       [Gillespie2003 (44), (45)]

    with P = [D; 1], speeds in `order`: dependent ones first. M is symmetric and whole, n × n.
    `work` gets n rows of p + 1 elements.
    """
    p = n - m
    width = p + 1
    for i in range(n):
        row = M[order[i] * n :]
        product = work[i * width :]
        for j in range(p):
            product[j] = row[order[m + j]]
        product[p] = 0.0
        for d in range(m):
            weight = row[order[d]]
            dependent = D[d * (p + 2) :]
            add_multiple(product, weight, dependent, p)
            product[p] += weight * dependent[p + 1]
    for i in range(p):
        product = work[(m + i) * width :]
        out = reduced[i * p :]
        for j in range(i + 1):
            out[j] = product[j]
        for d in range(m):
            add_multiple(out, D[d * (p + 2) + i], work[d * width :], i + 1)


@routine
def accelerate(
    h: Floats,
    n: int,
    order: Ints,
    m: int,
    D: Floats,
    reduced: Floats,
    work: Floats,
    udot: Floats,
    independent: Floats,
) -> int:
    """0, and u̇ of all speeds; else 1 + the number of the first pivot that is not positive.

        PᵀMP u̇_I = Pᵀ(h − M [0; γ]),   u̇_D = D u̇_I + γ,   h = τ − f

    `reduced` and `work` are those of `recombine`; `reduced` is replaced by its Cholesky factor.
    `independent` holds p doubles.
    """
    p = n - m
    width = p + 1
    for i in range(p):
        independent[i] = h[order[m + i]] - work[(m + i) * width + p]
    for d in range(m):
        left = h[order[d]] - work[d * width + p]
        add_multiple(independent, left, D[d * (p + 2) :], p)
    failed = cholesky_factor(reduced, p)
    if failed != 0:
        return failed
    cholesky_solve(reduced, p, independent)
    for i in range(p):
        udot[order[m + i]] = independent[i]
    for d in range(m):
        row = D[d * (p + 2) :]
        total = row[p + 1]
        for j in range(p):
            total += row[j] * independent[j]
        udot[order[d]] = total
    return 0
