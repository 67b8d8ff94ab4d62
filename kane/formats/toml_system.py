"""A model file's tables as a System: names first, then bodies, joints, and what refers to them.

All faults are told at once: those of reading, with the place of every value, and those of the
description where reading them was sound.

From: toml_names.py, toml_bodies.py, toml_parts.py    Next: toml.py
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from kane.algebra.expr import Expr
from kane.errors import ModelError
from kane.formats.expression_scope import Scope
from kane.formats.toml_bodies import Bodies
from kane.formats.toml_item import Item
from kane.formats.toml_kinds import word
from kane.formats.toml_names import Scalars, parameters_of
from kane.formats.toml_parts import Parts
from kane.formats.toml_platform import noted, platform_of
from kane.formats.toml_reading import Reading, Wrong
from kane.formats.toml_sections import sections_of
from kane.formats.toml_spacecraft import PARTS, craft_of
from kane.geometry.vector import GROUND, Frame
from kane.model.body import Point
from kane.model.checks.kinds import motion_dimensions
from kane.model.closures import Constraint
from kane.model.joints.joint import Joint
from kane.model.loads import Load
from kane.model.rolling.platform import Platform
from kane.model.rolling.speeds import speeds_of
from kane.model.symbols import clock, coordinate, inputs
from kane.model.system import System
from kane.model.touching import Touchable
from kane.space import assembly
from kane.space.assembly import Craft
from kane.space.craft import Spacecraft, slides_speeds


class Described:
    """A System while its tables are read."""

    def __init__(self, root: Item, reading: Reading) -> None:
        self.root = root
        self.reading = reading
        self.sections = sections_of(root, reading)
        self.scalars = Scalars(reading, self.sections["definitions"])
        self.frames: dict[str, Frame] = {GROUND.name: GROUND}
        self.points: dict[str, dict[str, Point]] = {}
        self.coordinates: dict[str, None] = {}
        forcing = [*self.sections["joints"], *self.sections["constraints"]]
        self.forcing = dict.fromkeys([*forcing, *self.sections["contacts"]])
        self._bodies = Bodies(
            sections=self.sections, reading=reading, frames=self.frames, points=self.points
        )
        self._parts = Parts(
            root=root, sections=self.sections, reading=reading, forcing=self.forcing
        )
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
        self._bodies.make()
        joints = list(self._parts.joints())
        whole = len(joints) == len(self.sections["joints"])
        platform = self._platform()
        whole &= platform is not None or not self.sections["wheels"]
        craft = self._spacecraft()
        if craft is not None:
            joints = [*self._noted(assembly.joints, craft), *joints]
            self.frames.update({joint.child.name: joint.child for joint in joints})
        if platform is not None:
            joints = [*platform.joints, *joints]
            self.frames.update({joint.child.name: joint.child for joint in platform.joints})
        self._name_coordinates(joints)
        self.scalars.settle()
        contacts = list(self._parts.contacts())
        loads = list(self._parts.loads())
        constraints = list(self._parts.constraints())
        speeds = dict(self._parts.speeds())
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


def _tried(platform: Platform) -> bool:
    """True, once all of a platform has been made."""
    return bool((platform.joints, platform.constraints, platform.motion, list(platform.loads)))


def _guessed(lost: Mapping[str, Item]) -> Iterator[str]:
    """The coordinates that joints which could not be read may have been meant to have."""
    for name, item in lost.items():
        given = item.value.get("coordinates") if isinstance(item.value, dict) else None
        plain = name.split() if given is None else given.plain()
        names = plain if isinstance(plain, list) else [plain]
        yield from (one for one in names if isinstance(one, str) and one)
