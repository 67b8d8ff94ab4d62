"""Settings of a loop, where it finds them: device, handle, gains, limits, time.

From: layout.py, gains.py    Next: loop.py
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from kane.errors import ArgumentError
from kane.haptics import layout as at
from kane.haptics.devices.contract import Properties
from kane.haptics.gains import Coupling, by_axis
from kane.haptics.handle import NAMES, Handle
from kane.haptics.memory import Arrays
from kane.machine.clock import MONOTONIC

FOLLOWS: Final = 0.03  # seconds in which the target of a hand that feels nothing is smoothed


def settle(
    own: Arrays,
    device: Properties,
    handle: Handle,
    inputs: tuple[str, ...],
    coupling: Coupling,
    period: float,
) -> None:
    """The settings in the arrays."""
    c, v = own.c, own.v
    for k, name in enumerate(NAMES):
        if name in handle.names:
            c[at.PLACE + k] = inputs.index(name)
    c[at.CLOCK], c[at.TURNS], c[at.CLUTCH] = MONOTONIC, handle.turns, device.relative
    v[at.PERIOD], v[at.PATIENCE] = period, 0.05
    v[at.SPIN] = min(1.5e-4, 0.3 * period)
    v[at.FORCE_LIMIT] = min(device.force, 1e9) * (1.0 / device.scale)
    v[at.TORQUE_LIMIT] = min(device.torque, 1e9)
    v[at.DEVICE_DAMPING], v[at.DEVICE_TURNING] = device.damping, device.turning
    v[at.STRONGEST] = (device.damping + 0.5 * device.mass / period) / device.scale**2
    v[at.STRONGEST_TURNING] = device.turning + 0.5 * device.inertia / period
    v[at.SCALE], v[at.SMOOTHING] = device.scale, 1.0 - np.exp(-period / 0.01)
    v[at.FOLLOW] = 1.0 if device.actuated else 1.0 - np.exp(-period / FOLLOWS)
    v[at.STIFFNESS : at.STIFFNESS + 12] = by_axis(coupling, handle)


def period_of(rate: float, steps: int) -> float:
    """Seconds of a tick, if that is a rate."""
    if not (np.isfinite(rate) and 1.0 <= rate <= 20000.0 and steps >= 1):
        raise ArgumentError(
            f"feel: a rate of {rate} Hz with {steps} steps a tick. Give 1 to 20000 Hz, and a step "
            "or more."
        )
    return 1.0 / rate


def closed(inputs: Mapping[str, Any] | None) -> dict[str, Any]:
    """Inputs that are expressions of state and time."""
    given = inputs or {}
    return {
        name: value
        for name, value in given.items()
        if hasattr(value, "graph") and getattr(value, "value", None) is None
    }
