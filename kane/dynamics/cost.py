"""Cost: how many operations expressions take, before any pass has shortened them.

What depends on parameters alone is set-up and not counted; a division by it counts as a
multiplication by its reciprocal.

From: equations.py    Next: suggest.py
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kane.algebra.expr import Expr
from kane.algebra.graph import Graph
from kane.algebra.op import Op
from kane.algebra.rate import Rate


@dataclass(frozen=True, slots=True, order=True, kw_only=True)
class Cost:
    """Counts of operations; ordered by their sum, a division as four and a sine as eight."""

    weight: int
    mul: int
    add: int
    div: int
    sines: int

    def __str__(self) -> str:
        return f"{self.mul} mul, {self.add} add, {self.div} div, {self.sines} sin and cos"


@dataclass(frozen=True, slots=True)
class Costs(Mapping[str, Cost]):
    """Counts by name; prints a line for each."""

    counts: Mapping[str, Cost]

    def __getitem__(self, name: str) -> Cost:
        return self.counts[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.counts)

    def __len__(self) -> int:
        return len(self.counts)

    def __str__(self) -> str:
        width = max(map(len, self.counts), default=0)
        return "\n".join(f"{name:{width}}  {count}" for name, count in self.counts.items())


def cost(exprs: Sequence[Any]) -> Cost:
    """The operations that these expressions take together."""
    symbols = [expr for expr in exprs if isinstance(expr, Expr)]
    if not symbols:
        return Cost(weight=0, mul=0, add=0, div=0, sines=0)
    graph = symbols[0].graph
    counts = _counts(graph, [expr.ref for expr in symbols])
    mul, add = counts[Op.MUL], counts[Op.ADD] + counts[Op.SUB]
    div, sines = counts[Op.DIV], counts[Op.SIN] + counts[Op.COS]
    return Cost(weight=mul + add + 4 * div + 8 * sines, mul=mul, add=add, div=div, sines=sines)


def _counts(graph: Graph, refs: Sequence[int]) -> list[int]:
    counts = [0] * len(Op)
    running = bytearray(len(graph))
    ops, operands, SYMBOL = graph.ops, graph.args, Op.SYMBOL
    for node in graph.live(refs):
        op = ops[node]
        if op is SYMBOL:
            running[node] = graph.symbol_rates[node] > Rate.PARAMETER
            continue
        for arg in operands[node]:
            if running[arg if arg >= 0 else -arg]:
                running[node] = 1
                by_setup = op == Op.DIV and not running[abs(operands[node][1])]
                counts[Op.MUL if by_setup else op] += 1
                break
    return counts
