"""Dependent speeds in terms of the independent ones: u_D = D u_I + E, u̇_D = D u̇_I + γ.

From: selection.py    Next: recombine.py
"""

from __future__ import annotations

from math import isfinite

from kane.program.arrays import Floats, Ints
from kane.program.numeric.products import add_multiple, exchange
from kane.program.routine import routine


@routine
def partition(
    J: Floats,
    c: Floats,
    bias: Floats,
    n: int,
    rows: Ints,
    order: Ints,
    m: int,
    D: Floats,
    work: Floats,
) -> float:
    """How regular J_D is: its smallest pivot over its largest; 0 where it is singular.

        D = −J_D⁻¹ J_I,   E = −J_D⁻¹ c,   γ = −J_D⁻¹ (J̇u + ċ)             [Gillespie2003 (3)–(7)]

    by Gauss–Jordan elimination with row exchanges. D has m rows of p + 2 elements: D itself, then
    E, then γ. `work` holds m·(n + 2) doubles.
    """
    width = n + 2
    p = n - m
    for i in range(m):
        row = J[rows[i] * n :]
        for j in range(n):
            work[i * width + j] = row[order[j]]
        work[i * width + n] = c[rows[i]]
        work[i * width + n + 1] = bias[rows[i]]
    smallest = 0.0
    largest = 0.0
    for k in range(m):
        found = k
        for i in range(k, m):
            if abs(work[i * width + k]) > abs(work[found * width + k]):
                found = i
        pivot = work[found * width + k]
        if pivot == 0.0 or not isfinite(pivot):
            return 0.0
        smallest = abs(pivot) if k == 0 else min(smallest, abs(pivot))
        largest = max(largest, abs(pivot))
        here = work[k * width + k :]
        rest = width - k
        if found != k:
            exchange(here, work[found * width + k :], rest)
        inverse = 1.0 / pivot
        for j in range(rest):
            here[j] *= inverse
        for i in range(m):
            if i != k:
                other = work[i * width + k :]
                add_multiple(other, -other[0], here, rest)
    for i in range(m):
        for j in range(p + 2):
            D[i * (p + 2) + j] = -work[i * width + m + j]
    return smallest / largest if m > 0 else 1.0
