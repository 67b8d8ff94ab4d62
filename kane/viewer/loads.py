"""Loads: the forces and torques of a system, and the loads of its wheels, as arrows to draw.

From: poses.py    Next: playback.py
"""

from __future__ import annotations

from typing import Any, Final

from kane.geometry.vector import GROUND, Vector
from kane.model.body import Body, Point
from kane.model.loads import Force, Torque
from kane.model.quantities import VectorQuantity, cosine
from kane.model.rolling.conditions import wheel_loads
from kane.model.rolling.wheel import Wheel
from kane.model.system import System
from kane.viewer.poses import Arrow

NEWTON: Final = "N"
NEWTON_METRE: Final = "N m"
_WHEEL: Final = (20, 150, 60)
_TORQUE: Final = (140, 90, 180)
_UNITS: Final = (GROUND.x, GROUND.y, GROUND.z)


def wheel_arrows(system: System) -> tuple[Arrow, ...]:
    """The ground's force up on every wheel, from below to where it touches; none without wheels."""
    wheels = [one for one in system.constraints if isinstance(one, Wheel)]
    loads = wheel_loads()
    if wheels:
        loads.of(system)  # two wheels alone are refused here, in words
    return tuple(_of_wheel(wheel, loads[wheel.name]) for wheel in wheels)


def _of_wheel(wheel: Wheel, load: Any) -> Arrow:
    frame = wheel.centre.frame
    up = wheel.up or frame.z
    x, y, z = (at - wheel.radius * part for at, part in zip(wheel.centre.position, up, strict=True))
    foot = Point(f"{wheel.name} on the ground", frame, (x, y, z))
    return Arrow(
        name=f"load of {wheel.name}", at=foot, of=along_ground(up * load), scale=None,
        pushes=True, kind=NEWTON, colour=_WHEEL,
    )  # fmt: skip


def load_arrows(system: System) -> tuple[Arrow, ...]:
    """The forces at points and torques on bodies that act on a system."""
    made = []
    for number, load in enumerate(system.loads):
        if isinstance(load, Force):
            made.append(
                Arrow(
                    name=f"force {number}", at=load.at, of=along_ground(load.vector), scale=None,
                    kind=NEWTON,
                )
            )  # fmt: skip
        elif isinstance(load, Torque):
            made.append(
                Arrow(
                    name=f"torque {number}", at=middle(load.on), of=along_ground(load.vector),
                    scale=None, kind=NEWTON_METRE, colour=_TORQUE,
                )
            )  # fmt: skip
    return tuple(made)


def middle(frame: Any) -> Point:
    """A body's mass centre, or a frame's origin."""
    if isinstance(frame, Body):
        return frame.mass_centre
    return Point(f"{frame} origin", frame, (0, 0, 0))


def along_ground(vector: Vector | VectorQuantity) -> tuple[Any, Any, Any]:
    """The components of a vector along the ground's axes."""
    x, y, z = (_part(vector, unit) for unit in _UNITS)
    return (x, y, z)


def _part(vector: Vector | VectorQuantity, unit: Vector) -> Any:
    if isinstance(vector, VectorQuantity):
        return vector.along(unit)
    if vector.frame is GROUND:
        return vector.dot(unit)
    own = (vector.frame.x, vector.frame.y, vector.frame.z)
    return sum(
        part * cosine(axis, unit)
        for part, axis in zip(vector, own, strict=True)
        if not (isinstance(part, int) and part == 0)
    )
