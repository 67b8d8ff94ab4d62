"""What others see of the loop: its state behind a sequence lock, a log of ticks, one of events.

The loop writes and never waits; who reads tries again while the sequence is odd or has changed
[Lameter2005]. The fence keeps the order of writes on any processor and in any compiler.

From: layout.py    Next: servo.py
"""

from __future__ import annotations

from math import nan
from typing import Final

from kane.haptics.layout import (
    ADOPTED,
    CAME,
    ENERGY,
    EXPECTED,
    EXPECTED_AT,
    EXPECTED_ENERGY,
    EXPECTED_MODE,
    EXPECTED_TICK,
    FORESEEN,
    FRAMES,
    HANDLE,
    HEAD,
    HELD,
    HOLDING,
    INPUTS,
    LOG_ENERGY,
    LOG_HELD,
    LOG_LATE,
    LOG_ROW,
    LOG_ROWS,
    LOG_SHOWN,
    LOG_TARGET,
    LOG_TIME,
    LOG_VALID,
    LOGGED,
    MOMENT_ADOPTED,
    MOMENT_CHANGE,
    MOMENT_ENERGY,
    MOMENT_EVENT,
    MOMENT_FORECAST,
    MOMENT_IMPULSE,
    MOMENT_RIGHT,
    MOMENT_ROW,
    MOMENT_ROWS,
    MOMENT_TICK,
    MOMENT_TIME,
    MOMENTS,
    RIGHT,
    SHARED_ENERGY,
    SHARED_HANDLE,
    SHARED_HELD,
    SHARED_NOW,
    SHARED_SHOWN,
    SHARED_STATUS,
    SHARED_TARGET,
    SHARED_TICK,
    SHARED_TIME,
    SHARED_TURN,
    SHARED_VALID,
    SHOWN,
    STATES,
    STATUS,
    TARGET,
    TARGET_TURN,
    TICKS,
)
from kane.haptics.wait import Fence
from kane.program.arrays import Floats, Ints
from kane.program.routine import routine

_NAN: Final = nan


@routine
def publish(
    fence: Fence,
    lock: Ints,
    shared: Floats,
    c: Ints,
    v: Floats,
    t: float,
    y: Floats,
    a: Floats,
    seconds: float,
) -> None:
    """The state as others may see it."""
    lock[0] += 1
    fence()
    shared[SHARED_TIME] = t
    shared[SHARED_TICK] = float(c[TICKS])
    shared[SHARED_VALID] = float(c[HOLDING])
    shared[SHARED_STATUS] = float(c[STATUS])
    shared[SHARED_ENERGY] = v[ENERGY]
    shared[SHARED_NOW] = seconds
    for i in range(3):
        shared[SHARED_TARGET + i] = v[TARGET + i]
        shared[SHARED_HANDLE + i] = v[HANDLE + i]
    for i in range(6):
        shared[SHARED_HELD + i] = v[HELD + i]
        shared[SHARED_SHOWN + i] = v[SHOWN + i]
    for i in range(9):
        shared[SHARED_TURN + i] = v[TARGET_TURN + i]
    for i in range(c[STATES]):
        shared[HEAD + i] = y[i]
    for i in range(c[INPUTS]):
        shared[HEAD + c[STATES] + i] = a[i]
    fence()
    lock[0] += 1
    c[FRAMES] += 1


@routine
def snapshot(fence: Fence, lock: Ints, shared: Floats, size: int, out: Floats) -> bool:
    """Whether `out` is one state as a whole, after a thousand tries at most."""
    for _ in range(1000):
        begin = lock[0]
        fence()
        for i in range(size):
            out[i] = shared[i]
        fence()
        if begin % 2 == 0 and lock[0] == begin:
            return True
    return False


@routine
def log_tick(c: Ints, v: Floats, t: float, late: int, log: Floats) -> None:
    """One more row of the log, over the oldest."""
    row = log[(c[LOGGED] % c[LOG_ROWS]) * LOG_ROW :]
    row[LOG_TIME] = t
    row[LOG_VALID] = float(c[HOLDING])
    row[LOG_ENERGY] = v[ENERGY]
    row[LOG_LATE] = 1e-9 * float(late)
    for i in range(3):
        row[LOG_TARGET + i] = v[TARGET + i]
    for i in range(6):
        row[LOG_HELD + i] = v[HELD + i]
        row[LOG_SHOWN + i] = v[SHOWN + i]
    c[LOGGED] += 1


@routine
def log_moments(
    c: Ints,
    v: Floats,
    found: int,
    events: Floats,
    mode: int,
    adopted: int,
    off: float,
    moments: Floats,
) -> None:
    """What happened in this tick; how well the first of it was forecast, what of that adopted."""
    for k in range(found):
        row = moments[(c[MOMENTS] % c[MOMENT_ROWS]) * MOMENT_ROW :]
        row[MOMENT_TIME] = events[3 * k]
        row[MOMENT_EVENT] = events[3 * k + 1]
        row[MOMENT_ENERGY] = events[3 * k + 2]
        row[MOMENT_TICK] = float(c[TICKS])
        row[MOMENT_FORECAST] = _NAN
        row[MOMENT_CHANGE] = _NAN
        row[MOMENT_RIGHT] = 0.0
        row[MOMENT_ADOPTED] = 0.0
        row[MOMENT_IMPULSE] = _NAN
        c[MOMENTS] += 1
        if k == 0:
            c[CAME] += 1
            if c[EXPECTED] >= 0 and c[EXPECTED_TICK] + 20 >= c[TICKS]:
                c[FORESEEN] += 1
                row[MOMENT_FORECAST] = v[EXPECTED_AT] - events[0]
                row[MOMENT_CHANGE] = v[EXPECTED_ENERGY] - events[2]
                row[MOMENT_ADOPTED] = float(adopted)
                row[MOMENT_IMPULSE] = off if adopted > 0 else _NAN
                c[ADOPTED] += 1 if adopted > 0 else 0
                if c[EXPECTED] == int(events[1]) and c[EXPECTED_MODE] == mode:
                    row[MOMENT_RIGHT] = 1.0
                    c[RIGHT] += 1
            c[EXPECTED] = -1
