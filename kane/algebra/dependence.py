"""What an expression depends on.

From: expr.py    Next: derivative.py, affine.py
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from kane.algebra.expr import Condition, Expr, Scalar, graph_of, references
from kane.algebra.graph import Graph
from kane.algebra.op import CONDITIONS, Op
from kane.algebra.rate import Rate

Operands = Callable[[Graph, int], tuple[int, ...]]


def symbols_of(*exprs: Scalar | Condition) -> tuple[Expr, ...]:
    """The symbols that any of the expressions contains, in order of creation."""
    graph = graph_of(exprs)
    nodes = graph.live(references(exprs, graph))
    return tuple(Expr(graph, node) for node in nodes if graph.ops[node] == Op.SYMBOL)


def rate_of(*exprs: Scalar | Condition) -> Rate:
    """How often the expressions change: as often as the fastest of their symbols."""
    rates = [symbol.graph.symbol_rates[symbol.ref] for symbol in symbols_of(*exprs)]
    return max(rates, default=Rate.CONSTANT)


def operands(graph: Graph, node: int) -> tuple[int, ...]:
    """All operands of a node."""
    return graph.args[node]


def differentiable(graph: Graph, node: int) -> tuple[int, ...]:
    """The operands whose derivative counts: not conditions, nor what they or `sign` contain."""
    op = graph.ops[node]
    if op in CONDITIONS or op == Op.SIGN:
        return ()
    return graph.args[node][1:] if op == Op.WHERE else graph.args[node]


def masks(
    graph: Graph, nodes: Iterable[int], marked: Mapping[int, int], of: Operands
) -> dict[int, int]:
    """For each node that depends on marked ones, the union of their bits."""
    found = dict(marked)
    for node in nodes:
        if node in marked:
            continue
        mask = 0
        for arg in of(graph, node):
            mask |= found.get(abs(arg), 0)
        if mask:
            found[node] = mask
    return found


def independent(graph: Graph, symbols: Sequence[Expr]) -> list[int]:
    """The references of what is differentiated by: symbols, or nodes held as if they were."""
    refs = references(symbols, graph)
    for symbol, ref in zip(symbols, refs, strict=True):
        if graph.ops[abs(ref)] in (Op.CONSTANT, Op.PI):
            raise TypeError(f"'{symbol}' is a constant; nothing depends on it. Name a symbol.")
    return refs
