"""Faults of a spacecraft's parts that no other check would tell in words of spacecraft.

All are collected and raised together, each with its part, its numbers and what to do.

From: assembly.py    Next: craft.py
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from kane.errors import Fault, ModelError
from kane.model.body import Body
from kane.model.given import entries, is_number, members, named, refuse, shown, triple, unsound
from kane.model.joints.loose import Loose
from kane.space.assembly import Craft
from kane.space.directions import unit_of
from kane.space.environment import Environment, ThirdBody
from kane.space.orbit import Orbit
from kane.space.parts import Lock, Plate
from kane.space.surfaces import Air, Light

_NUMBERS: Final[dict[str, dict[str, dict[str, float]]]] = {
    # by the list they are in: the range of each number
    "wheels": {"inertia": {"above": 0.0}, "viscous": {"least": 0.0}},
    "gyros": {"momentum": {}},
    "plates": {
        "area": {"above": 0.0},
        "specular": {"least": 0.0, "most": 1.0},
        "diffuse": {"least": 0.0, "most": 1.0},
        "drag": {"least": 0.0},
    },
}
_UNITS: Final = {
    "inertia": "kg m²",
    "viscous": "N m s",
    "momentum": "N m s",
    "area": "m²",
    "density": "kg/m³",
    "at": "m",
    "scale": "m",
}
_ANGLES: Final = "Give two small angles in radians: tilt=(0.01, 0)."


def checked(craft: Craft, environment: Environment | None) -> None:
    """Refuse what is no spacecraft, with all faults of its numbers together."""
    path = f"Spacecraft '{craft.bus.name}'"
    _see_kinds(craft, path)
    faults = [*_whole(craft, environment, path), *_ranges(craft), *_surroundings(craft, path)]
    if faults:
        raise ModelError(*faults)


def _see_kinds(craft: Craft, path: str) -> None:
    """What other checks would stumble over."""
    for one in craft.appendages:
        if not isinstance(one.body, Body):
            refuse(path, f"an appendage's body {shown(one.body)} is no Body.", "Give Body(…).")
        if not isinstance(one.joint, Loose):
            what = f"its joint {shown(one.joint)} is none that an appendage may have."
            remedy = 'Give Gimbal("2", at=…), SpaceFixed(…), Spherical(at=…) or Prismatic(axis=…).'
            refuse(f"Appendage '{one.name}'", what, remedy)
        if not isinstance(one.lock, Lock):
            what = f"its lock {shown(one.lock)} is no Lock."
            remedy = "Give lock=space.Lock.CLOSED, OPEN or NONE."
            refuse(f"Appendage '{one.name}'", what, remedy)
    for kind in (craft.wheels, craft.gyros, craft.thrusters, craft.torquers):
        for part in kind:
            named(part.name, f"{path}, {type(part).__name__}")
    if craft.orbit is not None and not isinstance(craft.orbit, Orbit):
        what = f"its orbit {shown(craft.orbit)} is no Orbit."
        refuse(path, what, 'Give orbit=space.circular(altitude="500 km").')
    if not isinstance(craft.environment, Environment):
        what = f"its environment {shown(craft.environment)} is no Environment."
        refuse(path, what, "Give environment=space.Environment(…).")


def _whole(craft: Craft, environment: Environment | None, path: str) -> Iterator[Fault]:
    """What parts are not to each other."""
    if craft.relative and (craft.orbit is None or craft.orbit.eccentricity):
        what = "its base goes round an orbit, and there is no circular one."
        yield Fault(path=path, what=what, remedy="Give orbit=circular(…), or base inertial.")
    if craft.orbit is None and environment is not None:
        what = "it has an environment and no orbit."
        yield Fault(path=path, what=what, remedy="Give orbit=circular(altitude=…).")
    parts = (craft.wheels, craft.gyros, craft.thrusters, craft.torquers)
    names = [str(getattr(one, "name")) for kind in parts for one in kind]  # noqa: B009
    names += list(craft.bodies)
    for twice in sorted({one for one in names if names.count(one) > 1}):
        what = f"two of its parts are named '{twice}'."
        yield Fault(path=path, what=what, remedy="Give each a name of its own.")


def _ranges(craft: Craft) -> Iterator[Fault]:
    """Numbers of parts."""
    for kind, ranges in _NUMBERS.items():
        for part in getattr(craft, kind):
            for field, limits in ranges.items():
                yield from _number(_path(part), part, field, **limits)
    for thruster in craft.thrusters:
        two = entries(thruster.tilt)
        if two is None or len(two) != 2 or any(unsound(angle) for angle in two):
            what = f"its tilt {shown(thruster.tilt)} is no pair of numbers."
            yield Fault(path=_path(thruster), what=what, remedy=_ANGLES)
    for plate in craft.plates:
        unit_of(plate.normal, f"{_path(plate)}, normal")
        both = (plate.specular, plate.diffuse)
        if all(is_number(x) for x in both) and sum(both) > 1:
            what = f"it reflects {both[0]:g} + {both[1]:g} of the light, more than all of it."
            remedy = "Give specular and diffuse parts of no more than 1 together."
            yield Fault(path=_path(plate), what=what, remedy=remedy)


def _surroundings(craft: Craft, path: str) -> Iterator[Fault]:
    """Numbers of the environment."""
    around, inside = craft.environment, f"{path}, environment"
    most = 3 if craft.orbit is None else len(craft.orbit.about.zonals)
    zonals: Any = around.zonals
    whole = isinstance(zonals, int) and not isinstance(zonals, bool)
    if not (whole and 0 <= zonals <= most):
        what = f"zonals {shown(zonals)} is no whole number from 0 to {most}."
        remedy = "Say how many of J2, J3, J4 act: zonals=1 for J2 alone."
        yield Fault(path=inside, what=what, remedy=remedy)
    for other in members(around.third_bodies, ThirdBody, inside, "third_bodies"):
        yield from _number(f"{inside}, ThirdBody", other, "mu", above=0.0)
        place = triple(other.path, f"{inside}, ThirdBody", "path")
        if all(is_number(x) and x == 0 for x in place):
            what = "path (0, 0, 0) is the central body's centre."
            remedy = "Give where it is from there, in metres: path=clock.sun()."
            yield Fault(path=f"{inside}, ThirdBody", what=what, remedy=remedy)
    if around.air is not None:
        _see_that(around.air, Air, inside, "air")
        yield from _number(f"{inside}, air", around.air, "density", least=0.0)
        yield from _number(f"{inside}, air", around.air, "at")
        yield from _number(f"{inside}, air", around.air, "scale", above=0.0)
    if around.light is not None:
        _see_that(around.light, Light, inside, "light")
        yield from _number(f"{inside}, light", around.light, "pressure", least=0.0)
        towards = triple(around.light.towards, f"{inside}, light", "towards")
        if all(is_number(x) for x in towards):
            unit_of(towards, f"{inside}, light, towards")


def _see_that(value: Any, kind: type[Any], path: str, field: str) -> None:
    if not isinstance(value, kind):
        remedy = f"Give {field}=space.{kind.__name__}(…)."
        refuse(path, f"{field} {shown(value)} is no {kind.__name__}.", remedy)


def _number(path: str, part: Any, field: str, **limits: float) -> Iterator[Fault]:
    """A number that is none, or out of its range."""
    value = getattr(part, field)
    if wrong := unsound(value, **limits):
        remedy = "Give a finite number in SI units" + ("." if not limits else _within(**limits))
        unit = f" {_UNITS[field]}" if is_number(value) and field in _UNITS else ""
        yield Fault(path=path, what=f"{field} {shown(value)}{unit} {wrong}.", remedy=remedy)


def _within(above: float | None = None, least: float | None = None, most: float = 0.0) -> str:
    """A range in words."""
    if above is not None:
        return f" above {above:g}."
    return f" from {least:g} to {most:g}." if most else f" of {least:g} or more."


def _path(part: Any) -> str:
    """A part by its name; a plate, which has none, by its body."""
    if isinstance(part, Plate):
        on = part.on if isinstance(part.on, str) else part.on.name
        return f"Plate of '{on}'" if on else "Plate of the bus"
    return f"{type(part).__name__} '{part.name}'"
