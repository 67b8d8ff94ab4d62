"""The constraints of a model file: one Form a kind, told by one of its keys.

    [constraints]
    "rear wheels" = "velocity(P1).along(basket.y) = 0"
    loop = { joined = ["P", "Q"], along = "xy" }

From: toml_forms.py    Next: toml_parts.py
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Final

from kane.formats.expression_text import Writing, is_zero
from kane.formats.toml_forms import Field, Form, written_part
from kane.formats.toml_item import Item
from kane.formats.toml_joints import JOINTS
from kane.formats.toml_kinds import Choice, Number, Schema, Truth, Values, Word, quoted
from kane.formats.toml_places import (
    FrameName,
    Place,
    PointName,
    braced,
    listed,
    sized,
)
from kane.formats.toml_reading import Reading, Wrong, unknown_key
from kane.formats.toml_vectors import (
    RelationText,
    VectorText,
)
from kane.geometry.vector import HalfSpace, Vector
from kane.model.body import Point
from kane.model.closures import Closed, Joined, Rolling
from kane.model.constraints import Configuration, Motion
from kane.model.dimension import LENGTH, NONE
from kane.model.joints.joint import Joint
from kane.model.rolling.wheel import Wheel


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two points."""

    def read(self, item: Item, reading: Reading, values: Values) -> tuple[Point, Point]:
        """The points."""
        if not isinstance(item.value, list) or len(item.value) != 2:
            raise Wrong(item.place, f"this is {sized(item)}.", 'Name two points: ["P", "Q"].')
        start, end = (PointName().read(one, reading, values) for one in item.value)
        return start, end

    def write(self, value: Any, writing: Writing) -> str:
        """A list of two."""
        return listed([PointName().write(one, writing) for one in value])

    def schema(self) -> Schema:
        """A list of two."""
        return {"type": "array", "items": PointName().schema(), "minItems": 2, "maxItems": 2}


@dataclass(frozen=True, slots=True, kw_only=True)
class Plane:
    """A plane: its normal as a vector, "ground.z", through the frame's origin or a point of it."""

    def read(self, item: Item, reading: Reading, values: Values) -> HalfSpace:
        """The half space behind it."""
        if isinstance(item.value, str):
            normal = VectorText().read(item, reading, values)
            return HalfSpace(normal.frame, normal.components, (0, 0, 0))
        table = item.value if isinstance(item.value, dict) else {}
        for key, inner in table.items():
            if key not in ("normal", "through"):
                raise unknown_key(key, inner, ["normal", "through"], "a plane")
        if len(table) != 2:
            remedy = 'Give "ground.z", or { normal = "ground.z", through = [0, 0, 1] }.'
            raise Wrong(item.place, f"this is {item.kind}.", remedy)
        normal = VectorText().read(table["normal"], reading, values)
        through = Place(frame="frame").read(table["through"], reading, {"frame": normal.frame})
        return HalfSpace(normal.frame, normal.components, through)

    def write(self, value: Any, writing: Writing) -> str:
        """The shorter form where the plane goes through the origin."""
        normal = VectorText().write(Vector(value.frame, value.normal), writing)
        if all(map(is_zero, value.through)):
            return normal
        through = Place(frame="frame").write(value.through, writing)
        return braced({"normal": normal, "through": through})

    def schema(self) -> Schema:
        """A text, or a table of two."""
        both = {"normal": VectorText().schema(), "through": Place(frame="frame").schema()}
        table = {"type": "object", "properties": both, "additionalProperties": False}
        return {"anyOf": [VectorText().schema(), {**table, "required": list(both)}]}


@dataclass(frozen=True, slots=True, kw_only=True)
class JointTable:
    """A joint that closes a loop: a table like one of [joints]."""

    def read(self, item: Item, reading: Reading, values: Values) -> Joint:
        """The joint."""
        table = item.value if isinstance(item.value, dict) else {}
        given = table.get("type")
        forms = [form for form in JOINTS if given is not None and given.value == form.key]
        if not forms:
            known = ", ".join(form.key for form in JOINTS)
            raise Wrong(item.place, "this is no joint.", f"Give a table whose type is of {known}.")
        (form,) = forms
        found: dict[str, Any] = {"name": values["name"]}
        for key, inner in table.items():
            if key not in ("type", *form.names):
                raise unknown_key(key, inner, form.names, "it")
        for field in form.fields:
            if field.name in table:
                found[field.name] = field.kind.read(table[field.name], reading, found)
            elif field.required:
                raise Wrong(item.place, f"it has no {field.name}.", f"Give {field.about}")
        made: Joint = form.make(found)
        return made

    def write(self, value: Any, writing: Writing) -> str:
        """An inline table."""
        from_forms = written_part(JOINTS, value, writing)
        assert from_forms is not None, "a loop closed by a joint of one's own"
        form, texts = from_forms
        return braced({"type": quoted(form.key), **texts})

    def schema(self) -> Schema:
        """A table."""
        kinds = {"enum": [form.key for form in JOINTS]}
        return {"type": "object", "properties": {"type": kinds}, "required": ["type"]}


