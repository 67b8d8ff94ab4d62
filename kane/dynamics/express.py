"""Expressing: vectors along another link's axes, places and the vectors between them.

A vector goes inward from its link to the nearest common one, and outward from there.

From: tree.py    Next: locate.py
"""

from __future__ import annotations

from kane.dynamics.tree import Link, Tree, turned
from kane.geometry.mass import add
from kane.geometry.vector import GROUND, Components, Frame, Vector
from kane.model.body import Point
from kane.model.quantities import Direction

Located = tuple[int, Components]  # a link, and a place on it from its origin


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
        start = self._links.get(v.frame, -1)
        common, link = self.common(start, index), start
        while link != common:
            step = self.tree.links[link]
            v, link = step.rotation.out(v), step.parent
        for number in self.tree.path(index):
            if number > common:
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
        return self.vector(self._between(self._located(start), self._located(end)), index)

    def from_origin(self, origin: int, point: Point) -> Vector:
        """Where a point is from a link's origin, along that link's axes."""
        zero = self.tree.lift.scalar(0)
        return self.vector(self._between((origin, (zero,) * 3), self._located(point)), origin)

    def from_joint(self, link: Link, point: Point) -> Vector:
        """Where a point is from a link's origin, along the axes of the link's parent."""
        origin = (link.parent, link.offset.components)
        return self.vector(self._between(origin, self._located(point)), link.parent)

    def common(self, *links: int) -> int:
        """The last link on the way to all of these; −1 where that is the ground."""
        shared = -1
        for steps in zip(*(self.tree.path(link) for link in links), strict=False):
            if len(set(steps)) > 1:
                break
            shared = steps[0]
        return shared

    def _located(self, point: Point) -> Located:
        return self.tree.mounts[point.frame].link, self.place(point)

    def _between(self, start: Located, end: Located) -> Vector:
        """Along the axes of the links' common one."""
        common = self.common(start[0], end[0])
        return self._inward(end, common) - self._inward(start, common)

    def _inward(self, located: Located, common: int) -> Vector:
        """Where a place is from the common link's origin, along its axes."""
        link, components = located
        position = Vector(self.frame(link), components)
        while link != common:
            step = self.tree.links[link]
            position = step.offset + step.rotation.out(position)
            link = step.parent
        return position
