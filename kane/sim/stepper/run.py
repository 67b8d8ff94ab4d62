"""The run: steps, events and samples until there is a reason to come back.

    begin ─▶ try a step ─▶ error? ─▶ event inside? ─▶ samples inside ─▶ go there ─▶ try a step …

Everything it knows is in its arrays, so that it can be left at any return and entered again.

From: switching.py    Next: library.py
"""

from __future__ import annotations

from typing import Final

from kane.errors import Outcome
from kane.machine.flow import Function
from kane.program.arrays import Floats, Ints
from kane.program.routine import routine
from kane.sim.modes.change import change
from kane.sim.stepper.control import adapt, choose, collapsed, first_step
from kane.sim.stepper.layout import (
    ADAPTIVE,
    BASE,
    BEGIN,
    BETWEEN,
    BUDGET,
    CAPACITY,
    CELL,
    COUNT,
    ERROR,
    EVENT,
    EVENTS,
    EVERY,
    EVERY_STEP,
    FACTORED,
    FAILED,
    FINAL,
    FINISHED,
    FIRST,
    FIXED,
    FOUND,
    FULL,
    HELD,
    JUST,
    LAST,
    LIMITS,
    LOW,
    MARKS,
    NEW,
    OBSERVED,
    OUTCOME,
    P_OBSERVE,
    P_PROJECT,
    PAUSE,
    PAUSED,
    PHASE,
    PROJECTED,
    REACHED,
    REJECTED,
    ROW,
    ROWS,
    SAMPLE,
    SAMPLING,
    SIGNALS,
    SINCE,
    SLICE,
    SLOWEST,
    STATES,
    STEP,
    STEPS,
    STOPPED,
    STOPS,
    SURPLUS,
    SWITCHES,
    TRY,
    UNITS,
    UNTIL,
    WIDTH,
    H,
    T,
)
from kane.sim.stepper.march import free_steps, march
from kane.sim.stepper.rates import evaluate, normalize
from kane.sim.stepper.signals import enter_pieces, signals_at
from kane.sim.stepper.stages import finite
from kane.sim.stepper.step import attempt, error_of, inside
from kane.sim.stepper.switching import crossing, locate, look

_NEAR: Final = 1e-10
_OK: Final = Outcome.OK.value
_TOO_SMALL: Final = Outcome.STEP_TOO_SMALL.value
_NOT_FINITE: Final = Outcome.NOT_FINITE.value
_LIMIT: Final = Outcome.LIMIT_PASSED.value


@routine
def run(
    motion: Function,
    coordinate_rates: Function,
    jacobian: Function,
    observe: Function,
    switch: Function,
    row_terms: Function,
    impact: Function,
    project: Function,
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
) -> int:
    """Why it comes back (layout.py), after n[BUDGET] attempted steps at the latest."""
    if n[PHASE] == BEGIN:
        enter_pieces(n, places, signals, x[T])
        normalize(n, s)
        _restart(motion, switch, n, x, s, K, places, signals, a, p, work, g)
        if n[ADAPTIVE] == 1 and x[H] == 0.0:
            x[H] = first_step(motion, n, x, s, K, places, signals, a, p, work)
        n[SAMPLE] = 1
        n[JUST] = -1
        _sample(observe, n, x[T], s, places, signals, a, p, work, s[CELL * n[WIDTH] :], record)
        n[PHASE] = TRY
        known = finite(n, K)
        if not known:
            return _failed(n, _NOT_FINITE)
    if n[HELD] == 1 and n[PHASE] == TRY:
        _restart(motion, switch, n, x, s, K, places, signals, a, p, work, g)
        n[HELD] = 0
    free = free_steps(n, x, n[BUDGET]) if n[PHASE] == TRY else 0
    if free > 0:
        march(motion, n, x, s, K, table, rows, places, signals, a, p, work, free)
        known = finite(n, s)
        if not known:
            return _failed(n, _NOT_FINITE)
    for _ in range(n[BUDGET] - max(free, 0)):
        if n[PHASE] == TRY:
            if n[ROWS] + 2 > n[CAPACITY] or n[FOUND] + n[SWITCHES] > n[EVENTS]:
                return FULL
            within = choose(n, x, places, signals)
            if not within:
                return REACHED
            taken = _take(
                motion, coordinate_rates, jacobian, switch, n, x, s, K, table, rows, places,
                signals, a, p, work, matrix, pivots, g, events,
            )  # fmt: skip
            if taken < 0:
                continue
            if taken != _OK:
                return _failed(n, taken)
            if n[PROJECTED] == 1:
                _project(project, n, x, s, places, signals, a, p, work)
            n[PHASE] = SAMPLING
        full = _samples(
            motion, observe, n, x, s, K, table, rows, places, signals, a, p, work, record
        )
        if full:
            return FULL
        n[PHASE] = TRY
        reason = _go(
            motion, observe, switch, row_terms, impact, n, x, s, K, places, signals, a, p, work,
            g, record, modes, room,
        )  # fmt: skip
        if reason >= 0:
            return reason
    return SLICE


