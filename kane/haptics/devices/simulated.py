"""Simulated devices: a mass in a human hand, and a point led through given places.

    m v̇ = F_hand − b v − c v/|v| + f,    F_hand = k (x₀(t) − x) + d (ẋ₀ − v)

with x₀ the place where the hand wants to be, f the force that the loop shows, held between ticks,
and x rounded to the device's resolution where it is read. The hand's work ∫ F_hand · v dt is kept:
its least value tells whether the port was passive. Arm: k from 200 to 1000 N/m, d from 5 to
20 N s/m.

From: contract.py    Next: kane/haptics/loop.py
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import cos, floor, sin
from typing import Any, Final

import numpy as np

from kane.haptics.devices.contract import Link, Properties
from kane.haptics.layout import FORCE, POSITION, QUATERNION, VALID
from kane.machine.routine import native_library
from kane.program.arrays import Floats, Ints
from kane.program.routine import Library, library, routine

MASS: Final = 0  # of x, y, z; TURN_* of the turn about z
DAMPING: Final = 1
COULOMB: Final = 2
RESOLUTION: Final = 3
ARM: Final = 4
ARM_DAMPING: Final = 5
PERIOD: Final = 6
TIME: Final = 7
WORK: Final = 8  # of the hand
LEAST: Final = 9
X: Final = 10  # 4: place and turn
V: Final = 14  # 4
F: Final = 18  # 4: the force that is shown
INERTIA: Final = 22
TURN_DAMPING: Final = 23
TURN_ARM: Final = 24
TURN_ARM_DAMPING: Final = 25
VANISH: Final = 26  # seconds at which it is unplugged
RETURN: Final = 27  # and plugged in again
LARGEST: Final = 28  # force that was ever shown
AFTER: Final = 29  # force that was shown while it was unplugged
SMALL: Final = 30  # speed below which Coulomb friction is linear
ROOM: Final = 32  # 8
PATH: Final = 40  # rows (t, x, y, z, turn)
_PARTS: Final = 8


@routine
def read_arm(reading: Floats, d: Floats, own: Ints) -> None:
    """One period of mass and arm under the force held; then what the device reports."""
    if own[1] == 1:
        for _ in range(_PARTS):
            _part(d, own, d[PERIOD] / float(_PARTS))
    own[1] = 1
    reading[VALID] = 1.0
    if d[TIME] >= d[VANISH] and d[TIME] < d[RETURN]:
        reading[VALID] = -1.0
    for i in range(3):
        reading[POSITION + i] = _rounded(d[X + i], d[RESOLUTION])
    half = 0.5 * d[X + 3]
    reading[QUATERNION] = cos(half)
    reading[QUATERNION + 1] = 0.0
    reading[QUATERNION + 2] = 0.0
    reading[QUATERNION + 3] = sin(half)


@routine
def write_arm(command: Floats, d: Floats, own: Ints) -> None:
    """The force from now on."""
    for i in range(3):
        d[F + i] = command[FORCE + i]
    d[F + 3] = command[FORCE + 5]
    for i in range(4):
        d[LARGEST] = max(d[LARGEST], abs(d[F + i]))
        if d[TIME] >= d[VANISH] and d[TIME] < d[RETURN]:
            d[AFTER] = max(d[AFTER], abs(d[F + i]))


@routine
def _rounded(x: float, step: float) -> float:
    return float(floor(x / step + 0.5)) * step if step > 0.0 else x


@routine
def _part(d: Floats, own: Ints, h: float) -> None:
    """A step of the midpoint kind for mass and arm; its work to the same order.

    v at the middle by one implicit equation, linear but for Coulomb's part: no step gains energy.
    """
    path = d[PATH:]
    while own[0] + 2 < own[2] and d[TIME] >= path[5 * (own[0] + 1)]:
        own[0] += 1
    low = path[5 * own[0] :]
    high = path[5 * (own[0] + 1) :]
    length = high[0] - low[0]
    middle = min(max((d[TIME] + 0.5 * h - low[0]) / length, 0.0), 1.0)
    moving = d[TIME] + 0.5 * h < high[0]
    for i in range(4):
        m = d[MASS] if i < 3 else d[INERTIA]
        b = d[DAMPING] if i < 3 else d[TURN_DAMPING]
        k = d[ARM] if i < 3 else d[TURN_ARM]
        c = d[ARM_DAMPING] if i < 3 else d[TURN_ARM_DAMPING]
        goal = low[1 + i] + middle * (high[1 + i] - low[1 + i])
        pace = (high[1 + i] - low[1 + i]) / length if moving else 0.0
        rub = d[COULOMB] / max(abs(d[V + i]), d[SMALL]) if i < 3 else 0.0
        known = m * d[V + i] + 0.5 * h * (k * (goal - d[X + i]) + c * pace + d[F + i])
        speed = known / (m + 0.5 * h * (b + c + rub) + 0.25 * h * h * k)
        pull = k * (goal - d[X + i] - 0.5 * h * speed) + c * (pace - speed)
        d[WORK] = d[WORK] + h * pull * speed
        d[X + i] = d[X + i] + h * speed
        d[V + i] = 2.0 * speed - d[V + i]
    d[LEAST] = min(d[LEAST], d[WORK])
    d[TIME] = d[TIME] + h


@routine
def read_led(reading: Floats, d: Floats, own: Ints) -> None:
    """The next place of the path, reached on a straight line; the work it took.

    W += (b Δx/T − f) · Δx: of all ways between two places the one that takes the least.
    """
    row = d[PATH + 3 * (own[0] % own[2]) :]
    for i in range(3):
        step = row[i] - d[X + i]
        if own[1] == 1:
            d[WORK] = d[WORK] + (d[DAMPING] * step / d[PERIOD] - d[F + i]) * step
            d[V + i] = step / d[PERIOD]
        d[X + i] = row[i]
        reading[POSITION + i] = _rounded(row[i], d[RESOLUTION])
    own[0] += 1
    own[1] = 1
    reading[VALID] = 1.0
    reading[QUATERNION] = 1.0
    d[LEAST] = min(d[LEAST], d[WORK])


SIMULATED: Final[Library] = library("simulated", read_arm, write_arm, read_led)


@dataclass(kw_only=True)
class SimulatedDevice:
    """A device in a hand that wants to follow a path: rows (t, x, y, z) or (t, x, y, z, turn)."""

    path: Sequence[Sequence[float]]
    mass: float = 0.2
    damping: float = 0.5
    coulomb: float = 0.0
    resolution: float = 0.0
    arm: float = 500.0
    arm_damping: float = 10.0
    inertia: float = 2e-3
    turn_damping: float = 5e-3
    turn_arm: float = 5.0
    turn_arm_damping: float = 0.1
    vanish: float = 1e300
    back: float = 1e300
    memory: Any = field(default=None, init=False)

    @property
    def properties(self) -> Properties:
        """As a real one would state them."""
        return Properties(
            name="simulated",
            axes=("x", "y", "z", "turn z"),
            mass=self.mass,
            damping=self.damping,
            turning=self.turn_damping,
            inertia=self.inertia,
            resolution=self.resolution,
        )

    def open(self, period: float) -> Link:
        """At the start of its path, at rest."""
        rows = np.array([[*row, 0.0][:5] for row in self.path], dtype=np.float64)
        if len(rows) == 1:
            rows = np.vstack([rows, rows + np.array([1.0, 0, 0, 0, 0])])
        memory = np.zeros(PATH + rows.size)
        memory[PATH:] = rows.ravel()
        memory[[MASS, DAMPING, COULOMB, RESOLUTION]] = (
            self.mass, self.damping, self.coulomb, self.resolution,
        )  # fmt: skip
        memory[[ARM, ARM_DAMPING, PERIOD, SMALL]] = self.arm, self.arm_damping, period, 1e-3
        memory[[INERTIA, TURN_DAMPING]] = self.inertia, self.turn_damping
        memory[[TURN_ARM, TURN_ARM_DAMPING]] = self.turn_arm, self.turn_arm_damping
        memory[[VANISH, RETURN]] = self.vanish, self.back
        memory[X : X + 4] = rows[0, 1:]
        counters = np.array([0, 0, len(rows)], dtype=np.int64)
        self.memory = memory
        return _link(read_arm, memory, counters)

    def close(self) -> None:
        """Nothing to do."""

    @property
    def work(self) -> float:
        """What the hand has put in, in joules."""
        return float(self.memory[WORK])

    @property
    def least_work(self) -> float:
        """The least that it ever was."""
        return float(self.memory[LEAST])


@dataclass(kw_only=True)
class LedDevice:
    """A point that is led through given places (x, y, z), one a tick, again and again."""

    places: Sequence[Sequence[float]]
    damping: float
    resolution: float = 0.0
    gained: float = field(default=0.0, init=False)
    memory: Any = field(default=None, init=False)

    @property
    def properties(self) -> Properties:
        """As a real one would state them."""
        return Properties(name="led", damping=self.damping, resolution=self.resolution)

    def open(self, period: float) -> Link:
        """At its first place."""
        rows = np.array(self.places, dtype=np.float64)
        memory = np.zeros(PATH + rows.size)
        memory[PATH:] = rows.ravel()
        memory[[DAMPING, RESOLUTION, PERIOD]] = self.damping, self.resolution, period
        memory[X : X + 3] = rows[0]
        self.memory = memory
        return _link(read_led, memory, np.array([0, 0, len(rows)], dtype=np.int64))

    def close(self) -> None:
        """Nothing to do."""

    @property
    def work(self) -> float:
        """What leading it has taken, in joules."""
        return float(self.memory[WORK])


def _link(read: Any, memory: Any, counters: Any) -> Link:
    made = native_library(SIMULATED)
    return Link(
        read=made[read].address,
        write=made[write_arm].address,
        memory=memory,
        counters=counters,
        kept=made,
    )
