"""Readable text of expressions: infix, with shared intermediates named Z1, Z2, ….

As Kane and Levinson write equations of motion by hand [KaneLevinson1983]: what is used more
than once gets a name, and so does what would make a line long. The text of a graph is as long
as the graph, never as its tree.

From: expr.py    Next: —
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kane.algebra.expr import Condition, Scalar
from kane.algebra.graph import Graph
from kane.algebra.intermediates import Intermediates
from kane.algebra.meet import Handle, graph_of, references
from kane.algebra.op import LEAVES, Op
from kane.algebra.pattern import Pattern

LINE: Final = 88  # characters; longer texts get names for their parts
_WORTH_NAMING: Final = 8  # shorter ones are repeated
_SUM, _PRODUCT, _FACTOR, _POWER, _ATOM = 4, 5, 6, 8, 9  # how tightly a text holds together
_COMPARISON: Final = 2

Piece = tuple[str, int]


def text(expr: object) -> str:
    """One expression on one line: `result`, or `Z1 = …; Z2 = …; result`."""
    if not isinstance(expr, Handle):
        return str(expr)
    writer = _Writer(expr.graph, [expr.ref])
    return "; ".join([*writer.definitions, writer.written(expr.ref)])


def text_of_many(
    named: Mapping[str, Scalar | Condition],
    intermediates: Intermediates = Intermediates.WHERE_LONG,
) -> str:
    """Several expressions with what they share: lines `Z1 = …`, then a line `name = …` each."""
    graph = graph_of(named.values())
    refs = references(named.values(), graph)
    writer = _Writer(graph, refs, intermediates)
    results = [f"{name} = {writer.written(ref)}" for name, ref in zip(named, refs, strict=True)]
    return "\n".join([*writer.definitions, *results])


class _Writer:
    """The text of every node that some results need."""

    def __init__(
        self,
        graph: Graph,
        refs: list[int],
        intermediates: Intermediates = Intermediates.WHERE_LONG,
    ) -> None:
        self.graph = graph
        self.definitions: list[str] = []
        self._pieces: dict[int, Piece] = {}
        nodes = graph.live(refs)
        self._letter = _letter(graph, nodes)
        self._uses = dict.fromkeys(nodes, 0)
        for node in nodes:
            for arg in graph.args[node]:
                self._uses[abs(arg)] += 1
        lengths = self._lengths(nodes)
        everything = intermediates is Intermediates.WHERE_SHARED
        self._worth = 1 if everything else _WORTH_NAMING
        short = not everything and sum(lengths[abs(ref)] for ref in refs) <= LINE
        for ref in refs:
            self._uses[abs(ref)] += self._uses[abs(ref)] > 0  # a result used in another one
        for node in nodes:
            self._take(node, short)

    def written(self, ref: int, level: int = 0) -> str:
        """The text of a reference, in brackets if it holds less tightly than asked."""
        piece, tightness = self._pieces[abs(ref)]
        if ref < 0:
            piece, tightness = self._negative(-ref)
        return piece if tightness >= level else f"({piece})"

    def _negative(self, node: int) -> Piece:
        piece, tightness = self._pieces[node]
        if tightness == _SUM and self.graph.ops[node] == Op.SUB:
            a, b = self.graph.args[node]
            return f"{self.written(b, _SUM)} - {self.written(a, _PRODUCT)}", _SUM
        return f"-{piece}" if tightness >= _PRODUCT else f"-({piece})", _SUM

    def _lengths(self, nodes: list[int]) -> dict[int, int]:
        """About how long each node would be with nothing shared, at most LINE + 1."""
        lengths: dict[int, int] = {}
        for node in nodes:
            own = len(_leaf(self.graph, node)[0]) if self.graph.ops[node] in LEAVES else 3
            inner = sum(lengths[abs(arg)] for arg in self.graph.args[node])
            lengths[node] = min(own + inner, LINE + 1)
        return lengths

    def _take(self, node: int, short: bool) -> None:
        """Write one node, whose operands are written, and give it a name if it deserves one."""
        piece = self._piece(node)
        uses, length = self._uses[node], len(piece[0])
        repeated = uses > 1 and length > self._worth and self.graph.ops[node] not in LEAVES
        if not short and (repeated or (uses == 1 and length > LINE)):
            name = f"{self._letter}{len(self.definitions) + 1}"
            self.definitions.append(f"{name} = {piece[0]}")
            piece = (name, _ATOM)
        self._pieces[node] = piece

    def _piece(self, node: int) -> Piece:
        op, args = Op(self.graph.ops[node]), self.graph.args[node]
        if op in LEAVES:
            return _leaf(self.graph, node)
        if op in _INFIX:
            return self._infix(op, *args)
        if op is Op.ITEM:
            return self._item(node, args[0])
        if op is Op.NOT:
            return f"~{self.written(args[0], _ATOM)}", _ATOM
        if op is Op.SOLVE:
            return self._solve(node, [self.written(arg) for arg in args]), _ATOM
        function = _NAMES.get(op, op.name.lower())
        name = getattr(self.graph.attributes.get(node), "name", function)
        return f"{name}({', '.join(self.written(arg) for arg in args)})", _ATOM

    def _infix(self, op: Op, a: int, b: int) -> Piece:
        sign, tightness, left, right = _INFIX[op]
        if op is Op.MUL and a == b:
            return f"{self.written(a, _ATOM)}**2", _POWER
        if op is Op.ADD and b < 0:
            sign, right, b = " - ", _PRODUCT, -b
        elif self._holds(b) == tightness and (op is Op.ADD or self.graph.ops[abs(b)] == op):
            if op is Op.MUL and a in self.graph.values:
                right = tightness  # 2*x*y
            elif op in (Op.ADD, Op.MUL) and self._holds(a) > tightness:
                a, b = b, a  # x*y*z, x + y + z
        return f"{self.written(a, left)}{sign}{self.written(b, right)}", tightness

    def _solve(self, node: int, operands: list[str]) -> str:
        pattern = self.graph.attributes[node]
        assert isinstance(pattern, Pattern)
        places = zip(pattern.entries, operands, strict=False)
        matrix = ", ".join(f"A[{row},{column}]={entry}" for (row, column), entry in places)
        return f"solve({matrix}, b=[{', '.join(operands[len(pattern.entries) :])}])"

    def _holds(self, ref: int) -> int:
        """How tightly the text of a reference holds together."""
        return self._pieces[ref][1] if ref >= 0 else _SUM

    def _item(self, node: int, several: int) -> Piece:
        piece = self._pieces[several][0]
        if self.graph.ops[several] == Op.CALL:
            return piece, _ATOM
        return f"{piece}[{self.graph.attributes[node]}]", _ATOM


def _letter(graph: Graph, nodes: list[int]) -> str:
    """What named parts begin with: Z, or more of them where symbols are called Z1 …"""
    names = {graph.symbols[node] for node in nodes if node in graph.symbols}
    letter = "Z"
    while any(name.startswith(letter) and name[len(letter) :].isdigit() for name in names):
        letter += "Z"
    return letter


def _leaf(graph: Graph, node: int) -> Piece:
    if node in graph.symbols:
        return graph.symbols[node], _ATOM
    value = graph.values.get(node)
    written = "pi" if value is None else str(value)
    return written, _PRODUCT if "/" in written else _ATOM


# operation: (sign, how tightly the whole holds, what its left and right parts must hold)
_INFIX: Final[dict[Op, tuple[str, int, int, int]]] = {
    Op.ADD: (" + ", _SUM, _SUM, _SUM),
    Op.SUB: (" - ", _SUM, _SUM, _PRODUCT),
    Op.MUL: ("*", _PRODUCT, _PRODUCT, _FACTOR),
    Op.DIV: ("/", _PRODUCT, _PRODUCT, _FACTOR),
    Op.LESS: (" < ", _COMPARISON, _SUM, _SUM),
    Op.LESS_EQUAL: (" <= ", _COMPARISON, _SUM, _SUM),
    Op.EQUAL: (" == ", _COMPARISON, _SUM, _SUM),
    Op.AND: (" & ", 1, _SUM, _SUM),
    Op.OR: (" | ", 0, _SUM, _SUM),
}

_NAMES: Final = {Op.MIN: "minimum", Op.MAX: "maximum", Op.ABS: "abs"}
