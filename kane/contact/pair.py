"""Pair: distance, normal and nearest points of two convex bodies, apart or in each other.

    gap = |v| − r − s apart,   gap = −depth − r − s where the cores meet,   n from B to A
    points  a − n r  and  b + n s,   of which the first is the second and gap·n

Where cores overlap, A is moved out along n by a little more than the depth. The nearest points are
then those of the parting; and where they lie along another n', A parts sooner along that:
h(n') < h(n). This is repeated to the least depth nearby, which on a polytope is there at once.

From: depth.py    Next: broad.py
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from kane.contact.depth import DEPTH_PLACES, DEPTH_WORK, VERTICES, depth
from kane.contact.gjk import EPSILON, GJK_WORK, gjk
from kane.contact.support import VERTEX, difference, finite
from kane.errors import Outcome
from kane.program.arrays import Floats, Ints
from kane.program.numeric.products import dot
from kane.program.routine import routine

PAIR_WORK: Final = 64 + GJK_WORK + VERTEX + 3 + DEPTH_WORK
PAIR_PLACES: Final = DEPTH_PLACES
POLISH: Final = 100
_OK: Final = Outcome.OK.value
_NOT_FINITE: Final = Outcome.NOT_FINITE.value


@routine
def parting(
    a: Floats, b: Floats, apart: Floats, height: float, m: Floats, size: float, v: Floats, r: Floats
) -> float:
    """h(m), made less where it can be; v = Σ λ y of the parting, λ from v[4] on, y in `r`."""
    moved = r[GJK_WORK:]
    y = r[GJK_WORK + 3 :]
    best = height
    for _ in range(POLISH):
        margin = best + 0.01 * size
        for i in range(3):
            moved[i] = apart[i] - m[i] * (best + margin)
        n = gjk(a, b, moved, v, v[4:], r)
        for i in range(n, 4):
            v[4 + i] = 0.0
        off = sqrt(dot(v, v, 3))
        if not off > 0.0:
            break
        for i in range(3):
            moved[i] = -v[i] / off
        difference(a, b, apart, moved, y)
        lower = dot(moved, y, 3)
        if not lower < best - 4.0 * EPSILON * size:
            break
        best = lower
        for i in range(3):
            m[i] = moved[i]
    return best


@routine
def pair(a: Floats, b: Floats, out: Floats, places: Ints, work: Floats) -> int:
    """An Outcome's value; out = gap, n (3), point of A (3), point of B (3), NaN where one is."""
    v = work
    weights = work[4:]
    apart = work[8:]
    m = work[11:]
    rest = work[64:]
    for i in range(3):
        apart[i] = a[12 + i] - b[12 + i]
    n = 0
    if finite(a) and finite(b):
        n = gjk(a, b, apart, v, weights, rest)
    if n == 0:
        for i in range(10):
            out[i] = 0.0 / 0.0
        return _NOT_FINITE
    for i in range(n, 4):
        weights[i] = 0.0
    gap = sqrt(dot(v, v, 3))
    for i in range(3):
        out[1 + i] = v[i] / gap
    if gap == 0.0:
        size = v[3]
        vertices = rest[GJK_WORK + VERTEX + 3 :]
        other = rest[GJK_WORK + VERTEX * (VERTICES + 1) + 3 :]
        for i in range(VERTEX * n):
            vertices[i] = rest[i]
        height = depth(a, b, apart, n, size, vertices, m, places, other)
        if height <= 64.0 * EPSILON * size and dot(m, apart, 3) > 0.0:
            height = turned_round(a, b, apart, m, height, other)
        gap = -parting(a, b, apart, height, m, size, v, rest)
        for i in range(3):
            out[1 + i] = -m[i]
    for i in range(3):
        out[4 + i] = a[12 + i] - a[2] * out[1 + i]
        out[7 + i] = b[12 + i] + b[2] * out[1 + i]
        for k in range(4):
            if weights[k] > 0.0:
                out[4 + i] += weights[k] * rest[VERTEX * k + 3 + i]
                out[7 + i] += weights[k] * rest[VERTEX * k + 6 + i]
    out[0] = gap - a[2] - b[2]
    return _OK


@routine
def turned_round(a: Floats, b: Floats, apart: Floats, m: Floats, height: float, y: Floats) -> float:
    """h of the other side of what is flat, if that is no more: A is moved from B's place away."""
    for i in range(3):
        m[i] = -m[i]
    difference(a, b, apart, m, y)
    lower = dot(m, y, 3)
    if lower <= height:
        return lower
    for i in range(3):
        m[i] = -m[i]
    return height
