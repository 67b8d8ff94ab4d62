"""A model's document with what it includes: tables joined, the including file's keys before others.

    include = ["parts/wheel.toml"]     beside this file or below it, nowhere else

An included file may include more, but never one that is being read. Every value keeps the file it
stands in.

From: toml_document.py    Next: toml_reading.py
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Final, NoReturn

from kane.errors import Fault, ModelError
from kane.formats import source as files
from kane.formats.source import Source
from kane.formats.toml_document import parse
from kane.formats.toml_item import Document, Item

LARGEST: Final = 4 * 2**20  # characters
MOST: Final = 64  # files
DEEPEST: Final = 16


def read(path: str | os.PathLike[str]) -> Item:
    """A file's tables, with those that it includes."""
    return of_source(files.read(path))


def of_source(source: Source) -> Item:
    """The same of a file whose content is there."""
    document = document_of(source, source.name)
    if source.folder is None:
        return _Including(None).joined(document, ())
    folder = _resolved(Path(source.folder))
    return _Including(folder).joined(document, (folder / source.name,))


def from_text(text: str, name: str = "TOML text") -> Item:
    """The same of a text, which stands in no folder and so includes nothing."""
    return _Including(None).joined(Document(name=name, text=_bounded(text, name)), ())


def document_of(source: Source, name: str) -> Document:
    """A file as a document that goes by a name."""
    content = source.content
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        column = error.start - content.rfind(b"\n", 0, error.start)
        what = f"byte {content[error.start]:#04x} is no UTF-8."
        files.refuse(f"{name}:{line}:{column}", what, "Save the file as UTF-8.")
    return Document(name=name, text=_bounded(text, name), folder=source.folder or "")


def _bounded(text: str, name: str) -> str:
    if len(text) > LARGEST:
        files.refuse(f"{name}:1:1", f"has over {LARGEST} letters.", "Is it the right file?")
    return text


class _Including:
    """The files read so far for one model."""

    def __init__(self, root: Path | None) -> None:
        self.root = root
        self.count = 1

    def joined(self, document: Document, open_: tuple[Path, ...]) -> Item:
        """A document's tables over those of what it includes."""
        own = parse(document)
        given = own.value.pop("include", None)
        if given is None:
            return own
        whole: Item | None = None
        for item in _names(given):
            found = self._included(item, document, open_)
            whole = found if whole is None else merged(whole, found)
        return own if whole is None else merged(whole, own)

    def _included(self, item: Item, document: Document, open_: tuple[Path, ...]) -> Item:
        path = self._path(item, document)
        if path in open_:
            chain = " → ".join(one.name for one in (*open_[open_.index(path) :], path))
            _refuse(item, f"the file includes itself: {chain}.", "Leave one of these out.")
        self.count += 1
        if self.count > MOST or len(open_) > DEEPEST:
            what = f"over {MOST} files are included, or {DEEPEST} within each other."
            _refuse(item, what, "Put some of them together.")
        assert self.root is not None
        name = path.relative_to(self.root).as_posix()
        try:
            inner = document_of(files.read(path), name)
        except ModelError as error:
            raise ModelError(*(_told(item, fault) for fault in error.faults)) from None
        return self.joined(inner, (*open_, path))

    def _path(self, item: Item, document: Document) -> Path:
        """The file that an include names: below the folder of the model."""
        if self.root is None:
            _refuse(item, "a text stands in no folder.", "Save it as a file to include others.")
        try:
            path = _resolved(Path(document.folder) / item.value)
            inside = not Path(item.value).is_absolute() and path.is_relative_to(self.root)
        except (OSError, ValueError, RuntimeError) as error:
            _refuse(item, f"{item.value!r} cannot be a path: {error}.", "Check it.")
        if not inside:
            what = f"'{item.value}' leads out of the model's folder."
            _refuse(item, what, "Include files beside the model or below it.")
        return path


def merged(under: Item, over: Item) -> Item:
    """Two tables as one; where both have a key, tables are joined, and others are `over`'s."""
    if not (isinstance(under.value, dict) and isinstance(over.value, dict)):
        return over
    joined = dict(under.value)
    for key, item in over.value.items():
        joined[key] = merged(joined[key], item) if key in joined else item
    return replace(over, value=joined)


def _names(given: Item) -> list[Item]:
    items = given.value if isinstance(given.value, list) else [given]
    for item in items:
        if not isinstance(item.value, str):
            _refuse(item, f"include is {item.kind}.", 'Name files: include = ["wheel.toml"].')
    return list(items)


def _told(item: Item, fault: Fault) -> Fault:
    path = f"{item.place}: include {item.value!r}"
    return Fault(path=path, what=f"{fault.path} {fault.what}", remedy=fault.remedy)


def _refuse(item: Item, what: str, remedy: str) -> NoReturn:
    files.refuse(f"{item.place}: include", what, remedy)


def _resolved(path: Path) -> Path:
    return path.resolve()
