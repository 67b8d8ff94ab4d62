"""Look-ahead: a copy of the system runs ahead of time, with the hand's motion extrapolated.

A few steps in every tick, after the force is out. Where an event comes up in the copy, it is the
forecast: which event, when, what its impulses bring, and which rows and contacts hold after it. At
the actual event the state is the true one, so what is adopted is the event corrected with it; how
far the forecast was off, and whether event and mode were right, is logged
[Gillespie2003 §4: predictor and corrector].

From: advance.py, coupler.py    Next: servo.py
"""

from __future__ import annotations

from kane.haptics.advance import advance, done, mode_number
from kane.haptics.coupler import couple
from kane.haptics.feeling import bare
from kane.haptics.inverse import prescribe
from kane.haptics.layout import (
    AHEAD,
    AHEAD_AT,
    AHEAD_FORCE,
    AHEAD_HANDLE,
    AHEAD_MOVED,
    AHEAD_TARGET,
    AHEAD_TURN,
    DISPLAY,
    EXPECTED,
    EXPECTED_AT,
    EXPECTED_ENERGY,
    EXPECTED_MODE,
    EXPECTED_TICK,
    FORECASTS,
    HOLDING,
    HORIZON,
    INPUTS,
    INVERSE,
    NEWS,
    PERIOD,
    PLACE,
    RESULT,
    SMOOTH,
    START,
    TARGET,
    TARGET_TURN,
    TICKS,
)
from kane.haptics.layout import STATES as STATES_OF_LOOP
from kane.machine.flow import Function
from kane.program.arrays import Floats, Ints
from kane.program.routine import routine
from kane.sim.modes.layout import FREE
from kane.sim.modes.plan import drop_plan, fresh_plan, hand_over
from kane.sim.stepper.layout import (
    CELL,
    COORDINATES,
    COUNT,
    FOUND,
    STATES,
    SWITCHES,
    UNITS,
    VALUES,
    WIDTH,
    T,
)


@routine
def look_ahead(
    motion: Function,
    own_step: Function,
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
    handle: Function,
    held: Floats,
    accelerated: Function,
    taken: Floats,
    lent: Floats,
    c: Ints,
    v: Floats,
    room_of_hand: Floats,
) -> None:
    """c[AHEAD] ticks of the copy; these arrays are its own."""
    for _ in range(c[AHEAD]):
        cell = s[CELL * n[WIDTH] :]
        cell[0] = x[T]
        handle(cell, s, a, held, v[AHEAD_HANDLE:], lent[RESULT:])
        for i in range(3):
            v[AHEAD_TARGET + i] = v[AHEAD_TARGET + i] + v[AHEAD_MOVED + i]
        if c[HOLDING] == 1:
            couple(
                c, v, v[AHEAD_TARGET:], v[AHEAD_TURN:], v[AHEAD_MOVED:], v[PERIOD],
                v[AHEAD_HANDLE:], room_of_hand, v[AHEAD_FORCE:],
            )  # fmt: skip
            if c[DISPLAY] == INVERSE:
                bare(c, a)
                accelerated(cell, s, a, taken, lent, lent[RESULT:])
                prescribe(
                    c, v, room_of_hand, v[AHEAD_HANDLE:], lent, room_of_hand[16:],
                    v[AHEAD_FORCE:],
                )  # fmt: skip
        for i in range(6):
            if c[PLACE + i] >= 0:
                a[c[PLACE + i]] = v[AHEAD_FORCE + i] if c[HOLDING] == 1 else 0.0
        until = v[START] + float(c[AHEAD_AT] + 1) * v[PERIOD]
        reason = advance(
            motion, own_step, jacobian, observe, switch, terms, project, n, x, s, K,
            table, rows, places, signals, a, p, work, matrix, pivots, g, record, events, modes,
            room, until,
        )  # fmt: skip
        c[AHEAD_AT] += 1
        if n[FOUND] > 0:
            c[EXPECTED] = int(events[1])
            c[EXPECTED_TICK] = c[AHEAD_AT]
            c[EXPECTED_MODE] = mode_number(modes)
            v[EXPECTED_AT] = events[0]
            v[EXPECTED_ENERGY] = events[2]
            c[AHEAD_AT] = -1
            c[NEWS] = 1
            return
        on = done(reason)
        if not on:
            c[AHEAD_AT] = -1
            return
        if c[AHEAD_AT] - c[TICKS] >= c[HORIZON]:
            c[EXPECTED] = -1
            c[AHEAD_AT] = -1
            c[NEWS] = 2
            return


@routine
def tell_forecast(c: Ints, y: Floats, a: Floats, foreseen: Floats) -> None:
    """The state and the mode that are to come, for who prepares its equations (minding.py).

    The first element and the last are the same number where it is whole.
    """
    last = 1 + c[STATES_OF_LOOP] + c[INPUTS]
    foreseen[0] = foreseen[0] + 1.0
    for i in range(c[STATES_OF_LOOP]):
        foreseen[1 + i] = y[i]
    for i in range(c[INPUTS]):
        foreseen[1 + c[STATES_OF_LOOP] + i] = a[i]
    foreseen[last] = foreseen[0]


@routine
def hand_over_forecast(
    c: Ints, n: Ints, modes: Ints, modes2: Ints, room2: Floats, room: Floats
) -> None:
    """What the copy has found becomes the plan of the event that is to come, or there is none."""
    if c[NEWS] == 1:
        hand_over(modes, n[STATES] - n[COORDINATES], modes2, room2, room)
    elif c[NEWS] == 2:
        drop_plan(modes)
    c[NEWS] = 0


@routine
def rebase(
    c: Ints,
    v: Floats,
    n: Ints,
    x: Floats,
    s: Floats,
    K: Floats,
    a: Floats,
    g: Floats,
    modes: Ints,
    n2: Ints,
    x2: Floats,
    s2: Floats,
    K2: Floats,
    a2: Floats,
    g2: Floats,
    modes2: Ints,
) -> None:
    """The copy set to the present state, if it has to begin anew."""
    if c[AHEAD_AT] > c[TICKS]:
        return
    for i in range(COUNT + 2 * n[UNITS] + n[SWITCHES]):
        n2[i] = n[i]
    for i in range(VALUES):
        x2[i] = x[i]
    for i in range(n[WIDTH]):
        s2[i] = s[i]
        K2[i] = K[i]
    for i in range(c[INPUTS]):
        a2[i] = a[i]
    for i in range(4 * n[SWITCHES]):
        g2[i] = g[i]
    for i in range(modes[FREE]):
        modes2[i] = modes[i]
    n2[FOUND] = 0
    fresh_plan(modes2, n[STATES] - n[COORDINATES])
    c[AHEAD_AT] = c[TICKS]
    c[FORECASTS] += 1
    for i in range(3):
        v[AHEAD_TARGET + i] = v[TARGET + i]
    for i in range(9):
        v[AHEAD_TURN + i] = v[TARGET_TURN + i]
    for i in range(6):
        v[AHEAD_MOVED + i] = v[SMOOTH + i] * v[PERIOD]
