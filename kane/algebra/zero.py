"""Whether an expression is zero whatever its symbols, asked at random points.

An expression is evaluated at eight points, with a bound e of its rounding error and the
magnitude m of its terms (`bound.py`), so that a difference is judged by the size of what
cancels, never by an absolute threshold:

    |v| > 4e at one point                 it is not zero: certain, up to the first order in e
    |v| ≤ 4e ≤ 10⁻⁷ m at four and more    it is zero, with the probability below
    otherwise                             other points are drawn, at last it is unknown

A polynomial of degree d that is not zero vanishes at a random point with probability at most
d/2⁵² [Schwartz1980]; taken for zero is also what stays below about 10⁻¹³ of its own terms at
every point: x + 10⁻²⁰ − x cannot be told from zero, 10⁻²⁰ x can. A branch of a `where` that no
point takes is not seen. Points where the value is NaN or infinite say nothing.

From: bound.py    Next: kane/dynamics/__init__.py
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum, unique
from typing import Final
from zlib import crc32

import numpy as np

from kane.algebra.bound import Bound, applied, called, constant, exactly, negative, solved
from kane.algebra.expr import Expr, Scalar, reference, shared
from kane.algebra.function import Function
from kane.algebra.graph import Graph
from kane.algebra.number import finite, rounded
from kane.algebra.op import Op

_POINTS: Final = 8
_ROUNDS: Final = 6  # draws before a point-less expression is called unknown
_ENOUGH: Final = 4  # points that must agree on zero
_CERTAIN: Final = 4.0  # error bounds
_RESOLVED: Final = 1e-7  # of the magnitude of the terms


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
    """The values of a graph's nodes at random points, computed once for any number of tests."""

    def __init__(self, graph: Graph, seed: int = 0) -> None:
        self.graph = graph
        self._rounds = [_Round(graph, seed, index) for index in range(_ROUNDS)]

    def verdict(self, expr: Scalar) -> Verdict:
        """What the points say of one expression."""
        ref = reference(expr, self.graph)
        if ref == 0:
            return Verdict.ZERO
        agreed = 0
        for points in self._rounds:
            v, e, m = points.at(ref)
            if np.any(_valid(v, e) & (np.abs(v) > _CERTAIN * e)):
                return Verdict.NONZERO
            agreed += int(np.sum(_valid(v, e) & (_CERTAIN * e <= _RESOLVED * m)))
            if agreed >= _ENOUGH:
                return Verdict.ZERO
        return Verdict.UNKNOWN

    def pivot(self, candidates: Sequence[Scalar]) -> int | None:
        """The index of the candidate that is the safest to divide by, or None."""
        refs = [reference(candidate, self.graph) for candidate in candidates]
        numbers = [self.graph.number(ref) for ref in refs]
        sizes = {k: abs(rounded(n)) for k, n in enumerate(numbers) if n and finite(n)}
        if sizes:
            return max(sizes, key=lambda index: sizes[index])
        usable = [k for k in range(len(refs)) if self.verdict(candidates[k]) is Verdict.NONZERO]
        if not usable:
            return None
        at = np.array([np.abs(self._rounds[0].at(refs[index]).v) for index in usable])
        at = np.where(np.isfinite(at), at, 0.0)
        largest = np.max(at, axis=0)
        shares = at / np.where(largest > 0, largest, 1.0)
        return usable[int(np.argmax(np.median(shares, axis=1)))]


def _valid(v: np.ndarray, e: np.ndarray) -> np.ndarray:
    return np.asarray(np.isfinite(v) & np.isfinite(e))


class _Round:
    """One draw of points, and what the nodes asked for so far are there."""

    def __init__(self, graph: Graph, seed: int, index: int) -> None:
        self.graph = graph
        self._seed = (seed, index)
        self._found: dict[int, Bound] = {}
        self._several: dict[int, list[Bound]] = {}

    def at(self, ref: int) -> Bound:
        """A reference's value, error bound and magnitude at each point."""
        if abs(ref) not in self._found:
            known = frozenset(self._found) | frozenset(self._several)
            with np.errstate(all="ignore"):
                for node in self.graph.live([ref], known):
                    if node not in known:
                        self._take(node)
        bound = self._found[abs(ref)]
        return bound if ref >= 0 else negative(bound)

    def _take(self, node: int) -> None:
        graph, op = self.graph, Op(self.graph.ops[node])
        operands = [self._signed(arg) for arg in graph.args[node] if op is not Op.ITEM]
        if op is Op.SYMBOL:
            self._found[node] = exactly(self._drawn(graph.symbols[node]))
        elif op is Op.CONSTANT:
            self._found[node] = constant(graph.values[node], _POINTS)
        elif op is Op.PI:
            self._found[node] = constant(np.pi, _POINTS)
        elif op is Op.ITEM:
            index = graph.attributes[node]
            assert isinstance(index, int)
            self._found[node] = self._several[graph.args[node][0]][index]
        elif op is Op.SOLVE:
            self._several[node] = solved(graph, node, operands)
        elif op is Op.CALL:
            self._several[node] = [self._called(node, operands)]
        else:
            self._found[node] = applied(op, operands)

    def _signed(self, arg: int) -> Bound:
        bound = self._found[abs(arg)]
        return bound if arg >= 0 else negative(bound)

    def _drawn(self, name: str) -> np.ndarray:
        """The symbol's values: half of size 1, half from 0.01 to 10; half surely positive."""
        generator = np.random.default_rng((*self._seed, crc32(name.encode())))
        signs = np.where(generator.random(_POINTS) < 0.5, -1.0, 1.0)
        signs[: _POINTS // 2] = 1.0
        wide = np.where(np.arange(_POINTS) % 2, 2.0, 0.5)
        return np.asarray(signs * 10.0 ** generator.uniform(-wide, wide / 2))

    def _called(self, node: int, operands: Sequence[Bound]) -> Bound:
        function = self.graph.attributes[node]
        assert isinstance(function, Function)
        if function.value is None and function.body is None:
            return called(self._stand_in(function), operands)
        return called(lambda *args: float(function(*args)), operands)

    def _stand_in(self, function: Function) -> Callable[..., float]:
        """A smooth function for one that is not known: no relation holds of it by chance."""
        generator = np.random.default_rng((*self._seed, crc32(function.name.encode())))
        slopes, phase = generator.uniform(0.3, 1.0, function.arity), generator.uniform(0, 6)
        return lambda *args: float(np.sin(np.dot(slopes, args) + phase))
