"""Tree: which body of a SymPy description hangs on which, as far as coordinates tell.

A body hangs on another when its pose in it depends on coordinates that nothing nearer the ground
depends on; of several such bodies on the one that leaves fewest coordinates to the joint between
them. That SymPy's velocities are the rates of these poses is asked at random points, component
by component: then the partial velocities are those of the tree.

From: positions.py    Next: screws.py, joints.py
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sympy.physics.mechanics.rigidbody import RigidBody

from kane.algebra.derivative import tangent
from kane.algebra.expr import Expr
from kane.algebra.zero import Samples
from kane.errors import DerivationError
from kane.sympy.frames import Parts
from kane.sympy.positions import Place, Pose, Positions, symbols_in
from kane.sympy.screws import at_zero, is_zero, turning


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A body where it was placed: its pose in the parent (−1 is the ground), and its own
    coordinates there."""

    body: Any
    place: Place
    parent: int
    pose: Pose
    own: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A body and a place that may hold it; the fewest coordinates of its own are best."""

    own: tuple[int, ...]
    parent: int
    pose: Pose


def tree_of(
    bodies: Sequence[Any], places: Sequence[Place], positions: Positions, ground: Place
) -> list[Node]:
    """The bodies, parents before children."""
    growth = _Growth(positions, ground, list(places))
    waiting = list(range(len(bodies)))
    while waiting:
        found = {number: growth.best(number) for number in waiting}
        placed = {number: one for number, one in found.items() if one is not None}
        if not placed:
            raise DerivationError(growth.refusal(bodies, waiting))
        number = min(placed, key=lambda n: (len(placed[n].own), n))
        growth.take(bodies[number], number, placed[number])
        waiting.remove(number)
    return growth.nodes


class _Growth:
    """The tree while bodies are added to it."""

    def __init__(self, positions: Positions, ground: Place, places: list[Place]) -> None:
        self.positions = positions
        self.places = places
        self.ground = ground
        self.scalars = positions.frames.scalars
        self.nodes: list[Node] = []
        self.used: set[int] = set()  # the coordinates of the joints there are
        self.samples = Samples(self.scalars.graph)
        self.candidates: dict[tuple[int, int], Candidate | None] = {}

    def best(self, number: int) -> Candidate | None:
        """The placed body that leaves fewest coordinates, none in use; the last of several."""
        found = [self.candidate(number, parent) for parent in range(len(self.nodes) - 1, -2, -1)]
        freed = [one and self._freed(one) for one in found]
        free = [one for one in freed if one is not None]
        return min(free, key=lambda one: len(one.own), default=None)

    def candidate(self, number: int, parent: int) -> Candidate | None:
        """A body in a placed one."""
        key = (number, parent)
        if key not in self.candidates:
            home = self.ground if parent < 0 else self.nodes[parent].place
            pose = self.positions.pose(home, self.places[number])
            self.candidates[key] = (
                None
                if pose is None
                else Candidate(own=self._moving(pose), parent=parent, pose=pose)
            )
        return self.candidates[key]

    def _freed(self, one: Candidate) -> Candidate | None:
        """The same if no coordinate of it is in use, or none matters: q1 + q2 − q1 is q2."""
        if not self.used.intersection(one.own):
            return one
        pose, left = one.pose, list(one.own)
        for q in self.used.intersection(one.own):
            if not all(is_zero(self.samples, slope) for slope in self._slopes(pose, q)):
                return None
            pose = at_zero(pose, [q], self.positions.frames)
            left.remove(q)
        return Candidate(own=tuple(left), parent=one.parent, pose=pose)

    def _slopes(self, pose: Pose, q: int) -> list[int]:
        graph = self.scalars.graph
        exprs = [Expr(graph, x) for x in pose.refs]
        return [slope.ref for slope in tangent(exprs, {Expr(graph, q): 1})]

    def take(self, body: Any, number: int, found: Candidate) -> None:
        """Place a body."""
        self.used.update(found.own)
        self.nodes.append(
            Node(
                body=body,
                place=self.places[number],
                parent=found.parent,
                pose=found.pose,
                own=found.own,
            )
        )

    def refusal(self, bodies: Sequence[Any], waiting: Sequence[int]) -> str:
        """What cannot be placed, and why."""
        names = ", ".join(f"'{bodies[number].name}'" for number in waiting)
        return (
            f"Body {names}: no tree holds {'it' if len(waiting) == 1 else 'them'}. "
            f"{len(waiting)} of {len(bodies)} bodies have no place from a point that rests, or one "
            "that depends on coordinates other bodies hang on already. Locate every point from "
            "the origin and orient each frame in the one it turns in, or use build(), which takes "
            "the equations as they are."
        )

    def _moving(self, pose: Pose) -> tuple[int, ...]:
        """What a pose depends on while the system moves."""
        scalars = self.scalars
        nodes = symbols_in(scalars.graph, pose.refs)
        return tuple(node for node in nodes if scalars.is_dynamic(node))


def check_velocities(
    nodes: Sequence[Node],
    positions: Positions,
    ground: Place,
    rates: Mapping[int, int],
    samples: Samples,
) -> None:
    """A refusal where a velocity is not the rate of a place."""
    for node in nodes:
        home = ground if node.parent < 0 else nodes[node.parent].place
        for what, differences in _differences(node, home, positions, rates):
            if not all(is_zero(samples, x) for x in differences):
                raise DerivationError(
                    f"Body '{node.body.name}': its {what} is not the rate of its pose, as SymPy "
                    f"has them, at random points of {len(samples.graph.symbols)} symbols. What "
                    "rolls has a velocity without a place: give it coordinates for where it is, "
                    "or use build(), which takes the equations as they are."
                )


def _differences(
    node: Node, home: Place, positions: Positions, rates: Mapping[int, int]
) -> list[tuple[str, list[int]]]:
    """ω and v of SymPy less those that follow from the pose and the parent's."""
    frames, velocities = positions.frames, positions.velocities
    add = frames.scalars.graph.add
    graph = frames.scalars.graph
    seeds = {Expr(graph, q): Expr(graph, rates[q]) for q in node.own}
    slopes = tangent([Expr(graph, x) for x in node.pose.refs], seeds) if seeds else []
    change = Pose.of([slope.ref for slope in slopes] or [0] * 12)

    def along(parts: Parts) -> Sequence[int]:
        (left,) = velocities.without([parts])
        return frames.along(left, home.frame)

    w_P, w_C = along(velocities.of_frame(home.frame)), along(velocities.of_frame(node.place.frame))
    v_P = along(velocities.of_point(home.point)) if home.point is not None else (0, 0, 0)
    v_C = along(velocities.of_point(node.place.point))
    carried = frames.cross((w_P[0], w_P[1], w_P[2]), node.pose.r)
    relative = turning(node.pose, change, frames)
    turned = [add(add(a, -b), -c) for a, b, c in zip(w_C, w_P, relative, strict=True)]
    moved = [
        add(add(a, -b), -add(c, d)) for a, b, c, d in zip(v_C, v_P, carried, change.r, strict=True)
    ]
    return [("velocity", moved), ("angular velocity", turned)]


def is_rigid(body: Any) -> bool:
    """Whether a body turns."""
    return isinstance(body, RigidBody)
