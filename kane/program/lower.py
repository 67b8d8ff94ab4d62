"""Expressions to a Program: live nodes in order of creation, constants made floats.

Knows no physics: it gets named arrays of symbols and named arrays of expressions.

From: kane/algebra/expr.py    Next: program.py, then kane/passes/__init__.py
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from kane.algebra.expr import Expr, reference
from kane.algebra.graph import Graph, Number
from kane.algebra.op import Op
from kane.algebra.rate import Rate
from kane.errors import DerivationError
from kane.program.program import Input, Output, Program, rates_of

Array = Any  # nested sequences, or an object array, of scalars


def lower(name: str, inputs: Mapping[str, Sequence[Expr]], outputs: Mapping[str, Array]) -> Program:
    """The Program that computes these outputs from these inputs.

    `inputs` maps each argument to its symbols, in order; `outputs` each result to an array of
    expressions of any shape.
    """
    results = {key: np.asarray(value, dtype=object) for key, value in outputs.items()}
    graph = _graph_of(inputs, results)
    refs = {key: [reference(x, graph) for x in value.flat] for key, value in results.items()}
    arguments = {key: [reference(x, graph) for x in value] for key, value in inputs.items()}
    groups = tuple(_input(graph, key, symbols) for key, symbols in arguments.items())
    places = {
        ref: (which, place)
        for which, symbols in enumerate(arguments.values())
        for place, ref in enumerate(symbols)
    }
    wanted = [ref for values in refs.values() for ref in values]
    columns = _Columns(graph, places)
    for node in graph.live(wanted):
        columns.take(node)
    return Program(
        name=name,
        inputs=groups,
        outputs=tuple(
            Output(name=key, refs=columns.moved(refs[key]), shape=results[key].shape)
            for key in results
        ),
        ops=tuple(columns.ops),
        args=tuple(columns.args),
        values=columns.values,
        attributes=columns.attributes,
        labels=columns.labels,
        rates=rates_of(tuple(columns.ops), tuple(columns.args), groups),
    )


class _Columns:
    """A Program's columns while they are filled from a graph."""

    def __init__(self, graph: Graph, places: Mapping[int, tuple[int, int]]) -> None:
        self.graph = graph
        self.places = places
        self.ops: list[int] = [Op.CONSTANT]
        self.args: list[tuple[int, ...]] = [()]
        self.values: dict[int, float] = {0: 0.0}
        self.attributes: dict[int, Any] = {}
        self.labels: dict[int, str] = {}
        self.places_of: dict[int, int] = {0: 0}

    def take(self, node: int) -> None:
        """Append one node of the graph, whose operands are here already."""
        if node == 0:
            return
        graph, index = self.graph, len(self.ops)
        op, args = graph.ops[node], graph.args[node]
        self.places_of[node] = index
        if op == Op.SYMBOL:
            op, args = Op.INPUT, self._place(node)
        elif op in (Op.CONSTANT, Op.PI):
            op, args, self.values[index] = Op.CONSTANT, (), _float(graph.values.get(node, math.pi))
        else:
            args = self.moved(args)
        self.ops.append(int(op))
        self.args.append(args)
        if node in graph.attributes and op != Op.INPUT:
            self.attributes[index] = graph.attributes[node]
        if node in graph.labels:
            self.labels[index] = graph.labels[node]

    def moved(self, refs: Sequence[int]) -> tuple[int, ...]:
        """References of the graph as references of the Program."""
        new = self.places_of
        return tuple([new[ref] if ref >= 0 else -new[-ref] for ref in refs])

    def _place(self, node: int) -> tuple[int, int]:
        place = self.places.get(node)
        if place is None:
            known = ", ".join(sorted(self.graph.symbols[ref] for ref in self.places)[:12])
            raise DerivationError(
                f"Symbol '{self.graph.symbols[node]}' is used but is not among the inputs "
                f"({known}). Add it to the inputs, or substitute a value for it."
            )
        return place


def _graph_of(inputs: Mapping[str, Sequence[Expr]], outputs: Mapping[str, Any]) -> Graph:
    found = [x for value in outputs.values() for x in value.flat if isinstance(x, Expr)]
    found += [x for symbols in inputs.values() for x in symbols]
    return max((x.graph for x in found), key=len) if found else Graph()


def _input(graph: Graph, name: str, symbols: Sequence[int]) -> Input:
    for ref in symbols:
        if ref not in graph.symbols:
            raise DerivationError(
                f"Input '{name}' holds something that is not a symbol. Inputs are symbols alone."
            )
    rates = {graph.symbol_rates[ref] for ref in symbols}
    return Input(
        name=name,
        elements=tuple(graph.symbols[ref] for ref in symbols),
        rate=max(rates, default=Rate.CONSTANT),
        shape=(len(symbols),),
    )


def _float(value: Number) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.copysign(math.inf, value)
