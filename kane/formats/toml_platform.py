"""The wheels of a model file: a platform, its wheels, and which joints of a URDF roll.

    [platform]                          [urdf]
    body = "platform"                   file = "tiago.urdf"
    radius = "15 cm"
                                        [rolling.wheel_left_joint]
    [wheels.w0]                         radius = "98.5 mm"
    type = "steered"
    at = [0.3, 0]

From: toml_forms.py, toml_steering.py    Next: toml_system.py, toml_rolling.py
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from kane.errors import ModelError
from kane.formats.expression_text import Writing
from kane.formats.toml_forms import Field, Form, read_fields
from kane.formats.toml_item import Item
from kane.formats.toml_kinds import Choice, Number, Schema, Truth, Values, Word
from kane.formats.toml_places import FrameName, Table, Triple, listed, sized
from kane.formats.toml_reading import Reading, Wrong
from kane.formats.toml_steering import SteeringLaw
from kane.model.body import Body
from kane.model.dimension import FORCE, LENGTH, MASS, NONE
from kane.model.rolling.found import Axle
from kane.model.rolling.kinds import Castered, Fixed, Mecanum, Omni, Steered
from kane.model.rolling.platform import Platform, Speeds


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """Where a wheel stands: forward, and to the left."""

    def read(self, item: Item, reading: Reading, values: Values) -> tuple[Any, Any]:
        """Two lengths."""
        if not isinstance(item.value, list) or len(item.value) != 2:
            raise Wrong(item.place, f"this is {sized(item)}.", "Give a list of two: [0.3, 0].")
        one = Number(dimension=LENGTH)
        x, y = (one.read(entry, reading, values) for entry in item.value)
        return (x, y)

    def write(self, value: Any, writing: Writing) -> str:
        """A list."""
        return listed([Number().write(x, writing) for x in value])

    def schema(self) -> Schema:
        """A list of two."""
        items = Number(dimension=LENGTH).schema()
        return {"type": "array", "items": items, "minItems": 2, "maxItems": 2}


def _number(name: str, dimension: Any, about: str) -> Field:
    return Field(name=name, kind=Number(dimension=dimension), about=about)


def _word(name: str, about: str, of: str) -> Field:
    return Field(name=name, kind=Word(of=of), about=about)


_RIM: Final = (
    _number("friction", NONE, "of tyre and ground."),
    _number("stiffness", None, "its share where loads are split by compliance."),
    _word("drive", "the input that is its motor's torque.", "an input"),
    _number("limit", FORCE * LENGTH, "of that torque."),
)
_SPEEDS: Final = Field(
    name="speeds",
    kind=Choice(words=tuple(one.value for one in Speeds)),
    about="which generalized speeds it has.",
)
_GROUND: Final = (
    _number("slope", NONE, "how far the ground rises along its x, in radians."),
    _word("coordinates", 'three names (default: "x y theta").', "names"),
    _word("speed_names", 'two names (default: "v w").', "names"),
    _SPEEDS,
)
PLATFORM: Final = (
    Field(name="body", kind=FrameName(), about="what the wheels carry.", required=True),
    _number("radius", LENGTH, "of wheels that say nothing else."),
    _number("wheel_mass", MASS, "of wheels that say nothing else."),
    _number("friction", NONE, "of wheels that say nothing else."),
    _number("height", LENGTH, "of the body's origin above the ground."),
    *_GROUND,
)
_WHEEL: Final = (
    Field(name="at", kind=Spot(), about="where its centre stands.", required=True),
    _number("heading", NONE, "the angle of its plane from straight ahead."),
    _number("radius", LENGTH, "of the wheel."),
    _number("mass", MASS, "of a thin disc, unless its inertia is given."),
    Field(name="inertia", kind=Triple(dimension=None), about="about its x, axle and z."),
    *_RIM,
)
_LAW: Final = Field(
    name="law", kind=SteeringLaw(), about="its angle by the leader's, phi; Ackermann's by default."
)
_TURNING: Final = _word("angle", "the name of the coordinate.", "a coordinate")


def _form(kind: type[Fixed], key: str, about: str, *own: Field) -> Form:
    return Form(key=key, about=about, fields=(*_WHEEL, *own), make=lambda v: kind(**v), of=_none)


def _none(part: Any) -> Values | None:
    return None


WHEELS: Final = (
    _form(Fixed, "fixed", "A wheel whose axle is fixed in the platform."),
    _form(
        Steered,
        "steered",
        "A wheel whose axle turns about the vertical through its centre.",
        _TURNING,
        _word("steer", "the input that is its steering motor's torque.", "an input"),
        _word("follows", "the steered wheel whose angle it follows.", "a wheel"),
        _LAW,
        Field(name="locked", kind=Truth(), about="whether its angle stays."),
    ),
    _form(
        Castered,
        "castered",
        "A wheel that trails in a fork which turns freely.",
        _number("trail", LENGTH, "from the fork's axis to the axle."),
        _TURNING,
    ),
    _form(Omni, "omni", "A wheel with rollers along its rim."),
    _form(
        Mecanum,
        "mecanum",
        "A wheel with rollers askew round its rim.",
        _number("rollers", NONE, "the rollers' angle from the wheel's heading."),
    ),
)
URDF: Final = (
    Field(name="file", kind=Word(of="a file"), about="beside this one.", required=True),
    Field(name="snap", kind=Choice(words=("none", "turns")), about="whether π cut short is meant."),
    Field(name="mimic", kind=Choice(words=("follow", "free")), about="of joints that follow."),
    Field(name="dynamics", kind=Choice(words=("use", "ignore")), about="damping and friction."),
    Field(name="inertia", kind=Choice(words=("refuse", "mend")), about="of impossible inertias."),
    Field(name="hold", kind=Table(of=Number(dimension=None)), about="joints that stay."),
    *_GROUND,
)
ROLLING: Final = (
    Field(
        name="radius", kind=Number(dimension=LENGTH), about="of the wheel.", required=True
    ),
    _word("steering", "the joint that steers it.", "a joint"),
    _word("follows", "the wheel's joint whose steering angle its own follows.", "a joint"),
    _LAW,
    _word("fork", "the joint of the fork in which it trails.", "a joint"),
    _number("rollers", NONE, "the angle of rollers round its rim from its heading."),
    _word("steer", "the input that is its steering motor's torque.", "an input"),
    *_RIM,
)  # fmt: skip


def platform_of(item: Item, wheels: dict[str, Item], reading: Reading) -> Platform | None:
    """The platform of a file's tables; None where something is wrong, which is noted."""
    owner = "Platform"
    reading.owners[owner] = item
    values = read_fields(item, PLATFORM, owner, reading)
    made = [_wheel(name, table, reading) for name, table in wheels.items()]
    if not wheels:
        reading.note(owner, Wrong(item.key_place, "it has no wheels.", "Give it: [wheels.w0]."))
    if values is None or not wheels or None in made:
        return None
    if not isinstance(values["body"], Body):
        what = f"body '{values['body']}' has no mass."
        reading.note(owner, Wrong(item.value["body"].place, what, "Name a body."))
        return None
    values = {{"wheel_mass": "mass"}.get(k, k): v for k, v in values.items()}
    speeds = Speeds(values.pop("speeds", Speeds.ROLLING))
    sound = tuple(w for w in made if w)
    platform: Platform | None = noted(
        lambda: Platform(wheels=sound, speeds=speeds, **values), item, reading, owner
    )
    return platform


