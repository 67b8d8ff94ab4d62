"""Line masses: of each joint's three movable masses, one left where it makes more vanish.

A link's base parameters are not the only choice: mass on a turning joint's axis, the first
moment along it and S_zz may lie on either side (base_parameters.py). Leaving κ of one of them on
the link takes κ times its image from the parent,

    parent's entry = e₀ − κ e₁ = 0   for   κ = e₀ / e₁,

so that one entry of the parent vanishes for one of the link's that does not: worth it where the
parent's costs more, such as h_x for m. Taken tip to base, each choice leaves those before it as
they are, because a parent's own line masses touch none of the seven entries.

From: base_parameters.py    Next: search.py
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, unique
from typing import Any, Final

from kane.geometry.mass import MassProperties, add_rows
from kane.geometry.rotation import Rows
from kane.geometry.vector import Components
from kane.shorten.base_parameters import NO_MOMENTS, carried, shares
from kane.shorten.layout import NOWHERE, Kind, Layout, Seat
from kane.shorten.sized import ONE, ZERO, Sized, known, sized
from kane.shorten.weigh import forced, passage, pulls, weight


@unique
class Line(Enum):
    """Mass properties of mass on the z axis."""

    MASS = "m"
    FIRST = "hz"
    SECOND = "Szz"


LARGEST: Final = 8  # times: a line mass as large costs less than a digit
Entry = tuple[int, ...]  # (i,) of h, or (i, j) of S with i ≤ j


@dataclass(frozen=True, slots=True)
class Kept:
    """Which line mass stays on a link, and which of its parent's entries vanishes for it."""

    line: Line
    entry: Entry

    def __str__(self) -> str:
        axes = "".join("xyz"[i] for i in self.entry)
        return f"{self.line.value} for the parent's {'h' if len(axes) == 1 else 'S'}_{axes}"


ENTRIES: Final[tuple[Entry, ...]] = ((0,), (1,), (1, 2), (0, 2), (0, 1), (0, 0), (1, 1))
PRODUCTS: Final[tuple[Entry, ...]] = ((0, 1), (0, 2), (1, 2))
UNITS: Final[Mapping[Line, MassProperties]] = {
    Line.MASS: MassProperties(mass=ONE, first=NOWHERE, second=NO_MOMENTS),
    Line.FIRST: MassProperties(mass=ZERO, first=(ZERO, ZERO, ONE), second=NO_MOMENTS),
    Line.SECOND: MassProperties(
        mass=ZERO, first=NOWHERE, second=(NOWHERE, NOWHERE, (ZERO, ZERO, ONE))
    ),
}


def choices(seat: Seat) -> Iterator[Kept]:
    """Every line mass that could stay on a link, with each entry that could vanish for it."""
    if seat.kind is Kind.TURNS and seat.parent >= 0:
        for line in Line:
            image = image_of(seat, line)
            for entry in ENTRIES:
                if entry_of(image, entry):
                    yield Kept(line, entry)


def image_of(seat: Seat, line: Line) -> MassProperties:
    """A unit of a line mass along the parent's axes: with k = K z and p the link's place,

    m: (1, p, p pᵀ),   h_z: (0, k, k pᵀ + p kᵀ),   S_zz: (0, 0, k kᵀ).
    """
    k, p = seat.z, seat.at
    match line:
        case Line.MASS:
            return MassProperties(mass=ONE, first=p, second=outer(p, p))
        case Line.FIRST:
            return MassProperties(mass=ZERO, first=k, second=add_rows(outer(k, p), outer(p, k)))
        case Line.SECOND:
            return MassProperties(mass=ZERO, first=NOWHERE, second=outer(k, k))


def outer(a: Components, b: Components) -> Rows:
    """a bᵀ."""
    x, y, z = (tuple(i * j for j in b) for i in a)
    return (x, y, z)


def line_masses(layout: Layout, kept: Mapping[int, Sequence[Kept]]) -> Layout:
    """The base parameters of a layout, but for the line masses that are kept."""
    return _inward(layout, lambda seat, two: kept.get(seat.index, ()))[0]


def lightest(layout: Layout) -> tuple[Layout, Mapping[int, Sequence[Kept]]]:
    """The layout with the line masses kept that make it weigh least, joint by joint."""
    return _inward(layout, _best)


@dataclass(frozen=True, slots=True, kw_only=True)
class Two:
    """A parent's and a link's masses."""

    outer: Seat  # the parent's
    passage: int  # what it costs to pass a force
    pulled: bool  # whether what the link carries needs one
    forces: tuple[bool, bool]  # whether the parent's and the link's matter
    parent: MassProperties
    link: MassProperties

    @property
    def weight(self) -> int:
        """What both cost once the parent's own line masses have gone further inward."""
        light = self.outer.parent < 0
        outer, inner = self.forces
        rest = 0 if light else weight(shares(self.outer, self.parent)[1], outer)
        passing = self.passage if self.pulled or pulls(self.link) else 0
        return rest + weight(self.link, inner) + passing


