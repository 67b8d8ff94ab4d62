"""A System as the text of a model file; what is read back is the same System, to the bit.

    kane.save(arm, "arm.toml")

Written are bodies, joints, loads, constraints, contacts, speeds, parameters and inputs; long
expressions that are used several times get names in [definitions]. Joints of one's own stay in
Python.

From: toml_forms.py, expression_text.py    Next: toml.py
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, NoReturn

from kane.errors import Fault, ModelError
from kane.formats.expression_text import Writing
from kane.formats.toml import from_text
from kane.formats.toml_bodies import BODY
from kane.formats.toml_constraints import CONSTRAINTS
from kane.formats.toml_contacts import CONTACTS
from kane.formats.toml_forms import written, written_part
from kane.formats.toml_joints import JOINTS
from kane.formats.toml_kinds import key, quoted
from kane.formats.toml_loads import LOADS
from kane.formats.toml_places import (
    Triple,
    braced,
)
from kane.formats.toml_points import points_of
from kane.geometry.vector import GROUND, Frame
from kane.model.body import Body
from kane.model.scalars import parameters_of
from kane.model.symbols import Parameter
from kane.model.system import System
from kane.model.units import unit


def save(system: System, path: str | os.PathLike[str]) -> Path:
    """The model file, written; the path where it is."""
    where = Path(path)
    text = text_of(system)
    try:
        where.write_text(text, encoding="utf-8", newline="\n")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        _refuse(str(where), f"cannot be written: {reason}.", "Check the path.")
    return where


def text_of(system: System) -> str:
    """The system as a model file. It is read back to see that it says the same."""
    text = "\n".join(_Document(system).sections())
    lost = system.diff(from_text(text, system.name).system)
    if lost:
        _refuse(f"System '{system.name}'", f"is not the same when read back: {lost}.", _OURS)
    return text


_OURS: Final = "This is a fault of kane: please report it, with the system."


class _Document:
    """The sections of one system's file."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.points = points_of(system)
        named = parameters_of(system)
        coordinates = [name for joint in system.joints for name in joint.coordinates]
        self.writing = Writing(
            taken=frozenset([*named, *system.inputs, *coordinates, "t"]),
            frames={GROUND.name: GROUND, **system.frames},
            points=self.points,
        )

    def sections(self) -> Iterator[str]:
        """The sections in order; definitions are known once all others are written."""
        after = [
            *self._frames(),
            *self._joints(),
            *_section("speeds", self._speeds()),
            *_section("constraints", self._constraints()),
            *_section("contacts", self._contacts()),
            *_section("inputs", dict.fromkeys(self.system.inputs, "0")),
            *_section("loads", self._loads()),
        ]
        yield f"name = {quoted(self.system.name)}\n"
        yield from _section("parameters", self._parameters())
        definitions = self.writing.definitions
        yield from _section("definitions", {n: quoted(text) for n, text in definitions.items()})
        yield from after

    def _parameters(self) -> dict[str, str]:
        parameters = parameters_of(self.system)
        return {name: _parameter(one) for name, one in parameters.items()}

    # ── bodies and joints ─────────────────────────────────────────────────────────────────
    def _frames(self) -> Iterator[str]:
        ground = self.points.get(GROUND.name)
        if ground:
            yield _table("frames", GROUND.name, self._points(GROUND))
        for frame in self.system.frames.values():
            fields: dict[str, str] = {}
            if isinstance(frame, Body):
                fields = written(BODY, self._body(frame), self.writing)
            section = "bodies" if isinstance(frame, Body) else "frames"
            yield _table(section, frame.name, {**fields, **self._points(frame)})

    def _body(self, body: Body) -> dict[str, Any]:
        own: dict[str, Any] = {
            "mass": body.mass,
            "centre": body.centre,
            "inertia": body.inertia,
            "shape": body.shape,
        }
        other = body.inertia_frame
        return own if other is body else {**own, "inertia_frame": other}

    def _points(self, frame: Frame) -> dict[str, str]:
        points = self.points.get(frame.name, {})
        texts = {name: Triple().write(one.position, self.writing) for name, one in points.items()}
        return {f"points.{key(name)}": text for name, text in texts.items()}

    def _joints(self) -> Iterator[str]:
        for joint in self.system.joints:
            found = written_part(JOINTS, joint, self.writing)
            if found is None:
                _refuse(f"Joint '{joint.name}'", "is a joint of one's own.", _OWN)
            form, fields = found
            yield _table("joints", joint.name, {"type": quoted(form.key), **fields})

    # ── the rest ──────────────────────────────────────────────────────────────────────────
    def _speeds(self) -> dict[str, str]:
        speeds = self.system.speeds.items()
        return {name: quoted(self.writing.scalar(one)) for name, one in speeds}

    def _constraints(self) -> dict[str, str]:
        found = {}
        for constraint in self.system.constraints:
            part = written_part(CONSTRAINTS, constraint, self.writing)
            assert part is not None, "a constraint without a form"
            form, fields = part
            alone = list(fields) == [CONSTRAINTS[0].key]
            found[constraint.name] = fields[form.key] if alone else braced(fields)
        return found

    def _contacts(self) -> dict[str, str]:
        found = {}
        for contact in self.system.contacts:
            part = written_part(CONTACTS, contact, self.writing)
            if part is None:
                _refuse(f"Contact '{contact.name}'", "is a contact of one's own.", _IN_PYTHON)
            found[contact.name] = braced(part[1])
        return found

    def _loads(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for load in self.system.loads:
            part = written_part(LOADS, load, self.writing)
            assert part is not None, "a load without a form"
            form, fields = part
            number = 1 + sum(name.startswith(form.key) for name in found)
            in_order = {form.key: fields.pop(form.key), **fields}
            found[f"{form.key}_{number}"] = braced(in_order)
        return found


def _section(name: str, entries: Mapping[str, str]) -> Sequence[str]:
    if not entries:
        return ()
    lines = [f"{key(one)} = {text}" for one, text in entries.items()]
    return ("\n".join([f"[{name}]", *lines, ""]),)


def _table(section: str, name: str, fields: Mapping[str, str]) -> str:
    lines = [f"{field} = {text}" for field, text in fields.items()]
    return "\n".join([f"[{section}.{key(name)}]", *lines, ""])


def _parameter(one: Parameter) -> str:
    """A parameter's value in its unit where that gives the same bits, else in SI."""
    if not one.unit:
        return repr(one.value)
    number = unit(one.unit).from_si(one.value)
    for text in (f"{number:.12g}", repr(number)):
        if unit(one.unit).to_si(Fraction(text)) == one.value:
            return quoted(f"{text} {one.unit}")
    return braced({"value": repr(one.value), "shown_in": quoted(one.unit)})


def _refuse(path: str, what: str, remedy: str) -> NoReturn:
    raise ModelError(Fault(path=path, what=what, remedy=remedy))


_IN_PYTHON: Final = "Keep the system in Python, or save it without: system.replace(contacts=())."
_OWN: Final = "Keep the system in Python; files have the library's joints."
