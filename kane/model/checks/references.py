"""References: that loads, constraints, speeds and quantities refer to what is in the system.

From: structure.py    Next: scalars.py
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Final

from kane.errors import Fault
from kane.geometry.vector import GROUND, Frame
from kane.model.checks.entry import Entry, definitions, leaves, number
from kane.model.checks.motions import own_rates
from kane.model.checks.parts import Parts
from kane.model.constraints import CHOSEN, Configuration
from kane.model.given import shown
from kane.model.joints.contract import Motion
from kane.model.loads import (
    BaseAcceleration,
    Force,
    Gravity,
    JointDamper,
    JointForce,
    JointFriction,
    JointSpring,
    Load,
    PointMass,
    Spin,
    SpringDamper,
    Torque,
)
from kane.model.meeting import Apart, Approach, Slipping
from kane.model.quantities import (
    AngularVelocity,
    CoordinateRate,
    Cosine,
    Definition,
    Distance,
    Gap,
    Places,
    Position,
    Rim,
    RimVelocity,
    Velocity,
)


def reference_faults(parts: Parts, listed: list[Entry]) -> Iterator[Fault]:
    """Everything that is referred to and is not there."""
    known = Known.of(parts)
    for path, load in parts.loads.items():
        yield from _load(path, load, known)
    for path, definition in definitions(listed):
        yield from _definition(path, definition, known)
    yield from _coordinates(listed, known)
    for path, joint in parts.joints.items():
        for name in joint.prescribed:
            yield from _prescribed(path, str(name), joint.motions, joint.coordinates)
    yield from _speeds(parts, listed)


LONG: Final = 5.0  # a direction so long is a strength


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What may be referred to."""

    frames: frozenset[Frame]
    resting: frozenset[Frame]  # the ground, and what is fixed to it
    motions: dict[str, Motion]  # by coordinate

    @staticmethod
    def of(parts: Parts) -> Known:
        """What a description has."""
        resting = {GROUND}
        for joint in parts.joints.values():
            if not joint.motions and joint.parent in resting:
                resting.add(joint.child)
        return Known(
            frames=frozenset({GROUND, *(joint.child for joint in parts.joints.values())}),
            resting=frozenset(resting),
            motions={
                name: motion
                for joint in parts.joints.values()
                for motion in joint.motions
                for name in motion.names[0]
            },
        )


# ── frames ────────────────────────────────────────────────────────────────────────────────
def _load(path: str, load: Load, known: Known) -> Iterator[Fault]:
    match load:
        case Gravity():
            yield from _of_ground(path, "along", load.along.frame, frozenset({GROUND}))
            yield from _twice(path, load)
        case BaseAcceleration():
            yield from _of_ground(path, "vector", load.vector.frame, frozenset({GROUND}))
        case PointMass():
            yield from _of_ground(path, "at", load.at.frame, known.resting)
        case Force():
            yield from _frames(path, known, vector=load.vector.frame, at=load.at.frame)
        case Torque():
            yield from _frames(
                path, known, vector=load.vector.frame, on=load.on, reaction_on=load.reaction_on
            )
            if load.on is load.reaction_on:
                what = f"it acts on '{load.on}' and, with the opposite sign, on the same frame."
                yield Fault(path=path, what=what, remedy="Give another frame as reaction_on.")
        case Spin():
            given = {"momentum": load.momentum.frame, "rate": load.rate.frame}
            yield from _frames(path, known, on=load.on, **given)
            for field, frame in given.items():
                if frame is not load.on:
                    what = f"{field} is given in '{frame}', and it spins in '{load.on}'."
                    yield Fault(path=path, what=what, remedy="Give it in the body's own axes.")
        case SpringDamper():
            yield from _frames(path, known, start=load.start.frame, end=load.end.frame)
            if load.start.frame is load.end.frame:
                what = f"both of its ends are fixed in '{load.start.frame}', so it does nothing."
                yield Fault(path=path, what=what, remedy="Give points of two bodies.")
        case JointForce() | JointSpring() | JointDamper() | JointFriction():
            yield from _along(path, load.coordinate, known)


