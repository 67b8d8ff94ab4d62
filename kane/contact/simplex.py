"""Simplex: its point nearest to the origin, by looking at every vertex, edge, face and itself.

    v = Σ λ_i y_i,   λ_i > 0 on the smallest part that holds it          [Gilbert1988 §III]

All parts are tried, the small ones first, and a larger one only where its λ are all positive and
it comes nearer. A part without extent is passed over, since a smaller one holds its points.

From: support.py    Next: gjk.py
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from kane.contact.support import VERTEX
from kane.program.arrays import Floats
from kane.program.numeric.products import dot
from kane.program.routine import routine

FLAT: Final = 1e-14  # of the product of its edges: less volume is none


@routine
def cross(a: Floats, b: Floats, c: Floats) -> None:
    """c = a × b."""
    c[0] = a[1] * b[2] - a[2] * b[1]
    c[1] = a[2] * b[0] - a[0] * b[2]
    c[2] = a[0] * b[1] - a[1] * b[0]


@routine
def less(a: Floats, b: Floats, c: Floats) -> None:
    """c = a − b."""
    for i in range(3):
        c[i] = a[i] - b[i]


@routine
def offered(s: Floats, n: int, trial: Floats, weights: Floats, v: Floats, best: float) -> float:
    """The least |Σ λ y|² so far; where `trial` is less than the best, it is taken."""
    x = 0.0
    y = 0.0
    z = 0.0
    for k in range(n):
        x += trial[k] * s[VERTEX * k]
        y += trial[k] * s[VERTEX * k + 1]
        z += trial[k] * s[VERTEX * k + 2]
        if not trial[k] >= 0.0:
            return best
    size = x * x + y * y + z * z
    if not size < best:
        return best
    for k in range(n):
        weights[k] = trial[k]
    v[0] = x
    v[1] = y
    v[2] = z
    return size


@routine
def on_edge(p: Floats, q: Floats, i: int, j: int, trial: Floats, work: Floats) -> bool:
    """λ of the line through two vertices; whether it is one."""
    less(q, p, work)
    size = dot(work, work, 3)
    along = -dot(p, work, 3)
    trial[i] = 1.0 - along / size
    trial[j] = along / size
    return size > 0.0


@routine
def on_face(
    p: Floats, q: Floats, r: Floats, i: int, j: int, k: int, trial: Floats, work: Floats
) -> bool:
    """λ of the plane through three vertices; whether it is one."""
    normal = work[6:]
    other = work[9:]
    less(q, p, work)
    less(r, p, work[3:])
    cross(work, work[3:], normal)
    size = dot(normal, normal, 3)
    cross(work[3:], p, other)
    second = dot(normal, other, 3) / size
    cross(p, work, other)
    third = dot(normal, other, 3) / size
    trial[i] = 1.0 - second - third
    trial[j] = second
    trial[k] = third
    edges = dot(work, work, 3)
    edges *= dot(work[3:], work[3:], 3)
    return size > FLAT * FLAT * edges


@routine
def inside(s: Floats, trial: Floats, work: Floats) -> bool:
    """λ of four vertices; whether they have volume."""
    second = work[3:]
    third = work[6:]
    other = work[9:]
    less(s[VERTEX:], s, work)
    less(s[2 * VERTEX :], s, second)
    less(s[3 * VERTEX :], s, third)
    cross(second, third, other)
    volume = dot(work, other, 3)
    trial[1] = -dot(s, other, 3) / volume
    cross(third, work, other)
    trial[2] = -dot(s, other, 3) / volume
    cross(work, second, other)
    trial[3] = -dot(s, other, 3) / volume
    trial[0] = 1.0 - trial[1] - trial[2] - trial[3]
    edges = dot(work, work, 3)
    edges *= dot(second, second, 3)
    edges *= dot(third, third, 3)
    return abs(volume) > FLAT * sqrt(edges)


@routine
def nearest(s: Floats, n: int, weights: Floats, v: Floats, work: Floats) -> float:
    """|v|² of the point v = Σ λ y nearest to the origin; ∞ where there is a NaN. 16 to work in."""
    trial = work[12:]
    best = 1.0 / 0.0
    for i in range(n):
        _clear(trial)
        trial[i] = 1.0
        best = offered(s, n, trial, weights, v, best)
    for i in range(n):
        for j in range(i + 1, n):
            _clear(trial)
            if on_edge(s[VERTEX * i :], s[VERTEX * j :], i, j, trial, work):
                best = offered(s, n, trial, weights, v, best)
    for i in range(n):
        for j in range(i + 1, n):
            for k in range(j + 1, n):
                _clear(trial)
                p = s[VERTEX * i :]
                if on_face(p, s[VERTEX * j :], s[VERTEX * k :], i, j, k, trial, work):
                    best = offered(s, n, trial, weights, v, best)
    if n == 4 and inside(s, trial, work):
        best = offered(s, n, trial, weights, v, best)
    return best


@routine
def _clear(trial: Floats) -> None:
    for i in range(4):
        trial[i] = 0.0
