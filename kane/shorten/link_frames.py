"""Link frames: z along the joint's axis, x square to the next joint's, the origin at its foot.

Hartenberg and Denavit's choice [Angeles1989]: with x on the common normal of a link's two axes
the rotation to the next link is R_x(α) R_z(q), one constant turn and one variable, and the
origin at the foot of that normal leaves the offset two components instead of three. A tip has
no next axis; its x is where its first moment points, so that h_y = 0.

From: reseat.py    Next: parallel_axes.py
"""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import replace
from typing import Any

from kane.algebra.expr import Expr
from kane.algebra.functions import sqrt, where
from kane.algebra.op import Op
from kane.geometry.rotation import Matrix, Rows
from kane.geometry.vector import Components, cross, dot
from kane.shorten.layout import NOWHERE, UNIT, Kind, Layout, Seat
from kane.shorten.reseat import STAYS, Move, along_z, reseated, turned_to
from kane.shorten.sized import Sized, known, sized

_PARALLEL = 1e-9  # sine of the angle below which two axes count as parallel
FARTHEST = 8  # times the distance of two origins: a foot as far costs less than a digit

Z: Components = UNIT[2]


def link_frames(layout: Layout, before: Collection[int] = ()) -> Layout:
    """The layout with every frame that may be chosen laid along its link's common normal.

    Origins stand at the foot of the normal with the next axis, or with the one before for the
    links in `before`.
    """
    moves: list[Move] = [STAYS] * len(layout.seats)
    for seat in reversed(layout.seats):
        if seat.kind in (Kind.TURNS, Kind.SLIDES):
            move = _move(layout, seat, moves)
            if seat.index in before:
                move = replace(move, origin=along_z(foot_before(layout, seat)))
            moves[seat.index] = move
    return reseated(layout, moves)


def two_feet(layout: Layout) -> list[int]:
    """The links of a layout with such frames whose axis has two different feet."""
    return [
        seat.index
        for seat in layout.seats
        if seat.kind is Kind.TURNS
        and seat.parent >= 0
        and layout.children(seat.index)
        and Matrix(seat.rotation).into(seat.at)[2]
    ]


def to_foot_before(layout: Layout, index: int) -> Layout:
    """A layout with such frames, with one origin at the foot of the normal with the axis before."""
    moves = [STAYS] * len(layout.seats)
    moves[index] = Move(origin=along_z(foot_before(layout, layout.seats[index])))
    return reseated(layout, moves)


def _move(layout: Layout, seat: Seat, moves: list[Move]) -> Move:
    nexts = [s for s in layout.children(seat.index) if s.kind in (Kind.TURNS, Kind.SLIDES)]
    if not nexts:
        return _tip(layout, seat)
    child = nexts[0]
    if not known(*child.z):
        return _named(seat, child)
    normal = cross(Z, child.z)
    sine = math.sqrt(sum(float(x) ** 2 for x in normal))
    if sine > _PARALLEL:
        x, y, z = (sized(float(x) / sine) for x in normal)
        return Move(axes=turned_to((x, y, z)), origin=_foot(seat, child))
    return _beside(seat, child, moves[child.index])


def _named(seat: Seat, child: Seat) -> Move:
    """A twist of parameters: where x is the common normal already, the origin goes to its foot."""
    if seat.kind is Kind.TURNS and not child.z[0] and not child.at[1]:
        return Move(origin=along_z(child.at[2]))
    return STAYS


def _foot(seat: Seat, child: Seat) -> Components:
    """The foot on this axis of its common normal with the child's: o = t z, with

    t = (p·z − (z·z')(p·z')) / |z × z'|².
    """
    if seat.kind is Kind.SLIDES:
        return child.at
    if child.kind is Kind.SLIDES:
        return along_z(child.at[2])
    p, other = child.at, child.z
    return along_z(_near((p[2] - other[2] * dot(p, other)) / square(other), p[2], p))


def square(z: Components) -> Any:
    """|z × z'|² of a unit vector z', whose digits 1 − (z·z')² would lose where it is small."""
    return z[0] * z[0] + z[1] * z[1]


