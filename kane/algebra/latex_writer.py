"""Writer: the piece of LaTeX of every node, each from its operands' pieces.

From: latex.py    Next: latex_terms.py
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, unique
from typing import Final

from kane.algebra.graph import Graph
from kane.algebra.intermediates import Intermediates
from kane.algebra.latex_names import letters, name_latex
from kane.algebra.latex_terms import (
    LAST,
    Factor,
    Piece,
    atom,
    negative,
    of_number,
    product,
    quotient,
    rate,
    simple,
    total,
    width,
    written,
)
from kane.algebra.op import CONDITIONS, LEAVES, Op
from kane.algebra.pattern import Pattern
from kane.algebra.rate import Rate

LINE: Final = 68  # letters that fit on a line beside the name of what is equal to them


@unique
class Sines(Enum):
    """How the sine of a symbol is written."""

    FUNCTIONS = "\\sin q_1"
    SHORT = "s_1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """How expressions are set."""

    sines: Sines = Sines.FUNCTIONS
    intermediates: Intermediates = Intermediates.WHERE_LONG
    line: int = LINE


class Symbols:
    """LaTeX of the symbols that occur, two of which never look the same."""

    def __init__(self, graph: Graph, refs: Sequence[int], given: Mapping[str, str]) -> None:
        self.written: dict[int, str] = {}
        for node in graph.live(refs):
            if node in graph.symbols:
                name = graph.symbols[node]
                text = given.get(name) or name_latex(name)
                taken = text in self.written.values()
                self.written[node] = f"\\text{{{name}}}" if taken else text
        found = set(self.written.values())
        self.Z = "Z" if not any(text.startswith("Z_") for text in found) else "\\mathcal{Z}"
        self._short = self._shortened(found)

    def short(self, node: int) -> str:
        """What stands after s and c for the sine and cosine of a symbol: _1 for q_1."""
        return self._short.get(node, f"_{{{self.written[node]}}}")

    def _shortened(self, found: set[str]) -> dict[int, str]:
        """The subscripts of coordinates q_i, unless something else is called s_i or c_i."""
        return {
            node: text[1:]
            for node, text in self.written.items()
            if text.startswith("q_") and not {f"s{text[1:]}", f"c{text[1:]}"} & found
        }


@dataclass
class Writer:
    """The pieces of LaTeX for every node that some results need."""

    graph: Graph
    refs: Sequence[int]
    style: Style
    symbols: Symbols
    intermediates: dict[str, str] = field(default_factory=dict)
    abbreviations: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        nodes = self.graph.live(self.refs)
        self._pieces: dict[int, Piece] = {}
        self._numbers: dict[str, int] = {}
        self._uses = dict.fromkeys(nodes, 0)
        for node in nodes:
            for arg in self.graph.args[node]:
                self._uses[abs(arg)] += 1
        for ref in self.refs:
            self._uses[abs(ref)] += self._uses[abs(ref)] > 0  # a result used in another one
        self._worth = self._worth_naming(nodes)
        for node in nodes:
            self._take(node)

    def piece(self, ref: int) -> Piece:
        """The piece of a reference."""
        found = self._pieces[abs(ref)]
        return found if ref >= 0 else negative(found)

    # ── names ─────────────────────────────────────────────────────────────────────────────
    def _worth_naming(self, nodes: Sequence[int]) -> float:
        """How wide something repeated must be to get a name: never, where all is short."""
        if self.style.intermediates is Intermediates.WHERE_SHARED:
            return 4
        widths: dict[int, int] = {}
        for node in nodes:
            inner = sum(widths[abs(arg)] + 1 for arg in self.graph.args[node])
            widths[node] = min(max(inner, 2), self.style.line + 1)
        short = all(widths[abs(ref)] <= self.style.line for ref in self.refs)
        return float("inf") if short else 8

    def _take(self, node: int) -> None:
        """Write one node, whose operands are written; a repeated one by its name."""
        op = self.graph.ops[node]
        piece = self._made(Op(op), node, self.graph.args[node])
        while width(piece) > self.style.line and self._shortened(node):
            piece = self._made(Op(op), node, self.graph.args[node])
        self._pieces[node] = piece
        if self._uses[node] > 1 and width(piece) > self._worth and self._namable(node):
            self._name(node)

    def _shortened(self, node: int) -> bool:
        """Whether the widest operand could be given a name."""
        operands = [abs(arg) for arg in self.graph.args[node] if self._namable(abs(arg))]
        widest = max(operands, key=lambda arg: width(self._pieces[arg]), default=0)
        if not operands or width(self._pieces[widest]) <= 8:
            return False
        self._name(widest)
        return True

    def _namable(self, node: int) -> bool:
        op = self.graph.ops[node]
        return op not in LEAVES and op not in CONDITIONS and op not in (Op.SOLVE, Op.CALL)

    def _name(self, node: int) -> None:
        """Give a node a name Z_i, by which it is known from now on; what reads alike has one."""
        piece = self._pieces[node]
        text = written(piece)
        number = self._numbers.setdefault(text, len(self._numbers) + 1)
        name = numbered(self.symbols.Z, number)
        self.intermediates[name] = text
        order = (rate(piece), 0, natural(f"Z{number}"))
        self._pieces[node] = atom(Factor(head=name, width=2, rate=rate(piece), order=order))

    # ── nodes ─────────────────────────────────────────────────────────────────────────────
    def _made(self, op: Op, node: int, args: Sequence[int]) -> Piece:
        if op in LEAVES:
            return self._leaf(op, node)
        pieces = [self.piece(arg) for arg in args]
        match op:
            case Op.ADD:
                return total(pieces[0], pieces[1])
            case Op.SUB:
                return total(pieces[0], negative(pieces[1]))
            case Op.MUL:
                return product(*pieces)
            case Op.DIV:
                return quotient(*pieces)
            case Op.SIN | Op.COS:
                return self._sine(op, args[0])
            case Op.TAN | Op.TANH:
                return _function(f"\\{op.name.lower()}", pieces[0])
            case Op.ITEM:
                return self._item(node, args[0])
            case _:
                return self._enclosed(op, node, pieces)

    def _leaf(self, op: Op, node: int) -> Piece:
        graph = self.graph
        if node in graph.values:
            return of_number(graph.values[node])
        if op is Op.PI:
            return _symbol("\\pi", 1, 0, "")
        name = graph.symbols[node]
        return _symbol(self.symbols.written[node], letters(name), graph.symbol_rates[node], name)

    def _sine(self, op: Op, arg: int) -> Piece:
        angle, name = self.piece(arg), op.name.lower()
        if self.style.sines is Sines.FUNCTIONS or self.graph.ops[abs(arg)] != Op.SYMBOL:
            return _function(f"\\{name}", angle)
        short = name[0] + self.symbols.short(abs(arg))
        self.abbreviations[short] = f"\\{name} {written(angle)}"
        return _symbol(short, 2, rate(angle), f"{self.graph.symbols[abs(arg)]} {name}")

    def _item(self, node: int, several: int) -> Piece:
        piece = self._pieces[several]
        if self.graph.ops[several] == Op.CALL:
            return piece
        number = self.graph.attributes[node]
        assert isinstance(number, int)
        return _whole(f"\\left[{written(piece)}\\right]_{{{number + 1}}}", [piece])

    def _enclosed(self, op: Op, node: int, pieces: Sequence[Piece]) -> Piece:
        """What carries its own brackets."""
        texts = [written(piece) for piece in pieces]
        if op in _FORMS:
            return _whole(_FORMS[op].format(*texts), pieces)
        if op in _LOGICAL:
            return _whole(f"\\left({_LOGICAL[op].join(texts)}\\right)", pieces)
        if op is Op.SOLVE:
            return _whole(self._solve(node, texts), pieces)
        name = str(getattr(self.graph.attributes.get(node), "name", op.name.lower()))
        called = f"\\operatorname{{{name_latex(name)}}}\\left({', '.join(texts)}\\right)"
        return _whole(called, pieces)

    def _solve(self, node: int, texts: Sequence[str]) -> str:
        """A⁻¹ b with both written out."""
        pattern = self.graph.attributes[node]
        assert isinstance(pattern, Pattern)
        entries = dict(zip(pattern.entries, texts, strict=False))
        if pattern.symmetric:
            entries |= {(column, row): text for (row, column), text in entries.items()}
        size = range(pattern.size)
        rows = [" & ".join(entries.get((r, s), "0") for s in size) for r in size]
        right = texts[len(pattern.entries) :]
        return f"{matrix(rows)}^{{-1}} {matrix(right)}"


def numbered(Z: str, number: int) -> str:
    """Z_9, Z_{10}."""
    return f"{Z}_{number}" if number < 10 else f"{Z}_{{{number}}}"


def matrix(rows: Sequence[str]) -> str:
    """Rows, their entries parted by &, in square brackets."""
    return "\\begin{bmatrix} " + " \\\\ ".join(rows) + " \\end{bmatrix}"


def _symbol(text: str, letters: int, rate: int, name: str) -> Piece:
    order = (rate, 0, natural(name))
    return atom(Factor(head=text, width=letters, rate=rate, order=order))


def _function(name: str, inside: Piece) -> Piece:
    """\\sin x, its power after its name, at the end of a product."""
    tail = f" {written(inside)}" if simple(inside) else f"\\left({written(inside)}\\right)"
    wide = len(name) - 1 + width(inside) + 2 * (not simple(inside))
    order = (LAST, 0, natural(tail + name))
    return atom(Factor(head=name, tail=tail, width=wide, rate=rate(inside), order=order))


def _whole(text: str, pieces: Sequence[Piece]) -> Piece:
    """A factor that closes itself up."""
    wide = sum(width(piece) + 2 for piece in pieces) + 3
    changes = max((rate(piece) for piece in pieces), default=int(Rate.CONSTANT))
    return atom(Factor(head=text, width=wide, rate=changes, order=(LAST, 0, natural(text))))


def natural(name: str) -> str:
    """A key by which q2 stands before q10, and capitals do not matter."""
    return re.sub(r"\d+", lambda digits: digits.group().zfill(6), name).casefold()


_FORMS: Final[Mapping[Op, str]] = {
    Op.SQRT: r"\sqrt{{{0}}}",
    Op.ASIN: r"\arcsin\left({0}\right)",
    Op.ACOS: r"\arccos\left({0}\right)",
    Op.ATAN: r"\arctan\left({0}\right)",
    Op.ATAN2: r"\operatorname{{atan2}}\left({0}, {1}\right)",
    Op.EXP: r"\exp\left({0}\right)",
    Op.LOG: r"\ln\left({0}\right)",
    Op.ABS: r"\left|{0}\right|",
    Op.SIGN: r"\operatorname{{sgn}}\left({0}\right)",
    Op.MIN: r"\min\left({0}, {1}\right)",
    Op.MAX: r"\max\left({0}, {1}\right)",
    Op.LESS: "{0} < {1}",
    Op.LESS_EQUAL: r"{0} \le {1}",
    Op.EQUAL: "{0} = {1}",
    Op.NOT: r"\lnot\left({0}\right)",
    Op.WHERE: r"\begin{{cases}} {1} & {0} \\ {2} & \text{{otherwise}} \end{{cases}}",
}
_LOGICAL: Final[Mapping[Op, str]] = {Op.AND: r" \land ", Op.OR: r" \lor "}
