"""Gains of the coupler for a device and a handle: as stiff as the device lets be passive.

From: passivity.py, handle.py    Next: loop.py
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from kane.haptics.devices.contract import Properties
from kane.haptics.handle import AXES, Handle
from kane.haptics.passivity import DAMPED, Follows, Gains, automatic, filtered_needs

Floats = np.ndarray[Any, np.dtype[np.float64]]
UNACTUATED: Final = 2.0 * np.pi * 4.0  # rad/s of a handle that follows a hand that feels nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class Coupling:
    """The gains of the coupler: along the axes, and about them."""

    along: Gains
    about: Gains


def gains_for(properties: Properties, masses: Floats, period: float) -> Coupling:
    """Gains for a device and a handle this heavy.

    From the device's damping where the hand feels force; where it feels none, so that the handle
    follows with 4 Hz, critically damped.
    """
    along, about = float(np.min(masses[:3])), float(np.min(masses[3:]))
    if not properties.actuated:
        return Coupling(along=_following(along), about=_following(about))
    square = properties.scale**2
    damping, delay = properties.damping / square, properties.delay
    turning = properties.turning
    return Coupling(
        along=automatic(damping, period, lightest=along, delay=delay),
        about=automatic(turning, period, lightest=about, delay=delay),
    )


def following(properties: Properties, masses: Floats, period: float) -> tuple[Follows, Follows]:
    """Along the axes and about them: as quick as the port of these masses lets be passive."""
    if not properties.actuated:
        slow = Follows(quick=UNACTUATED, leads=1.0)
        return slow, slow
    along, about = float(np.max(masses[:3])), float(np.max(masses[3:]))
    damping, delay = properties.damping / properties.scale**2, properties.delay
    return (
        _quickest(damping, along, period, delay),
        _quickest(properties.turning, about, period, delay),
    )


def _quickest(damping: float, mass: float, period: float, delay: float) -> Follows:
    """By halving, in a wide range; where no damping allows it, the slowest of this range."""
    low, high = 1e-2, 0.25 / period
    if not mass > 0.0:  # no axis of this kind is held
        return Follows(quick=high, leads=0.0)

    def made(quick: float) -> Follows:
        return Follows(quick=quick, leads=min(1.0, DAMPED * damping / (2.0 * mass * quick)))

    for _ in range(40):
        middle = float(np.sqrt(low * high))
        needs = filtered_needs(made(middle), mass, period, delay=delay)
        low, high = (middle, high) if needs <= damping else (low, middle)
    return made(low)


def _following(mass: float) -> Gains:
    if not np.isfinite(mass):
        return Gains(stiffness=0.0, damping=0.0)
    return Gains(stiffness=mass * UNACTUATED**2, damping=2.0 * mass * UNACTUATED)


def by_axis(coupling: Coupling, handle: Handle) -> list[float]:
    """Stiffness and damping by axis; none along and about those that are not held."""
    six = [coupling.along] * 3 + [coupling.about] * 3
    held = [axis in handle.axes for axis in AXES]
    stiffness = [one.stiffness * is_held for one, is_held in zip(six, held, strict=True)]
    return [*stiffness, *(one.damping * h for one, h in zip(six, held, strict=True))]
