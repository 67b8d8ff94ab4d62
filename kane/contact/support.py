"""Support: the point of a convex body that lies farthest along a direction.

    s_A(d) = argmax d·x over x in A,   s_{A−B}(d) = s_A(d) − s_B(−d)      [Gilbert1988 §II]

A body is a core with a ball rolled over it. Its numbers, one after another:

    kind, count, radius of the ball, R by rows (9), p (3), half sizes (3), points (3 each)

From: kane/program/routine.py    Next: simplex.py
"""

from __future__ import annotations

from math import isfinite, sqrt
from typing import Final

from kane.program.arrays import Floats
from kane.program.routine import routine

POINTS: Final = 0  # the hull of `count` points
BLOCK: Final = 1  # a box of these half sizes
EGG: Final = 2  # an ellipsoid of these semi-axes, flat where one of them is 0
HEAD: Final = 18  # numbers before the points
VERTEX: Final = 12  # numbers of a vertex of A − B: itself, s_A, s_B, the direction turned round


@routine
def finite(body: Floats) -> bool:
    """Whether each of a body's numbers is finite."""
    known = True
    for i in range(HEAD + 3 * int(body[1])):
        known = known and isfinite(body[i])
    return known


@routine
def support(body: Floats, d: Floats, s: Floats) -> None:
    """s = the farthest point along d of the body's core, from the body's place p."""
    x = body[3] * d[0] + body[6] * d[1] + body[9] * d[2]
    y = body[4] * d[0] + body[7] * d[1] + body[10] * d[2]
    z = body[5] * d[0] + body[8] * d[1] + body[11] * d[2]
    kind = int(body[0])
    a = body[15]
    b = body[16]
    c = body[17]
    if kind == POINTS:
        best = 0
        most = body[HEAD] * x + body[HEAD + 1] * y + body[HEAD + 2] * z
        for k in range(1, int(body[1])):
            at = HEAD + 3 * k
            reach = body[at] * x + body[at + 1] * y + body[at + 2] * z
            if reach > most:
                best = k
                most = reach
        a = body[HEAD + 3 * best]
        b = body[HEAD + 3 * best + 1]
        c = body[HEAD + 3 * best + 2]
    elif kind == BLOCK:
        a = -a if x < 0.0 else a
        b = -b if y < 0.0 else b
        c = -c if z < 0.0 else c
    else:
        size = sqrt(a * a * x * x + b * b * y * y + c * c * z * z)
        size = 1.0 if size == 0.0 else size
        a = a * (a * x / size)
        b = b * (b * y / size)
        c = c * (c * z / size)
    for i in range(3):
        s[i] = body[3 + 3 * i] * a + body[4 + 3 * i] * b + body[5 + 3 * i] * c


@routine
def difference(a: Floats, b: Floats, apart: Floats, d: Floats, y: Floats) -> None:
    """y = the vertex of A − B farthest along d, A's place being `apart` from B's."""
    for i in range(3):
        y[9 + i] = -d[i]
    support(a, d, y[3:])
    support(b, y[9:], y[6:])
    for i in range(3):
        y[i] = (y[3 + i] - y[6 + i]) + apart[i]
