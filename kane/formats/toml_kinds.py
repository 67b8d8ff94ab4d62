"""Kinds of values: how each is read, written, and described in the schema.

A kind has three methods: `read` gives the value or raises Wrong, `write` gives its TOML, `schema`
its JSON Schema. Numbers are plain ones in SI units, quantities ("0.1 m", "60 deg"), or
expressions ("2*L + 0.1").

From: toml_reading.py    Next: toml_places.py
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from kane.algebra.expr import Scalar
from kane.errors import ModelError
from kane.formats.expression import parse
from kane.formats.expression_meaning import scalar_of
from kane.formats.expression_text import Writing
from kane.formats.expression_tokens import Slip
from kane.formats.toml_item import Item
from kane.formats.toml_reading import Reading, Wrong, misplaced
from kane.model.dimension import NONE, Dimension
from kane.model.units import amount, unit

Schema = dict[str, Any]
Values = Mapping[str, Any]  # the fields of a table that are read so far
Dimensioned = Dimension | None | Callable[[Reading, Values], Dimension | None]


class Kind(Protocol):
    """What a value may be."""

    def read(self, item: Item, reading: Reading, values: Values) -> Any:
        """The value; `values` are the fields before it. Raises Wrong."""
        ...

    def write(self, value: Any, writing: Writing) -> str:
        """The value as TOML."""
        ...

    def schema(self) -> Schema:
        """What an editor may check."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Number:
    """A scalar of some dimension."""

    dimension: Dimensioned = None

    def read(self, item: Item, reading: Reading, values: Values) -> Scalar:
        """A plain number, or an Expr."""
        match item.value:
            case bool():
                pass
            case int() | float():
                return finite(item, item.value)
            case str():
                return self._text(item, reading, values)
        remedy = 'Give a number, a quantity "0.1 m", or an expression "2*L".'
        raise Wrong(item.place, f"this is {item.kind}, and a number is asked for.", remedy)

    def _text(self, item: Item, reading: Reading, values: Values) -> Scalar:
        if QUANTITY.match(item.value):
            dimension = self.dimension
            if callable(dimension):
                dimension = dimension(reading, values)
            return quantity(item, dimension)
        try:
            return scalar_of(parse(item.value), reading.scope)
        except Slip as slip:
            raise misplaced(item, slip) from None

    def write(self, value: Any, writing: Writing) -> str:
        """A number, or a text with an expression."""
        return written_number(value, writing)

    def schema(self) -> Schema:
        """A number or a text."""
        units = "" if callable(self.dimension) or self.dimension is None else f", {self.dimension}"
        text = f'A number in SI units{units}, a quantity such as "0.1 m", or an expression.'
        return {"type": ["number", "string"], "description": text}


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """A text."""

    of: str = "a text"

    def read(self, item: Item, reading: Reading, values: Values) -> str:
        """The text."""
        return word(item, self.of)

    def write(self, value: Any, writing: Writing) -> str:
        """In quotes."""
        return quoted(value)

    def schema(self) -> Schema:
        """A text."""
        return {"type": "string", "minLength": 1}


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One of several words."""

    words: tuple[str, ...]

    def read(self, item: Item, reading: Reading, values: Values) -> str:
        """The word."""
        if item.value not in self.words:
            shown = repr(item.value) if isinstance(item.value, str) else item.kind
            raise Wrong(item.place, f"{shown} is none of the words.", f"Give {self._listed}.")
        return str(item.value)

    @property
    def _listed(self) -> str:
        return " or ".join(f'"{one}"' for one in self.words)

    def write(self, value: Any, writing: Writing) -> str:
        """In quotes."""
        return quoted(value)

    def schema(self) -> Schema:
        """The words."""
        return {"enum": list(self.words)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """true or false."""

    def read(self, item: Item, reading: Reading, values: Values) -> bool:
        """The truth value."""
        if not isinstance(item.value, bool):
            raise Wrong(item.place, f"this is {item.kind}.", "Write true or false, without quotes.")
        return item.value

    def write(self, value: Any, writing: Writing) -> str:
        """As TOML has it."""
        return "true" if value else "false"

    def schema(self) -> Schema:
        """A truth value."""
        return {"type": "boolean"}


# ── texts and numbers ─────────────────────────────────────────────────────────────────────
def word(item: Item, of: str) -> str:
    """A text that is not empty."""
    if not isinstance(item.value, str) or not item.value.strip():
        raise Wrong(item.place, f"this is {item.kind}, and {of} is asked for.", "Give a text.")
    return item.value


def finite(item: Item, value: float) -> float:
    """A number that can be computed with."""
    if value != value or value in (math.inf, -math.inf):
        raise Wrong(item.place, f"{value} is not finite.", "Give a finite number.")
    return value


def quantity(item: Item, dimension: Dimension | None) -> float:
    """The SI value of a text such as "0.1 m", which must be of the dimension."""
    if len(item.value) > LONGEST:
        raise Wrong(item.place, f"a quantity has over {LONGEST} letters.", 'Write it as "0.1 m".')
    try:
        given = amount(item.value)
        own = unit(given.unit).dimension if given.unit else dimension
        if dimension is not None and own != dimension:
            what = f"'{item.value.strip()}' is in {own}."
            asked = f"It should be in {dimension}." if dimension != NONE else "It has no dimension."
            raise Wrong(item.place, what, f"{asked} Check the unit.")
    except ModelError as error:
        (fault,) = error.faults
        raise Wrong(item.place, f"{fault.path} {fault.what}", fault.remedy) from None
    except (OverflowError, ValueError, ZeroDivisionError):
        raise Wrong(item.place, "the number is beyond all measure.", "Check it.") from None
    return finite(item, given.value)


def written_number(value: Any, writing: Writing) -> str:
    """A scalar as TOML: a number, or an expression in quotes."""
    plain = value.item() if hasattr(value, "item") else value
    if isinstance(plain, int | float):
        return repr(plain)
    return quoted(writing.scalar(plain))


def quoted(text: str) -> str:
    """A text as TOML has it: a basic string on one line."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def key(name: str) -> str:
    """A key: bare where it can be."""
    return name if BARE.fullmatch(name) else quoted(name)


LONGEST: Final = 100
BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
QUANTITY: Final = re.compile(
    r"\s*[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?(?:\s*[^\W\d]|\s*[°%]|\s*\Z)"
)