def _twice(path: str, field: Gravity) -> Iterator[Fault]:
    """Gravity's strength given in the direction, beside the magnitude that stands by itself."""
    *along, g = (number(x, leaves(x)) for x in (*field.along.components, field.magnitude))
    known = [x for x in along if x is not None]
    length = math.hypot(*known)
    if len(known) == 3 and g is not None and g > 1 and length > LONG:
        what = f"along has length {length:g} and the magnitude is {g:g}: {length * g:g} m/s²."
        remedy = "Give a direction of length 1, or the strength in it and magnitude=1."
        yield Fault(path=path, what=what, remedy=remedy)


def _of_ground(path: str, field: str, frame: Frame, allowed: frozenset[Frame]) -> Iterator[Fault]:
    if frame not in allowed:
        what = f"{field} is given in '{frame}', which is not at rest."
        yield Fault(path=path, what=what, remedy="Give it in GROUND.")


def _frames(path: str, known: Known, **named: Frame) -> Iterator[Fault]:
    for field, frame in named.items():
        if not isinstance(frame, Frame):
            what = f"the frame of {field} is {shown(frame)}, which is no frame."
            yield Fault(path=path, what=what, remedy="Give a Frame, a Body or GROUND.")
        elif frame not in known.frames:
            twin = any(other.name == frame.name for other in known.frames)
            what = f"{field} refers to frame '{frame}', which is not in the system."
            remedy = "Join it to the tree, or refer to a frame that is."
            if twin:
                what += " Another frame of this name is."
                remedy = "Use one object wherever you mean the same frame."
            yield Fault(path=path, what=what, remedy=remedy)


def _definition(path: str, definition: Definition, known: Known) -> Iterator[Fault]:
    at = f"{path}, {definition}"
    match definition:
        case AngularVelocity():
            used = {"it": definition.frame, "seen_from": definition.seen_from}
            yield from _frames(at, known, **used, along=definition.along.frame)
        case Velocity():
            used = {"it": definition.point.frame, "seen_from": definition.seen_from}
            used["part_of"] = definition.carrier
            yield from _frames(at, known, **used, along=definition.along.frame)
        case Cosine():
            first, second = definition.first, definition.second
            yield from _frames(at, known, first=first.frame, second=second.frame)
        case Gap() | RimVelocity():
            yield from _rim(at, definition.rim, known)
        case Apart() | Approach() | Slipping():
            pair = definition.pair
            used = {"first": pair.first.centre.frame, "second": pair.second.centre.frame}
            if pair.across is not None:
                used["across"] = pair.across[0]
            yield from _frames(path, known, **used)
        case Position():
            used = {"start": definition.start.frame, "end": definition.end.frame}
            yield from _frames(at, known, **used, along=definition.along.frame)
        case Distance():
            yield from _frames(at, known, start=definition.start.frame, end=definition.end.frame)
        case CoordinateRate():
            if definition.coordinate not in known.motions:
                yield _no_coordinate(at, definition.coordinate, known)


def _rim(path: str, rim: Rim, known: Known) -> Iterator[Fault]:
    used = {"centre": rim.centre.frame, "on": rim.on.frame}
    if rim.axis is not None:
        used["axis"] = rim.axis.frame
    yield from _frames(path, known, **used)
    if rim.centre.frame is rim.on.frame:
        what = f"the body and the plane are both in '{rim.on.frame}'."
        yield Fault(path=path, what=what, remedy="Give a plane of another frame.")


# ── coordinates ───────────────────────────────────────────────────────────────────────────
def _along(path: str, coordinate: str, known: Known) -> Iterator[Fault]:
    """A joint's element acts along a coordinate that has a speed of its own."""
    if coordinate not in known.motions:
        yield _no_coordinate(path, coordinate, known)
    elif not own_rates(known.motions[coordinate]):
        what = f"coordinate '{coordinate}' has no speed of its own that it could act along."
        yield Fault(path=path, what=what, remedy="Apply a Torque or a Force instead.")


