"""Values of nodes at one point, with a running bound of their rounding errors.

Each node gets its value v, a bound e of the error of v, and the magnitude m of the terms it was
made of: of x − x′ the value may be 0 while m is 2|x|. Errors are carried to first order, as in a
running error analysis [Higham2002 §3.3]; where they are too large for that the bound says so by
being large itself. Of a condition, v is whether it holds and e is 1 where round-off decides.

From: floats.py    Next: zero.py
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from kane.algebra.floats import APPLY, FUNCTIONS, divide
from kane.algebra.number import Number, rounded
from kane.algebra.op import CONDITIONS, Op
from kane.algebra.pattern import Pattern
from kane.algebra.solve import dense

Bound = tuple[Any, float, float]  # value, bound of its error, magnitude of its terms
EPSILON: Final = 2.0**-52  # twice the rounding error of an operation: room for library functions
_UNSURE: Final = 4.0  # error bounds within which a comparison is decided by round-off


def constant(value: Number) -> Bound:
    """A constant, which was rounded unless it is an integer below 2⁵³."""
    v = rounded(value)
    exact = isinstance(value, int) and abs(value) < 2**53
    return v, 0.0 if exact else EPSILON * abs(v), abs(v)


def applied(op: int, operands: Sequence[Bound]) -> Bound:
    """The value of an operation, from those of its operands."""
    if op in CONDITIONS:
        return _condition(op, operands)
    v = APPLY[Op(op)](*[operand[0] for operand in operands])
    e, m = _RULES[op](v, *operands)
    return v, e + EPSILON * abs(v), m


def solved(pattern: Pattern, operands: Sequence[Bound]) -> list[Bound]:
    """x = A⁻¹ b: |error| ≤ |A⁻¹| (|δA| |x| + |δb| + ε |A| |x|)  [Higham2002 §7.2]."""
    count = len(pattern.entries)
    columns = [np.array(column) for column in zip(*operands, strict=True)]
    matrix, error, _ = (dense(pattern, column[:count]) for column in columns)
    right, shift, magnitude = (column[count:] for column in columns)
    try:
        inverse = np.linalg.inv(matrix)
    except np.linalg.LinAlgError:
        return [(math.nan, math.inf, math.inf)] * pattern.size
    v = inverse @ right
    changed = (error + pattern.size * EPSILON * np.abs(matrix)) @ np.abs(v) + shift
    e, m = np.abs(inverse) @ changed, np.abs(inverse) @ magnitude
    return list(zip(v.tolist(), e.tolist(), m.tolist(), strict=True))


def called(function: Callable[..., float], operands: Sequence[Bound]) -> Bound:
    """A function of unknown kind: its error is how far it moves when its operands do."""
    at = [operand[0] for operand in operands]
    v = function(*at)
    e = 8 * EPSILON * abs(v)
    for index, operand in enumerate(operands):
        e += abs(function(*at[:index], at[index] + operand[1], *at[index + 1 :]) - v)
    return v, e, max(abs(v), 1.0)


def _condition(op: int, operands: Sequence[Bound]) -> Bound:
    holds = APPLY[Op(op)](*[operand[0] for operand in operands])
    if op in (Op.AND, Op.OR, Op.NOT):
        unsure = max(operand[1] for operand in operands)
    else:
        (a, a_error, _), (b, b_error, _) = operands
        error = a_error + b_error
        unsure = float(error > 0 and abs(a - b) <= _UNSURE * error)
    return holds, unsure, 0.0


# ── error and magnitude, by operation ─────────────────────────────────────────────────────────
Pair = tuple[float, float]


def _sum(v: float, a: Bound, b: Bound) -> Pair:
    return a[1] + b[1], a[2] + b[2]


def _mul(v: float, a: Bound, b: Bound) -> Pair:
    return abs(a[0]) * b[1] + abs(b[0]) * a[1] + a[1] * b[1], a[2] * b[2]


def _div(v: float, a: Bound, b: Bound) -> Pair:
    room = abs(b[0]) - b[1]
    e = (a[1] + abs(v) * b[1]) / room if room > 0 else math.inf
    return e, divide(a[2], abs(b[0]))


def _sqrt(v: float, a: Bound) -> Pair:
    """|√a − √a′| = |a − a′|/(√a + √a′)."""
    lower = math.sqrt(max(a[0] - a[1], 0.0))
    return a[1] / (v + lower) if a[1] > 0 else 0.0, math.sqrt(a[2])


def _sin(v: float, a: Bound) -> Pair:
    return abs(FUNCTIONS[Op.COS](a[0])) * a[1] + a[1] * a[1] / 2, min(a[2], 1.0)


def _cos(v: float, a: Bound) -> Pair:
    return abs(FUNCTIONS[Op.SIN](a[0])) * a[1] + a[1] * a[1] / 2, 1.0


def _tan(v: float, a: Bound) -> Pair:
    slope = 1 + v * v
    room = 1 - math.sqrt(slope) * a[1]
    return slope * a[1] / room if room > 0 else math.inf, _unit(v, a)


def _arc(v: float, a: Bound) -> Pair:
    """arcsin and arccos, whose slope is 1/√(1 − x²)."""
    far = abs(a[0]) + a[1]
    room = 1 - far * far
    return a[1] / math.sqrt(room) if room > 0 else math.sqrt(8 * a[1]), 1.0


def _log(v: float, a: Bound) -> Pair:
    room = a[0] - a[1]
    return a[1] / room if room > 0 else math.inf, max(abs(v), 1.0)


def _exp(v: float, a: Bound) -> Pair:
    return v * math.expm1(a[1]) if a[1] < 1 else math.inf, v


def _contraction(v: float, a: Bound) -> Pair:
    """arctan and tanh, whose slope is at most 1."""
    return a[1], _unit(v, a)


def _unit(v: float, a: Bound) -> float:
    return max(abs(v), min(a[2], 1.0))


def _abs(v: float, a: Bound) -> Pair:
    return a[1], a[2]


def _sign(v: float, a: Bound) -> Pair:
    return 2.0 if a[1] > 0 and abs(a[0]) <= _UNSURE * a[1] else 0.0, 1.0


def _atan2(v: float, y: Bound, x: Bound) -> Pair:
    """Behind the origin round-off may carry y across the cut, a whole turn."""
    if x[0] < 0 and y[1] > 0 and abs(y[0]) <= _UNSURE * y[1]:
        return 2 * math.pi, 1.0
    turned = abs(x[0]) * y[1] + abs(y[0]) * x[1]
    return divide(turned, x[0] * x[0] + y[0] * y[0]) if turned else 0.0, 1.0


def _extreme(v: float, a: Bound, b: Bound) -> Pair:
    return max(a[1], b[1]), max(a[2], b[2])


def _where(v: float, condition: Bound, a: Bound, b: Bound) -> Pair:
    """Of an unsure condition either branch may be the right one."""
    if condition[1] > 0:
        return max(a[1], b[1]) + abs(a[0] - b[0]), max(a[2], b[2])
    return a[1:] if condition[0] else b[1:]


_RULES: Final[dict[int, Callable[..., Pair]]] = {
    Op.ADD: _sum,
    Op.SUB: _sum,
    Op.MUL: _mul,
    Op.DIV: _div,
    Op.SQRT: _sqrt,
    Op.SIN: _sin,
    Op.COS: _cos,
    Op.TAN: _tan,
    Op.ASIN: _arc,
    Op.ACOS: _arc,
    Op.ATAN: _contraction,
    Op.ATAN2: _atan2,
    Op.EXP: _exp,
    Op.LOG: _log,
    Op.TANH: _contraction,
    Op.ABS: _abs,
    Op.SIGN: _sign,
    Op.MIN: _extreme,
    Op.MAX: _extreme,
    Op.WHERE: _where,
}
