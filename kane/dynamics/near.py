"""Nearness: where two solids come nearest to each other, their gap and the normal there.

With the nearest points P, Q of what the rounds r, s stand about, d = p_QP,

    gap = |d| − r − s,   n = d/|d| from the second to the first,   K = P − r n

an ellipsoid with semi-axes a_i beside a plane with normal n, h = √Σ(a_i n_i)²,

    K = C − Σ a_i² n_i b_i / h,   gap = n·p_OC − h

and the gap's rate is n·(v of the first's material point at K − v of the second's there), whatever
place K moves to [PfeifferGlocker1996 §4.2]. Points are clamped to lines and boxes, so that gap and
normal are continuous and their rates are those of what is nearest.      [Ericson2005 §5.1]

From: express.py, rims.py    Next: locate.py
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from kane.algebra.functions import maximum, minimum, sqrt, where
from kane.dynamics.express import Expression
from kane.geometry.vector import GROUND, Components, Frame, Vector, X, Y, Z
from kane.model.meeting import Ball, Block, Egg, Pair, Ring, Rod, Wall
from kane.model.quantities import Direction

TINY: Final = 1e-300  # keeps 0/0 from two lines that are parallel


@dataclass(frozen=True, slots=True, kw_only=True)
class Nearest:
    """Gap, normal, and K from the first's centre, along the axes of the pair's common link."""

    gap: Any
    normal: Vector
    offset: Vector


def common_link(pair: Pair, express: Expression) -> int:
    """The link along whose axes the pair is looked at."""
    mounts = express.tree.mounts
    return express.common(*(mounts[one.centre.frame].link for one in (pair.first, pair.second)))


def nearest(pair: Pair, express: Expression) -> Nearest:
    """Where the two are nearest."""
    return Looking(pair, express).nearest()


def tangent(pair: Pair, number: int, n: Vector, express: Expression) -> Vector:
    """Tangent 1 or 2 at right angles to the normal.

    In a plane motion across × n. In space a pair about n that moves with it [Duff2017 Eq. 4]: it
    turns over where n_z changes its sign, which only the names of the tangents feel.
    """
    lift = express.tree.lift
    if pair.across is not None:
        frame, components = pair.across
        across = express.direction(
            Direction(frame=frame, components=components), common_link(pair, express)
        )
        return across.cross(n)
    if isinstance(pair.second, Wall):
        return _fixed(pair.second, number, express, common_link(pair, express))
    x, y, z = n.components
    one = lift.scalar(1)
    s = where(z < 0, -one, one) if hasattr(z, "graph") else (-one if z < 0 else one)
    a = -1 / (s + z)
    b = x * y * a
    parts = (1 + s * x * x * a, s * b, -s * x) if number == 1 else (b, s + y * y * a, -y)
    return Vector(n.frame, parts)


def _fixed(wall: Wall, number: int, express: Expression, index: int) -> Vector:
    """A tangent fixed in a plane: at right angles to the axis that is nearest to the normal."""
    normal = wall.normal
    least = min(range(3), key=lambda k: (abs(float(normal[k])), k))
    axis = tuple(1.0 if k == least else 0.0 for k in range(3))
    first = _unit(_less(axis, normal))
    made = first if number == 1 else _cross(normal, first)
    return express.direction(Direction(frame=wall.centre.frame, components=made), index)


def _less(axis: Any, normal: Any) -> Components:
    along = sum(a * float(n) for a, n in zip(axis, normal, strict=True))
    x, y, z = (a - along * float(n) for a, n in zip(axis, normal, strict=True))
    return x, y, z


def _unit(v: Components) -> Components:
    size = sum(x * x for x in v) ** 0.5
    x, y, z = (_whole(c / size) for c in v)
    return x, y, z


def _cross(a: Any, b: Any) -> Components:
    x, y, z = (float(one) for one in a)
    u, v, w = b
    return _whole(y * w - z * v), _whole(z * u - x * w), _whole(x * v - y * u)


def _whole(x: float) -> float:
    """A whole number as such, which costs no multiplication."""
    return int(x) if x == int(x) else x


class Looking:
    """One pair, along the axes of its common link."""

    def __init__(self, pair: Pair, express: Expression) -> None:
        self.pair = pair
        self.express = express
        self.index = common_link(pair, express)
        self.frame = express.frame(self.index)

    def nearest(self) -> Nearest:
        """By the kinds of both."""
        first, second = self.pair.first, self.pair.second
        if isinstance(second, Wall):
            return self._over(second)
        ways: dict[tuple[type, type], Callable[[Any, Any], tuple[Vector, Vector]]] = {
            (Ball, Ball): self._balls,
            (Ball, Rod): self._ball_rod,
            (Rod, Rod): self._rods,
            (Ball, Block): self._ball_block,
        }
        assert not isinstance(first, Egg | Wall)
        assert not isinstance(second, Egg)
        d, on_first = ways[type(first), type(second)](first, second)
        return self._rounded(d, on_first, first.radius, second.radius)

    def _rounded(self, d: Vector, on_first: Vector, r: Any, s: Any) -> Nearest:
        lift = self.express.tree.lift
        r, s = lift.scalar(r), lift.scalar(s)
        size = sqrt(d.dot(d))
        n = d * (1 / size)
        return Nearest(gap=size - (r + s), normal=n, offset=on_first - n * r)

    # ── over a plane ──────────────────────────────────────────────────────────────────────
    def _over(self, wall: Wall) -> Nearest:
        n = self._direction(wall.centre.frame, wall.normal)
        first = self.pair.first
        height = self._between(wall.centre, first.centre).dot(n)
        if isinstance(first, Ring):
            axis = self._direction(first.centre.frame, first.axis)
            across = n - axis * n.dot(axis)
            s = sqrt(across.dot(across))
            r = self.express.tree.lift.scalar(first.radius)
            return Nearest(gap=height - r * s, normal=n, offset=across * (-r / s))
        if isinstance(first, Egg):
            axes = [self._direction(first.centre.frame, along) for along in (X, Y, Z)]
            half = [self.express.tree.lift.scalar(a) for a in first.half]
            parts = [a * n.dot(b) for a, b in zip(half, axes, strict=True)]
            h = sqrt(parts[0] * parts[0] + parts[1] * parts[1] + parts[2] * parts[2])
            offset = self._nothing()
            for a, part, b in zip(half, parts, axes, strict=True):
                offset = offset - b * (a * part / h)
            return Nearest(gap=height - h, normal=n, offset=offset)
        assert isinstance(first, Ball), f"{first} over a plane: our fault"
        r = self.express.tree.lift.scalar(first.radius)
        return Nearest(gap=height - r, normal=n, offset=n * -r)

    # ── each other: d from the second's nearest point to the first's, and the first's ────────
    def _balls(self, first: Ball, second: Ball) -> tuple[Vector, Vector]:
        return self._between(second.centre, first.centre), self._nothing()

    def _ball_rod(self, first: Ball, second: Rod) -> tuple[Vector, Vector]:
        p = self._between(second.centre, first.centre)
        e = self._between(second.centre, second.end)
        s = _clamped(p.dot(e) / e.dot(e), 0, 1)
        return p - e * s, self._nothing()

    def _rods(self, first: Rod, second: Rod) -> tuple[Vector, Vector]:
        """The nearest points of two lines, each clamped in turn."""
        r = self._between(second.centre, first.centre)
        d1 = self._between(first.centre, first.end)
        d2 = self._between(second.centre, second.end)
        a, b, e = d1.dot(d1), d1.dot(d2), d2.dot(d2)
        c, f = d1.dot(r), d2.dot(r)
        s = _clamped((b * f - c * e) / (a * e - b * b + TINY), 0, 1)
        t = _clamped((b * s + f) / e, 0, 1)
        s = _clamped((b * t - c) / a, 0, 1)
        on_first = d1 * s
        return r + on_first - d2 * t, on_first

    def _ball_block(self, first: Ball, second: Block) -> tuple[Vector, Vector]:
        p, d = self._between(second.centre, first.centre), self._nothing()
        for axis, half in zip((X, Y, Z), second.half, strict=True):
            b = self._direction(second.centre.frame, axis)
            x, most = p.dot(b), self.express.tree.lift.scalar(half)
            d = d + b * (x - _clamped(x, -most, most))
        return d, self._nothing()

    # ── vectors along the common link's axes ──────────────────────────────────────────────
    def _between(self, start: Any, end: Any) -> Vector:
        return self.express.between(start, end, self.index)

    def _direction(self, frame: Frame, components: Any) -> Vector:
        return self.express.direction(Direction(frame=frame, components=components), self.index)

    def _nothing(self) -> Vector:
        zero = self.express.tree.lift.scalar(0)
        return Vector(self.frame if self.index >= 0 else GROUND, (zero, zero, zero))


def _clamped(x: Any, low: Any, high: Any) -> Any:
    return minimum(maximum(x, low), high)
