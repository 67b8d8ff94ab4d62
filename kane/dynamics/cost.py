"""Cost: how many operations expressions take, before any pass has shortened them.

Multiplications and additions that depend on parameters alone are set-up and not counted.

From: equations.py    Next: suggest.py
"""

from __future__ import annotations

from collections.abc import Sequence
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
                counts[op] += 1
                break
    return counts
