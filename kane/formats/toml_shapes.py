"""The shapes of a model file's bodies: what of them may touch.

    [bodies.box]
    shape = { type = "box", x = "0.4 m", y = "0.3 m", z = "0.2 m", rounding = "5 mm" }

From: toml_forms.py    Next: toml_contacts.py, toml_bodies.py
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from dataclasses import fields as attributes
from typing import Any, Final

from kane.formats.expression_text import Writing
from kane.formats.toml_forms import Field, Form, schema_of, written_part
from kane.formats.toml_item import Item
from kane.formats.toml_kinds import Number, Schema, Values, quoted
from kane.formats.toml_places import Triple, braced, listed, sized
from kane.formats.toml_reading import Reading, Wrong, unknown_key
from kane.formats.toml_settings import plain
from kane.formats.toml_vectors import Axis
from kane.model.dimension import LENGTH
from kane.model.shapes import Box, Capsule, Convex, Disk, Ellipsoid, Shape, Sphere, shape_faults


@dataclass(frozen=True, slots=True, kw_only=True)
class Corners:
    """The points of a hull, plain lengths."""

    def read(self, item: Item, reading: Reading, values: Values) -> tuple[Any, ...]:
        """Three numbers each."""
        if not isinstance(item.value, list):
            remedy = "Give a list of points: [[0, 0, 0], [1, 0, 0], [0, 1, 0]]."
            raise Wrong(item.place, f"this is {sized(item)}.", remedy)
        return tuple(self._one(entry, reading) for entry in item.value)

    def _one(self, item: Item, reading: Reading) -> tuple[float, ...]:
        if not isinstance(item.value, list) or len(item.value) != 3:
            raise Wrong(item.place, f"this is {sized(item)}.", "Give a list of three: [0, 0, 1].")
        return tuple(plain(Number(dimension=LENGTH), entry, reading) for entry in item.value)

    def write(self, value: Any, writing: Writing) -> str:
        """A list of lists."""
        return listed([Triple().write(point, writing) for point in value])

    def schema(self) -> Schema:
        """A list of lists of three."""
        return {"type": "array", "items": Triple().schema(), "minItems": 2}


@dataclass(frozen=True, slots=True, kw_only=True)
class ShapeTable:
    """A shape: its type and its sizes."""

    def read(self, item: Item, reading: Reading, values: Values) -> Shape:
        """The shape."""
        form = self._form(item)
        found: dict[str, Any] = {}
        for key, inner in item.value.items():
            if key not in ("type", *form.names):
                raise unknown_key(key, inner, ["type", *form.names], f"a {form.key}")
        for field in form.fields:
            if field.name in item.value:
                found[field.name] = field.kind.read(item.value[field.name], reading, found)
            elif field.required:
                what = f"a {form.key} has no {field.name}."
                raise Wrong(item.place, what, f"Give its {field.name}: {field.about}")
        shape: Shape = form.make(found)
        for fault in shape_faults("", shape):
            raise Wrong(item.place, fault.what, fault.remedy)
        return shape

    def _form(self, item: Item) -> Form:
        known = ", ".join(form.key for form in SHAPES)
        if not isinstance(item.value, dict):
            remedy = 'Give a table: { type = "sphere", radius = "0.1 m" }.'
            raise Wrong(item.place, f"this is {sized(item)}.", remedy)
        given = item.value.get("type")
        if given is None:
            raise Wrong(item.place, "it has no type.", f"Give one of {known}.")
        for form in SHAPES:
            if given.value == form.key:
                return form
        shown = repr(given.value) if isinstance(given.value, str) else given.kind
        raise Wrong(given.place, f"{shown[:60]} is no type of shape.", f"Give one of {known}.")

    def write(self, value: Any, writing: Writing) -> str:
        """An inline table."""
        from_forms = written_part(SHAPES, value, writing)
        assert from_forms is not None, "a shape without a form"
        form, texts = from_forms
        return braced({"type": quoted(form.key), **texts})

    def schema(self) -> Schema:
        """One table for each type."""
        return {"anyOf": [self._schema(form) for form in SHAPES]}

    def _schema(self, form: Form) -> Schema:
        kind = {"type": {"const": form.key, "description": "The type of shape."}}
        return schema_of(form.fields, form.about, kind)


# ── the shapes ────────────────────────────────────────────────────────────────────────────
def _form(kind: type, about: str, *own: Field) -> Form:
    return Form(
        key=kind.__name__.lower(),
        about=about,
        fields=own,
        make=lambda values: kind(**values),
        of=_of(kind),
    )


def _of(kind: type) -> Callable[[Any], Values | None]:
    def of(shape: Any) -> Values | None:
        if not isinstance(shape, kind):
            return None
        return {item.name: getattr(shape, item.name) for item in attributes(kind)}

    return of


def _size(name: str, about: str) -> Field:
    return Field(name=name, kind=Number(dimension=LENGTH), about=about, required=True)


_AT: Final = Field(name="at", kind=Triple(), about="its middle (default: the mass centre).")
_AXIS: Final = Field(name="axis", kind=Axis(), about="along which it stands.", default=(0, 0, 1))
_ROUNDING: Final = Field(
    name="rounding", kind=Number(dimension=LENGTH), about="of edges and corners.", default=0
)
_SIZES: Final = tuple(_size(name, f"its size along {name}.") for name in "xyz")
_HALVES: Final = tuple(_size(name, f"its semi-axis along {name}.") for name in "xyz")
_RADIUS: Final = _size("radius", "its radius.")

SHAPES: Final[tuple[Form, ...]] = (
    _form(Sphere, "A ball.", _RADIUS, _AT),
    _form(Capsule, "A rod with round ends.", _RADIUS, _size("length", "of its line."), _AXIS, _AT),
    _form(Box, "A box; flat where one size is 0.", *_SIZES, _ROUNDING, _AT),
    _form(Disk, "A thin disk, whose rim touches.", _RADIUS, _AXIS, _AT),
    _form(Ellipsoid, "An ellipsoid.", *_HALVES, _AT),
    _form(
        Convex,
        "The convex hull of points, which touches planes.",
        Field(name="points", kind=Corners(), about="from the body's origin.", required=True),
        _ROUNDING,
    ),
)
