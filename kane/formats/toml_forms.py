"""Forms: the fields that a table of a model file may have, and what is made of them.

One list of fields serves the reader, the writer and the schema; a new kind of load, joint or
constraint is one more Form in its list.

From: toml_kinds.py, toml_places.py    Next: toml_joints.py, toml_loads.py
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from kane.errors import ModelError
from kane.formats.expression_text import Writing
from kane.formats.toml_item import Item
from kane.formats.toml_kinds import Kind, Schema, Values
from kane.formats.toml_reading import Reading, Wrong, unknown_key

NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One key of a table, what its value may be, and what it is for."""

    name: str
    kind: Kind
    about: str
    required: bool = False
    default: Any = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """What a table may be.

    `key` tells the form from others: the value of `type` for joints, else a key of the table.
    `make` gives the part of the description; `of` gives the values to write for a part, or None
    where another form is for it.
    """

    key: str
    about: str
    fields: tuple[Field, ...]
    make: Callable[[Values], Any]
    of: Callable[[Any], Values | None]

    @property
    def names(self) -> list[str]:
        """The keys that it has."""
        return [field.name for field in self.fields]


def read_fields(
    table: Item,
    fields: Sequence[Field],
    owner: str,
    reading: Reading,
    given: Values | None = None,
) -> dict[str, Any] | None:
    """The values of a table's fields; None where something is wrong, which is noted.

    The values are read in the order of the fields, so that later ones may look at earlier ones.
    """
    values: dict[str, Any] = dict(given or {})
    sound = _keys_known(table, fields, owner, reading)
    for field in fields:
        if field.name in table.value:
            sound &= _read(field, table.value[field.name], owner, reading, values)
        elif field.required:
            what = f"it has no {field.name}."
            remedy = f"Give its {field.name}: {field.about}"
            reading.note(owner, Wrong(table.key_place, what, remedy))
            sound = False
    return values if sound else None


def _keys_known(table: Item, fields: Sequence[Field], owner: str, reading: Reading) -> bool:
    known = [field.name for field in fields]
    strange = [key for key in table.value if key not in known]
    for key in strange:
        reading.note(owner, unknown_key(key, table.value[key], known, "it"))
    return not strange


def _read(field: Field, item: Item, owner: str, reading: Reading, values: dict[str, Any]) -> bool:
    try:
        values[field.name] = field.kind.read(item, reading, values)
    except Wrong as wrong:
        reading.note(f"{owner}, {field.name}", wrong)
        return False
    return True


def made(form: Form, values: Values, owner: str, table: Item, reading: Reading) -> Any:
    """What the form makes of its values; None where that is refused, which is noted."""
    try:
        return form.make(values)
    except ModelError as error:
        for fault in error.faults:
            place = next(
                (table.value[key].place for key in table.value if fault.what.startswith(key)),
                table.key_place,
            )
            reading.note(owner, Wrong(place, fault.what, fault.remedy))
        return None


def written(fields: Sequence[Field], values: Values, writing: Writing) -> dict[str, str]:
    """The TOML of each field, those at their default left out."""
    found: dict[str, str] = {}
    for field in fields:
        value = values.get(field.name)
        if value is None:
            continue
        text = field.kind.write(value, writing)
        if field.default is None or text != field.kind.write(field.default, writing):
            found[field.name] = text
    return found


def written_part(
    forms: Sequence[Form], part: Any, writing: Writing
) -> tuple[Form, dict[str, str]] | None:
    """The first form that can hold a part, and its fields' TOML; None where there is none."""
    for form in forms:
        values = form.of(part)
        if values is not None:
            return form, written(form.fields, values, writing)
    return None


def schema_of(fields: Sequence[Field], about: str, more: Mapping[str, Schema] = NOTHING) -> Schema:
    """The JSON Schema of a table with these fields."""
    properties = {field.name: _described(field) for field in fields}
    required = [*more, *(field.name for field in fields if field.required)]
    found: Schema = {
        "type": "object",
        "description": about,
        "properties": {**more, **properties},
        "additionalProperties": False,
    }
    return {**found, "required": required} if required else found


def _described(field: Field) -> Schema:
    own = field.kind.schema()
    about = f"{field.about[:1].upper()}{field.about[1:]}"
    if "description" in own:
        about += f" {own['description']}"
    return {**own, "description": about}


def given(values: Values, *names: str) -> dict[str, Any]:
    """Those of the values that were given."""
    return {name: values[name] for name in names if name in values}
