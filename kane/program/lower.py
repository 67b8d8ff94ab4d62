"""Expressions to a Program: live nodes in order of creation, constants made floats.

Knows no physics: it gets named arrays of symbols and named arrays of expressions.

From: kane/algebra/expr.py    Next: program.py, then kane/passes/__init__.py
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from kane.algebra.expr import Expr, reference
from kane.algebra.graph import Graph
from kane.algebra.rate import Rate
from kane.errors import DerivationError
from kane.program.program import Input, Output, Program
from kane.program.rewrite import UnplacedSymbol, drafted

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
    try:
        draft = drafted(graph, places, [group.rate for group in groups], wanted)
    except UnplacedSymbol as fault:
        raise _missing(graph, fault.node, places) from None
    return draft.finish(
        name,
        groups,
        tuple(
            Output(name=key, refs=draft.refs(refs[key]), shape=results[key].shape)
            for key in results
        ),
    )


def _missing(graph: Graph, node: int, places: Iterable[int]) -> DerivationError:
    known = ", ".join(sorted(graph.symbols[ref] for ref in places)[:12])
    return DerivationError(
        f"Symbol '{graph.symbols[node]}' is used but is not among the inputs "
        f"({known}). Add it to the inputs, or substitute a value for it."
    )


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
