"""The functions a Routine may call besides other Routines, and what they do when run plainly.

Python raises where IEEE 754 has a value (1/0, √−1, exp 1000); native code must not. So the plain
run calls these instead: the same results as native code, NaN and infinities included.

From: routine_plain.py    Next: routine_check.py
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import reduce
from typing import Any, Final

from kane.program.routine_tree import Do

LARGEST: Final = 2**63 - 1


def divide(a: float, b: float) -> float:
    """a / b by IEEE 754."""
    try:
        return a / b
    except ZeroDivisionError:
        if a == 0 or a != a:
            return math.nan
        return math.copysign(math.inf, math.copysign(1.0, a) * math.copysign(1.0, b))


def integer(x: float) -> int:
    """x towards zero, held within 64 bits; 0 for NaN."""
    return _held(x, math.trunc)


def floor(x: float) -> int:
    """⌊x⌋, held within 64 bits; 0 for NaN."""
    return _held(x, math.floor)


def ceiling(x: float) -> int:
    """⌈x⌉, held within 64 bits; 0 for NaN."""
    return _held(x, math.ceil)


def _held(x: float, rounded: Callable[[float], int]) -> int:
    if x != x:
        return 0
    if math.isinf(x):
        return LARGEST if x > 0 else -LARGEST - 1
    return max(-LARGEST - 1, min(LARGEST, rounded(x)))


def minimum(a: float, *others: float) -> float:
    """The smallest; NaN if any is; the first of equals."""
    return reduce(lambda x, y: _chosen(x, y, y < x), others, a)


def maximum(a: float, *others: float) -> float:
    """The largest; NaN if any is; the first of equals."""
    return reduce(lambda x, y: _chosen(x, y, y > x), others, a)


def _chosen(a: float, b: float, second: bool) -> float:
    if isinstance(a, int) and isinstance(b, int):
        return b if second else a
    return float(a if a != a else b if b != b or second else a)


def _guarded(function: Callable[[float], float]) -> Callable[[float], float]:
    def guarded(x: float) -> float:
        try:
            return function(x)
        except OverflowError:
            return math.inf
        except ValueError:
            return -math.inf if function is math.log and x == 0 else math.nan

    return guarded


# Python's function → what is done, of doubles.
UNARY: Final[dict[Any, Do]] = {
    math.sqrt: Do.SQRT,
    math.sin: Do.SIN,
    math.cos: Do.COS,
    math.tan: Do.TAN,
    math.asin: Do.ASIN,
    math.acos: Do.ACOS,
    math.atan: Do.ATAN,
    math.exp: Do.EXP,
    math.log: Do.LOG,
    math.tanh: Do.TANH,
    math.fabs: Do.FLOAT_ABSOLUTE,
}
BINARY: Final[dict[Any, Do]] = {math.atan2: Do.ATAN2, math.copysign: Do.COPY_SIGN}
TESTS: Final[dict[Any, Do]] = {
    math.isfinite: Do.IS_FINITE,
    math.isinf: Do.IS_INFINITE,
    math.isnan: Do.IS_NAN,
}
ROUNDED: Final[dict[Any, Do]] = {math.floor: Do.FLOOR, math.ceil: Do.CEILING}
# Python's function → (of integers, of doubles).
EITHER: Final[dict[Any, tuple[Do, Do]]] = {
    abs: (Do.INT_ABSOLUTE, Do.FLOAT_ABSOLUTE),
    min: (Do.INT_MINIMUM, Do.FLOAT_MINIMUM),
    max: (Do.INT_MAXIMUM, Do.FLOAT_MAXIMUM),
}

# Python's function → the one that the plain run calls in its place.
PLAIN: Final[dict[Any, Callable[..., Any]]] = {
    **{function: _guarded(function) for function in UNARY},
    math.floor: floor,
    math.ceil: ceiling,
    int: integer,
    min: minimum,
    max: maximum,
}
