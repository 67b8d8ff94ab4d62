"""The value of expressions for given values of their symbols, by numpy: slow and obvious.

From: expr.py    Next: zero.py
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, overload

import numpy as np

from kane.algebra.expr import Condition, Expr, Scalar, graph_of, references
from kane.algebra.function import Function
from kane.algebra.graph import Graph
from kane.algebra.number import rounded
from kane.algebra.op import Op
from kane.algebra.pattern import Pattern
from kane.algebra.solve import dense, solutions
from kane.errors import DerivationError

Value = Any  # a number or an array
Values = Mapping[Expr, Value] | Mapping[str, Value] | Mapping[Expr | str, Value]


@overload
def evaluate(exprs: Scalar | Condition, at: Values) -> Value: ...
@overload
def evaluate(exprs: Sequence[Scalar | Condition], at: Values) -> list[Value]: ...
def evaluate(exprs: Any, at: Values) -> Any:
    """The value of one expression, or of each of several, for these values of their symbols.

    Symbols are given as such or by name. Values may be arrays (of one shape) and complex:
    then comparisons, abs, sign, min and max look at real parts, so that the complex step
    f′(x) = Im f(x + ih)/h [Squire1998] holds for every operation. Invalid operations give NaN
    or ±∞, never an exception.
    """
    if isinstance(exprs, Expr | Condition | int | float):
        return evaluate([exprs], at)[0]
    graph = graph_of(exprs)
    refs = references(exprs, graph)
    made = values(graph, refs, {_name(symbol): value for symbol, value in at.items()})
    return [made[ref] if ref >= 0 else -made[-ref] for ref in refs]


def values(graph: Graph, refs: Sequence[int], at: Mapping[str, Value]) -> dict[int, Value]:
    """The value of every node that the references need; several values are a list."""
    made: dict[int, Value] = {}
    with np.errstate(all="ignore"):
        for node in graph.live(refs):
            made[node] = _value(graph, node, made, at)
    return made


def _value(graph: Graph, node: int, made: Mapping[int, Value], at: Mapping[str, Value]) -> Value:
    op, attribute = graph.ops[node], graph.attributes.get(node)
    if op == Op.SYMBOL:
        return _given(graph.symbols[node], at)
    if op == Op.CONSTANT:
        return np.float64(rounded(graph.values[node]))
    operands = [made[arg] if arg >= 0 else -made[-arg] for arg in graph.args[node]]
    if op == Op.ITEM:
        return operands[0][attribute]
    if op == Op.SOLVE:
        assert isinstance(attribute, Pattern)
        return _solve(attribute, operands)
    if op == Op.CALL:
        assert isinstance(attribute, Function)
        return [np.vectorize(attribute, otypes=[float])(*operands)[()]]
    return VALUES[op](*operands)


def _given(name: str, at: Mapping[str, Value]) -> Value:
    if name not in at:
        known = ", ".join(list(at)[:12]) or "none"
        raise DerivationError(
            f"Symbol '{name}' has no value (given: {known}). Give it one, or substitute for it."
        )
    return np.asarray(at[name])[()] * np.float64(1)


def _name(symbol: Expr | str) -> str:
    if isinstance(symbol, str):
        return symbol
    name = symbol.graph.symbols.get(symbol.ref)
    if name is None:
        raise TypeError(f"'{symbol}' is given a value but is no symbol. Give its symbols values.")
    return name


def _solve(pattern: Pattern, operands: Sequence[Value]) -> list[Value]:
    columns = np.array(np.broadcast_arrays(*operands))
    count = len(pattern.entries)
    found = solutions(dense(pattern, columns[:count]), np.moveaxis(columns[count:], 0, -1))
    return list(np.moveaxis(found, -1, 0))


def _chosen(condition: Value, a: Value, b: Value) -> Value:
    result: Any = np.where(condition, a, b)
    return result[()]


# ── what looks at real parts ──────────────────────────────────────────────────────────────────
def _absolute(x: Value) -> Value:
    return _chosen(np.real(x) < 0, -x, x)


def _minimum(x: Value, y: Value) -> Value:
    return _chosen((np.real(x) <= np.real(y)) | np.isnan(x), x, y)


def _maximum(x: Value, y: Value) -> Value:
    return _chosen((np.real(x) >= np.real(y)) | np.isnan(x), x, y)


def _atan2(y: Value, x: Value) -> Value:
    """The angle of (x, y); of complex ones continued analytically from the real parts."""
    if not (np.iscomplexobj(x) or np.iscomplexobj(y)):
        return np.arctan2(y, x)
    wide = np.abs(np.real(x)) >= np.abs(np.real(y))
    turn = np.where(np.real(x) < 0, np.copysign(np.pi, np.real(y)), 0.0)
    upright = np.copysign(np.pi / 2, np.real(y)) - np.arctan(x / y)
    return _chosen(wide, np.arctan(y / x) + turn, upright)


def _sincos(*angles: Value) -> list[Value]:
    return [function(angle) for angle in angles for function in (np.sin, np.cos)]


VALUES: Final[dict[int, Callable[..., Value]]] = {
    Op.PI: lambda: np.float64(np.pi),
    Op.ADD: np.add,
    Op.SUB: np.subtract,
    Op.MUL: np.multiply,
    Op.DIV: np.divide,
    Op.SQRT: np.sqrt,
    Op.SIN: np.sin,
    Op.COS: np.cos,
    Op.TAN: np.tan,
    Op.ASIN: np.arcsin,
    Op.ACOS: np.arccos,
    Op.ATAN: np.arctan,
    Op.ATAN2: _atan2,
    Op.EXP: np.exp,
    Op.LOG: np.log,
    Op.TANH: np.tanh,
    Op.ABS: _absolute,
    Op.SIGN: lambda x: np.sign(np.real(x)),
    Op.MIN: _minimum,
    Op.MAX: _maximum,
    Op.LESS: lambda x, y: np.real(x) < np.real(y),
    Op.LESS_EQUAL: lambda x, y: np.real(x) <= np.real(y),
    Op.EQUAL: lambda x, y: np.real(x) == np.real(y),
    Op.AND: np.logical_and,
    Op.OR: np.logical_or,
    Op.NOT: np.logical_not,
    Op.WHERE: _chosen,
    Op.SINCOS: _sincos,
}