def _inward(
    layout: Layout, choose: Callable[[Seat, Two], Sequence[Kept]]
) -> tuple[Layout, Mapping[int, Sequence[Kept]]]:
    """Masses moved inward, tip to base, with what `choose` keeps at each joint."""
    masses, chosen = [seat.mass for seat in layout.seats], {}
    pulled, force = [False] * len(masses), forced(layout)
    for seat in reversed(layout.seats):
        movable, rest = shares(seat, masses[seat.index])
        if movable is not None and seat.parent >= 0:
            two = Two(
                outer=layout.seats[seat.parent],
                passage=passage(layout, seat, force[seat.index]),
                pulled=pulled[seat.index],
                forces=(force[seat.parent], force[seat.index]),
                parent=masses[seat.parent] + carried(seat, movable),
                link=rest,
            )
            kept = chosen[seat.index] = choose(seat, two)
            two = exchanged(seat, kept, two)
            masses[seat.parent], rest = two.parent, two.link
        masses[seat.index] = rest
        if seat.parent >= 0:
            pulled[seat.parent] |= pulled[seat.index] or pulls(rest)
    seats = [replace(seat, mass=mass) for seat, mass in zip(layout.seats, masses, strict=True)]
    return layout.replace(seats), {index: kept for index, kept in chosen.items() if kept}


def _best(seat: Seat, two: Two) -> Sequence[Kept]:
    """What to keep for the least weight: one line mass, then another as long as that helps.

    Only exchanges of which one could gain by its weight are looked at: m for a component of h,
    S_zz for a product.
    """
    kept: tuple[Kept, ...] = ()
    if seat.kind is not Kind.TURNS:
        return kept
    worth = ((Line.MASS, (0,)), (Line.MASS, (1,)), *((Line.SECOND, e) for e in PRODUCTS))
    options = [Kept(line, e) for line, e in worth if entry_of(two.parent, e)]
    while True:
        now = exchanged(seat, kept, two).weight
        further = [(*kept, one) for one in options if one.line not in {k.line for k in kept}]
        best = min(further, key=lambda k: exchanged(seat, k, two).weight, default=kept)
        if exchanged(seat, best, two).weight >= now:
            return kept
        kept = best


def exchanged(seat: Seat, kept: Sequence[Kept], two: Two) -> Two:
    """Both masses with κ of each line mass left on the link; none that undoes one before it."""
    done: list[Entry] = []
    for one in kept:
        unit, image = UNITS[one.line], image_of(seat, one.line)
        below = entry_of(image, one.entry)
        amount = entry_of(two.parent, one.entry) / below if below else ZERO
        undone = any(entry_of(image, entry) for entry in done)
        if not amount or undone or not moderate(amount, one.line, two.parent):
            continue
        parent = cleared(two.parent + scaled(image, -amount), one.entry)
        two = replace(two, parent=parent, link=two.link + scaled(unit, amount))
        done.append(one.entry)
    return two


def moderate(amount: Sized, line: Line, parent: MassProperties) -> bool:
    """Whether a line mass is no larger than what a parent carries of its kind, times LARGEST.

    Where e₁ nearly vanishes, as with axes that are parallel but for the digits of π, κ would be so
    large that the motion were a small difference of large terms. Of h_z the measure is √(m tr S),
    which no first moment of positive mass exceeds. Of parameters nothing is asked.
    """
    S = parent.second
    trace = sized(S[0][0] + S[1][1] + S[2][2])
    if not known(amount, parent.mass, trace):
        return True
    m, spread = abs(float(sized(parent.mass))), abs(float(trace))
    measure = {Line.MASS: m, Line.FIRST: math.sqrt(m * spread), Line.SECOND: spread}[line]
    return abs(float(amount)) <= LARGEST * measure


def entry_of(mass: MassProperties, entry: Entry) -> Sized:
    """An entry of h or S."""
    found: Any = mass.first[entry[0]] if len(entry) == 1 else mass.second[entry[0]][entry[1]]
    return sized(found)


def cleared(mass: MassProperties, entry: Entry) -> MassProperties:
    """The mass properties with an entry that vanishes exactly zero."""
    if len(entry) == 1:
        x, y, z = (ZERO if i == entry[0] else h for i, h in enumerate(mass.first))
        return replace(mass, first=(x, y, z))
    places = {entry, entry[::-1]}
    S = mass.second
    rows = [[ZERO if (i, j) in places else S[i][j] for j in range(3)] for i in range(3)]
    a, b, c = ((row[0], row[1], row[2]) for row in rows)
    return replace(mass, second=(a, b, c))


def scaled(mass: MassProperties, factor: Sized) -> MassProperties:
    """Mass properties times a factor."""
    a, b, c = (tuple(x * factor for x in row) for row in mass.second)
    rows: Rows = (a, b, c)
    x, y, z = (h * factor for h in mass.first)
    return MassProperties(mass=mass.mass * factor, first=(x, y, z), second=rows)
