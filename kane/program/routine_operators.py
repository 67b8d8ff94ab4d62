"""Operators and functions on typed operands: which operation they are, with what conversions.

From: routine_expressions.py    Next: routine_functions.py
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any, Final

from kane.program.routine_functions import BINARY, EITHER, ROUNDED, TESTS, UNARY
from kane.program.routine_tree import Apply, Call, Expression, Number, contains
from kane.program.routine_types import Do, Kind

INT, FLOAT, BOOL = Kind.INT, Kind.FLOAT, Kind.BOOL
_ARITHMETIC: Final[dict[type[ast.operator], tuple[Do, Do]]] = {
    ast.Add: (Do.INT_ADD, Do.FLOAT_ADD),
    ast.Sub: (Do.INT_SUBTRACT, Do.FLOAT_SUBTRACT),
    ast.Mult: (Do.INT_MULTIPLY, Do.FLOAT_MULTIPLY),
}
_INTEGER: Final[dict[type[ast.operator], Do]] = {
    ast.FloorDiv: Do.INT_FLOOR_DIVIDE,
    ast.Mod: Do.INT_MODULO,
}
# comparison → (of integers, of doubles, operands exchanged)
COMPARISONS: Final[dict[type[ast.cmpop], tuple[Do, Do, bool]]] = {
    ast.Lt: (Do.INT_LESS, Do.FLOAT_LESS, False),
    ast.LtE: (Do.INT_LESS_EQUAL, Do.FLOAT_LESS_EQUAL, False),
    ast.Gt: (Do.INT_LESS, Do.FLOAT_LESS, True),
    ast.GtE: (Do.INT_LESS_EQUAL, Do.FLOAT_LESS_EQUAL, True),
    ast.Eq: (Do.INT_EQUAL, Do.FLOAT_EQUAL, False),
    ast.NotEq: (Do.INT_UNEQUAL, Do.FLOAT_UNEQUAL, False),
}
FUNCTIONS: Final = (
    *("int", "float", "abs", "min", "max"),
    *sorted(f"math.{one.__name__}" for one in (*UNARY, *BINARY, *ROUNDED, *TESTS)),
)


def combined(op: ast.operator, a: Expression, b: Expression) -> Expression | None:
    """a op b of two numbers; None where that is not in the subset."""
    if isinstance(op, ast.Div):
        return Apply(Do.FLOAT_DIVIDE, (as_float(a), as_float(b)), FLOAT)
    if type(op) in _ARITHMETIC:
        return either(*_ARITHMETIC[type(op)], a, b)
    if type(op) in _INTEGER and a.type is b.type is INT:
        return Apply(_INTEGER[type(op)], (a, b), INT)
    return None


def not_combined(op: ast.operator) -> tuple[str, str]:
    """What is wrong with an operator on numbers, and the remedy."""
    if type(op) in _INTEGER:
        return "// and % are for integers", "Write floor(x / y), or x - y * floor(x / y)"
    if isinstance(op, ast.Pow):
        return "** is not in the subset", "Write x * x, or exp(y * log(x)) for real powers"
    what = f"the operator {type(op).__name__} is not in the subset"
    return what, "Use + - * / and, for integers, // and %"


def compared(op: ast.cmpop, a: Expression, b: Expression) -> Expression:
    """a op b of two numbers, a condition."""
    of_integers, of_doubles, exchanged = COMPARISONS[type(op)]
    if exchanged:
        a, b = b, a
    if not a.type is b.type is INT:
        return Apply(of_doubles, (as_float(a), as_float(b)), BOOL)
    if a == b and not contains(a, Call):  # C compilers warn of n <= n
        return Number(isinstance(op, ast.LtE | ast.GtE | ast.Eq), BOOL)
    return Apply(of_integers, (a, b), BOOL)


def applied(function: Any, operands: Sequence[Expression]) -> Expression | None:
    """A function of Python on its operands; None where that is not in the subset."""
    if not callable(function) or function.__hash__ is None:
        return None
    numbers = {INT, FLOAT, BOOL} if function is int else {INT, FLOAT}
    if not {one.type for one in operands} <= numbers:
        return None
    match operands:
        case [x]:
            return _of_one(function, x)
        case [x, y] if function in BINARY:
            return Apply(BINARY[function], (as_float(x), as_float(y)), FLOAT)
        case [x, *others] if others and function in (min, max):
            for other in others:
                x = either(*EITHER[function], x, other)
            return x
    return None


def _of_one(function: Any, x: Expression) -> Expression | None:
    if function in UNARY:
        return Apply(UNARY[function], (as_float(x),), FLOAT)
    if function in TESTS:
        return Apply(TESTS[function], (as_float(x),), BOOL)
    if function in ROUNDED:
        return x if x.type is INT else Apply(ROUNDED[function], (x,), INT)
    if function is abs:
        return either(*EITHER[abs], x)
    if function is float:
        return as_float(x)
    return as_integer(x) if function is int else None


def as_float(made: Expression) -> Expression:
    """A number as a float."""
    if made.type is FLOAT:
        return made
    if isinstance(made, Number):
        return Number(float(made.value), FLOAT)
    return Apply(Do.INT_TO_FLOAT, (made,), FLOAT)


def as_integer(made: Expression) -> Expression:
    """A number or condition as an integer."""
    if made.type is INT:
        return made
    return Apply(Do.FLOAT_TO_INT if made.type is FLOAT else Do.BOOL_TO_INT, (made,), INT)


def either(of_integers: Do, of_doubles: Do, *operands: Expression) -> Expression:
    """An operation on integers if all operands are, else on doubles."""
    if all(one.type is INT for one in operands):
        return Apply(of_integers, operands, INT)
    return Apply(of_doubles, tuple(as_float(one) for one in operands), FLOAT)
