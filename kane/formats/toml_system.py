"""A model file's tables as a System: names first, then bodies, joints, and what refers to them.

All faults are told at once: those of reading, with the place of every value, and those of the
description where reading them was sound.

From: toml_names.py, toml_joints.py, toml_constraints.py    Next: toml.py
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from kane.algebra.expr import Expr, Scalar
from kane.errors import ModelError
from kane.formats.expression_scope import Scope
from kane.formats.toml_constraints import CONSTRAINTS
from kane.formats.toml_contacts import CONTACTS
from kane.formats.toml_forms import Field, Form, made, read_fields
from kane.formats.toml_item import Item
from kane.formats.toml_joints import JOINTS
from kane.formats.toml_kinds import Number, word
from kane.formats.toml_loads import LOADS
from kane.formats.toml_names import Scalars, parameters_of
from kane.formats.toml_places import (
    FrameName,
    Table,
    Triple,
)
from kane.formats.toml_platform import noted, platform_of
from kane.formats.toml_reading import Reading, Wrong, unknown_key
from kane.formats.toml_shapes import ShapeTable
from kane.formats.toml_spacecraft import PARTS, craft_of
from kane.formats.toml_vectors import (
    Moments,
)
from kane.geometry.vector import GROUND, Frame
from kane.model.body import Body, Point
from kane.model.checks.kinds import motion_dimensions
from kane.model.closures import Constraint
from kane.model.dimension import MASS
from kane.model.joints.joint import Joint
from kane.model.loads import Load
from kane.model.rolling.platform import Platform
from kane.model.rolling.speeds import speeds_of
from kane.model.shapes import Sphere
from kane.model.symbols import clock, coordinate, inputs
from kane.model.system import System
from kane.model.touching import Touchable
from kane.space import assembly
from kane.space.assembly import Craft
from kane.space.craft import Spacecraft, slides_speeds

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
SECTIONS: Final = {
    "parameters": "constants with a value each.",
    "definitions": "names for expressions.",
    "frames": "frames without mass.",
    "bodies": "rigid bodies.",
    "platform": "a body on wheels: what they have in common.",
    "wheels": "the platform's wheels.",
    "spacecraft": "a bus that moves freely, and its orbit.",
    "appendages": "the spacecraft's bodies on joints, by the bodies' names.",
    "reaction_wheels": "the spacecraft's wheels that store momentum.",
    "gyros": "the spacecraft's control-moment gyros.",
    "thrusters": "the spacecraft's thrusters.",
    "torquers": "the spacecraft's magnetic torquers.",
    "plates": "the spacecraft's plates that meet light.",
    "joints": "how frames move in each other.",
    "speeds": "generalized speeds, in order (default: the joints' own).",
    "constraints": "relations that the motion keeps.",
    "contacts": "what may touch, and stops of coordinates.",
    "inputs": "what comes from outside while it runs.",
    "loads": "what acts on it.",
    "simulate": "how it is simulated.",
}


class Described:
    """A System while its tables are read."""

    def __init__(self, root: Item, reading: Reading) -> None:
        self.root = root
        self.reading = reading
        self.sections = self._sections()
        self.scalars = Scalars(reading, self.sections["definitions"])
        self.frames: dict[str, Frame] = {GROUND.name: GROUND}
        self.points: dict[str, dict[str, Point]] = {}
        self.coordinates: dict[str, None] = {}
        forcing = [*self.sections["joints"], *self.sections["constraints"]]
        self.forcing = dict.fromkeys([*forcing, *self.sections["contacts"]])
        reading.scope = Scope(
            scalars=self.scalars,
            frames=self.frames,
            points=self.points,
            coordinates=self.coordinates.keys(),
            forcing=self.forcing.keys(),
        )

    def system(self) -> System | None:
        """The System; None where something is wrong, which is noted."""
        self._name_scalars()
        self._make_frames()
        joints = list(self._joints())
        whole = len(joints) == len(self.sections["joints"])
        platform = self._platform()
        craft = self._spacecraft()
        if craft is not None:
            joints = [*self._noted(assembly.joints, craft), *joints]
            self.frames.update({joint.child.name: joint.child for joint in joints})
        if platform is not None:
            joints = [*platform.joints, *joints]
            self.frames.update({joint.child.name: joint.child for joint in platform.joints})
        self._name_coordinates(joints)
        self.scalars.settle()
        contacts = list(self._contacts())
        loads = list(self._loads())
        constraints = list(self._constraints())
        speeds = dict(self._speeds())
        if platform is not None:
            loads += platform.loads
            constraints = [*platform.constraints, *constraints]
            arms = joints[len(platform.joints) :]
            speeds = {**platform.motion, **speeds_of(arms, speeds)}
        if self.reading.faults and not whole:
            return None
        if craft is not None:
            craft = replace(craft, loads=tuple(loads), constraints=tuple(constraints))
            loads = [*self._noted(assembly.loads, craft), *loads]
            constraints = [*self._noted(assembly.locks, craft), *constraints]
            return self._checked(joints, loads, constraints, speeds, (), craft)
        return self._checked(joints, loads, constraints, speeds, contacts)

    def _spacecraft(self) -> Craft | None:
        """The spacecraft; None where there is none or something is wrong."""
        item = self.root.value.get("spacecraft")
        if item is None:
            for name in PARTS:
                if self.sections[name]:
                    place = self.root.value[name].key_place
                    what = f"{name} stand on no spacecraft."
                    self.reading.note("", Wrong(place, what, "Say what it is: [spacecraft]."))
            return None
        if self.sections["joints"]:
            place = self.root.value["joints"].key_place
            what = "joints stand beside a spacecraft, whose joints are its appendages'."
            self.reading.note("", Wrong(place, what, "Write them as [appendages.NAME]."))
        return craft_of(item, self.sections, self.frames, self.reading)

    def _noted(self, build: Any, craft: Craft) -> list[Any]:
        """What is built; nothing where the description refuses it, which is noted."""
        item = self.root.value["spacecraft"]
        return noted(lambda: list(build(craft)), item, self.reading, "Spacecraft") or []

    def _checked(
        self,
        joints: Sequence[Joint],
        loads: Sequence[Load],
        constraints: Sequence[Constraint],
        speeds: Mapping[str, Expr],
        contacts: Sequence[Touchable],
        craft: Craft | None = None,
    ) -> System | None:
        reading = self.reading
        try:
            if craft is not None:
                made = Spacecraft(
                    self._name(), craft, joints=joints, loads=loads, constraints=constraints,
                    speeds=speeds,
                )  # fmt: skip
                return made.replace(speeds=slides_speeds(made)) if craft.slides else made
            return System(
                self._name(),
                joints=joints,
                loads=loads,
                constraints=constraints,
                contacts=contacts,
                speeds=speeds,
            )
        except ModelError as error:
            told = bool(reading.faults)
            for fault in error.faults:
                if not (told and reading.follows(fault)):
                    reading.faults.append(reading.placed(fault, self.root))
        return None

    def _platform(self) -> Platform | None:
        """The platform, sound in itself; None where there is none or something is wrong."""
        sections, owner = self.sections, "Platform"
        if not sections["platform"] and not sections["wheels"]:
            return None
        item = self.root.value.get("platform")
        if item is None:
            item = self.root.value["wheels"]
            what = "wheels stand under no platform."
            self.reading.note("", Wrong(item.key_place, what, "Say what they carry: [platform]."))
            return None
        made = platform_of(item, sections["wheels"], self.reading)
        sound = made and noted(lambda: _tried(made), item, self.reading, owner)
        return made if sound else None

    # ── the document ──────────────────────────────────────────────────────────────────────
    def _sections(self) -> dict[str, dict[str, Item]]:
        """The tables by name, empty where there is none."""
        found: dict[str, dict[str, Item]] = {name: {} for name in SECTIONS}
        for name, item in self.root.value.items():
            with self.reading.noting(""):
                if name not in (*SECTIONS, "name"):
                    raise unknown_key(name, item, ["name", *SECTIONS], "a model file")
                if name != "name":
                    found[name] = _table(item, name)
        return found

    def _name(self) -> str:
        item = self.root.value.get("name")
        if item is None:
            return self.root.document.name.removesuffix(".toml")
        with self.reading.noting("name"):
            return word(item, "a name")
        return "?"

    # ── names ─────────────────────────────────────────────────────────────────────────────
    def _name_scalars(self) -> None:
        self.scalars.plain["t"] = clock()
        self.scalars.plain.update(parameters_of(self.sections["parameters"], self.reading))
        for name, item in self.sections["inputs"].items():
            self.reading.owners[f"Input '{name}'"] = item
            if name.strip():
                (self.scalars.plain[name],) = inputs(name)
        for name, item in self.sections["definitions"].items():
            self.reading.owners[f"Definition '{name}'"] = item
            with self.reading.noting(f"Definition '{name}'"):
                if name in self.scalars.plain:
                    what = "is a parameter, an input or the time already."
                    raise Wrong(item.key_place, what, "Give it another name.")

    def _name_coordinates(self, joints: Sequence[Joint]) -> None:
        for joint in joints:
            for motion in joint.motions:
                self.reading.kinds.update(
                    zip(motion.names[0], motion_dimensions(motion), strict=True)
                )
        read = {joint.name for joint in joints}
        lost = {name: item for name, item in self.sections["joints"].items() if name not in read}
        for name in (*self.reading.kinds, *_guessed(lost)):
            self.coordinates[name] = None
            self.scalars.plain.setdefault(name, coordinate(name))

    # ── frames and bodies ─────────────────────────────────────────────────────────────────
    def _make_frames(self) -> None:
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
            positions = _table(given, "points") if given is not None else {}
            for key, one in positions.items():
                self.reading.owners[f"Point '{key}' of '{name}'"] = one
                found[key] = Point(key, frame, (0, 0, 0))
                with self.reading.noting(f"{owner}, point '{key}'"):
                    found[key] = Point(key, frame, Triple().read(one, self.reading, {}))

    # ── joints, loads, constraints, speeds ────────────────────────────────────────────────
    def _joints(self) -> Iterator[Joint]:
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

    def _loads(self) -> Iterator[Load]:
        number = 0
        for name, item in self.sections["loads"].items():
            owner = f"Load '{name}'"
            load = self._told_by_key(LOADS, item, owner, {})
            if load is not None:
                number += 1
                self.reading.owners[f"Load {number}"] = item
                self.reading.called[f"Load {number}"] = owner
                yield load

    def _constraints(self) -> Iterator[Constraint]:
        for name, item in self.sections["constraints"].items():
            owner = f"Constraint '{name}'"
            self.reading.owners[owner] = item
            table = item
            if isinstance(item.value, str):
                table = replace(item, value={CONSTRAINTS[0].key: item}, letters=())
            constraint = self._told_by_key(CONSTRAINTS, table, owner, {"name": name})
            if constraint is not None:
                yield constraint

    def _contacts(self) -> Iterator[Touchable]:
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

    def _speeds(self) -> Iterator[tuple[str, Expr]]:
        for name, item in self.sections["speeds"].items():
            owner = f"Speed '{name}'"
            self.reading.owners[owner] = item
            with self.reading.noting(owner):
                value: Scalar = Number().read(item, self.reading, {})
                if not isinstance(value, Expr):
                    remedy = 'Name a velocity: "velocity(P).along(B.x)".'
                    raise Wrong(item.place, "its definition is a plain number.", remedy)
                yield name, value


def _tried(platform: Platform) -> bool:
    """True, once all of a platform has been made."""
    return bool((platform.joints, platform.constraints, platform.motion, list(platform.loads)))


def _table(item: Item, name: str) -> dict[str, Item]:
    if not isinstance(item.value, dict):
        raise Wrong(item.place, f"{name} is {item.kind}.", f"Write [{name}] and its entries below.")
    found: dict[str, Item] = item.value
    return found


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


def _guessed(lost: Mapping[str, Item]) -> Iterator[str]:
    """The coordinates that joints which could not be read may have been meant to have."""
    for name, item in lost.items():
        given = item.value.get("coordinates") if isinstance(item.value, dict) else None
        plain = name.split() if given is None else given.plain()
        names = plain if isinstance(plain, list) else [plain]
        yield from (one for one in names if isinstance(one, str) and one)
