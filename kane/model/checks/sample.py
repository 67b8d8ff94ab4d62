"""Sample: one state of a description in floats, with what each natural speed moves.

Along the ground's axes, each natural speed σ_i of a joint turns all that the joint carries by
A_i and moves it, at the joint's outer point o_i, by B_i; so for a point P that it carries

    ∂ω/∂σ_i = A_i,   ∂v_P/∂σ_i = B_i + A_i × (P − o_i)

From: motions.py    Next: massless.py
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kane.algebra.evaluate import values
from kane.algebra.expr import Expr
from kane.geometry.rotation import IDENTITY
from kane.geometry.vector import GROUND, Components, Frame
from kane.model.body import Point
from kane.model.checks.entry import leaves, number
from kane.model.checks.motions import posed, sampled, valued
from kane.model.joints.contract import Motion
from kane.model.joints.joint import Joint

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """Where a frame is: its axes and origin along the ground's, and the joint that carries it."""

    rotation: Array
    origin: Array
    joint: Joint | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Mover:
    """One natural speed: A, B and o along the ground's axes, and the joint it belongs to."""

    name: str
    angular: Array
    linear: Array
    origin: Array
    joint: Joint
    own: Array  # A or B along the axes of the joint's outer frame
    free: bool  # follows no function of time


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """One state."""

    movers: tuple[Mover, ...]
    numbers: Mapping[Joint, tuple[int, ...]]  # each joint's movers
    marks: Mapping[Frame, Mark]
    coordinates: Mapping[str, float]  # and the time, by name
    rates: Mapping[str, Mapping[int, float]]  # of every coordinate, by mover

    def path(self, frame: Frame, within: Container[Joint] | None = None) -> list[int]:
        """The movers that carry a frame, tip first; those of the joints `within` if given."""
        found: list[int] = []
        joint = self.marks[frame].joint
        while joint is not None and (within is None or joint in within):
            found += self.numbers[joint]
            joint = self.marks[joint.parent].joint
        return found

    def angular(self, movers: Sequence[int]) -> Array:
        """∂ω/∂σ of what these movers carry, one column each."""
        return np.array([self.movers[i].angular for i in movers]).reshape(-1, 3).T

    def linear(self, place: Array, movers: Sequence[int]) -> Array:
        """∂v/∂σ of a point at this place that these movers carry, one column each."""
        A = self.angular(movers)
        B = np.array([self.movers[i].linear for i in movers]).reshape(-1, 3).T
        o = np.array([self.movers[i].origin for i in movers]).reshape(-1, 3).T
        found: Array = B + np.cross(A, place[:, None] - o, axis=0)
        return found

    def place(self, point: Point) -> Array:
        """Where a point is."""
        mark = self.marks[point.frame]
        found: Array = mark.origin + mark.rotation @ self.floats(point.position)
        return found

    def along(self, frame: Frame, components: Components) -> Array:
        """A direction along the ground's axes."""
        found: Array = self.marks[frame].rotation @ self.floats(components)
        return found

    def floats(self, components: Components) -> Array:
        """Three scalars at this state."""
        return np.array([at(x, self.coordinates) for x in components])


def sample(joints: Sequence[Joint], seed: int, reach: float = 1.0) -> Sample:
    """A random state of a tree, parents before children; slides are of the size of `reach`."""
    growing = _Growing(np.random.default_rng(seed), reach)
    for joint in joints:
        growing.take(joint)
    return Sample(
        movers=tuple(growing.movers),
        numbers=growing.numbers,
        marks=growing.marks,
        coordinates=growing.coordinates,
        rates=growing.rates,
    )


def at(value: object, known: Mapping[str, float]) -> float:
    """A scalar with these coordinates and the parameters at their values; inputs are zero."""
    symbols = leaves(value)
    plain = number(value, symbols)
    if plain is not None or not isinstance(value, Expr):
        return np.nan if plain is None else plain
    given = {leaf.name: getattr(leaf.carries, "value", known.get(leaf.name, 0)) for leaf in symbols}
    made = values(value.graph, [value.ref], given)
    return float(made[abs(value.ref)]) * (1 if value.ref >= 0 else -1)


class _Growing:
    """A sample while joints are added."""

    def __init__(self, rng: np.random.Generator, reach: float) -> None:
        self.rng = rng
        self.reach = reach
        self.movers: list[Mover] = []
        self.numbers: dict[Joint, tuple[int, ...]] = {}
        self.marks: dict[Frame, Mark] = {GROUND: Mark(rotation=np.eye(3), origin=np.zeros(3))}
        self.coordinates: dict[str, float] = {"t": float(rng.uniform(0.3, 1.2))}
        self.rates: dict[str, dict[int, float]] = {}

    def take(self, joint: Joint) -> None:
        """Add a joint's speeds, and mark its child."""
        mark = self.marks[joint.parent]
        R, p = mark.rotation, mark.origin
        p = p + R @ self._floats(joint.at)
        if joint.axes is not IDENTITY:
            R = R @ np.array([self._floats(row) for row in joint.axes])
        first = len(self.movers)
        for motion in joint.motions:
            R, p = self._move(joint, valued(motion), R, p)
        self.numbers[joint] = tuple(range(first, len(self.movers)))
        p = p - R @ self._floats(joint.on)
        self.marks[joint.child] = Mark(rotation=R, origin=p, joint=joint)

    def _move(self, joint: Joint, motion: Motion, R: Array, p: Array) -> tuple[Array, Array]:
        """Add a motion's speeds; the axes and origin of its outer frame."""
        names, speeds = motion.names
        q = self._coordinates(joint, motion)
        turned, shift = posed(motion, q)
        R_K, o = R @ turned, p + R @ shift
        directions = motion.directions(q)
        free = not any(name in joint.prescribed for name in names)
        for k, name in enumerate(speeds):
            A, B = (np.array(c[k], dtype=float) for c in (directions.angular, directions.linear))
            sigma = [float(i == k) for i in range(len(speeds))]
            for coordinate, rate in zip(names, motion.rates(q, sigma), strict=True):
                self.rates.setdefault(coordinate, {})[len(self.movers)] = float(rate)
            self.movers.append(
                Mover(
                    name=name,
                    angular=R_K @ A,
                    linear=R_K @ B,
                    origin=o,
                    joint=joint,
                    own=A if np.any(A) else B,
                    free=free,
                )
            )
        return R_K, o

    def _coordinates(self, joint: Joint, motion: Motion) -> list[float]:
        """Random ones, slides of the system's size; prescribed ones by their function of time."""
        q = sampled(motion, self.rng)
        names = motion.names[0]
        if not np.any(np.array(motion.directions(q).angular, dtype=float)):
            q = [self.reach * x for x in q]
        for k, name in enumerate(names):
            if name in joint.prescribed:
                q[k] = at(joint.prescribed[name], self.coordinates)
        self.coordinates.update(zip(names, q, strict=True))
        return q

    def _floats(self, components: Components) -> Array:
        return np.array([at(x, {}) for x in components])
