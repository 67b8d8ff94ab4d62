"""Reseating: every link's frame moved in its link, by a turn about z and a shift of the origin.

From: layout.py    Next: link_frames.py
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from kane.algebra.functions import atan2
from kane.geometry.mass import add
from kane.geometry.rotation import Matrix, Rows, transposed
from kane.geometry.vector import Components
from kane.shorten.layout import (
    NOWHERE,
    UNIT,
    Kind,
    Layout,
    Seat,
    product,
    rows_of,
    snapped,
    turned_into,
)
from kane.shorten.sized import ZERO, known, sized


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """Where a frame goes: its new axes as columns, and its new origin, along its present axes.

    `level` says that x goes along the first moment, so that h_y is zero.
    """

    axes: Rows = UNIT
    origin: Components = NOWHERE
    level: bool = False


STAYS = Move()


def reseated(layout: Layout, moves: Sequence[Move]) -> Layout:
    """The layout with every frame moved, and every constant rotation made as short as it can be."""
    seats = []
    for seat, move in zip(layout.seats, moves, strict=True):
        before = moves[seat.parent] if seat.parent >= 0 else STAYS
        still = move is STAYS and before is STAYS
        seats.append(seat if still else _settled(_moved(seat, move, before)))
    return layout.replace(seats)


def _moved(seat: Seat, move: Move, before: Move) -> Seat:
    """K' = Q_Pᵀ K,  p' = Q_Pᵀ (p + K o − o_P),  φ' = φ + ψ where Q_L turns by ψ."""
    outer = Matrix(before.axes)
    at = seat.at
    if any(move.origin):  # first, so that d z − d z of parameters vanishes
        at = add(at, Matrix(seat.rotation).out(move.origin))
    if any(before.origin):
        at = add(at, negated(before.origin))
    rotation, phase = seat.rotation, seat.phase
    if before.axes is not UNIT:
        at, rotation = outer.into(at), product(transposed(before.axes), rotation)
    if seat.kind is Kind.TURNS:
        phase = phase + angle_of(move.axes)
    elif move.axes is not UNIT:
        rotation = product(rotation, move.axes)
    mass = seat.mass.moved(negated(move.origin)) if any(move.origin) else seat.mass
    mass = turned_into(mass, move.axes)
    if move.level:
        mass = replace(mass, first=(mass.first[0], ZERO, mass.first[2]))
    return replace(
        seat,
        rotation=snapped(rotation),
        at=at,
        phase=phase,
        mass=mass,
        axes=seat.axes if move.axes is UNIT else product(seat.axes, move.axes),
        origin=add(seat.origin, Matrix(seat.axes).out(move.origin)),
    )


def _settled(seat: Seat) -> Seat:
    """K = R_z(β) R_x(α) R_z(γ), of which a turning joint takes the last into its phase.

    Where the axis is square to x or y one factor is enough.
    """
    if seat.kind is not Kind.TURNS or not known(*(x for row in seat.rotation for x in row)):
        return seat
    nearest = shortest_to(seat.z)
    left = snapped(product(transposed(nearest), seat.rotation))
    return replace(seat, rotation=nearest, phase=seat.phase + angle_of(left))


def shortest_to(z: Components) -> Rows:
    """A rotation whose third column is z, with as many zeros as there can be."""
    x, y, up = z
    if not x and not y:
        return UNIT if up == 1 else rows_of(((1, 0, 0), (0, -1, 0), (0, 0, -1)))
    if not x:
        return rows_of(((1, 0, 0), (0, up, y), (0, -y, up)))
    if not y:
        return rows_of(((up, 0, x), (0, 1, 0), (-x, 0, up)))
    flat = math.hypot(float(x), float(y))
    c, s, level = -float(y) / flat, float(x) / flat, float(up)
    return snapped(
        rows_of(((c, -s * level, s * flat), (s, c * level, -c * flat), (0, flat, level)))
    )


def angle_of(rows: Rows) -> Any:
    """The angle of a rotation about z."""
    if rows is UNIT:
        return 0.0
    sine, cosine = rows[1][0], rows[0][0]
    if known(sine, cosine):
        return math.atan2(float(sine), float(cosine))
    return atan2(sine.value, cosine.value)


def turned_to(x: Components) -> Rows:
    """Axes turned about z, the first along this unit vector square to z."""
    a, b, _ = x
    return snapped(rows_of(((a, -b, 0), (b, a, 0), (0, 0, 1))))


def negated(v: Components) -> Components:
    """−v."""
    return (-v[0], -v[1], -v[2])


def along_z(length: Any) -> Components:
    """The vector of this length along z."""
    zero = sized(0)
    return (zero, zero, sized(length))
