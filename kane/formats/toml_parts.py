"""What refers to a model file's frames: joints, loads, constraints, contacts and speeds.

From: toml_joints.py, toml_loads.py, toml_constraints.py, toml_contacts.py    Next: toml_system.py
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kane.algebra.expr import Expr, Scalar
from kane.formats.toml_constraints import CONSTRAINTS
from kane.formats.toml_contacts import CONTACTS
from kane.formats.toml_forms import Form, made, read_fields
from kane.formats.toml_item import Item
from kane.formats.toml_joints import JOINTS
from kane.formats.toml_kinds import Number
from kane.formats.toml_loads import LOADS
from kane.formats.toml_reading import Reading, Wrong
from kane.model.closures import Constraint
from kane.model.joints.joint import Joint
from kane.model.loads import Load
from kane.model.touching import Touchable


@dataclass(frozen=True, kw_only=True)
class Parts:
    """The parts of a file, made as they are asked for; a part that is wrong is left out."""

    root: Item
    sections: Mapping[str, Mapping[str, Item]]
    reading: Reading
    forcing: dict[str, None]  # the names of what has forces

    def joints(self) -> Iterator[Joint]:
        """The joints that could be read."""
        known = [form.key for form in JOINTS]
        for name, item in self.sections["joints"].items():
            owner = f"Joint '{name}'"
            self.reading.owners[owner] = item
            with self.reading.noting(owner):
                kind = _kind(item, known)
                form = next(form for form in JOINTS if form.key == kind)
                own = replace(item, value={k: v for k, v in item.value.items() if k != "type"})
                joint = self._part(form, own, owner, {"name": name})
                if joint is not None:
                    yield joint

    def loads(self) -> Iterator[Load]:
        """The loads that could be read, numbered as a System numbers them."""
        number = 0
        for name, item in self.sections["loads"].items():
            owner = f"Load '{name}'"
            load = self._told_by_key(LOADS, item, owner, {})
            if load is not None:
                number += 1
                self.reading.owners[f"Load {number}"] = item
                self.reading.called[f"Load {number}"] = owner
                yield load

    def constraints(self) -> Iterator[Constraint]:
        """The constraints that could be read."""
        for name, item in self.sections["constraints"].items():
            owner = f"Constraint '{name}'"
            self.reading.owners[owner] = item
            table = item
            if isinstance(item.value, str):
                table = replace(item, value={CONSTRAINTS[0].key: item}, letters=())
            constraint = self._told_by_key(CONSTRAINTS, table, owner, {"name": name})
            if constraint is not None:
                yield constraint

    def contacts(self) -> Iterator[Touchable]:
        """The contacts that could be read; loads may name their forces."""
        if self.sections["contacts"] and "spacecraft" in self.root.value:
            place = self.root.value["contacts"].key_place
            what = "a spacecraft takes no contacts."
            self.reading.note("", Wrong(place, what, "Describe it by bodies and joints."))
            return
        for name, item in self.sections["contacts"].items():
            owner = f"Contact '{name}'"
            contact = self._told_by_key(CONTACTS, item, owner, {"name": name})
            self.reading.owners[owner] = item
            for one in () if contact is None else (contact, *contact.points):
                path = f"Contact '{one.name}'"
                self.reading.owners[path] = item
                self.reading.called[path] = owner
                self.forcing[one.name] = None
            if contact is not None:
                yield contact

    def _told_by_key(
        self, forms: Sequence[Form], item: Item, owner: str, given: Mapping[str, Any]
    ) -> Any:
        """The part that one of a table's keys tells the form of."""
        with self.reading.noting(owner):
            if not isinstance(item.value, dict):
                raise Wrong(item.place, f"this is {item.kind}.", "Give a table.")
            kinds = [form for form in forms if form.key in item.value]
            if len(kinds) != 1:
                what = f"it has {len(kinds)} of the keys that tell its kind."
                remedy = f"Give one of {', '.join(form.key for form in forms)}."
                raise Wrong(item.key_place, what, remedy)
            return self._part(kinds[0], item, owner, given)
        return None

    def _part(self, form: Form, item: Item, owner: str, given: Mapping[str, Any]) -> Any:
        values = read_fields(item, form.fields, owner, self.reading, given)
        return None if values is None else made(form, values, owner, item, self.reading)

    def speeds(self) -> Iterator[tuple[str, Expr]]:
        """The generalized speeds, name and definition."""
        for name, item in self.sections["speeds"].items():
            owner = f"Speed '{name}'"
            self.reading.owners[owner] = item
            with self.reading.noting(owner):
                value: Scalar = Number().read(item, self.reading, {})
                if not isinstance(value, Expr):
                    remedy = 'Name a velocity: "velocity(P).along(B.x)".'
                    raise Wrong(item.place, "its definition is a plain number.", remedy)
                yield name, value


def _kind(item: Item, known: list[str]) -> str:
    if not isinstance(item.value, dict):
        raise Wrong(item.place, f"this is {item.kind}.", "Give a table.")
    given = item.value.get("type")
    if given is None:
        raise Wrong(item.key_place, "it has no type.", f"Give one of {', '.join(known)}.")
    if given.value not in known:
        shown = repr(given.value) if isinstance(given.value, str) else given.kind
        what = f"{shown[:60]} is no type of joint."
        raise Wrong(given.place, what, f"Give one of {', '.join(known)}.")
    return str(given.value)
