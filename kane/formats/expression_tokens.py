"""Tokens of an expression: numbers, names, quoted names and signs, each with its place.

    3*velocity(P1).along('left arm'.x)

A name that is no plain word stands in single or double quotes. Nothing else is let through, and
length is bounded, so that what comes after need not fear its input.

From: —    Next: expression_tree.py
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto, unique
from typing import Final

LONGEST: Final = 20_000  # characters in one expression
LONGEST_NUMBER: Final = 400  # characters in one number


class Slip(Exception):
    """Something wrong in an expression: at which character, what, and what to do."""

    def __init__(self, at: int, what: str, remedy: str) -> None:
        self.at = at
        self.what = what
        self.remedy = remedy
        super().__init__(f"at character {at + 1}: {what} {remedy}")


@unique
class Kind(Enum):
    """What a token is."""

    NUMBER = auto()
    NAME = auto()
    QUOTED = auto()
    SIGN = auto()
    END = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """A piece of an expression and where it starts."""

    kind: Kind
    text: str
    at: int

    @property
    def shown(self) -> str:
        """How a message names it."""
        if self.kind is Kind.END:
            return "the end"
        return f"'{self.text}'" if len(self.text) <= _SHOWN else f"'{self.text[:_SHOWN]}…'"


def tokens(text: str) -> list[Token]:
    """The tokens of an expression, the end among them."""
    if len(text) > LONGEST:
        what = f"the expression has {len(text)} characters, more than {LONGEST}."
        raise Slip(0, what, "Give parts of it names in [definitions].")
    found: list[Token] = []
    at = 0
    while (match := _TOKEN.match(text, at)) is not None:
        if match.lastgroup is not None:
            found.append(_token(match, match.lastgroup))
        at = match.end()
    if at < len(text):
        raise _stray(text, at)
    return [*found, Token(kind=Kind.END, text="", at=len(text))]


def _token(match: re.Match[str], group: str) -> Token:
    text, at = match[group], match.start(group)
    kind = Kind[group]
    if kind is Kind.NUMBER and len(text) > LONGEST_NUMBER:
        what = f"a number has {len(text)} characters, more than {LONGEST_NUMBER}."
        raise Slip(at, what, "Write it as in 1.25e-3.")
    if kind is Kind.QUOTED:
        text = text[1:-1]
        if not text.strip():
            raise Slip(at, "the quotes hold no name.", "Write the name between them.")
    return Token(kind=kind, text=text, at=at)


def _stray(text: str, at: int) -> Slip:
    letter = text[at]
    if letter in "'\"":
        return Slip(at, "a quoted name is not closed.", f"Write {letter} after the name.")
    shown = letter if letter.isprintable() else f"U+{ord(letter):04X}"
    return Slip(at, f"'{shown}' has no meaning in an expression.", _MEANT.get(letter, _ALLOWED))


_SHOWN: Final = 40
_ALLOWED: Final = "Expressions have numbers, names, + - * / ^ ( ) , . and < <= > >= == & | ~ =."
_MEANT: Final = {
    "[": "Positions and lists are written outside of expressions; brackets here are ( ).",
    "{": "Brackets here are ( ).",
    "%": "Write 0.01*x for percent.",
    "!": "Write ~ for not.",
    ":": "Write where(condition, a, b) for a choice.",
    "°": 'Write a quantity with its unit alone, as in "30 deg", or times pi/180.',
}
_TOKEN: Final = re.compile(
    r"""[ \t\r\n]*(?:
      (?P<NUMBER>(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)
    | (?P<NAME>[^\W\d]\w*)
    | (?P<QUOTED>'[^'\n]*'|"[^"\n]*")
    | (?P<SIGN>\*\*|<=|>=|==|[-+*/^().,<>&|~=·−])
    | [ \t\r\n]+
    )""",
    re.VERBOSE,
)
