"""Items of a TOML document: values that know where they stand.

    arm.toml:12:8     file, line and column, both counted from one

From: source.py    Next: toml_document.py
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any


@dataclass(frozen=True, kw_only=True, eq=False)
class Document:
    """A file's name, its text to the letter, and the folder it stands in."""

    name: str
    text: str
    folder: str = ""

    @cached_property
    def lines(self) -> list[int]:
        """Where each line starts."""
        return [0, *(k + 1 for k, letter in enumerate(self.text) if letter == "\n")]

    def place(self, offset: int) -> str:
        """file:line:column of a letter."""
        line = bisect_right(self.lines, offset)
        return f"{self.name}:{line}:{offset - self.lines[line - 1] + 1}"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Item:
    """A value: a text, number or truth value, a list of Items, or a dict of them by key."""

    value: Any
    document: Document
    start: int  # of the value in the document's text
    end: int
    key: int  # where its key starts
    letters: Sequence[int] = field(default=(), repr=False)  # where each letter of a text stands

    @property
    def place(self) -> str:
        """Where the value starts."""
        return self.document.place(self.start)

    @property
    def key_place(self) -> str:
        """Where its key starts."""
        return self.document.place(self.key)

    def letter(self, at: int) -> str:
        """Where a letter of a text stands."""
        last = self.letters[-1] + 1 if self.letters else self.start
        return self.document.place(self.letters[at] if at < len(self.letters) else last)

    @property
    def kind(self) -> str:
        """What it is, in words."""
        match self.value:
            case bool():
                return "a truth value"
            case int() | float():
                return "a number"
            case str():
                return "a text"
            case list():
                return "a list"
            case _:
                return "a table"

    def plain(self) -> Any:
        """The value alone, all the way down."""
        if isinstance(self.value, list):
            return [item.plain() for item in self.value]
        if isinstance(self.value, dict):
            return {key: item.plain() for key, item in self.value.items()}
        return self.value
