"""Constants folded in double precision; division by a constant as a multiplication.

    v2 = constant(2.0)           v2 = constant(1.4142135623730951)
    v3 = sqrt v2
    v4 = div v1 v3               v3 = constant(0.7071067811865475)
    output x: v4                 v4 = mul v3 v1

Lowering made exact constants floats, so that now √2, sin 3 or 2·(π·x) can be folded. Values that
become equal are shared. A Program in which nothing folds is returned as it is.

From: expand_solve.py    Next: factor.py
"""

from __future__ import annotations

import math

from kane.algebra.floats import FUNCTIONS
from kane.algebra.graph import Graph
from kane.algebra.number import rounded
from kane.algebra.op import LEAVES, Op
from kane.program.elimination import product
from kane.program.program import Program
from kane.program.rewrite import Rewriting, Special


def fold(program: Program) -> Program:
    """The Program with the constructors' identities applied to its rounded constants."""
    if not _folds(program):
        return program
    rewriting = Rewriting(program)
    rewriting.run(Graph.build, _SPECIAL)
    return rewriting.result()


def _folds(program: Program) -> bool:
    """Whether an instruction has operands that an identity is about."""
    values, ops, args = program.values, program.ops, program.args
    for op, operands in zip(ops, args, strict=True):
        if op <= Op.INPUT:
            continue
        if len(operands) == 2:
            a, b = operands
            if a in values or b in values or -a in values or -b in values:
                if _touches(program, op, a, b):
                    return True
            elif a == b and op != Op.ADD and op != Op.MUL:
                return True
        elif _folds_alone(program, op, operands):
            return True
    return False


def _touches(program: Program, op: int, a: int, b: int) -> bool:
    """Whether an operation of two values, one or both constant, becomes another."""
    constant, other = (abs(a), abs(b)) if abs(a) in program.values else (abs(b), abs(a))
    if other in program.values or constant == 0:
        return True
    if op == Op.MUL:
        return program.values[constant] == 1.0 or _has_constant(program, other, _PRODUCTS)
    if op in _SUMS:
        return _has_constant(program, other, _SUMS)
    return op in _JOINED or (op == Op.DIV and abs(b) == constant)


def _has_constant(program: Program, index: int, kinds: frozenset[Op]) -> bool:
    return program.ops[index] in kinds and any(
        abs(arg) in program.values for arg in program.args[index]
    )


def _folds_alone(program: Program, op: int, operands: tuple[int, ...]) -> bool:
    values = program.values
    if op == Op.WHERE:
        return operands[0] in values or operands[1] == operands[2]
    if op == Op.SINCOS:
        return any(abs(arg) in values for arg in operands)
    return op in _FOLDED and all(abs(arg) in values for arg in operands)


def _product(rewriting: Rewriting, index: int) -> int:
    """x·y; constants are gathered, but no constant is drawn out of a product with x or y.

    That could cost a multiplication, where something else uses the product too.
    """
    graph = rewriting.graph
    x, y = rewriting.operands(index)
    root = x == y and graph.ops[abs(x)] == Op.SQRT
    if root or abs(x) in graph.values or abs(y) in graph.values:
        return graph.mul(x, y)
    return product(graph, x, y)


def _function(rewriting: Rewriting, index: int) -> int:
    """f(x), in double precision where x is constant, exact or not."""
    (x,) = rewriting.operands(index)
    return _applied(rewriting.graph, Op(rewriting.program.ops[index]), x)


def _applied(graph: Graph, op: Op, x: int) -> int:
    value = graph.number(x)
    if value is None:
        return graph.function(op, x)
    result = float(FUNCTIONS[op](rounded(value)))
    if math.isfinite(result):
        return graph.constant(result)
    return graph.node(op, (x,))  # left to run time, where it is NaN or infinite


def _item(rewriting: Rewriting, index: int) -> int:
    """One value of several; of sines and cosines that are packed, taken out again."""
    program, node = rewriting.program, rewriting.program.args[index][0]
    if program.ops[node] != Op.SINCOS:
        return rewriting.as_written(index)
    item = program.attributes[index]
    assert isinstance(item, int)
    angle = rewriting.moved[program.args[node][item // 2]]
    return _applied(rewriting.graph, Op.COS if item % 2 else Op.SIN, angle)


def _quotient(rewriting: Rewriting, index: int) -> int:
    """x/y; x·(1/y) where y is a constant and has a finite reciprocal."""
    graph = rewriting.graph
    x, y = rewriting.operands(index)
    constant, dividend = graph.number(y), graph.number(x)
    if constant is None:
        return graph.div(x, y)
    divisor = rounded(constant)
    if divisor == 0 or not math.isfinite(divisor) or abs(divisor) < _SMALLEST:
        return graph.node(Op.DIV, (x, y))  # left to run time, as written
    if dividend is not None:
        return graph.constant(rounded(dividend) / divisor)
    return graph.mul(graph.constant(1.0 / divisor), x)


def _angle(rewriting: Rewriting, index: int) -> int:
    graph = rewriting.graph
    y, x = rewriting.operands(index)
    vertical, horizontal = graph.number(y), graph.number(x)
    if vertical is None or horizontal is None:
        return graph.atan2(y, x)
    return graph.constant(math.atan2(rounded(vertical), rounded(horizontal)))


_JOINED = frozenset({Op.SINCOS, Op.AND, Op.OR})
_SMALLEST = 2.0**-1000  # whose reciprocal is still finite
_PRODUCTS, _SUMS = frozenset({Op.MUL}), frozenset({Op.ADD, Op.SUB})
_FOLDED = frozenset(Op) - LEAVES - {Op.SINCOS, Op.SOLVE, Op.CALL, Op.ITEM}
_SPECIAL: dict[int, Special] = {
    **dict.fromkeys(FUNCTIONS, _function),
    Op.MUL: _product,
    Op.DIV: _quotient,
    Op.ATAN2: _angle,
    Op.ITEM: _item,
}
