"""The contacts of a model file: one Form a kind, told by one of its keys.

    [contacts]
    table = { body = "box", on = "ground.z", friction = 0.4, restitution = 0.1 }
    balls = { bodies = ["first", "second"], friction = 0.2, law = "poisson" }
    knee = { limits = "q1", lower = "-90 deg", upper = "90 deg" }
    floor = { gap = "position(O, P).along(ground.z)", slip = ["velocity(P).along(ground.x)"] }

From: toml_shapes.py, toml_constraints.py    Next: toml_loads.py, toml_parts.py
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from kane.algebra.expr import Expr
from kane.errors import ModelError
from kane.formats.expression_text import Writing, is_mass_centre
from kane.formats.toml_constraints import Plane
from kane.formats.toml_forms import Field, Form, schema_of, written_part
from kane.formats.toml_item import Item
from kane.formats.toml_kinds import Choice, Number, Schema, Values, quoted, word
from kane.formats.toml_places import CoordinateName, PointName, braced, listed, sized
from kane.formats.toml_reading import Reading, Wrong, unknown_key
from kane.formats.toml_settings import plain
from kane.formats.toml_vectors import VectorText
from kane.geometry.vector import HalfSpace
from kane.model.body import Body, Point
from kane.model.contacts import Contact, Limits
from kane.model.dimension import NONE, Dimension
from kane.model.touching import Law, Touchable, Touching


@dataclass(frozen=True, slots=True, kw_only=True)
class Touched:
    """What touches: a body with its shape, a point, or "box*", a body's mass centre."""

    def read(self, item: Item, reading: Reading, values: Values) -> Body | Point:
        """The body where one has the name, else the point."""
        text = word(item, "a body or a point")
        frames = reading.scope.frames
        found = frames.get(text)
        if isinstance(found, Body):
            return found
        centred = frames.get(text.removesuffix("*"))
        if isinstance(centred, Body):
            return centred.mass_centre
        if found is not None:
            what = f"'{text}' is a frame, which nothing touches."
            raise Wrong(item.place, what, "Give a body, or a point of the frame.")
        return PointName().read(item, reading, values)

    def write(self, value: Any, writing: Writing) -> str:
        """Its name in quotes."""
        if isinstance(value, Point):
            centred = isinstance(value.frame, Body) and is_mass_centre(value)
            return quoted(f"{value.frame}*" if centred else writing.point(value))
        return quoted(value.name)

    def schema(self) -> Schema:
        """A text."""
        text = 'A body with a shape, "P1" or "basket.P1" for a point, "box*" for a mass centre.'
        return {"type": "string", "description": text}


@dataclass(frozen=True, slots=True, kw_only=True)
class Both:
    """Two that may touch."""

    def read(self, item: Item, reading: Reading, values: Values) -> tuple[Any, Any]:
        """Bodies or points."""
        if not isinstance(item.value, list) or len(item.value) != 2:
            remedy = 'Name two bodies: ["first", "second"].'
            raise Wrong(item.place, f"this is {sized(item)}.", remedy)
        first, second = (Touched().read(one, reading, values) for one in item.value)
        return first, second

    def write(self, value: Any, writing: Writing) -> str:
        """A list of two."""
        return listed([Touched().write(one, writing) for one in value])

    def schema(self) -> Schema:
        """A list of two."""
        return {"type": "array", "items": Touched().schema(), "minItems": 2, "maxItems": 2}


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """A plain number from 0 to 1."""

    def read(self, item: Item, reading: Reading, values: Values) -> float:
        """The number."""
        found = plain(Number(dimension=NONE), item, reading)
        if not 0 <= found <= 1:
            raise Wrong(item.place, f"{found:g} is not from 0 to 1.", "Give a number from 0 to 1.")
        return found

    def write(self, value: Any, writing: Writing) -> str:
        """As a number."""
        return Number().write(value, writing)

    def schema(self) -> Schema:
        """A number or a quantity."""
        return Number(dimension=NONE).schema()


