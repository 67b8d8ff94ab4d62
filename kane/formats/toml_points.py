"""The points that a system refers to, and the scope of its names.

From: expression_scope.py    Next: toml.py, toml_write.py
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kane.algebra.expr import Expr, Scalar
from kane.formats.expression_scope import Scope
from kane.formats.expression_text import is_mass_centre
from kane.formats.source import refuse
from kane.geometry.vector import GROUND, Frame
from kane.model.body import Point
from kane.model.joints.joint import Joint
from kane.model.quantities import rate
from kane.model.scalars import parameters_of
from kane.model.symbols import Parameter, clock, coordinate, inputs, parameter
from kane.model.system import System


def scope_of(system: System) -> Scope:
    """What names mean in a system that was read from no model file."""
    scalars: dict[str, Scalar] = {"t": clock()}
    for name, one in parameters_of(system).items():
        scalars[name] = parameter(name, one.value)
    for name in system.inputs:
        (scalars[name],) = inputs(name)
    names = [name for joint in system.joints for name in joint.coordinates]
    scalars.update({name: coordinate(name) for name in names})
    scalars.update(speeds_of(system))
    held = (*system.joints, *system.constraints, *system.contacts, *system.touchings)
    forcing = [one.name for one in held]
    return Scope(
        scalars=scalars,
        frames={GROUND.name: GROUND, **system.frames},
        points=points_of(system),
        coordinates=names,
        forcing=forcing,
    )


def speeds_of(system: System) -> dict[str, Scalar]:
    """What the names of speeds mean in inputs, records and conditions."""
    if system.speeds:
        return dict(system.speeds)
    return {
        motion.names[1][0]: rate(motion.names[0][0])
        for joint in system.joints
        for motion in joint.motions
        if len(motion.names[0]) == len(motion.names[1]) == 1
    }


def points_of(system: System) -> dict[str, dict[str, Point]]:
    """The points that loads, speeds and constraints refer to, by frame and name."""
    found: dict[str, dict[str, Point]] = {}
    for point in _referred(system):
        if is_mass_centre(point):
            continue
        own = found.setdefault(point.frame.name, {})
        known = own.setdefault(point.name, point)
        if not all(bool(a == b) for a, b in zip(known.position, point.position, strict=True)):
            what = f"is the name of two points of '{point.frame}'."
            refuse(f"Point '{point}' of '{point.frame}'", what, "Give each a name of its own.")
    return found


def _referred(system: System) -> Iterator[Point]:
    seen: set[int] = set()
    for part in (*system.loads, *system.constraints, *system.contacts, *system.speeds.values()):
        yield from _within(part, seen)


def _within(part: Any, seen: set[int]) -> Iterator[Point]:
    """The points within a part of a description, those of quantities in expressions too."""
    if isinstance(part, Point):
        yield part
    elif isinstance(part, Expr):
        for node in part.graph.live([part.ref]):
            carried = part.graph.attributes.get(node)
            if carried is not None and id(carried) not in seen:
                seen.add(id(carried))
                yield from _within(carried, seen)
    elif isinstance(part, tuple | list):
        for one in part:
            yield from _within(one, seen)
    elif not isinstance(part, Frame | Joint | Parameter):
        names = getattr(type(part), "__slots__", None) or ()
        for name in names if not isinstance(part, str) else ():
            yield from _within(getattr(part, name), seen)