def _no_coordinate(path: str, name: str, known: Known) -> Fault:
    close = get_close_matches(name, known.motions, n=1)
    remedy = f"Did you mean '{close[0]}'?" if close else f"It has {', '.join(known.motions)}."
    what = f"the system has no coordinate '{name}'."
    return Fault(path=path, what=what, remedy=remedy)


def _coordinates(listed: list[Entry], known: Known) -> Iterator[Fault]:
    for item in listed:
        for leaf in item.leaves:
            if leaf.is_place and leaf.name != "t" and leaf.name not in known.motions:
                yield _no_coordinate(f"{item.path}, {item.field}", leaf.name, known)


def _prescribed(
    path: str, name: str, motions: tuple[Motion, ...], coordinates: tuple[str, ...]
) -> Iterator[Fault]:
    for motion in motions:
        if name in motion.names[0]:
            if not own_rates(motion):
                what = (
                    f"'{name}' cannot be prescribed alone, for its rate is no speed of the joint."
                )
                yield Fault(path=path, what=what, remedy="Prescribe the angles of a Gimbal.")
            return
    what = f"its motion prescribes '{name}', which is none of its coordinates."
    yield Fault(path=path, what=what, remedy=f"It has {', '.join(coordinates) or 'none'}.")


# ── what speeds and constraints are made of ───────────────────────────────────────────────
def _speeds(parts: Parts, listed: list[Entry]) -> Iterator[Fault]:
    """Speeds and constraints relate velocities; a dependent speed is one of the speeds."""
    speeds = {f"Speed '{name}'": "it" for name in parts.speeds}
    relations = dict.fromkeys(parts.constraints, "its relation")
    named: dict[str, list[Definition]] = {path: [] for path in (*speeds, *relations)}
    places = {p for p, item in parts.constraints.items() if isinstance(item, Configuration)}
    for item in listed:
        if item.path in named and item.field in ("relation", "definition"):
            named[item.path] += [leaf.carries for leaf in item.leaves if leaf.is_quantity]
    for path, subject in {**speeds, **relations}.items():
        judge = _only_places if path in places else _velocities
        yield from judge(path, subject, named[path])
    if "speeds" not in parts.incomplete:
        yield from _dependents(parts)


def _velocities(path: str, subject: str, named: list[Definition]) -> Iterator[Fault]:
    moving = [definition for definition in named if not isinstance(definition, Places)]
    for definition in named:
        if isinstance(definition, Places) and not (moving and path.startswith("Contact")):
            what = f"{subject} contains '{definition}', which is no velocity."
            remedy = "Name velocities, angular velocities and rates."
            yield Fault(path=path, what=what, remedy=remedy)
    if not named:
        what = f"{subject} contains no velocity."
        remedy = 'Name one: velocity(P).along(B.x), angular_velocity(B).along(B.y), rate("q").'
        yield Fault(path=path, what=what, remedy=remedy)


def _only_places(path: str, subject: str, named: list[Definition]) -> Iterator[Fault]:
    for definition in named:
        if not isinstance(definition, Places):
            what = f"{subject} contains '{definition}', which is no place."
            remedy = "Name positions, distances, cosines and coordinates, or make it a Motion."
            yield Fault(path=path, what=what, remedy=remedy)


def _dependents(parts: Parts) -> Iterator[Fault]:
    natural = [
        speed
        for joint in parts.joints.values()
        for motion in joint.motions
        for name, speed in zip(*motion.names, strict=False)
        if name not in joint.prescribed
    ]
    speeds = list(parts.speeds) or natural
    first: dict[str, str] = {}
    for path, constraint in parts.constraints.items():
        name: Any = constraint.dependent
        if isinstance(name, str) and name == CHOSEN and name not in speeds:
            continue
        if not isinstance(name, str) or (name and name not in speeds):
            what = f"its dependent speed {shown(name)} is none of the speeds."
            yield Fault(path=path, what=what, remedy=f"These are {', '.join(speeds) or 'none'}.")
        elif name and first.setdefault(name, path) != path:
            what = f"its dependent speed '{name}' is that of {first[name]} too."
            yield Fault(path=path, what=what, remedy="Each relation gives another speed.")
