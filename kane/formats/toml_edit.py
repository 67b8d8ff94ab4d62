"""Edits of a model file that touch only the keys they are about: comments and order stay.

    edit("arm.toml", {("parameters", "m"): "1.3 kg", ("simulate", "until"): "3 s"})

A value is put in the place of the old one; a new key goes to the end of its table, and a new table
to the end of the file.

From: toml_document.py    Next: —
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kane.errors import Fault, ModelError
from kane.formats import source as files
from kane.formats.toml_document import parse
from kane.formats.toml_include import document_of
from kane.formats.toml_item import Document, Item
from kane.formats.toml_kinds import key, quoted
from kane.formats.toml_places import braced, listed

Keys = tuple[str, ...]


def edit(path: str | os.PathLike[str], changes: Mapping[Keys, Any]) -> None:
    """Change a file's values, each by the keys that lead to it."""
    document = document_of(files.read(path), Path(path).name)
    text = edited(document.text, changes, document.name)
    Path(path).write_bytes(text.encode("utf-8"))


def edited(text: str, changes: Mapping[Keys, Any], name: str = "TOML text") -> str:
    """A file's text with other values."""
    for path, value in changes.items():
        document = Document(name=name, text=text)
        text = _changed(parse(document), text, path, written(value))
    parse(Document(name=name, text=text))
    return text


def written(value: Any) -> str:
    """A plain value as TOML."""
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float():
            return repr(value)
        case str():
            return quoted(value)
        case list() | tuple():
            return listed([written(one) for one in value])
        case Mapping():
            return braced({str(name): written(one) for name, one in value.items()})
    what = f"{value!r} of type {type(value).__name__} has no form in TOML."
    remedy = "Give texts, numbers, truth values, lists or tables of them."
    raise ModelError(Fault(path="edit", what=what, remedy=remedy))


def _changed(root: Item, text: str, path: Keys, value: str) -> str:
    table = root
    for name in path[:-1]:
        if not isinstance(table.value, dict) or name not in table.value:
            return _with_table(text, path[:-1], path[-1], value)
        table = table.value[name]
    if not isinstance(table.value, dict):
        what = f"this is {table.kind}, and no table."
        raise ModelError(Fault(path=table.place, what=what, remedy="Check the keys."))
    if path[-1] in table.value:
        old = table.value[path[-1]]
        if isinstance(old.value, dict) and text[old.start : old.start + 1] != "{":
            what = "this is a table with a header, which is not replaced as a whole."
            raise ModelError(Fault(path=old.place, what=what, remedy="Change its keys."))
        return text[: old.start] + value + text[old.end :]
    return _with_key(table, text, f"{key(path[-1])} = {value}")


def _with_key(table: Item, text: str, line: str) -> str:
    """A new key at the end of a table."""
    if text[table.start : table.start + 1] == "{":
        before = text[: table.end - 1].rstrip()
        comma = "" if before.endswith("{") else ","
        return f"{before}{comma} {line} {text[table.end - 1 :]}"
    start = table.end
    if table.end == table.start:  # no key yet: after the header, or at the top
        start = text.find("\n", table.start) if text[table.start : table.start + 1] == "[" else 0
        start = len(text) if start < 0 else start
    end = text.find("\n", start)
    end = len(text) if end < 0 else end
    end -= text[:end].endswith("\r")
    if start == 0 and not table.end:
        return f"{line}\n{text}"
    return f"{text[:end]}\n{line}{text[end:]}"


def _with_table(text: str, table: Keys, name: str, value: str) -> str:
    """A new table at the end of the file."""
    header = ".".join(map(key, table))
    gap = "" if not text or text.endswith("\n\n") else "\n" if text.endswith("\n") else "\n\n"
    return f"{text}{gap}[{header}]\n{key(name)} = {value}\n"
