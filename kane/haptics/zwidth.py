"""Z-width: the walls, by stiffness and damping, that a device lets be passive or stable.

Predicted by b > K T/2 + |B|; measured with the loop itself in front of a locked system: the port's
border by leading the device through sinusoids up to Nyquist, stability by a mass in a hand.

From: report.py    Next: kane/haptics/gallery
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from kane.geometry.vector import GROUND, X
from kane.haptics import layout as at
from kane.haptics.devices.simulated import LedDevice, SimulatedDevice
from kane.haptics.handle import Handle
from kane.haptics.loop import Coupling, Loop, Pace, feel
from kane.haptics.passivity import Gains, stiffest
from kane.model.body import Particle
from kane.model.constraints import Motion
from kane.model.joints import Prismatic
from kane.model.quantities import rate
from kane.model.system import System

Array = np.ndarray[Any, np.dtype[np.float64]]
CYCLE: Final = 240  # ticks of the slowest sinusoid that is led through
HARMONICS: Final = (1, 2, 5, 12, 30, 60, 90, 105, 115, 119, 120)  # the last is Nyquist
NONE: Final = Gains(stiffness=0.0, damping=0.0)


def wall() -> tuple[System, Handle]:
    """A block that is locked: what is felt of it is the coupler alone."""
    block = Particle("block", mass=1.0)
    system = System(
        "wall",
        joints=[Prismatic("x", GROUND, block, axis=X)],
        constraints=[Motion("lock", rate("x") == 0)],
    )
    return system, Handle(point=block.point("P"), axes=("x",))


def led(gains: Gains, damping: float, period: float, places: Array, resolution: float) -> LedDevice:
    """A device that was led twice through places (x by tick) in front of the wall."""
    system, handle = wall()
    device = LedDevice(
        places=[(x, 0.0, 0.0) for x in places], damping=damping, resolution=resolution
    )
    loop = _loop(system, handle, device, gains, period, guard=False)
    loop.run(len(places))
    before = device.work
    loop.run(len(places))
    device.gained = device.work - before
    return device


def measured_border(
    gains: Gains, period: float, *, resolution: float = 0.0, amplitude: float = 1e-3
) -> tuple[float, int]:
    """The least damping with which no sinusoid gets energy out of the wall, and the worst one.

    Work is linear in the damping: W = b Σ Δx²/T − W₀, so one run gives the border of a harmonic.
    """
    found, worst = -np.inf, 0
    for harmonic in HARMONICS:
        k = np.arange(CYCLE)
        places = amplitude * np.cos(2.0 * np.pi * harmonic * k / CYCLE)
        device = led(gains, 0.0, period, places, resolution)
        steps = np.diff(np.append(places, places[0]))
        border = -device.gained / float(np.sum(steps**2) / period)
        if border > found:
            found, worst = border, harmonic
    return found, worst


def is_stable(gains: Gains, damping: float, period: float, *, guard: bool = False) -> bool:
    """Whether a mass in a hand that leans on the wall comes to rest."""
    system, handle = wall()
    path = [(0.0, 0.0, 0.0, 0.0), (0.01, 0.005, 0.0, 0.0), (9.0, 0.005, 0.0, 0.0)]
    device = SimulatedDevice(path=path, mass=0.1, damping=damping, arm=200.0, arm_damping=0.5)
    loop = _loop(system, handle, device, gains, period, guard=guard)
    loop.run(int(1.5 / period))
    late = loop.log[-int(0.2 / period) :, at.LOG_TARGET]
    return bool(np.ptp(late) < 1e-3 and np.all(np.isfinite(late)))


@dataclass(frozen=True, slots=True, kw_only=True)
class ZWidth:
    """Stiffnesses at the border by damping, for one device and period."""

    damping: float
    period: float
    B: Array
    passive: Array
    stable: Array

    def plot(self, axes: Any = None) -> Any:
        """The plane of B and K with both borders (extra `[plot]`); returns the figure."""
        import matplotlib.pyplot as plt

        axes = axes or plt.figure(figsize=(6, 4)).add_subplot()
        axes.plot(self.B, self.passive, label="passive: 2 (b − B)/T")
        axes.plot(self.B, self.stable, "o-", label="stable, in a hand (measured)")
        axes.set_xlabel("B in N s/m")
        axes.set_ylabel("K in N/m")
        axes.set_title(f"Z-width: b = {self.damping:g} N s/m at {1 / self.period:g} Hz")
        axes.legend()
        return axes.figure


def z_width(damping: float, period: float, parts: int = 5) -> ZWidth:
    """The borders at some dampings from 0 to that of the device."""
    B = np.linspace(0.0, damping, parts)
    passive = stiffest(damping, period) * (1.0 - B / damping)
    stable = np.array([_stiffest_stable(float(b), damping, period) for b in B])
    return ZWidth(damping=damping, period=period, B=B, passive=passive, stable=stable)


def _stiffest_stable(B: float, damping: float, period: float) -> float:
    low, high = 0.0, 40.0 * stiffest(damping, period)
    for _ in range(9):
        middle = 0.5 * (low + high)
        stable = is_stable(Gains(stiffness=middle, damping=B), damping, period)
        low, high = (middle, high) if stable else (low, middle)
    return low


def _loop(
    system: System, handle: Handle, device: Any, gains: Gains, period: float, guard: bool
) -> Loop:
    return feel(
        system,
        handle,
        device,
        rate=1.0 / period,
        coupling=Coupling(along=gains, about=NONE),
        guard=guard,
        pace=Pace.UNPACED,
        log=2.0,
    )
