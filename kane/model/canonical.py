"""Canonical forms: two parts of descriptions have the same one when they say the same.

Frames are told by name and scalars by structure: which graph a scalar lives in, in which order
its nodes were made, and where a minus sign ended up do not matter.

From: system.py    Next: difference.py
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, Final

from kane.algebra.expr import Equality, Expr
from kane.algebra.graph import Graph
from kane.algebra.meet import is_number
from kane.algebra.number import plain
from kane.algebra.op import EVEN, ODD, Op
from kane.geometry.vector import Frame, Vector
from kane.model.symbols import Parameter

Form = Any  # nested tuples of plain values


class Canon:
    """Canonical forms, scalars as numbers of nodes that are kept here.

    Parameters in `known` are told by name alone, all others by value and unit too.
    """

    def __init__(self, known: Collection[str] = ()) -> None:
        self.known = frozenset(known)
        self.numbers: dict[Form, int] = {}

    def of(self, value: Any) -> Form:
        """The canonical form of a part."""
        if isinstance(value, Expr):
            return self._scalar(value.graph, value.ref)
        if is_number(value) and not isinstance(value, bool):
            return ("scalar", self._constant(plain(getattr(value, "item", lambda: value)())))
        if isinstance(value, Frame):
            return ("frame", value.name)
        if isinstance(value, Vector):
            return ("vector", value.frame.name, self.of(value.components))
        if isinstance(value, Equality):
            return ("relation", self.of(value.left), self.of(value.right))
        if isinstance(value, Parameter):
            return ("parameter", value.value, value.unit)
        if isinstance(value, Mapping):
            return ("mapping", tuple((name, self.of(one)) for name, one in value.items()))
        if isinstance(value, tuple | list):
            return tuple(self.of(one) for one in value)
        if is_dataclass(value) and not isinstance(value, type):
            return (type(value).__name__, *self._fields(value))
        return value.value if isinstance(value, Enum) else value

    def _fields(self, value: Any) -> Iterator[Form]:
        for item in fields(value):
            yield item.name, self.of(getattr(value, item.name))

    # ── scalars ───────────────────────────────────────────────────────────────────────────
    def _scalar(self, graph: Graph, ref: int) -> Form:
        made: dict[int, int] = {}
        for node in graph.live([ref]):
            made[node] = self._node(graph, node, made)
        return ("scalar", made[abs(ref)] * (1 if ref >= 0 else -1))

    def _constant(self, value: Any) -> int:
        if value == 0:
            return 0
        key = ("constant", isinstance(value, float), abs(value))
        return self._numbered(key) * (1 if value > 0 else -1)

    def _node(self, graph: Graph, node: int, made: Mapping[int, int]) -> int:
        op = Op(graph.ops[node])
        if op is Op.CONSTANT:
            return self._constant(graph.values[node])
        if op is Op.SYMBOL:
            carried = graph.attributes.get(node)
            return self._numbered(("symbol", *self._symbol(graph, node, carried)))
        args = [made[abs(arg)] * (1 if arg >= 0 else -1) for arg in graph.args[node]]
        sign, args = _signed(op, args)
        attribute = self.of(graph.attributes[node]) if node in graph.attributes else None
        name = "SUM" if op in (Op.ADD, Op.SUB) else op.name
        return sign * self._numbered((name, attribute, *args))

    def _symbol(self, graph: Graph, node: int, carried: Any) -> Form:
        if carried is not None and not isinstance(carried, Parameter):
            return ("quantity", self.of(carried))
        if graph.symbols[node] in self.known:
            return ("parameter", graph.symbols[node])
        return (graph.symbols[node], int(graph.symbol_rates[node]), self.of(carried))

    def _numbered(self, form: Form) -> int:
        return self.numbers.setdefault(form, len(self.numbers) + 2)


def _signed(op: Op, args: list[int]) -> tuple[int, list[int]]:
    """A node's sign brought outside, and its operands in one order."""
    if op in (Op.ADD, Op.SUB):
        a, b = sorted((args[0], args[1] if op is Op.ADD else -args[1]), key=abs)
        sign = 1 if a > 0 else -1
        return sign, [sign * a, sign * b]
    if op in (Op.MUL, Op.DIV):
        sign = (1 if args[0] >= 0 else -1) * (1 if args[1] >= 0 else -1)
        sizes = [abs(arg) for arg in args]
        return sign, sorted(sizes) if op is Op.MUL else sizes
    if op in ODD:
        return (1 if args[0] >= 0 else -1), [abs(args[0])]
    if op in EVEN:
        return 1, [abs(args[0])]
    if op is Op.WHERE:
        sign = -1 if args[1] < 0 or (args[1] == 0 and args[2] < 0) else 1
        return sign, [args[0], sign * args[1], sign * args[2]]
    return 1, sorted(args) if op in _ANY_ORDER else args


_ANY_ORDER: Final = frozenset({Op.MIN, Op.MAX, Op.EQUAL, Op.AND, Op.OR})
