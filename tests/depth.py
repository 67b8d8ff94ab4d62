"""How many random cases a law sees: all of the profile's, or a share of them.

A law that compiles each of its cases, or is asked once for every width, takes a share: what a
case costs goes into machine code, and the widths see the same kinds of Programs together that
one of them would alone.

    @cases(3)
    @given(programs(), seeds())
    def test_…
"""

from __future__ import annotations

from typing import Final

from hypothesis import settings

LEAST: Final = 6


def cases(share: int) -> settings:
    """The profile's number of cases over `share`."""
    return settings(max_examples=max(LEAST, settings().max_examples // share))
