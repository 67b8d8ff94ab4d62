"""Screws: a pose of several coordinates as a chain of turns and slides, one coordinate each.

    T(q) = exp(ξ_1 q_1) exp(ξ_2 q_2) … T(0)                              [Lynch2017 §4.1]

A coordinate is the outermost when its twist (∂T/∂q) T⁻¹ is the same for all values of the
coordinates; with it at zero the next one is sought. That twists are constant is asked at random
points.

From: positions.py    Next: joints.py
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kane.algebra.derivative import tangent
from kane.algebra.expr import Expr
from kane.algebra.substitute import substitute
from kane.algebra.zero import Samples, Verdict
from kane.sympy.frames import Frames, Triple
from kane.sympy.positions import Pose


@dataclass(frozen=True, slots=True, kw_only=True)
class Twist:
    """ω and v of the point at the parent's origin, for a unit rate of a coordinate."""

    coordinate: int
    angular: Triple
    linear: Triple


@dataclass(frozen=True, slots=True, kw_only=True)
class Chain:
    """Twists from the parent outward, and the pose when all coordinates are zero.

    `left` are coordinates that no constant twist belongs to; `rest` is then a function of them.
    """

    twists: tuple[Twist, ...]
    rest: Pose
    left: tuple[int, ...]


def chain_of(pose: Pose, coordinates: Sequence[int], frames: Frames, samples: Samples) -> Chain:
    """The pose taken apart."""
    found: list[Twist] = []
    left = list(coordinates)
    while left:
        outer = _outermost(pose, left, frames, samples)
        if outer is None:
            break
        found.append(outer)
        left.remove(outer.coordinate)
        pose = at_zero(pose, [outer.coordinate], frames)
    return Chain(twists=tuple(found), rest=pose, left=tuple(left))


def _outermost(
    pose: Pose, coordinates: Sequence[int], frames: Frames, samples: Samples
) -> Twist | None:
    graph = frames.scalars.graph
    for q in coordinates:
        twist = [*_twist(pose, q, frames)]
        still = _zeroed(twist, coordinates, frames)
        changes = [graph.add(x, -x_0) for x, x_0 in zip(twist, still, strict=True)]
        if all(is_zero(samples, change) for change in changes):
            a, b, c, x, y, z = still
            return Twist(coordinate=q, angular=(a, b, c), linear=(x, y, z))
    return None


def _twist(pose: Pose, q: int, frames: Frames) -> Triple:
    """(∂T/∂q) T⁻¹: the vector of the skew matrix (∂R/∂q) Rᵀ, and ∂r/∂q − ω × r."""
    graph = frames.scalars.graph
    slopes = tangent([Expr(graph, x) for x in pose.refs], {Expr(graph, q): 1})
    change = Pose.of([slope.ref for slope in slopes])
    w = turning(pose, change, frames)
    carried = frames.cross(w, pose.r)
    v = [graph.add(a, -b) for a, b in zip(change.r, carried, strict=True)]
    return (*w, *v)  # type: ignore[return-value]


def turning(pose: Pose, change: Pose, frames: Frames) -> Triple:
    """ω of Ṙ Rᵀ, along the parent's axes."""
    product = frames.product
    return (
        product(change.R[2], pose.R[1]),
        product(change.R[0], pose.R[2]),
        product(change.R[1], pose.R[0]),
    )


def at_zero(pose: Pose, coordinates: Sequence[int], frames: Frames) -> Pose:
    """The pose with coordinates put to zero."""
    return Pose.of(_zeroed(pose.refs, coordinates, frames))


def _zeroed(refs: Sequence[int], coordinates: Sequence[int], frames: Frames) -> list[int]:
    graph = frames.scalars.graph
    places = {Expr(graph, q): 0 for q in coordinates}
    return [x.ref for x in substitute([Expr(graph, ref) for ref in refs], places)]


def is_zero(samples: Samples, ref: int) -> bool:
    """Whether a reference is zero at random points."""
    return samples.verdict(Expr(samples.graph, ref)) is Verdict.ZERO
