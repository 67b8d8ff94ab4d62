"""Functions of scalars: of plain numbers plainly, of Exprs as nodes.

The same derivation therefore runs on floats (CRAFT §8.2): floats in, floats out, with NaN and
±∞ as IEEE 754 asks; an Expr in, an Expr out.

From: expr.py    Next: derivative.py
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Protocol, cast, overload

from kane.algebra import floats
from kane.algebra.expr import Condition, Expr, Scalar, combine, compare, graph_of, reference
from kane.algebra.graph import Graph
from kane.algebra.meet import plain
from kane.algebra.number import Number, rounded
from kane.algebra.op import Op


class Unary(Protocol):
    """A function of one scalar that keeps its kind."""

    @overload
    def __call__(self, x: Expr) -> Expr: ...
    @overload
    def __call__(self, x: int | float | Fraction) -> float: ...
    @overload
    def __call__(self, x: Scalar) -> Scalar: ...


class Binary(Protocol):
    """A function of two scalars, an Expr as soon as one is."""

    @overload
    def __call__(self, x: Expr, y: Scalar, /) -> Expr: ...
    @overload
    def __call__(self, x: Scalar, y: Expr, /) -> Expr: ...
    @overload
    def __call__(self, x: Number, y: Number, /) -> float: ...
    @overload
    def __call__(self, x: Scalar, y: Scalar, /) -> Scalar: ...


def _unary(function: Callable[[Scalar], Scalar]) -> Unary:
    return cast(Unary, function)


def _binary(function: Callable[[Scalar, Scalar], Scalar]) -> Binary:
    return cast(Binary, function)


def _applied(op: Op, x: Scalar) -> Scalar:
    if isinstance(x, Expr):
        return Expr(x.graph, x.graph.function(op, x.ref))
    return floats.FUNCTIONS[op](rounded(x))


@_unary
def sqrt(x: Scalar) -> Scalar:
    """√x."""
    return _applied(Op.SQRT, x)


@_unary
def sin(x: Scalar) -> Scalar:
    """sin x."""
    return _applied(Op.SIN, x)


@_unary
def cos(x: Scalar) -> Scalar:
    """cos x."""
    return _applied(Op.COS, x)


@_unary
def tan(x: Scalar) -> Scalar:
    """tan x."""
    return _applied(Op.TAN, x)


@_unary
def asin(x: Scalar) -> Scalar:
    """arcsin x in [−π/2, π/2]."""
    return _applied(Op.ASIN, x)


@_unary
def acos(x: Scalar) -> Scalar:
    """arccos x in [0, π]."""
    return _applied(Op.ACOS, x)


@_unary
def atan(x: Scalar) -> Scalar:
    """arctan x in (−π/2, π/2)."""
    return _applied(Op.ATAN, x)


@_unary
def exp(x: Scalar) -> Scalar:
    """eˣ."""
    return _applied(Op.EXP, x)


@_unary
def log(x: Scalar) -> Scalar:
    """The natural logarithm."""
    return _applied(Op.LOG, x)


@_unary
def tanh(x: Scalar) -> Scalar:
    """tanh x."""
    return _applied(Op.TANH, x)


@_unary
def absolute(x: Scalar) -> Scalar:
    """|x|, of which `abs(x)` is the short form."""
    return _applied(Op.ABS, x)


@_unary
def sign(x: Scalar) -> Scalar:
    """−1, 0 or 1 as x is negative, zero or positive."""
    return _applied(Op.SIGN, x)


@_binary
def atan2(y: Scalar, x: Scalar) -> Scalar:
    """The angle of the point (x, y) in (−π, π]."""
    if isinstance(x, Expr) or isinstance(y, Expr):
        return combine(Graph.atan2, y, x)
    return math.atan2(y, x)


@_binary
def minimum(x: Scalar, y: Scalar) -> Scalar:
    """The smaller of two scalars; NaN if either is."""
    if isinstance(x, Expr) or isinstance(y, Expr):
        return combine(Graph.minimum, x, y)
    return floats.minimum(x, y)  # type: ignore[arg-type]


@_binary
def maximum(x: Scalar, y: Scalar) -> Scalar:
    """The larger of two scalars; NaN if either is."""
    if isinstance(x, Expr) or isinstance(y, Expr):
        return combine(Graph.maximum, x, y)
    return floats.maximum(x, y)  # type: ignore[arg-type]


def equal(x: Scalar, y: Scalar) -> Condition | bool:
    """x = y in value (Python's == of Exprs asks whether they are the same node)."""
    if isinstance(x, Expr) or isinstance(y, Expr):
        return compare(Graph.equal, x, y)
    return x == y


@overload
def where(condition: Condition, a: Scalar, b: Scalar) -> Expr: ...
@overload
def where(condition: bool, a: float, b: float) -> float: ...
@overload
def where(condition: Condition | bool, a: Scalar, b: Scalar) -> Scalar: ...
def where(condition: Condition | bool, a: Scalar, b: Scalar) -> Scalar:
    """a where the condition holds, otherwise b. Only the chosen one's value matters."""
    if not isinstance(condition, Condition):
        return a if condition else b
    graph = graph_of((condition, a, b))
    x, y = (reference(part if isinstance(part, Expr) else plain(part), graph) for part in (a, b))
    return Expr(graph, graph.where(reference(condition, graph), x, y))


def pi(graph: Graph) -> Expr:
    """π, exact until lowering."""
    return Expr(graph, graph.pi())
