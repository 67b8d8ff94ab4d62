"""Expr: a scalar that may be a symbol, with the operators of arithmetic.

An Expr is a handle: a graph and a signed reference into it (`graph.py`). Two Exprs are `==`
when they are the same node. Expressions of different graphs meet by adopting the smaller
graph's into the larger; symbols are then the same when their names are.

From: graph.py    Next: functions.py, derivative.py, or kane/program/lower.py
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

from kane.algebra.adopt import adopt
from kane.algebra.graph import Graph, Number
from kane.algebra.rate import Rate

Combine = Callable[[Graph, int, int], int]

_make: Final[Callable[[type[Expr]], Expr]] = object.__new__


class Expr:
    """A scalar of a shared graph."""

    __slots__ = ("graph", "ref")
    graph: Graph
    ref: int

    def __init__(self, graph: Graph, ref: int) -> None:
        self.graph = graph
        self.ref = ref

    # ── the three operators that make nine nodes of ten, written out (claim spine/graph) ──
    def __add__(self, other: Scalar) -> Expr:
        graph = self.graph
        if type(other) is Expr and other.graph is graph:
            made = _make(Expr)
            made.graph = graph
            made.ref = graph.add(self.ref, other.ref)
            return made
        return combine(Graph.sum, self, other)

    def __sub__(self, other: Scalar) -> Expr:
        graph = self.graph
        if type(other) is Expr and other.graph is graph:
            made = _make(Expr)
            made.graph = graph
            made.ref = graph.add(self.ref, -other.ref)
            return made
        return combine(Graph.difference, self, other)

    def __mul__(self, other: Scalar) -> Expr:
        graph = self.graph
        if type(other) is Expr and other.graph is graph:
            made = _make(Expr)
            made.graph = graph
            made.ref = graph.mul(self.ref, other.ref)
            return made
        return combine(Graph.product, self, other)

    # ── the others ────────────────────────────────────────────────────────────────────────
    def __radd__(self, other: Scalar) -> Expr:
        return combine(Graph.sum, other, self)

    def __rsub__(self, other: Scalar) -> Expr:
        return combine(Graph.difference, other, self)

    def __rmul__(self, other: Scalar) -> Expr:
        return combine(Graph.product, other, self)

    def __truediv__(self, other: Scalar) -> Expr:
        return combine(Graph.div, self, other)

    def __rtruediv__(self, other: Scalar) -> Expr:
        return combine(Graph.div, other, self)

    def __pow__(self, exponent: int | float | Fraction) -> Expr:
        """Integer powers and the square root; others are `exp(p * log(x))`."""
        if exponent == Fraction(1, 2):
            return Expr(self.graph, self.graph.sqrt(self.ref))
        if int(exponent) != exponent:
            raise TypeError(
                f"A scalar is raised to the power {exponent}; powers are integers or 1/2. "
                "Write exp(p * log(x)) where x is positive."
            )
        return Expr(self.graph, self.graph.power(self.ref, int(exponent)))

    def __neg__(self) -> Expr:
        return Expr(self.graph, -self.ref)

    def __pos__(self) -> Expr:
        return self

    def __abs__(self) -> Expr:
        from_graph = self.graph
        return Expr(from_graph, from_graph.absolute(self.ref))

    # ── conditions ────────────────────────────────────────────────────────────────────────
    def __lt__(self, other: Scalar) -> Condition:
        return compare(Graph.less, self, other)

    def __le__(self, other: Scalar) -> Condition:
        return compare(Graph.less_equal, self, other)

    def __gt__(self, other: Scalar) -> Condition:
        return compare(Graph.less, other, self)

    def __ge__(self, other: Scalar) -> Condition:
        return compare(Graph.less_equal, other, self)

    # ── identity ──────────────────────────────────────────────────────────────────────────
    def __eq__(self, other: object) -> Equality:  # type: ignore[override]
        """The relation self = other; as a bool, whether both are the same node.

        Numerical equality while running is `kane.algebra.equal`.
        """
        return Equality(self, other)

    def __ne__(self, other: object) -> bool:
        return not Equality(self, other)

    def __hash__(self) -> int:
        return hash((id(self.graph), self.ref))

    def __bool__(self) -> bool:
        """False for the constant zero alone, as of a float."""
        return self.ref != 0

    def __float__(self) -> float:
        value = self.graph.number(self.ref)
        if value is None:
            raise TypeError(f"'{self}' has no value until its symbols have one: see `evaluate`.")
        return float(value)

    @property
    def value(self) -> Number | None:
        """The value of a constant, otherwise None."""
        return self.graph.number(self.ref)

    def named(self, label: str) -> Expr:
        """The same scalar with a physical name, which survives to the machine code."""
        self.graph.labels.setdefault(abs(self.ref), label)
        return self

    def __repr__(self) -> str:
        from kane.algebra.text import text

        return text(self)


class Equality:
    """The relation left = right, for constraints; as a bool, whether both are the same node."""

    __slots__ = ("left", "right")

    def __init__(self, left: Expr, right: object) -> None:
        self.left = left
        self.right = right

    def __bool__(self) -> bool:
        left, right = self.left, self.right
        if isinstance(right, Expr):
            return left.ref == right.ref and left.graph is right.graph
        return _is_scalar(right) and left.graph.number(left.ref) == right

    def __repr__(self) -> str:
        return f"{self.left} = {self.right}"


class Condition:
    """Something true or false of scalars: a comparison, or several joined by & | ~."""

    __slots__ = ("graph", "ref")

    def __init__(self, graph: Graph, ref: int) -> None:
        self.graph = graph
        self.ref = ref

    def __and__(self, other: Condition | bool) -> Condition:
        return _logical(Graph.logical_and, self, other)

    def __or__(self, other: Condition | bool) -> Condition:
        return _logical(Graph.logical_or, self, other)

    __rand__ = __and__
    __ror__ = __or__

    def __invert__(self) -> Condition:
        return Condition(self.graph, self.graph.logical_not(self.ref))

    def __bool__(self) -> bool:
        if self.ref in (0, 1):
            return self.ref == 1
        raise TypeError(
            f"Whether '{self}' holds depends on symbols. Write where(condition, a, b) instead of "
            "if, and & | ~ instead of and, or, not."
        )

    def __repr__(self) -> str:
        from kane.algebra.text import text

        return text(self)


Scalar = Expr | int | float | Fraction


def symbol(name: str, rate: Rate, graph: Graph) -> Expr:
    """The free scalar of this name in this graph."""
    return Expr(graph, graph.symbol(name, rate))


def constant(value: Number, graph: Graph) -> Expr:
    """A constant as an Expr (seldom needed: operators take plain numbers)."""
    return Expr(graph, graph.constant(value))


def shared(*scalars: Scalar) -> tuple[Graph, tuple[int, ...]]:
    """The largest graph among the scalars, and the reference of each in it."""
    graphs = [scalar.graph for scalar in scalars if isinstance(scalar, Expr)]
    graph = max(graphs, key=len)
    return graph, tuple(reference(scalar, graph) for scalar in scalars)


def reference(scalar: Any, graph: Graph) -> int:
    """The reference of a scalar in a graph: adopted from its own, or made a constant."""
    if isinstance(scalar, Expr | Condition):
        return scalar.ref if scalar.graph is graph else adopt(graph, scalar.graph, scalar.ref)
    return graph.constant(_plain(scalar))


def combine(operation: Combine, x: Scalar, y: Scalar) -> Expr:
    """operation(x, y) where either may be a number or of another graph."""
    if not (_is_scalar(x) and _is_scalar(y)):
        return NotImplemented
    graph, (a, b) = shared(x, y)
    return Expr(graph, operation(graph, a, b))


def compare(operation: Combine, x: Scalar, y: Scalar) -> Condition:
    """A comparison where either side may be a number or of another graph."""
    if not (_is_scalar(x) and _is_scalar(y)):
        return NotImplemented
    graph, (a, b) = shared(x, y)
    return Condition(graph, operation(graph, a, b))


def _logical(operation: Combine, a: Condition, b: Condition | bool) -> Condition:
    if isinstance(b, Condition):
        return Condition(a.graph, operation(a.graph, a.ref, reference(b, a.graph)))
    return Condition(a.graph, operation(a.graph, a.ref, int(b)))


def _is_scalar(value: object) -> bool:
    return isinstance(value, Expr | int | float | Fraction) or _is_numpy_scalar(value)


def _is_numpy_scalar(value: object) -> bool:
    return getattr(value, "shape", None) == () and hasattr(value, "item")


def _plain(value: Any) -> Number:
    """A Python number from a Python or numpy one."""
    plain: Number = value.item() if _is_numpy_scalar(value) else value
    return plain
