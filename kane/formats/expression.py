"""Expressions as text: parsed by the grammar below, never evaluated as Python.

    relation    sum = sum
    condition   term {| term}             term        factor {& factor}
    factor      ~ factor | sum [< <= > >= == sum]
    sum         product {+ - product}     product     signed {* / signed}
    signed      {+ -} power               power       part [^ [-] whole number]
    part        number | name {. name} [( arguments )] {.along( direction )} | ( condition )

Depth and length are bounded: a text of any kind either becomes a tree or is refused in words.

From: expression_tree.py    Next: expression_meaning.py
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from kane.formats.expression_tokens import Kind, Slip, Token, tokens
from kane.formats.expression_tree import (
    Along,
    Call,
    Chain,
    Comparison,
    Literal,
    Name,
    Negative,
    Node,
    Not,
    Power,
    Relation,
)

DEEPEST: Final = 32  # brackets within brackets
HIGHEST: Final = 64  # powers


def parse(text: str) -> Node:
    """The tree of an expression: a scalar, a vector or a condition."""
    reader = _Reader(text)
    found = reader.condition()
    if reader.sees("="):
        raise Slip(reader.next.at, "'=' relates two sides, and one value is asked for.", _EQUAL)
    return reader.closed(found)


def parse_relation(text: str) -> Relation:
    """The two sides of a relation: velocity(P).along(B.y) = 0."""
    reader = _Reader(text)
    left = reader.condition()
    if not reader.sees("=", "=="):
        what = f"a relation has one '='; here stands {reader.next.shown}."
        raise Slip(reader.next.at, what, 'Write it as in "velocity(P).along(B.y) = 0".')
    at = reader.take().at
    return Relation(at=at, left=left, right=reader.closed(reader.sum()))


class _Reader:
    """An expression's tokens, read from left to right."""

    def __init__(self, text: str) -> None:
        self.tokens = tokens(text)
        self.place = 0
        self.depth = 0

    # ── tokens ────────────────────────────────────────────────────────────────────────────
    @property
    def next(self) -> Token:
        """The token that comes next."""
        return self.tokens[self.place]

    def sees(self, *signs: str) -> bool:
        """Whether one of these signs comes next."""
        return self.next.kind is Kind.SIGN and self.next.text in signs

    def take(self) -> Token:
        """The next token, left behind."""
        token = self.next
        self.place += token.kind is not Kind.END
        return token

    def expect(self, sign: str, why: str) -> None:
        """Leave this sign behind, or refuse."""
        if not self.sees(sign):
            raise Slip(self.next.at, f"'{sign}' is missing before {self.next.shown}.", why)
        self.take()

    def closed(self, found: Node) -> Node:
        """The tree, once nothing follows."""
        if self.next.kind is Kind.END:
            return found
        raise self._left_over()

    def _left_over(self) -> Slip:
        token, before = self.next, self.tokens[self.place - 1]
        what = f"{token.shown} follows {before.shown}, and nothing joins the two."
        remedy = "Write an operator between them: 2*x, not 2 x."
        if before.kind is Kind.NUMBER and token.kind is Kind.NAME:
            remedy += " A number with a unit stands alone: make it a parameter."
        if token.text == ")":
            what, remedy = "a bracket is closed that was not opened.", "Leave the ')' out."
        return Slip(token.at, what, remedy)

    # ── conditions ────────────────────────────────────────────────────────────────────────
    def condition(self) -> Node:
        """Conditions joined by |."""
        return self._chain(lambda: self._chain(self._factor, "&"), "|")

    def _factor(self) -> Node:
        at, opposite = self.next.at, False
        while self.sees("~"):
            self.take()
            opposite = not opposite
        found = self._comparison()
        return Not(at=at, of=found) if opposite else found

    def _comparison(self) -> Node:
        left = self.sum()
        if not self.sees(*_COMPARISONS) or (self.sees("==") and self.depth == 0):
            return left
        sign = self.take()
        return Comparison(at=sign.at, sign=sign.text, left=left, right=self.sum())

    # ── arithmetic ────────────────────────────────────────────────────────────────────────
    def sum(self) -> Node:
        """Products joined by + and −."""
        return self._chain(self._product, "+", "-", "−")

    def _product(self) -> Node:
        return self._chain(self._signed, "*", "/", "·")

    def _chain(self, operand: Callable[[], Node], *signs: str) -> Node:
        first = operand()
        rest = []
        while self.sees(*signs):
            sign = self.take()
            rest.append((_PLAIN.get(sign.text, sign.text), sign.at, operand()))
        return Chain(at=first.at, first=first, rest=tuple(rest)) if rest else first

    def _signed(self) -> Node:
        at, negative = self.next.at, False
        while self.sees("+", "-", "−"):
            negative ^= self.take().text != "+"
        found = self._power()
        return Negative(at=at, of=found) if negative else found

    def _power(self) -> Node:
        base = self._part()
        if not self.sees("^", "**"):
            return base
        sign = self.take()
        exponent = self._exponent()
        if self.sees("^", "**"):
            raise Slip(
                self.next.at, "a power is raised to a power.", "Put one of them in brackets."
            )
        return Power(at=sign.at, base=base, exponent=exponent)

    def _exponent(self) -> int:
        negative = self.sees("-", "−") and bool(self.take())
        token = self.take()
        if token.kind is not Kind.NUMBER or not token.text.isdigit():
            what = f"the power {token.shown} is no whole number."
            raise Slip(token.at, what, "Write sqrt(x), or exp(p*log(x)) where x is positive.")
        if len(token.text) > 2 or int(token.text) > HIGHEST:
            what = f"the power {token.shown} is above {HIGHEST}."
            raise Slip(token.at, what, "Write exp(p*log(x)) where x is positive.")
        return -int(token.text) if negative else int(token.text)

    # ── parts ─────────────────────────────────────────────────────────────────────────────
    def _part(self) -> Node:
        token = self.next
        if token.kind is Kind.NUMBER:
            return Literal(at=self.take().at, value=_number(token))
        if token.kind in (Kind.NAME, Kind.QUOTED):
            return self._along(self._named())
        if self.sees("("):
            return self._along(self._bracket())
        what = f"a number, a name or '(' is missing before {token.shown}."
        raise Slip(token.at, what, "Complete the expression there.")

    def _bracket(self) -> Node:
        self.take()
        found = self._deeper(self.condition)
        self.expect(")", "Close the bracket.")
        return found

    def _deeper(self, inner: Callable[[], Node]) -> Node:
        if self.depth == DEEPEST:
            what = f"brackets are nested {DEEPEST} deep."
            raise Slip(self.next.at, what, "Give parts of it names in [definitions].")
        self.depth += 1
        found = inner()
        self.depth -= 1
        return found

    def _named(self) -> Node:
        """A name with its dots, and what it is applied to."""
        first = self.take()
        parts, quoted = [first.text], [first.kind is Kind.QUOTED]
        while self.sees(".") and not self._at_along():
            self.take()
            token = self.take()
            if token.kind not in (Kind.NAME, Kind.QUOTED):
                what = f"a name is missing after the dot; here stands {token.shown}."
                raise Slip(token.at, what, "Write it as in basket.x.")
            parts.append(token.text)
            quoted.append(token.kind is Kind.QUOTED)
        name = Name(at=first.at, parts=tuple(parts), quoted=tuple(quoted))
        if not self.sees("("):
            return name
        return Call(at=first.at, function=name, arguments=self._arguments())

    def _arguments(self) -> tuple[Node, ...]:
        self.take()
        found: list[Node] = []
        while not self.sees(")"):
            found.append(self._deeper(self.condition))
            if not self.sees(")"):
                self._comma()
        self.take()
        return tuple(found)

    def _comma(self) -> None:
        missing = "')'" if self.next.kind is Kind.END else "',' or ')'"
        if not self.sees(","):
            what = f"{missing} is missing before {self.next.shown}."
            raise Slip(self.next.at, what, "Separate arguments by commas, and close the bracket.")
        self.take()

    def _at_along(self) -> bool:
        after = self.tokens[self.place + 1 : self.place + 3]
        return [token.text for token in after] == ["along", "("]

    def _along(self, of: Node) -> Node:
        while self.sees("."):
            self.take()
            token = self.take()
            if token.text != "along" or not self.sees("("):
                what = f"'.{token.text}' has no meaning after a bracket."
                raise Slip(token.at, what, "What may follow is .along(direction).")
            arguments = self._arguments()
            if len(arguments) != 1:
                what = f"along takes one direction; it has {len(arguments)}."
                raise Slip(token.at, what, "Write it as in velocity(P).along(basket.x).")
            of = Along(at=token.at, of=of, direction=arguments[0])
        return of


def _number(token: Token) -> int | float:
    if token.text.isdigit():
        return int(token.text)
    value = float(token.text)
    if not math.isfinite(value):
        raise Slip(token.at, f"the number {token.shown} is beyond all measure.", "Check it.")
    return value


_COMPARISONS: Final = ("<", "<=", ">", ">=", "==")
_PLAIN: Final = {"−": "-", "·": "*"}
_EQUAL: Final = "Write == to compare two values in where(…)."
