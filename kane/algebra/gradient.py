"""Derivatives in reverse: one scalar by many symbols in one sweep.

Each node's *adjoint* is the derivative of the result by it; going down the nodes, every
operation hands its adjoint on to its operands by the rules of `derivative.py`
[Griewank2008 §3.2]. Time is linear in the number of nodes.

An adjoint that comes through a branch of a `where` carries the condition under which it
counts, its *guard*. Only where adjoints of different guards meet are they combined, by a
`where`; so what the branch not taken would have given, be it NaN, is never added, nor
multiplied by a zero.

From: chain.py, derivative.py    Next: jacobian.py
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from kane.algebra.chain import CHAIN, chained, partial
from kane.algebra.dependence import differentiable, independent, masks
from kane.algebra.expr import Expr, Scalar, graph_of, reference
from kane.algebra.graph import ONE, ZERO, Graph
from kane.algebra.op import Op
from kane.algebra.pattern import Pattern
from kane.algebra.solve import solve_refs, transposed


def gradient(expr: Scalar, symbols: Sequence[Expr]) -> list[Expr]:
    """∂expr/∂s for each of the symbols (or of other scalars, held as if they were symbols)."""
    graph = graph_of([expr, *symbols])
    ref = reference(expr, graph)
    places = independent(graph, symbols)
    held = {abs(place): 1 for place in places}
    nodes = graph.live([ref], frozenset(held))
    active = masks(graph, nodes, held, differentiable)
    found = adjoints(graph, [node for node in nodes if node in active], ref, held)
    return [
        Expr(graph, found.get(place, 0) if place > 0 else -found.get(-place, 0)) for place in places
    ]


def adjoints(
    graph: Graph, nodes: Sequence[int], ref: int, held: Mapping[int, int]
) -> dict[int, int]:
    """The derivatives of a reference by the held nodes, where they are not zero.

    `nodes` are those between, in order of creation, the held ones included.
    """
    sweep = _Sweep(graph, set(nodes))
    sweep.give(ref, ONE, ONE)
    for node in reversed(nodes):
        if node not in held:
            sweep.through(node)
    return {
        node: graph.where(guard, value, ZERO)
        for node, (value, guard) in sweep.found.items()
        if node in held
    }


class _Adjoint(NamedTuple):
    """A derivative that counts where its guard holds, and is zero elsewhere."""

    value: int
    guard: int


class _Sweep:
    """The adjoints found so far; those of a node with several values by (node, index)."""

    def __init__(self, graph: Graph, active: Container[int]) -> None:
        self.graph = graph
        self.active = active
        self.found: dict[int, _Adjoint] = {}
        self.several: dict[int, dict[int, _Adjoint]] = {}

    def through(self, node: int) -> None:
        """Hand the adjoint of a node on to its operands."""
        graph, op = self.graph, self.graph.ops[node]
        if node in self.several:
            _SEVERAL[op](self, node, self.several[node])
            return
        adjoint = self.found.pop(node, None)
        if adjoint is None:
            return
        if op in CHAIN:
            self.give(graph.args[node][0], chained(graph, node, adjoint.value), adjoint.guard)
        else:
            _REVERSE[op](self, node, adjoint)

    def give(self, ref: int, value: int, guard: int) -> None:
        """Add to the adjoint of a reference."""
        node = abs(ref)
        if value == ZERO or guard == ZERO or node not in self.active:
            return
        _accumulate(self.graph, self.found, node, _Adjoint(value if ref > 0 else -value, guard))

    def give_item(self, node: int, index: int, adjoint: _Adjoint) -> None:
        """Add to the adjoint of one value of a node that has several."""
        _accumulate(self.graph, self.several.setdefault(node, {}), index, adjoint)


def _accumulate(graph: Graph, found: dict[int, _Adjoint], key: int, more: _Adjoint) -> None:
    known = found.get(key)
    found[key] = more if known is None else _together(graph, known, more)


def _together(graph: Graph, a: _Adjoint, b: _Adjoint) -> _Adjoint:
    """The sum of two adjoints: each counts only where its guard holds."""
    if a.guard == b.guard:
        return _Adjoint(graph.add(a.value, b.value), a.guard)
    common, mine, other = _split(graph, a.guard, b.guard)
    if mine == graph.logical_not(other):
        return _Adjoint(graph.where(mine, a.value, b.value), common)
    total = graph.add(graph.where(mine, a.value, ZERO), graph.where(other, b.value, ZERO))
    return _Adjoint(total, graph.logical_and(common, graph.logical_or(mine, other)))


def _split(graph: Graph, a: int, b: int) -> tuple[int, int, int]:
    """(c, a′, b′) such that a is c & a′ and b is c & b′."""
    first = graph.args[a] if graph.ops[a] == Op.AND else (a, ONE)
    second = graph.args[b] if graph.ops[b] == Op.AND else (b, ONE)
    for common in first:
        if common != ONE and common in second:
            return common, _other(first, common), _other(second, common)
    return ONE, a, b


def _other(pair: tuple[int, ...], one: int) -> int:
    return pair[1] if pair[0] == one else pair[0]


# ── operations of several scalars ─────────────────────────────────────────────────────────────
def _add(sweep: _Sweep, node: int, adjoint: _Adjoint) -> None:
    for arg in sweep.graph.args[node]:
        sweep.give(arg, *adjoint)


def _sub(sweep: _Sweep, node: int, adjoint: _Adjoint) -> None:
    a, b = sweep.graph.args[node]
    sweep.give(a, *adjoint)
    sweep.give(b, -adjoint.value, adjoint.guard)


def _mul(sweep: _Sweep, node: int, adjoint: _Adjoint) -> None:
    graph, (a, b) = sweep.graph, sweep.graph.args[node]
    if a == b:
        twice = graph.mul(graph.constant(2), graph.mul(adjoint.value, a))
        return sweep.give(a, twice, adjoint.guard)
    for this, other in ((a, b), (b, a)):
        if abs(this) in sweep.active:
            sweep.give(this, graph.mul(adjoint.value, other), adjoint.guard)
    return None


def _div(sweep: _Sweep, node: int, adjoint: _Adjoint) -> None:
    graph, (a, b) = sweep.graph, sweep.graph.args[node]
    share = graph.div(adjoint.value, b)
    sweep.give(a, share, adjoint.guard)
    if abs(b) in sweep.active:
        sweep.give(b, -graph.mul(node, share), adjoint.guard)


def _atan2(sweep: _Sweep, node: int, adjoint: _Adjoint) -> None:
    graph, (y, x) = sweep.graph, sweep.graph.args[node]
    share = graph.div(adjoint.value, graph.add(graph.mul(x, x), graph.mul(y, y)))
    sweep.give(y, graph.mul(x, share), adjoint.guard)
    sweep.give(x, -graph.mul(y, share), adjoint.guard)


def _min(sweep: _Sweep, node: int, adjoint: _Adjoint) -> None:
    a, b = sweep.graph.args[node]
    _choose(sweep, sweep.graph.less_equal(a, b), (a, b), adjoint)


def _max(sweep: _Sweep, node: int, adjoint: _Adjoint) -> None:
    a, b = sweep.graph.args[node]
    _choose(sweep, sweep.graph.less_equal(b, a), (a, b), adjoint)


def _where(sweep: _Sweep, node: int, adjoint: _Adjoint) -> None:
    condition, a, b = sweep.graph.args[node]
    _choose(sweep, condition, (a, b), adjoint)


def _choose(sweep: _Sweep, condition: int, parts: Iterable[int], adjoint: _Adjoint) -> None:
    """The adjoint given to the first part under the condition, to the second otherwise."""
    graph = sweep.graph
    for part, holds in zip(parts, (condition, graph.logical_not(condition)), strict=True):
        if abs(part) in sweep.active:
            sweep.give(part, adjoint.value, graph.logical_and(adjoint.guard, holds))


def _item(sweep: _Sweep, node: int, adjoint: _Adjoint) -> None:
    index = sweep.graph.attributes[node]
    assert isinstance(index, int)
    sweep.give_item(sweep.graph.args[node][0], index, adjoint)


# ── nodes of several values ───────────────────────────────────────────────────────────────────
def _solve(sweep: _Sweep, node: int, items: dict[int, _Adjoint]) -> None:
    """λ = A⁻ᵀ x̄, then b̄ += λ and Ā −= λ xᵀ, both halves of a symmetric A folded."""
    graph, pattern = sweep.graph, sweep.graph.attributes[node]
    assert isinstance(pattern, Pattern)
    count, args = len(pattern.entries), graph.args[node]
    guard, right = _right(graph, pattern.size, items)
    flipped, order = transposed(pattern)
    multipliers = solve_refs(graph, flipped, (*[args[index] for index in order], *right))
    for arg, multiplier in zip(args[count:], multipliers, strict=True):
        sweep.give(arg, multiplier, guard)
    for (row, column), arg in zip(pattern.entries, args, strict=False):
        if abs(arg) in sweep.active:
            product = graph.mul(multipliers[row], graph.item(node, column))
            if pattern.symmetric and row != column:
                mirrored = graph.mul(multipliers[column], graph.item(node, row))
                product = graph.add(product, mirrored)
            sweep.give(arg, -product, guard)


def _right(graph: Graph, size: int, items: dict[int, _Adjoint]) -> tuple[int, list[int]]:
    """Adjoints of several items under one guard."""
    guards = {adjoint.guard for adjoint in items.values()}
    right = [ZERO] * size
    guard = ZERO
    for index, adjoint in items.items():
        alone = len(guards) == 1
        right[index] = adjoint.value if alone else graph.where(adjoint.guard, adjoint.value, ZERO)
        guard = graph.logical_or(guard, adjoint.guard)
    return guard, right


def _call(sweep: _Sweep, node: int, items: dict[int, _Adjoint]) -> None:
    adjoint = items[0]
    for index, arg in enumerate(sweep.graph.args[node]):
        if abs(arg) in sweep.active:
            slope = partial(sweep.graph, node, index)
            sweep.give(arg, sweep.graph.mul(slope, adjoint.value), adjoint.guard)


def _sincos(sweep: _Sweep, node: int, items: dict[int, _Adjoint]) -> None:
    graph = sweep.graph
    for index, arg in enumerate(graph.args[node]):
        sine, cosine = graph.item(node, 2 * index), graph.item(node, 2 * index + 1)
        for item, slope in ((2 * index, cosine), (2 * index + 1, -sine)):
            if item in items:
                adjoint = items[item]
                sweep.give(arg, graph.mul(slope, adjoint.value), adjoint.guard)


_REVERSE: Final[dict[int, Callable[[_Sweep, int, _Adjoint], None]]] = {
    Op.ADD: _add,
    Op.SUB: _sub,
    Op.MUL: _mul,
    Op.DIV: _div,
    Op.ATAN2: _atan2,
    Op.MIN: _min,
    Op.MAX: _max,
    Op.WHERE: _where,
    Op.ITEM: _item,
}

_SEVERAL: Final[dict[int, Callable[[_Sweep, int, dict[int, _Adjoint]], None]]] = {
    Op.SOLVE: _solve,
    Op.CALL: _call,
    Op.SINCOS: _sincos,
}
