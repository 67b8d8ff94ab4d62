"""A plan: what is known of an event before it comes, and adopted once the true state agrees.

A copy that runs ahead of time (kane/haptics/ahead.py) has been through the event: it made a plan,
which rows it chose with which speeds, and what contacts did, at the impact and at rest after it.
Given to the run, that is where the event begins when it comes:

    selection   adopted if its pivots are good ones in the true state, else chosen anew
    impulses    adopted is which contacts carry and stick: the impulses are solved for in the true
                state, and must fit its inequalities, else all guesses are open again
    forces      the same, for what holds after the impact

So nothing of the copy's numbers is taken over, and a plan that does not fit costs one trial
[Gillespie2003 §4: predictor and corrector]. A run that is given no plan does as ever.

From: respond.py, selection.py    Next: change.py
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from kane.program.arrays import Floats, Ints
from kane.program.routine import routine
from kane.sim.modes.guess import ABSENT, CLOSED, OPEN, SLIDING, guessed, worst
from kane.sim.modes.layout import (
    CONTACTS,
    FREE,
    IMPULSES,
    JACOBIAN,
    MASS,
    PLAN,
    RECORD,
    ROWS,
    SCRATCH,
    SLIPS,
)
from kane.sim.modes.respond import respond

# ── a plan: integers ──────────────────────────────────────────────────────────────────────
FOR: Final = 0  # the event that it is for, and 1; 0 for none
ADOPTED: Final = 1  # what of it was, at the last change: a sum of these
RANK: Final = 2
OPEN_TO: Final = 3  # 1 while it is made
CHOSEN: Final = 4  # rows, then their speeds, then guesses of impacts, then of what rests

SELECTION: Final = 1
IMPACT: Final = 2
REST: Final = 4

_GOOD: Final = 0.25  # of the largest element of its row, a pivot that is adopted
_LEAST: Final = 1e-2  # of the largest of all


@routine
def plan_length(modes: Ints, size: int) -> int:
    """Integers of a plan; the one that is made follows the one that is given."""
    return CHOSEN + modes[ROWS] + size + 2 * modes[CONTACTS]


@routine
def fresh_plan(modes: Ints, size: int) -> None:
    """The next change makes the plan; those behind it leave it as it is."""
    length = plan_length(modes, size)
    modes[modes[PLAN] + length + FOR] = 0


@routine
def begin_plan(modes: Ints, size: int, event: int, room: Floats) -> None:
    """A plan that was given for another event is dropped; a new one is made if it is asked for."""
    given = modes[modes[PLAN] :]
    if given[FOR] != event + 1:
        given[FOR] = 0
    length = plan_length(modes, size)
    made = modes[modes[PLAN] + length :]
    made[OPEN_TO] = 0
    if made[FOR] == 0:
        made[FOR] = event + 1
        made[OPEN_TO] = 1
        made[RANK] = -1
        for k in range(2 * modes[CONTACTS]):
            made[CHOSEN + modes[ROWS] + size + k] = -1
    for row in range(modes[ROWS]):
        room[modes[IMPULSES] + row] = 0.0


@routine
def end_plan(modes: Ints, size: int, room: Floats) -> None:
    """A plan serves once; how far its impulses were off, of the largest true one, is kept."""
    rows = modes[ROWS]
    true = room[modes[IMPULSES] :]
    length = plan_length(modes, size)
    made = modes[modes[PLAN] + length :]
    if made[OPEN_TO] == 1:
        for row in range(rows):
            true[2 * rows + 1 + row] = true[row]
    given = modes[modes[PLAN] :]
    if given[FOR] == 0:
        return
    given[FOR] = 0
    largest = 0.0
    off = 0.0
    for row in range(rows):
        largest = max(largest, abs(true[row]))
        off = max(off, abs(true[row] - true[rows + row]))
    true[2 * rows] = off / largest if largest > 0.0 else off


@routine
def hand_over(modes: Ints, size: int, made: Ints, impulses: Floats, room: Floats) -> None:
    """The plan that a copy has made is given, with its impulses."""
    length = plan_length(made, size)
    begin = made[PLAN] + length
    adopted = modes[modes[PLAN] + ADOPTED]
    for k in range(length):
        modes[modes[PLAN] + k] = made[begin + k]
    modes[modes[PLAN] + ADOPTED] = adopted
    rows = modes[ROWS]
    for row in range(rows):
        told = impulses[made[IMPULSES] + 2 * rows + 1 + row]
        room[modes[IMPULSES] + rows + row] = told


@routine
def drop_plan(modes: Ints) -> None:
    """No plan is given."""
    modes[modes[PLAN] + FOR] = 0


@routine
def take_adopted(modes: Ints) -> int:
    """What was adopted since this was asked last."""
    adopted = modes[modes[PLAN] + ADOPTED]
    modes[modes[PLAN] + ADOPTED] = 0
    return adopted


@routine
def correction(modes: Ints, room: Floats) -> float:
    """How far the impulses of the last plan were off, of the largest true one."""
    return room[modes[IMPULSES] + 2 * modes[ROWS]]


# ── the selection ─────────────────────────────────────────────────────────────────────────
@routine
def choose_planned(modes: Ints, size: int, active: Ints, count: int, room: Floats) -> bool:
    """Whether rows and speeds are as planned: put where a new selection would be."""
    given = modes[modes[PLAN] :]
    rows = modes[ROWS]
    if given[FOR] == 0 or given[RANK] != count:
        return False
    if count == 0 and modes[CONTACTS] > 0:
        return False  # nothing to choose: what matters is what the contacts do
    chosen = modes[modes[FREE] :]
    order = modes[modes[FREE] + 2 * rows :]
    work = room[modes[SCRATCH] :]
    largest = 0.0
    for i in range(count):
        found = False
        for k in range(count):
            found = found or active[k] == given[CHOSEN + i]
        if not found:
            return False
        row = room[modes[JACOBIAN] + given[CHOSEN + i] * size :]
        most = 0.0
        for j in range(size):
            work[i * size + j] = row[j] / sqrt(room[modes[MASS] + j * (size + 1)])
            most = max(most, abs(work[i * size + j]))
        for j in range(size):
            work[i * size + j] = work[i * size + j] / most if most > 0.0 else 0.0
        largest = 1.0
    good = _pivots(work, size, given[CHOSEN + rows :], count, largest)
    if not good:
        return False
    for i in range(count):
        chosen[i] = given[CHOSEN + i]
    for j in range(size):
        order[j] = given[CHOSEN + rows + j]
    given[ADOPTED] = given[ADOPTED] + SELECTION
    return True


@routine
def _pivots(work: Floats, size: int, order: Ints, count: int, largest: float) -> bool:
    """Whether elimination in this order meets good pivots alone."""
    for i in range(count):
        most = 0.0
        for j in range(size):
            most = max(most, abs(work[i * size + j]))
        pivot = work[i * size + order[i]]
        if not (abs(pivot) >= _GOOD * most and most >= _LEAST * largest):
            return False
        for k in range(i + 1, count):
            factor = work[k * size + order[i]] / pivot
            for j in range(size):
                work[k * size + j] = work[k * size + j] - factor * work[i * size + j]
    return True


@routine
def note_choice(modes: Ints, size: int, rank: int) -> None:
    """The selection, in the plan that is made."""
    length = plan_length(modes, size)
    made = modes[modes[PLAN] + length :]
    if made[OPEN_TO] == 0:
        return
    rows = modes[ROWS]
    made[RANK] = rank
    for i in range(rank):
        made[CHOSEN + i] = modes[modes[FREE] + i]
    for j in range(size):
        made[CHOSEN + rows + j] = modes[modes[FREE] + 2 * rows + j]


# ── contacts ──────────────────────────────────────────────────────────────────────────────
@routine
def respond_planned(
    modes: Ints,
    size: int,
    part: int,
    A: Floats,
    q: Floats,
    rows: int,
    held: Ints,
    contacts: Ints,
    count: int,
    use: Ints,
    floor: Floats,
    laws: Floats,
    d: Floats,
    guess: Ints,
    x: Floats,
    w: Floats,
    choices: Ints,
    scratch: Floats,
    shares: int,
) -> bool:
    """As `respond`, with the plan's guess first; `part` is IMPACT or REST."""
    place = CHOSEN + rows + size + (count if part == REST else 0)
    given = modes[modes[PLAN] :]
    if given[FOR] > 0 and count > 0:
        usable = _taken_over(given[place:], contacts, count, use, guess)
        if usable:
            guessed(
                A, q, rows, held, contacts, count, use, floor, laws, d, guess, x, w, choices,
                scratch, shares,
            )  # fmt: skip
            faulty = worst(
                q, rows, contacts, count, use, floor, laws, d, guess, x, w, choices, shares
            )  # fmt: skip
            if faulty < 0:
                given[ADOPTED] = given[ADOPTED] + part
                _note_guess(modes, size, place, count, guess)
                return True
    fits = respond(
        A, q, rows, held, contacts, count, use, floor, laws, d, guess, x, w, choices, scratch,
        shares,
    )  # fmt: skip
    if fits:
        _note_guess(modes, size, place, count, guess)
    return fits


@routine
def _taken_over(planned: Ints, contacts: Ints, count: int, use: Ints, guess: Ints) -> bool:
    """Whether a planned guess may be one now: no direction in which to begin to slide is open."""
    for c in range(count):
        slips = contacts[c * RECORD + SLIPS]
        begins = planned[c] == CLOSED and slips > 0 and use[c] != SLIDING
        absent = use[c] == ABSENT and planned[c] != OPEN
        if planned[c] < 0 or begins or absent:
            return False
        guess[c] = planned[c]
    return True


@routine
def _note_guess(modes: Ints, size: int, place: int, count: int, guess: Ints) -> None:
    length = plan_length(modes, size)
    if modes[modes[PLAN] + length + OPEN_TO] == 0:
        return
    begin = modes[PLAN] + place + length
    for c in range(count):
        modes[begin + c] = guess[c]
