"""Which symbols expressions are not linear in, as they are written.

    Σ_s c_s·s + rest      with c_s and rest free of all symbols that are linear

A symbol is linear where it stands in sums, in numerators, in branches of `where`, on right sides
of `solve`, and in products with what is free of linear symbols; everywhere else it is not. Of a
product of two that are linear elsewhere neither is, for nothing tells them apart.

From: dependence.py    Next: affine.py
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Final, NamedTuple

from kane.algebra.dependence import independent
from kane.algebra.expr import Expr, Scalar, graph_of, references
from kane.algebra.graph import Graph
from kane.algebra.op import Op
from kane.algebra.pattern import Pattern


def nonlinear_in(exprs: Sequence[Scalar], symbols: Sequence[Expr]) -> tuple[Expr, ...]:
    """The symbols in which some expression is not linear, in the order given.

    Of throttle·sin(gimbal) this is the gimbal alone: throttle has the coefficient sin(gimbal).
    Time is linear in nodes.
    """
    graph = graph_of([*exprs, *symbols])
    refs, places = references(exprs, graph), independent(graph, symbols)
    parts = {abs(place): _Parts(1 << k, 0) for k, place in enumerate(places)}
    held = frozenset(parts)
    products: list[tuple[int, int]] = []
    for node in graph.live(refs, held):
        if node not in held:
            parts[node] = _parts_of(graph, node, parts, products)
    bent = 0
    for ref in refs:
        bent |= parts[abs(ref)].bent
    bent |= _indistinct(products, bent)
    return tuple(symbol for k, symbol in enumerate(symbols) if bent >> k & 1)


class _Parts(NamedTuple):
    """A node's symbols as bits: those in which it is linear, and those in which it is not."""

    straight: int
    bent: int

    @property
    def all_bent(self) -> _Parts:
        """The same under an operation that is not linear."""
        return _Parts(0, self.straight | self.bent)


_FREE: Final = _Parts(0, 0)


def _parts_of(
    graph: Graph, node: int, parts: Mapping[int, _Parts], products: list[tuple[int, int]]
) -> _Parts:
    """Those of a node whose operands have theirs; products of linear ones are noted."""
    op, args = graph.ops[node], graph.args[node]
    own = [parts.get(abs(arg), _FREE) for arg in args]
    if op == Op.MUL:
        a, b = own
        if a.straight and b.straight:
            products.append((a.straight, b.straight))
        return _Parts(a.straight | b.straight, a.bent | b.bent | a.straight & b.straight)
    straight = _straight(graph, node)
    own = [one if k in straight else one.all_bent for k, one in enumerate(own)]
    return _Parts(_union(one.straight for one in own), _union(one.bent for one in own))


def _straight(graph: Graph, node: int) -> Container[int]:
    """Which operands of an operation, but for products, it is linear in."""
    match graph.ops[node]:
        case Op.ADD | Op.SUB | Op.ITEM:
            return range(2)
        case Op.DIV:
            return range(1)
        case Op.WHERE:
            return range(1, 3)
        case Op.SOLVE:
            pattern = graph.attributes[node]
            assert isinstance(pattern, Pattern)
            return range(len(pattern.entries), len(graph.args[node]))
        case _:
            return ()


def _indistinct(products: Iterable[tuple[int, int]], bent: int) -> int:
    """The symbols of products whose factors are both linear elsewhere."""
    found = 0
    for first, second in products:
        a, b = first & ~bent, second & ~bent
        if a and b:
            found |= a | b
    return found


def _union(bits: Iterable[int]) -> int:
    return reduce(or_, bits, 0)
