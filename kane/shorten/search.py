"""Searching: choices changed one at a time, as long as the count of operations goes down.

Coordinate descent over each link's foot, each joint's kept line masses, and the two ideas that
may be on or off, on the number that the caller measures. It ends where no single change helps;
equal choices are measured once.

From: choices.py    Next: shorten.py
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from kane.shorten.base_parameters import base_parameters
from kane.shorten.choices import Choices, at_once
from kane.shorten.layout import Layout
from kane.shorten.line_masses import Kept, choices
from kane.shorten.link_frames import link_frames, two_feet
from kane.shorten.parallel_axes import joins

Measure = Callable[[Choices], float]


def search(layout: Layout, measure: Measure) -> Choices:
    """The choices at which no single change makes the measure smaller."""
    known: dict[str, float] = {}

    def counted(tried: Choices) -> float:
        key = repr(tried)
        if key not in known:
            known[key] = measure(tried)
        return known[key]

    best = min(_starts(layout), key=counted)
    while True:
        before = best
        for change in list(_changes(layout, best)):
            tried = change(best)
            if counted(tried) < counted(best):
                best = tried
        if best is before:
            return best


def _starts(layout: Layout) -> list[Choices]:
    weighed = at_once(layout)
    return [weighed, Choices(), replace(weighed, kept={})]


def _changes(layout: Layout, now: Choices) -> Iterator[Callable[[Choices], Choices]]:
    """Every single change."""
    framed = link_frames(base_parameters(layout))
    for index in two_feet(framed):
        yield lambda c, i=index: replace(c, before=c.before ^ {i})  # type: ignore[misc]
    if any(joins(framed, seat) for seat in framed.seats):
        yield lambda c: replace(c, shared=not c.shared)
    for seat in reversed(link_frames(base_parameters(layout), now.before).seats):
        yield lambda c, i=seat.index: _keeping(c, i, ())  # type: ignore[misc]
        for one in choices(seat):
            yield lambda c, i=seat.index, k=one: _keeping(c, i, (k,))  # type: ignore[misc]
            yield lambda c, i=seat.index, k=one: _keeping(c, i, (*c.kept.get(i, ()), k))  # type: ignore[misc]


def _keeping(now: Choices, index: int, kept: tuple[Kept, ...]) -> Choices:
    """The choices with these line masses on one link, each kind once."""
    once = {one.line: one for one in kept}
    rest = {i: k for i, k in now.kept.items() if i != index}
    return replace(now, kept={**rest, index: tuple(once.values())} if once else rest)
