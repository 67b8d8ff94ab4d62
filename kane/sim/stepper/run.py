"""The run: steps, events and samples until there is a reason to come back.

    begin ─▶ try a step ─▶ error? ─▶ event inside? ─▶ samples inside ─▶ go there ─▶ try a step …

Everything it knows is in its arrays, so that it can be left at any return and entered again.

From: taking.py, going.py    Next: library.py
"""

from __future__ import annotations

from typing import Final

from kane.errors import Outcome
from kane.machine.flow import Function
from kane.program.arrays import Floats, Ints
from kane.program.routine import routine
from kane.sim.stepper.control import choose, first_step
from kane.sim.stepper.going import failed, go, jump, restart, settle_first
from kane.sim.stepper.layout import (
    ADAPTIVE,
    BEGIN,
    BUDGET,
    CAPACITY,
    CELL,
    EVENTS,
    FOUND,
    FULL,
    HELD,
    JUST,
    PHASE,
    PROJECTED,
    REACHED,
    ROWS,
    SAMPLE,
    SAMPLING,
    SLICE,
    SWITCHES,
    TRY,
    WIDTH,
    H,
    T,
)
from kane.sim.stepper.march import free_steps, march
from kane.sim.stepper.rates import normalize
from kane.sim.stepper.sampling import sample, samples
from kane.sim.stepper.signals import enter_pieces
from kane.sim.stepper.stages import finite
from kane.sim.stepper.taking import led_back, take

_OK: Final = Outcome.OK.value
_NOT_FINITE: Final = Outcome.NOT_FINITE.value


@routine
def run(
    motion: Function,
    own: Function,
    jacobian: Function,
    observe: Function,
    switch: Function,
    terms: Function,
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
        settled = settle_first(terms, n, x, s, places, signals, a, p, work, modes, room)
        if settled != _OK:
            return failed(n, settled)
        restart(motion, switch, n, x, s, K, places, signals, a, p, work, g)
        if n[ADAPTIVE] == 1 and x[H] == 0.0:
            x[H] = first_step(motion, n, x, s, K, places, signals, a, p, work)
        n[SAMPLE] = 1
        n[JUST] = -1
        sample(observe, n, x[T], s, places, signals, a, p, work, s[CELL * n[WIDTH] :], record)
        n[PHASE] = TRY
        known = finite(n, K)
        if not known:
            return failed(n, _NOT_FINITE)
    if n[HELD] == 1 and n[PHASE] == TRY:
        n[HELD] = 0
        reason = jump(
            motion, observe, switch, terms, n, x, s, K, places, signals, a, p, work, g, record,
            events, modes, room,
        )  # fmt: skip
        if reason >= 0:
            return reason
    free = free_steps(n, x, n[BUDGET]) if n[PHASE] == TRY else 0
    if free > 0:
        march(motion, own, n, x, s, K, table, rows, places, signals, a, p, work, free)
        known = finite(n, s)
        if not known:
            return failed(n, _NOT_FINITE)
    for _ in range(n[BUDGET] - max(free, 0)):
        if n[PHASE] == TRY:
            if n[ROWS] + 2 > n[CAPACITY] or n[FOUND] + n[SWITCHES] > n[EVENTS]:
                return FULL
            within = choose(n, x, places, signals)
            if not within:
                return REACHED
            taken = take(
                motion, own, jacobian, switch, n, x, s, K, table, rows, places,
                signals, a, p, work, matrix, pivots, g, events,
            )  # fmt: skip
            if taken < 0:
                continue
            if taken != _OK:
                return failed(n, taken)
            if n[PROJECTED] == 1:
                led_back(project, n, x, s, places, signals, a, p, work)
            n[PHASE] = SAMPLING
        full = samples(
            motion, observe, n, x, s, K, table, rows, places, signals, a, p, work, record
        )
        if full:
            return FULL
        n[PHASE] = TRY
        reason = go(
            motion, observe, switch, terms, n, x, s, K, places, signals, a, p, work, g, record,
            events, modes, room,
        )  # fmt: skip
        if reason >= 0:
            return reason
    return SLICE
