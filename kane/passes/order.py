"""The order of instructions: as they were created, or depth first from the outputs.

    v3 = mul v1 v1              v2 = mul v1 v1
    v4 = mul v2 v2              v3 = add v1 v2
    v5 = add v1 v3              v4 = …
    v6 = add v2 v4              (each output's work together)

From: hoist.py    Next: chunk.py
"""

from __future__ import annotations

from kane.algebra.op import Op
from kane.program.draft import arranged
from kane.program.program import Program


def order(program: Program) -> Program:
    """The Program in the order of creation: derivations go from base to tip and back."""
    return program


def depth_first(program: Program) -> Program:
    """The Program with each value just before its first use; every value keeps its bits."""
    ops, args = program.ops, program.args
    placed, sequence = bytearray(len(ops)), [0]
    placed[0] = 1
    stack = [abs(ref) for output in reversed(program.outputs) for ref in reversed(output.refs)]
    while stack:
        value = stack[-1]
        if placed[value]:
            stack.pop()
            continue
        needs = () if ops[value] == Op.INPUT else args[value]
        missing = [abs(arg) for arg in reversed(needs) if not placed[abs(arg)]]
        if missing:
            stack += missing
            continue
        stack.pop()
        placed[value] = 1
        sequence.append(value)
    return arranged(program, sequence)
