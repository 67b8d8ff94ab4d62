"""Inputs given by tables, as cubics from ascending times on.

A signal has a header of six integers in `places` (which input it is, how many pieces, where their
starts and coefficients begin in `values`, whether steps end on those starts, and the piece that
the present step lies in) and its numbers in `values`: where each piece starts, then four
coefficients a piece, a₀ + a₁ s + a₂ s² + a₃ s³ with s = t − start. The first piece, which has no
start, and the last, which has no end, are constant.

From: layout.py    Next: rates.py
"""

from __future__ import annotations

from typing import Final

from kane.program.arrays import Floats, Ints
from kane.program.routine import routine
from kane.sim.stepper.layout import SIGNALS

INPUT: Final = 0
PIECES: Final = 1
STARTS: Final = 2
CUBICS: Final = 3
BENDS: Final = 4
PIECE: Final = 5
HEADER: Final = 6
NEVER: Final = 1e300


@routine
def signals_at(n: Ints, places: Ints, values: Floats, t: float, a: Floats) -> None:
    """a, with every table's value at time t.

    A signal that bends keeps to the piece of the present step, also at that step's very end.
    """
    for k in range(n[SIGNALS]):
        head = places[k * HEADER :]
        piece = head[PIECE]
        if head[BENDS] == 0:
            piece = piece_at(values[head[STARTS] :], head[PIECES], t)
        s = t - values[head[STARTS] + piece]
        c = values[head[CUBICS] + 4 * piece :]
        a[head[INPUT]] = c[0] + s * (c[1] + s * (c[2] + s * c[3]))


@routine
def next_bend(n: Ints, places: Ints, values: Floats) -> float:
    """The next time on which a step has to end."""
    found = NEVER
    for k in range(n[SIGNALS]):
        head = places[k * HEADER :]
        if head[BENDS] == 1 and head[PIECE] + 1 < head[PIECES]:
            found = min(found, values[head[STARTS] + head[PIECE] + 1])
    return found


@routine
def enter_pieces(n: Ints, places: Ints, values: Floats, t: float) -> bool:
    """Whether any signal bends at t; each is then in the piece that begins there."""
    bent = False
    for k in range(n[SIGNALS]):
        head = places[k * HEADER :]
        piece = piece_at(values[head[STARTS] :], head[PIECES], t)
        if head[BENDS] == 1 and piece != head[PIECE]:
            head[PIECE] = piece
            bent = True
    return bent


@routine
def piece_at(starts: Floats, pieces: int, t: float) -> int:
    """The piece that t lies in, by halving."""
    low = 0
    high = pieces
    while high - low > 1:
        middle = (low + high) // 2
        if t >= starts[middle]:
            low = middle
        else:
            high = middle
    return low
