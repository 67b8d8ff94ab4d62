"""Many runs side by side: steps of one length, a block of lanes at a time.

A block holds `lanes` runs, each element of its states for all of them together, so that every line
below is a loop over doubles in a row. The rates come from a batch driver (docs/native.md), told
by a table for each row of rates where its state is and where it goes.

From: march.py    Next: kane/sim/many.py
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import Final

from kane.program.arrays import Floats, Ints
from kane.program.routine import Library, library, routine

Driver = Callable[[Ints, Floats, int, int, Ints], int]  # table, work, first, last, control

# n
LANES: Final = 0
WIDTH: Final = 1  # doubles in a row: states times lanes
STAGES: Final = 2  # rows of rates
TABLE: Final = 3  # integers in a driver's table
UNITS: Final = 4  # (first, how many) of each follow n[HEADER]
HEADER: Final = 5

# x
T: Final = 0
STEP: Final = 1


@routine
def advance(
    motion: Driver,
    n: Ints,
    x: Floats,
    s: Floats,
    K: Floats,
    weights: Floats,
    tables: Ints,
    t: Floats,
    work: Floats,
    control: Ints,
    steps: int,
    done: int,
) -> None:
    """s, so many steps on; the first `done` steps were made before.

    s holds the states and a row for stages, `weights` c and a row of A for each row of rates
    after the first, then b. K[0] is ẏ at the start, and at the end.
    """
    width = n[WIDTH]
    stages = n[STAGES]
    lanes = n[LANES]
    h = x[STEP]
    for k in range(steps):
        now = x[T] + float(done + k) * h
        for i in range(1, stages):
            row = weights[(i - 1) * (stages + 1) :]
            _combine(width, stages, s[width:], s, h, row[1:], K)
            t[0] = now + row[0] * h
            motion(tables[i * n[TABLE] :], work, 0, lanes, control)
        _combine(width, stages, s, s, h, weights[(stages - 1) * (stages + 1) + 1 :], K)
        _unit(n, s)
        t[0] = x[T] + float(done + k + 1) * h
        motion(tables, work, 0, lanes, control)


@routine
def _combine(
    width: int, stages: int, out: Floats, y: Floats, h: float, weights: Floats, K: Floats
) -> None:
    """out = y + h Σ_j weights[j] K_j."""
    first = h * weights[0]
    for i in range(width):
        out[i] = y[i] + first * K[i]
    for j in range(1, stages):
        if weights[j] != 0.0:
            factor = h * weights[j]
            rates = K[j * width :]
            for i in range(width):
                out[i] += factor * rates[i]


@routine
def _unit(n: Ints, y: Floats) -> None:
    """Every quaternion with the norm 1, in every lane."""
    lanes = n[LANES]
    for k in range(n[UNITS]):
        first = n[HEADER + 2 * k]
        for lane in range(lanes):
            total = 0.0
            for i in range(n[HEADER + 2 * k + 1]):
                one = y[(first + i) * lanes + lane]
                total += one * one
            size = sqrt(total)
            for i in range(n[HEADER + 2 * k + 1]):
                y[(first + i) * lanes + lane] = y[(first + i) * lanes + lane] / size


MANY: Final[Library] = library("many", advance)
