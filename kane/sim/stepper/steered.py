"""The run with inputs that a native function gives at fixed times and that are held in between.

From: run.py    Next: library.py
"""

from __future__ import annotations

from math import floor
from typing import Final

from kane.machine.flow import Function
from kane.program.arrays import Floats, Ints
from kane.program.routine import routine
from kane.sim.stepper.layout import (
    BEGIN,
    BUDGET,
    CELL,
    FIRST,
    HELD,
    PAUSE,
    PAUSED,
    PHASE,
    SLICE,
    WIDTH,
    T,
)
from kane.sim.stepper.run import run

_NEAR: Final = 1e-9  # of a period: as near as this, its time has come


@routine
def steered(
    motion: Function,
    coordinate_rates: Function,
    jacobian: Function,
    observe: Function,
    switch: Function,
    terms: Function,
    project: Function,
    control: Function,
    n: Ints,
    x: Floats,
    s: Floats,
    K: Floats,
    table: Floats,
    rows: Ints,
    places: Ints,
    signals: Floats,
    a: Floats,
    p: Floats,
    work: Floats,
    matrix: Floats,
    pivots: Ints,
    g: Floats,
    record: Floats,
    events: Floats,
    modes: Ints,
    room: Floats,
    known: Floats,
    which: Ints,
    periods: Floats,
    made: Floats,
) -> int:
    """Why it comes back, as `run`; `known` are the control's parameters.

    which[0] inputs are held: a[which[1 + k]] is made[k], given anew every periods[k] seconds.
    """
    if n[PHASE] == BEGIN:
        steer(control, n, x, s, a, work, known, which, periods, made)
    for _ in range(n[BUDGET]):
        reason = run(
            motion, coordinate_rates, jacobian, observe, switch, terms, project, n, x, s, K, table,
            rows, places, signals, a, p, work, matrix, pivots, g, record, events, modes, room,
        )  # fmt: skip
        if reason != PAUSED:
            return reason
        steer(control, n, x, s, a, work, known, which, periods, made)
    return SLICE


@routine
def steer(
    control: Function,
    n: Ints,
    x: Floats,
    s: Floats,
    a: Floats,
    work: Floats,
    known: Floats,
    which: Ints,
    periods: Floats,
    made: Floats,
) -> None:
    """The inputs whose time has come, and the time of the next."""
    cell = s[CELL * n[WIDTH] :]
    cell[0] = x[T]
    control(cell, s, a, known, made, work)
    following = 1e300
    for k in range(which[0]):
        passed = floor((x[T] - x[FIRST]) / periods[k] + _NEAR)
        came = x[FIRST] + float(passed) * periods[k]
        if abs(came - x[T]) <= 2.0 * _NEAR * periods[k]:
            a[which[1 + k]] = made[k]
        following = min(following, x[FIRST] + float(passed + 1) * periods[k])
    x[PAUSE] = following
    n[HELD] = 1
