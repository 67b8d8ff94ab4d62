"""Where scalars of different graphs, and plain numbers, meet in one graph.

From: adopt.py    Next: expr.py
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, Final

from kane.algebra.adopt import adopt, adopt_all
from kane.algebra.graph import Graph
from kane.algebra.number import Number

PLAIN: Final = frozenset({int, float, Fraction})


class Handle:
    """A graph and a signed reference into it: what Expr and Condition are."""

    __slots__ = ("graph", "ref")
    graph: Graph
    ref: int

    def __init__(self, graph: Graph, ref: int) -> None:
        self.graph = graph
        self.ref = ref

    def __repr__(self) -> str:
        from kane.algebra.text import text

        return text(self)


def graph_of(scalars: Iterable[object]) -> Graph:
    """The largest graph among the scalars; a new one where all are plain numbers."""
    largest: Graph | None = None
    for scalar in scalars:
        if isinstance(scalar, Handle) and scalar.graph is not largest:
            graph = scalar.graph
            largest = graph if largest is None or len(graph) > len(largest) else largest
    return Graph() if largest is None else largest


def shared(*scalars: object) -> tuple[Graph, tuple[int, ...]]:
    """The largest graph among the scalars, and the reference of each in it."""
    graph = graph_of(scalars)
    return graph, tuple(references(scalars, graph))


def reference(scalar: object, graph: Graph) -> int:
    """The reference of a scalar in a graph: adopted from its own, or made a constant."""
    if isinstance(scalar, Handle):
        return scalar.ref if scalar.graph is graph else adopt(graph, scalar.graph, scalar.ref)
    return graph.constant(plain(scalar))


def references(scalars: Iterable[object], graph: Graph) -> list[int]:
    """The references of scalars in a graph; each other graph is walked once."""
    given = list(scalars)
    foreign: dict[Graph, list[int]] = {}
    for scalar in given:
        if isinstance(scalar, Handle) and scalar.graph is not graph:
            foreign.setdefault(scalar.graph, []).append(scalar.ref)
    moved = {source: iter(adopt_all(graph, source, refs)) for source, refs in foreign.items()}
    return [
        next(moved[scalar.graph])
        if isinstance(scalar, Handle) and scalar.graph is not graph
        else reference(scalar, graph)
        for scalar in given
    ]


def is_number(value: object) -> bool:
    """A Python number or a numpy one."""
    return isinstance(value, int | float | Fraction) or _is_numpy_scalar(value)


def plain(value: Any) -> Number:
    """A Python number from a Python or numpy one."""
    number = value.item() if _is_numpy_scalar(value) else value
    if not isinstance(number, int | float | Fraction):
        raise TypeError(
            f"{value!r} of type {type(value).__name__} is no scalar. Scalars are Expr, int, "
            "float and Fraction."
        )
    return number


def _is_numpy_scalar(value: object) -> bool:
    return getattr(value, "shape", None) == () and hasattr(value, "item")
