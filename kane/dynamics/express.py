"""Expressing: vectors along another link's axes, places and the vectors between them.

A vector goes inward from its link to the nearest common one, and outward from there.

From: tree.py    Next: locate.py
"""

from __future__ import annotations

from kane.dynamics.tree import Tree, turned
from kane.geometry.mass import add
from kane.geometry.vector import GROUND, Components, Frame, Vector
from kane.model.body import Point
from kane.model.quantities import Direction


class Expression:
    """Changes of axes on one tree."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self._links = {link.frame: link.index for link in tree.links}

    def frame(self, index: int) -> Frame:
        """A link's frame; the ground's is its own."""
        return self.tree.links[index].frame if index >= 0 else GROUND

    def index(self, frame: Frame) -> int:
        """The link whose frame this is."""
        return self._links.get(frame, -1)

    def vector(self, v: Vector, index: int) -> Vector:
        """The vector along the axes of link `index`."""
        path_from = self.tree.path(self._links.get(v.frame, -1))
        path_to = self.tree.path(index)
        shared = 0
        while shared < min(len(path_from), len(path_to)) and (path_from[shared] == path_to[shared]):
            shared += 1
        for number in reversed(path_from[shared:]):
            v = self.tree.links[number].rotation.out(v)
        for number in path_to[shared:]:
            v = self.tree.links[number].rotation.into(v)
        return v

    def on_link(self, vector: Vector) -> Vector:
        """A vector of the description along the axes of the link that carries its frame."""
        mount = self.tree.mounts[vector.frame]
        return Vector(
            self.frame(mount.link), turned(mount.rotation, self.tree.lift.triple(vector.components))
        )

    def direction(self, along: Direction, index: int) -> Vector:
        """A named direction along the axes of link `index`."""
        return self.vector(self.on_link(Vector(along.frame, along.components)), index)

    def place(self, point: Point) -> Components:
        """Where a point is on its link, from the link's origin."""
        mount = self.tree.mounts[point.frame]
        return add(mount.origin, turned(mount.rotation, self.tree.lift.triple(point.position)))

    def between(self, start: Point, end: Point, index: int) -> Vector:
        """The vector from one point to another, along the axes of link `index`."""
        a, b = self.tree.mounts[start.frame].link, self.tree.mounts[end.frame].link
        path_a, path_b = self.tree.path(a), self.tree.path(b)
        shared = 0
        while shared < min(len(path_a), len(path_b)) and path_a[shared] == path_b[shared]:
            shared += 1
        common = path_a[shared - 1] if shared else -1
        from_start = self._inward(start, path_a[shared:], common)
        to_end = self._inward(end, path_b[shared:], common)
        return self.vector(to_end - from_start, index)

    def _inward(self, point: Point, path: list[int], common: int) -> Vector:
        """Where a point is from the common link's origin, along its axes."""
        link = self.tree.mounts[point.frame].link
        position = Vector(self.frame(link), self.place(point))
        for number in reversed(path):
            step = self.tree.links[number]
            position = step.offset + step.rotation.out(position)
        assert position.frame is self.frame(common)
        return position
