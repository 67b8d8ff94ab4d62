"""Whole Jacobians with their sparsity, forward or in reverse, whichever touches fewer nodes.

From: derivative.py, gradient.py    Next: —
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kane.algebra.dependence import differentiable, independent, masks
from kane.algebra.derivative import signed, tangents
from kane.algebra.expr import Expr, Scalar, graph_of, references
from kane.algebra.gradient import adjoints
from kane.algebra.graph import ZERO, Graph

Lists = list[list[int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Jacobian:
    """∂exprs/∂symbols: `entries[k]` stands at row and column `places[k]`, rows ascending.

    What is not listed is zero whatever the symbols' values.
    """

    shape: tuple[int, int]
    places: tuple[tuple[int, int], ...]
    entries: tuple[Expr, ...]

    def dense(self) -> np.ndarray:
        """An array of scalars, with 0 where nothing is listed."""
        matrix = np.full(self.shape, 0, dtype=object)
        for place, entry in zip(self.places, self.entries, strict=True):
            matrix[place] = entry
        return matrix


def jacobian(exprs: Sequence[Scalar], symbols: Sequence[Expr]) -> Jacobian:
    """The derivatives of all expressions by all symbols.

    Forward work is the nodes that depend on a symbol, summed over the symbols; reverse work
    the nodes that an expression needs, summed over the expressions [Griewank2008 §7.1].
    """
    graph = graph_of([*exprs, *symbols])
    refs, places = references(exprs, graph), independent(graph, symbols)
    held = {abs(place): 0 for place in places}
    for column, place in enumerate(places):
        held[abs(place)] |= 1 << column
    nodes = graph.live(refs, frozenset(held))
    inputs = masks(graph, nodes, held, differentiable)
    active = [node for node in nodes if node in inputs]
    outputs = _outputs(graph, active, inputs, refs)
    if _work(inputs, active) <= _work(outputs, active):
        found = _forward(graph, _lists(inputs, active, len(places)), refs, places)
    else:
        found = _reverse(graph, _lists(outputs, active, len(refs)), refs, places)
    ordered = sorted((place, ref) for place, ref in found.items() if ref)
    return Jacobian(
        shape=(len(refs), len(places)),
        places=tuple(place for place, _ in ordered),
        entries=tuple(Expr(graph, ref) for _, ref in ordered),
    )


def _outputs(
    graph: Graph, active: Sequence[int], inputs: dict[int, int], refs: Sequence[int]
) -> dict[int, int]:
    """For each active node, the bits of the results that need it."""
    found = dict.fromkeys(active, 0)
    for row, ref in enumerate(refs):
        if abs(ref) in found:
            found[abs(ref)] |= 1 << row
    for node in reversed(active):
        for arg in differentiable(graph, node):
            if abs(arg) in inputs:
                found[abs(arg)] |= found[node]
    return found


def _work(bits: dict[int, int], active: Sequence[int]) -> int:
    return sum(bits[node].bit_count() for node in active)


def _lists(bits: dict[int, int], active: Sequence[int], count: int) -> Lists:
    """For each bit the nodes that have it, in order of creation."""
    lists: Lists = [[] for _ in range(count)]
    for node in active:
        left = bits[node]
        while left:
            lowest = left & -left
            lists[lowest.bit_length() - 1].append(node)
            left ^= lowest
    return lists


def _forward(
    graph: Graph, lists: Lists, refs: Sequence[int], places: Sequence[int]
) -> dict[tuple[int, int], int]:
    found: dict[tuple[int, int], int] = {}
    for column, (place, nodes) in enumerate(zip(places, lists, strict=True)):
        seeds = dict.fromkeys((abs(other) for other in places), ZERO)
        seeds[abs(place)] = 1 if place > 0 else -1
        changes = tangents(graph, nodes, seeds)
        for row, ref in enumerate(refs):
            found[row, column] = signed(changes, ref)
    return found


def _reverse(
    graph: Graph, lists: Lists, refs: Sequence[int], places: Sequence[int]
) -> dict[tuple[int, int], int]:
    found: dict[tuple[int, int], int] = {}
    held = {abs(place): 1 for place in places}
    for row, (ref, nodes) in enumerate(zip(refs, lists, strict=True)):
        values = adjoints(graph, nodes, ref, held)
        for column, place in enumerate(places):
            found[row, column] = signed(values, place)
    return found
