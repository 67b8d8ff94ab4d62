"""Which contacts stay closed, which stick and which slide, once nothing approaches any more.

From: respond.py, impact.py    Next: change.py
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from kane.program.arrays import Floats, Ints
from kane.program.routine import routine
from kane.sim.modes.guess import ABSENT, CLOSED, COULOMB, OPEN, SLIDING, STUCK
from kane.sim.modes.impact import touches
from kane.sim.modes.layout import (
    APART,
    CONTACT_SWITCHES,
    CONTACT_TABLE,
    CONTACTS,
    LAWS,
    LOADED,
    MASKS,
    NORMAL,
    RATES,
    RECORD,
    REST,
    RESTS,
    ROWS,
    SCRATCH,
    SHARES,
    SLIDES,
    SLIP,
    SLIPS,
    SPEEDS,
    STATE,
    STICKS,
    SWITCHES,
)
from kane.sim.modes.plan import REST as REST_OF_PLAN
from kane.sim.modes.plan import respond_planned

_MORE: Final = 0.01  # of the cone
_TOGETHER: Final = 100.0  # times the slowest, a slip that ends with another one
_FOUND: Final = 1.001  # of the slowest, what is left of a slip where its end was found
_STILL: Final = 1e-6  # of the slowest, a slip that impulses have left of none
_CARRIED: Final = 1e-9  # of the largest acceleration, one at which an open contact stays


@routine
def settle(
    modes: Ints, size: int, extent: float, event: int, held: Ints, a: Floats, room: Floats,
    slowest: float, choices: Ints,
) -> bool:  # fmt: skip
    """Whether forces and accelerations fit; the contacts' states, masks and directions in a."""
    rows = modes[ROWS]
    count = modes[CONTACTS]
    contacts = modes[modes[CONTACT_TABLE] :]
    scratch = room[modes[SCRATCH] :]
    d = scratch[3 * rows :]
    q = scratch[2 * rows :]
    r = room[modes[RATES] :]
    for row in range(rows):
        q[row] = r[row]
        d[row] = a[modes[MASKS] + rows + row]
    for c in range(count):
        choices[c] = use_of(modes, size, extent, event, c, room, slowest, d)
        scratch[5 * rows + c] = 0.0
    fits = respond_planned(
        modes, size, REST_OF_PLAN, room[modes[LOADED] :], q, rows, held, contacts, count, choices,
        scratch[5 * rows :], room[modes[LAWS] :], d, choices[count:], scratch,
        scratch[rows:], choices[2 * count :], scratch[5 * rows + count :], modes[SHARES],
    )  # fmt: skip
    if fits:
        largest = 0.0
        for row in range(rows):
            largest = max(largest, abs(q[row]))
        for c in range(count):
            carried = abs(scratch[rows + contacts[c * RECORD + NORMAL]]) <= _CARRIED * largest
            _enter(modes, c, choices[c], choices[count + c], carried, choices[2 * count :], d, a)
            slips = event == modes[CONTACT_SWITCHES] + c * SWITCHES + SLIP
            most = room[modes[LAWS] + 3 * c + 2] * scratch[contacts[c * RECORD + NORMAL]]
            _allow(modes, c, slips, most, a)
    return fits


@routine
def use_of(
    modes: Ints, size: int, extent: float, event: int, c: int, room: Floats, slowest: float,
    d: Floats,
) -> int:  # fmt: skip
    """What a contact may do now; d is the direction of its slip, where it slides."""
    record = modes[modes[CONTACT_TABLE] + c * RECORD :]
    n = record[NORMAL]
    v = room[modes[SPEEDS] :]
    near = touches(room[modes[LAWS] + 3 * c], extent)
    if v[n] > slowest or not (near or record[STATE] != APART):
        return ABSENT
    speed = 0.0
    along = 0.0
    for k in range(n + 1, n + 1 + record[SLIPS]):
        speed += v[k] * v[k]
        along += v[k] * d[k]
    speed = sqrt(speed)
    comes_to_rest = event == modes[CONTACT_SWITCHES] + c * SWITCHES + REST
    slides = record[STATE] == SLIDES and along > 0.0 and not comes_to_rest
    kind = (event - modes[CONTACT_SWITCHES]) % SWITCHES
    rests = event >= modes[CONTACT_SWITCHES] and kind == REST and modes[SHARES] != 0
    if rests and speed <= _TOGETHER * slowest:  # feet of one body come to rest together
        return COULOMB
    told = slowest if modes[SHARES] != 0 else _STILL * slowest
    least = _FOUND * slowest if comes_to_rest else slowest
    if speed > least or (slides and speed > told):
        for k in range(n + 1, n + 1 + record[SLIPS]):
            d[k] = v[k] / speed
        return SLIDING
    return COULOMB


@routine
def _allow(modes: Ints, c: int, slips: bool, most: float, a: Floats) -> None:
    """How far an even share may leave the cone before slip is looked for again.

    Where feet share what they carry, the even share may leave it while another one sticks.
    """
    n = modes[modes[CONTACT_TABLE] + c * RECORD + NORMAL]
    allowed = a[modes[MASKS] + modes[ROWS] + n]
    if modes[modes[CONTACT_TABLE] + c * RECORD + STATE] != STICKS:
        allowed = 0.0
    elif slips and modes[SHARES] != 0:
        allowed += _MORE * most
    a[modes[MASKS] + modes[ROWS] + n] = allowed


@routine
def _enter(
    modes: Ints, c: int, use: int, guess: int, carried: bool, kept: Ints, d: Floats, a: Floats
) -> None:
    """The state of a contact, its rows' masks and directions."""
    record = modes[modes[CONTACT_TABLE] + c * RECORD :]
    n = record[NORMAL]
    masks = a[modes[MASKS] :]
    directions = a[modes[MASKS] + modes[ROWS] :]
    closed = use != ABSENT and guess != OPEN and kept[n] == 1
    masks[n] = 1.0 if closed else 0.0
    for k in range(n + 1, n + 1 + record[SLIPS]):
        masks[k] = 1.0 if closed and guess == STUCK and kept[k] == 1 else 0.0
        directions[k] = d[k] if closed and guess == CLOSED else 0.0
    rests = use != ABSENT and (guess != OPEN or carried)
    open_state = RESTS if rests else APART
    record[STATE] = (STICKS if guess == STUCK else SLIDES) if closed else open_state
