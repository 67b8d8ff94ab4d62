"""Depth: along which direction two overlapping bodies part soonest.

    depth = min over |m| = 1 of h(m),   h(m) = max m·x over x in A − B

A polytope within A − B grows about the origin: its nearest face is moved out to the support along
its normal until there is none beyond [VanDenBergen2001]. The best m seen is kept: A moved by
−h(m) m is free of B whether or not the search came to its end; at its end h(m) is the least.

From: gjk.py    Next: pair.py
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from kane.contact.gjk import EPSILON
from kane.contact.simplex import cross, less
from kane.contact.support import VERTEX, difference
from kane.program.arrays import Floats, Ints
from kane.program.numeric.products import dot
from kane.program.routine import routine

VERTICES: Final = 96
FACES: Final = 1024
PLANE: Final = 5  # numbers of a face: normal, height, 1 where it stands
EDGES: Final = 512
DEPTH_WORK: Final = VERTEX * VERTICES + PLANE * FACES + 32
DEPTH_PLACES: Final = 3 * FACES + 2 * EDGES


@routine
def raised(y: Floats, start: Floats, basis: Floats, k: int, d: Floats) -> float:
    """How far y lies off the plane, line or point through `start` along k basis vectors: |d|."""
    less(y, start, d)
    for j in range(k):
        along = dot(d, basis[3 * j :], 3)
        for i in range(3):
            d[i] -= along * basis[3 * j + i]
    return sqrt(dot(d, d, 3))


@routine
def spread(
    a: Floats, b: Floats, apart: Floats, n: int, size: float, v: Floats, m: Floats, work: Floats
) -> int:
    """Vertices with extent each in a new direction: 4, or fewer where A − B is flat along m."""
    d = work
    basis = work[3:]
    k = 0
    for old in range(1, n):
        off = raised(v[VERTEX * old :], v, basis, k, d)
        if off > 64.0 * EPSILON * size:
            k += 1
            for i in range(3):
                basis[3 * (k - 1) + i] = d[i] / off
            for i in range(VERTEX):
                v[VERTEX * k + i] = v[VERTEX * old + i]
    for axis in range(3):
        for side in range(2):
            if k < 3:
                for i in range(3):
                    m[i] = v[i]
                m[axis] += 1.0
                off = raised(m, v, basis, k, d)
                if off > 0.3:
                    for i in range(3):
                        m[i] = d[i] / off if side == 0 else -d[i] / off
                    y = v[VERTEX * (k + 1) :]
                    difference(a, b, apart, m, y)
                    off = raised(y, v, basis, k, d)
                    if off > 64.0 * EPSILON * size:
                        for i in range(3):
                            basis[3 * k + i] = d[i] / off
                        k += 1
    if k < 3:
        normal_to(basis, k, m)
    return k + 1


@routine
def normal_to(basis: Floats, k: int, m: Floats) -> None:
    """m at right angles to k basis vectors."""
    if k == 2:
        cross(basis, basis[3:], m)
        return
    least = 0
    for i in range(3):
        m[i] = 0.0
        if k == 1 and abs(basis[i]) < abs(basis[least]):
            least = i
    m[least] = 1.0
    if k == 1:
        along = basis[least]
        size = sqrt(1.0 - along * along)
        for i in range(3):
            m[i] = (m[i] - along * basis[i]) / size


@routine
def faced(v: Floats, corner: Ints, plane: Floats, work: Floats) -> None:
    """The plane of a face with these corners, seen from outside in turn; ∞ high if it has none."""
    p = v[VERTEX * corner[0] :]
    less(v[VERTEX * corner[1] :], p, work)
    less(v[VERTEX * corner[2] :], p, work[3:])
    cross(work, work[3:], plane)
    size = sqrt(dot(plane, plane, 3))
    edges = dot(work, work, 3)
    edges = sqrt(edges * dot(work[3:], work[3:], 3))
    plane[4] = 1.0
    if size <= 64.0 * EPSILON * edges:
        for i in range(3):
            plane[i] = 0.0
        plane[3] = 1.0 / 0.0
        return
    for i in range(3):
        plane[i] = plane[i] / size
    plane[3] = dot(plane, p, 3)


@routine
def started(v: Floats, corners: Ints, planes: Floats, work: Floats) -> None:
    """The four faces of the first four vertices, each with the fourth behind it."""
    for k in range(4):
        for i in range(3):
            corners[3 * k + i] = (k + i + 1) % 4
        faced(v, corners[3 * k :], planes[PLANE * k :], work)
        height = dot(planes[PLANE * k :], v[VERTEX * k :], 3)
        if height > planes[PLANE * k + 3]:
            swapped = corners[3 * k]
            corners[3 * k] = corners[3 * k + 1]
            corners[3 * k + 1] = swapped
            faced(v, corners[3 * k :], planes[PLANE * k :], work)


@routine
def lowest(planes: Floats, faces: int) -> int:
    """The face nearest to the origin, -1 where there is none."""
    found = -1
    least = 1.0 / 0.0
    for k in range(faces):
        if planes[PLANE * k + 4] > 0.0 and planes[PLANE * k + 3] < least:
            found = k
            least = planes[PLANE * k + 3]
    return found


@routine
def opened(y: Floats, corners: Ints, planes: Floats, faces: int, edges: Ints, beyond: float) -> int:
    """Takes away the faces that y sees; how many edges stand about the hole."""
    count = 0
    for k in range(faces):
        if planes[PLANE * k + 4] > 0.0:
            height = dot(planes[PLANE * k :], y, 3)
            if height - planes[PLANE * k + 3] > beyond:
                planes[PLANE * k + 4] = 0.0
                for i in range(3):
                    p = corners[3 * k + i]
                    q = corners[3 * k + (i + 1) % 3]
                    count = toggled(edges, count, p, q)
    return count


@routine
def toggled(edges: Ints, count: int, p: int, q: int) -> int:
    """An edge more; or one less, where it stood the other way round."""
    for k in range(count):
        if edges[2 * k] == q and edges[2 * k + 1] == p:
            edges[2 * k] = edges[2 * count - 2]
            edges[2 * k + 1] = edges[2 * count - 1]
            return count - 1
    if count < EDGES:
        edges[2 * count] = p
        edges[2 * count + 1] = q
        return count + 1
    return count


@routine
def depth(
    a: Floats,
    b: Floats,
    apart: Floats,
    n: int,
    size: float,
    v: Floats,
    m: Floats,
    places: Ints,
    work: Floats,
) -> float:
    """h(m), and m; from the n vertices about the origin at the beginning of `v`.

    `v` holds VERTICES vertices, `places` DEPTH_PLACES, `work` PLANE · FACES + 32.
    """
    planes = work[32:]
    edges = places[3 * FACES :]
    if spread(a, b, apart, n, size, v, m, work) < 4:
        difference(a, b, apart, m, work)
        return dot(m, work, 3)
    started(v, places, planes, work)
    faces = 4
    best = 1.0 / 0.0
    for count in range(4, VERTICES):
        face = lowest(planes, faces)
        if face < 0:
            break
        normal = planes[PLANE * face :]
        y = v[VERTEX * count :]
        difference(a, b, apart, normal, y)
        height = dot(normal, y, 3)
        if height < best:
            best = height
            for i in range(3):
                m[i] = normal[i]
        if height - normal[3] <= 64.0 * EPSILON * size:
            break
        holes = opened(y, places, planes, faces, edges, 16.0 * EPSILON * size)
        if faces + holes > FACES:
            break
        for k in range(holes):
            places[3 * faces] = edges[2 * k]
            places[3 * faces + 1] = edges[2 * k + 1]
            places[3 * faces + 2] = count
            faced(v, places[3 * faces :], planes[PLANE * faces :], work)
            faces += 1
    return best