@dataclass(frozen=True, slots=True, kw_only=True)
class LawName:
    """A law of impact, by its name."""

    def read(self, item: Item, reading: Reading, values: Values) -> Law:
        """The law."""
        return Law(_LAWS.read(item, reading, values))

    def write(self, value: Any, writing: Writing) -> str:
        """In quotes."""
        return quoted(value.value)

    def schema(self) -> Schema:
        """The words."""
        return _LAWS.schema()


@dataclass(frozen=True, slots=True, kw_only=True)
class Slips:
    """Velocities with which a point slips: none, one or two."""

    def read(self, item: Item, reading: Reading, values: Values) -> tuple[Expr, ...]:
        """The expressions."""
        entries = item.value if isinstance(item.value, list) else [item]
        if len(entries) > 2:
            what = f"this is {sized(item)}."
            raise Wrong(item.place, what, 'Give at most two: ["velocity(P).along(ground.x)"].')
        return tuple(_changing(one, reading, 'a velocity: "velocity(P).along(ground.x)"')
                     for one in entries)  # fmt: skip

    def write(self, value: Any, writing: Writing) -> str:
        """A list."""
        return listed([Number().write(one, writing) for one in value])

    def schema(self) -> Schema:
        """A list of texts, or one."""
        one = {"type": "string"}
        return {"anyOf": [one, {"type": "array", "items": one, "maxItems": 2}]}


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """A place that says how far apart two are."""

    def read(self, item: Item, reading: Reading, values: Values) -> Expr:
        """The expression."""
        return _changing(item, reading, 'a place: "position(O, P).along(ground.z)"')

    def write(self, value: Any, writing: Writing) -> str:
        """In quotes."""
        return Number().write(value, writing)

    def schema(self) -> Schema:
        """A text."""
        text = 'A place, positive apart: "position(O, P).along(ground.z)".'
        return {"type": "string", "description": text}


def _changing(item: Item, reading: Reading, of: str) -> Expr:
    value = Number().read(item, reading, {})
    if not isinstance(value, Expr):
        raise Wrong(item.place, f"'{item.value}' changes with nothing.", f"Give {of}.")
    return value


def _of_coordinate(reading: Reading, values: Values) -> Dimension | None:
    return reading.kinds.get(values.get("limits", ""))


# ── the forms ─────────────────────────────────────────────────────────────────────────────
def _tried(contact: Touchable) -> Touchable:
    """A contact whose points can be made; what is wrong with it is raised here."""
    assert contact.points is not None
    return contact


def _on(values: Values) -> Touchable:
    rest = {name: value for name, value in values.items() if name not in ("body", "on")}
    return _tried(Contact(first=values["body"], second=values["on"], **rest))


def _between(values: Values) -> Touchable:
    first, second = values["bodies"]
    rest = {name: value for name, value in values.items() if name != "bodies"}
    return _tried(Contact(first=first, second=second, **rest))


def _limits(values: Values) -> Touchable:
    own = {name: value for name, value in values.items() if name not in ("name", "limits")}
    return _tried(Limits(values["limits"], **own))


def _laws_of(contact: Any) -> dict[str, Any]:
    names = ("friction", "static_friction", "restitution", "law")
    return {name: getattr(contact, name) for name in names}


def _of_on(contact: Any) -> Values | None:
    if not isinstance(contact, Contact) or not isinstance(contact.second, HalfSpace):
        return None
    own = {"body": contact.first, "on": contact.second, "across": contact.across}
    return {**own, **_laws_of(contact)}


def _of_between(contact: Any) -> Values | None:
    if not isinstance(contact, Contact):
        return None
    own = {"bodies": (contact.first, contact.second), "across": contact.across}
    return {**own, **_laws_of(contact)}


def _of_limits(contact: Any) -> Values | None:
    if not isinstance(contact, Limits):
        return None
    own = {name: getattr(contact, name) for name in ("lower", "upper", "restitution")}
    return {"limits": contact.coordinate, **own}


def _of_touching(contact: Any) -> Values | None:
    if not isinstance(contact, Touching):
        return None
    return {"gap": contact.gap, "slip": contact.slip, **_laws_of(contact)}


