"""The parts of a spacecraft in a model file: a bus, its appendages, wheels, thrusters ….

    [spacecraft]                        [appendages.panel]
    bus = "bus"                         joint = "2"
    altitude = "500 km"                 at = [0, 1.2, 0]
    inclination = "51.6 deg"            stiffness = "20 N m"

    [reaction_wheels.rw1]
    axis = [1, 0, 0]
    inertia = "0.02 kg m^2"

An appendage has the name of its body; its joint is a sequence of gimbal axes ("213", a name for
one, "space 213"), "spherical", or "slide" along its axis. The bodies stand in [bodies].

From: toml_forms.py    Next: toml_system.py, kane/space/craft.py
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from kane.formats.toml_forms import Field, read_fields
from kane.formats.toml_item import Item
from kane.formats.toml_kinds import Choice, Number, Truth, Word
from kane.formats.toml_places import FrameName, Triple
from kane.formats.toml_platform import noted
from kane.formats.toml_reading import Reading, Wrong
from kane.geometry.vector import Components, Frame
from kane.model.body import Body
from kane.model.dimension import FORCE, INERTIA, LENGTH, NONE, TIME
from kane.model.joints import Gimbal, Prismatic, SpaceFixed, Spherical
from kane.model.joints.loose import Loose
from kane.space.assembly import Craft
from kane.space.craft import Base, Order
from kane.space.environment import Environment
from kane.space.faults import checked
from kane.space.field import Dipole
from kane.space.orbit import Orbit, circular, elliptic
from kane.space.parts import Appendage, Gyro, Lock, Plate, Thruster, Torquer, Wheel

_SPUN: Final = FORCE * LENGTH * TIME
_ELEMENTS: Final = frozenset(
    ["altitude", "perigee", "apogee", "inclination", "node", "phase", "argument", "anomaly"]
)


def _number(name: str, dimension: Any, about: str, required: bool = False) -> Field:
    kind = Number(dimension=dimension)
    return Field(name=name, kind=kind, about=about, required=required)


def _triple(name: str, dimension: Any, about: str, required: bool = False) -> Field:
    return Field(name=name, kind=Triple(dimension=dimension), about=about, required=required)


_ON: Final = Field(name="on", kind=Word(of="a body"), about="what carries it (default: the bus).")
SPACECRAFT: Final = (
    Field(name="bus", kind=FrameName(), about="the body that moves freely.", required=True),
    _number("altitude", LENGTH, "of a circular orbit."),
    _number("perigee", LENGTH, "the least altitude of an elliptic orbit."),
    _number("apogee", LENGTH, "its greatest altitude."),
    _number("inclination", NONE, "of the orbit."),
    _number("node", NONE, "right ascension of the ascending node."),
    _number("phase", NONE, "from the node at the start, on a circle."),
    _number("argument", NONE, "of the perigee."),
    _number("anomaly", NONE, "true anomaly at the start, on an ellipse."),
    Field(name="base", kind=Choice(words=("inertial", "orbit")), about="from where places are."),
    Field(name="order", kind=Choice(words=("tree", "slides")), about="of the speeds."),
    _number("zonals", NONE, "how many of J2, J3, J4 act."),
    Field(name="gradient", kind=Truth(), about="whether gravity's gradient acts on bodies."),
    Field(name="field", kind=Truth(), about="whether there is the Earth's magnetic dipole."),
)
APPENDAGE: Final = (
    Field(name="joint", kind=Word(of="a joint"), about="how it may move.", required=True),
    _triple("at", LENGTH, "where the joint is in its carrier."),
    _triple("child_at", LENGTH, "where it is in the body."),
    _triple("axis", NONE, "of a slide."),
    _number("stiffness", None, "of springs in the joint."),
    _number("damping", None, "of dampers in it."),
    _number("rest", None, "where the springs are relaxed."),
    Field(name="motor", kind=Word(of="an input"), about="the input that is its motor's."),
    Field(name="lock", kind=Choice(words=("none", "open", "closed")), about="its lock."),
    _ON,
)
_AXIS: Final = _triple("axis", NONE, "its direction in the body.", required=True)
WHEEL: Final = (
    _AXIS,
    _number("inertia", INERTIA, "about its axis.", required=True),
    _number("viscous", FORCE * LENGTH * TIME, "friction in its bearing."),
    _ON,
)
GYRO: Final = (
    _triple("spin", NONE, "its spin axis at the start.", required=True),
    _triple("gimbal", NONE, "the axis that turns it.", required=True),
    _number("momentum", _SPUN, "of its wheel.", required=True),
    _ON,
)
THRUSTER: Final = (
    _triple("at", LENGTH, "where it pushes.", required=True),
    _triple("direction", NONE, "along which it pushes.", required=True),
    _ON,
)
TORQUER: Final = (_AXIS, _ON)
PLATE: Final = (
    _number("area", LENGTH * LENGTH, "of its outer side.", required=True),
    _triple("normal", NONE, "outward.", required=True),
    _triple("at", LENGTH, "its centre of pressure."),
    _number("specular", NONE, "the part of light that it mirrors."),
    _number("diffuse", NONE, "the part that it scatters."),
    _number("drag", NONE, "its C_D."),
    _ON,
)
PARTS: Final[Mapping[str, tuple[str, tuple[Field, ...]]]] = {
    "appendages": ("A body on a joint.", APPENDAGE),
    "reaction_wheels": ("A reaction wheel.", WHEEL),
    "gyros": ("A control-moment gyro.", GYRO),
    "thrusters": ("A thruster.", THRUSTER),
    "torquers": ("A magnetic torquer.", TORQUER),
    "plates": ("A plate that meets light.", PLATE),
}


def craft_of(
    item: Item,
    tables: Mapping[str, Mapping[str, Item]],
    frames: Mapping[str, Frame],
    reading: Reading,
) -> Craft | None:
    """The spacecraft of a file's tables; None where something is wrong, which is noted."""
    reading.owners["Spacecraft"] = item
    values = read_fields(item, SPACECRAFT, "Spacecraft", reading)
    found: dict[str, list[Any]] = {}
    sound = values is not None
    for section, (about, fields) in PARTS.items():
        found[section] = []
        for name, table in tables[section].items():
            owner = f"{about.split()[-1][:-1].capitalize()} '{name}'"
            reading.owners[owner] = table
            part = None
            with reading.noting(owner):
                part = _read(section, name, table, fields, owner, frames, reading)
            sound = sound and part is not None
            found[section].append(part)
    if values is None or not sound:
        return None
    bus = values["bus"]
    if not isinstance(bus, Body):
        place = item.value["bus"].place
        reading.note("Spacecraft", Wrong(place, f"'{bus}' has no mass.", "Name a body."))
        return None
    made: Craft | None = noted(
        lambda: _assembled(bus, values, found), item, reading, f"Spacecraft '{bus.name}'"
    )
    return made


