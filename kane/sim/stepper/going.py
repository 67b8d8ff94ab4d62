"""Going on: the state moves to the end of the step, and what happens there is done.

From: taking.py, sampling.py, kane/sim/modes/change.py    Next: run.py
"""

from __future__ import annotations

from typing import Final

from kane.errors import Outcome
from kane.machine.flow import Function
from kane.program.arrays import Floats, Ints
from kane.program.routine import routine
from kane.sim.modes.change import change
from kane.sim.modes.layout import (
    CONTACT_SWITCHES,
    CONTACTS,
    ENERGY,
    EVENT_TABLE,
    RELEASE,
    REST,
)
from kane.sim.modes.layout import EVENTS as EVENTS_OF_MODES
from kane.sim.modes.layout import SWITCHES as OF_CONTACT
from kane.sim.stepper.layout import (
    ADAPTIVE,
    BASE,
    CELL,
    COUNT,
    EVENT,
    FACTORED,
    FAILED,
    FINISHED,
    FIXED,
    JUST,
    LAST,
    LIMITS,
    MARKS,
    NEW,
    OUTCOME,
    PAUSE,
    PAUSED,
    SIGNALS,
    SINCE,
    SLOWEST,
    STEP,
    STEPS,
    STOPPED,
    STOPS,
    SURPLUS,
    SWITCHES,
    SWITCHES_MODE,
    UNITS,
    UNTIL,
    WIDTH,
    T,
)
from kane.sim.stepper.rates import evaluate
from kane.sim.stepper.sampling import note, sample
from kane.sim.stepper.signals import enter_pieces, signals_at
from kane.sim.stepper.stages import finite
from kane.sim.stepper.switching import look

_NEAR: Final = 1e-10
_OK: Final = Outcome.OK.value
_NOT_FINITE: Final = Outcome.NOT_FINITE.value
_LIMIT: Final = Outcome.LIMIT_PASSED.value


