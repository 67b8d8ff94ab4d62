"""Parameters, inputs and definitions of a model file: the scalars that its expressions may name.

    [definitions]
    tension = "k*(distance(P, Q) - L)"

Definitions are read when they are first needed, for they may name what comes later in the file;
each may use those above it.

From: toml_forms.py    Next: toml_system.py
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from kane.algebra.expr import Expr, Scalar
from kane.errors import ModelError
from kane.formats.toml_forms import Field, read_fields
from kane.formats.toml_item import Item
from kane.formats.toml_kinds import QUANTITY, Number, Word, finite, quantity
from kane.formats.toml_reading import Reading, Wrong
from kane.model.symbols import parameter
from kane.model.units import amount, unit

PARAMETER: Final = (
    Field(name="value", kind=Number(), about="its value in SI units.", required=True),
    Field(name="shown_in", kind=Word(of="a unit"), about="the unit to show it in.", required=True),
)


def parameters_of(tables: Mapping[str, Item], reading: Reading) -> dict[str, Expr]:
    """The parameters by name; one that is wrong is there with a stand-in."""
    found: dict[str, Expr] = {}
    for name, item in tables.items():
        owner = f"Parameter '{name}'"
        reading.owners[owner] = item
        found[name] = parameter(name or "?", 1.0)
        with reading.noting(owner):
            found[name] = _parameter(name, item, owner, reading)
    return found


def _parameter(name: str, item: Item, owner: str, reading: Reading) -> Expr:
    try:
        if isinstance(item.value, dict):
            return _shown_in(name, item, owner, reading)
        if isinstance(item.value, str):
            return _from_text(name, item)
        return parameter(name, _plain(item))
    except ModelError as error:
        raise Wrong(item.place, error.faults[0].what, error.faults[0].remedy) from None


def _from_text(name: str, item: Item) -> Expr:
    if not QUANTITY.match(item.value):
        what = f"its value {item.value[:60]!r} is no number with a unit."
        remedy = 'Write "0.3 m"; an expression of parameters goes to [definitions].'
        raise Wrong(item.place, what, remedy)
    value = quantity(item, None)
    return parameter(name, item.value if amount(item.value).unit else value)


def _shown_in(name: str, item: Item, owner: str, reading: Reading) -> Expr:
    values = read_fields(item, PARAMETER, owner, reading)
    if values is None:
        return parameter(name, 1.0)
    value, written = _plain(item.value["value"]), values["shown_in"]
    unit(written)
    return parameter_in_si(name, value, written)


def parameter_in_si(name: str, value: float, written: str) -> Expr:
    """A parameter of an SI value that is shown in a unit."""
    from_unit = parameter(name, 1.0, written)
    node = abs(from_unit.ref)
    carried: Any = from_unit.graph.attributes[node]
    from_unit.graph.attributes[node] = type(carried)(value=value, unit=written)
    return from_unit


def _plain(item: Item) -> float:
    if isinstance(item.value, bool) or not isinstance(item.value, int | float):
        remedy = 'Give a number, or a quantity "0.3 m".'
        raise Wrong(item.place, f"this is {item.kind}, and a number is asked for.", remedy)
    return finite(item, item.value)


class Scalars(Mapping[str, Scalar]):
    """The scalars by name; definitions are read when they are asked for."""

    def __init__(self, reading: Reading, definitions: Mapping[str, Item]) -> None:
        self.reading = reading
        self.plain: dict[str, Scalar] = {}
        self.definitions = dict(definitions)
        self.found: dict[str, Scalar] = {}
        self.visible = len(self.definitions)  # how many definitions may be named just now

    def __getitem__(self, name: str) -> Scalar:
        if name in self.plain:
            return self.plain[name]
        if name in self.found:
            return self.found[name]
        return self._defined(name)

    def __contains__(self, name: object) -> bool:
        return name in self.plain or name in list(self.definitions)[: self.visible]

    def __iter__(self) -> Iterator[str]:
        yield from self.plain
        yield from list(self.definitions)[: self.visible]

    def __len__(self) -> int:
        return len(self.plain) + self.visible

    def settle(self) -> None:
        """Read every definition, noting what is wrong."""
        for name in self.definitions:
            self[name]

    def _defined(self, name: str) -> Scalar:
        """A definition, after those above it."""
        place = list(self.definitions).index(name)
        for above in list(self.definitions)[:place]:
            self._try(above)
        owner = f"Definition '{name}'"
        try:
            self.found[name] = self._read(name)
        except Wrong as wrong:
            self.reading.note(owner, wrong)
            self.found[name] = parameter(name, 1.0)
        return self.found[name]

    def _try(self, name: str) -> None:
        """Read a definition if that can be done already."""
        if name not in self.found:
            try:
                self.found[name] = self._read(name)
            except Wrong:
                return  # it is told when the definition itself is asked for

    def _read(self, name: str) -> Scalar:
        before = self.visible
        self.visible = list(self.definitions).index(name)
        try:
            return Number().read(self.definitions[name], self.reading, {})
        finally:
            self.visible = before
