"""Constants: exact where their source is (int, Fraction), a float makes a fold a float.

From: op.py    Next: store.py
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Final

Number = int | float | Fraction

_EXACT_BITS: Final = 4096  # beyond, an exact constant costs more than it is worth


def plain(value: Number) -> Number:
    """The number as a graph keeps it: an int, a Fraction that is none, or another float.

    Floats that are integers below 2⁵³ count as exact, and −0.0 is zero. Exact numbers of more
    than 4096 bits become floats.
    """
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) < 2**53 else float(value)
    if max(value.numerator.bit_length(), value.denominator.bit_length()) > _EXACT_BITS:
        return rounded(value)
    return value.numerator if value.denominator == 1 else value


def rounded(value: Number) -> float:
    """The nearest float; ±∞ where there is none so large."""
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def product(a: Number, b: Number) -> Number:
    """a·b, exact where both are."""
    if isinstance(a, float) or isinstance(b, float):
        return rounded(a) * rounded(b)
    return a * b


def total(a: Number, b: Number) -> Number:
    """a + b, exact where both are."""
    if isinstance(a, float) or isinstance(b, float):
        return rounded(a) + rounded(b)
    return a + b


def finite(value: Number) -> bool:
    """Neither infinite nor NaN."""
    return not isinstance(value, float) or math.isfinite(value)
