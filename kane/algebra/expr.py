"""Expr: a scalar that may be a symbol, with the operators of arithmetic.

An Expr is a handle: a graph and a signed reference into it (`graph.py`). Two Exprs are `==`
when they are the same node. Expressions of different graphs meet by adopting the smaller
graph's into the larger; symbols are then the same when their names are.

From: graph.py, by_numpy.py    Next: functions.py, derivative.py, or kane/program/lower.py
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import ClassVar, Final, cast

from kane.algebra.by_numpy import ByNumpy
from kane.algebra.graph import Graph
from kane.algebra.meet import PLAIN, Handle, graph_of, is_number, reference, references, shared
from kane.algebra.number import Number
from kane.algebra.rate import Rate

__all__ = [
    "Condition",
    "Equality",
    "Expr",
    "Scalar",
    "combine",
    "compare",
    "constant",
    "graph_of",
    "is_scalar",
    "reference",
    "references",
    "shared",
    "symbol",
]

Combine = Callable[[Graph, int, int], int]

_make: Final[Callable[[type[Expr]], Expr]] = object.__new__


class Expr(ByNumpy):
    """A scalar of a shared graph."""

    __slots__ = ()
    # Above numpy's scalars, whose operators then leave the work to ours; below its arrays,
    # which apply ours to each element.
    __array_priority__: ClassVar[float] = -1.0

    # ── the three operators that make nine nodes of ten, written out (claim spine/graph);
    #    sums with 0 and products with 0 or 1 return at once, which halves a derivation's time ──
    def __add__(self, other: Scalar) -> Expr:
        graph = self.graph
        if type(other) is Expr and other.graph is graph:
            if not other.ref:
                return self
            if not self.ref:
                return other
            made = _make(Expr)
            made.graph = graph
            made.ref = graph.add(self.ref, other.ref)
            return made
        return combine(Graph.sum, self, other)

    def __sub__(self, other: Scalar) -> Expr:
        graph = self.graph
        if type(other) is Expr and other.graph is graph:
            if not other.ref:
                return self
            x, y = self.ref, other.ref
            made = _make(Expr)
            made.graph = graph
            made.ref = graph.subtract(x, y) if x > 0 and y > 0 else graph.add(x, -y)
            return made
        return combine(Graph.difference, self, other)

    def __mul__(self, other: Scalar) -> Expr:
        graph = self.graph
        if type(other) is Expr and other.graph is graph:
            x, y = self.ref, other.ref
            if y == 1 or (not x and not graph.nonfinite):
                return self
            if x == 1 or (not y and not graph.nonfinite):
                return other
            made = _make(Expr)
            made.graph = graph
            made.ref = graph.mul(x, y)
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

    def __pow__(self, exponent: Scalar) -> Expr:
        """Integer powers and the square root; others are `exp(p * log(x))`."""
        power = exponent.value if isinstance(exponent, Expr) else exponent
        if power == Fraction(1, 2):
            return Expr(self.graph, self.graph.sqrt(self.ref))
        if power is None or power % 1 != 0:
            raise _no_power(self, exponent)
        return Expr(self.graph, self.graph.power(self.ref, int(power)))

    def __rpow__(self, base: Scalar) -> Expr:
        raise _no_power(base, self)

    def __neg__(self) -> Expr:
        return Expr(self.graph, -self.ref)

    def __pos__(self) -> Expr:
        return self

    def __abs__(self) -> Expr:
        return Expr(self.graph, self.graph.absolute(self.ref))

    def arctan2(self, x: Scalar) -> Expr:
        """The angle of the point (x, self), by numpy's name."""
        return combine(Graph.atan2, self, x)

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
            raise TypeError(
                f"'{self}' has no value until its symbols have one, so it cannot be made a number. "
                "Of sin, cos, sqrt and the like take kane's or numpy's, not those of math."
            )
        return float(value)

    @property
    def value(self) -> Number | None:
        """The value of a constant, otherwise None."""
        return self.graph.number(self.ref)

    def named(self, label: str) -> Expr:
        """The same scalar with a physical name, which survives to the machine code.

        Constants and symbols keep their own names, and a scalar keeps its first.
        """
        if self.graph.args[abs(self.ref)]:
            self.graph.labels.setdefault(abs(self.ref), label)
        return self


def _no_power(base: Scalar, exponent: Scalar) -> TypeError:
    return TypeError(
        f"'{base}' is raised to the power '{exponent}'; powers are integers or 1/2. "
        "Write exp(p * log(x)) where x is positive."
    )


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
        return is_scalar(right) and left.graph.number(left.ref) == right

    def __repr__(self) -> str:
        return f"{self.left} = {self.right}"


class Condition(Handle):
    """Something true or false of scalars: a comparison, or several joined by & | ~."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        """The same node."""
        if isinstance(other, Condition):
            return self.ref == other.ref and self.graph is other.graph
        return NotImplemented

    def __hash__(self) -> int:
        return hash((id(self.graph), self.ref, "condition"))

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
            "if, & | ~ instead of and, or, not, and kane's minimum, maximum and sign."
        )


Scalar = Expr | int | float | Fraction


def symbol(name: str, rate: Rate, graph: Graph) -> Expr:
    """The free scalar of this name in this graph."""
    return Expr(graph, graph.symbol(name, rate))


def constant(value: Number, graph: Graph) -> Expr:
    """A constant as an Expr (seldom needed: operators take plain numbers)."""
    return Expr(graph, graph.constant(value))


def combine(operation: Combine, x: Scalar, y: Scalar) -> Expr:
    """operation(x, y) where either may be a number or of another graph."""
    if isinstance(x, Expr) and y.__class__ in PLAIN:
        return Expr(x.graph, operation(x.graph, x.ref, x.graph.constant(y)))  # type: ignore[arg-type]
    if isinstance(y, Expr) and x.__class__ in PLAIN:
        return Expr(y.graph, operation(y.graph, y.graph.constant(x), y.ref))  # type: ignore[arg-type]
    if not (is_scalar(x) and is_scalar(y)):
        return cast(Expr, NotImplemented)
    graph, (a, b) = shared(x, y)
    return Expr(graph, operation(graph, a, b))


def compare(operation: Combine, x: Scalar, y: Scalar) -> Condition:
    """A comparison where either side may be a number or of another graph."""
    if not (is_scalar(x) and is_scalar(y)):
        return cast(Condition, NotImplemented)
    graph, (a, b) = shared(x, y)
    return Condition(graph, operation(graph, a, b))


def _logical(operation: Combine, a: Condition, b: Condition | bool) -> Condition:
    if not isinstance(b, Condition | bool):
        return NotImplemented
    if isinstance(b, Condition):
        graph, (x, y) = shared(a, b)
        return Condition(graph, operation(graph, x, y))
    return Condition(a.graph, operation(a.graph, a.ref, int(b)))


def is_scalar(value: object) -> bool:
    """An Expr, a Python number or a numpy one."""
    return isinstance(value, Expr) or is_number(value)
