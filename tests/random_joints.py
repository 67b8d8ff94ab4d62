"""The library's joints, each paired with the oracle's; numbers are floats or live parameters.

Every joint of the description is one body of the oracle.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from kane.geometry import Frame, X, Y
from kane.model.body import Point
from kane.model.joints import (
    Axes,
    Cylindrical,
    Fixed,
    Free,
    Gimbal,
    Joint,
    Moving,
    Planar,
    Prismatic,
    Revolute,
    Screw,
    SpaceFixed,
    Spherical,
    Universal,
)
from tests.draw import UNIT, Draw
from tests.measures import Measure, going, rated, turning
from tests.oracles.tree import Fixed as In
from tests.oracles.tree import Kind, TreeJoint
from tests.own_joints import Hooke, LeaningBall

SEQUENCES: Final = tuple(
    f"{i}{j}{k}" for i in "123" for j in "123" for k in "123" if i != j and j != k
)
SHORT: Final = ("1", "2", "3", "12", "13", "21", "23", "31", "32")
Ends = tuple[Frame, Frame]
Given = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Made:
    """One joint, twice: the oracle's coordinates and rates by name, the library's speeds."""

    joint: Joint
    twin: TreeJoint
    q: tuple[str, ...]
    s: tuple[str, ...]  # "" where an oracle's rate is no coordinate's rate
    natural: tuple[Measure, ...]


def revolute(draw: Draw, ends: Ends, place: Given) -> Made:
    """Turning about any axis."""
    axis, name = draw.axis(), draw.names(1)
    return _rates(Revolute(name, *ends, axis=axis, **place), Kind.REVOLUTE, (axis,), (name,))


def prismatic(draw: Draw, ends: Ends, place: Given) -> Made:
    """Sliding along any axis."""
    axis, name = draw.axis(), draw.names(1)
    return _rates(Prismatic(name, *ends, axis=axis, **place), Kind.PRISMATIC, (axis,), (name,))


def screw(draw: Draw, ends: Ends, place: Given) -> Made:
    """Turning and advancing."""
    axis, name, pitch = draw.axis(), draw.names(1), float(draw.rng.normal())
    joint = Screw(name, *ends, axis=axis, pitch=draw.number(pitch), **place)
    return _rates(joint, Kind.SCREW, (axis,), (name,), pitch)


def cylindrical(draw: Draw, ends: Ends, place: Given) -> Made:
    """Turning and sliding."""
    axis, names = draw.axis(), draw.names(2)
    joint = Cylindrical(names, *ends, axis=axis, **place)
    return _rates(joint, Kind.CYLINDRICAL, (axis,), tuple(names.split()))


def universal(draw: Draw, ends: Ends, place: Given) -> Made:
    """A Hooke's joint."""
    names = draw.names(2)
    return _rates(Universal(names, *ends, **place), Kind.GIMBAL, (X, Y), tuple(names.split()))


def gimbal(draw: Draw, ends: Ends, place: Given, sequence: str = "") -> Made:
    """One to three turns about axes of the child."""
    sequence = sequence or draw.pick(SEQUENCES + SHORT)
    names = draw.names(len(sequence))
    joint = Gimbal(names, *ends, sequence=sequence, **place)
    axes = tuple(UNIT[int(axis) - 1] for axis in sequence)
    return _rates(joint, Kind.GIMBAL, axes, tuple(names.split()))


def space_fixed(draw: Draw, ends: Ends, place: Given, sequence: str = "") -> Made:
    """One to three turns about axes of the parent."""
    sequence = sequence or draw.pick(SEQUENCES + SHORT)
    names = draw.names(len(sequence))
    joint = SpaceFixed(names, *ends, sequence=sequence, **place)
    axes = tuple(UNIT[int(axis) - 1] for axis in sequence)
    return _rates(joint, Kind.GIMBAL, axes, tuple(names.split()), turns=In.IN_J)


def planar(draw: Draw, ends: Ends, place: Given) -> Made:
    """Two slides and a turn."""
    names = draw.names(3)
    return _rates(Planar(names, *ends, **place), Kind.PLANAR, (X, Y), tuple(names.split()))


