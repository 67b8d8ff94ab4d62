"""Dead code: what no output needs is left out.

    v1 = input(q, 0)            v1 = input(q, 0)
    v2 = sin v1
    v3 = mul v1 v1              v2 = mul v1 v1
    output x: v3                output x: v2

From: __init__.py    Next: expand_solve.py
"""

from __future__ import annotations

from kane.algebra.op import Op
from kane.program.draft import arranged
from kane.program.program import Program


def dead(program: Program) -> Program:
    """The Program without instructions that no output needs; every value keeps its bits."""
    needed = _needed(program)
    if all(needed):
        return program
    return arranged(program, [index for index, kept in enumerate(needed) if kept])


def _needed(program: Program) -> bytearray:
    """One byte an instruction: whether an output needs it (value 0 always stays)."""
    ops, args = program.ops, program.args
    needed = bytearray(len(ops))
    needed[0] = 1
    for output in program.outputs:
        for ref in output.refs:
            needed[abs(ref)] = 1
    for index in range(len(ops) - 1, 0, -1):
        if needed[index] and ops[index] != Op.INPUT:
            for arg in args[index]:
                needed[arg if arg >= 0 else -arg] = 1
    return needed
