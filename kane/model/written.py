"""A description written out in full: two systems are written alike only if they say the same.

Everything counts, to the last bit: every number and its kind, every name, in which order nodes of
scalars were made. What is known by its place in this process alone (a function, a class that is
not kane's) cannot be written, and then nothing is.

From: system.py    Next: kane/machine/key.py, through kane/pipeline.py
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import Any, Final

import numpy as np

from kane.algebra.expr import Equality, Expr
from kane.algebra.graph import Graph
from kane.geometry.vector import Frame, Vector
from kane.model.system import System

_OURS: Final = "kane."


def written(system: System) -> bytes | None:
    """The description as bytes; None where a part of it cannot be written."""
    writer = _Writer()
    try:
        writer.write(_name_of(type(system)))
        for part in _PARTS:
            writer.write(getattr(system, part))
    except (_Unwritable, RecursionError):
        return None
    return "\n".join(writer.pieces).encode("utf-8", "surrogatepass")


_PARTS: Final = ("name", "joints", "loads", "constraints", "contacts", "speeds")


class _Unwritable(Exception):
    """A part means something that its values do not tell."""


class _Writer:
    """Pieces of text, each telling its kind first; frames and nodes are numbered as they come."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.frames: dict[int, int] = {}  # by identity, which the description keeps alive
        self.graphs: dict[int, _Nodes] = {}  # by identity too

    def write(self, value: Any) -> None:
        """A part, and all that it refers to."""
        kind: Any = type(value)
        (_WRITERS.get(kind) or _writer_of(kind))(self, value)

    # ── plain values ──────────────────────────────────────────────────────────────────────
    def plain(self, value: Any) -> None:
        """None, a truth value, an int, a float to its last bit, a text, in Python's notation."""
        self.pieces.append(repr(value))

    def fraction(self, value: Fraction) -> None:
        """A fraction."""
        self.pieces.append(f"{value.numerator}/{value.denominator}")

    def from_numpy(self, value: Any) -> None:
        """A number of numpy's, with its type."""
        item = value.item()
        if type(item) not in (bool, int, float):
            raise _Unwritable
        self.pieces.append(f"{value.dtype.str} {item!r}")

    def sequence(self, values: Any) -> None:
        """A tuple or a list."""
        self.pieces.append(f"{type(values).__name__} {len(values)}")
        for value in values:
            kind = type(value)
            if kind is float or kind is int:
                self.pieces.append(repr(value))
            else:
                self.write(value)

    def mapping(self, values: Mapping[Any, Any]) -> None:
        """Names and what they stand for, in order."""
        self.pieces.append(f"mapping {len(values)}")
        for name, value in values.items():
            self.write(name)
            self.write(value)

    # ── frames, vectors and records ───────────────────────────────────────────────────────
    def frame(self, value: Frame) -> None:
        """A frame, by its number; the first time with all that it carries."""
        number = self.frames.get(id(value))
        if number is not None:
            self.pieces.append(f"frame {number}")
            return
        self.frames[id(value)] = len(self.frames)
        self.pieces.append(_name_of(type(value)))
        self.mapping(vars(value))

    def vector(self, value: Vector) -> None:
        """A vector."""
        self.pieces.append("vector")
        self.frame(value.frame)
        self.sequence(value.components)

    def relation(self, value: Equality) -> None:
        """An equation."""
        self.pieces.append("relation")
        self.write(value.left)
        self.write(value.right)

    # ── scalars ───────────────────────────────────────────────────────────────────────────
    def scalar(self, value: Expr) -> None:
        """A scalar: the nodes that are new, in order, and which of all it is."""
        graph = value.graph
        if id(graph) not in self.graphs:
            self.graphs[id(graph)] = _Nodes(number=len(self.graphs), known={0: 0, 1: 1})
        nodes = self.graphs[id(graph)]
        for node in graph.live([value.ref]):
            if node not in nodes.known:
                self._node(graph, node, nodes)
        sign = "-" if value.ref < 0 else ""
        self.pieces.append(f"scalar {nodes.number} {sign}{nodes.known[abs(value.ref)]}")

    def _node(self, graph: Graph, node: int, nodes: _Nodes) -> None:
        known = nodes.known
        known[node] = len(known)
        args = [known[arg] if arg >= 0 else -known[-arg] for arg in graph.args[node]]
        self.pieces.append(f"node {nodes.number} {int(graph.ops[node])} {args}")
        if node in graph.values:
            self.write(graph.values[node])
        if node in graph.symbols:
            self.plain(graph.symbols[node])
            self.pieces.append(str(int(graph.symbol_rates[node])))
        if node in graph.attributes:
            self.write(graph.attributes[node])


@dataclass(frozen=True, slots=True, kw_only=True)
class _Nodes:
    """A graph's number, and the numbers of its nodes that are written."""

    number: int
    known: dict[int, int]


Write = Callable[[_Writer, Any], None]

_WRITERS: Final[dict[type, Write]] = {
    **dict.fromkeys((type(None), bool, int, float, str), _Writer.plain),
    **dict.fromkeys((tuple, list), _Writer.sequence),
    **dict.fromkeys((dict, MappingProxyType), _Writer.mapping),
    Fraction: _Writer.fraction,
    Expr: _Writer.scalar,
    Equality: _Writer.relation,
    Vector: _Writer.vector,
}


@cache
def _writer_of(kind: type) -> Write:
    """How values of a type are written that is none of these."""
    if issubclass(kind, np.generic):
        return _Writer.from_numpy
    name = _name_of(kind)
    if issubclass(kind, Frame):
        return _Writer.frame
    if issubclass(kind, Enum):
        return lambda writer, value: writer.pieces.append(f"{name} {value.name}")
    if is_dataclass(kind):
        return _of_record(kind, name)
    raise _Unwritable


def _of_record(kind: Any, name: str) -> Write:
    """A dataclass: its name, and all its fields in order."""
    names = [item.name for item in fields(kind)]

    def write(writer: _Writer, value: Any) -> None:
        writer.pieces.append(name)
        writer.sequence([getattr(value, one) for one in names])

    return write


def _name_of(kind: type) -> str:
    """The name of a class of ours: one of anybody else's may mean anything."""
    if not f"{kind.__module__}.".startswith(_OURS) or "<locals>" in kind.__qualname__:
        raise _Unwritable
    return f"{kind.__module__}.{kind.__qualname__}"