def _needed(name: str, kind: Any, about: str) -> Field:
    return Field(name=name, kind=kind, about=about, required=True)


_LAWS: Final = Choice(words=tuple(one.value for one in Law))
_RESTITUTION: Final = Field(
    name="restitution", kind=Share(), about="how much an impact gives back.", default=0.0
)
_RUBBING: Final = (
    Field(
        name="friction",
        kind=Number(dimension=NONE),
        about="Coulomb's, while it slides.",
        default=0.0,
    ),
    Field(
        name="static_friction",
        kind=Number(dimension=NONE),
        about="while it sticks (default: the same).",
    ),
    _RESTITUTION,
    Field(name="law", kind=LawName(), about="of restitution.", default=Law.NEWTON),
)
_ACROSS: Final = Field(
    name="across", kind=VectorText(), about="at right angles to a plane motion."
)  # fmt: skip

CONTACTS: Final[tuple[Form, ...]] = (
    Form(
        key="on",
        about="A body or a point that may touch a plane.",
        fields=(
            _needed("body", Touched(), "what touches."),
            _needed("on", Plane(), "the plane; its normal points to the free side."),
            *_RUBBING,
            _ACROSS,
        ),
        make=_on,
        of=_of_on,
    ),
    Form(
        key="bodies",
        about="Two bodies that may touch.",
        fields=(_needed("bodies", Both(), "the two."), *_RUBBING, _ACROSS),
        make=_between,
        of=_of_between,
    ),
    Form(
        key="limits",
        about="Stops of a coordinate.",
        fields=(
            _needed("limits", CoordinateName(), "the coordinate."),
            Field(name="lower", kind=Number(dimension=_of_coordinate), about="the least value."),
            Field(name="upper", kind=Number(dimension=_of_coordinate), about="the largest."),
            _RESTITUTION,
        ),
        make=_limits,
        of=_of_limits,
    ),
    Form(
        key="gap",
        about="A point that may touch, by its gap and the velocities with which it slips.",
        fields=(
            _needed("gap", Gap(), "how far it is from touching."),
            Field(name="slip", kind=Slips(), about="velocities along the plane.", default=()),
            *_RUBBING,
        ),
        make=lambda values: _tried(Touching(**values)),
        of=_of_touching,
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ContactTable:
    """A contact within a load: a table like one of [contacts], with its name."""

    def read(self, item: Item, reading: Reading, values: Values) -> Contact:
        """The contact."""
        table = item.value if isinstance(item.value, dict) else {}
        forms = [form for form in SHAPED if form.key in table]
        if len(forms) != 1 or "name" not in table:
            remedy = 'Give { name = "table", body = "ball", on = "ground.z", friction = 0.4 }.'
            raise Wrong(item.place, "this is no contact with a name.", remedy)
        (form,) = forms
        found: dict[str, Any] = {"name": word(table["name"], "a name")}
        for key, inner in table.items():
            if key not in ("name", *form.names):
                raise unknown_key(key, inner, ["name", *form.names], "it")
        for field in form.fields:
            if field.name in table:
                found[field.name] = field.kind.read(table[field.name], reading, found)
            elif field.required:
                raise Wrong(item.place, f"it has no {field.name}.", f"Give {field.about}")
        try:
            contact: Contact = form.make(found)
        except ModelError as error:
            raise Wrong(item.place, error.faults[0].what, error.faults[0].remedy) from None
        return contact

    def write(self, value: Any, writing: Writing) -> str:
        """An inline table."""
        part = written_part(SHAPED, value, writing)
        assert part is not None, "a contact without a form"
        return braced({"name": quoted(value.name), **part[1]})

    def schema(self) -> Schema:
        """One of two tables."""
        name = {"name": {"type": "string", "minLength": 1, "description": "Its name."}}
        return {"anyOf": [schema_of(form.fields, form.about, name) for form in SHAPED]}


SHAPED: Final = CONTACTS[:2]  # those of shapes, which overlap