def _wheel(name: str, item: Item, reading: Reading) -> Fixed | None:
    owner = f"Wheel '{name}'"
    reading.owners[owner] = item
    with reading.noting(owner):
        if not isinstance(item.value, dict):
            raise Wrong(item.place, f"this is {item.kind}.", "Give a table.")
        known = [form.key for form in WHEELS]
        given = item.value.get("type")
        found = [form for form in WHEELS if given is not None and given.value == form.key]
        if not found:
            place = item.key_place if given is None else given.place
            raise Wrong(place, "its type is none that wheels have.", f"Give {', '.join(known)}.")
        own = {key: one for key, one in item.value.items() if key != "type"}
        table = Item(**{**_parts(item), "value": own})
        values = read_fields(table, found[0].fields, owner, reading, {"name": name})
        return None if values is None else found[0].make(values)
    return None


def _parts(item: Item) -> dict[str, Any]:
    return {field: getattr(item, field) for field in Item.__dataclass_fields__}


def noted(build: Any, item: Item, reading: Reading, owner: str) -> Any:
    """What is built; None where the description refuses it, which is noted."""
    try:
        return build()
    except ModelError as error:
        for fault in error.faults:
            place = item.key_place
            path = fault.path if fault.path != owner else ""
            words = f"{path}: {fault.what}" if path else fault.what
            reading.note(owner, Wrong(place, words, fault.remedy))
        return None


def axles_of(tables: dict[str, Item], reading: Reading) -> list[Axle]:
    """The axles among the joints of a URDF; what is wrong is noted."""
    found = []
    for name, item in tables.items():
        owner = f"Rolling '{name}'"
        reading.owners[owner] = item
        with reading.noting(owner):
            if not isinstance(item.value, dict):
                raise Wrong(item.place, f"this is {item.kind}.", "Give a table with its radius.")
            values = read_fields(item, ROLLING, owner, reading)
            if values is not None:
                found.append(Axle(name, **values))
    return found
