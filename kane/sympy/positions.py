"""Positions: where SymPy's points and frames are in each other, on the graph.

A pose is R, which takes components along the child's axes to components along the parent's, and
r, the position of the child's point from the parent's along the parent's axes.

From: frames.py, velocities.py    Next: screws.py, tree.py
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kane.algebra.graph import Graph
from kane.algebra.op import Op
from kane.sympy.frames import Parts, Rotation, Triple
from kane.sympy.velocities import Velocities

Sympy = Any  # SymPy publishes no types


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A SymPy frame and a point."""

    frame: Any
    point: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Pose:
    """How one place lies in another."""

    R: Rotation
    r: Triple

    @property
    def refs(self) -> list[int]:
        """All twelve entries."""
        return [*(x for row in self.R for x in row), *self.r]

    @staticmethod
    def of(refs: list[int]) -> Pose:
        """The pose of twelve entries."""
        a, b, c, d, e, f, g, h, i, x, y, z = refs
        return Pose(R=((a, b, c), (d, e, f), (g, h, i)), r=(x, y, z))


class Positions:
    """The places of points from each other: sums along the shortest way between them."""

    def __init__(self, velocities: Velocities, moved: Mapping[Any, Parts]) -> None:
        self.velocities = velocities
        self.frames = velocities.frames
        self.moved = moved  # positions, from nowhere in N, of points that nothing else places
        self._ways: dict[Any, dict[Any, Parts]] = {}

    def pose(self, parent: Place, child: Place) -> Pose | None:
        """How the child lies in the parent; None where SymPy does not say."""
        parts = self.between(parent.point, child.point)
        if parts is None or child.frame not in self.frames.way(parent.frame, 0):
            return None
        R = self.frames.rotation(parent.frame, child.frame)
        return Pose(R=R, r=self.frames.along(parts, parent.frame))

    def between(self, start: Any, end: Any) -> Parts | None:
        """The vector from one point to another; None is the place of the ground's origin."""
        if start is None:
            return self._from_ground(end)
        found = self.reached(start).get(end)
        if found is None:
            here, there = self._from_ground(start), self._from_ground(end)
            if here is not None and there is not None:
                back = tuple((F, -x, -y, -z) for F, x, y, z in here)
                return self.velocities.merged((*there, *back))
        return found

    def reached(self, start: Any) -> dict[Any, Parts]:
        """Every point that positions lead to, and where it is."""
        if start not in self._ways:
            found: dict[Any, Parts] = {start: ()}
            waiting = deque([start])
            while waiting:
                here = waiting.popleft()
                for there, vector in here._pos_dict.items():
                    if there not in found:
                        step = self.frames.parts(vector)
                        opposite = tuple((F, -x, -y, -z) for F, x, y, z in step)
                        found[there] = self.velocities.merged((*found[here], *opposite))
                        waiting.append(there)
            self._ways[start] = found
        return self._ways[start]

    def _from_ground(self, end: Any) -> Parts | None:
        """From a point that rests, or from one whose place is known otherwise."""
        for point, back in self.reached(end).items():
            home = self.moved.get(point)
            if home is None and self.rests(point):
                home = ()
            if home is not None:
                forth = tuple((F, -x, -y, -z) for F, x, y, z in back)
                return self.velocities.merged((*forth, *home))
        return None

    def frame_of(self, point: Any) -> Any:
        """The frame in which a point was located: the last that turns on the way to it."""
        N = self.velocities.inertial
        parts = self._from_ground(point) or ()
        return next((part[0] for part in parts if part[0] is not N), N)

    def rests(self, point: Any) -> bool:
        """Whether SymPy was told that a point has no velocity."""
        given = point._vel_dict.get(self.velocities.inertial)
        return given is not None and given == 0


def integrated(
    velocities: Velocities, rated: Mapping[int, int], points: Sequence[Any]
) -> dict[Any, Parts]:
    """Places in N of points that SymPy locates nowhere, but that move along constant directions.

    `rated` has the coordinate whose rate a speed is.
    """
    found: dict[Any, Parts] = {}
    for point in points:
        if Positions(velocities, found).between(None, point) is None:
            place = _integral(velocities, rated, point)
            if place is not None:
                found[point] = ((velocities.inertial, *place),)
    return found


def _integral(velocities: Velocities, rated: Mapping[int, int], point: Any) -> Triple | None:
    """Σ direction q of v = Σ direction q̇."""
    scalars, N = velocities.frames.scalars, velocities.inertial
    parts = velocities.of_point(point)
    velocities.split([parts])
    x = y = z = 0
    mul, add = scalars.graph.mul, scalars.graph.add
    for r, along in velocities.partials(parts).items():
        q = rated.get(velocities.speeds[r])
        a, b, c = velocities.frames.along(along, N)
        if q is None or any(map(scalars.is_dynamic, symbols_in(scalars.graph, [a, b, c]))):
            return None
        x, y, z = add(x, mul(q, a)), add(y, mul(q, b)), add(z, mul(q, c))
    return x, y, z


def symbols_in(graph: Graph, refs: list[int]) -> list[int]:
    """The symbols that the references contain."""
    return [node for node in graph.live(refs) if graph.ops[node] == Op.SYMBOL]
