"""The loop: one call that leaves Python for its whole life.

    wait ▶ read the device ▶ couple ▶ guard ▶ show the force ▶ step ▶ publish ▶ look ahead

No allocation, no lock, no Python. Time never slows down: a tick that begins late is done at once,
with a fresh reading, and so are those behind it; a loop that is behind by more than its patience
moves its schedule, counts the ticks that never were as skipped, and takes hold anew. Where the
device is not valid its force is set to zero before anything else is done; so it is at the end.

From: wait.py, feeling.py, advance.py, shared.py, ahead.py    Next: memory.py
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from kane.haptics.advance import advance, done, mode_number, stuck
from kane.haptics.ahead import hand_over_forecast, look_ahead, rebase, tell_forecast
from kane.haptics.coupler import sense
from kane.haptics.feeling import answer, bare
from kane.haptics.histogram import INTERVAL, LATENESS, STEP, count
from kane.haptics.layout import (
    AHEAD,
    AHEAD_AT,
    CLOCK,
    DAMPING,
    DISPLAY,
    ENDED,
    FAILED,
    FORCE,
    HALTED,
    HANDLE,
    HELD,
    HOLDING,
    INVERSE,
    LATE,
    LIMIT,
    LOG_ROWS,
    NEWS,
    NOW,
    OUTCOME,
    OVERRUNS,
    P_HANDLE,
    P_SIZE,
    P_TAKEN,
    PACE,
    PATIENCE,
    PERIOD,
    PLACE,
    PUBLISH,
    RESULT,
    RUNNING,
    SHOWN,
    SKIPPED,
    START,
    STATUS,
    STIFFNESS,
    STOP,
    TAKEN,
    TICKS,
    UNPACED,
    WANTED,
)
from kane.haptics.layout import STOPPED as ASKED_TO_STOP
from kane.haptics.shared import log_moments, log_tick, publish, snapshot
from kane.haptics.wait import Fence, Gettime, Sleep, now, wait
from kane.machine.flow import Function
from kane.program.arrays import Floats, Ints
from kane.program.routine import Library, library, routine
from kane.sim.modes.plan import correction, drop_plan, take_adopted
from kane.sim.stepper.layout import CELL, FOUND, STOPPED, WIDTH, T
from kane.sim.stepper.layout import OUTCOME as STEPPER_OUTCOME

Exchange = Callable[[Floats, Floats, Ints], None]


@routine
def servo(
    motion: Function,
    own_step: Function,
    jacobian: Function,
    observed: Function,
    switch: Function,
    terms: Function,
    project: Function,
    handle: Function,
    accelerated: Function,
    clock: Gettime,
    sleep: Sleep,
    fence: Fence,
    read: Exchange,
    write: Exchange,
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
    n2: Ints,
    x2: Floats,
    s2: Floats,
    K2: Floats,
    places2: Ints,
    a2: Floats,
    work2: Floats,
    matrix2: Floats,
    pivots2: Ints,
    g2: Floats,
    record2: Floats,
    events2: Floats,
    modes2: Ints,
    room2: Floats,
    held: Floats,
    taken: Floats,
    lent: Floats,
    device: Floats,
    own: Ints,
    c: Ints,
    v: Floats,
    reading: Floats,
    command: Floats,
    lock: Ints,
    shared: Floats,
    log: Floats,
    moments: Floats,
    counts: Ints,
    stamp: Ints,
    scratch: Floats,
    asked: Floats,
    foreseen: Floats,
) -> int:
    """The status with which it ended; the force is zero then."""
    period = int(1e9 * v[PERIOD] + 0.5)
    begun = now(clock, c[CLOCK], stamp)
    base = begun - c[TICKS] * period
    last = base
    time = base
    c[STATUS] = RUNNING
    while c[STATUS] == RUNNING:
        if c[STOP] != 0 or c[TICKS] == c[LIMIT]:
            c[STATUS] = ASKED_TO_STOP if c[STOP] != 0 else ENDED
            break
        due = base + c[TICKS] * period
        if c[PACE] != UNPACED:
            begun = now(clock, c[CLOCK], stamp)
            time = wait(clock, sleep, c, v, stamp, begun, due)
            moved = _moved_schedule(c, v, time - due, period)
            base += moved
            due = base + c[TICKS] * period
            count(counts, LATENESS, time - due)
            count(counts, INTERVAL, time - last)
            c[LATE] += 1 if 10 * (time - due) > period else 0
            last = time
        if c[WANTED] != c[TAKEN]:
            fence()
            _take_parameters(c, v, asked, p, held, taken)
        cell = s[CELL * n[WIDTH] :]
        cell[0] = x[T]
        handle(cell, s, a, held, v[HANDLE:], lent[RESULT:])
        reading[NOW] = 1e-9 * float(time)
        read(reading, device, own)
        sense(c, v, reading, scratch)
        if c[HOLDING] == 1 and c[DISPLAY] == INVERSE:
            bare(c, a)
            accelerated(cell, s, a, taken, lent, lent[RESULT:])
        answer(c, v, reading, command, lent, scratch, x[T])
        write(command, device, own)
        for i in range(6):
            if c[PLACE + i] >= 0:
                a[c[PLACE + i]] = v[HELD + i]
        t = x[T]
        until = v[START] + float(c[TICKS] + 1) * v[PERIOD]
        reason = advance(
            motion, own_step, jacobian, observed, switch, terms, project, n, x, s, K,
            table, rows, places, signals, a, p, work, matrix, pivots, g, record, events, modes,
            room, until,
        )  # fmt: skip
        if n[FOUND] > 0:
            mode = mode_number(modes)
            adopted = take_adopted(modes)
            off = correction(modes, room)
            log_moments(c, v, n[FOUND], events, mode, adopted, off, moments)
            drop_plan(modes)
            n[FOUND] = 0
            c[AHEAD_AT] = -1
        on = done(reason)
        if not on:
            c[STATUS] = HALTED if reason == STOPPED else FAILED
            lost = stuck(reason)
            c[OUTCOME] = -1 if lost else n[STEPPER_OUTCOME]
            break
        if c[LOG_ROWS] > 0:
            log_tick(c, v, t, time - due, log)
        c[TICKS] += 1
        if c[PACE] != UNPACED:
            ended = now(clock, c[CLOCK], stamp)
            count(counts, STEP, ended - time)
            c[OVERRUNS] += 1 if ended > due + period else 0
        if c[TICKS] % c[PUBLISH] == 0:
            publish(fence, lock, shared, c, v, x[T], s, a, 1e-9 * float(time))
        if c[AHEAD] > 0:
            rebase(c, v, n, x, s, K, a, g, modes, n2, x2, s2, K2, a2, g2, modes2)
            look_ahead(
                motion, own_step, jacobian, observed, switch, terms, project, n2, x2, s2,
                K2, table, rows, places2, signals, a2, p, work2, matrix2, pivots2, g2, record2,
                events2, modes2, room2, handle, held, accelerated, taken, lent, c, v, scratch,
            )  # fmt: skip
            if c[NEWS] == 1:
                tell_forecast(c, s2, a2, foreseen)
            hand_over_forecast(c, n, modes, modes2, room2, room)
    for i in range(6):
        command[FORCE + i] = 0.0
        v[HELD + i] = 0.0
        v[SHOWN + i] = 0.0
    write(command, device, own)
    time = now(clock, c[CLOCK], stamp)
    publish(fence, lock, shared, c, v, x[T], s, a, 1e-9 * float(time))
    return c[STATUS]


@routine
def _moved_schedule(c: Ints, v: Floats, behind: int, period: int) -> int:
    """By how many nanoseconds the schedule is moved: whole ticks, once patience is at an end."""
    if behind <= int(1e9 * v[PATIENCE]):
        return 0
    ticks = behind // period
    c[SKIPPED] += ticks
    c[HOLDING] = 0
    return ticks * period


@routine
def _take_parameters(
    c: Ints, v: Floats, asked: Floats, p: Floats, held: Floats, taken: Floats
) -> None:
    """New parameters of the system, of the two functions of the handle, and gains."""
    for i in range(c[P_SIZE]):
        p[i] = asked[i]
    for i in range(c[P_HANDLE]):
        held[i] = asked[c[P_SIZE] + i]
    for i in range(c[P_TAKEN]):
        taken[i] = asked[c[P_SIZE] + c[P_HANDLE] + i]
    gains = asked[c[P_SIZE] + c[P_HANDLE] + c[P_TAKEN] :]
    for i in range(6):
        v[STIFFNESS + i] = gains[i]
        v[DAMPING + i] = gains[6 + i]
    c[AHEAD_AT] = -1
    c[TAKEN] = c[WANTED]


SERVO: Final[Library] = library("servo", servo, snapshot)