def _near(foot: Sized, level: Sized, p: Components) -> Sized:
    """A foot on an axis, or the place level with the other origin where the foot is far away.

    Nearly parallel axes have feet so far off that masses about them would be small differences. Of
    parameters nothing is asked.
    """
    if not known(foot, *p):
        return foot
    return foot if abs(float(foot)) <= FARTHEST * math.hypot(*map(float, p)) else level


def _beside(seat: Seat, child: Seat, move: Move) -> Move:
    """Parallel axes: x towards the child's, the origin level with its origin."""
    p = child.at
    if any(move.origin):
        shift = Matrix(child.rotation).out(move.origin)
        p = (p[0] + shift[0], p[1] + shift[1], p[2] + shift[2])
    if seat.kind is Kind.SLIDES:
        return Move(origin=p)
    origin = along_z(p[2]) if child.kind is Kind.TURNS else NOWHERE
    if not known(p[0], p[1]) or not (p[0] or p[1]):
        return Move(origin=origin)
    length = math.hypot(float(p[0]), float(p[1]))
    return Move(axes=turned_to((p[0] / length, p[1] / length, sized(0))), origin=origin)


def _tip(layout: Layout, seat: Seat) -> Move:
    """The foot of the normal with the parent's axis, and x along the first moment."""
    if seat.kind is not Kind.TURNS:
        return STAYS
    axes = _towards(seat.mass.first)
    origin = along_z(foot_before(layout, seat))
    return Move(axes=axes, origin=origin, level=axes is not UNIT)


def _towards(h: Components) -> Rows:
    """Axes turned about z with x along h, as far as h is square to z.

    Of parameters this is settled at set-up; x stays where h happens to vanish.
    """
    if not h[0] or not h[1]:
        return UNIT
    if known(h[0], h[1]):
        length = math.hypot(float(h[0]), float(h[1]))
        return turned_to((h[0] / length, h[1] / length, sized(0)))
    x, y = h[0].value, h[1].value
    length = sqrt(x * x + y * y)
    still = length <= 0
    return turned_to(
        (sized(where(still, 1, x / length)), sized(where(still, 0, y / length)), sized(0))
    )


def foot_before(layout: Layout, seat: Seat) -> Sized:
    """Where on this link's axis the common normal with the parent's axis stands."""
    parent = layout.seats[seat.parent] if seat.parent >= 0 else None
    if parent is None or parent.kind is not Kind.TURNS:
        return sized(0)
    if not known(*seat.z):
        return _named_foot(seat)
    p, cosine = Matrix(seat.rotation).into(seat.at), seat.z[2]  # z_P along our axes has z cosine
    if abs(abs(float(cosine)) - 1) < _PARALLEL:
        return sized(-p[2])
    before = Matrix(seat.rotation).into(Z)
    return _near((cosine * dot(p, before) - p[2]) / square(before), -p[2], p)


def _named_foot(seat: Seat) -> Sized:
    """The same on an axis twisted about x by parameters: −d where p = (a, 0, 0) + d z, else 0."""
    (x, *across), (_, *p) = seat.z, seat.at
    if x:
        return sized(0)
    for along, place in zip(across, p, strict=True):
        d = _beside_factor(place.value, along.value)
        if d is not None and all(d * e.value == f.value for e, f in zip(across, p, strict=True)):
            return sized(-d)
    return sized(0)


def _beside_factor(product: Any, factor: Any) -> Expr | None:
    """The other factor, where one is a product of the graph with this factor or its opposite."""
    if not isinstance(product, Expr) or not isinstance(factor, Expr):
        return None
    graph, node = product.graph, abs(product.ref)
    if graph.ops[node] != Op.MUL:
        return None
    a, b = graph.args[node]
    for own, other in ((a, b), (b, a)):
        if abs(own) == abs(factor.ref):
            sign = 1 if (own == factor.ref) == (product.ref > 0) else -1
            return Expr(graph, sign * other)
    return None
