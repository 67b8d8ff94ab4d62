"""Base parameters: mass that no joint force can tell from mass on the parent goes there.

A point on a revolute joint's axis moves with the link as with its parent. Mass spread along that
axis may therefore belong to either, so m, the first moment along the axis h_z and S_zz of the
link become zero and the parent takes the line of mass that has them [Khalil1987]:

    turning    m, h_z, S_zz → parent
    sliding    all six entries of S → parent: the two turn alike
    pivoting   m → parent: the centre is a point of both

Where the parent is the ground they vanish from the equations altogether. What is left are the
parameters that can be identified from motion. Joint forces, u̇, M, energy and momentum stay the
same; what a joint transmits, and a single body's energy, do not.

From: layout.py    Next: link_frames.py
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from kane.geometry.mass import MassProperties
from kane.geometry.rotation import Matrix, Rows
from kane.shorten.layout import NOWHERE, Kind, Layout, Seat
from kane.shorten.sized import ZERO

NO_MOMENTS: Rows = (NOWHERE, NOWHERE, NOWHERE)


def base_parameters(layout: Layout, staying: Collection[int] = ()) -> Layout:
    """The layout with all that can go inward moved there, tip to base; but for links that stay."""
    masses = [seat.mass for seat in layout.seats]
    for seat in reversed(layout.seats):
        movable, rest = shares(seat, masses[seat.index])
        if movable is None or seat.index in staying:
            continue
        masses[seat.index] = rest
        if seat.parent >= 0:
            masses[seat.parent] = masses[seat.parent] + carried(seat, movable)
    return layout.replace(
        [replace(seat, mass=mass) for seat, mass in zip(layout.seats, masses, strict=True)]
    )


def shares(seat: Seat, mass: MassProperties) -> tuple[MassProperties | None, MassProperties]:
    """What may go to the parent, and what stays; None where nothing may."""
    (hx, hy, hz), S = mass.first, mass.second
    match seat.kind:
        case Kind.TURNS:
            line = MassProperties(
                mass=mass.mass,
                first=(ZERO, ZERO, hz),
                second=(NOWHERE, NOWHERE, (ZERO, ZERO, S[2][2])),
            )
            second = (S[0], S[1], (S[2][0], S[2][1], ZERO))
            return line, MassProperties(mass=ZERO, first=(hx, hy, ZERO), second=second)
        case Kind.SLIDES:
            moved = MassProperties(mass=ZERO, first=NOWHERE, second=S)
            return moved, replace(mass, second=NO_MOMENTS)
        case Kind.PIVOTS:
            moved = MassProperties(mass=mass.mass, first=NOWHERE, second=NO_MOMENTS)
            return moved, replace(mass, mass=ZERO)
        case _:
            return None, mass


def carried(seat: Seat, mass: MassProperties) -> MassProperties:
    """Mass properties that do not feel the joint, along the parent's axes about its origin."""
    turn = Matrix(seat.rotation)
    turned = MassProperties(
        mass=mass.mass, first=turn.out(mass.first), second=turn.out_symmetric(mass.second)
    )
    return turned.moved(seat.at)
