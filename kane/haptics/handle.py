"""Handle: where the hand holds a system, and the inputs through which it pushes.

From: kane/model/system.py    Next: loop.py
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from kane.errors import ArgumentError
from kane.geometry.vector import GROUND
from kane.machine.flow import Flow, Flows
from kane.machine.model import Model
from kane.model.body import Point, point
from kane.model.loads import Force, Torque
from kane.model.quantities import angular_velocity, cosine, position, velocity
from kane.model.symbols import inputs
from kane.model.system import System

Array = np.ndarray[Any, np.dtype[np.float64]]
AXES: Final = ("x", "y", "z", "turn x", "turn y", "turn z")
NAMES: Final = tuple(f"hand_{axis.replace(' ', '_')}" for axis in AXES)
_UNITS: Final = (GROUND.x, GROUND.y, GROUND.z)
_ORIGIN: Final = point("origin", GROUND)


@dataclass(frozen=True, slots=True, kw_only=True)
class Handle:
    """A point of a body, and the ground's axes along and about which the hand holds it.

    `Handle(point=P1, axes=("x", "y", "turn z"))` is the cart's, with two translations and a turn.
    """

    point: Point
    axes: tuple[str, ...] = ("x", "y", "z")

    def __post_init__(self) -> None:
        strange = [axis for axis in self.axes if axis not in AXES]
        if strange or not self.axes or len(set(self.axes)) < len(self.axes):
            raise ArgumentError(
                f"Handle at {self.point.path}: axes {self.axes} are not some of "
                f"{', '.join(map(repr, AXES))}. Name these, each once."
            )

    @property
    def turns(self) -> bool:
        """Whether orientation is held too."""
        return any(axis.startswith("turn") for axis in self.axes)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the inputs that it adds."""
        return tuple(name for name, axis in zip(NAMES, AXES, strict=True) if axis in self.axes)


def held_by(system: System, handle: Handle) -> System:
    """The system with the hand's force and torque on it, as inputs."""
    symbols = dict(zip(NAMES, inputs(*NAMES), strict=True))
    loads: list[Any] = list(system.loads)
    for unit, axis, name in zip(_UNITS * 2, AXES, NAMES, strict=True):
        if axis not in handle.axes:
            continue
        if axis.startswith("turn"):
            loads.append(Torque(symbols[name] * unit, on=handle.point.frame))
        else:
            loads.append(Force(symbols[name] * unit, at=handle.point))
    return system.replace(loads=loads)


def moved_by_inputs(flows: Flows, handle: Handle) -> Flow:
    """(t, y, a, p) → a of the handle along and about the axes held, then ∂a/∂hand by rows."""
    frame, wanted = handle.point.frame, []
    for unit, axis in zip(_UNITS * 2, AXES, strict=True):
        if axis in handle.axes:
            turns = axis.startswith("turn")
            moving = angular_velocity(frame) if turns else velocity(handle.point)
            wanted.append(moving.along(unit))
    return flows.accelerated(wanted, handle.names)


def observed(model: Model, handle: Handle) -> Flow:
    """(t, y, a, p) → position, velocity, angular velocity, and direction cosines by rows."""
    frame = handle.point.frame
    place = [position(_ORIGIN, handle.point).along(unit) for unit in _UNITS]
    speed = [velocity(handle.point).along(unit) for unit in _UNITS]
    if not handle.turns:
        return model.flows().observed([*place, *speed])
    turning = [angular_velocity(frame).along(unit) for unit in _UNITS]
    cosines = [cosine(unit, own) for unit in _UNITS for own in (frame.x, frame.y, frame.z)]
    return model.flows().observed([*place, *speed, *turning, *cosines])
