"""A change of mode at an event: rows imposed, released or struck, as in Gillespie's flow chart.

    which rows are wanted ▶ independent ones among them ▶ their masks ▶ impulse

Imposing satisfies the new rows at once by a plastic impulse; releasing changes nothing but the
masks; striking gives the impulse with the row's restitution and lets go, unless what is left of
the speed is too small to tell, when the row stays: a ball's bounces end in rest.
                                                                  [Gillespie2003 Fig. 2]

From: selection.py, kane/dynamics/modes.py    Next: kane/sim/stepper/run.py
"""

from __future__ import annotations

from typing import Final

from kane.errors import Outcome
from kane.machine.flow import Function
from kane.program.arrays import Floats, Ints
from kane.program.numeric.products import dot
from kane.program.routine import routine
from kane.sim.modes.selection import select
from kane.sim.stepper.layout import COORDINATES, COUNT, P_IMPACT, P_ROWS, STATES, UNITS

# ── modes: integers ───────────────────────────────────────────────────────────────────────
ROWS: Final = 0  # how many there are
MASKS: Final = 1  # where their masks begin in a; restitutions follow
CHANGES: Final = 2  # how many changes of mode there have been
DROPPED: Final = 3  # rows that were wanted and not independent, at the last one
WANTED: Final = 4  # a 1 for each row that should hold; then (first, count) for each event, then
# pairs (what, row), then room for `active`, `rows` and `order`
FREE: Final = 5  # where that room begins
EVENTS: Final = 6  # how many events there are
HEADER: Final = 7

IMPOSE: Final = 1
RELEASE: Final = 2
STRIKE: Final = 3

RANK: Final = 1e-9  # of the largest pivot, below which a row depends on others
_OK: Final = Outcome.OK.value
_NOT_FINITE: Final = Outcome.NOT_FINITE.value


@routine
def change(
    row_terms: Function,
    impact: Function,
    n: Ints,
    modes: Ints,
    event: int,
    cell: Floats,
    y: Floats,
    a: Floats,
    p: Floats,
    room: Floats,
    slowest: float,
    work: Floats,
) -> int:
    """An Outcome's value; y and the masks in a are those after the event.

    `room` holds M, J, c, J̇u + ċ, then the state, then what `select` needs. A row struck more
    slowly than `slowest` stays.
    """
    count = modes[ROWS]
    size = n[STATES] - n[COORDINATES]
    wanted = modes[HEADER:]
    what = modes[modes[WANTED] + 2 * event]
    pairs = modes[modes[WANTED] + 2 * event + 1]
    row_terms(cell, y, a, p[n[P_ROWS] :], room, work)
    moved = 0
    for k in range(pairs):
        op = modes[what + 2 * k]
        row = modes[what + 2 * k + 1]
        if op == RELEASE:
            wanted[row] = 0
        else:
            moved += 1 - min(wanted[row], 1)
            wanted[row] = 1 if op == IMPOSE else STRIKE
    for k in range(pairs):
        row = modes[what + 2 * k + 1]
        if wanted[row] == STRIKE:
            J = room[size * size + row * size :]
            speed = dot(J, y[n[COORDINATES] :], size)
            speed += room[size * size + count * size + row]
            rebound = a[modes[MASKS] + count + row] * abs(speed)
            if rebound <= slowest:
                wanted[row] = 1
    rank = _choose(n, modes, a, room)
    if rank < 0:
        return _NOT_FINITE
    if moved > 0:
        _strike(impact, n, modes, cell, y, a, p, room, work)
    for row in range(count):
        if wanted[row] == STRIKE:
            wanted[row] = 0
            a[modes[MASKS] + row] = 0.0
    modes[CHANGES] += 1
    _wake(n, modes)
    return _OK


@routine
def _wake(n: Ints, modes: Ints) -> None:
    """Events sleep while what they would do is done: their kinds are negative then."""
    kinds = n[COUNT + 2 * n[UNITS] :]
    wanted = modes[HEADER:]
    for event in range(modes[EVENTS]):
        what = modes[modes[WANTED] + 2 * event]
        pairs = modes[modes[WANTED] + 2 * event + 1]
        awake = pairs == 0
        for k in range(pairs):
            held = wanted[modes[what + 2 * k + 1]]
            awake = awake or held == (1 if modes[what + 2 * k] == RELEASE else 0)
        kinds[event] = abs(kinds[event]) if awake else -abs(kinds[event])


@routine
def _choose(n: Ints, modes: Ints, a: Floats, room: Floats) -> int:
    """The number of independent rows among those wanted, whose masks become 1; −1 if NaN."""
    count = modes[ROWS]
    size = n[STATES] - n[COORDINATES]
    wanted = modes[HEADER:]
    active = modes[modes[FREE] :]
    rows = modes[modes[FREE] + count :]
    order = modes[modes[FREE] + 2 * count :]
    picked = 0
    for row in range(count):
        a[modes[MASKS] + row] = 0.0
        if wanted[row] != 0:
            active[picked] = row
            picked += 1
    J = room[size * size :]
    scratch = room[size * size + count * size + 2 * count + n[STATES] :]
    rank = select(J, room, size, active, picked, rows, order, scratch, RANK)
    for k in range(rank):
        a[modes[MASKS] + rows[k]] = 1.0
    modes[DROPPED] = picked - max(rank, 0)
    return rank


@routine
def _strike(
    impact: Function,
    n: Ints,
    modes: Ints,
    cell: Floats,
    y: Floats,
    a: Floats,
    p: Floats,
    room: Floats,
    work: Floats,
) -> None:
    """y after the impulse; rows that stay are met without restitution."""
    count = modes[ROWS]
    size = n[STATES] - n[COORDINATES]
    wanted = modes[HEADER:]
    restitutions = a[modes[MASKS] + count :]
    after = room[size * size + count * size + 2 * count :]
    kept = after[n[STATES] :]
    for row in range(count):
        kept[row] = restitutions[row]
        if wanted[row] != STRIKE:
            restitutions[row] = 0.0
    impact(cell, y, a, p[n[P_IMPACT] :], after, work)
    for i in range(n[STATES]):
        y[i] = after[i]
    for row in range(count):
        restitutions[row] = kept[row]
