"""Taking a step: tried, judged by its error, cut at the first event inside it, led back.

From: switching.py    Next: going.py
"""

from __future__ import annotations

from typing import Final

from kane.errors import Outcome
from kane.machine.flow import Function
from kane.program.arrays import Floats, Ints
from kane.program.routine import routine
from kane.sim.stepper.control import adapt, collapsed
from kane.sim.stepper.layout import (
    ADAPTIVE,
    BETWEEN,
    CELL,
    COUNT,
    ERROR,
    EVENT,
    LOW,
    MARKS,
    NEW,
    P_PROJECT,
    REJECTED,
    STATES,
    STEP,
    SWITCHES,
    UNITS,
    WIDTH,
    T,
)
from kane.sim.stepper.rates import normalize
from kane.sim.stepper.sampling import note
from kane.sim.stepper.signals import signals_at
from kane.sim.stepper.stages import finite
from kane.sim.stepper.step import attempt, error_of
from kane.sim.stepper.switching import crossing, locate

_OK: Final = Outcome.OK.value
_TOO_SMALL: Final = Outcome.STEP_TOO_SMALL.value
_NOT_FINITE: Final = Outcome.NOT_FINITE.value


@routine
def take(
    motion: Function,
    own: Function,
    jacobian: Function,
    switch: Function,
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
    events: Floats,
) -> int:
    """An Outcome's value after a step that is good, −1 after one that was refused.

    Marks inside the step are noted; the first other event ends it.
    """
    n[EVENT] = -1
    ended = attempt(
        motion, own, jacobian, n, x, s, K, table, rows, places, signals, a, p, work,
        matrix, pivots,
    )  # fmt: skip
    if n[ADAPTIVE] == 1:
        x[ERROR] = 4.0  # where iterations failed
        if ended == _OK:
            x[ERROR] = error_of(n, x, s, K, table, rows, matrix, pivots)
        good = adapt(n, x)
        if not good:
            n[REJECTED] += 1
            short = collapsed(x)
            known = finite(n, s[NEW * n[WIDTH] :])
            return -1 if not short else _TOO_SMALL if known else _NOT_FINITE
    else:
        if ended != _OK:
            return ended
        known = finite(n, s[NEW * n[WIDTH] :])
        if not known:
            return _NOT_FINITE
    if n[SWITCHES] == 0:
        return _OK
    return _watch(
        motion, own, jacobian, switch, n, x, s, K, table, rows, places, signals, a,
        p, work, matrix, pivots, g, events,
    )  # fmt: skip


@routine
def _watch(
    motion: Function,
    own: Function,
    jacobian: Function,
    switch: Function,
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
    events: Floats,
) -> int:
    """An Outcome's value; the step ends at the first event inside it that is more than a mark.

    Of several at one moment one that is more than a mark is n[EVENT]; the others happen with it.
    """
    whole = x[STEP]
    begin = 0.0
    count = n[SWITCHES]
    kinds = n[COUNT + 2 * n[UNITS] :]
    while begin < 1.0:
        end = crossing(
            motion, switch, n, x, s, K, table, rows, places, signals, a, p, work, g, begin
        )
        if end > 1.0:
            break
        begin = x[LOW]
        ended = locate(
            motion, own, jacobian, switch, n, x, s, K, table, rows, places, signals,
            a, p, work, matrix, pivots, g, begin, end,
        )  # fmt: skip
        if ended != _OK:
            return ended
        for k in range(count):
            if g[k] <= 0.0 and g[count + k] > 0.0 and kinds[n[EVENT]] == MARKS:
                n[EVENT] = k
        if kinds[n[EVENT]] != MARKS:
            return _OK
        for k in range(count):
            if g[k] <= 0.0 and g[count + k] > 0.0:
                n[EVENT] = k
                note(n, x[T] + x[STEP], 0.0, events)
            g[k] = g[count + k]
        begin = x[STEP] / whole
        n[EVENT] = -1
        x[STEP] = whole
        again = attempt(
            motion, own, jacobian, n, x, s, K, table, rows, places, signals, a, p,
            work, matrix, pivots,
        )  # fmt: skip
        if again != _OK:
            return again
    return _OK


@routine
def led_back(
    project: Function,
    n: Ints,
    x: Floats,
    s: Floats,
    places: Ints,
    signals: Floats,
    a: Floats,
    p: Floats,
    work: Floats,
) -> None:
    """The new state led back to the constraints by one Newton step; quaternions unit again."""
    width = n[WIDTH]
    new = s[NEW * width :]
    between = s[BETWEEN * width :]
    cell = s[CELL * width :]
    cell[0] = x[T] + x[STEP]
    signals_at(n, places, signals, cell[0], a)
    project(cell, new, a, p[n[P_PROJECT] :], between, work)
    for i in range(n[STATES]):
        new[i] = between[i]
    normalize(n, new)
