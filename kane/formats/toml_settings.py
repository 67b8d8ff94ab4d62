"""Settings of a model file: what its inputs are while it runs, and how it is to be simulated.

They are plain values; `kane simulate` hands them to `kane.simulate`.

From: toml_forms.py    Next: toml_system.py
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final

from kane.algebra.expr import Condition, Scalar
from kane.formats.expression import parse
from kane.formats.expression_meaning import condition_of
from kane.formats.expression_text import Writing
from kane.formats.expression_tokens import Slip
from kane.formats.toml_forms import Field, read_fields, schema_of
from kane.formats.toml_item import Item
from kane.formats.toml_kinds import Choice, Number, Schema, Values, Word, word
from kane.formats.toml_places import (
    Names,
    Table,
    sized,
)
from kane.formats.toml_reading import Reading, Wrong, misplaced, unknown_key
from kane.model.dimension import NONE, TIME, Dimension

SECOND: Final = Number(dimension=TIME)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tabulated:
    """An input given by its values at times."""

    t: tuple[float, ...]
    values: tuple[float, ...]
    between: str = "linear"


@dataclass(frozen=True, slots=True, kw_only=True)
class Watched:
    """A condition, what is done when it becomes true (mark, stop, release, impose), and to what."""

    condition: Condition
    action: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How a model is to be simulated; None where the file says nothing."""

    until: float | None = None
    dt: float | None = None
    tolerance: float | None = None
    rtol: float | None = None
    atol: float | None = None
    method: str | None = None
    every: float | None = None
    start: Mapping[str, float] = field(default_factory=dict)  # coordinates and speeds
    record: Mapping[str, Scalar] = field(default_factory=dict)
    events: tuple[Watched, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """Coordinates and speeds at the start, each in its own dimension."""

    def read(self, item: Item, reading: Reading, values: Values) -> Mapping[str, float]:
        """The values by name."""
        if not isinstance(item.value, dict):
            raise Wrong(item.place, f"this is {sized(item)}.", 'Give a table: { q1 = "30 deg" }.')
        known: Mapping[str, Dimension | None] = values["state"]
        found = {}
        for name, entry in item.value.items():
            if name not in known:
                raise unknown_key(name, entry, list(known), "the state")
            found[name] = plain(Number(dimension=known[name]), entry, reading)
        return found

    def write(self, value: Any, writing: Writing) -> str:
        """An inline table."""
        return Table(of=Number()).write(value, writing)

    def schema(self) -> Schema:
        """Numbers by name."""
        return Table(of=Number()).schema()


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """Names and expressions to record: a list, or a table that gives them names."""

    def read(self, item: Item, reading: Reading, values: Values) -> Mapping[str, Scalar]:
        """The expressions by name."""
        if isinstance(item.value, dict):
            return {name: Number().read(one, reading, {}) for name, one in item.value.items()}
        if not isinstance(item.value, list):
            raise Wrong(item.place, f"this is {item.kind}.", 'Give a list: ["q1", "energy()"].')
        texts = [(word(one, "an expression"), one) for one in item.value]
        return {text: Number().read(one, reading, {}) for text, one in texts}

    def write(self, value: Any, writing: Writing) -> str:
        """A table."""
        return Table(of=Number()).write(value, writing)

    def schema(self) -> Schema:
        """A list of texts, or a table of them."""
        several = {"type": "array", "items": {"type": "string"}}
        return {"anyOf": [several, Table(of=Number()).schema()]}


@dataclass(frozen=True, slots=True, kw_only=True)
class Events:
    """A list of conditions with what is done when they become true."""

    def read(self, item: Item, reading: Reading, values: Values) -> tuple[Watched, ...]:
        """The events."""
        if not isinstance(item.value, list):
            remedy = 'Give a list: [{ when = "q1 > 2", stop = "far" }].'
            raise Wrong(item.place, f"this is {item.kind}.", remedy)
        return tuple(self._one(entry, reading) for entry in item.value)

    def _one(self, item: Item, reading: Reading) -> Watched:
        table = item.value if isinstance(item.value, dict) else {}
        actions = [action for action in ACTIONS if action in table]
        if "when" not in table or len(actions) != 1 or len(table) != 2:
            remedy = f"Give when = a condition, and one of {', '.join(ACTIONS)} = a name."
            raise Wrong(item.place, "this is no condition with one thing to do.", remedy)
        (action,) = actions
        name = word(table[action], "a name")
        if action in ("release", "impose") and name not in reading.scope.forcing:
            what = f"there is no constraint '{name}'."
            raise Wrong(table[action].place, what, "Name one of [constraints].")
        return Watched(condition=_condition(table["when"], reading), action=action, name=name)

    def write(self, value: Any, writing: Writing) -> str:
        """Events are not written: a System has none."""
        raise AssertionError("events are no part of a System")

    def schema(self) -> Schema:
        """A list of tables."""
        fields = [_WHEN, *(_action(action) for action in ACTIONS)]
        table = schema_of(fields, "A condition, and what is done when it becomes true.")
        return {"type": "array", "items": {**table, "minProperties": 2, "maxProperties": 2}}


ACTIONS: Final = ("mark", "stop", "release", "impose")
_WHEN: Final = Field(name="when", kind=Word(of="a condition"), about="when.", required=True)


def _action(name: str) -> Field:
    return Field(name=name, kind=Word(of="a name"), about=f"{name} what this names.")


def _condition(item: Item, reading: Reading) -> Condition:
    text = word(item, "a condition")
    try:
        found = condition_of(parse(text), reading.scope)
    except Slip as slip:
        raise misplaced(item, slip) from None
    if not isinstance(found, Condition):
        raise Wrong(item.place, "the condition depends on nothing.", "Compare what changes.")
    return found


def plain(kind: Number, item: Item, reading: Reading) -> float:
    """A number that depends on nothing."""
    value = kind.read(item, reading, {})
    try:
        return float(value)
    except (TypeError, OverflowError):
        what = f"'{item.value}' depends on what changes, or is too large."
        raise Wrong(item.place, what, "Give a number or a quantity.") from None


@dataclass(frozen=True, slots=True, kw_only=True)
class Plain:
    """A number that depends on nothing."""

    dimension: Dimension | None = TIME

    def read(self, item: Item, reading: Reading, values: Values) -> float:
        """The number; more than zero."""
        found = plain(Number(dimension=self.dimension), item, reading)
        if found <= 0:
            raise Wrong(item.place, f"{found:g} is not more than zero.", "Give more than zero.")
        return found

    def write(self, value: Any, writing: Writing) -> str:
        """As a number."""
        return Number().write(value, writing)

    def schema(self) -> Schema:
        """A number or a quantity."""
        return Number(dimension=self.dimension).schema()


SIMULATE: Final[tuple[Field, ...]] = (
    Field(name="until", kind=Plain(), about="when the run ends."),
    Field(name="dt", kind=Plain(), about="the step, where it is fixed."),
    Field(name="tolerance", kind=Plain(dimension=NONE), about="relative and absolute."),
    Field(name="rtol", kind=Plain(dimension=NONE), about="the relative tolerance."),
    Field(name="atol", kind=Plain(dimension=NONE), about="the absolute tolerance."),
    Field(name="method", kind=Word(of="a method"), about="rk4, dopri5, dop853, radau5 …."),
    Field(name="every", kind=Plain(), about="the interval between samples."),
    Field(name="start", kind=Start(), about="coordinates and speeds at the start."),
    Field(name="record", kind=Recorded(), about="what is recorded beside the state."),
    Field(name="events", kind=Events(), about="conditions that are watched."),
)
_TABULATED: Final = (
    Field(name="t", kind=Names(), about="ascending times.", required=True),
    Field(name="values", kind=Names(), about="the value at each.", required=True),
    Field(
        name="between",
        kind=Choice(words=("held", "linear", "cubic")),
        about="what it is between them.",
        default="linear",
    ),
)


def settings_of(
    item: Item | None, state: Mapping[str, Dimension | None], reading: Reading
) -> Settings:
    """The settings of [simulate]."""
    if item is None:
        return Settings()
    values = read_fields(item, SIMULATE, "simulate", reading, {"state": state})
    return Settings(**{k: v for k, v in (values or {}).items() if k != "state"})


def input_of(name: str, item: Item, reading: Reading) -> Scalar | Tabulated:
    """What an input is while a run lasts: a number, an expression, or a table of times."""
    if not isinstance(item.value, dict):
        return Number().read(item, reading, {})
    known = [one.name for one in _TABULATED]
    for key, inner in item.value.items():
        if key not in known:
            raise unknown_key(key, inner, known, "a table of an input")
    t, values = (_numbers(item, key, reading) for key in ("t", "values"))
    if len(t) != len(values) or any(a >= b for a, b in pairwise(t)):
        what = f"it has {len(t)} times and {len(values)} values."
        raise Wrong(item.place, what, "Give ascending times, and a value for each.")
    between = "linear"
    if "between" in item.value:
        between = _TABULATED[2].kind.read(item.value["between"], reading, {})
    return Tabulated(t=t, values=values, between=between)


def _numbers(item: Item, key: str, reading: Reading) -> tuple[float, ...]:
    inner = item.value.get(key)
    if inner is None or not isinstance(inner.value, list) or not inner.value:
        place = item.place if inner is None else inner.place
        raise Wrong(place, f"it has no list {key}.", f"Write {key} = [0, 1, 2].")
    kind = SECOND if key == "t" else Number()
    return tuple(plain(kind, entry, reading) for entry in inner.value)


def input_schema() -> Schema:
    """The JSON Schema of an input."""
    numbers = {"type": "array", "items": Number().schema()}
    table = schema_of(_TABULATED, "Values at times.")
    table["properties"] = {**table["properties"], "t": numbers, "values": numbers}
    return {"anyOf": [Number().schema(), table]}
