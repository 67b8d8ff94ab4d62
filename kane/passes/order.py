"""The order of instructions: the longest way to the outputs first, as far as operands are ready.

    v3 = add v1 v2              v3 = mul v1 v1
    v4 = mul v1 v1              v4 = add v1 v2     (while the product is on its way)
    v5 = sin v4                 v5 = sin v3
    output x: v3 v5             output x: v4 v5

A processor starts a few operations each cycle and waits several cycles for each result. List
scheduling [Muchnick1997 §17.1.2] plays that through: of the instructions whose operands would be
there by now, the one goes next that the outputs wait longest for. (Claim `spine`, scalar over C,
10 joints: 150 → 131 ns; depth first from the outputs 155; eight lanes gain 5 %.)

From: hoist.py    Next: chunk.py
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heapify, heappop, heappush
from typing import Final

from kane.algebra.op import Op
from kane.algebra.rate import Rate
from kane.passes.chunk import operations
from kane.program.draft import arranged
from kane.program.program import Program

LONGEST: Final = 3_000

_SLOT: Final = 0.5  # cycles: two operations start in each
_LATENCY: Final = {  # cycles, of current processors
    **dict.fromkeys(Op, 3.0),
    **dict.fromkeys((Op.CONSTANT, Op.INPUT, Op.ITEM), 0.0),
    **dict.fromkeys((Op.DIV, Op.SQRT), 15.0),
    **dict.fromkeys((Op.SINCOS, Op.SIN, Op.COS, Op.TAN, Op.EXP, Op.LOG, Op.TANH), 60.0),
    **dict.fromkeys((Op.ASIN, Op.ACOS, Op.ATAN, Op.ATAN2, Op.CALL, Op.SOLVE), 60.0),
}
_FUSED: Final = 4.0  # cycles of a multiply-add


def order(program: Program) -> Program:
    """The Program as a list schedule, set-up first; every value keeps its bits.

    A Program of more than `LONGEST` operations keeps the order of creation: scheduled, its values
    live too long (chains of 10 to 20 joints gain 15 %, of 40 nothing, of 80 lose 9 %).
    """
    if operations(program) > LONGEST:
        return program
    setup: list[int] = [0]
    rest: list[int] = []
    for index in _schedule(program):
        (setup if program.rates[index] <= Rate.PARAMETER else rest).append(index)
    sequence = [*setup, *rest]
    return program if sequence == list(range(len(program))) else arranged(program, sequence)


def _schedule(program: Program) -> Iterator[int]:
    """The values 1, 2, … in the order in which they are to be made."""
    operands, users = _dependences(program)
    latencies = _latencies(program, users)
    heights = _heights(operands, latencies)
    missing = list(map(len, operands))
    ready = [(-heights[index], index) for index in range(1, len(program)) if not missing[index]]
    heapify(ready)
    coming: list[tuple[float, int]] = []  # values whose operands are there at a later time
    known = [0.0] * len(program)  # when the last of the operands is there
    now = 0.0
    while ready or coming:
        now = now if ready else max(now, coming[0][0])
        while coming and coming[0][0] <= now:
            _, index = heappop(coming)
            heappush(ready, (-heights[index], index))
        _, index = heappop(ready)
        yield index
        done = now + latencies[index]
        now += _SLOT if latencies[index] else 0.0
        for user in users[index]:
            known[user] = max(known[user], done)
            missing[user] -= 1
            if not missing[user]:
                heappush(coming, (known[user], user))


def _dependences(program: Program) -> tuple[list[set[int]], list[list[int]]]:
    """The values that each instruction reads, and the instructions that read each value."""
    operands: list[set[int]] = []
    users: list[list[int]] = [[] for _ in program.ops]
    for index, (op, args) in enumerate(zip(program.ops, program.args, strict=True)):
        read = set() if op == Op.INPUT else {abs(arg) for arg in args} - {0}
        operands.append(read)
        for value in read:
            users[value].append(index)
    return operands, users


def _latencies(program: Program, users: list[list[int]]) -> list[float]:
    """Cycles of each instruction; a product that one sum takes up costs nothing of its own."""
    latencies = [_LATENCY[Op(op)] for op in program.ops]
    for index, (op, args) in enumerate(zip(program.ops, program.args, strict=True)):
        if op in (Op.ADD, Op.SUB):
            products = [abs(arg) for arg in args if program.ops[abs(arg)] == Op.MUL]
            taken = next((value for value in products if users[value] == [index]), None)
            if taken is not None:
                latencies[taken], latencies[index] = 0.0, _FUSED
    return latencies


def _heights(operands: list[set[int]], latencies: list[float]) -> list[float]:
    """Cycles from each result to the end, along the longest way."""
    heights = [0.0] * len(operands)
    for index in range(len(operands) - 1, 0, -1):
        longer = heights[index] + latencies[index]
        for value in operands[index]:
            heights[value] = max(heights[value], longer)
    return heights
