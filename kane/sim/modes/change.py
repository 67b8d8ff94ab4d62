"""A change of mode at an event: rows imposed, released or struck, contacts that meet or leave.

    what is wanted ▶ independent rows among it ▶ impulses ▶ forces that fit ▶ masks
                                                                        [Gillespie2003 Fig. 2]

Imposing satisfies the new rows at once by a plastic impulse; releasing changes nothing but the
masks; striking gives the impulse with the row's restitution and lets go, unless what is left of
the speed is too small to tell, when the row stays: a ball's bounces end in rest. Contacts close,
stick, slide and open by their own laws.

From: selection.py, impact.py, settle.py    Next: kane/sim/stepper/going.py
"""

from __future__ import annotations

from typing import Final

from kane.errors import Outcome
from kane.machine.flow import Function
from kane.program.arrays import Floats, Ints
from kane.program.routine import routine
from kane.sim.modes.impact import collide
from kane.sim.modes.layout import (
    APART,
    CHANGES,
    CONTACT_SWITCHES,
    CONTACT_TABLE,
    CONTACTS,
    DROPPED,
    ENERGY,
    EVENT_TABLE,
    EVENTS,
    FREE,
    HEADER,
    IMPOSE,
    INFLUENCE,
    JACOBIAN,
    LEAVE,
    MASKS,
    MASS,
    RECORD,
    RELEASE,
    REST,
    ROWS,
    SCRATCH,
    SLIDES,
    SLIP,
    SLIPS,
    SPEEDS,
    STATE,
    STICKS,
    STRIKE,
    SWITCHES,
    TOUCH,
)
from kane.sim.modes.plan import begin_plan, choose_planned, end_plan, note_choice
from kane.sim.modes.schur import forces, gather
from kane.sim.modes.selection import select
from kane.sim.modes.settle import settle
from kane.sim.modes.still import still
from kane.sim.modes.terms import pushed
from kane.sim.stepper.layout import COORDINATES, COUNT, P_TERMS, STATES, UNITS

RANK: Final = 1e-6  # of the largest pivot of J, below which a row depends on others
_OK: Final = Outcome.OK.value
_NOT_FINITE: Final = Outcome.NOT_FINITE.value
_INCONSISTENT: Final = Outcome.INCONSISTENT.value


