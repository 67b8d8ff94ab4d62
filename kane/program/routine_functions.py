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

from kane.algebra.floats import FUNCTIONS, divide, maximum, minimum
from kane.algebra.op import Op
from kane.program.routine_types import Do

LARGEST: Final = 2**63 - 1


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


def copy_sign(a: float, b: float) -> float:
    """|a| with the sign of b; NaN if b is, whose sign IEEE 754 leaves open."""
    return b if b != b else math.copysign(a, b)


def smallest(a: float, *others: float) -> float:
    """The smallest; NaN if any is; the first of equals. An integer only if all are."""
    return reduce(lambda x, y: _of_one_type(minimum, x, y), others, a)


def largest(a: float, *others: float) -> float:
    """The largest; NaN if any is; the first of equals. An integer only if all are."""
    return reduce(lambda x, y: _of_one_type(maximum, x, y), others, a)


def _of_one_type(function: Callable[[float, float], float], a: float, b: float) -> float:
    made = function(a, b)
    return made if isinstance(a, int) and isinstance(b, int) else float(made)


_OPS: Final = {
    math.sqrt: Op.SQRT,
    math.sin: Op.SIN,
    math.cos: Op.COS,
    math.tan: Op.TAN,
    math.asin: Op.ASIN,
    math.acos: Op.ACOS,
    math.atan: Op.ATAN,
    math.exp: Op.EXP,
    math.log: Op.LOG,
    math.tanh: Op.TANH,
}

# Python's function → what is done, of doubles.
UNARY: Final[dict[Any, Do]] = {
    **{function: Do[op.name] for function, op in _OPS.items()},
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
    math.fabs: math.fabs,
    **{function: FUNCTIONS[op] for function, op in _OPS.items()},
    math.floor: floor,
    math.ceil: ceiling,
    int: integer,
    math.copysign: copy_sign,
    min: smallest,
    max: largest,
}

__all__ = ["BINARY", "EITHER", "LARGEST", "PLAIN", "ROUNDED", "TESTS", "UNARY", "divide"]
