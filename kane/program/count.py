"""Operation counts, by the one rule of every table.

Multiplications and additions (subtractions among them); divisions, square roots and sine–cosine
pairs apart; negations free; what depends on parameters alone is set-up, counted apart. A linear
solve counts as its expansion, the sine and cosine of one angle as one pair.

From: program.py, elimination.py    Next: kane/passes/__init__.py
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kane.algebra.op import Op
from kane.algebra.rate import Rate
from kane.program.elimination import expanded
from kane.program.program import Program


@dataclass(frozen=True, slots=True, kw_only=True)
class Operations:
    """How many operations of each kind."""

    mul: int = 0
    add: int = 0
    div: int = 0
    sqrt: int = 0
    sincos: int = 0
    other: int = 0

    @property
    def total(self) -> int:
        """All of them, each as one."""
        return self.mul + self.add + self.div + self.sqrt + self.sincos + self.other

    def __str__(self) -> str:
        words = {"div": "div", "sqrt": "sqrt", "sincos": "sin-cos pairs", "other": "other"}
        rest = (f", {getattr(self, kind)} {word}" for kind, word in words.items())
        shown = (text for text in rest if not text.startswith(", 0 "))
        return f"{self.mul} mul, {self.add} add" + "".join(shown)

    def __add__(self, other: Operations) -> Operations:
        return Operations(
            mul=self.mul + other.mul,
            add=self.add + other.add,
            div=self.div + other.div,
            sqrt=self.sqrt + other.sqrt,
            sincos=self.sincos + other.sincos,
            other=self.other + other.other,
        )


def count(program: Program) -> Operations:
    """The operations of a call: of all that depends on more than parameters."""
    solved = expanded(program)
    return _count(solved, [rate > Rate.PARAMETER for rate in solved.rates])


def count_setup(program: Program) -> Operations:
    """The operations of setting up: of what depends on parameters alone."""
    solved = expanded(program)
    return _count(solved, [rate <= Rate.PARAMETER for rate in solved.rates])


def _count(program: Program, counted: list[bool]) -> Operations:
    """The operations of the instructions and angles that are counted."""
    kinds = [0] * len(Op)
    for op, wanted in zip(program.ops, counted, strict=True):
        kinds[op] += wanted
    return Operations(
        mul=kinds[Op.MUL],
        add=kinds[Op.ADD] + kinds[Op.SUB],
        div=kinds[Op.DIV],
        sqrt=kinds[Op.SQRT],
        sincos=sum(counted[angle] for angle in set(_angles(program))),
        other=sum(kinds[op] for op in _OTHER),
    )


def _angles(program: Program) -> Iterator[int]:
    """The values whose sine or cosine is taken; of several packed ones, those that are read."""
    ops, args = program.ops, program.args
    for index, op in enumerate(ops):
        if op in (Op.SIN, Op.COS):
            yield abs(args[index][0])
        elif op == Op.ITEM and ops[args[index][0]] == Op.SINCOS:
            item = program.attributes[index]
            assert isinstance(item, int)
            yield abs(args[args[index][0]][item // 2])


_SINES = frozenset({Op.SIN, Op.COS, Op.SINCOS})
_FREE = frozenset({Op.CONSTANT, Op.PI, Op.SYMBOL, Op.INPUT, Op.ITEM})
_COUNTED = frozenset({Op.ADD, Op.SUB, Op.MUL, Op.DIV, Op.SQRT, Op.SOLVE})
_OTHER = frozenset(Op) - _SINES - _FREE - _COUNTED
