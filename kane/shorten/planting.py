"""Planting: the tree that a layout describes.

From: layout.py    Next: parallel_axes.py
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from kane.algebra.expr import Expr
from kane.algebra.functions import cos, sin
from kane.dynamics.lift import Lift
from kane.dynamics.tree import Link, Mount, Tree
from kane.geometry.mass import MassProperties, add
from kane.geometry.rotation import Factor, Matrix, Plane, Rotation, Rows, transposed
from kane.geometry.vector import GROUND, Components, Frame, Vector
from kane.shorten.layout import UNIT, Kind, Layout, Seat, product, rows_of, snapped, triple
from kane.shorten.parallel_axes import joins
from kane.shorten.sized import known

_EXACT = 1e-14  # radians: a phase so near a quarter turn is one


@dataclass(frozen=True, slots=True, kw_only=True)
class Spin:
    """How far a link is turned about z from a frame that it shares: the sum of ±q + φ."""

    angle: Any  # Σ ±q
    phase: Any

    @property
    def plane(self) -> Plane:
        """The turn itself."""
        return Plane(2, *sine_cosine(self.angle, self.phase))


def planted(layout: Layout) -> Tree:
    """A tree with the layout's frames and masses; the description's frames are where they were."""
    tree = layout.tree
    spins = _spins(layout)
    frames = [Frame(seat.link.frame.name) for seat in layout.seats]
    links = [_link(tree.lift, seat, frames, spins) for seat in layout.seats]
    still = [lifted_mass(tree.lift, seat.mass) for seat in layout.seats]
    masses = [_spun(mass, spins.get(index)) for index, mass in enumerate(still)]
    inertias = [_turned_inertia(mass, spins.get(index)) for index, mass in enumerate(still)]
    mounts = {frame: _mount(layout, mount, spins) for frame, mount in tree.mounts.items()}
    return Tree(
        links=tuple(links),
        masses=tuple(masses),
        inertias=tuple(inertias),
        mounts=mounts,
        speed_names=tree.speed_names,
        coordinates=tree.coordinates,
        lift=tree.lift,
    )


def _spins(layout: Layout) -> dict[int, Spin]:
    """The spins of the links whose frame stays behind."""
    found: dict[int, Spin] = {}
    for seat in layout.seats:
        if seat.shared:
            q = seat.link.q[0]
            own, phase = q if seat.sense > 0 else -q, seat.phase
            before = found.get(seat.parent) if joins(layout, seat) else None
            if before is not None:
                own, phase = before.angle + own, before.phase + phase
            found[seat.index] = Spin(angle=own, phase=phase)
    return found


def _spun(mass: MassProperties, spin: Spin | None) -> MassProperties:
    if spin is None:
        return mass
    plane = spin.plane
    return MassProperties(
        mass=mass.mass, first=plane.out(mass.first), second=plane.out_symmetric(mass.second)
    )


def _turned_inertia(mass: MassProperties, spin: Spin | None) -> Rows:
    """J, of which a turn about z leaves J_zz as it is."""
    J = mass.inertia()
    return J if spin is None else spin.plane.out_symmetric(J)


def _link(lift: Lift, seat: Seat, frames: list[Frame], spins: Mapping[int, Spin]) -> Link:
    link, frame = seat.link, frames[seat.index]
    outer = frames[seat.parent] if seat.parent >= 0 else GROUND
    if seat.kind is Kind.STAYS:
        return _renamed(link, outer, frame)
    zero, way = lift.scalar(0), lift.scalar(seat.sense)
    along = Vector(frame, (zero, zero, way))
    none = Vector(frame, (zero, zero, zero))
    angular = [Vector(frame, v.components) for v in link.angular]
    linear = [Vector(frame, v.components) for v in link.linear]
    offset, factors = lifted(lift, seat.at), constant_factors(lift, seat.rotation)
    if seat.kind is Kind.TURNS:
        factors += _own_turn(seat)
        angular, linear = [along], [none]
    elif seat.kind is Kind.SLIDES:
        offset = add(offset, lifted_times(lift, seat.z, link.q[0] * seat.sense))
        angular, linear = [none], [along]
    else:
        factors += link.motion.pose(link.q).factors
    before = spins.get(seat.parent)
    if before is not None:
        offset = before.plane.out(offset)
        if not (seat.shared and seat.rotation == UNIT):
            factors = (before.plane, *factors)
    return replace(
        link,
        frame=frame,
        rotation=Rotation(outer, frame, factors),
        offset=Vector(outer, offset),
        angular=tuple(angular),
        linear=tuple(linear),
    )


def _renamed(link: Link, outer: Frame, frame: Frame) -> Link:
    """The link as it stands, between frames of the new tree."""
    return replace(
        link,
        frame=frame,
        rotation=Rotation(outer, frame, link.rotation.factors),
        offset=Vector(outer, link.offset.components),
        angular=tuple(Vector(frame, v.components) for v in link.angular),
        linear=tuple(Vector(frame, v.components) for v in link.linear),
    )


def _own_turn(seat: Seat) -> tuple[Factor, ...]:
    """R_z(±q + φ); nothing where the frame stays behind."""
    if seat.shared:
        return ()
    q = seat.link.q[0]
    return (Plane(2, *sine_cosine(q if seat.sense > 0 else -q, seat.phase)),)


def sine_cosine(angle: Any, phase: Any) -> tuple[Any, Any]:
    """sin and cos of an angle and a phase, with no sum where this is a quarter turn."""
    quarters = 0 if isinstance(phase, Expr) else round(phase / (math.pi / 2))
    if isinstance(phase, Expr) or abs(phase - quarters * (math.pi / 2)) > _EXACT:
        angle = angle + phase
        return sin(angle), cos(angle)
    s, c = sin(angle), cos(angle)
    return ((s, c), (c, -s), (-s, -c), (-c, s))[quarters % 4]


def constant_factors(lift: Lift, rows: Rows) -> tuple[Factor, ...]:
    """A constant rotation as plane turns, where one or two will do and it is no mere renaming."""
    if rows == UNIT:
        return ()
    zeros = sum(not x for row in rows for x in row)
    for k in range(3):
        i, j = (k + 1) % 3, (k + 2) % 3
        if zeros == 4 and rows[k][k] == 1 and not (rows[k][i] or rows[k][j]):
            return (Plane(k, lift.scalar(rows[j][i].value), lift.scalar(rows[i][i].value)),)
    if zeros == 1 and not rows[2][0] and known(*rows[2], rows[0][0], rows[1][0]):
        (c, _, _), (s, _, _), (_, sa, ca) = rows
        return (
            Plane(2, lift.scalar(s.value), lift.scalar(c.value)),
            Plane(0, lift.scalar(sa.value), lift.scalar(ca.value)),
        )
    a, b, c = (lifted(lift, row) for row in rows)
    return (Matrix((a, b, c)),)


def lifted(lift: Lift, values: Components) -> Components:
    """Sized constants in the tree's scalars."""
    a, b, c = values
    return (lift.scalar(a.value), lift.scalar(b.value), lift.scalar(c.value))


