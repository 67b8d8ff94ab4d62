"""One tick of the system: its step or steps to the next tick, as `kane.simulate` takes them.

From: kane/sim/stepper/run.py    Next: servo.py
"""

from __future__ import annotations

from typing import Final

from kane.machine.flow import Function
from kane.program.arrays import Floats, Ints
from kane.program.routine import routine
from kane.sim.modes.layout import CONTACT_TABLE, CONTACTS, HEADER, RECORD, STATE
from kane.sim.modes.layout import ROWS as MODE_ROWS
from kane.sim.stepper.layout import BUDGET, FULL, HELD, PAUSE, PAUSED, ROWS, SLICE
from kane.sim.stepper.run import run

_ATTEMPTS: Final = 256  # steps tried in one tick before it counts as stuck
_PRIME: Final = 1000003


@routine
def advance(
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
    until: float,
) -> int:
    """Why the stepper came back: PAUSED where the tick is done. The inputs in a are new."""
    x[PAUSE] = until
    n[HELD] = 1
    n[ROWS] = 0
    n[BUDGET] = _ATTEMPTS
    reason = run(
        motion, own_step, jacobian, observe, switch, terms, project, n, x, s, K, table,
        rows, places, signals, a, p, work, matrix, pivots, g, record, events, modes, room,
    )  # fmt: skip
    while reason == FULL and n[ROWS] > 0:
        n[ROWS] = 0
        reason = run(
            motion, own_step, jacobian, observe, switch, terms, project, n, x, s, K,
            table, rows, places, signals, a, p, work, matrix, pivots, g, record, events, modes,
            room,
        )  # fmt: skip
    return reason


@routine
def done(reason: int) -> bool:
    """Whether the tick is done."""
    return reason == PAUSED


@routine
def stuck(reason: int) -> bool:
    """Whether it took more steps than a tick may: events without end."""
    if reason == SLICE:
        return True
    return reason == FULL


@routine
def mode_number(modes: Ints) -> int:
    """A number that tells which rows are wanted and what state every contact is in."""
    number = 1
    for row in range(modes[MODE_ROWS]):
        number = (31 * number + modes[HEADER + row]) % _PRIME
    for k in range(modes[CONTACTS]):
        state = modes[modes[CONTACT_TABLE] + k * RECORD + STATE]
        number = (31 * number + state) % _PRIME
    return number
