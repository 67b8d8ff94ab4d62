"""Lifting: a description's scalars brought into the scalars of one derivation.

On a graph every number and symbol becomes an Expr of that graph; parameters stay symbols
(live) or become their values (fold), and quantities become what they are derived to be.

From: kane/model/system.py    Next: tree.py
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from enum import Enum, unique
from typing import Any, NoReturn

from kane.algebra.adopt import rebuilt
from kane.algebra.expr import Expr
from kane.algebra.graph import Graph
from kane.algebra.op import Op
from kane.algebra.rate import Rate
from kane.errors import no_choice
from kane.geometry.rotation import Rows
from kane.geometry.vector import Components, Vector
from kane.model.symbols import Parameter


@unique
class Parameters(Enum):
    """What becomes of named parameters."""

    LIVE = "live"  # they stay symbols, inputs of the program
    FOLD = "fold"  # their values are built in

    @classmethod
    def _missing_(cls, value: object) -> NoReturn:
        raise no_choice(cls, value)


Define = Callable[[Any], Any]  # what a quantity's definition is derived to be


@dataclass(frozen=True, slots=True, kw_only=True)
class Lift:
    """A graph for one derivation, and how scalars come into it."""

    graph: Graph
    parameters: Parameters
    values: Mapping[str, Expr]  # coordinates (and prescribed ones' functions) by name

    def symbol(self, name: str, rate: Rate) -> Expr:
        """A symbol of this derivation."""
        return Expr(self.graph, self.graph.symbol(name, rate))

    def scalar(self, value: Any, define: Define | None = None) -> Expr:
        """A number, parameter or expression of the description, here."""
        if not isinstance(value, Expr):
            return Expr(self.graph, self.graph.constant(_plain(value)))
        if value.graph is self.graph:
            return value
        moved: dict[int, int] = {}
        source = value.graph
        for node in source.live([value.ref]):
            if source.ops[node] == Op.SYMBOL:
                moved[node] = self._symbol(source, node, define)
            else:
                moved[node] = rebuilt(self.graph, source, node, moved)
        ref = value.ref
        return Expr(self.graph, moved[ref] if ref >= 0 else -moved[-ref])

    def triple(self, values: Components, define: Define | None = None) -> Components:
        """Three scalars, here."""
        a, b, c = values
        return (self.scalar(a, define), self.scalar(b, define), self.scalar(c, define))

    def rows(self, rows: Rows) -> Rows:
        """Nine scalars, here."""
        a, b, c = rows
        return (self.triple(a), self.triple(b), self.triple(c))

    def vector(self, vector: Vector, define: Define | None = None) -> Vector:
        """A vector with its components here."""
        return Vector(vector.frame, self.triple(vector.components, define))

    def motion(self, motion: Any) -> Any:
        """A joint's motion with its scalars here."""
        changed = {
            entry.name: self._field(getattr(motion, entry.name))
            for entry in fields(motion)
            if _holds_scalars(getattr(motion, entry.name))
        }
        return replace(motion, **changed) if changed else motion

    def _field(self, value: Any) -> Any:
        return (
            tuple(self.scalar(x) for x in value) if isinstance(value, tuple) else self.scalar(value)
        )

    def _symbol(self, source: Graph, node: int, define: Define | None) -> int:
        name, carried = source.symbols[node], source.attributes.get(node)
        if isinstance(carried, Parameter):
            if self.parameters is Parameters.FOLD:
                return self.graph.constant(carried.value)
            ref = self.graph.symbol(name, Rate.PARAMETER)
            self.graph.attributes.setdefault(ref, carried)
            return ref
        if carried is not None:
            assert define is not None, f"quantity '{name}' has no meaning here"
            return self.scalar(define(carried)).ref
        if name in self.values:
            return self.values[name].ref
        return self.graph.symbol(name, source.symbol_rates[node])


def _holds_scalars(value: Any) -> bool:
    if isinstance(value, tuple):
        return any(isinstance(x, Expr) for x in value)
    return isinstance(value, Expr)


def _plain(value: Any) -> Any:
    return value.item() if hasattr(value, "item") else value
