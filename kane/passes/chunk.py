"""Long Programs cut into functions of about `target.chunk` operations.

    v1 … v812                   v1 … v812
    v813 = mul v790 v801        ── cut ──               (chunks: v813)
    v814 = add v813 v2          v813 = mul v790 v801
    …                           v814 = add v813 v2 …

Compile time is quadratic in a function's length, and in long functions the run time suffers too
(FINDINGS §3: 55 k operations 0.65 s instead of 10.6). A cut is made where few values cross it;
between values that are read by ITEM and their items there is none. Conditions do not cross
either: a later function that needs one makes it again from what it compares.

From: order.py    Next: kane/emitters/llvm.py
"""

from __future__ import annotations

from itertools import chain, pairwise
from math import ceil

import numpy as np

from kane.algebra.op import CONDITIONS, LEAVES, Op
from kane.program.draft import Draft, arranged, operands
from kane.program.program import Program
from kane.program.target import Target


def chunk(program: Program, target: Target) -> Program:
    """The Program with `chunks` set where it is longer than `target.whole` operations."""
    count = operations(program)
    if count <= target.whole:
        return program
    gathered = _with_items_gathered(program)
    cuts = _cuts(gathered, target.chunk)
    if CONDITIONS.isdisjoint(gathered.ops):
        return gathered.replace(chunks=cuts)
    return _with_conditions_again(gathered, cuts)


def operations(program: Program) -> int:
    """How many instructions are work, not leaves or items."""
    return int(np.count_nonzero(_is_work(np.array(program.ops))))


def _is_work(ops: np.ndarray) -> np.ndarray:
    """Whether each instruction is an operation, not a leaf or an item."""
    work: np.ndarray = (ops > max(LEAVES)) & (ops != Op.ITEM)
    return work


def _cuts(program: Program, size: int) -> tuple[int, ...]:
    """The values before which to cut: equal pieces, two at least, each cut at a thin place near."""
    ops = np.array(program.ops)
    places = np.flatnonzero(ops != Op.ITEM)  # an item follows its node
    crossing = _crossing(program, ops)[places]
    done = np.cumsum(_is_work(ops))[places - 1]  # operations before each place
    total = int(np.count_nonzero(_is_work(ops)))
    piece = total / min(total, max(2, ceil(total / size)))
    cuts = []
    for middle in np.arange(piece, total - piece / 2, piece):
        first, end = np.searchsorted(done, [middle - piece / 4, middle + piece / 4])
        cuts.append(int(places[first + np.argmin(crossing[first : max(end, first + 1)])]))
    return tuple(cuts)


def _crossing(program: Program, ops: np.ndarray) -> np.ndarray:
    """How many values a cut before each instruction would part from their users.

    Inputs and constants count nothing: they can be read again anywhere.
    """
    values, users = operands(program)
    last = np.zeros(len(ops), int)
    last[values] = users  # users ascend, so that the last one stays
    made = np.flatnonzero((ops > max(LEAVES)) & (last > 0))
    starts = np.bincount(made + 1, minlength=len(ops) + 2)
    ends = np.bincount(last[made] + 1, minlength=len(ops) + 2)
    crossing: np.ndarray = np.cumsum(starts - ends)[: len(ops)]
    return crossing


def _with_items_gathered(program: Program) -> Program:
    """The Program with the items of each node right behind it."""
    items: dict[int, list[int]] = {}
    scattered = False
    for index, (op, args) in enumerate(zip(program.ops, program.args, strict=True)):
        if op == Op.ITEM:
            behind = items.setdefault(args[0], [args[0]])
            scattered |= behind[-1] != index - 1
            behind.append(index)
    if not scattered:
        return program
    order = (items.get(index, [index]) for index, op in enumerate(program.ops) if op != Op.ITEM)
    return arranged(program, chain.from_iterable(order))


def _with_conditions_again(program: Program, cuts: tuple[int, ...]) -> Program:
    """The Program cut there, each piece making the conditions that it needs."""
    draft = Draft(len(program))
    made_in: dict[int, int] = {}  # condition: the last piece that makes it
    starts = []
    for piece, (start, end) in enumerate(pairwise((0, *cuts, len(program)))):
        starts.append(len(draft))
        for index in range(start, end):
            for condition in _conditions(program, index):
                _make(program, draft, condition, piece, made_in)
            draft.copy(program, (index,))
            if program.ops[index] in CONDITIONS:
                made_in[index] = piece
    return draft.finish_like(program).replace(chunks=tuple(starts[1:]))


def _conditions(program: Program, index: int) -> list[int]:
    """The operands of an instruction that are conditions."""
    if program.ops[index] == Op.INPUT:
        return []
    return [arg for arg in program.args[index] if arg > 0 and program.ops[arg] in CONDITIONS]


def _make(
    program: Program, draft: Draft, condition: int, piece: int, made_in: dict[int, int]
) -> None:
    """Make a condition in this piece, unless it has it, and first those it joins."""
    stack = [condition]
    while stack:
        top = stack[-1]
        missing = [c for c in _conditions(program, top) if made_in[c] != piece]
        if made_in[top] == piece or not missing:
            stack.pop()
            if made_in[top] != piece:
                draft.copy(program, (top,))
                made_in[top] = piece
        else:
            stack += missing
