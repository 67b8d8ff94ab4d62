"""Sums of products as LaTeX: factors gathered into powers and fractions, in a customary order.

A piece of an expression is a sum of terms, a term a number times powers of factors. Products of
products are one product, sums of sums one sum, in which equal terms meet; nothing is multiplied
out. Within a term numbers come first, then what changes seldom before what changes often,
functions last:

    2 m L^2 s_1 u_1 u_2

From: latex_writer.py    Next: latex_names.py
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from kane.algebra.number import Number

Order = tuple[int, int, str]  # rate, bracket or not, name
LAST: Final = 9  # in place of the rate, where a factor closes its term: \sin q_1


@dataclass(frozen=True, slots=True, kw_only=True)
class Factor:
    """What a power may be written on: `head`, then the exponent, then `tail`.

    `bare` is a bracket's inside, for a place where it needs no brackets.
    """

    head: str
    tail: str = ""
    bare: str = ""
    width: int
    rate: int
    order: Order


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """number · Π factor^power, the number positive and the sign apart."""

    negative: bool = False
    number: Number = 1
    powers: tuple[tuple[Factor, int], ...] = ()

    @property
    def rate(self) -> int:
        """How often the term changes."""
        return max((factor.rate for factor, _ in self.powers), default=0)

    @property
    def width(self) -> int:
        """About how many letters wide the term is; a fraction counts as its longer half."""
        halves = [0, 0]
        for factor, power in self.powers:
            halves[power < 0] += factor.width + (abs(power) > 1)
        return max(halves) + (0 if self.number == 1 else len(str(self.number)))


Piece = tuple[Term, ...]  # a sum; without terms, zero


def atom(factor: Factor) -> Piece:
    """A factor alone."""
    return (Term(powers=((factor, 1),)),)


def of_number(value: Number) -> Piece:
    """A number alone."""
    return (Term(number=_size(value), negative=value < 0),) if value else ()


def negative(piece: Piece) -> Piece:
    """−x, term by term."""
    return tuple(replace(term, negative=not term.negative) for term in piece)


def total(a: Piece, b: Piece) -> Piece:
    """x + y; terms that differ in nothing but their number are one, or none."""
    found = {frozenset(term.powers): term for term in a}
    for term in b:
        key = frozenset(term.powers)
        same = found.pop(key, None)
        number = _signed(term) + _signed(same) if same else _signed(term)
        if number:
            found[key] = replace(term, negative=number < 0, number=_size(number))
    return tuple(found.values())


def _signed(term: Term) -> Number:
    return -term.number if term.negative else term.number


def _size(number: Number) -> Number:
    return -number if number < 0 else number


def product(a: Piece, b: Piece) -> Piece:
    """x·y as one term, sums in brackets."""
    if not a or not b:
        return ()
    x, y = as_term(a), as_term(b)
    if x.number != 1 and y.number != 1 and float in (type(x.number), type(y.number)):
        y = replace(y, number=1, powers=((_figure(y.number), 1), *y.powers))
    powers = dict(x.powers)
    for factor, power in y.powers:
        powers[factor] = powers.get(factor, 0) + power
    return (
        Term(
            negative=x.negative != y.negative,
            number=x.number * y.number,
            powers=tuple((factor, power) for factor, power in powers.items() if power),
        ),
    )


def quotient(a: Piece, b: Piece) -> Piece:
    """x/y as one term."""
    y = as_term(b)
    inverse = replace(y, number=1, powers=tuple((factor, -power) for factor, power in y.powers))
    if y.number == 1:
        return product(a, (inverse,))
    if isinstance(y.number, float):
        inverse = replace(inverse, powers=((_figure(y.number), -1), *inverse.powers))
    else:
        inverse = replace(inverse, number=1 / Fraction(y.number))
    return product(a, (inverse,))


def as_term(piece: Piece) -> Term:
    """The piece as one term: itself, or its bracket."""
    if len(piece) == 1:
        return piece[0]
    if not piece:
        return Term(powers=((Factor(head="0", width=1, rate=0, order=(0, 0, "0")), 1),))
    rate = max(term.rate for term in piece)
    inside = written(piece)
    bracket = Factor(
        head=f"\\left({inside}\\right)",
        bare=inside,
        width=width(piece) + 2,
        rate=rate,
        order=(rate, 1, inside),
    )
    return Term(powers=((bracket, 1),))


def rate(piece: Piece) -> int:
    """How often the piece changes."""
    return max((term.rate for term in piece), default=0)


def width(piece: Piece) -> int:
    """About how many letters wide the piece is."""
    return sum(term.width + 2 for term in piece) - 2 * bool(piece)


def simple(piece: Piece) -> bool:
    """Whether the piece needs no brackets as the argument of a function."""
    if len(piece) != 1 or piece[0].negative:
        return False
    powers = piece[0].powers
    return (not powers) or (
        len(powers) == 1 and piece[0].number == 1 and powers[0][1] == 1 and not powers[0][0].tail
    )


def written(piece: Piece) -> str:
    """The sum as LaTeX, a positive term first where there is one."""
    if not piece:
        return "0"
    ordered = list(piece)
    first = next((i for i, term in enumerate(ordered) if not term.negative), 0)
    ordered.insert(0, ordered.pop(first))
    signs = ["-" if term.negative else "+" for term in ordered]
    texts = [_term(term) for term in ordered]
    opening = "-" if ordered[0].negative else ""
    rest = (f" {sign} {text}" for sign, text in zip(signs[1:], texts[1:], strict=True))
    return opening + texts[0] + "".join(rest)


def _term(term: Term) -> str:
    """A term without its sign."""
    above = sorted((f for f in term.powers if f[1] > 0), key=lambda f: f[0].order)
    below = sorted((f for f in term.powers if f[1] < 0), key=lambda f: f[0].order)
    number = term.number
    if below:
        parts = (number, 1) if isinstance(number, float) else Fraction(number).as_integer_ratio()
        return f"\\frac{{{_half(parts[0], above)}}}{{{_half(parts[1], below)}}}"
    return _product(number, above)


def _half(number: Number, powers: Sequence[tuple[Factor, int]]) -> str:
    """Numerator or denominator; a bracket alone needs no brackets there."""
    if number == 1 and len(powers) == 1 and powers[0][0].bare and abs(powers[0][1]) == 1:
        return powers[0][0].bare
    return _product(number, powers)


def _product(number: Number, powers: Sequence[tuple[Factor, int]]) -> str:
    texts = [_power(factor, abs(power)) for factor, power in powers]
    if number == 1 and texts:
        return " ".join(texts)
    figure = number_latex(number)
    if texts and (texts[0][0].isdigit() or texts[0].startswith("\\tfrac")):
        return " ".join([figure, "\\cdot", *texts])
    return " ".join([figure, *texts])


def _power(factor: Factor, power: int) -> str:
    exponent = "" if power == 1 else f"^{power}" if power < 10 else f"^{{{power}}}"
    return f"{factor.head}{exponent}{factor.tail}"


def _figure(number: Number) -> Factor:
    """A number among the factors, where two are not multiplied by us."""
    text = number_latex(number)
    return Factor(head=text, width=len(str(number)), rate=0, order=(0, 0, text))


def number_latex(number: Number) -> str:
    """A number as LaTeX: 9.81, \\tfrac{1}{2}, 6.7 \\cdot 10^{-11}."""
    if isinstance(number, Fraction):
        return f"\\tfrac{{{number.numerator}}}{{{number.denominator}}}"
    mantissa, _, exponent = str(number).partition("e")
    if number in (float("inf"), float("-inf")) or number != number:
        return "\\mathrm{NaN}" if number != number else "\\infty"
    if not exponent:
        return mantissa
    ten = f"10^{{{int(exponent)}}}"
    return ten if mantissa == "1" else f"{mantissa} \\cdot {ten}"
