"""Parallel axes: links that turn about parallel axes share one frame that turns with none of them.

Seen from the frame before the first of them, every link of the group is turned by the sum of
the angles so far. Vectors pass from link to link without a rotation; only constants are turned,
each link's offset and mass properties, by sine and cosine of the angle sum, and by those of
the double angle in S. What leaves the group is turned once.

From: link_frames.py    Next: planting.py
"""

from __future__ import annotations

from dataclasses import replace

from kane.shorten.layout import UNIT, Kind, Layout, Seat


def parallel_axes(layout: Layout) -> Layout:
    """The layout with a shared frame for every group of two or more parallel axes."""
    members = {seat.index for seat in layout.seats if joins(layout, seat)}
    firsts = {layout.seats[index].parent for index in members} - members
    return layout.replace(
        [
            replace(seat, shared=seat.index in members or seat.index in firsts)
            for seat in layout.seats
        ]
    )


def joins(layout: Layout, seat: Seat) -> bool:
    """Whether a link turns about an axis parallel to its parent's."""
    if seat.kind is not Kind.TURNS or seat.parent < 0:
        return False
    return layout.seats[seat.parent].kind is Kind.TURNS and seat.rotation == UNIT