@routine
def change(
    terms: Function,
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
    """An Outcome's value; y and the masks in a are those after the event (−1: at the start).

    What is left of a speed below `slowest` is none.
    """
    size = n[STATES] - n[COORDINATES]
    terms(cell, y, a, p[n[P_TERMS] :], room[modes[MASS] :], work)
    room[modes[ENERGY]] = 0.0
    begin_plan(modes, size, event, room)
    outcome = _changed(terms, n, modes, event, cell, y, a, p, room, slowest, work)
    end_plan(modes, size, room)
    return outcome


@routine
def _changed(
    terms: Function,
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
    """An Outcome's value; what rows and contacts answer is known."""
    size = n[STATES] - n[COORDINATES]
    u = y[n[COORDINATES] :]
    moved = _ordered(modes, event, size, room, slowest) if event < modes[EVENTS] else False
    rank = _choose(modes, size, room)
    if rank < 0:
        return _NOT_FINITE
    modes[CHANGES] += 1
    if modes[CONTACTS] > 0:
        fits = _with_contacts(terms, n, modes, event, moved, cell, y, a, p, room, slowest, work)
        _wake(n, modes)
        return _OK if fits else _INCONSISTENT
    if moved:
        _push(modes, size, rank, u, room)
    _mask(modes, rank, a)
    _wake(n, modes)
    return _OK


@routine
def _ordered(modes: Ints, event: int, size: int, room: Floats, slowest: float) -> bool:
    """Whether any row begins to hold or is struck; what is wanted now."""
    if event < 0:
        return False
    wanted = modes[HEADER:]
    pairs = modes[modes[modes[EVENT_TABLE] + 2 * event] :]
    v = room[modes[SPEEDS] :]
    moved = False
    for k in range(modes[modes[EVENT_TABLE] + 2 * event + 1]):
        op = pairs[2 * k]
        row = pairs[2 * k + 1]
        if op == RELEASE:
            wanted[row] = 0
        elif wanted[row] == 0:
            rests = room[row] * abs(v[row]) <= slowest
            wanted[row] = IMPOSE if op == IMPOSE or rests else STRIKE
            moved = True
    return moved


@routine
def _choose(modes: Ints, size: int, room: Floats) -> int:
    """The number of independent rows among those wanted, which come first in the room for
    choices; −1 if NaN."""
    count = modes[ROWS]
    wanted = modes[HEADER:]
    rows = modes[modes[FREE] :]
    active = modes[modes[FREE] + count :]
    order = modes[modes[FREE] + 2 * count :]
    picked = 0
    for row in range(count):
        if wanted[row] != 0:
            active[picked] = row
            picked += 1
    J = room[modes[JACOBIAN] :]
    scratch = room[modes[SCRATCH] :]
    M = room[modes[MASS] :]
    rank = picked
    planned = choose_planned(modes, size, active, picked, room)
    if not planned:
        rank = select(J, M, size, active, picked, rows, order, scratch, RANK)
    note_choice(modes, size, max(rank, 0))
    modes[DROPPED] = picked - max(rank, 0)
    return rank


@routine
def _push(modes: Ints, size: int, rank: int, u: Floats, room: Floats) -> None:
    """The impulses of the chosen rows; what is struck rebounds."""
    count = modes[ROWS]
    wanted = modes[HEADER:]
    rows = modes[modes[FREE] :]
    scratch = room[modes[SCRATCH] :]
    right = scratch[count:]
    factor = scratch[2 * count :]
    v = room[modes[SPEEDS] :]
    for r in range(count):
        scratch[r] = 0.0
    for i in range(rank):
        row = rows[i]
        right[i] = -v[row] * (1.0 + (room[row] if wanted[row] == STRIKE else 0.0))
    failed = gather(room[modes[INFLUENCE] :], count, rows, rank, factor)
    if failed != 0:
        return
    forces(factor, rank, right)
    for i in range(rank):
        scratch[rows[i]] = right[i]
    gained = pushed(modes, size, room, scratch, u)
    room[modes[ENERGY]] = gained


@routine
def _mask(modes: Ints, rank: int, a: Floats) -> None:
    """Chosen rows hold, unless they were only struck."""
    wanted = modes[HEADER:]
    rows = modes[modes[FREE] :]
    masks = a[modes[MASKS] :]
    for row in range(modes[ROWS]):
        masks[row] = 0.0
    for i in range(rank):
        masks[rows[i]] = 1.0 if wanted[rows[i]] != STRIKE else 0.0
    for row in range(modes[ROWS]):
        if wanted[row] == STRIKE:
            wanted[row] = 0


@routine
def _with_contacts(
    terms: Function,
    n: Ints,
    modes: Ints,
    event: int,
    moved: bool,
    cell: Floats,
    y: Floats,
    a: Floats,
    p: Floats,
    room: Floats,
    slowest: float,
    work: Floats,
) -> bool:
    """Whether impulses, and forces after them, fit."""
    rows = modes[ROWS]
    size = n[STATES] - n[COORDINATES]
    wanted = modes[HEADER:]
    chosen = modes[modes[FREE] :]
    held = modes[modes[FREE] + rows :]
    turn = modes[modes[FREE] + 2 * rows :]
    choices = modes[modes[FREE] + 3 * rows :]
    rank = 0
    for row in range(rows):
        if wanted[row] != 0:
            rank += 1
    rank -= modes[DROPPED]
    for row in range(rows):
        held[row] = 0
        turn[row] = 0
    for i in range(rank):
        held[chosen[i]] = 1
        turn[chosen[i]] = 1 if wanted[chosen[i]] == STRIKE else 0
    extent = 0.0
    for i in range(n[COORDINATES]):
        extent = max(extent, abs(y[i]))
    u = y[n[COORDINATES] :]
    fits = collide(modes, size, extent, held, turn, u, room, slowest, choices)
    if not fits:
        return False
    for row in range(rows):
        if turn[row] == 1:
            held[row] = 0
            wanted[row] = 0
    gained = room[modes[ENERGY]]
    terms(cell, y, a, p[n[P_TERMS] :], room[modes[MASS] :], work)
    room[modes[ENERGY]] = gained
    moved = still(modes, size, extent, event, held, u, room, slowest, choices)
    if moved:
        gained = room[modes[ENERGY]]
        terms(cell, y, a, p[n[P_TERMS] :], room[modes[MASS] :], work)
        room[modes[ENERGY]] = gained
    _hold(modes, held, a)
    return settle(modes, size, extent, event, held, a, room, slowest, choices)


@routine
def _hold(modes: Ints, held: Ints, a: Floats) -> None:
    """The masks of rows that are no contact's."""
    masks = a[modes[MASKS] :]
    for row in range(modes[ROWS]):
        masks[row] = float(held[row])


# ── which events are watched for ──────────────────────────────────────────────────────────
@routine
def _wake(n: Ints, modes: Ints) -> None:
    """Events sleep while what they would do is done: their kinds are negative then."""
    kinds = n[COUNT + 2 * n[UNITS] :]
    wanted = modes[HEADER:]
    for event in range(modes[EVENTS]):
        what = modes[modes[EVENT_TABLE] + 2 * event]
        pairs = modes[modes[EVENT_TABLE] + 2 * event + 1]
        awake = pairs == 0
        for k in range(pairs):
            held = wanted[modes[what + 2 * k + 1]]
            awake = awake or held == (1 if modes[what + 2 * k] == RELEASE else 0)
        kinds[event] = abs(kinds[event]) if awake else -abs(kinds[event])
    for c in range(modes[CONTACTS]):
        record = modes[modes[CONTACT_TABLE] + c * RECORD :]
        own = kinds[modes[CONTACT_SWITCHES] + c * SWITCHES :]
        state = record[STATE]
        rubs = record[SLIPS] > 0
        _set(own, TOUCH, state == APART)
        _set(own, LEAVE, state != APART)
        _set(own, SLIP, state == STICKS)
        _set(own, REST, state == SLIDES and rubs)


@routine
def _set(kinds: Ints, switch: int, awake: bool) -> None:
    kinds[switch] = abs(kinds[switch]) if awake else -abs(kinds[switch])
