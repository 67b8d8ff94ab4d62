"""Whether an expression is zero whatever its symbols, asked at random points.

An expression is evaluated at a point with a bound e of its rounding error and the magnitude m
of its terms (`bound.py`), so that a difference is judged by the size of what cancels, never by
an absolute threshold:

    |v| > 4e at one point               it is not zero: certain, up to the first order in e
    |v| ≤ 4e ≤ 10⁻⁷ m at eight points   it is zero, with the probability below
    otherwise                           other points are drawn; after 48 it is unknown

A polynomial of degree d that is not zero vanishes at a random point with probability at most
d/2⁵² [Schwartz1980]; taken for zero is also what stays below about 10⁻¹³ of its own terms at
every point: x + 10⁻²⁰ − x cannot be told from zero, 10⁻²⁰ x can. A branch of a `where` that no
point takes is not seen. Points where the value is NaN or infinite say nothing.

From: bound.py    Next: kane/dynamics/__init__.py
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from enum import Enum, unique
from random import Random
from statistics import median
from typing import Final

from kane.algebra.bound import EPSILON, Bound, applied, called, constant, solved
from kane.algebra.expr import Expr, Scalar, reference, shared
from kane.algebra.function import Function
from kane.algebra.graph import Graph
from kane.algebra.number import finite, rounded
from kane.algebra.op import Op
from kane.algebra.pattern import Pattern

_NOTHING: Final[Mapping[str, float]] = {}
_POINTS: Final = 48  # draws before an expression is called unknown
_ENOUGH: Final = 8  # points that must agree on zero
_CERTAIN: Final = 4.0  # error bounds
_RESOLVED: Final = 1e-7  # of the magnitude of the terms
_SIZES: Final = ((0.3, 2.0), (1.0, 30.0), (0.3, 2.0), (0.01, 1.0))  # of the symbols, point by point


@unique
class Verdict(Enum):
    """What random points say of an expression."""

    ZERO = "zero"
    NONZERO = "not zero"
    UNKNOWN = "unknown"


def is_zero(expr: Scalar, seed: int = 0) -> bool:
    """Whether the expression is zero for all values of its symbols (see above)."""
    graph, (ref,) = shared(expr)
    return Samples(graph, seed).verdict(Expr(graph, ref)) is Verdict.ZERO


def nonzero_pivot(candidates: Sequence[Scalar], seed: int = 0) -> int | None:
    """Which of the candidates is the safest to divide by; None where none is known not zero.

    The largest constant, if there is one; otherwise the expression that is, in the median over
    the points, the largest beside the others [Golub2013 §3.4].
    """
    graph, refs = shared(*candidates)
    return Samples(graph, seed).pivot([Expr(graph, ref) for ref in refs])


class Samples:
    """The values of a graph's nodes at random points, computed once for any number of tests.

    Symbols in `values` have these values at every point; the squares of those of each group in
    `units` sum to one, as the parts of a rotation's quaternion do.
    """

    def __init__(
        self,
        graph: Graph,
        seed: int = 0,
        values: Mapping[str, float] = _NOTHING,
        units: Sequence[Sequence[str]] = (),
    ) -> None:
        self.graph = graph
        self._points = [_Point(graph, seed, index, values, units) for index in range(_POINTS)]

    def verdict(self, expr: Scalar) -> Verdict:
        """What the points say of one expression."""
        ref = reference(expr, self.graph)
        if ref == 0:
            return Verdict.ZERO
        agreed = 0
        for point in self._points:
            v, e, m = point.at(ref)
            if not (math.isfinite(v) and math.isfinite(e)):
                continue
            if abs(v) > _CERTAIN * e:
                return Verdict.NONZERO
            agreed += _CERTAIN * e <= _RESOLVED * m
            if agreed >= _ENOUGH:
                return Verdict.ZERO
        return Verdict.UNKNOWN

    def pivot(self, candidates: Sequence[Scalar]) -> int | None:
        """The index of the candidate that is the safest to divide by, or None."""
        refs = [reference(candidate, self.graph) for candidate in candidates]
        numbers = [self.graph.number(ref) for ref in refs]
        sizes = {k: abs(rounded(n)) for k, n in enumerate(numbers) if n and finite(n)}
        if not sizes:
            usable = [k for k, one in enumerate(candidates) if self._is_nonzero(one)]
            sizes = {k: self._share(k, refs) for k in usable}
        return max(sizes, key=lambda index: sizes[index], default=None)

    def share(self, candidates: Sequence[Scalar], index: int) -> float:
        """How large one candidate is beside the largest; 0 where it may be zero."""
        if not self._is_nonzero(candidates[index]):
            return 0.0
        return self._share(index, [reference(one, self.graph) for one in candidates])

    def _is_nonzero(self, expr: Scalar) -> bool:
        return self.verdict(expr) is Verdict.NONZERO

    def _share(self, index: int, refs: Sequence[int]) -> float:
        """The size of one reference beside the largest, in the median over a few points."""
        shares = []
        for point in self._points[:_ENOUGH]:
            sizes = [abs(point.at(ref)[0]) for ref in refs]
            largest = max([size for size in sizes if math.isfinite(size)], default=0.0)
            shares.append(sizes[index] / largest if 0 < largest >= sizes[index] else 0.0)
        return median(shares)


class _Point:
    """One draw of the symbols' values, and what the nodes asked for so far are there."""

    def __init__(
        self,
        graph: Graph,
        seed: int,
        index: int,
        values: Mapping[str, float],
        units: Sequence[Sequence[str]],
    ) -> None:
        self.graph = graph
        self._seed = seed
        self._index = index
        self._found: dict[int, Bound] = {}
        self._several: dict[int, list[Bound]] = {}
        self._values = values
        self._units = {name: group for group in units for name in group}

    def at(self, ref: int) -> Bound:
        """A reference's value, error bound and magnitude."""
        if abs(ref) not in self._found:
            for node in self._missing(abs(ref)):
                self._take(node)
        return self._signed(ref)

    def _missing(self, wanted: int) -> list[int]:
        """The nodes still to be evaluated, in order of creation."""
        args = self.graph.args
        seen, stack = {wanted}, [wanted]
        while stack:
            for arg in args[stack.pop()]:
                node = abs(arg)
                if node not in seen and node not in self._found and node not in self._several:
                    seen.add(node)
                    stack.append(node)
        return sorted(seen)

    def _signed(self, ref: int) -> Bound:
        if ref >= 0:
            return self._found[ref]
        v, e, m = self._found[-ref]
        return -v, e, m

    def _take(self, node: int) -> None:
        op, args = self.graph.ops[node], self.graph.args[node]
        if op == Op.MUL:  # two nodes of three are these; see bound.py
            (a, a_error, a_size), (b, b_error, b_size) = (
                self._signed(args[0]),
                self._signed(args[1]),
            )
            v = a * b
            e = abs(a) * b_error + abs(b) * a_error + a_error * b_error + EPSILON * abs(v)
            self._found[node] = v, e, a_size * b_size
        elif op == Op.ADD or op == Op.SUB:
            (a, a_error, a_size), (b, b_error, b_size) = (
                self._signed(args[0]),
                self._signed(args[1]),
            )
            v = a + b if op == Op.ADD else a - b
            self._found[node] = v, a_error + b_error + EPSILON * abs(v), a_size + b_size
        elif op in _SPECIAL:
            _SPECIAL[op](self, node)
        else:
            self._found[node] = applied(op, [self._signed(arg) for arg in args])

    # ── leaves ────────────────────────────────────────────────────────────────────────────
    def _symbol(self, node: int) -> None:
        """A symbol's value, as it must be or drawn."""
        name = self.graph.symbols[node]
        v, e = self._values.get(name), 0.0
        if v is None:
            v = self._drawn(name)
            if name in self._units:
                v /= math.hypot(*map(self._drawn, self._units[name]))
                e = 2 * EPSILON * abs(v)  # the squares sum to one but for round-off
        self._found[node] = v, e, abs(v)

    def _drawn(self, name: str) -> float:
        """Of size 1 at even points, then larger, then smaller; half are positive."""
        draw = self._random(name)
        positive = draw.random() < 0.5 or self._index % 8 < 4
        low, high = _SIZES[self._index % len(_SIZES)]
        size = math.exp(draw.uniform(math.log(low), math.log(high)))
        return size if positive else -size

    def _random(self, name: str) -> Random:
        return Random(f"{self._seed} {self._index} {name}")

    def _constant(self, node: int) -> None:
        self._found[node] = constant(self.graph.values.get(node, math.pi))

    # ── nodes of several values ───────────────────────────────────────────────────────────
    def _item(self, node: int) -> None:
        index = self.graph.attributes[node]
        assert isinstance(index, int)
        self._found[node] = self._several[self.graph.args[node][0]][index]

    def _solve(self, node: int) -> None:
        pattern = self.graph.attributes[node]
        assert isinstance(pattern, Pattern)
        self._several[node] = solved(pattern, [self._signed(a) for a in self.graph.args[node]])

    def _call(self, node: int) -> None:
        function = self.graph.attributes[node]
        assert isinstance(function, Function)
        known = function.value is not None or function.body is not None
        value = (lambda *args: float(function(*args))) if known else self._stand_in(function)
        operands = [self._signed(arg) for arg in self.graph.args[node]]
        self._several[node] = [called(value, operands)]

    def _stand_in(self, function: Function) -> Callable[..., float]:
        """A smooth function for one that is not known: no relation holds of it by chance."""
        draw = self._random(f"function {function.name}")
        slopes, phase = [draw.uniform(0.3, 1) for _ in range(function.arity)], draw.uniform(0, 6)
        return lambda *args: math.sin(phase + sum(map(float.__mul__, slopes, args)))


_SPECIAL: Final[dict[int, Callable[[_Point, int], None]]] = {
    Op.SYMBOL: _Point._symbol,
    Op.CONSTANT: _Point._constant,
    Op.PI: _Point._constant,
    Op.ITEM: _Point._item,
    Op.SOLVE: _Point._solve,
    Op.CALL: _Point._call,
}
