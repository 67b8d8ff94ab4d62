"""Functions of scalars: of plain numbers plainly, of Exprs as nodes.

The same derivation therefore runs on floats (`docs/decisions`, "derive without looking").

From: expr.py    Next: derivative.py
"""

from __future__ import annotations

import math
from typing import TypeVar

from kane.algebra.expr import Condition, Expr, Scalar, combine, compare, reference, shared
from kane.algebra.graph import FUNCTIONS, Graph, sign as _sign
from kane.algebra.op import Op

S = TypeVar("S", bound=Scalar)


def _applied(op: Op, x: Scalar) -> Scalar:
    if isinstance(x, Expr):
        return Expr(x.graph, x.graph.function(op, x.ref))
    return FUNCTIONS[op](float(x))


def sqrt(x: Scalar) -> Scalar:
    """√x."""
    return _applied(Op.SQRT, x)


def sin(x: Scalar) -> Scalar:
    """sin x."""
    return _applied(Op.SIN, x)


def cos(x: Scalar) -> Scalar:
    """cos x."""
    return _applied(Op.COS, x)


def tan(x: Scalar) -> Scalar:
    """tan x."""
    return _applied(Op.TAN, x)


def asin(x: Scalar) -> Scalar:
    """arcsin x in [−π/2, π/2]."""
    return _applied(Op.ASIN, x)


def acos(x: Scalar) -> Scalar:
    """arccos x in [0, π]."""
    return _applied(Op.ACOS, x)


def atan(x: Scalar) -> Scalar:
    """arctan x in (−π/2, π/2)."""
    return _applied(Op.ATAN, x)


def exp(x: Scalar) -> Scalar:
    """eˣ."""
    return _applied(Op.EXP, x)


def log(x: Scalar) -> Scalar:
    """The natural logarithm."""
    return _applied(Op.LOG, x)


def tanh(x: Scalar) -> Scalar:
    """tanh x."""
    return _applied(Op.TANH, x)


def absolute(x: Scalar) -> Scalar:
    """|x|, of which `abs(x)` is the short form."""
    return _applied(Op.ABS, x)


def sign(x: Scalar) -> Scalar:
    """−1, 0 or 1 as x is negative, zero or positive."""
    return _applied(Op.SIGN, x)


def atan2(y: Scalar, x: Scalar) -> Scalar:
    """The angle of the point (x, y) in (−π, π]."""
    if isinstance(x, Expr) or isinstance(y, Expr):
        return combine(Graph.atan2, y, x)
    return math.atan2(y, x)


def minimum(x: Scalar, y: Scalar) -> Scalar:
    """The smaller of two scalars; NaN if either is."""
    if isinstance(x, Expr) or isinstance(y, Expr):
        return combine(Graph.minimum, x, y)
    return x if x < y or x != x else y


def maximum(x: Scalar, y: Scalar) -> Scalar:
    """The larger of two scalars; NaN if either is."""
    if isinstance(x, Expr) or isinstance(y, Expr):
        return combine(Graph.maximum, x, y)
    return x if x > y or x != x else y


def equal(x: Scalar, y: Scalar) -> Condition | bool:
    """x = y in value (Python's == of Exprs asks whether they are the same node)."""
    if isinstance(x, Expr) or isinstance(y, Expr):
        return compare(Graph.equal, x, y)
    return x == y


def where(condition: Condition | bool, a: Scalar, b: Scalar) -> Scalar:
    """a where the condition holds, otherwise b. Only the chosen one's value matters."""
    if not isinstance(condition, Condition):
        return a if condition else b
    if isinstance(a, Expr) or isinstance(b, Expr):
        graph, (x, y) = shared(a, b)
    else:
        graph = condition.graph
        x, y = reference(a, graph), reference(b, graph)
    return Expr(graph, graph.where(reference(condition, graph), x, y))


def pi(graph: Graph) -> Expr:
    """π, exact until lowering."""
    return Expr(graph, graph.pi())
