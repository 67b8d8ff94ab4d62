"""Frames: SymPy's vectors on the graph, each a sum of parts along the axes of several frames.

A vector stays in the frames in which it was written; two parts meet by the rotation between
their frames alone, as in SymPy, so that what SymPy writes short stays short. Every rotation,
dot product and rate is formed once.

From: rates.py    Next: velocities.py
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any, Final

from kane.sympy.scalars import Scalars

Sympy = Any  # SymPy publishes no types
Triple = tuple[int, int, int]
Part = tuple[Any, int, int, int]  # a frame, and components along its axes
Parts = tuple[Part, ...]
Rotation = tuple[Triple, Triple, Triple]

NOTHING: Final[Triple] = (0, 0, 0)
IDENTITY: Final[Rotation] = ((1, 0, 0), (0, 1, 0), (0, 0, 1))


class Frames:
    """The rotations between frames, and what they do to vectors."""

    def __init__(self, scalars: Scalars) -> None:
        self.scalars = scalars
        self._paths: dict[Any, dict[Any, Any]] = {}
        self._rotations: dict[tuple[Any, Any], Rotation] = {}
        self._dots: dict[tuple[Parts, Parts], int] = {}
        self._turned: dict[tuple[Part, Any], Triple] = {}

    # ── vectors ───────────────────────────────────────────────────────────────────────────
    def parts(self, vector: Sympy) -> Parts:
        """The parts of a SymPy vector."""
        read = self.scalars.read
        found = [(frame, *map(read, matrix.flat())) for matrix, frame in vector.args]
        return tuple(part for part in found if any(part[1:]))

    def along(self, parts: Iterable[Part], frame: Any) -> Triple:
        """A vector's components along the axes of one frame."""
        add = self.scalars.graph.add
        x = y = z = 0
        for part in parts:
            a, b, c = self._into(part, frame)
            x, y, z = add(x, a), add(y, b), add(z, c)
        return x, y, z

    def dot(self, a: Parts, b: Parts) -> int:
        """a · b: one of them, that with fewer parts, part by part along its frames' axes."""
        key = (a, b)
        found = self._dots.get(key)
        if found is None:
            few, many = (a, b) if len(a) <= len(b) else (b, a)
            found, add = 0, self.scalars.graph.add
            for part in few:
                met = self.along(many, part[0])
                found = add(found, self.product((part[1], part[2], part[3]), met))
            self._dots[key] = found
        return found

    def product(self, a: Triple, b: Triple) -> int:
        """Σ a_i b_i; most vectors have one component or two."""
        mul, add = self.scalars.graph.mul, self.scalars.graph.add
        (a1, a2, a3), (b1, b2, b3) = a, b
        total = mul(a1, b1) if a1 and b1 else 0
        if a2 and b2:
            total = add(total, mul(a2, b2))
        return add(total, mul(a3, b3)) if a3 and b3 else total

    def cross(self, a: Triple, b: Triple) -> Triple:
        """a × b, in one frame."""
        mul, add = self.scalars.graph.mul, self.scalars.graph.add
        return (
            add(mul(a[1], b[2]), -mul(a[2], b[1])),
            add(mul(a[2], b[0]), -mul(a[0], b[2])),
            add(mul(a[0], b[1]), -mul(a[1], b[0])),
        )

    # ── rotations ─────────────────────────────────────────────────────────────────────────
    def rotation(self, F: Any, G: Any) -> Rotation:
        """R_FG: components along G's axes become components along F's."""
        if F is G:
            return IDENTITY
        found = self._rotations.get((F, G))
        if found is None:
            found = self._rotations[F, G] = self._rotation(F, G)
            self._rotations[G, F] = transposed(found)
        return found

    def _rotation(self, F: Any, G: Any) -> Rotation:
        """The product of the rotations along the shortest way from F to G."""
        way = self.way(F, 0)
        if G not in way:
            F.dcm(G)  # SymPy's own words for frames that are not oriented to each other
        before = way[G]
        last = rows(self.scalars.read_all(before._dcm_dict[G].flat()))
        return last if before is F else self._times(self.rotation(F, before), last)

    def _times(self, A: Rotation, B: Rotation) -> Rotation:
        columns = transposed(B)
        return rows([self.product(row, column) for row in A for column in columns])

    def way(self, frame: Any, kind: int) -> dict[Any, Any]:
        """The shortest ways from a frame: each frame that is reached, and the one before it.

        By orientations (kind 0) or angular velocities (kind 1), as SymPy keeps them.
        """
        found: dict[Any, Any] | None = self._paths.get((frame, kind))
        if found is None:
            found = self._paths[frame, kind] = {frame: frame}
            waiting = deque([frame])
            while waiting:
                here = waiting.popleft()
                for there in here._dlist[kind]:
                    if there not in found:
                        found[there] = here
                        waiting.append(there)
        return found

    def _into(self, part: Part, frame: Any) -> Triple:
        if part[0] is frame:
            return part[1], part[2], part[3]
        found = self._turned.get((part, frame))
        if found is None:
            found = self._turned[part, frame] = self._turn(part, frame)
        return found

    def _turn(self, part: Part, frame: Any) -> Triple:
        """A part along another frame's axes.

        Over one or two frames by their rotation, which is short and serves many vectors; over
        more, from the frame before, so that each step costs a plain rotation.
        """
        way = self.way(part[0], 0)
        before = way.get(frame, part[0])
        v, at = (part[1], part[2], part[3]), part[0]
        if before is not at and way[before] is not at and way[way[before]] is not at:
            v, at = self._into(part, before), before
        R = self.rotation(frame, at)
        return self.product(R[0], v), self.product(R[1], v), self.product(R[2], v)


def rows(entries: Sequence[int]) -> Rotation:
    """Nine entries as three rows."""
    a, b, c, d, e, f, g, h, i = entries
    return ((a, b, c), (d, e, f), (g, h, i))


def transposed(R: Rotation) -> Rotation:
    """Rᵀ."""
    (a, b, c), (d, e, f), (g, h, i) = R
    return ((a, d, g), (b, e, h), (c, f, i))
