"""Derivatives forward: along a direction, operation by operation.

Every rule is exact, and one-sided where the function has a corner:

    |x|          the derivative at 0 is that from the right
    sign x       0 everywhere
    min, max     of two equal operands the one made first counts (a constant 0 or 1 always does)
    where        is differentiated to where: the branch not taken does not matter, even when
                 its derivative is infinite or NaN; the condition is not differentiated
    solve        x = A⁻¹ b:  dx = A⁻¹ (db − dA x), with the same matrix      [Golub2013 §2.6]
    a call       by the derivatives that its Function gives

The tangent is linear in the number of nodes [Griewank2008 §3.1]; what does not depend on the
seeds is not touched.

From: chain.py    Next: gradient.py, jacobian.py
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from kane.algebra.chain import CHAIN, chained, partial
from kane.algebra.dependence import differentiable, independent, masks
from kane.algebra.expr import Expr, Scalar, graph_of, references
from kane.algebra.graph import ZERO, Graph
from kane.algebra.op import Op
from kane.algebra.pattern import Pattern
from kane.algebra.solve import solve_refs


def derivative(expr: Scalar, symbol: Expr) -> Expr:
    """∂expr/∂symbol."""
    (result,) = tangent([expr], {symbol: 1})
    return result


def tangent(exprs: Sequence[Scalar], seeds: Mapping[Expr, Scalar]) -> list[Expr]:
    """The derivatives of expressions along a direction.

        Σ_s  ∂expr/∂s · seeds[s]

    Seeds are given to symbols, or to any other scalar, which is then held as if it were a
    symbol (a seed of 0 holds it constant); symbols without a seed are constant.
    """
    graph = graph_of([*exprs, *seeds, *seeds.values()])
    refs = references(exprs, graph)
    directions: dict[int, int] = {}
    for ref, seed in zip(
        independent(graph, list(seeds)), references(seeds.values(), graph), strict=True
    ):
        directions[abs(ref)] = seed if ref > 0 else -seed
    nodes = graph.live(refs, frozenset(directions))
    active = masks(graph, nodes, dict.fromkeys(directions, 1), differentiable)
    found = tangents(graph, (node for node in nodes if node in active), directions)
    return [Expr(graph, signed(found, ref)) for ref in refs]


def tangents(graph: Graph, nodes: Iterable[int], seeds: Mapping[int, int]) -> dict[int, int]:
    """The tangents of these nodes (in order of creation) that are not zero, by node."""
    found = {node: seed for node, seed in seeds.items() if seed}
    several: dict[int, tuple[int, ...]] = {}
    for node in nodes:
        if node in seeds:
            continue
        op, args = graph.ops[node], graph.args[node]
        if op == Op.ITEM:
            index = graph.attributes[node]
            assert isinstance(index, int)
            made = several[args[0]][index] if args[0] in several else 0
        elif op in _SEVERAL:
            changes = [signed(found, arg) for arg in args]
            if any(changes):
                several[node] = _SEVERAL[op](graph, node, changes)
            continue
        else:
            made = _made(graph, node, [signed(found, arg) for arg in args])
        if made:
            found[node] = made
    return found


def signed(found: Mapping[int, int], ref: int) -> int:
    """The value found for a reference, 0 where there is none."""
    return found.get(ref, 0) if ref >= 0 else -found.get(-ref, 0)


def _made(graph: Graph, node: int, changes: Sequence[int]) -> int:
    """The tangent of a node with one value from those of its operands."""
    if not any(changes):
        return 0
    op = graph.ops[node]
    if op in CHAIN:
        return chained(graph, node, changes[0])
    if op not in _FORWARD:
        return 0  # a condition
    return _FORWARD[op](graph, node, changes)


# ── operations of several scalars ─────────────────────────────────────────────────────────────
def _add(graph: Graph, node: int, changes: Sequence[int]) -> int:
    return graph.add(changes[0], changes[1])


def _sub(graph: Graph, node: int, changes: Sequence[int]) -> int:
    return graph.add(changes[0], -changes[1])


def _mul(graph: Graph, node: int, changes: Sequence[int]) -> int:
    """d(ab) = da b + a db."""
    a, b = graph.args[node]
    if a == b:
        return graph.mul(graph.constant(2), graph.mul(a, changes[0]))
    return graph.add(graph.mul(changes[0], b), graph.mul(a, changes[1]))


def _div(graph: Graph, node: int, changes: Sequence[int]) -> int:
    """d(a/b) = (da − (a/b) db)/b."""
    _, b = graph.args[node]
    return graph.div(graph.add(changes[0], -graph.mul(node, changes[1])), b)


def _atan2(graph: Graph, node: int, changes: Sequence[int]) -> int:
    """d atan2(y, x) = (x dy − y dx)/(x² + y²)."""
    y, x = graph.args[node]
    above = graph.add(graph.mul(x, changes[0]), -graph.mul(y, changes[1]))
    return graph.div(above, graph.add(graph.mul(x, x), graph.mul(y, y)))


def _min(graph: Graph, node: int, changes: Sequence[int]) -> int:
    a, b = graph.args[node]
    return graph.where(graph.less_equal(a, b), changes[0], changes[1])


def _max(graph: Graph, node: int, changes: Sequence[int]) -> int:
    a, b = graph.args[node]
    return graph.where(graph.less_equal(b, a), changes[0], changes[1])


def _where(graph: Graph, node: int, changes: Sequence[int]) -> int:
    return graph.where(graph.args[node][0], changes[1], changes[2])


# ── nodes of several values ───────────────────────────────────────────────────────────────────
def _solve(graph: Graph, node: int, changes: Sequence[int]) -> tuple[int, ...]:
    """dx = A⁻¹ (db − dA x)."""
    pattern = graph.attributes[node]
    assert isinstance(pattern, Pattern)
    count = len(pattern.entries)
    right = list(changes[count:])
    for (row, column), change in zip(pattern.entries, changes, strict=False):
        if change:
            right[row] = _minus(graph, right[row], change, graph.item(node, column))
            if pattern.symmetric and row != column:
                right[column] = _minus(graph, right[column], change, graph.item(node, row))
    return solve_refs(graph, pattern, (*graph.args[node][:count], *right))


def _minus(graph: Graph, total: int, a: int, b: int) -> int:
    return graph.add(total, -graph.mul(a, b))


def _call(graph: Graph, node: int, changes: Sequence[int]) -> tuple[int, ...]:
    """df = Σ_k ∂f/∂a_k da_k."""
    total = ZERO
    for index, change in enumerate(changes):
        if change:
            total = graph.add(total, graph.mul(partial(graph, node, index), change))
    return (total,)


def _sincos(graph: Graph, node: int, changes: Sequence[int]) -> tuple[int, ...]:
    """d sin x = cos x dx, d cos x = −sin x dx."""
    result: list[int] = []
    for index, change in enumerate(changes):
        sine, cosine = graph.item(node, 2 * index), graph.item(node, 2 * index + 1)
        result += [graph.mul(change, cosine), -graph.mul(change, sine)]
    return tuple(result)


_FORWARD: Final[dict[int, Callable[[Graph, int, Sequence[int]], int]]] = {
    Op.ADD: _add,
    Op.SUB: _sub,
    Op.MUL: _mul,
    Op.DIV: _div,
    Op.ATAN2: _atan2,
    Op.MIN: _min,
    Op.MAX: _max,
    Op.WHERE: _where,
}

_SEVERAL: Final[dict[int, Callable[[Graph, int, Sequence[int]], tuple[int, ...]]]] = {
    Op.SOLVE: _solve,
    Op.CALL: _call,
    Op.SINCOS: _sincos,
}
