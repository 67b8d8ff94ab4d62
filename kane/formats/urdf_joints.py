"""URDF's joints: what joins which links, where, along which axis, and what is said beside.

From: urdf_links.py    Next: urdf_tree.py
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, unique
from typing import Final

from kane.formats.loaded import Limit, Transmission, What
from kane.formats.markup import Element
from kane.formats.urdf_links import note_rest
from kane.formats.values import Reading, shown
from kane.geometry.rotation import Rows
from kane.geometry.vector import Components, X


@unique
class Kind(Enum):
    """The joints that URDF knows."""

    REVOLUTE = "revolute"
    CONTINUOUS = "continuous"
    PRISMATIC = "prismatic"
    FIXED = "fixed"
    FLOATING = "floating"
    PLANAR = "planar"

    @property
    def one(self) -> bool:
        """Whether it has one coordinate, named like the joint."""
        return self in (Kind.REVOLUTE, Kind.CONTINUOUS, Kind.PRISMATIC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mimic:
    """A joint that follows another."""

    joint: str
    multiplier: float
    offset: float
    line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class UrdfJoint:
    """A joint."""

    name: str
    line: int
    kind: Kind
    parent: str
    child: str
    at: Components
    axes: Rows
    axis: Components
    limit: Limit
    mimic: Mimic | None
    damping: float
    friction: float


def joints_of(robot: Element, reading: Reading) -> dict[str, UrdfJoint]:
    """The joints by name."""
    found: dict[str, UrdfJoint] = {}
    for element in robot.all("joint"):
        name = reading.name(element, "name", "a joint")
        if name in found:
            what = f"joint '{name}' is already in line {found[name].line}."
            reading.source.fault(element.line, what, "Give each joint a name of its own.")
        elif name:
            joint = _joint(element, name, reading)
            if joint is not None:
                found[name] = joint
    return found


def _joint(element: Element, name: str, reading: Reading) -> UrdfJoint | None:
    owner = f"joint '{name}'"
    kind = _kind(element, owner, reading)
    ends = [_end(element, tag, owner, reading) for tag in ("parent", "child")]
    if kind is None or not all(ends):
        return None
    note_rest(element, _KNOWN, reading)
    at, axes = reading.origin(element.first("origin"), owner)
    damping, friction = _dynamics(element.first("dynamics"), owner, reading)
    return UrdfJoint(
        name=name,
        line=element.line,
        kind=kind,
        parent=ends[0],
        child=ends[1],
        at=at,
        axes=axes,
        axis=_axis(element, kind, owner, reading),
        limit=_limit(element.first("limit"), kind, owner, reading),
        mimic=_mimic(element.first("mimic"), kind, owner, reading),
        damping=damping,
        friction=friction,
    )


def _kind(element: Element, owner: str, reading: Reading) -> Kind | None:
    word = element.attributes.get("type", "").strip()
    if word in _KINDS:
        return _KINDS[word]
    known = ", ".join(kind.value for kind in Kind)
    what = f"{owner} has the type {shown(word)}, which is unknown."
    if not word:
        what = f"{owner} has no type."
    reading.source.fault(element.line, what, f"It may be {known}.")
    return None


def _end(element: Element, tag: str, owner: str, reading: Reading) -> str:
    """The link on one side of a joint."""
    found = list(element.all(tag))
    if len(found) == 1:
        return reading.name(found[0], "link", owner)
    what = f"{owner} has {len(found) or 'no'} <{tag}>."
    line = found[1].line if found else element.line
    reading.source.fault(line, what, f'Give one: <{tag} link="…"/>.')
    return ""


def _axis(element: Element, kind: Kind, owner: str, reading: Reading) -> Components:
    """The axis as written; URDF's x where it is left out."""
    given, before = element.first("axis"), len(reading.source.faults)
    axis = reading.triple(given, "xyz", owner, X)
    if kind in (Kind.FIXED, Kind.FLOATING):
        return X
    if given is None:
        words = f"axis of {owner}: x, since the file gives none"
        reading.note(What.ASSUMED, element.line, words)
    elif not math.hypot(*axis) > _SHORTEST and len(reading.source.faults) == before:
        what = f"{owner}: its axis {axis} has no direction."
        reading.source.fault(given.line, what, 'Give a direction, as in xyz="0 0 1".')
        return X
    return axis


