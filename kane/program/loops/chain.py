"""Forward dynamics of a long chain: its segments side by side, one in each lane.

A group is as many segments as there are lanes, W, each of n bodies: body i of segment s is body
s·n + i of the chain, and element k of lane s of a block lies at W·k + s. A chain of several
groups passes twice inward, because that costs less than to keep every pivot in far memory.
Places of the memory, in doubles:

    motion    q, u, τ, u̇: of each, n blocks a group
    pivots    what the pass inward leaves to the pass outward, of one group
    carry     two blocks of the pass inward, two of the others
    ends      of each group: ω of the tips, the last block inward, laws, what reaches the segments

The sizes are those of kane/dynamics/loop/chain_steps.py and chain_join.py; a test compares them.

From: kane/dynamics/loop/chain_join.py    Next: chain_couple.py, kane/machine/loop.py
"""

from __future__ import annotations

from collections.abc import Callable

from kane.program.arrays import Floats
from kane.program.loops.chain_couple import Join, Reach, begin, couple
from kane.program.loops.chain_sizes import (
    CARRY,
    END,
    FIXED,
    PIVOT,
    REACHED,
    ROW,
    SETTLE,
    SPIN,
    TIPS,
)
from kane.program.routine import routine

Spin = Callable[[Floats, Floats, Floats, Floats, Floats, Floats], None]
Inward = Callable[[Floats, Floats, Floats, Floats, Floats, Floats, Floats, Floats, Floats], None]
Settle = Callable[[Floats, Floats, Floats, Floats, Floats, Floats, Floats, Floats], None]


@routine
def chain_forward(
    spin: Spin,
    inward: Inward,
    settle: Settle,
    join: Join,
    reach: Reach,
    table: Floats,
    base: Floats,
    q: Floats,
    u: Floats,
    tau: Floats,
    udot: Floats,
    count: int,
    groups: int,
    steps: int,
    lanes: int,
    memory: Floats,
    work: Floats,
) -> None:
    """u̇ of a chain of `count` bodies; `base` is (0, −g) of the ground, six numbers."""
    blocks = groups * steps * lanes
    pivots = memory[4 * blocks :]
    carry = pivots[PIVOT * steps * lanes :]
    ends = carry[(2 * CARRY + 2 * SPIN) * lanes :]
    room = ends[END * groups * lanes :]
    deal(q, memory, count, groups * lanes, steps, lanes)
    deal(u, memory[blocks:], count, groups * lanes, steps, lanes)
    deal(tau, memory[2 * blocks :], count, groups * lanes, steps, lanes)
    for k in range(3):
        room[k] = 0.0
    for g in range(groups):
        at = g * steps * lanes
        turns = pass_spin(spin, table[ROW * at :], memory[at:], blocks, steps, lanes, carry, work)
        begin(carry[turns:], lanes, room, ends[END * g * lanes + TIPS * lanes :])
    for g in range(groups - 1, -1, -1):
        at = g * steps * lanes
        end = ends[END * g * lanes :]
        begun(end[TIPS * lanes :], lanes, carry)
        rows = table[ROW * at :]
        last = pass_inward(inward, rows, memory[at:], blocks, pivots, steps, lanes, carry, work)
        for k in range(CARRY * lanes):
            end[k] = carry[last + k]
    couple(join, reach, ends, base, groups, lanes, room, work)
    for g in range(groups):
        at = g * steps * lanes
        end = ends[END * g * lanes :]
        rows = table[ROW * at :]
        if groups > 1:
            begun(end[TIPS * lanes :], lanes, carry)
            pass_inward(inward, rows, memory[at:], blocks, pivots, steps, lanes, carry, work)
        pass_outward(settle, rows, memory[at:], blocks, pivots, steps, lanes, carry, end, work)
    gather(memory[3 * blocks :], udot, count, groups * lanes, steps, lanes)


@routine
def deal(given: Floats, blocks: Floats, count: int, segments: int, steps: int, lanes: int) -> None:
    """A list of bodies' scalars in blocks; those of bodies that are not there are zero."""
    for s in range(segments):
        here = min(max(count - s * steps, 0), steps)
        own = blocks[s // lanes * steps * lanes + s % lanes :]
        for i in range(here):
            own[i * lanes] = given[s * steps + i]
        for i in range(here, steps):
            own[i * lanes] = 0.0


@routine
def gather(blocks: Floats, made: Floats, count: int, segments: int, steps: int, lanes: int) -> None:
    """Blocks as a list of bodies' scalars."""
    for s in range(segments):
        here = min(max(count - s * steps, 0), steps)
        own = blocks[s // lanes * steps * lanes + s % lanes :]
        for i in range(here):
            made[s * steps + i] = own[i * lanes]


@routine
def pass_spin(
    spin: Spin,
    table: Floats,
    motion: Floats,
    blocks: int,
    steps: int,
    lanes: int,
    carry: Floats,
    work: Floats,
) -> int:
    """R and ω of every segment's tip from its base's; where in `carry` they are."""
    now = 0
    block = SPIN * lanes
    for k in range(SPIN * lanes):
        carry[k] = 0.0
    for k in range(3):
        for lane in range(lanes):
            carry[4 * k * lanes + lane] = 1.0
    for i in range(steps):
        at = i * lanes
        rows = table[ROW * at :]
        spin(carry[now:], rows, motion[at:], motion[blocks + at :], carry[block - now :], work)
        now = block - now
    return now


@routine
def begun(tips: Floats, lanes: int, carry: Floats) -> None:
    """The first carry of the pass inward: R = 1, ω of the tip, nothing carried, G = 1."""
    for k in range(CARRY * lanes):
        carry[k] = 0.0
    for k in range(3 * lanes):
        carry[9 * lanes + k] = tips[k]
    for lane in range(lanes):
        for k in range(3):
            carry[4 * k * lanes + lane] = 1.0
        for k in range(6):
            carry[(39 + 7 * k) * lanes + lane] = -1.0


@routine
def pass_inward(
    inward: Inward,
    table: Floats,
    motion: Floats,
    blocks: int,
    pivots: Floats,
    steps: int,
    lanes: int,
    carry: Floats,
    work: Floats,
) -> int:
    """Every segment from its tip to its base; where in `carry` the last block is."""
    now = 0
    block = CARRY * lanes
    for i in range(steps - 1, -1, -1):
        at = i * lanes
        inward(
            carry[now:],
            table[ROW * at :],
            table[ROW * at + FIXED * lanes :],
            motion[at:],
            motion[blocks + at :],
            motion[2 * blocks + at :],
            carry[block - now :],
            pivots[PIVOT * at :],
            work,
        )
        now = block - now
    return now


@routine
def pass_outward(
    settle: Settle,
    table: Floats,
    motion: Floats,
    blocks: int,
    pivots: Floats,
    steps: int,
    lanes: int,
    carry: Floats,
    end: Floats,
    work: Floats,
) -> None:
    """Every segment from its base to its tip."""
    now = 0
    block = SETTLE * lanes
    reached = end[REACHED * lanes :]
    for k in range(6 * lanes):
        carry[k] = reached[k]
    for k in range(3 * lanes):
        carry[6 * lanes + k] = end[9 * lanes + k]
    for i in range(steps):
        at = i * lanes
        settle(
            carry[now:],
            reached[6 * lanes :],
            table[ROW * at :],
            motion[blocks + at :],
            pivots[PIVOT * at :],
            carry[block - now :],
            motion[3 * blocks + at :],
            work,
        )
        now = block - now
