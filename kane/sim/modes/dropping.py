"""A dense linear system whose superfluous rows are dropped, or share what they carry.

From: kane/program/numeric/lu.py    Next: respond.py
"""

from __future__ import annotations

from typing import Final

from kane.program.arrays import Floats
from kane.program.routine import routine

SHARING: Final = 1e-9  # as in kane/dynamics/modes.py
SUPERFLUOUS: Final = 1e-11  # of its own size, what is left of a row that depends on others


@routine
def solve_dropping(a: Floats, n: int, b: Floats, kept: Floats) -> int:
    """The rank; b ← the solution of a x = b with x = 0 in the rows that depend on others.

    Gauss–Jordan elimination with the largest remaining diagonal element as pivot, each measured
    by what it was at first: right for a matrix J M⁻¹ Gᵀ, whose diagonal holds what matters.
    `kept` tells of each row whether it is independent: 1, else 0.
    """
    for i in range(n):
        kept[i] = -abs(a[i * n + i])  # below zero: not yet a pivot
    rank = 0
    for _ in range(n):
        k = -1
        best = SUPERFLUOUS
        for i in range(n):
            if kept[i] < 0.0:
                size = abs(a[i * n + i]) / -kept[i]
                if size > best:
                    best = size
                    k = i
        if k < 0:
            break
        kept[k] = 1.0
        rank += 1
        inverse = 1.0 / a[k * n + k]
        for j in range(n):
            a[k * n + j] *= inverse
        b[k] *= inverse
        for i in range(n):
            if i != k and a[i * n + k] != 0.0:
                factor = a[i * n + k]
                for j in range(n):
                    a[i * n + j] -= factor * a[k * n + j]
                b[i] -= factor * b[k]
    for i in range(n):
        if kept[i] <= 0.0:
            kept[i] = 0.0
            b[i] = 0.0
    return rank


@routine
def solve_sharing(
    a: Floats, n: int, b: Floats, kept: Floats, room: Floats, give: float, steps: int
) -> int:  # fmt: skip
    """n; b ← the solution of a x = b that is shortest, by the diagonals' weights.

    (a + ε D) x₀ = b, D = |diag a|, is met but for ε, which is `give`; each further step with what
    is left of b makes it ε times less, and leaves what no row notices as even as it was
    [Tikhonov1963]. What of b no x meets moves x by 1/ε of it. `room` holds n² + 2n; its second n
    are what x is nearest to, zero for the shortest.
    """
    copy = room[2 * n :]
    rest = room
    found = room[n:]
    for i in range(n):
        rest[i] = b[i]
        for j in range(n):
            copy[i * n + j] = a[i * n + j]
    for _ in range(steps):
        for i in range(n):
            b[i] = rest[i]
            for j in range(n):
                b[i] -= copy[i * n + j] * found[j]
                a[i * n + j] = copy[i * n + j]
            a[i * n + i] += give * abs(copy[i * n + i])
        solve_dropping(a, n, b, kept)
        for i in range(n):
            found[i] += b[i]
    for i in range(n):
        b[i] = found[i]
        kept[i] = 1.0
    return n
