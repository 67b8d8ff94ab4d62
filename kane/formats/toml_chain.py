"""A joint as a chain of simple motions, for those that no other type describes.

    type = "chain"
    motions = [{ slide = "x", axis = "x" }, { turn = "q", axis = [0.6, 0, 0.8] }]

From: toml_forms.py    Next: toml_joints.py
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from kane.errors import ModelError
from kane.formats.expression_text import Writing
from kane.formats.toml_forms import Field, given, schema_of, written
from kane.formats.toml_item import Item
from kane.formats.toml_kinds import Choice, Number, Schema, Values, Word
from kane.formats.toml_places import (
    Names,
    braced,
    listed,
    sized,
)
from kane.formats.toml_reading import Reading, Wrong, unknown_key
from kane.formats.toml_vectors import (
    Axis,
)
from kane.geometry.vector import GROUND, Z
from kane.model.dimension import LENGTH
from kane.model.joints.arguments import unit
from kane.model.joints.contract import Motion
from kane.model.joints.free import Axes, Floating
from kane.model.joints.joint import Joint
from kane.model.joints.prismatic import Sliding
from kane.model.joints.revolute import Turning
from kane.model.joints.screw import Screwing
from kane.model.joints.spherical import Ball


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """One simple motion: its key, its fields, and the class that it is."""

    key: str
    of: type
    fields: tuple[Field, ...]
    make: Callable[[Values], Motion]
    values: Callable[[Any], Values]


_AXIS: Final = Field(name="axis", kind=Axis(), about="its direction.", default=Z)
_PITCH: Final = Field(
    name="pitch", kind=Number(dimension=LENGTH), about="advance for a radian.", required=True
)
_SPEEDS: Final = Field(name="speeds", kind=Names(), about="the names of its speeds.", required=True)
_LINEAR: Final = Field(
    name="linear", kind=Choice(words=("body", "parent")), about="axes of v.", default="body"
)


def _field(key: str) -> Field:
    return Field(name=key, kind=Word(of="a coordinate"), about="its coordinate.", required=True)


def _fields(key: str) -> Field:
    return Field(name=key, kind=Names(), about="its coordinates.", required=True)


def _turned(values: Values, key: str) -> dict[str, Any]:
    return {"coordinate": values[key], "axis": unit(values.get("axis", Z), values[key])}


LINKS: Final[tuple[Link, ...]] = (
    Link(
        key="turn",
        of=Turning,
        fields=(_field("turn"), _AXIS),
        make=lambda values: Turning(**_turned(values, "turn")),
        values=lambda motion: {"turn": motion.coordinate, "axis": motion.axis},
    ),
    Link(
        key="slide",
        of=Sliding,
        fields=(_field("slide"), _AXIS),
        make=lambda values: Sliding(**_turned(values, "slide")),
        values=lambda motion: {"slide": motion.coordinate, "axis": motion.axis},
    ),
    Link(
        key="screw",
        of=Screwing,
        fields=(_field("screw"), _AXIS, _PITCH),
        make=lambda values: Screwing(**_turned(values, "screw"), pitch=values["pitch"]),
        values=lambda motion: {
            "screw": motion.coordinate,
            "axis": motion.axis,
            "pitch": motion.pitch,
        },
    ),
    Link(
        key="ball",
        of=Ball,
        fields=(_fields("ball"), _SPEEDS),
        make=lambda values: Ball(coordinates=values["ball"], speeds=values["speeds"]),
        values=lambda motion: {"ball": motion.coordinates, "speeds": motion.speeds},
    ),
    Link(
        key="floating",
        of=Floating,
        fields=(_fields("floating"), _SPEEDS, _LINEAR),
        make=lambda values: Floating(
            coordinates=values["floating"],
            speeds=values["speeds"],
            axes=Axes(values.get("linear", "body")),
        ),
        values=lambda motion: {
            "floating": motion.coordinates,
            "speeds": motion.speeds,
            "linear": motion.axes.value,
        },
    ),
)
_COUNTS: Final = {"ball": (4, 3), "floating": (7, 6)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Motions:
    """A list of simple motions."""

    def read(self, item: Item, reading: Reading, values: Values) -> tuple[Motion, ...]:
        """The motions."""
        if not isinstance(item.value, list):
            remedy = 'Give a list: [{ turn = "q1", axis = "z" }].'
            raise Wrong(item.place, f"this is {sized(item)}.", remedy)
        return tuple(self._one(entry, reading) for entry in item.value)

    def _one(self, item: Item, reading: Reading) -> Motion:
        keys = [link.key for link in LINKS]
        table = item.value if isinstance(item.value, dict) else {}
        links = [link for link in LINKS if link.key in table]
        if len(links) != 1:
            what = f"this is {sized(item)} with {len(links)} kinds of motion."
            raise Wrong(item.place, what, f"Give a table with one of {', '.join(keys)}.")
        (link,) = links
        found = self._values(link, item, reading)
        for name, count in zip((link.key, "speeds"), _COUNTS.get(link.key, ()), strict=False):
            if len(found[name]) != count:
                what = f"it has {len(found[name])} names."
                raise Wrong(table[name].place, what, f"A {link.key} has {count} here.")
        try:
            return link.make(found)
        except ModelError as error:
            raise Wrong(item.place, error.faults[0].what, error.faults[0].remedy) from None

    def _values(self, link: Link, item: Item, reading: Reading) -> Values:
        known = [field.name for field in link.fields]
        found: dict[str, Any] = {}
        for key, value in item.value.items():
            if key not in known:
                raise unknown_key(key, value, known, f"a {link.key}")
        for field in link.fields:
            if field.name in item.value:
                found[field.name] = field.kind.read(item.value[field.name], reading, found)
            elif field.required:
                raise Wrong(item.place, f"it has no {field.name}.", f"Give {field.about}")
        return found

    def write(self, value: Any, writing: Writing) -> str:
        """A list of inline tables."""
        links = {link.of: link for link in LINKS}
        texts = []
        for motion in value:
            link = links[type(motion)]
            texts.append(braced(written(link.fields, link.values(motion), writing)))
        return listed(texts)

    def schema(self) -> Schema:
        """A list of tables."""
        each = [schema_of(link.fields, f"A {link.key}.") for link in LINKS]
        return {"type": "array", "items": {"anyOf": each}}


@dataclass(frozen=True, slots=True, kw_only=True)
class Chained:
    """The form of a joint that is a chain."""

    field: Field

    def make(self, values: Values) -> Joint:
        """The joint."""
        options = given(values, "at", "on", "axes")
        prescribed = given({"prescribed": values.get("motion", {})}, "prescribed")
        return Joint(
            name=values["name"],
            parent=values.get("parent", GROUND),
            child=values["child"],
            motions=values["motions"],
            **options,
            **prescribed,
        )

    def of(self, joint: Joint) -> Values | None:
        """The values of any joint whose motions are all of the library's own."""
        links = {link.of for link in LINKS}
        if any(type(motion) not in links for motion in joint.motions):
            return None
        return {
            **{name: getattr(joint, name) for name in ("parent", "child", "at", "on", "axes")},
            "motions": joint.motions,
            "motion": joint.prescribed,
        }


CHAIN: Final = Chained(
    field=Field(name="motions", kind=Motions(), about="one after the other.", required=True)
)
