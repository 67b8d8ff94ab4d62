"""Kinds of values that have several parts, or name others: positions, points, frames, tables.

From: toml_kinds.py    Next: toml_vectors.py
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kane.formats.expression import parse
from kane.formats.expression_text import Writing
from kane.formats.expression_tokens import Slip
from kane.formats.expression_tree import Name, Node
from kane.formats.toml_item import Item
from kane.formats.toml_kinds import Kind, Number, Schema, Values, key, quoted, word
from kane.formats.toml_reading import Reading, Wrong, misplaced
from kane.geometry.vector import GROUND, Components, Frame
from kane.model.body import Point
from kane.model.dimension import LENGTH, Dimension


@dataclass(frozen=True, slots=True, kw_only=True)
class Triple:
    """Three scalars."""

    dimension: Dimension | None = LENGTH

    def read(self, item: Item, reading: Reading, values: Values) -> Components:
        """Each as a Number."""
        if not isinstance(item.value, list) or len(item.value) != 3:
            raise Wrong(item.place, f"this is {sized(item)}.", "Give a list of three: [0, 0, 1].")
        one = Number(dimension=self.dimension)
        x, y, z = (one.read(entry, reading, values) for entry in item.value)
        return (x, y, z)

    def write(self, value: Any, writing: Writing) -> str:
        """A list."""
        return listed([Number().write(x, writing) for x in value])

    def schema(self) -> Schema:
        """A list of three."""
        items = Number(dimension=self.dimension).schema()
        return {"type": "array", "items": items, "minItems": 3, "maxItems": 3}


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A position in the frame that another field names, or a point of it."""

    frame: str

    def read(self, item: Item, reading: Reading, values: Values) -> Components:
        """The components."""
        if not isinstance(item.value, str):
            return Triple().read(item, reading, values)
        frame = values.get(self.frame, GROUND)
        own = reading.scope.points.get(str(frame), {})
        point = own.get(item.value) or PointName().read(item, reading, values)
        if point.frame is not frame:
            what = f"point '{point}' is of '{point.frame}', not of '{frame}'."
            raise Wrong(item.place, what, f"Give a point of '{frame}', or a position in it.")
        position: Components = point.position
        return position

    def write(self, value: Any, writing: Writing) -> str:
        """A list."""
        return Triple().write(value, writing)

    def schema(self) -> Schema:
        """A list of three, or a text."""
        text = f"The name of a point of the {self.frame}."
        return {"anyOf": [Triple().schema(), {"type": "string", "description": text}]}


@dataclass(frozen=True, slots=True, kw_only=True)
class PointName:
    """A point: its name, frame.name, or a body's for its mass centre."""

    def read(self, item: Item, reading: Reading, values: Values) -> Point:
        """The point."""
        text = word(item, "a point's name")
        try:
            return reading.scope.point_named(_name(text))
        except Slip as slip:
            raise misplaced(item, slip) from None

    def write(self, value: Any, writing: Writing) -> str:
        """Its name in quotes."""
        return quoted(writing.point(value))

    def schema(self) -> Schema:
        """A text."""
        text = 'A point: "P1", "basket.P1", or a body for its mass centre.'
        return {"type": "string", "description": text}


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameName:
    """A body or frame by its name, as it is."""

    def read(self, item: Item, reading: Reading, values: Values) -> Frame:
        """The frame."""
        text = word(item, "a body or frame")
        if text in reading.scope.frames:
            return reading.scope.frames[text]
        whole = Name(at=0, parts=(text,), quoted=(True,))
        try:
            return reading.scope.frame(whole)
        except Slip as slip:
            raise misplaced(item, slip) from None

    def write(self, value: Any, writing: Writing) -> str:
        """Its name."""
        return quoted(value.name)

    def schema(self) -> Schema:
        """A text."""
        return {"type": "string", "description": 'The name of a body or frame; "ground" too.'}


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """One name or several."""

    def read(self, item: Item, reading: Reading, values: Values) -> tuple[str, ...]:
        """The names."""
        if isinstance(item.value, str):
            return tuple(word(item, "a name").split())
        if not isinstance(item.value, list):
            raise Wrong(item.place, f"this is {item.kind}.", 'Give names: ["q1", "q2"].')
        return tuple(word(entry, "a name") for entry in item.value)

    def write(self, value: Any, writing: Writing) -> str:
        """A list."""
        return listed([quoted(name) for name in value])

    def schema(self) -> Schema:
        """A list of texts, or one text."""
        several = {"type": "array", "items": {"type": "string"}}
        return {"anyOf": [{"type": "string"}, several]}


@dataclass(frozen=True, slots=True, kw_only=True)
class CoordinateName:
    """A coordinate of some joint."""

    def read(self, item: Item, reading: Reading, values: Values) -> str:
        """Its name."""
        whole = Name(at=0, parts=(word(item, "a coordinate"),), quoted=(True,))
        try:
            return reading.scope.coordinate(whole)
        except Slip as slip:
            raise misplaced(item, slip) from None

    def write(self, value: Any, writing: Writing) -> str:
        """In quotes."""
        return quoted(value)

    def schema(self) -> Schema:
        """A text."""
        return {"type": "string", "description": "The name of a coordinate."}


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Names with a value each."""

    of: Kind

    def read(self, item: Item, reading: Reading, values: Values) -> Mapping[str, Any]:
        """The values by name."""
        if not isinstance(item.value, dict):
            raise Wrong(item.place, f"this is {item.kind}.", "Give a table: { name = value }.")
        return {name: self.of.read(one, reading, values) for name, one in item.value.items()}

    def write(self, value: Any, writing: Writing) -> str:
        """An inline table."""
        return braced({name: self.of.write(one, writing) for name, one in value.items()})

    def schema(self) -> Schema:
        """A table of whatever names."""
        return {"type": "object", "additionalProperties": self.of.schema()}


def sized(item: Item) -> str:
    """What an item is, with the length of a list."""
    return f"a list of {len(item.value)}" if isinstance(item.value, list) else item.kind


def listed(texts: list[str]) -> str:
    """A list of TOML."""
    return f"[{', '.join(texts)}]"


def braced(entries: Mapping[str, str]) -> str:
    """An inline table of TOML."""
    inner = ", ".join(f"{key(name)} = {text}" for name, text in entries.items())
    return f"{{ {inner} }}" if inner else "{}"


def _name(text: str) -> Name:
    """A name that stands alone in a text."""
    tree: Node | None
    try:
        tree = parse(text)
    except Slip:
        tree = None
    return tree if isinstance(tree, Name) else Name(at=0, parts=(text,), quoted=(True,))
