"""Carrying expressions from one graph into another, once for each node.

From: graph.py    Next: expr.py
"""

from __future__ import annotations

from typing import Final

from kane.algebra.graph import Graph
from kane.algebra.op import Op
from kane.errors import NameClash

_OPS: Final = tuple(Op)  # an Op by its number; Op(number) takes half a microsecond


def adopt(into: Graph, source: Graph, ref: int) -> int:
    """The reference, in `into`, of a value of `source`; symbols meet by name."""
    (adopted,) = adopt_all(into, source, [ref])
    return adopted


def adopt_all(into: Graph, source: Graph, refs: list[int]) -> list[int]:
    """The references, in `into`, of values of `source`. Time is linear in nodes."""
    moved: dict[int, int] = {}
    for node in source.live(refs):
        moved[node] = rebuilt(into, source, node, moved)
        if node in source.labels:
            into.labels.setdefault(abs(moved[node]), source.labels[node])
    return [moved[ref] if ref >= 0 else -moved[-ref] for ref in refs]


def rebuilt(into: Graph, source: Graph, node: int, moved: dict[int, int]) -> int:
    """One node built anew from its operands' new references, identities applied."""
    op = source.ops[node]
    if op == Op.CONSTANT:
        return into.constant(source.values[node])
    if op == Op.SYMBOL:
        return _symbol(into, source, node)
    args = tuple([moved[arg] if arg >= 0 else -moved[-arg] for arg in source.args[node]])
    return into.build(_OPS[op], args, source.attributes.get(node))


def _symbol(into: Graph, source: Graph, node: int) -> int:
    """The symbol of the same name; what it carries (a parameter's value, say) must agree."""
    name, carried = source.symbols[node], source.attributes.get(node)
    ref = into.symbol(name, source.symbol_rates[node])
    known = into.attributes.setdefault(ref, carried) if carried is not None else carried
    if known != carried:
        raise NameClash(
            f"Symbol '{name}' means {known} in one place and {carried} in another. "
            "Give one of them another name."
        )
    return ref
