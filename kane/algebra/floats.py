"""What each operation does to plain floats, as IEEE 754 asks: NaN or ±∞, never an exception.

One table serves constant folding, derivations run on floats and the interpreter.

From: op.py    Next: store.py, functions.py, kane/program/interpret.py
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

from kane.algebra.op import Op


def _guarded(function: Callable[[float], float]) -> Callable[[float], float]:
    """A function of `math` that gives NaN or ∞ where Python would raise."""

    def guarded(x: float) -> float:
        try:
            return function(x)
        except OverflowError:
            return math.inf
        except ValueError:
            return -math.inf if function is math.log and x == 0 else math.nan

    return guarded


def divide(x: float, y: float) -> float:
    """x / y; ±∞ or NaN where y is zero."""
    if y != 0:
        return x / y
    if x == 0 or x != x:
        return math.nan
    return math.copysign(math.inf, x) * math.copysign(1.0, y)


def sign(x: float) -> float:
    """−1, 0 or 1; NaN of NaN."""
    return x if x != x else float((x > 0) - (x < 0))


def minimum(x: float, y: float) -> float:
    """The smaller; NaN if either is, the first of two equal ones."""
    return x if x <= y or x != x else y


def maximum(x: float, y: float) -> float:
    """The larger; NaN if either is, the first of two equal ones."""
    return x if x >= y or x != x else y


def _sincos(*angles: float) -> list[float]:
    sine, cosine = FUNCTIONS[Op.SIN], FUNCTIONS[Op.COS]
    return [value for angle in angles for value in (sine(angle), cosine(angle))]


FUNCTIONS: Final[dict[Op, Callable[[float], float]]] = {
    Op.SQRT: _guarded(math.sqrt),
    Op.SIN: _guarded(math.sin),
    Op.COS: _guarded(math.cos),
    Op.TAN: _guarded(math.tan),
    Op.ASIN: _guarded(math.asin),
    Op.ACOS: _guarded(math.acos),
    Op.ATAN: math.atan,
    Op.EXP: _guarded(math.exp),
    Op.LOG: _guarded(math.log),
    Op.TANH: math.tanh,
    Op.ABS: abs,
    Op.SIGN: sign,
}

APPLY: Final[dict[Op, Callable[..., Any]]] = {
    Op.ADD: lambda x, y: x + y,
    Op.SUB: lambda x, y: x - y,
    Op.MUL: lambda x, y: x * y,
    Op.DIV: divide,
    **FUNCTIONS,
    Op.ATAN2: math.atan2,
    Op.MIN: minimum,
    Op.MAX: maximum,
    Op.LESS: lambda x, y: x < y,
    Op.LESS_EQUAL: lambda x, y: x <= y,
    Op.EQUAL: lambda x, y: x == y,
    Op.AND: lambda a, b: bool(a) and bool(b),
    Op.OR: lambda a, b: bool(a) or bool(b),
    Op.NOT: lambda a: not a,
    Op.WHERE: lambda condition, a, b: a if condition else b,
    Op.SINCOS: _sincos,
}
