"""Beyond: the links past all that the speeds speak of, planted anew on the rest.

Speeds of the user's choosing are components along the description's frames, and these have to
stay. What stands on them and has its joints' own rates for speeds, an arm on a platform, may have
the frames, origins and line masses that a tree in joint speeds has.

From: link_frames.py, rotors.py    Next: shorten.py
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from kane.dynamics.equations import Equations
from kane.dynamics.tree import Link, Tree
from kane.geometry.rotation import Matrix, transposed
from kane.shorten.choices import at_once, laid
from kane.shorten.layout import UNIT, Kind, Layout, Seat, kind_of, product, snapped, turned_into
from kane.shorten.planting import planted
from kane.shorten.twists import twists


def beyond(equations: Equations, tree: Tree) -> frozenset[int]:
    """The links whose speeds are their joints' own, as are those of all that they carry."""
    found = {link.index for link in tree.links if _moves_by_itself(equations, link)}
    for link in reversed(tree.links):
        if link.index not in found:
            found.discard(link.parent)
    return frozenset(found)


def _moves_by_itself(equations: Equations, link: Link) -> bool:
    """Whether a link turns or slides at a generalized speed, and none is told of its velocity."""
    if link.still or len(link.speeds) != 1 or link.index in equations.named:
        return False
    form = equations.speeds.sigma[link.speeds[0]]
    own = [u for r, u in enumerate(equations.u) if form.coefficients.get(r) == 1]
    alone = len(form.coefficients) == 1 and [u.ref for u in own] == [form.value.ref]
    return alone and kind_of(link) in (Kind.TURNS, Kind.SLIDES)


def inward_held(layout: Layout, free: Collection[int]) -> Layout:
    """The layout with every seat but the free ones as its tree has it."""
    return layout.replace([_held(layout, seat, free) for seat in layout.seats])


def _held(layout: Layout, seat: Seat, free: Collection[int]) -> Seat:
    if seat.index not in free:
        mass = turned_into(seat.mass, transposed(seat.axes))
        return replace(seat, kind=Kind.STAYS, axes=UNIT, mass=mass)
    if seat.parent < 0 or seat.parent in free:
        return seat
    before = layout.seats[seat.parent].axes
    rotation = snapped(product(before, seat.rotation))
    return replace(seat, rotation=rotation, at=Matrix(before).out(seat.at))


def planted_beyond(layout: Layout) -> Iterator[Tree]:
    """Trees of a layout whose inner seats stay: with line masses where they weigh least, without.

    The first has none.
    """
    choices = at_once(layout)
    plain = replace(choices, kept={})
    for one in (plain, choices) if choices.kept else (plain,):
        yield twists(planted(laid(layout, one)))
