"""Distance of two convex bodies by Gilbert, Johnson and Keerthi's iteration.

    v ← the point nearest to 0 of the hull of the last simplex and s_{A−B}(−v)   [Gilbert1988 §III]

until |v|² − v·s ≤ 4 ε |v| size: then |v| errs by no more than that beside the distance, which lies
between v·s/|v| and |v|. |v| falls at every step, so the iteration cannot go round in a circle.

From: simplex.py    Next: depth.py
"""

from __future__ import annotations

from math import isfinite, sqrt
from typing import Final

from kane.contact.simplex import nearest
from kane.contact.support import VERTEX, difference
from kane.program.arrays import Floats
from kane.program.numeric.products import dot
from kane.program.routine import routine

EPSILON: Final = 2.0**-52
MOST: Final = 200  # steps: a hull ends after a few, an ellipsoid after some tens
GJK_WORK: Final = 4 * VERTEX + 32


@routine
def gjk(a: Floats, b: Floats, apart: Floats, v: Floats, weights: Floats, work: Floats) -> int:
    """Vertices of the last simplex; 0 where a number is not finite. v = Σ λ y.

    The vertices stand at the beginning of `work` (GJK_WORK doubles); v[3] is the size of A − B.
    v = 0 where the cores have a point in common.
    """
    d = work[4 * VERTEX :]
    trial = work[4 * VERTEX + 3 :]
    u = work[4 * VERTEX + 7 :]
    least = work[4 * VERTEX + 10 :]
    for i in range(3):
        d[i] = -apart[i]
    if dot(d, d, 3) == 0.0:
        d[0] = 1.0
    difference(a, b, apart, d, work)
    n = 1
    weights[0] = 1.0
    for i in range(3):
        v[i] = work[i]
    size = dot(v, v, 3)
    if not isfinite(size):
        return 0
    for _ in range(MOST):
        square = dot(v, v, 3)
        if square <= 256.0 * EPSILON * EPSILON * size:
            for i in range(3):
                v[i] = 0.0
            break
        for i in range(3):
            d[i] = -v[i]
        y = work[VERTEX * n :]
        difference(a, b, apart, d, y)
        along = dot(v, y, 3)
        size = max(size, dot(y, y, 3))
        if not isfinite(along + size):
            return 0
        if square - along <= 4.0 * EPSILON * sqrt(size * square):
            break
        new = nearest(work, n + 1, trial, u, least)
        if not new < square:
            break
        n = kept(work, n + 1, trial, weights)
        for i in range(3):
            v[i] = u[i]
    v[3] = sqrt(size)
    return n


@routine
def kept(s: Floats, n: int, trial: Floats, weights: Floats) -> int:
    """How many vertices have a weight; they come first."""
    count = 0
    for k in range(n):
        if trial[k] > 0.0:
            weights[count] = trial[k]
            for i in range(VERTEX):
                s[VERTEX * count + i] = s[VERTEX * k + i]
            count += 1
    return count
