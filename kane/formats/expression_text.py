"""The text of an expression, as the parser reads it: the same nodes come back.

What is long and used several times gets a name among the definitions, and so does what would nest
too deep, so that a text is as long as the graph and never as its tree.

From: expression_scope.py    Next: toml_write.py
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from kane.algebra.expr import Equality, Expr
from kane.algebra.graph import Graph
from kane.algebra.op import Op
from kane.errors import Fault, ModelError
from kane.geometry.vector import GROUND, Frame, Vector
from kane.model.body import Body, Point
from kane.model.quantities import (
    AngularVelocity,
    CoordinateRate,
    Cosine,
    Definition,
    Direction,
    Distance,
    Energy,
    Position,
    Reaction,
    Velocity,
)
from kane.model.symbols import Parameter

REPEATED: Final = 40  # characters beyond which what is used again gets a name
LONG: Final = 400  # characters beyond which anything gets one
DEEP: Final = 12
_OR, _AND, _COMPARED, _SUM, _PRODUCT, _SIGNED, _POWER, _ATOM = range(8)


class Piece(NamedTuple):
    """A text, how tightly it holds together, and how deep its brackets nest."""

    text: str
    tightness: int
    depth: int = 0


@dataclass(kw_only=True)
class Writing:
    """Names while a description is written, and the definitions made on the way."""

    taken: frozenset[str] = frozenset()  # names that definitions cannot have
    frames: Mapping[str, Frame] = field(default_factory=dict)
    points: Mapping[str, Mapping[str, Point]] = field(default_factory=dict)  # by frame
    definitions: dict[str, str] = field(default_factory=dict)  # text by name
    known: dict[str, str] = field(default_factory=dict)  # name by text

    # ── scalars ───────────────────────────────────────────────────────────────────────────
    def scalar(self, value: Any) -> str:
        """A number or an Expr."""
        return self._piece(value).text

    def relation(self, relation: Equality) -> str:
        """left = right."""
        return f"{self.scalar(relation.left)} = {self.scalar(relation.right)}"

    def _piece(self, value: Any) -> Piece:
        if not isinstance(value, Expr):
            return _number(value)
        return _Writer(self, value.graph, value.ref).written(value.ref)

    def defined(self, piece: Piece) -> Piece:
        """A name that stands for a text."""
        if piece.text not in self.known:
            number = len(self.definitions) + 1
            while f"Z{number}" in self.taken or f"Z{number}" in self.definitions:
                number += 1
            self.known[piece.text] = f"Z{number}"
            self.definitions[f"Z{number}"] = piece.text
        return Piece(self.known[piece.text], _ATOM)

    # ── names ─────────────────────────────────────────────────────────────────────────────
    def name(self, name: str) -> str:
        """A name, in quotes where it is no plain word or could be taken for a direction."""
        parts = name.split(".")
        direction = parts[-1] in ("x", "y", "z") and ".".join(parts[:-1]) in self.frames
        if all(_WORD.fullmatch(part) for part in parts) and not direction and "along" not in parts:
            return name
        for quote in ("'", '"'):
            if quote not in name and "\n" not in name and name.strip():
                return f"{quote}{name}{quote}"
        raise _unwritable(f"Name {name!r}", "has both kinds of quotes, or a line end.")

    def point(self, point: Point) -> str:
        """P1, basket.P1 where several frames have a P1, or a body for its mass centre."""
        frame = point.frame
        if isinstance(frame, Body) and is_mass_centre(point):
            return self.name(frame.name)
        short = [name for name, points in self.points.items() if point.name in points]
        if short == [frame.name] and point.name not in self.frames:
            return self.name(point.name)
        return f"{self.name(frame.name)}.{self.name(point.name)}"

    def vector(self, vector: Vector) -> str:
        """F * basket.x, or basket.vector(1, 2, 0)."""
        frame, components = self.name(vector.frame.name), vector.components
        single = [k for k, x in enumerate(components) if not is_zero(x)]
        if len(single) != 1:
            return f"{frame}.vector({', '.join(map(self.scalar, components))})"
        (k,) = single
        unit, piece = f"{frame}.{'xyz'[k]}", self._piece(components[k])
        if piece.text in ("1", "-1"):
            return piece.text.replace("1", unit)
        return f"{_bracketed(piece, _PRODUCT).text} * {unit}"

    def direction(self, direction: Direction) -> str:
        """basket.x, or basket.vector(1, 2, 0)."""
        return self.vector(Vector(direction.frame, direction.components))

    def quantity(self, given: Definition) -> str:
        """A named quantity."""
        match given:
            case AngularVelocity():
                of = f"angular_velocity({self._seen(self.name(given.frame.name), given)})"
            case Velocity():
                of = f"velocity({self._seen(self.point(given.point), given)})"
            case Position():
                of = f"position({self.point(given.start)}, {self.point(given.end)})"
            case Distance():
                return f"distance({self.point(given.start)}, {self.point(given.end)})"
            case Cosine():
                return f"cosine({self.direction(given.first)}, {self.direction(given.second)})"
            case CoordinateRate():
                return f"rate({self.name(given.coordinate)})"
            case Energy():
                return f"{given.part}energy()"
            case Reaction():
                component = f", {self.name(given.component)}" if given.component else ""
                return f"reaction({self.name(given.item)}{component})"
            case _:
                raise _unwritable(f"Quantity '{given}'", "belongs to a constraint alone.")
        return f"{of}.along({self.direction(given.along)})"

    def _seen(self, of: str, given: AngularVelocity | Velocity) -> str:
        seen = given.seen_from
        return of if seen is GROUND else f"{of}, {self.name(seen.name)}"


class _Writer:
    """The text of every node that one expression needs."""

    def __init__(self, writing: Writing, graph: Graph, ref: int) -> None:
        self.writing = writing
        self.graph = graph
        self.pieces: dict[int, Piece] = {}
        nodes = graph.live([ref])
        uses = dict.fromkeys(nodes, 0)
        for node in nodes:
            for arg in graph.args[node]:
                uses[abs(arg)] += 1
        for node in nodes:
            self.pieces[node] = self._named(self._piece(node), uses[node])

    def written(self, ref: int, level: int = _OR) -> Piece:
        """The text of a reference, in brackets if it holds less tightly than asked."""
        piece = self.pieces[abs(ref)]
        if ref < 0:
            inner = _bracketed(piece, _PRODUCT)
            piece = Piece(f"-{inner.text}", _SUM, inner.depth)
        return _bracketed(piece, level)

    def _named(self, piece: Piece, uses: int) -> Piece:
        size, condition = len(piece.text), piece.tightness <= _COMPARED
        plain = piece.tightness == _ATOM and size <= LONG and not piece.depth
        if condition or plain or not uses:
            return piece
        if (uses > 1 and size > REPEATED) or size > LONG or piece.depth > DEEP:
            return self.writing.defined(piece)
        return piece

    def _piece(self, node: int) -> Piece:
        op, args = Op(self.graph.ops[node]), self.graph.args[node]
        if op is Op.CONSTANT:
            return _number(self.graph.values[node])
        if op is Op.SYMBOL:
            return self._symbol(node)
        if op is Op.PI:
            return Piece("acos(-1)" if "pi" in self.writing.taken else "pi", _ATOM)
        if op in _INFIX:
            return self._infix(op, *args)
        if op is Op.NOT:
            inner = self.written(args[0], _SUM)
            return Piece(f"~{inner.text}", _AND, inner.depth)
        if op in _FUNCTIONS:
            return self._call(_FUNCTIONS[op], args)
        what = "contains a function of Python, which no file can hold."
        raise _unwritable(f"Expression '{Expr(self.graph, node)}'"[:200], what)

    def _symbol(self, node: int) -> Piece:
        carried = self.graph.attributes.get(node)
        if carried is None or isinstance(carried, Parameter):
            return Piece(self.writing.name(self.graph.symbols[node]), _ATOM)
        return Piece(self.writing.quantity(carried), _ATOM, 2)  # type: ignore[arg-type]

    def _infix(self, op: Op, a: int, b: int) -> Piece:
        sign, tightness, right = _INFIX[op]
        if op is Op.MUL and a == b:
            base = self.written(a, _ATOM)
            return Piece(f"{base.text}^2", _POWER, base.depth)
        first, second = self.written(a, tightness), self.written(b, right)
        return Piece(f"{first.text}{sign}{second.text}", tightness, max(first.depth, second.depth))

    def _call(self, name: str, args: tuple[int, ...]) -> Piece:
        given = [self.written(arg) for arg in args]
        depth = 1 + max(piece.depth for piece in given)
        return Piece(f"{name}({', '.join(piece.text for piece in given)})", _ATOM, depth)


def _bracketed(piece: Piece, level: int) -> Piece:
    if piece.tightness >= level:
        return piece
    return Piece(f"({piece.text})", _ATOM, piece.depth + 1)


def _number(value: Any) -> Piece:
    plain = value.item() if hasattr(value, "item") else value
    text = str(plain) if not isinstance(plain, float) else repr(plain)
    tightness = _SUM if text.startswith("-") else _PRODUCT if "/" in text else _ATOM
    return Piece(text, tightness)


def is_zero(value: Any) -> bool:
    """Whether a component is the constant zero."""
    return bool((value.value if isinstance(value, Expr) else value) == 0)


def is_mass_centre(point: Point) -> bool:
    """Whether a point is what its body calls its mass centre."""
    frame = point.frame
    return isinstance(frame, Body) and point.name == f"{frame}*" and _same(point, frame)


def _same(point: Point, body: Body) -> bool:
    return all(bool(a == b) for a, b in zip(point.position, body.centre, strict=True))


def _unwritable(path: str, what: str) -> ModelError:
    return ModelError(Fault(path=path, what=what, remedy="Keep this system in Python."))


_WORD: Final = re.compile(r"[^\W\d]\w*")
# operation: (sign, how tightly the whole holds and its left part must, what its right part must)
_INFIX: Final[dict[Op, tuple[str, int, int]]] = {
    Op.ADD: (" + ", _SUM, _PRODUCT),
    Op.SUB: (" - ", _SUM, _PRODUCT),
    Op.MUL: ("*", _PRODUCT, _SIGNED),
    Op.DIV: ("/", _PRODUCT, _SIGNED),
    Op.LESS: (" < ", _COMPARED, _SUM),
    Op.LESS_EQUAL: (" <= ", _COMPARED, _SUM),
    Op.EQUAL: (" == ", _COMPARED, _SUM),
    Op.AND: (" & ", _AND, _COMPARED),
    Op.OR: (" | ", _OR, _AND),
}
_FUNCTIONS: Final[dict[Op, str]] = {
    Op.MIN: "minimum",
    Op.MAX: "maximum",
    Op.WHERE: "where",
    **{
        op: op.name.lower()
        for op in (
            *(Op.SQRT, Op.SIN, Op.COS, Op.TAN, Op.ASIN, Op.ACOS, Op.ATAN, Op.ATAN2),
            *(Op.EXP, Op.LOG, Op.TANH, Op.ABS, Op.SIGN),
        )
    },
}
