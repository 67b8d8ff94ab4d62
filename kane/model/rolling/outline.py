"""Outline: where a platform, its wheels and its arms are, as quantities for pictures from above.

From: undercarriage.py    Next: kane/mobile/pictures.py
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kane.algebra.expr import Expr
from kane.geometry.vector import GROUND, ZEROS, Frame
from kane.model.asked import Several
from kane.model.body import Body, Point
from kane.model.joints.joint import Joint
from kane.model.loads import Force
from kane.model.quantities import cosine, position
from kane.model.rolling.conditions import arm_joints
from kane.model.rolling.tip_over import around
from kane.model.rolling.undercarriage import Undercarriage, undercarriages

if TYPE_CHECKING:
    from kane.model.system import System

_CENTRE = Point("ground_o", GROUND, ZEROS)


def place(point: Point, axis: str) -> Expr:
    """A point's place along one of the ground's axes, "x", "y" or "z"."""
    return position(_CENTRE, point).along(getattr(GROUND, axis))


def edges_seen() -> Several:
    """The corners of each platform's stand, x and y: "cart 0 x"."""
    return Several(text="edges_seen", unit="m", make=_edges)


def wheels_seen() -> Several:
    """Each wheel's centre and heading: x, y and the heading's components."""
    return Several(text="wheels_seen", unit="", make=_wheels)


def arms_seen() -> Several:
    """The joints of each arm and where it ends: x and y."""
    return Several(text="arms_seen", unit="m", make=_arms)


def _seen(point: Point) -> tuple[Any, Any]:
    line = position(_CENTRE, point)
    return line.along(GROUND.x), line.along(GROUND.y)


def _named(name: str, points: list[Point]) -> dict[str, Any]:
    return {
        f"{name} {number} {axis}": value
        for number, point in enumerate(points)
        for axis, value in zip("xy", _seen(point), strict=True)
    }


def _edges(system: System) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for under in undercarriages(system):
        by_name = {w.name: w.centre for w in under.wheels}
        found |= _named(str(under.body), [by_name[name] for name in around(under)])
    return found


def _wheels(system: System) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for under in undercarriages(system):
        for w in under.wheels:
            found |= _named(w.name, [w.centre])
            for axis, along in (("x", GROUND.x), ("y", GROUND.y)):
                found[f"{w.name} heading {axis}"] = cosine(w.heading, along)
            found[f"{w.name} radius"] = w.radius
    return found


def _arms(system: System) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for under in undercarriages(system):
        for joint in arm_joints(under):
            for number, chain in enumerate(_chains(system, joint)):
                found |= _named(f"{joint.child}/{number}", _joints_of(system, under, chain))
    return found


def _chains(system: System, first: Joint) -> list[list[Joint]]:
    """From a joint to every tip."""
    after = [joint for joint in system.joints if joint.parent is first.child]
    if not after:
        return [[first]]
    return [[first, *chain] for joint in after for chain in _chains(system, joint)]


def _joints_of(system: System, under: Undercarriage, chain: list[Joint]) -> list[Point]:
    places = [Point(f"{joint.name}_J", joint.parent, joint.at) for joint in chain]
    return [*places, _end(system, chain[-1].child)]


def _end(system: System, frame: Frame) -> Point:
    """Where a force acts on it, else as far beyond the mass centre as this is from the joint."""
    for load in system.loads:
        if isinstance(load, Force) and load.at.frame is frame:
            return load.at
    if isinstance(frame, Body):
        x, y, z = (2 * one for one in frame.centre)
        return Point(f"{frame}_end", frame, (x, y, z))
    return Point(f"{frame}_end", frame, ZEROS)
