"""Carried: which body a point or a frame of a SymPy load moves with.

A point moves with a body when its partial velocities are those of the body's own point at that
place, a frame when its partial angular velocities are the body's; asked at random points.

From: tree.py, velocities.py    Next: loads.py
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kane.algebra.zero import Samples
from kane.geometry.vector import GROUND, Frame
from kane.sympy.frames import Parts, Triple
from kane.sympy.positions import Positions
from kane.sympy.screws import is_zero
from kane.sympy.tree import Node


@dataclass(frozen=True, slots=True, kw_only=True)
class Holder:
    """The body of the System that something moves with, SymPy's frame whose axes it has, and
    where in it from its origin."""

    frame: Frame
    axes: Any
    arm: Triple


class Carriers:
    """Finds the bodies that load points and frames move with."""

    def __init__(
        self,
        nodes: Sequence[Node],
        bodies: Sequence[Frame],
        positions: Positions,
        samples: Samples,
    ) -> None:
        self.nodes = nodes
        self.bodies = bodies
        self.positions = positions
        self.velocities = positions.velocities
        self.frames = positions.frames
        self.samples = samples
        self.ground = Holder(frame=GROUND, axes=self.velocities.inertial, arm=(0, 0, 0))

    def of_point(self, point: Any) -> Holder | None:
        """The body that carries a point; None where none does."""
        for node, body in zip(self.nodes, self.bodies, strict=True):
            if node.place.point is point:
                return Holder(frame=body, axes=node.place.frame, arm=(0, 0, 0))
        v = self._moving(self.velocities.of_point(point))
        if self._vanishes(self.frames.along(v, self.ground.axes)):
            return self.ground
        for node, body in zip(self.nodes, self.bodies, strict=True):
            arm = self._arm(node, point, v)
            if arm is not None:
                return Holder(frame=body, axes=node.place.frame, arm=arm)
        return None

    def of_frame(self, frame: Any) -> Holder | None:
        """The body that turns with a frame; None where none does."""
        for node, body in zip(self.nodes, self.bodies, strict=True):
            if node.place.frame is frame:
                return Holder(frame=body, axes=frame, arm=(0, 0, 0))
        w = self.frames.along(self._moving(self.velocities.of_frame(frame)), self.ground.axes)
        if self._vanishes(w):
            return self.ground
        for node, body in zip(self.nodes, self.bodies, strict=True):
            parts = self._moving(self.velocities.of_frame(node.place.frame))
            if self._vanishes(self._less(self.frames.along(parts, self.ground.axes), w)):
                return Holder(frame=body, axes=node.place.frame, arm=(0, 0, 0))
        return None

    def _arm(self, node: Node, point: Any, v: Parts) -> Triple | None:
        """Where the point is in a body, if it moves with it: v_P = v_B* + ω × r."""
        parts = self.positions.between(node.place.point, point)
        if parts is None:
            return None
        axes = node.place.frame
        r = self.frames.along(parts, axes)
        w = self.frames.along(self._moving(self.velocities.of_frame(axes)), axes)
        home = self.frames.along(self._moving(self.velocities.of_point(node.place.point)), axes)
        left = self._less(self._less(self.frames.along(v, axes), home), self.frames.cross(w, r))
        return r if self._vanishes(left) else None

    def _moving(self, parts: Parts) -> Parts:
        (found,) = self.velocities.without([parts])
        return found

    def _less(self, a: Triple, b: Triple) -> Triple:
        x, y, z = (self.frames.scalars.graph.add(p, -q) for p, q in zip(a, b, strict=True))
        return x, y, z

    def _vanishes(self, v: Triple) -> bool:
        return all(is_zero(self.samples, x) for x in v)
