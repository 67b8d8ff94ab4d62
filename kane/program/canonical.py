"""The form of a Program that depends on what it computes alone.

    v1 = mul b a      v2 = mul c a      v3 = add v2 v1
    v1 = mul a c      v2 = mul a b      v3 = add v1 v2      ▶ the same columns for both

A graph keeps what was made in it before, and its nodes have the order in which they were first
needed; so a Program drawn from it has the same operations whatever was derived before, but not
always in the same order, and rounds differently. Here operands that may be exchanged are put in the
order of their digests, and instructions follow from the outputs, depth first. A run that goes on
in another session needs that: it has to have the same bits.

From: rewrite.py    Next: kane/pipeline.py
"""

from __future__ import annotations

import struct
from collections.abc import Hashable
from typing import Final
from zlib import crc32

from kane.algebra.op import Op
from kane.program.draft import arranged
from kane.program.program import Program

_EXCHANGED: Final = frozenset({int(Op.ADD), int(Op.MUL), int(Op.MIN), int(Op.MAX)})
_LEAVES: Final = int(Op.INPUT)
_OTHER_SIGN: Final = 0x5DEECE66D


def canonical(program: Program) -> Program:
    """The same values under the same names, in an order that their meaning gives."""
    args, digests = list(program.args), [0] * len(program)
    for index, (op, operands) in enumerate(zip(program.ops, program.args, strict=True)):
        if op <= _LEAVES:
            digests[index] = hash((op, operands, _bits(program.values.get(index))))
            continue
        known = [digests[arg] if arg >= 0 else digests[-arg] ^ _OTHER_SIGN for arg in operands]
        if op in _EXCHANGED and known[0] > known[1]:
            args[index] = (operands[1], operands[0])
            known.reverse()
        digests[index] = hash((op, tuple(known), _text(program.attributes.get(index))))
    exchanged = program.replace(args=tuple(args))
    return arranged(exchanged, _from_outputs(exchanged))


def _from_outputs(program: Program) -> list[int]:
    """Instructions after their operands, the first output's first."""
    ops, args = program.ops, program.args
    found: list[int] = []
    done = bytearray(len(program))
    done[0] = 1
    todo = [abs(ref) for output in reversed(program.outputs) for ref in reversed(output.refs)]
    while todo:
        index = todo[-1]
        needed = [] if done[index] or ops[index] <= _LEAVES else args[index]
        missing = [abs(arg) for arg in reversed(needed) if not done[abs(arg)]]
        if missing:
            todo += missing
            continue
        todo.pop()
        if not done[index]:
            done[index] = 1
            found.append(index)
    return found


def _bits(value: float | None) -> int:
    return 0 if value is None else int(struct.unpack("<q", struct.pack("<d", value))[0])


def _text(attribute: Hashable) -> int:
    """A number for what else an instruction is told; Python's own for texts is not the same in
    every process."""
    return 0 if attribute is None else crc32(repr(attribute).encode())