def _read(
    section: str,
    name: str,
    table: Item,
    fields: tuple[Field, ...],
    owner: str,
    frames: Mapping[str, Frame],
    reading: Reading,
) -> Any:
    """A part of the spacecraft; None where something is wrong, which is noted."""
    if not isinstance(table.value, dict):
        raise Wrong(table.place, f"this is {table.kind}.", "Give a table.")
    given = read_fields(table, fields, owner, reading)
    if given is None:
        return None
    return noted(lambda: _part(section, name, given, table, frames), table, reading, owner)


def _part(
    section: str, name: str, given: dict[str, Any], table: Item, frames: Mapping[str, Frame]
) -> Any:
    match section:
        case "appendages":
            return _appendage(name, given, table, frames)
        case "reaction_wheels":
            return Wheel(name, **given)
        case "gyros":
            return Gyro(name, **given)
        case "thrusters":
            return Thruster(name, **given)
        case "torquers":
            return Torquer(name, **given)
        case _:
            return Plate(**given)


def _appendage(
    name: str, given: dict[str, Any], table: Item, frames: Mapping[str, Frame]
) -> Appendage:
    body = frames.get(name)
    if not isinstance(body, Body):
        raise Wrong(table.key_place, f"there is no body '{name}'.", f"Give it: [bodies.{name}].")
    at, on = (given.pop(key, (0, 0, 0)) for key in ("at", "child_at"))
    joint = _joint(given.pop("joint"), given.pop("axis", (0, 0, 1)), at, on)
    lock = Lock(given.pop("lock", "none"))
    return Appendage(body, joint, lock=lock, **given)


def _joint(text: str, axis: Components, at: Components, on: Components) -> Loose:
    """The joint that a text means."""
    if text == "spherical":
        return Spherical(at=at, on=on)
    if text == "slide":
        return Prismatic(axis=axis, at=at, on=on)
    if text.startswith("space "):
        return SpaceFixed(text.removeprefix("space "), at=at, on=on)
    return Gimbal(text, at=at, on=on)


def _assembled(bus: Body, values: dict[str, Any], found: dict[str, list[Any]]) -> Craft:
    orbit = _orbit(values)
    asked = values.keys() & {"zonals", "gradient", "field"}
    environment = Environment(
        zonals=int(values.get("zonals", 0)),
        gradient=bool(values.get("gradient", False)),
        field=Dipole() if values.get("field", False) else None,
    )
    craft = Craft(
        bus=bus,
        appendages=tuple(found["appendages"]),
        wheels=tuple(found["reaction_wheels"]),
        gyros=tuple(found["gyros"]),
        thrusters=tuple(found["thrusters"]),
        torquers=tuple(found["torquers"]),
        plates=tuple(found["plates"]),
        orbit=orbit,
        environment=environment,
        relative=Base(values.get("base", "inertial")) is Base.ORBIT,
        slides=Order(values.get("order", "tree")) is Order.SLIDES,
    )
    checked(craft, environment if asked else None)
    return craft


def _orbit(values: dict[str, Any]) -> Orbit | None:
    """The orbit of the keys that are there."""
    known = {key: float(value) for key, value in values.items() if key in _ELEMENTS}
    inclination, node = known.get("inclination", 0.0), known.get("node", 0.0)
    if "altitude" in known:
        return circular(
            altitude=known["altitude"],
            inclination=inclination,
            node=node,
            phase=known.get("phase", 0.0),
        )
    if "perigee" in known or "apogee" in known:
        low = known.get("perigee", known.get("apogee", 0.0))
        return elliptic(
            perigee=low,
            apogee=known.get("apogee", low),
            inclination=inclination,
            node=node,
            argument=known.get("argument", 0.0),
            anomaly=known.get("anomaly", 0.0),
        )
    return None