def lifted_times(lift: Lift, values: Components, factor: Any) -> Components:
    """A constant vector times a scalar of the tree."""
    x, y, z = (component * factor for component in lifted(lift, values))
    return (x, y, z)


def lifted_mass(lift: Lift, mass: MassProperties) -> MassProperties:
    """Sized mass properties in the tree's scalars."""
    a, b, c = (lifted(lift, row) for row in mass.second)
    return MassProperties(
        mass=lift.scalar(mass.mass.value), first=lifted(lift, mass.first), second=(a, b, c)
    )


def _mount(layout: Layout, mount: Mount, spins: Mapping[int, Spin]) -> Mount:
    """Where a frame of the description is in the new frame of its link."""
    if mount.link < 0 or layout.seats[mount.link].kind is Kind.STAYS:
        return mount
    seat, lift = layout.seats[mount.link], layout.tree.lift
    back = Matrix(seat.axes)
    origin = back.into(add(triple(mount.origin), tuple(-x for x in seat.origin)))
    rows = snapped(product(transposed(seat.axes), rows_of(mount.rotation)))
    a, b, c = (lifted(lift, row) for row in rows)
    placed = Mount(link=mount.link, rotation=(a, b, c), origin=lifted(lift, origin))
    spin = spins.get(mount.link)
    return placed if spin is None else _turned(placed, spin.plane)


def _turned(mount: Mount, plane: Plane) -> Mount:
    """A mount seen from the frame that stayed behind."""
    a, b, c = transposed(mount.rotation)
    rows = transposed((plane.out(a), plane.out(b), plane.out(c)))
    return Mount(link=mount.link, rotation=rows, origin=plane.out(mount.origin))
