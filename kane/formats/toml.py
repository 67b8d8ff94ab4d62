"""Model files in TOML: a System, its inputs and the settings of its simulation.

    model = kane.formats.toml.read("cart.toml")
    model.system, model.inputs, model.settings

Nothing in a file is ever evaluated as Python: expressions are parsed by `expression.py`. Every
fault is told with file, line and column, and all at once. docs/model_files.md says what a file may
hold, and model.schema.json the same for editors.

From: toml_system.py    Next: load.py, toml_write.py
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from kane.algebra.expr import Scalar
from kane.errors import ArgumentError
from kane.formats import toml_include
from kane.formats.loaded import Loaded
from kane.formats.source import Source
from kane.formats.toml_document import parse
from kane.formats.toml_item import Document, Item
from kane.formats.toml_kinds import key, quoted
from kane.formats.toml_places import braced
from kane.formats.toml_points import scope_of, speeds_of
from kane.formats.toml_reading import Reading, Wrong, unknown_key
from kane.formats.toml_rolling import is_on_wheels, rolling_system
from kane.formats.toml_settings import Settings, Tabulated, input_of, settings_of
from kane.formats.toml_system import Described
from kane.formats.urdf_options import Options
from kane.model.checks.dimensions import kind_of
from kane.model.contacts import Limits
from kane.model.dimension import TIME, Dimension
from kane.model.system import System
from kane.space.craft import Spacecraft

Signal = Scalar | Tabulated


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFile:
    """What a model file says."""

    source: str
    system: System
    inputs: Mapping[str, Signal] = field(default_factory=dict)
    settings: Settings = field(default_factory=Settings)
    stops: tuple[Limits, ...] = ()  # limits that the file says and the system leaves out
    notes: tuple[str, ...] = ()  # what else became of the file
    reading: Reading | None = field(default=None, repr=False)  # what its names mean

    def __str__(self) -> str:
        return f"{self.source}: {self.system}"


def read(path: str | os.PathLike[str]) -> ModelFile:
    """A model file, with what it includes."""
    return model_of(toml_include.read(path))


def loaded(source: Source, options: object = None) -> Loaded:
    """The same for `kane.load`, which takes no options for a model file."""
    see_no_options(source, options)
    model = model_of(toml_include.of_source(source))
    return Loaded(source=model.source, system=model.system)


def see_no_options(source: Source, options: object) -> None:
    """Refuse what tells how a robot's file is read: a model file says it all."""
    if options not in (None, Options()):
        raise ArgumentError(
            f"load({source.name!r}, …): a model file takes no further arguments. Say it in it."
        )


def from_text(text: str, name: str = "TOML text") -> ModelFile:
    """The same from its text."""
    return model_of(toml_include.from_text(text, name))


def model_of(root: Item) -> ModelFile:
    """The model that a document's tables describe."""
    reading = Reading()
    if is_on_wheels(root):
        system = rolling_system(root, reading)
        given = root.value.get("inputs")
        tables = given.value if given is not None and isinstance(given.value, dict) else {}
    else:
        described = Described(root, reading)
        system, tables = described.system(), described.sections["inputs"]
        if system is not None:
            described.scalars.plain.update(speeds_of(system))
    if system is None:
        reading.stop_at_faults()
    assert system is not None
    signals = _inputs(tables, reading, system)
    item = root.value.get("simulate")
    settings = settings_of(item, state_of(system, reading.kinds), reading)
    reading.stop_at_faults()
    if isinstance(system, Spacecraft):
        begun = system.start()
        settings = replace(settings, start={**begun["q"], **begun["u"], **settings.start})
    return ModelFile(
        source=root.document.name,
        system=system,
        inputs=signals,
        settings=settings,
        reading=reading,
    )


def overridden(model: ModelFile, asked: Mapping[str, Mapping[str, Any]]) -> ModelFile:
    """What options of a command say: tables `simulate`, `start` and `inputs` of plain values.

    Texts are read as in the file, with its names.
    """
    reading = replace(model.reading or Reading(scope=scope_of(model.system)), faults=[])
    root = parse(Document(name="command line", text=_as_text(asked))).value
    state = state_of(model.system, reading.kinds)
    settings = settings_of(root.get("simulate"), state, reading)
    signals = {}
    for name, item in root["inputs"].value.items() if "inputs" in root else ():
        with reading.noting(f"Input '{name}'"):
            if name not in model.system.inputs:
                raise unknown_key(name, item, list(model.system.inputs), "the system's input")
            signals[name] = input_of(name, item, reading)
    reading.stop_at_faults()
    return replace(model, settings=settings, inputs=signals)


def _as_text(asked: Mapping[str, Mapping[str, Any]]) -> str:
    """The options as a file would have them."""
    start = braced({name: _value(one) for name, one in asked.get("start", {}).items()})
    simulate = {name: _value(one) for name, one in asked.get("simulate", {}).items()}
    lines = [f"{key(name)} = {one}" for name, one in {**simulate, "start": start}.items()]
    inputs = [f"{key(name)} = {_value(one)}" for name, one in asked.get("inputs", {}).items()]
    return "\n".join(["[simulate]", *lines, "[inputs]", *inputs])


def _value(value: Any) -> str:
    return repr(value) if isinstance(value, int | float) else quoted(str(value))


def _inputs(tables: dict[str, Item], reading: Reading, system: System) -> dict[str, Signal]:
    """What the inputs are; each must be one of the system's, as far as its loads were read."""
    found = {}
    lost = reading.is_any_spoiled("Load", "Definition", "Contact")
    for name, item in tables.items():
        with reading.noting(f"Input '{name}'"):
            if name not in system.inputs and not lost:
                remedy = "Name it in a load, or leave it out."
                raise Wrong(item.key_place, "no load depends on it.", remedy)
            found[name] = input_of(name, item, reading)
    return found


def state_of(system: System, kinds: Mapping[str, Dimension | None]) -> dict[str, Dimension | None]:
    """The names that a start may give, with their dimensions where they are known."""
    found = {name: kinds.get(name) for name in system.coordinates}
    for name, definition in system.speeds.items():
        kind = kind_of(definition, dict(kinds))
        found[name] = kind.dimension if kind else None
    if not system.speeds:
        for joint in system.joints:
            for motion in joint.motions:
                coordinates, speeds = motion.names
                single = len(coordinates) == len(speeds) == 1
                kind_ = kinds.get(coordinates[0]) if single else None
                found.update(dict.fromkeys(speeds, kind_ / TIME if kind_ else None))
    return found
