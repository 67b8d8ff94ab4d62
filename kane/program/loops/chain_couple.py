"""The segments of a chain coupled: ω of their tips outward, their laws inward, their bases' A.

From: chain_sizes.py    Next: chain.py
"""

from __future__ import annotations

from collections.abc import Callable

from kane.program.arrays import Floats
from kane.program.loops.chain_sizes import BODY, CARRY, END, LAW, LAWS, REACHED, SPIN
from kane.program.routine import routine

Join = Callable[[Floats, Floats, Floats, Floats, Floats, Floats], None]
Reach = Callable[[Floats, Floats, Floats, Floats, Floats], None]


@routine
def begin(spins: Floats, lanes: int, omega: Floats, tips: Floats) -> None:
    """ω of the tips of a group, each along its own axes: Rᵀ ω of the base, and what is added.

    `omega` is that of the group's base, and then of its last tip.
    """
    x = omega[0]
    y = omega[1]
    z = omega[2]
    for lane in range(lanes):
        one = spins[lane:]
        x0 = x
        y0 = y
        z0 = z
        x = one[9 * lanes] + one[0] * x0 + one[3 * lanes] * y0 + one[6 * lanes] * z0
        y = one[10 * lanes] + one[lanes] * x0 + one[4 * lanes] * y0 + one[7 * lanes] * z0
        z = one[11 * lanes] + one[2 * lanes] * x0 + one[5 * lanes] * y0 + one[8 * lanes] * z0
        tips[lane] = x
        tips[lanes + lane] = y
        tips[2 * lanes + lane] = z
    omega[0] = x
    omega[1] = y
    omega[2] = z


@routine
def couple(
    join: Join,
    reach: Reach,
    ends: Floats,
    base: Floats,
    groups: int,
    lanes: int,
    room: Floats,
    work: Floats,
) -> None:
    """The law of every segment, from the last to the first; then what reaches each."""
    joined = room[3:]
    own = joined[2 * BODY :]
    segments = groups * lanes
    taken(ends, segments - 1, lanes, own)
    for k in range(BODY):
        joined[k] = own[SPIN + k]
    last = ends[law_of(segments - 1, lanes) :]
    for k in range(LAW):
        last[k] = 0.0
    now = 0
    here = 0
    for s in range(segments - 2, -1, -1):
        turn = own[here:]
        here = CARRY - here
        taken(ends, s, lanes, own[here:])
        law = ends[law_of(s, lanes) :]
        join(joined[now:], turn, own[here:], joined[BODY - now :], law, work)
        now = BODY - now
    reach_all(reach, ends, base, segments, lanes, own, work)


@routine
def reach_all(
    reach: Reach,
    ends: Floats,
    base: Floats,
    segments: int,
    lanes: int,
    room: Floats,
    work: Floats,
) -> None:
    """A of every segment's base's parent along its axes, and f at its tip."""
    before = room[CARRY:]
    made = before[6:]
    for k in range(6):
        before[k] = base[k]
    for s in range(segments):
        taken(ends, s, lanes, room)
        reach(before, room, ends[law_of(s, lanes) :], made, work)
        kept = ends[(END * (s // lanes) + REACHED) * lanes + s % lanes :]
        for k in range(12):
            kept[k * lanes] = made[k]
        for k in range(6):
            before[k] = made[12 + k]


@routine
def taken(ends: Floats, s: int, lanes: int, own: Floats) -> None:
    """A segment's last block inward."""
    block = ends[END * (s // lanes) * lanes + s % lanes :]
    for k in range(CARRY):
        own[k] = block[k * lanes]


@routine
def law_of(s: int, lanes: int) -> int:
    """Where a segment's law is."""
    return (END * (s // lanes) + LAWS) * lanes + LAW * (s % lanes)
