"""Kinds of values that are vectors, relations, directions, and matrices.

From: toml_places.py    Next: toml_forms.py
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from kane.algebra.expr import Equality
from kane.formats.expression import parse, parse_relation
from kane.formats.expression_meaning import relation_of, vector_of
from kane.formats.expression_text import Writing, is_zero
from kane.formats.expression_tokens import Slip
from kane.formats.toml_item import Item
from kane.formats.toml_kinds import Number, Schema, Values, quoted, word
from kane.formats.toml_places import Triple, listed, sized
from kane.formats.toml_reading import Reading, Wrong, misplaced
from kane.geometry.rotation import Rows
from kane.geometry.vector import Components, Vector
from kane.model.dimension import INERTIA, NONE, Dimension


@dataclass(frozen=True, slots=True, kw_only=True)
class VectorText:
    """A vector as an expression."""

    def read(self, item: Item, reading: Reading, values: Values) -> Vector:
        """The vector."""
        text = word(item, 'a vector such as "F * basket.x"')
        try:
            return vector_of(parse(text), reading.scope)
        except Slip as slip:
            raise misplaced(item, slip) from None

    def write(self, value: Any, writing: Writing) -> str:
        """The expression."""
        return quoted(writing.vector(value))

    def schema(self) -> Schema:
        """A text."""
        text = 'A vector: "F * basket.x", "ground.vector(1, 2, 0)".'
        return {"type": "string", "description": text}


@dataclass(frozen=True, slots=True, kw_only=True)
class RelationText:
    """A relation of velocities."""

    def read(self, item: Item, reading: Reading, values: Values) -> Equality:
        """The relation."""
        text = word(item, 'a relation such as "rate(q4) = 0"')
        try:
            return relation_of(parse_relation(text), reading.scope)
        except Slip as slip:
            raise misplaced(item, slip) from None

    def write(self, value: Any, writing: Writing) -> str:
        """Both sides."""
        return quoted(writing.relation(value))

    def schema(self) -> Schema:
        """A text."""
        text = 'A relation: "velocity(P).along(B.y) = 0".'
        return {"type": "string", "description": text, "pattern": "="}


@dataclass(frozen=True, slots=True, kw_only=True)
class Axis:
    """A direction of a joint: "x", "-y", or three numbers."""

    def read(self, item: Item, reading: Reading, values: Values) -> Components:
        """The direction's components."""
        if not isinstance(item.value, str):
            return Triple(dimension=NONE).read(item, reading, values)
        if item.value not in AXES:
            what = f"{item.value!r} is no axis."
            raise Wrong(item.place, what, 'Write "x", "y", "z", "-x" …, or three numbers.')
        return AXES[item.value]

    def write(self, value: Any, writing: Writing) -> str:
        """The short form where there is one."""
        for name, axis in AXES.items():
            if axis == tuple(value):
                return quoted(name)
        return Triple().write(value, writing)

    def schema(self) -> Schema:
        """A word or a list."""
        return {"anyOf": [{"enum": list(AXES)}, Triple(dimension=NONE).schema()]}


@dataclass(frozen=True, slots=True, kw_only=True)
class Matrix:
    """Three rows of three scalars."""

    dimension: Dimension | None = NONE

    def read(self, item: Item, reading: Reading, values: Values) -> Rows:
        """The rows."""
        if not isinstance(item.value, list) or len(item.value) != 3:
            remedy = "Give three rows of three: [[1, 0, 0], [0, 1, 0], [0, 0, 1]]."
            raise Wrong(item.place, f"this is {sized(item)}.", remedy)
        row = Triple(dimension=self.dimension)
        x, y, z = (row.read(entry, reading, values) for entry in item.value)
        return (x, y, z)

    def write(self, value: Any, writing: Writing) -> str:
        """A list of rows."""
        return listed([Triple().write(row, writing) for row in value])

    def schema(self) -> Schema:
        """A list of three lists."""
        rows = Triple(dimension=self.dimension).schema()
        return {"type": "array", "items": rows, "minItems": 3, "maxItems": 3}


@dataclass(frozen=True, slots=True, kw_only=True)
class Moments:
    """An inertia: three principal moments, six entries (xx, yy, zz, xy, xz, yz), or three rows."""

    def read(self, item: Item, reading: Reading, values: Values) -> Any:
        """As Body takes it."""
        entries = item.value if isinstance(item.value, list) else []
        if len(entries) == 3 and isinstance(entries[0].value, list):
            return Matrix(dimension=INERTIA).read(item, reading, values)
        if len(entries) not in (3, 6):
            remedy = "Give three moments, six entries (xx, yy, zz, xy, xz, yz) or three rows."
            raise Wrong(item.place, f"this is {sized(item)}.", remedy)
        one = Number(dimension=INERTIA)
        return [one.read(entry, reading, values) for entry in entries]

    def write(self, value: Any, writing: Writing) -> str:
        """The shortest form."""
        (xx, xy, xz), (yx, yy, yz), (zx, zy, zz) = value
        if all(is_zero(x) for x in (xy, xz, yz, yx, zx, zy)):
            return Triple().write((xx, yy, zz), writing)
        texts = Matrix().write(value, writing)
        mirrored = Matrix().write(tuple(zip(*value, strict=True)), writing)
        if texts != mirrored:
            return texts
        return listed([Number().write(x, writing) for x in (xx, yy, zz, xy, xz, yz)])

    def schema(self) -> Schema:
        """A list."""
        one = Number(dimension=INERTIA).schema()
        numbers = {"type": "array", "items": one, "minItems": 3, "maxItems": 6}
        return {"anyOf": [numbers, Matrix(dimension=INERTIA).schema()]}


AXES: Final[dict[str, Components]] = {
    "x": (1, 0, 0), "y": (0, 1, 0), "z": (0, 0, 1),
    "-x": (-1, 0, 0), "-y": (0, -1, 0), "-z": (0, 0, -1),
}  # fmt: skip