def _needed(name: str, kind: Any, about: str) -> Field:
    return Field(name=name, kind=kind, about=about, required=True)


_DEPENDENT: Final = Field(
    name="dependent", kind=Word(of="a speed"), about="the speeds that it gives.", default=""
)
_ACTIVE: Final = Field(
    name="active", kind=Truth(), about="whether it holds from the start.", default=True
)
_ROW: Final = Field(name="row", kind=Truth(), about="whether its rate is kept, too.", default=True)


def _form(kind: type, key: str, about: str, named: dict[str, str], *own: Field) -> Form:
    """A constraint's form; `named` are the attributes whose keys in the file have other names."""
    attributes = {named.get(item.name, item.name): item.name for item in fields(kind)}

    def make(values: Values) -> Any:
        return kind(**{attributes[name]: value for name, value in values.items()})

    def of(constraint: Any) -> Values | None:
        if not isinstance(constraint, kind):
            return None
        return {name: getattr(constraint, attribute) for name, attribute in attributes.items()}

    return Form(key=key, about=about, fields=(*own, _DEPENDENT, _ACTIVE), make=make, of=of)


def _joined(values: Values) -> Joined:
    start, end = values["joined"]
    rest = {name: value for name, value in values.items() if name != "joined"}
    return Joined(start=start, end=end, **rest)


def _of_joined(constraint: Any) -> Values | None:
    if not isinstance(constraint, Joined):
        return None
    own = {name: getattr(constraint, name) for name in ("along", "dependent", "active")}
    return {"joined": (constraint.start, constraint.end), **own}


def _closed(values: Values) -> Closed:
    rest = {name: value for name, value in values.items() if name not in ("closed", "name")}
    return Closed(values["closed"], **rest)


def _of_closed(constraint: Any) -> Values | None:
    if not isinstance(constraint, Closed):
        return None
    own = {name: getattr(constraint, name) for name in ("dependent", "active")}
    return {"closed": constraint.joint, **own}


_ALONG: Final = Choice(words=("x", "y", "z", "xy", "yz", "xz", "xyz"))

CONSTRAINTS: Final[tuple[Form, ...]] = (
    _form(
        Motion,
        "motion",
        "A relation of velocities.",
        {"relation": "motion"},
        _needed("motion", RelationText(), "the relation."),
    ),
    _form(
        Configuration,
        "configuration",
        "A relation of places.",
        {"relation": "configuration"},
        _needed("configuration", RelationText(), "the relation."),
        _ROW,
    ),
    Form(
        key="joined",
        about="Two points that stay together.",
        fields=(
            _needed("joined", Pair(), "the points."),
            Field(name="along", kind=_ALONG, about="axes of the first's frame.", default="xyz"),
            _DEPENDENT,
            _ACTIVE,
        ),
        make=_joined,
        of=_of_joined,
    ),
    Form(
        key="closed",
        about="A loop closed by a joint.",
        fields=(_needed("closed", JointTable(), "the joint."), _DEPENDENT, _ACTIVE),
        make=_closed,
        of=_of_closed,
    ),
    _form(
        Rolling,
        "rolling",
        "A wheel or ball that rolls without slipping.",
        {"body": "rolling"},
        _needed("rolling", FrameName(), "the body."),
        _needed("on", Plane(), "the plane."),
        Field(name="radius", kind=Number(dimension=LENGTH), about="of the wheel (or its shape's)."),
        Field(name="axis", kind=VectorText(), about="about which it turns; a ball has none."),
        Field(name="centre", kind=PointName(), about="of the wheel (default: mass centre)."),
    ),
    _form(
        Wheel,
        "wheel",
        "A wheel of a platform, on the ground on which this moves.",
        {"centre": "wheel"},
        _needed("wheel", PointName(), "its centre, in what carries the axle."),
        _needed("axle", VectorText(), "to the left of its heading."),
        _needed("radius", Number(dimension=LENGTH), "of the wheel."),
        _needed("spin", Word(of="a coordinate"), "the coordinate of its turning."),
        _needed("base", Word(of="a joint"), "the joint that moves the platform on the ground."),
        Field(name="up", kind=VectorText(), about="off the ground (default: the frame's z)."),
        Field(name="rollers", kind=Number(dimension=NONE), about="their angle from the heading."),
        Field(name="trails", kind=Truth(), about="whether it trails in a fork.", default=False),
        Field(
            name="holds", kind=Word(of="roll or skid"), about="what it keeps.", default="roll skid"
        ),
        Field(name="friction", kind=Number(dimension=NONE), about="of tyre and ground.", default=0),
        Field(name="stiffness", kind=Number(), about="its share of the loads.", default=1),
        Field(name="drive", kind=Word(of="an input"), about="its motor's torque.", default=""),
        Field(name="limit", kind=Number(), about="of that torque.", default=0),
    ),
)
