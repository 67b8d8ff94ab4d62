"""Weighing: about how many operations of inverse dynamics a constant costs, by what it multiplies.

    h_i      3 products and sums in U h, 2 in h × a              6 + 4
    m        3 in m a                                            6
    S_ii     1 in each of two torques                            4
    S_ij     1 in each of three                                  6
    p_i      3 in U p, 2 in p × f                                10
    R        4 products and 2 sums for a, and again for f        6 + 6

Only a link with an offset somewhere between it and the ground has a force that matters (the
first number of h, all of m, the second of R): a shoulder whose axes meet passes torques alone.
Nothing passes where nothing beyond the joint needs a force, and what hangs on the ground costs
less. Good enough to choose by at once; what is chosen is then counted (`shorten.py`).

From: layout.py    Next: line_masses.py
"""

from __future__ import annotations

from typing import Final

from kane.geometry.mass import MassProperties
from kane.shorten.layout import Kind, Layout, Seat

MASS: Final = 6
FIRST_IN_FORCE: Final = 6
FIRST_IN_TORQUE: Final = 4
SQUARE: Final = 4
PRODUCT: Final = 6
OFFSET: Final = 10
NEAR_OFFSET: Final = 6
TURN: Final = 6


def forced(layout: Layout) -> list[bool]:
    """Which links have an offset between them and the ground's joint."""
    found: list[bool] = []
    for seat in layout.seats:
        found.append(seat.parent >= 0 and (_reach(layout, seat) > 0 or found[seat.parent]))
    return found


def weight(mass: MassProperties, force: bool) -> int:
    """What a link's mass properties cost; `force` says whether its force matters."""
    S = mass.second
    squares = sum(bool(S[i][i]) for i in range(3))
    products = bool(S[0][1]) + bool(S[1][2]) + bool(S[2][0])
    moment = FIRST_IN_TORQUE + FIRST_IN_FORCE * force
    whole = SQUARE * squares + PRODUCT * products + moment * sum(map(bool, mass.first))
    return whole + MASS * (force and bool(mass.mass))


def pulls(mass: MassProperties) -> bool:
    """Whether these mass properties need a force."""
    return bool(mass.mass) or any(mass.first)


def passage(layout: Layout, seat: Seat, force: bool) -> int:
    """What it costs to pass an acceleration out and a force in."""
    turn = 0 if seat.shared else TURN + TURN * force
    return turn + _reach(layout, seat)


def _reach(layout: Layout, seat: Seat) -> int:
    """What an offset costs.

    A link that turns on the ground has a U of two columns and a torque of one component, so that
    an offset along its axis costs nothing and one across it about half.
    """
    parent = layout.seats[seat.parent]
    if parent.parent < 0 and parent.kind is Kind.TURNS:
        return NEAR_OFFSET * sum(map(bool, seat.at[:2]))
    return OFFSET * sum(map(bool, seat.at))


def total(layout: Layout) -> int:
    """What a layout's constants cost."""
    pulling, force = [pulls(seat.mass) for seat in layout.seats], forced(layout)
    whole = 0
    for seat in reversed(layout.seats):
        if seat.parent >= 0:
            pulling[seat.parent] |= pulling[seat.index]
            whole += weight(seat.mass, force[seat.index])
            whole += passage(layout, seat, force[seat.index]) if pulling[seat.index] else 0
    return whole
