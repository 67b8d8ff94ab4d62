"""Markup: XML as elements that know their line, by the standard library's expat.

A document that declares a type is refused: it is there that entities are declared, which may
blow up when they are expanded or name files to be fetched. So is one nested beyond reason.

From: source.py    Next: values.py
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final
from xml.parsers import expat

from kane.formats.source import Source, refuse

DEEPEST: Final = 64


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Element:
    """One element, where it starts, and what it holds."""

    tag: str
    line: int
    attributes: dict[str, str]
    children: list[Element] = field(default_factory=list)
    words: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The characters that stand directly in it."""
        return "".join(self.words).strip()

    def all(self, tag: str) -> Iterator[Element]:
        """Its children with this tag."""
        return (child for child in self.children if child.tag == tag)

    def first(self, tag: str) -> Element | None:
        """Its first child with this tag."""
        return next(self.all(tag), None)


def parse(source: Source) -> Element:
    """The root element of a document."""
    building = _Building(source)
    parser = building.parser
    try:
        parser.Parse(source.content, True)
    except expat.ExpatError as error:
        refuse(
            f"{source.name}:{error.lineno}",
            f"the XML is broken at column {error.offset + 1}: {expat.ErrorString(error.code)}.",
            "Mend it there, or just before.",
        )
    except (LookupError, ValueError, UnicodeError) as error:
        refuse(f"{source.name}:1", f"the encoding cannot be read: {error}.", "Save it as UTF-8.")
    (root,) = building.roots
    return root


class _Building:
    """The elements while a document is read; those not yet closed are in `open`."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.roots: list[Element] = []
        self.open: list[Element] = []
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.characters
        self.parser.StartDoctypeDeclHandler = self.doctype

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """A child of the innermost open element."""
        if len(self.open) == DEEPEST:
            self._refuse(f"elements are nested {DEEPEST} deep.", "Is this the right file?")
        element = Element(tag=tag, line=self.parser.CurrentLineNumber, attributes=attributes)
        (self.open[-1].children if self.open else self.roots).append(element)
        self.open.append(element)

    def end(self, tag: str) -> None:
        """The innermost open element is complete."""
        self.open.pop()

    def characters(self, text: str) -> None:
        """Text of the innermost open element."""
        self.open[-1].words.append(text)

    def doctype(self, name: str, *_: Any) -> None:
        """Refused: entities are declared there."""
        self._refuse(
            "the document declares a type (<!DOCTYPE …>), which may carry entities.",
            "Delete the declaration; robot files need none.",
        )

    def _refuse(self, what: str, remedy: str) -> None:
        refuse(f"{self.source.name}:{self.parser.CurrentLineNumber}", what, remedy)
