"""Sampling: rows of the record, at every step or on a grid of times, and events as they happen.

From: step.py    Next: taking.py, going.py
"""

from __future__ import annotations

from typing import Final

from kane.machine.flow import Function
from kane.program.arrays import Floats, Ints
from kane.program.routine import routine
from kane.sim.stepper.layout import (
    BETWEEN,
    CAPACITY,
    CELL,
    EVENT,
    EVERY,
    EVERY_STEP,
    FINAL,
    FIRST,
    FOUND,
    NEW,
    OBSERVED,
    P_OBSERVE,
    ROW,
    ROWS,
    SAMPLE,
    STATES,
    STEP,
    SURPLUS,
    UNTIL,
    WIDTH,
    T,
)
from kane.sim.stepper.signals import signals_at
from kane.sim.stepper.step import inside

_NEAR: Final = 1e-10


@routine
def samples(
    motion: Function,
    observe: Function,
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
    record: Floats,
) -> bool:
    """Whether the record is full before all samples inside the step are in it."""
    width = n[WIDTH]
    new = s[NEW * width :]
    cell = s[CELL * width :]
    h = x[STEP]
    end = x[T] + h
    at_end = n[EVENT] < 0 and abs(end - x[UNTIL]) <= _NEAR * h
    end = x[UNTIL] if at_end and n[FINAL] == 1 else end
    if n[EVERY_STEP] == 0:
        between = s[BETWEEN * width :]
        while x[FIRST] + float(n[SAMPLE]) * x[EVERY] < end - _NEAR * h:
            if n[ROWS] + 2 > n[CAPACITY]:
                return True
            t = x[FIRST] + float(n[SAMPLE]) * x[EVERY]
            theta = (t - x[T]) / h
            inside(motion, n, x, s, K, table, rows, places, signals, a, p, work, theta, between)
            sample(observe, n, t, between, places, signals, a, p, work, cell, record)
            n[SAMPLE] += 1
    on_grid = x[FIRST] + float(n[SAMPLE]) * x[EVERY] <= end + _NEAR * h
    if n[EVERY_STEP] == 1 or on_grid or n[EVENT] >= 0 or at_end:
        sample(observe, n, end, new, places, signals, a, p, work, cell, record)
        n[SURPLUS] = 0 if n[EVERY_STEP] == 1 or on_grid else 1
        n[SAMPLE] += 1 if on_grid else 0
    return False


@routine
def sample(
    observe: Function,
    n: Ints,
    t: float,
    y: Floats,
    places: Ints,
    signals: Floats,
    a: Floats,
    p: Floats,
    work: Floats,
    cell: Floats,
    record: Floats,
) -> None:
    """One more row of the record: t, y, and what is observed."""
    row = record[n[ROWS] * n[ROW] :]
    row[0] = t
    for i in range(n[STATES]):
        row[1 + i] = y[i]
    if n[OBSERVED] > 0:
        cell[0] = t
        signals_at(n, places, signals, t, a)
        observe(cell, y, a, p[n[P_OBSERVE] :], row[1 + n[STATES] :], work)
    n[ROWS] += 1


@routine
def note(n: Ints, t: float, energy: float, events: Floats) -> None:
    """One more event: when, which, and the kinetic energy that its impulses brought."""
    row = events[3 * n[FOUND] :]
    row[0] = t
    row[1] = float(n[EVENT])
    row[2] = energy
    n[FOUND] += 1
