"""TOML, read with the place of every value: keys, tables and lists; dates are refused.

The language is TOML 1.0; the standard library's reader, which gives no places, is the oracle of
the tests. Depth, size and the number of parts of a key are bounded. The first fault ends the
reading, for what follows it cannot be told from what is meant.

From: toml_item.py, toml_values.py    Next: toml_include.py
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto, unique
from typing import Any, Final, NoReturn

from kane.formats.toml_item import Document, Item
from kane.formats.toml_values import DEEPEST, Cursor

MOST_PARTS: Final = 16


def parse(document: Document) -> Item:
    """The document as one table."""
    return _Reader(document).read()


@unique
class Made(Enum):
    """How a table came to be, which says what may still be added to it."""

    IMPLIED = auto()  # by [a.b], of which it is the a
    HEADER = auto()
    DOTTED = auto()  # by a.b = 1, of which it is the a
    INLINE = auto()  # complete


@dataclass(slots=True, kw_only=True, eq=False)
class _Table:
    """A table while it is read."""

    key: int
    start: int
    made: Made
    block: int = 0  # the header under which it was made
    entries: dict[str, Any] = field(default_factory=dict)  # Item, _Table or _Tables
    end: int = 0


@dataclass(slots=True, kw_only=True, eq=False)
class _Tables:
    """A list of tables, made by [[a]]."""

    key: int
    start: int
    tables: list[_Table]


Key = list[tuple[str, int]]


class _Reader:
    """A document, read from top to bottom."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.cursor = Cursor(document)
        self.root = _Table(key=0, start=0, made=Made.HEADER)
        self.current = self.root
        self.block = 0

    def read(self) -> Item:
        """The whole."""
        cursor = self.cursor
        while not cursor.at_end_after_blanks():
            if cursor.sees("["):
                self._header()
            else:
                self._assignment(self.current, self.block)
            cursor.end_of_line()
        return self._item(self.root)

    # ── headers ───────────────────────────────────────────────────────────────────────────
    def _header(self) -> None:
        cursor, start = self.cursor, self.cursor.at
        several = cursor.sees("[[")
        cursor.at += 2 if several else 1
        key = self._key()
        cursor.expect("]]" if several else "]", "Close the header.")
        self.block += 1
        table = self._walk(key[:-1])
        name, at = key[-1]
        made = _Table(key=at, start=start, made=Made.HEADER, block=self.block)
        if several:
            self._append(table, name, at, made)
        else:
            made = self._opened(table, name, at, made)
        self.current = made

    def _walk(self, parts: Key) -> _Table:
        """The table under which a header's last part stands."""
        table = self.root
        for name, at in parts:
            found = table.entries.setdefault(
                name, _Table(key=at, start=at, made=Made.IMPLIED, block=self.block)
            )
            if isinstance(found, _Tables):
                found = found.tables[-1]
            if not isinstance(found, _Table) or found.made is Made.INLINE:
                self.cursor.refuse(at, f"'{name}' is complete already.", "Add to it where it is.")
            table = found
        return table

    def _append(self, table: _Table, name: str, at: int, made: _Table) -> None:
        found = table.entries.setdefault(name, _Tables(key=at, start=made.start, tables=[]))
        if not isinstance(found, _Tables):
            self._twice(at, name)
        found.tables.append(made)

    def _opened(self, table: _Table, name: str, at: int, made: _Table) -> _Table:
        found: _Table | _Tables | Item = table.entries.setdefault(name, made)
        if found is made:
            return made
        if not isinstance(found, _Table) or found.made is not Made.IMPLIED:
            self._twice(at, name)
        found.made, found.block, found.key, found.start = Made.HEADER, self.block, at, made.start
        return found

    def _twice(self, at: int, name: str) -> NoReturn:
        self.cursor.refuse(at, f"'{name}' is given twice.", "Keep one, or give one another name.")

    # ── keys and values ───────────────────────────────────────────────────────────────────
    def _assignment(self, table: _Table, block: int) -> None:
        cursor = self.cursor
        key = self._key()
        cursor.expect("=", "Write key = value; a text stands in quotes.")
        cursor.blanks()
        for name, at in key[:-1]:
            table = self._entered(table, name, at, block)
        name, at = key[-1]
        if name in table.entries:
            self._twice(at, name)
        table.entries[name] = self._value(at, 0)
        table.end = cursor.at

    def _entered(self, table: _Table, name: str, at: int, block: int) -> _Table:
        """The table a in a.b = 1."""
        new = _Table(key=at, start=at, made=Made.DOTTED, block=block)
        found = table.entries.setdefault(name, new)
        open_ = isinstance(found, _Table) and (
            found.made is Made.IMPLIED or (found.made is Made.DOTTED and found.block == block)
        )
        if not open_:
            self.cursor.refuse(at, f"'{name}' is complete already.", "Add to it where it is.")
        entered: _Table = found
        return entered

    def _key(self) -> Key:
        cursor = self.cursor
        parts = [cursor.key_part()]
        while cursor.sees_after_blanks("."):
            cursor.at += 1
            parts.append(cursor.key_part())
            if len(parts) > MOST_PARTS:
                cursor.refuse(parts[-1][1], f"a key has over {MOST_PARTS} parts.", "Shorten it.")
        cursor.blanks()
        return parts

    def _value(self, key: int, depth: int) -> Item:
        cursor = self.cursor
        if depth > DEEPEST:
            cursor.refuse(cursor.at, f"lists are nested {DEEPEST} deep.", "Flatten them.")
        if cursor.sees("["):
            return self._list(key, depth)
        if cursor.sees("{"):
            return self._inline(key, depth)
        return cursor.scalar(key)

    def _list(self, key: int, depth: int) -> Item:
        cursor, start = self.cursor, self.cursor.at
        cursor.at += 1
        items: list[Item] = []
        while not self._closes("]"):
            items.append(self._value(cursor.at, depth + 1))
            if not self._closes("]", taken=False):
                cursor.expect(",", "Separate the entries by commas, and close the list by ].")
        return self._made(items, key, start)

    def _closes(self, bracket: str, *, taken: bool = True) -> bool:
        """Whether the bracket comes next, beyond blanks, comments and line ends."""
        cursor = self.cursor
        if cursor.at_end_after_blanks():
            cursor.refuse(cursor.at, f"'{bracket}' is missing at the end of the file.", "Close it.")
        found = cursor.sees(bracket)
        cursor.at += len(bracket) if found and taken else 0
        return found

    def _inline(self, key: int, depth: int) -> Item:
        cursor, start = self.cursor, self.cursor.at
        cursor.at += 1
        table = _Table(key=key, start=start, made=Made.INLINE)
        self.block += 1
        block = self.block
        cursor.blanks()
        while not cursor.sees("}"):
            self._entry(table, block, depth)
            cursor.blanks()
            if not cursor.sees("}"):
                cursor.expect(",", "Separate the entries by commas; an inline table is one line.")
                cursor.blanks()
                if cursor.sees("}"):
                    cursor.refuse(cursor.at, "a ',' stands before '}'.", "Leave the comma out.")
        cursor.at += 1
        return self._made(_completed(self, table), key, start)

    def _entry(self, table: _Table, block: int, depth: int) -> None:
        """One key = value within braces."""
        cursor, key = self.cursor, self._key()
        cursor.expect("=", "Write key = value; a text stands in quotes.")
        cursor.blanks()
        for name, at in key[:-1]:
            table = self._entered(table, name, at, block)
        name, at = key[-1]
        if name in table.entries:
            self._twice(at, name)
        table.entries[name] = self._value(at, depth + 1)

    # ── what comes out ────────────────────────────────────────────────────────────────────
    def _made(self, value: Any, key: int, start: int) -> Item:
        end = self.cursor.at
        return Item(value=value, document=self.document, start=start, end=end, key=key)

    def _item(self, made: Any) -> Item:
        """A table or list of tables, complete."""
        if isinstance(made, Item):
            return made
        if isinstance(made, _Tables):
            items = [self._item(table) for table in made.tables]
            return self._spanning(items, made.key, made.start, made.start)
        return self._spanning(_completed(self, made), made.key, made.start, made.end or made.start)

    def _spanning(self, value: Any, key: int, start: int, end: int) -> Item:
        return Item(value=value, document=self.document, start=start, end=end, key=key)


def _completed(reader: _Reader, table: _Table) -> dict[str, Item]:
    return {name: reader._item(entry) for name, entry in table.entries.items()}
