"""Slots: where values that cross from one chunk of a Program to another are kept.

Each such value has a place in the workspace from the chunk that makes it to the last chunk that
reads it; afterwards the place is free for another. The sines and cosines of a SINCOS have one
run of places together: first the sines, then the cosines, each padded to the Program's widest
SINCOS, so that one function serves all of them and stores whole vectors. Twins lie side by side.

From: kane/program/program.py    Next: llvm_body.py, c.py
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from kane.algebra.op import Op
from kane.program.program import Program

_OF_TWINS = 2
_UNSTORED = frozenset({int(Op.CONSTANT), int(Op.INPUT)})  # read anew wherever they are needed


@dataclass(frozen=True, slots=True, kw_only=True)
class Slots:
    """Place in the workspace of every value that crosses; `count` places in all.

    `width` is a power of two: how many angles the widest SINCOS has, or 0 without any.
    """

    of: Mapping[int, int]
    count: int
    width: int


def bounds(program: Program) -> list[tuple[int, int]]:
    """First value of each chunk and the one after its last; one chunk where it is not cut."""
    cuts = [1, *(cut for cut in program.chunks if 1 < cut < len(program)), len(program)]
    return list(pairwise(cuts))


def allocate(program: Program) -> Slots:
    """Slots of a Program, reused when the last chunk that reads them is done."""
    last, width = last_uses(program), _width(program)
    _with_twins(program, last)
    starts = [start for start, _ in bounds(program)]
    ends: dict[int, list[int]] = {}
    for value, chunk in last.items():
        ends.setdefault(chunk, []).append(value)
    of: dict[int, int] = {}
    free: dict[int, list[int]] = {}
    count, done = 0, 0
    for value in sorted(last):
        chunk = bisect_right(starts, value) - 1
        while done < chunk:  # what the chunks before this one were the last to read
            for dead in ends.get(done, ()):
                free.setdefault(_size(program, dead, width), []).append(of[dead])
            done += 1
        size = _size(program, value, width)
        if size == _OF_TWINS and count % size and not free.get(size):
            free.setdefault(1, []).append(count)  # so that twins lie in one line of the cache
            count += 1
        reusable = free.get(size)
        if reusable:
            of[value] = reusable.pop()
        else:
            of[value] = count
            count += size
    of |= {twin.other: of[value] + 1 for value, twin in program.twins.items() if value in of}
    return Slots(of=of, count=count, width=width)


def _with_twins(program: Program, last: dict[int, int]) -> None:
    """Twins have one place of two: it is taken until the last of both is read."""
    for value, twin in program.twins.items():
        chunk = last.pop(twin.other, 0)
        if chunk:
            last[value] = max(chunk, last.get(value, 0))


def last_uses(program: Program) -> dict[int, int]:
    """The last chunk that reads each value made in an earlier one.

    A reader of an ITEM, and an ITEM itself, reads the SINCOS it is taken from.
    """
    last: dict[int, int] = {}
    ops, all_args = program.ops, program.args
    chunks = bounds(program)
    for chunk, (start, stop) in enumerate(chunks):
        if chunk == 0:
            continue
        lines = zip(ops[start:stop], all_args[start:stop], strict=True)
        read = {abs(arg) for op, args in lines if op not in _UNSTORED for arg in args}
        for value in read:
            made = all_args[value][0] if ops[value] == Op.ITEM else value
            if made < start and ops[made] not in _UNSTORED:
                last[made] = chunk
    return last


def item_place(program: Program, item: int, width: int) -> int:
    """Which place of its SINCOS an ITEM is at: sines first, then cosines."""
    attribute = program.attributes[item]
    assert isinstance(attribute, int)
    operand, kind = divmod(attribute, 2)
    return operand + kind * width


def _size(program: Program, value: int, width: int) -> int:
    """How many places a value takes: one, or those of all the sines and cosines of a SINCOS."""
    if program.ops[value] == Op.SINCOS:
        return 2 * width
    return _OF_TWINS if value in program.twins else 1


def _width(program: Program) -> int:
    """The least power of two that no SINCOS has more operands than."""
    sincos = int(Op.SINCOS)
    counts = [len(program.args[k]) for k, op in enumerate(program.ops) if op == sincos]
    return 1 << (max(counts) - 1).bit_length() if counts else 0
