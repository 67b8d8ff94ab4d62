"""The order of instructions: the longest way to the outputs first, as far as operands are ready.

    v3 = add v1 v2              v3 = mul v1 v1
    v4 = mul v1 v1              v4 = add v1 v2     (while the product is on its way)
    v5 = sin v4                 v5 = sin v3
    output x: v3 v5             output x: v4 v5

A processor starts a few operations each cycle and waits several cycles for each result. List
scheduling [Muchnick1997 §17.1.2] plays that through: of the instructions whose operands would be
there by now, the one goes next that the outputs wait longest for. (Claim `spine`, scalar over C,
10 joints: 150 → 131 ns; depth first from the outputs 155; eight lanes gain 5 %.)

From: fuse.py    Next: reach.py, chunk.py
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from typing import Final

import numpy as np

from kane.algebra.op import Op
from kane.algebra.rate import Rate
from kane.passes.chunk import operations
from kane.passes.reach import by_reach
from kane.program.draft import arranged, operands
from kane.program.program import Program

LONGEST: Final = 3_000  # operations that are scheduled
LONGEST_BRANCHED: Final = 15_000  # and that may go branch by branch: both cost 3 µs an operation
NEAR: Final = 24  # operations after which a value is no longer taken to be in a register
WIDE: Final = 1.85  # operations for each half cycle of the longest way

# In half cycles of current processors, which start about two operations a cycle.
_ARITHMETIC, _FUSED, _DIVISION, _FUNCTION = 6, 8, 30, 120
_LATENCY: Final = {
    **dict.fromkeys(Op, _FUNCTION),
    **dict.fromkeys((Op.CONSTANT, Op.INPUT, Op.ITEM), 0),
    **dict.fromkeys((Op.ADD, Op.SUB, Op.MUL, Op.ABS, Op.SIGN, Op.MIN, Op.MAX), _ARITHMETIC),
    **dict.fromkeys((Op.LESS, Op.LESS_EQUAL, Op.EQUAL, Op.AND, Op.OR, Op.NOT), _ARITHMETIC),
    Op.WHERE: _ARITHMETIC,
    **dict.fromkeys((Op.DIV, Op.SQRT), _DIVISION),
}
_OF_OP: Final = [_LATENCY[op] for op in Op]
_LAST_LEAF: Final = int(Op.INPUT)


def order(program: Program) -> Program:
    """The Program as a list schedule, set-up first; every value keeps its bits.

    A Program of more than `LONGEST` operations is not scheduled: its values would live too long
    (chains of 10 to 20 joints gain 15 %, of 40 nothing, of 80 lose 9 %). It keeps the order of
    creation, or goes branch by branch where that leaves less to be fetched from memory (decision
    0101). A `WIDE` one keeps the order of creation too, since it finds enough to do while it waits:
    with 1.8 operations for each half cycle of its longest way UR5's derivatives of forward dynamics
    gain 8 %, with 1.9 those of inverse dynamics lose 10 %, with 4.8 Panda's take 509 ns instead of
    205.
    """
    if program.twins:
        return by_reach(program)
    if (count := operations(program)) > LONGEST:
        return program if count > LONGEST_BRANCHED else _nearer(program, by_reach(program))
    setup: list[int] = [0]
    rest: list[int] = []
    for index in _schedule(program):
        if index:
            (setup if program.rates[index] <= Rate.PARAMETER else rest).append(index)
    sequence = [*setup, *rest]
    return program if sequence == list(range(len(program))) else arranged(program, sequence)


def _nearer(program: Program, other: Program) -> Program:
    """Of two orders the one in which fewer values are fetched from afar."""
    return other if _fetched(other) < _fetched(program) else program


def _fetched(program: Program) -> int:
    """How many operands were made, and last used, more than `NEAR` operations before."""
    ops = np.array(program.ops)
    clock = np.cumsum((ops > _LAST_LEAF) & (ops != Op.ITEM))
    values, users = operands(program)
    counted = ops[values] > _LAST_LEAF
    values, users = values[counted], users[counted]
    made = np.unique(values)
    value, touch = np.concatenate([made, values]), clock[np.concatenate([made, users])]
    in_order = np.lexsort((touch, value))
    far = np.diff(touch[in_order]) > NEAR
    return int(np.count_nonzero(far & (np.diff(value[in_order]) == 0)))


def _schedule(program: Program) -> list[int]:
    """The values in the order in which they are to be made.

    A heap of plain numbers, value − height·count, holds what is ready: the highest comes first.
    """
    users, missing = _dependences(program)
    latencies = _latencies(program, users)
    heights = _heights(users, latencies)
    count = len(missing)
    if _is_wide(latencies, heights):
        return list(range(count))
    rank = [i - height * count for i, height in enumerate(heights)]
    ready = [rank[i] for i in range(count) if not missing[i]]
    heapify(ready)
    coming: dict[int, list[int]] = {}  # what becomes ready at a later time
    known = [0] * count  # when the last of the operands is there
    sequence: list[int] = []
    now = 0
    while ready or coming:
        now = now if ready else min(coming)
        for later in coming.pop(now, ()):
            heappush(ready, later)
        latency = 0
        while ready and not latency:  # leaves and fused products take no time of their own
            index = heappop(ready) % count
            sequence.append(index)
            latency = latencies[index]
            done = now + latency
            for user in users[index]:
                known[user] = max(known[user], done)
                missing[user] -= 1
                if not missing[user] and known[user] <= now:
                    heappush(ready, rank[user])
                elif not missing[user]:
                    coming.setdefault(known[user], []).append(rank[user])
        now += 1
    return sequence


def _dependences(program: Program) -> tuple[list[list[int]], list[int]]:
    """The instructions that read each value, and how many operands each instruction has."""
    users: list[list[int]] = [[] for _ in program.ops]
    missing = [0] * len(users)
    for index, (op, args) in enumerate(zip(program.ops, program.args, strict=True)):
        if op != Op.INPUT:
            missing[index] = len(args)
            for arg in args:
                users[abs(arg)].append(index)
    return users, missing


def _latencies(program: Program, users: list[list[int]]) -> list[int]:
    """Of each instruction; a product that one sum takes up costs nothing of its own."""
    latencies = [_OF_OP[op] for op in program.ops]
    for index, (op, args) in enumerate(zip(program.ops, program.args, strict=True)):
        if op in (Op.ADD, Op.SUB):
            for value in map(abs, args):
                if program.ops[value] == Op.MUL and len(users[value]) == 1:
                    latencies[value], latencies[index] = 0, _FUSED
                    break
    return latencies


def _heights(users: list[list[int]], latencies: list[int]) -> list[int]:
    """From each result to the end, along the longest way."""
    heights = [0] * len(users)
    for index in range(len(users) - 1, -1, -1):
        if users[index]:
            heights[index] = max([heights[user] + latencies[user] for user in users[index]])
    return heights


def _is_wide(latencies: list[int], heights: list[int]) -> bool:
    """Whether there is much more to do than the longest way takes, so that it need not wait."""
    longest = max(height + own for height, own in zip(heights, latencies, strict=True))
    return len(latencies) - latencies.count(0) > WIDE * longest