def spherical(draw: Draw, ends: Ends, place: Given) -> Made:
    """A quaternion."""
    name = draw.name("ball")
    joint = Spherical(name, *ends, **place)
    speeds = tuple(turning(ends[1], ends[0], ends[1], e) for e in UNIT)
    return Made(joint=joint, twin=TreeJoint(kind=Kind.SPHERICAL), q=joint.coordinates,
                s=("", "", ""), natural=speeds)  # fmt: skip


def free(draw: Draw, ends: Ends, place: Given) -> Made:
    """No restriction, its linear speeds along the body's axes or the parent's."""
    name, linear = draw.name("free"), draw.pick(list(Axes))
    joint = Free(name, *ends, linear=linear, **place)
    side = In.IN_K if linear is Axes.BODY else In.IN_J
    speeds = tuple(_own_speed(joint, k, linear) for k in range(6))
    s = ("", "", "", "", "", "") if linear is Axes.BODY else (*joint.coordinates[:3], "", "", "")
    return Made(joint=joint, twin=TreeJoint(kind=Kind.FREE, linear=side), q=joint.coordinates,
                s=s, natural=speeds)  # fmt: skip


def fixed(draw: Draw, ends: Ends, place: Given) -> Made:
    """No motion."""
    joint = Fixed(draw.name("weld"), *ends, **place)
    return Made(joint=joint, twin=TreeJoint(kind=Kind.FIXED), q=(), s=(), natural=())


def hooke(draw: Draw, ends: Ends, place: Given) -> Made:
    """A joint of one's own: both turns of a Hooke's joint in one motion, whose axes move."""
    names = tuple(draw.names(2).split())
    joint = Moving(draw.name("own"), *ends, Hooke(coordinates=names), **place)
    return _rates(joint, Kind.GIMBAL, (X, Y), names)


def leaning_ball(draw: Draw, ends: Ends, place: Given) -> Made:
    """A joint of one's own: a ball whose natural speeds are ω along J's axes."""
    name = draw.name("own")
    names = tuple(f"{name}.{part}" for part in "wxyz")
    motion = LeaningBall(coordinates=names, speeds=tuple(f"{name}.w{part}" for part in "xyz"))
    joint = Moving(name, *ends, motion, **place)
    columns = list(zip(*joint.axes, strict=True))
    speeds = tuple(turning(ends[1], ends[0], ends[0], columns[k]) for k in range(3))
    return Made(joint=joint, twin=TreeJoint(kind=Kind.SPHERICAL), q=names, s=("", "", ""),
                natural=speeds)  # fmt: skip


Maker = Callable[[Draw, Ends, Given], Made]
MAKERS: Final[tuple[Maker, ...]] = (
    revolute, prismatic, screw, cylindrical, universal, gimbal, space_fixed, planar, spherical,
    free, fixed, hooke, leaning_ball,
)  # fmt: skip
LIGHT: Final = (revolute, prismatic, screw)  # what may carry a massless frame


def _rates(
    joint: Joint,
    kind: Kind,
    axes: tuple[Any, ...],
    names: tuple[str, ...],
    pitch: float = 0.0,
    turns: In = In.IN_K,
) -> Made:
    """A joint whose natural speeds are its coordinates' rates; `names` in the oracle's order."""
    twin = TreeJoint(
        kind=kind,
        axes=tuple(np.array(axis, dtype=float) for axis in axes),
        pitch=pitch,
        turns=turns,
    )
    natural = tuple(rated(name) for name in joint.coordinates)
    return Made(joint=joint, twin=twin, q=names, s=names, natural=natural)


def _own_speed(joint: Joint, k: int, linear: Axes) -> Measure:
    """A free joint's natural speed: v of K's origin, then ω, in the parent."""
    if k >= 3:
        return turning(joint.child, joint.parent, joint.child, UNIT[k - 3])
    outer = Point("Ko", joint.child, joint.on)
    if linear is Axes.BODY:
        return going(outer, joint.parent, joint.child, UNIT[k])
    return going(outer, joint.parent, joint.parent, [row[k] for row in joint.axes])