def _limit(element: Element | None, kind: Kind, owner: str, reading: Reading) -> Limit:
    if element is None:
        return Limit()
    lower, upper, velocity, effort = (
        reading.bound(element, name, owner) for name in ("lower", "upper", "velocity", "effort")
    )
    if kind is Kind.CONTINUOUS:
        lower = upper = None
    if lower is not None and upper is not None and lower > upper:
        what = f"{owner}: its lower limit {lower:g} is above its upper limit {upper:g}."
        reading.source.fault(element.line, what, "Exchange them.")
    for name, value in (("velocity", velocity), ("effort", effort)):
        if value is not None and value < 0:
            what = f"{owner}: its {name} limit is {value:g}, which is negative."
            reading.source.fault(element.line, what, "Give zero or more.")
    return Limit(lower=lower, upper=upper, velocity=velocity, effort=effort)


def _mimic(element: Element | None, kind: Kind, owner: str, reading: Reading) -> Mimic | None:
    if element is None:
        return None
    if kind is Kind.FIXED:
        reading.note(What.IGNORED, element.line, f"<mimic> of {owner}, which is fixed")
        return None
    return Mimic(
        joint=reading.name(element, "joint", owner),
        multiplier=reading.number_or(element, "multiplier", owner, 1.0),
        offset=reading.number_or(element, "offset", owner, 0.0),
        line=element.line,
    )


def _dynamics(element: Element | None, owner: str, reading: Reading) -> tuple[float, float]:
    """Damping and Coulomb friction."""
    if element is None:
        return 0.0, 0.0
    found = []
    for name in ("damping", "friction"):
        value = reading.number_or(element, name, owner, 0.0)
        if value < 0:
            what = f"{owner}: its {name} is {value:g}, which is negative."
            reading.source.fault(element.line, what, "Give zero or more; check the sign.")
        found.append(value)
    for name in element.attributes.keys() - {"damping", "friction"}:
        reading.note(What.IGNORED, element.line, f"{name} in <dynamics> of {owner}")
    return found[0], found[1]


# ── transmissions ─────────────────────────────────────────────────────────────────────────
def transmissions_of(robot: Element, reading: Reading) -> Iterator[Transmission]:
    """What stands between motors and joints; kept, and without effect on the motion."""
    for element in robot.all("transmission"):
        for joint in element.all("joint"):
            found = _transmission(element, joint, reading)
            words = f"transmission '{found.name}' of joint '{found.joint}', for motors' torques"
            reading.note(What.KEPT, element.line, words)
            yield found


def _transmission(element: Element, joint: Element, reading: Reading) -> Transmission:
    actuator = element.first("actuator")
    places = [element, joint, *([actuator] if actuator is not None else [])]
    return Transmission(
        name=element.attributes.get("name", ""),
        joint=joint.attributes.get("name", ""),
        actuator="" if actuator is None else actuator.attributes.get("name", ""),
        reduction=_said(places, ("mechanicalReduction", "drake:gear_ratio"), reading),
        rotor_inertia=_said(places, ("rotorInertia", "drake:rotor_inertia"), reading),
    )


def _said(places: list[Element], tags: tuple[str, ...], reading: Reading) -> float | None:
    """The number of the first of these elements, as its text or its value."""
    for place in places:
        for tag in tags:
            for found in place.all(tag):
                word = found.attributes.get("value", found.text)
                return reading.word(found, word, f"<{place.tag}>")
    return None


_SHORTEST: Final = 1e-9  # an axis is to have length one; this is a slip
_KINDS: Final = {kind.value: kind for kind in Kind}
_KNOWN: Final = {"parent", "child", "origin", "axis", "limit", "mimic", "dynamics"}
