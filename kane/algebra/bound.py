"""Values of nodes at sample points, with a running bound of their rounding errors.

Each node gets, at every point, its value v, a bound e of the error of v, and the magnitude m
of the terms it was made of: of x − x′ the value may be 0 while m is 2|x|. Errors are carried
to first order, as in a running error analysis [Higham2002 §3.3]; where they are too large for
that the bound says so by being large itself.

From: graph.py    Next: zero.py
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from kane.algebra.evaluate import VALUES
from kane.algebra.graph import Graph
from kane.algebra.number import rounded
from kane.algebra.op import CONDITIONS, Op
from kane.algebra.pattern import Pattern
from kane.algebra.solve import dense

Array = Any
EPSILON: Final = 2.0**-52  # twice the rounding error of an operation: room for library functions


class Bound(NamedTuple):
    """Value, bound of its error, magnitude of its terms; of a condition e is 1 where unsure."""

    v: Array
    e: Array
    m: Array


def exactly(v: Array) -> Bound:
    """A value without error."""
    return Bound(v, np.zeros_like(v), np.abs(v))


def constant(value: Any, points: int) -> Bound:
    """A constant, which was rounded unless it is an integer below 2⁵³."""
    v = np.full(points, rounded(value))
    exact = isinstance(value, int) and abs(value) < 2**53
    return Bound(v, np.zeros(points) if exact else EPSILON * np.abs(v), np.abs(v))


def negative(bound: Bound) -> Bound:
    """−v, with the same error."""
    return Bound(-bound.v, bound.e, bound.m)


def applied(op: Op, operands: Sequence[Bound]) -> Bound:
    """The value of an operation, from those of its operands."""
    if op in CONDITIONS:
        return _condition(op, operands)
    v = VALUES[op](*[operand.v for operand in operands])
    e, m = _RULES[op](v, *operands)
    return Bound(v, e + EPSILON * np.abs(v), m)


def solved(graph: Graph, node: int, operands: Sequence[Bound]) -> list[Bound]:
    """x = A⁻¹ b: |error| ≤ |A⁻¹| (|δA| |x| + |δb| + ε |A| |x|)  [Higham2002 §7.2]."""
    pattern = graph.attributes[node]
    assert isinstance(pattern, Pattern)
    count = len(pattern.entries)
    columns = [np.array(column) for column in zip(*operands, strict=True)]
    matrix, error, _ = (dense(pattern, column[:count]) for column in columns)
    right, shift, magnitude = (column[count:].T[..., None] for column in columns)
    regular = np.abs(np.linalg.det(matrix)) > 0
    inverse = np.full_like(matrix, np.nan)
    inverse[regular] = np.linalg.inv(matrix[regular])
    v = inverse @ right
    changed = (error + pattern.size * EPSILON * np.abs(matrix)) @ np.abs(v) + shift
    e, m = np.abs(inverse) @ changed, np.abs(inverse) @ magnitude
    return [Bound(v[:, row, 0], e[:, row, 0], m[:, row, 0]) for row in range(pattern.size)]


def called(function: Callable[..., float], operands: Sequence[Bound]) -> Bound:
    """A function of unknown kind: its error is how far it moves when its operands do."""
    vectorized = np.vectorize(function, otypes=[float])
    at = [operand.v for operand in operands]
    v = vectorized(*at)
    e = np.zeros_like(v)
    for index, operand in enumerate(operands):
        moved = [*at[:index], at[index] + operand.e, *at[index + 1 :]]
        e = e + np.abs(vectorized(*moved) - v)
    return Bound(v, e + 8 * EPSILON * np.abs(v), np.maximum(np.abs(v), 1.0))


def _condition(op: Op, operands: Sequence[Bound]) -> Bound:
    holds = VALUES[op](*[operand.v for operand in operands])
    if op in (Op.AND, Op.OR, Op.NOT):
        unsure = np.max([operand.e for operand in operands], axis=0)
    else:
        a, b = operands
        unsure = np.where(np.abs(a.v - b.v) <= 4 * (a.e + b.e), 1.0, 0.0)
        exact = (a.e == 0) & (b.e == 0)
        unsure = np.where(exact, 0.0, unsure)
    return Bound(holds, unsure, unsure)


# ── error and magnitude, by operation ─────────────────────────────────────────────────────────
Pair = tuple[Array, Array]


def _sum(v: Array, a: Bound, b: Bound) -> Pair:
    return a.e + b.e, a.m + b.m


def _mul(v: Array, a: Bound, b: Bound) -> Pair:
    return np.abs(a.v) * b.e + np.abs(b.v) * a.e + a.e * b.e, a.m * b.m


def _div(v: Array, a: Bound, b: Bound) -> Pair:
    room = np.abs(b.v) - b.e
    e = np.where(room > 0, (a.e + np.abs(v) * b.e) / room, np.inf)
    return e, a.m / np.abs(b.v)


def _sqrt(v: Array, a: Bound) -> Pair:
    """|√a − √a′| = |a − a′|/(√a + √a′)."""
    lower = np.sqrt(np.maximum(a.v - a.e, 0.0))
    return np.where(a.e > 0, a.e / (v + lower), 0.0), np.sqrt(a.m)


def _sin(v: Array, a: Bound) -> Pair:
    return np.abs(np.cos(a.v)) * a.e + a.e**2 / 2, np.minimum(a.m, 1.0)


def _cos(v: Array, a: Bound) -> Pair:
    return np.abs(np.sin(a.v)) * a.e + a.e**2 / 2, np.ones_like(v)


def _tan(v: Array, a: Bound) -> Pair:
    slope = 1 + v * v
    room = 1 - np.sqrt(slope) * a.e
    return np.where(room > 0, slope * a.e / room, np.inf), _unit(v, a)


def _arc(v: Array, a: Bound) -> Pair:
    """asin and acos, whose slope is 1/√(1 − x²)."""
    room = 1 - (np.abs(a.v) + a.e) ** 2
    return np.where(room > 0, a.e / np.sqrt(room), np.sqrt(8 * a.e)), np.ones_like(v)


def _log(v: Array, a: Bound) -> Pair:
    room = a.v - a.e
    return np.where(room > 0, a.e / room, np.inf), np.maximum(np.abs(v), 1.0)


def _exp(v: Array, a: Bound) -> Pair:
    return v * np.expm1(a.e), v


def _contraction(v: Array, a: Bound) -> Pair:
    """atan and tanh, whose slope is at most 1."""
    return a.e, _unit(v, a)


def _unit(v: Array, a: Bound) -> Array:
    return np.maximum(np.abs(v), np.minimum(a.m, 1.0))


def _abs(v: Array, a: Bound) -> Pair:
    return a.e, a.m


def _sign(v: Array, a: Bound) -> Pair:
    return np.where((np.abs(a.v) <= 4 * a.e) & (a.e > 0), 2.0, 0.0), np.ones_like(v)


def _atan2(v: Array, y: Bound, x: Bound) -> Pair:
    turn = (np.abs(x.v) * y.e + np.abs(y.v) * x.e) / (x.v**2 + y.v**2)
    behind = (np.abs(y.v) <= 4 * y.e) & (y.e > 0) & (x.v < 0)
    return np.where(behind, 2 * np.pi, turn), np.ones_like(v)


def _extreme(v: Array, a: Bound, b: Bound) -> Pair:
    return np.maximum(a.e, b.e), np.maximum(a.m, b.m)


def _where(v: Array, condition: Bound, a: Bound, b: Bound) -> Pair:
    """Of an unsure condition either branch may be the right one."""
    chosen = np.where(condition.v, a.e, b.e)
    either = np.maximum(a.e, b.e) + np.abs(a.v - b.v)
    return np.where(condition.e > 0, either, chosen), np.where(condition.v, a.m, b.m)


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
