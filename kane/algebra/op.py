"""The operations a scalar can be made of, in one table.

The same codes serve the graph (`graph.py`), the Program and every emitter, so that a reader
learns them once.

From: —    Next: graph.py
"""

from __future__ import annotations

from enum import IntEnum, unique


@unique
class Op(IntEnum):
    """What a node is. Negation is not here: it is the sign of a reference."""

    CONSTANT = 0
    PI = 1
    SYMBOL = 2  # a free scalar in a graph
    INPUT = 3  # the same, with its place among a Program's inputs

    ADD = 4
    SUB = 5
    MUL = 6
    DIV = 7
    SQRT = 8
    SIN = 9
    COS = 10
    TAN = 11
    ASIN = 12
    ACOS = 13
    ATAN = 14
    ATAN2 = 15
    EXP = 16
    LOG = 17
    TANH = 18
    ABS = 19
    SIGN = 20
    MIN = 21
    MAX = 22

    LESS = 23  # conditions: true or false
    LESS_EQUAL = 24
    EQUAL = 25
    AND = 26
    OR = 27
    NOT = 28
    WHERE = 29  # condition, value if true, value if false

    SINCOS = 30  # several values at once, read by ITEM: sines and cosines of the operands
    SOLVE = 31  # the solution of a linear system with a given sparsity
    CALL = 32  # an opaque function of its operands
    ITEM = 33  # one value of a node that has several


LEAVES = frozenset({Op.CONSTANT, Op.PI, Op.SYMBOL, Op.INPUT})
CONDITIONS = frozenset({Op.LESS, Op.LESS_EQUAL, Op.EQUAL, Op.AND, Op.OR, Op.NOT})
SEVERAL = frozenset({Op.SINCOS, Op.SOLVE, Op.CALL})  # read through ITEM (a CALL has one item)
ODD = frozenset({Op.SIN, Op.TAN, Op.ASIN, Op.ATAN, Op.TANH, Op.SIGN})  # f(−x) = −f(x)
EVEN = frozenset({Op.COS, Op.ABS})  # f(−x) = f(x)
