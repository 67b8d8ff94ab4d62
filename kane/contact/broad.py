"""Broad phase: which of some tens of bodies may be near, by their boxes along the world's axes.

Boxes sorted by where they begin along x are looked at in that order, each against those that begin
before it ends [Ericson2005 §7.5.2]. A box with a NaN meets every other: none is lost.

From: pair.py    Next: library.py
"""

from __future__ import annotations

from math import isnan

from kane.contact.support import support
from kane.program.arrays import Floats, Ints
from kane.program.routine import routine


@routine
def bounds(body: Floats, margin: float, box: Floats, work: Floats) -> None:
    """box = least x, y, z, then greatest, of the body with `margin` about it."""
    s = work[3:]
    for axis in range(3):
        for side in range(2):
            sign = -1.0 if side == 0 else 1.0
            for i in range(3):
                work[i] = 0.0
            work[axis] = sign
            support(body, work, s)
            box[3 * side + axis] = body[12 + axis] + s[axis] + sign * (body[2] + margin)


@routine
def swept(boxes: Floats, n: int, order: Ints, pairs: Ints, most: int) -> int:
    """How many pairs of boxes meet; the first `most` of them are written, the lower number first.

    `order` holds the n places of the boxes in the last order, which is sorted anew: quick where
    little moved. Begin with 0, 1, ….
    """
    for k in range(1, n):
        one = order[k]
        at = _begin(boxes, one)
        j = k
        while j > 0:
            other = order[j - 1]
            if not _begin(boxes, other) > at:
                break
            order[j] = other
            j -= 1
        order[j] = one
    count = 0
    for k in range(n):
        one = order[k]
        for j in range(k + 1, n):
            other = order[j]
            begin = _begin(boxes, other)
            if begin > boxes[6 * one + 3]:
                break
            if meet(boxes[6 * one :], boxes[6 * other :]):
                if count < most:
                    pairs[2 * count] = min(one, other)
                    pairs[2 * count + 1] = max(one, other)
                count += 1
    return count


@routine
def meet(a: Floats, b: Floats) -> bool:
    """Whether nothing keeps two boxes apart."""
    apart = False
    for i in range(3):
        apart = apart or a[i] > b[3 + i] or b[i] > a[3 + i]
    return not apart


@routine
def _begin(boxes: Floats, k: int) -> float:
    """Where a box begins; before all others if that or its end is not known."""
    low = boxes[6 * k]
    return -1.0 / 0.0 if isnan(low + boxes[6 * k + 3]) else low
