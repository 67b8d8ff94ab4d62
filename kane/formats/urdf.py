"""URDF: a robot's file as a System, and what the file says beside it.

    loaded = urdf.read("panda.urdf", urdf.options(base="floating"))
    loaded.system, loaded.limits, loaded.shapes, loaded.notes

`kane.load` gives the System alone. What is not used is told: gazebo's and other tools' elements,
textures, safety controllers. Transmissions and shapes are kept as values.

From: urdf_system.py    Next: load.py
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final, Literal

from kane.errors import ArgumentError
from kane.formats import source as files
from kane.formats.loaded import Loaded, What
from kane.formats.markup import Element, parse
from kane.formats.source import Source
from kane.formats.turns import Snap
from kane.formats.urdf_held import held_joints
from kane.formats.urdf_joints import joints_of, transmissions_of
from kane.formats.urdf_links import links_of, note_rest
from kane.formats.urdf_options import EARTH, Base, Dynamics, Inertias, Mimic, Options
from kane.formats.urdf_system import Robot, follows_of, frame_name, limits_of, system_of
from kane.formats.urdf_tree import check_tree
from kane.formats.values import Reading
from kane.geometry.vector import Components
from kane.model.given import triple

__all__ = ["Options", "from_text", "options", "read", "robot_of"]

NOTHING: Final[Mapping[str, float]] = MappingProxyType({})


def read(path: str | os.PathLike[str], given: Options | None = None) -> Loaded:
    """A URDF file."""
    return robot_of(files.read(path), given or Options())


def from_text(text: str | bytes, given: Options | None = None, name: str = "URDF text") -> Loaded:
    """The same from its text, as a robot's own server may hand it over."""
    content = text.encode() if isinstance(text, str) else text
    return robot_of(Source(name=name, content=content), given or Options())


def options(
    *,
    base: Base | Literal["fixed", "floating"] = Base.FIXED,
    gravity: Components = EARTH,
    snap: Snap | Literal["none", "turns"] = Snap.NONE,
    mimic: Mimic | Literal["follow", "free"] = Mimic.FOLLOW,
    dynamics: Dynamics | Literal["use", "ignore"] = Dynamics.USE,
    inertia: Inertias | Literal["refuse", "mend"] = Inertias.REFUSE,
    hold: Mapping[str, float] = NOTHING,
) -> Options:
    """Options from enums or their words."""
    return Options(
        base=_choice(Base, base, "base"),
        gravity=triple(gravity, "load(…)", "gravity"),
        snap=_choice(Snap, snap, "snap"),
        mimic=_choice(Mimic, mimic, "mimic"),
        dynamics=_choice(Dynamics, dynamics, "dynamics"),
        inertia=_choice(Inertias, inertia, "inertia"),
        hold=dict(hold),
    )


def robot_of(source: Source, given: Options) -> Loaded:
    """The robot of a source: read, checked as a tree, made a System."""
    reading = Reading(source=source, snap=given.snap)
    root = _root(parse(source), source)
    links, joints = links_of(root, reading), joints_of(root, reading)
    transmissions = tuple(transmissions_of(root, reading))
    note_rest(root, {"link", "joint", "transmission", "material"}, reading)
    source.stop_at_faults()
    if given.mimic is Mimic.FREE:
        joints = {name: replace(joint, mimic=None) for name, joint in joints.items()}
    check_tree(source, links, joints)
    source.stop_at_faults()
    held = held_joints(links, joints, given, reading)
    source.stop_at_faults()
    name = root.attributes.get("name", "").strip() or source.name
    robot = Robot(name=name, links=links, joints=joints, held=held)
    _see_that_it_moves(robot, given, source)
    system = system_of(robot, given, reading)
    _note_turns(reading)
    return Loaded(
        source=source.name,
        system=system,
        limits=MappingProxyType(limits_of(robot)),
        follows=MappingProxyType(follows_of(robot, given)),
        shapes=tuple(
            replace(shape, frame=frame_name(shape.frame))
            for link in links.values()
            for shape in link.shapes
        ),
        transmissions=transmissions,
        turns=tuple(reading.turns),
        notes=tuple(sorted(reading.notes, key=lambda note: note.line)),
    )


def _root(root: Element, source: Source) -> Element:
    if root.tag != "robot":
        what = f"its root is <{root.tag}>, not <robot>."
        source.fault(root.line, what, "Is it another format's file?")
    elif _unexpanded(root):
        what = "it is a xacro file, which is to be expanded."
        source.fault(root.line, what, "Expand it with xacro, and load what comes out.")
    source.stop_at_faults()
    return root


def _unexpanded(root: Element) -> bool:
    tags = {child.tag for child in root.children}
    return "link" not in tags and any(tag.startswith("xacro:") for tag in tags)


def _see_that_it_moves(robot: Robot, given: Options, source: Source) -> None:
    if given.base is Base.FIXED and not any(map(robot.moves, robot.joints.values())):
        what = "no joint moves anything that has mass."
        remedy = 'Give links their <inertial>, or load it with base="floating".'
        source.fault(1, what, remedy)
        source.stop_at_faults()
    heavy = any(link.inertial is not None for link in robot.links.values())
    if given.base is Base.FLOATING and not heavy:
        source.fault(1, "no link has mass.", "Give links their <inertial>.")
        source.stop_at_faults()


def _note_turns(reading: Reading) -> None:
    what = What.CHANGED if reading.snap is Snap.TURNS else What.OFFERED
    if reading.turns:
        furthest = max(turn.moved for turn in reading.turns)
        words = f"{len(reading.turns)} angles are parts of a turn to within {furthest:.1e} rad"
        reading.note(what, reading.turns[0].line, words)


def _choice(kind: Any, given: Any, field: str) -> Any:
    try:
        return kind(given)
    except ValueError:
        words = " or ".join(repr(one.value) for one in kind)
        raise ArgumentError(f"load(…): {field} is {given!r}. It may be {words}.") from None
