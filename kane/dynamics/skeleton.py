"""Skeleton: where a system's joints, mass centres and closed loops are, and which lines join them.

From: observables.py    Next: kane/pipeline.py
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from kane.dynamics import observables
from kane.dynamics.motion import Loop, request
from kane.dynamics.requests import Request
from kane.geometry.vector import GROUND, Frame
from kane.model.body import Body, Point
from kane.model.closures import Closed, Constraint, Joined
from kane.model.joints.joint import Joint

Segment = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Skeleton:
    """Points, and the pairs of them that are joined by a line on a body or along a slide."""

    points: tuple[Point, ...]
    segments: tuple[Segment, ...]


def skeleton(joints: tuple[Joint, ...], closures: tuple[Point, ...] = ()) -> Skeleton:
    """The inner and the outer point of every joint, the mass centre beyond it, ends of loops."""
    points: list[Point] = []
    segments: list[Segment] = []
    outer: dict[Frame, int] = {}
    for joint in joints:
        inner = len(points)
        points += [
            Point(f"{joint.name} inside", joint.parent, joint.at),
            Point(f"{joint.name} outside", joint.child, joint.on),
        ]
        if joint.parent in outer:
            segments.append((outer[joint.parent], inner))
        if len(joint.coordinates) <= 1:
            segments.append((inner, inner + 1))
        outer[joint.child] = inner + 1
        if isinstance(joint.child, Body):
            points.append(joint.child.mass_centre)
            segments.append((inner + 1, inner + 2))
    for end in closures:
        if end.frame in outer:
            segments.append((outer[end.frame], len(points)))
            points.append(end)
    return Skeleton(points=tuple(points), segments=tuple(segments))


def places(loop: Loop) -> tuple[Request, tuple[Segment, ...]]:
    """A function that gives every point's place along the ground's axes, and the segments."""
    system = loop.equations.system
    found = skeleton(system.joints, tuple(closed_at(system.constraints)))
    zero = loop.equations.tree.lift.scalar(0)
    values: list[list[Any]] = [
        [zero + value for value in _place(loop, point)] for point in found.points
    ]
    return request(loop, "skeleton", {"places": values}), found.segments


def closed_at(constraints: Iterable[Constraint]) -> Iterator[Point]:
    """The points at which loops are closed, on both bodies."""
    for constraint in constraints:
        match constraint:
            case Joined(start=start, end=end):
                yield from (start, end)
            case Closed(joint=joint):
                yield Point(f"{joint.name} inside", joint.parent, joint.at)
                yield Point(f"{joint.name} outside", joint.child, joint.on)
            case _:
                pass


def _place(loop: Loop, point: Point) -> tuple[Any, ...]:
    if point.frame is GROUND:
        return loop.equations.tree.lift.triple(point.position)
    return observables.position(loop.equations, point).components
