"""Expansion of the structured solve into straight-line arithmetic.

    v9 = solve(2; 0,0 1,0 1,1) v1 v2 v3 v4 v5      v9 = div v8 v3       (1 / A_11, v8 = 1)
    v10 = item(1) v9                               v10 = mul v2 v9      (L_10)
    v11 = item(0) v9                               v11 = mul v2 v10 …   (A_00 − L_10 A_10)
    output x: v11 v10                              output x: v14 v17

The arithmetic itself is `kane/program/elimination.py`: LᵀDL with the sparsity of the tree, no
pivoting, one division a row; solves of one matrix share its factors.

From: dead.py    Next: fold.py
"""

from __future__ import annotations

from kane.program.elimination import expanded
from kane.program.program import Program


def expand_solve(program: Program) -> Program:
    """The Program with every SOLVE as arithmetic; all other values keep their bits."""
    return expanded(program)