@routine
def go(
    motion: Function,
    observe: Function,
    switch: Function,
    terms: Function,
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
    events: Floats,
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
    count = n[SWITCHES]
    for k in range(count):
        g[3 * count + k] = 1.0 if g[k] <= 0.0 and g[count + k] > 0.0 else 0.0
        g[k] = g[count + k]
    n[STEPS] += 1
    n[SINCE] += 1
    on_the_grid = abs(x[BASE] + float(n[SINCE]) * x[FIXED] - x[T]) <= _NEAR * (x[T] - before)
    if n[ADAPTIVE] == 0 and not on_the_grid:
        x[BASE] = x[T]
        n[SINCE] = 0
    bent = enter_pieces(n, places, signals, x[T]) if n[SIGNALS] > 0 else False
    n[JUST] = n[EVENT]
    if bent and n[EVENT] < 0:
        reason = jump(
            motion, observe, switch, terms, n, x, s, K, places, signals, a, p, work, g, record,
            events, modes, room,
        )  # fmt: skip
        if reason >= 0:
            return reason
        n[EVENT] = -1
    elif bent:
        restart(motion, switch, n, x, s, K, places, signals, a, p, work, g)
    if n[EVENT] >= 0:
        _note_marks(n, x[T], g, events)
        reason = _happen(
            motion, observe, switch, terms, n, x, s, K, places, signals, a, p, work, g, record,
            events, modes, room,
        )  # fmt: skip
        if reason >= 0:
            return reason
        return _with_it(
            motion, observe, switch, terms, n, x, s, K, places, signals, a, p, work, g, record,
            events, modes, room,
        )  # fmt: skip
    if x[T] >= x[UNTIL] - _NEAR * (x[T] - before):
        return FINISHED
    return PAUSED if paused else -1


@routine
def jump(
    motion: Function,
    observe: Function,
    switch: Function,
    terms: Function,
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
    events: Floats,
    modes: Ints,
    room: Floats,
) -> int:
    """Why the run comes back now, or −1: inputs have jumped, and what that makes true happens.

    No step sees such a switch cross: it is false before the jump and true after it.
    """
    count = n[SWITCHES]
    before = g[3 * count :]
    for k in range(count):
        before[k] = g[k]
    restart(motion, switch, n, x, s, K, places, signals, a, p, work, g)
    for k in range(count):
        if before[k] <= 0.0 and g[k] > 0.0:
            n[EVENT] = k
            n[JUST] = k
            reason = _happen(
                motion, observe, switch, terms, n, x, s, K, places, signals, a, p, work, g,
                record, events, modes, room,
            )  # fmt: skip
            if reason >= 0:
                return reason
    return -1


@routine
def _note_marks(n: Ints, t: float, g: Floats, events: Floats) -> None:
    """The marks at the moment of n[EVENT] noted; then it and they need not happen any more."""
    count = n[SWITCHES]
    kinds = n[COUNT + 2 * n[UNITS] :]
    event = n[EVENT]
    g[3 * count + event] = 0.0
    for k in range(count):
        if g[3 * count + k] > 0.0 and kinds[k] == MARKS:
            n[EVENT] = k
            note(n, t, 0.0, events)
            g[3 * count + k] = 0.0
    n[EVENT] = event


@routine
def _with_it(
    motion: Function,
    observe: Function,
    switch: Function,
    terms: Function,
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
    events: Floats,
    modes: Ints,
    room: Floats,
) -> int:
    """Why the run comes back now, or −1: what became true at the moment of an event happens too.

    What changes the mode happens if it is still true after what came before. Contacts at one
    moment are settled together.
    """
    count = n[SWITCHES]
    kinds = n[COUNT + 2 * n[UNITS] :]
    for k in range(count):
        if g[3 * count + k] > 0.0:
            n[EVENT] = k
            if kinds[k] == STOPS or (k < modes[EVENTS_OF_MODES] and g[k] > 0.0):
                reason = _happen(
                    motion, observe, switch, terms, n, x, s, K, places, signals, a, p, work, g,
                    record, events, modes, room,
                )  # fmt: skip
                if reason >= 0:
                    return reason
    return -1


@routine
def _happen(
    motion: Function,
    observe: Function,
    switch: Function,
    terms: Function,
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
    events: Floats,
    modes: Ints,
    room: Floats,
) -> int:
    """Why the run comes back after an event, or −1 after a change of mode."""
    kinds = n[COUNT + 2 * n[UNITS] :]
    kind = kinds[n[EVENT]]
    energy = 0.0
    outcome = _OK
    if kind == SWITCHES_MODE:
        cell = s[CELL * n[WIDTH] :]
        cell[0] = x[T]
        signals_at(n, places, signals, x[T], a)
        outcome = change(terms, n, modes, n[EVENT], cell, s, a, p, room, x[SLOWEST], work)
        energy = room[modes[ENERGY]]
        if _rested(n, modes):
            n[JUST] = -1
    note(n, x[T], energy, events)
    if kind == STOPS:
        return STOPPED
    if kind == LIMITS:
        return failed(n, _LIMIT)
    if outcome != _OK:
        return failed(n, outcome)
    for k in range(n[SWITCHES]):
        g[2 * n[SWITCHES] + k] = g[k]
    restart(motion, switch, n, x, s, K, places, signals, a, p, work, g)
    torn = _tear(n, modes, g)
    while torn >= 0:
        n[EVENT] = torn
        outcome = change(terms, n, modes, torn, s[CELL * n[WIDTH] :], s, a, p, room, 0.0, work)
        if outcome != _OK:
            return failed(n, outcome)
        note(n, x[T], 0.0, events)
        restart(motion, switch, n, x, s, K, places, signals, a, p, work, g)
        torn = _tear(n, modes, g)
    known = finite(n, K)
    if not known:
        return failed(n, _NOT_FINITE)
    sample(observe, n, x[T], s, places, signals, a, p, work, s[CELL * n[WIDTH] :], record)
    n[SURPLUS] = 0  # this sample and the one before tell the change
    return -1


@routine
def _rested(n: Ints, modes: Ints) -> bool:
    """Whether a slip has come to rest. If it begins anew, its switch is true at first: that it is
    slow is no event before it has been fast."""
    own = n[EVENT] - modes[CONTACT_SWITCHES]
    return modes[CONTACTS] > 0 and own >= 0 and own % OF_CONTACT == REST


@routine
def _tear(n: Ints, modes: Ints, g: Floats) -> int:
    """A release whose condition has become true by the change itself, or −1.

    What the change has imposed is let go at once if it cannot be held; a condition to impose, on
    the other hand, has to become false first.
    """
    count = n[SWITCHES]
    kinds = n[COUNT + 2 * n[UNITS] :]
    for event in range(modes[EVENTS_OF_MODES]):
        what = modes[modes[EVENT_TABLE] + 2 * event]
        pairs = modes[modes[EVENT_TABLE] + 2 * event + 1]
        releases = pairs > 0 and kinds[event] > 0 and g[2 * count + event] <= 0.0
        for k in range(pairs):
            releases = releases and modes[what + 2 * k] == RELEASE
        if releases and g[event] > 0.0:
            g[2 * count + event] = 1.0
            return event
    return -1


@routine
def restart(
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
def failed(n: Ints, outcome: int) -> int:
    n[OUTCOME] = outcome
    return FAILED


@routine
def settle_first(
    terms: Function,
    n: Ints,
    x: Floats,
    s: Floats,
    places: Ints,
    signals: Floats,
    a: Floats,
    p: Floats,
    work: Floats,
    modes: Ints,
    room: Floats,
) -> int:
    """An Outcome's value; contacts in the state that they begin in."""
    if modes[CONTACTS] == 0:
        return _OK
    cell = s[CELL * n[WIDTH] :]
    cell[0] = x[T]
    signals_at(n, places, signals, x[T], a)
    return change(terms, n, modes, -1, cell, s, a, p, room, x[SLOWEST], work)