@routine
def _project(
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


@routine
def _failed(n: Ints, outcome: int) -> int:
    n[OUTCOME] = outcome
    return FAILED


@routine
def _restart(
    motion: Function,
    switch: Function,
    n: Ints,
    x: Floats,
    s: Floats,
    K: Floats,
    places: Ints,
    signals: Floats,
    a: Floats,
    p: Floats,
    work: Floats,
    g: Floats,
) -> None:
    """ẏ and the switches at a state that no step led to."""
    cell = s[CELL * n[WIDTH] :]
    evaluate(motion, n, places, signals, x[T], s, a, p, K, cell, work)
    if n[SWITCHES] > 0:
        look(switch, n, places, signals, x[T], s, a, p, g, cell, work)
    n[FACTORED] = 0


@routine
def _take(
    motion: Function,
    coordinate_rates: Function,
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
        motion, coordinate_rates, jacobian, n, x, s, K, table, rows, places, signals, a, p, work,
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
        motion, coordinate_rates, jacobian, switch, n, x, s, K, table, rows, places, signals, a,
        p, work, matrix, pivots, g, events,
    )  # fmt: skip


@routine
def _watch(
    motion: Function,
    coordinate_rates: Function,
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
    """An Outcome's value; the step ends at the first event inside it that is more than a mark."""
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
            motion, coordinate_rates, jacobian, switch, n, x, s, K, table, rows, places, signals,
            a, p, work, matrix, pivots, g, begin, end,
        )  # fmt: skip
        if ended != _OK:
            return ended
        row = events[2 * n[FOUND] :]
        row[0] = x[T] + x[STEP]
        row[1] = float(n[EVENT])
        n[FOUND] += 1
        if kinds[n[EVENT]] != MARKS:
            return _OK
        for k in range(count):
            g[k] = g[count + k]
        begin = x[STEP] / whole
        n[EVENT] = -1
        x[STEP] = whole
        again = attempt(
            motion, coordinate_rates, jacobian, n, x, s, K, table, rows, places, signals, a, p,
            work, matrix, pivots,
        )  # fmt: skip
        if again != _OK:
            return again
    return _OK


@routine
def _samples(
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
            _sample(observe, n, t, between, places, signals, a, p, work, cell, record)
            n[SAMPLE] += 1
    on_grid = x[FIRST] + float(n[SAMPLE]) * x[EVERY] <= end + _NEAR * h
    if n[EVERY_STEP] == 1 or on_grid or n[EVENT] >= 0 or at_end:
        _sample(observe, n, end, new, places, signals, a, p, work, cell, record)
        n[SURPLUS] = 0 if n[EVERY_STEP] == 1 or on_grid else 1
        n[SAMPLE] += 1 if on_grid else 0
    return False


@routine
def _sample(
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
def _go(
    motion: Function,
    observe: Function,
    switch: Function,
    row_terms: Function,
    impact: Function,
    n: Ints,
    x: Floats,
    s: Floats,
    K: Floats,
    places: Ints,
    signals: Floats,
    a: Floats,
    p: Floats,
    work: Floats,
    g: Floats,
    record: Floats,
    modes: Ints,
    room: Floats,
) -> int:
    """Why the run comes back now, or −1: the state moves to the end of the step."""
    width = n[WIDTH]
    before = x[T]
    paused = x[T] + x[STEP] == x[PAUSE] and n[EVENT] < 0
    x[T] = x[T] + x[STEP]
    for i in range(width):
        s[i] = s[NEW * width + i]
        K[i] = K[n[LAST] * width + i]
    for k in range(n[SWITCHES]):
        g[k] = g[n[SWITCHES] + k]
    n[STEPS] += 1
    n[SINCE] += 1
    on_the_grid = abs(x[BASE] + float(n[SINCE]) * x[FIXED] - x[T]) <= _NEAR * (x[T] - before)
    if n[ADAPTIVE] == 0 and not on_the_grid:
        x[BASE] = x[T]
        n[SINCE] = 0
    if n[SIGNALS] > 0:
        bent = enter_pieces(n, places, signals, x[T])
        if bent:
            _restart(motion, switch, n, x, s, K, places, signals, a, p, work, g)
    n[JUST] = n[EVENT]
    if n[EVENT] >= 0:
        return _happen(
            motion, observe, switch, row_terms, impact, n, x, s, K, places, signals, a, p, work,
            g, record, modes, room,
        )  # fmt: skip
    if x[T] >= x[UNTIL] - _NEAR * (x[T] - before):
        return FINISHED
    return PAUSED if paused else -1


@routine
def _happen(
    motion: Function,
    observe: Function,
    switch: Function,
    row_terms: Function,
    impact: Function,
    n: Ints,
    x: Floats,
    s: Floats,
    K: Floats,
    places: Ints,
    signals: Floats,
    a: Floats,
    p: Floats,
    work: Floats,
    g: Floats,
    record: Floats,
    modes: Ints,
    room: Floats,
) -> int:
    """Why the run comes back after an event, or −1 after a change of mode."""
    kinds = n[COUNT + 2 * n[UNITS] :]
    kind = kinds[n[EVENT]]
    if kind == STOPS:
        return STOPPED
    if kind == LIMITS:
        return _failed(n, _LIMIT)
    cell = s[CELL * n[WIDTH] :]
    cell[0] = x[T]
    signals_at(n, places, signals, x[T], a)
    outcome = change(row_terms, impact, n, modes, n[EVENT], cell, s, a, p, room, x[SLOWEST], work)
    if outcome != _OK:
        return _failed(n, outcome)
    _restart(motion, switch, n, x, s, K, places, signals, a, p, work, g)
    _sample(observe, n, x[T], s, places, signals, a, p, work, cell, record)
    return -1
