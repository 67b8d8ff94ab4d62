"""A model file's frames and bodies, with the points fixed in them.

From: toml_sections.py, toml_shapes.py    Next: toml_system.py
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from kane.formats.toml_forms import Field, read_fields
from kane.formats.toml_item import Item
from kane.formats.toml_kinds import Number
from kane.formats.toml_places import FrameName, Table, Triple
from kane.formats.toml_reading import Reading, Wrong
from kane.formats.toml_sections import entries
from kane.formats.toml_shapes import ShapeTable
from kane.formats.toml_vectors import Moments
from kane.geometry.vector import GROUND, Frame
from kane.model.body import Body, Point
from kane.model.dimension import MASS
from kane.model.shapes import Sphere

POINTS: Final = Field(name="points", kind=Table(of=Triple()), about="points fixed in it.")
FRAME: Final = (POINTS,)
BODY: Final = (
    Field(name="mass", kind=Number(dimension=MASS), about="its mass.", default=0),
    Field(name="centre", kind=Triple(), about="its mass centre.", default=(0, 0, 0)),
    Field(name="inertia", kind=Moments(), about="about its mass centre."),
    Field(name="inertia_frame", kind=FrameName(), about="along whose axes its inertia is."),
    Field(name="shape", kind=ShapeTable(), about="what of it contacts touch."),
    POINTS,
)


@dataclass(frozen=True, kw_only=True)
class Bodies:
    """Where the frames and points of a file are put, by name, as they are read."""

    sections: Mapping[str, Mapping[str, Item]]
    reading: Reading
    frames: dict[str, Frame]
    points: dict[str, dict[str, Point]]

    def make(self) -> None:
        """All of them; what is wrong is noted, and something stands in its place."""
        waiting = {**self.sections["frames"], **self.sections["bodies"]}
        for name in self.sections["frames"].keys() & self.sections["bodies"].keys():
            item = self.sections["bodies"][name]
            what = "is both a frame and a body."
            self.reading.note(f"Body '{name}'", Wrong(item.key_place, what, "Keep one of them."))
        tables = dict(waiting)
        while waiting:
            ready = [name for name, item in waiting.items() if self._is_ready(name, item, waiting)]
            for name in ready or list(waiting):
                self._make_frame(name, waiting.pop(name))
        for name, item in tables.items():
            self._make_points(name, item)

    def _is_ready(self, name: str, item: Item, waiting: Mapping[str, Item]) -> bool:
        """Whether the frame of a body's inertia is there."""
        other = item.value.get("inertia_frame") if isinstance(item.value, dict) else None
        return other is None or not isinstance(other.value, str) or other.value not in waiting

    def _make_frame(self, name: str, item: Item) -> None:
        body = name in self.sections["bodies"]
        owner = f"{'Body' if body else 'Frame'} '{name}'"
        self.reading.owners[owner] = item
        with self.reading.noting(owner):
            if not name.strip():
                raise Wrong(item.key_place, "it has no name.", "Give it one.")
            if not isinstance(item.value, dict):
                raise Wrong(item.place, f"this is {item.kind}.", "Give a table.")
            if body:
                self.frames[name] = self._body(name, item, owner)
            elif name != GROUND.name:
                self.frames[name] = Frame(name)
        self.frames.setdefault(name, Body(name or "?", mass=1, inertia=(1, 1, 1)))

    def _body(self, name: str, item: Item, owner: str) -> Body:
        fields = [field for field in BODY if field is not POINTS]
        own = {key: one for key, one in item.value.items() if key != POINTS.name}
        values = read_fields(replace(item, value=own), fields, owner, self.reading)
        if values is None:
            shape = Sphere(1) if "shape" in own else None  # so that contacts tell no consequence
            return Body(name, mass=1, inertia=(1, 1, 1), shape=shape)
        return Body(name, **values)

    def _make_points(self, name: str, item: Item) -> None:
        frame = self.frames[name]
        owner = f"{type(frame).__name__} '{name}'"
        table = item.value if isinstance(item.value, dict) else {}
        if not isinstance(frame, Body):
            read_fields(replace(item, value=table), FRAME, owner, self.reading)
        self.points[name] = found = {}
        given = table.get(POINTS.name)
        with self.reading.noting(f"{owner}, points"):
            positions = entries(given, "points") if given is not None else {}
            for key, one in positions.items():
                self.reading.owners[f"Point '{key}' of '{name}'"] = one
                found[key] = Point(key, frame, (0, 0, 0))
                with self.reading.noting(f"{owner}, point '{key}'"):
                    found[key] = Point(key, frame, Triple().read(one, self.reading, {}))
