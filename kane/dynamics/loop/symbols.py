"""Symbols: the arguments of a step, made as they are named.

From: kane/algebra/expr.py    Next: tree_steps.py, chain_steps.py
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kane.algebra.expr import Expr, symbol
from kane.algebra.graph import Graph
from kane.algebra.rate import Rate
from kane.dynamics.requests import Request


class Symbols:
    """A step's arguments while it is written down."""

    def __init__(self) -> None:
        self.graph = Graph()
        self.inputs: dict[str, tuple[Expr, ...]] = {}

    def __call__(self, name: str, count: int) -> tuple[Expr, ...]:
        """So many scalars of this name."""
        made = tuple(symbol(f"{name}[{k}]", Rate.INPUT, self.graph) for k in range(count))
        self.inputs[name] = made
        return made

    def request(self, name: str, **outputs: Sequence[Any]) -> Request:
        """The step with these results."""
        return Request(name=name, inputs=self.inputs, outputs=outputs)
