"""Sized: a constant of the description, and how large the terms were that made it.

    (0.3 + 1e-17) − 0.3  →  0 exactly

Moving masses and origins about makes sums that should vanish and are left with rounding errors.
Each number therefore carries the size of its terms, and a sum smaller than its rounding error,
64 ε of that size, is zero [Higham2002 §2.8]; nothing is ever compared with an absolute
threshold. Symbolic constants (live parameters) vanish where the graph says so.

From: kane/algebra/expr.py    Next: reseat.py
"""

from __future__ import annotations

import math
from typing import Any, Final

from kane.algebra.expr import Expr

_CANCELLED: Final = 64 * 2.0**-53


class Sized:
    """A number, or an expression of parameters, with the size of the terms that made it."""

    __slots__ = ("size", "value")

    def __init__(self, value: Any, size: float) -> None:
        self.value = value
        self.size = size

    def __add__(self, other: Any) -> Sized:
        other = sized(other)
        if not other:
            return self
        return other if not self else _made(self.value + other.value, self.size + other.size)

    __radd__ = __add__

    def __neg__(self) -> Sized:
        return Sized(-self.value, self.size)

    def __sub__(self, other: Any) -> Sized:
        return self + -sized(other)

    def __rsub__(self, other: Any) -> Sized:
        return sized(other) + -self

    def __mul__(self, other: Any) -> Sized:
        other = sized(other)
        if not self or not other:
            return ZERO
        return Sized(self.value * other.value, self.size * other.size)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Sized:
        other = sized(other)
        return Sized(self.value / other.value, self.size / abs(other.value))

    def __bool__(self) -> bool:
        return bool(self.value)

    def __eq__(self, other: object) -> bool:
        return bool(self.value == (other.value if isinstance(other, Sized) else other))

    def __hash__(self) -> int:
        return hash(self.value)

    def __float__(self) -> float:
        return float(self.value)

    @property
    def known(self) -> bool:
        """Whether it is a number."""
        return not isinstance(self.value, Expr)

    def __repr__(self) -> str:
        return f"{self.value}"


def sized(value: Any) -> Sized:
    """A scalar as it comes: a number, a constant Expr (as its number), or a symbolic Expr."""
    if value.__class__ is Sized:
        return value
    if isinstance(value, Expr):
        number = value.value
        if number is None or not math.isfinite(number):
            return Sized(value, 0.0)
        value = number
    value = value if isinstance(value, int) else float(value)
    return Sized(value, float(abs(value)))


def known(*values: Any) -> bool:
    """Whether all of these are numbers."""
    return all(sized(value).known for value in values)


def _made(value: Any, size: float) -> Sized:
    """A sum; zero where its terms cancelled."""
    if value.__class__ is float and abs(value) <= _CANCELLED * size:
        return ZERO
    return Sized(value, size)


ZERO: Final = Sized(0, 0.0)
ONE: Final = Sized(1, 1.0)
