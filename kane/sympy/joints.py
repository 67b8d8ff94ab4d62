"""Joints: the joints of a System that move its bodies as a SymPy description does.

Between a body and the one it hangs on stands a chain of turns and slides, with massless frames
between them; each frame's axes are chosen so that the next axis is made of numbers.

From: screws.py, words.py    Next: system.py
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from kane.algebra.expr import Expr
from kane.algebra.zero import Samples
from kane.errors import DerivationError
from kane.geometry.rotation import IDENTITY, Rows
from kane.geometry.vector import Components, Frame
from kane.model.joints.joint import Joint
from kane.model.joints.makers import Fixed, Moving, Prismatic, Revolute, Screw
from kane.sympy.frames import IDENTITY as SAME
from kane.sympy.frames import Frames, Rotation, Triple, transposed
from kane.sympy.positions import symbols_in
from kane.sympy.screws import Chain, Twist, is_zero
from kane.sympy.sweep import Path, Sweeping
from kane.sympy.words import Words

POINTS = 4  # at which an axis has to have the same numbers
ROUND = 1e-12  # beside one: what such numbers may differ by, and an axis be off a coordinate axis


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """A frame of the System while a chain is walked, where all coordinates are zero: its axes Q
    and its origin o in the parent body."""

    frame: Frame
    Q: Rotation
    o: Triple


class Joining:
    """Makes the joints between one body and the one that it hangs on."""

    def __init__(self, frames: Frames, words: Words, samples: Samples) -> None:
        self.frames = frames
        self.words = words
        self.samples = samples
        self.graph = frames.scalars.graph
        self.hinges: dict[Frame, Triple] = {}  # where a body is held, from its origin

    def joints(self, chain: Chain, parent: Frame, child: Frame) -> Iterator[Joint]:
        """The joints, from the parent outward."""
        here = Reference(frame=parent, Q=SAME, o=(0, 0, 0))
        twists = list(chain.twists)
        while twists:
            twist = twists.pop(0)
            last = not twists and not chain.left
            here, joint = self._joint(twist, here, chain, child if last else None)
            yield joint
        if chain.left:
            yield self._sweep(chain, here, child)
        elif here.frame is not child:
            yield self._fixed(chain, here, child)

    # ── one coordinate ────────────────────────────────────────────────────────────────────
    def _joint(
        self, twist: Twist, here: Reference, chain: Chain, child: Frame | None
    ) -> tuple[Reference, Joint]:
        name = self.words.name(twist.coordinate)
        turns = not all(is_zero(self.samples, w) for w in twist.angular)
        along = twist.angular if turns else twist.linear
        axis, Q = self._axis(along, here, chain, child is not None, name)
        reached = child is not None and Q is chain.rest.R
        frame = child if reached and child is not None else Frame(f"{name}.frame")
        o = self._hinge(twist, Q, axis, here, chain) if turns else here.o
        if reached and not turns:
            o = chain.rest.r
        at, axes = self._from(here, o, Q)
        on: Components = (0, 0, 0)
        if reached:
            home = self._into(Q, self._less(o, chain.rest.r))
            self.hinges[frame] = home
            on = self.words.triple(home)
        there = Reference(frame=frame, Q=Q, o=o)
        return there, self._made(twist, here.frame, there, (axis, at, on, axes), turns)

    def _made(
        self,
        twist: Twist,
        parent: Frame,
        there: Reference,
        where: tuple[Components, Components, Components, Rows],
        turns: bool,
    ) -> Joint:
        (axis, at, on, axes), name = where, self.words.name(twist.coordinate)
        if not turns:
            return Prismatic(name, parent, there.frame, axis=axis, at=at, on=on, axes=axes)
        pitch = self.frames.product(twist.angular, twist.linear)
        if is_zero(self.samples, pitch):
            return Revolute(name, parent, there.frame, axis=axis, at=at, on=on, axes=axes)
        h = self.words.scalar(pitch)
        return Screw(name, parent, there.frame, pitch=h, axis=axis, at=at, on=on, axes=axes)

    def _axis(
        self, along: Triple, here: Reference, chain: Chain, last: bool, name: str
    ) -> tuple[Components, Rotation]:
        """The axis as numbers, and the axes along which it is made of them."""
        choices = [chain.rest.R, here.Q] if last else [here.Q, chain.rest.R, SAME]
        for Q in choices:
            numbers = self._numbers(self._into(Q, along))
            if numbers is not None and abs(float(np.linalg.norm(numbers)) - 1) <= ROUND:
                x, y, z = (round(x) if abs(x - round(x)) <= ROUND else x for x in numbers)
                return (x, y, z), Q
        raise DerivationError(
            f"Coordinate '{name}': a unit of it moves its body along an axis that is no unit "
            f"vector of numbers in any of {len(choices)} frames. Make the coordinate an angle or "
            "a distance, and the axis fixed in a body's frame."
        )

    def _numbers(self, v: Triple) -> list[float] | None:
        """A vector's components, where they are numbers whatever the symbols."""
        points = self.samples._points[:POINTS]
        values = np.array([[point.at(x)[0] for x in v] for point in points])
        if not np.allclose(values, values[0], rtol=0, atol=ROUND):
            return None
        return [float(x) for x in values[0]]

    def _hinge(
        self, twist: Twist, Q: Rotation, axis: Components, here: Reference, chain: Chain
    ) -> Triple:
        """The point of the axis nearest to where the parent is held: ω × v + (ω·h) ω."""
        del chain
        w, v = _exact(axis, self.graph), self._into(Q, twist.linear)
        held = self.hinges.get(here.frame, (0, 0, 0)) if here.o == (0, 0, 0) else here.o
        height = self.frames.product(w, self._into(Q, held))
        across = self.frames.cross(w, v)
        mul, add = self.graph.mul, self.graph.add
        found = [add(c, mul(height, x)) for c, x in zip(across, w, strict=True)]
        return self._out(Q, (found[0], found[1], found[2]))

    # ── several coordinates, or none ──────────────────────────────────────────────────────
    def _sweep(self, chain: Chain, here: Reference, child: Frame) -> Joint:
        """A path, for what moves without turning."""
        nodes = symbols_in(self.graph, [x for row in chain.rest.R for x in row])
        names = [self.words.name(q) for q in chain.left]
        if set(nodes) & set(chain.left):
            raise DerivationError(
                f"Body '{child}': its pose depends on {', '.join(names)} in a way that is no chain "
                "of turns and slides. Orient its frame by simple rotations, or use build(), which "
                "takes the equations as they are."
            )
        place = self._into(here.Q, self._less(chain.rest.r, here.o))
        used = [n for n in symbols_in(self.graph, list(place)) if n not in chain.left]
        exprs = [Expr(self.graph, x) for x in (*place, *chain.left, *used)]
        count = len(chain.left)
        path = Path(exprs[:3], exprs[3 : 3 + count], exprs[3 + count :])
        constants = tuple(self.words.scalar(node) for node in used)
        motion = Sweeping(coordinates=tuple(names), path=path, constants=constants)
        _, axes = self._from(here, here.o, chain.rest.R)
        name = f"path of {child}"
        if axes is IDENTITY:
            return Moving(name, here.frame, child, motion)
        raise DerivationError(
            f"Body '{child}': it moves along a path in axes that are turned by constants. "
            "Write its place along the axes of its own frame."
        )

    def _fixed(self, chain: Chain, here: Reference, child: Frame) -> Joint:
        at, axes = self._from(here, chain.rest.r, chain.rest.R)
        return Fixed(f"{child} on {here.frame}", here.frame, child, at=at, axes=axes)

    # ── vectors ───────────────────────────────────────────────────────────────────────────
    def _from(self, here: Reference, o: Triple, Q: Rotation) -> tuple[Components, Rows]:
        """Where an origin is from a frame, and how axes lie in it."""
        at = self.words.triple(self._into(here.Q, self._less(o, here.o)))
        if Q is here.Q or Q == here.Q:
            return at, IDENTITY
        columns = [self._into(here.Q, column) for column in transposed(Q)]
        x, y, z = (
            self.words.triple(row) for row in transposed((columns[0], columns[1], columns[2]))
        )
        return at, (x, y, z)

    def _into(self, Q: Rotation, v: Triple) -> Triple:
        """Qᵀ v."""
        x, y, z = (self.frames.product(column, v) for column in transposed(Q))
        return x, y, z

    def _out(self, Q: Rotation, v: Triple) -> Triple:
        """Q v."""
        x, y, z = (self.frames.product(row, v) for row in Q)
        return x, y, z

    def _less(self, a: Triple, b: Triple) -> Triple:
        x, y, z = (self.graph.add(p, -q) for p, q in zip(a, b, strict=True))
        return x, y, z


def _exact(axis: Sequence[float], graph: object) -> Triple:
    x, y, z = (graph.constant(value) for value in axis)  # type: ignore[attr-defined]
    return x, y, z
