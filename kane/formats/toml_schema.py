"""The JSON Schema of model files, made from the same fields that read them.

Editors take it to complete keys and to mark mistakes. It knows kinds and keys; what names mean and
whether units fit is told by `kane check`.

From: toml_forms.py, toml_joints.py, toml_loads.py, toml_constraints.py    Next: —
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kane.formats.toml_bodies import BODY, FRAME
from kane.formats.toml_constraints import CONSTRAINTS
from kane.formats.toml_contacts import CONTACTS
from kane.formats.toml_forms import Form, schema_of
from kane.formats.toml_joints import JOINTS
from kane.formats.toml_kinds import Number, Schema
from kane.formats.toml_loads import LOADS
from kane.formats.toml_names import PARAMETER
from kane.formats.toml_platform import PLATFORM, ROLLING, URDF, WHEELS
from kane.formats.toml_sections import SECTIONS
from kane.formats.toml_settings import SIMULATE, input_schema
from kane.formats.toml_spacecraft import PARTS, SPACECRAFT
from kane.formats.toml_vectors import RelationText


def schema() -> Schema:
    """The schema of a model file (draft 2020-12)."""
    sections = {name: _section(name) for name in SECTIONS}
    included = {"type": "array", "items": {"type": "string"}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "kane model file",
        "description": "A mechanical system, its inputs, and how it is simulated.",
        "type": "object",
        "properties": {
            "name": {"type": "string", "minLength": 1, "description": "What it is called."},
            "include": {
                "anyOf": [{"type": "string"}, included],
                "description": "Files beside this one or below it, whose tables are taken over.",
            },
            **sections,
            "urdf": schema_of(URDF, "A robot's file, of which [rolling] says which joints roll."),
            "rolling": {
                "type": "object",
                "description": "Joints of the URDF about which wheels turn, by name.",
                "additionalProperties": schema_of(ROLLING, "A wheel on the ground."),
            },
        },
        "additionalProperties": False,
    }


def _section(name: str) -> Schema:
    about = SECTIONS[name]
    described = f"{about[:1].upper()}{about[1:]}"
    if name == "simulate":
        return schema_of(SIMULATE, described)
    if name == "platform":
        return schema_of(PLATFORM, described)
    if name == "spacecraft":
        return schema_of(SPACECRAFT, described)
    entries: dict[str, Schema] = {
        **{part: schema_of(fields, own) for part, (own, fields) in PARTS.items()},
        "parameters": {"anyOf": [Number().schema(), schema_of(PARAMETER, "A value in SI.")]},
        "definitions": Number().schema(),
        "frames": schema_of(FRAME, "A frame without mass."),
        "bodies": schema_of(BODY, "A rigid body."),
        "wheels": {"anyOf": [_joint(form) for form in WHEELS]},
        "joints": {"anyOf": [_joint(form) for form in JOINTS]},
        "speeds": {"type": "string", "description": 'A velocity: "velocity(P).along(B.x)".'},
        "constraints": {"anyOf": [RelationText().schema(), *_forms(CONSTRAINTS)]},
        "contacts": {"anyOf": _forms(CONTACTS)},
        "inputs": input_schema(),
        "loads": {"anyOf": _forms(LOADS)},
    }
    return {"type": "object", "description": described, "additionalProperties": entries[name]}


def _joint(form: Form) -> Schema:
    kind = {"type": {"const": form.key, "description": "The type of joint."}}
    return schema_of(form.fields, form.about, kind)


def _forms(forms: Sequence[Form]) -> list[Schema]:
    return [schema_of(form.fields, form.about) for form in forms]


FILE: Final = "model.schema.json"
