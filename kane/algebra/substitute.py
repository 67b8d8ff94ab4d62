"""Expressions with some of their symbols, or parts, replaced.

From: adopt.py, expr.py    Next: affine.py
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kane.algebra.adopt import rebuilt
from kane.algebra.dependence import independent, masks, operands
from kane.algebra.expr import Expr, Scalar, graph_of, references
from kane.algebra.graph import Graph


def substitute(exprs: Sequence[Scalar], replaced: Mapping[Expr, Scalar]) -> list[Expr]:
    """The expressions with each of these symbols or subexpressions replaced, all at once.

    What is put in place is not searched again. A subexpression is found where the graph has
    it as a node: x + y in sin(x + y), but not in (x + z) + y. Time is linear in nodes.
    """
    graph = graph_of([*exprs, *replaced, *replaced.values()])
    refs = references(exprs, graph)
    keys = independent(graph, list(replaced))
    moved: dict[int, int] = {}
    for key, value in zip(keys, references(replaced.values(), graph), strict=True):
        moved[abs(key)] = value if key > 0 else -value
    return [Expr(graph, ref) for ref in _substituted(graph, refs, moved)]


def _substituted(graph: Graph, refs: Sequence[int], moved: dict[int, int]) -> list[int]:
    held = frozenset(moved)
    nodes = graph.live(refs, held)
    touched = masks(graph, nodes, dict.fromkeys(held, 1), operands)
    for node in nodes:
        if node not in touched:
            moved[node] = node
        elif node not in held:
            new = moved[node] = rebuilt(graph, graph, node, moved)
            if node in graph.labels and graph.args[abs(new)]:
                graph.labels.setdefault(abs(new), graph.labels[node])
    return [moved[ref] if ref >= 0 else -moved[-ref] for ref in refs]
