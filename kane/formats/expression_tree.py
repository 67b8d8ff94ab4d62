"""The tree of an expression: what was written, with the place of every part.

    2*x - rate(q4)   ▶   Sum((+, Product(2 * x)), (-, Call(rate, q4)))

Long sums and products are flat, so that the depth of a tree is that of its brackets.

From: expression_tokens.py    Next: expression.py
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Literal:
    """A number: whole ones and floats as written."""

    at: int
    value: int | float | Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Name:
    """A name, or several joined by dots: q4, basket.x, 'left arm'.P1."""

    at: int
    parts: tuple[str, ...]
    quoted: tuple[bool, ...]

    @property
    def whole(self) -> str:
        """All of it."""
        return ".".join(self.parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A function of arguments: sin(x), velocity(P), ground.vector(1, 2, 3)."""

    at: int
    function: Name
    arguments: tuple[Node, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Along:
    """A component of a vector along another: velocity(P).along(basket.x)."""

    at: int
    of: Node
    direction: Node


@dataclass(frozen=True, slots=True, kw_only=True)
class Negative:
    """−x."""

    at: int
    of: Node


@dataclass(frozen=True, slots=True, kw_only=True)
class Chain:
    """Operands joined from left to right by + and −, by * and /, by &, or by |."""

    at: int
    first: Node
    rest: tuple[tuple[str, int, Node], ...]  # sign, its place, operand


@dataclass(frozen=True, slots=True, kw_only=True)
class Power:
    """xⁿ for an integer n."""

    at: int
    base: Node
    exponent: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """a < b, and the others."""

    at: int
    sign: str
    left: Node
    right: Node


@dataclass(frozen=True, slots=True, kw_only=True)
class Not:
    """The opposite of a condition."""

    at: int
    of: Node


Node = Literal | Name | Call | Along | Negative | Chain | Power | Comparison | Not


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """left = right."""

    at: int
    left: Node
    right: Node
