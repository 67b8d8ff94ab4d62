"""Guard: the energy that the hand has put in, and the damping that keeps it from being less than 0.

Between ticks the force F on the handle is held, and the hand feels −F − b v. It does the work

    ∫ (F + b v) · dx ≥ F · Δx + b Δx²/T           (for ∫ v² dt ≥ Δx²/T, by Cauchy and Schwarz)

so E = Σ (F · Δx + b Δx²/T) is never more than what went in: E ≥ 0 shows that the port is passive,
whatever the hand does between ticks. Where E would become negative in the next tick, at the present
velocity, a damping α is added to what is shown, α = −E⁺ / (T v²), up to a limit
[HannafordRyu2002 §III]: along the axes first, and about them what is left, each up to what half the
device's mass or inertia bears in a tick. Both forces and displacements are the model's; b is the
device's, over the square of the scale. E begins with what the coupler holds when the hand takes the
device for the first time, which the hand may have back.

From: coupler.py    Next: servo.py
"""

from __future__ import annotations

from kane.haptics.layout import (
    ACTED,
    BROUGHT,
    DEVICE_DAMPING,
    DEVICE_TURNING,
    ENERGY,
    FORCE_LIMIT,
    GUARDED,
    HELD,
    LOWEST,
    MOVED,
    PERIOD,
    SATURATED,
    SCALE,
    SHOWN,
    STRONGEST,
    STRONGEST_TURNING,
    TORQUE_LIMIT,
)
from kane.program.arrays import Floats, Ints
from kane.program.routine import routine


@routine
def observe(v: Floats) -> None:
    """The work of the last tick added to E."""
    b = v[DEVICE_DAMPING] / (v[SCALE] * v[SCALE] * v[PERIOD])
    turning = v[DEVICE_TURNING] / v[PERIOD]
    work = 0.0
    for i in range(3):
        d = v[MOVED + i]
        w = v[MOVED + 3 + i]
        work += (v[SHOWN + i] + b * d) * d + (v[SHOWN + 3 + i] + turning * w) * w
    v[ENERGY] = v[ENERGY] + work
    v[LOWEST] = min(v[LOWEST], v[ENERGY])


@routine
def guard(c: Ints, v: Floats) -> None:
    """v[SHOWN] from v[HELD]: what the hand feels, damped where E would become negative."""
    T = v[PERIOD]
    b = v[DEVICE_DAMPING] / (v[SCALE] * v[SCALE])
    work = 0.0
    fast = 0.0
    turning = 0.0
    for i in range(6):
        d = v[MOVED + i]
        own = b if i < 3 else v[DEVICE_TURNING]
        work += v[HELD + i] * d + own * d * d / T
        fast += d * d / T if i < 3 else 0.0
        turning += d * d / T if i >= 3 else 0.0
    along = 0.0
    about = 0.0
    lacks = -(v[ENERGY] + work)
    if c[GUARDED] == 1 and lacks > 0.0 and fast + turning > 0.0:
        along = min(lacks / fast, v[STRONGEST]) if fast > 0.0 else 0.0
        rest = max(lacks - along * fast, 0.0)
        about = min(rest / turning, v[STRONGEST_TURNING]) if turning > 0.0 else 0.0
        c[ACTED] += 1
        v[BROUGHT] = v[BROUGHT] + along * fast + about * turning
    for i in range(6):
        v[SHOWN + i] = v[HELD + i] + (along if i < 3 else about) * v[MOVED + i] / T
    _limited(c, v, 0, v[FORCE_LIMIT])
    _limited(c, v, 3, v[TORQUE_LIMIT])


@routine
def _limited(c: Ints, v: Floats, first: int, limit: float) -> None:
    """What is shown, cut to what the device can do; anything that is not a number is none."""
    most = 0.0
    total = 0.0
    for i in range(3):
        most = max(most, abs(v[SHOWN + first + i]))
        total += v[SHOWN + first + i] * 0.0
    if total != 0.0:
        most = 0.0
        for i in range(3):
            v[SHOWN + first + i] = 0.0
    if most > limit:
        c[SATURATED] += 1
        for i in range(3):
            v[SHOWN + first + i] = v[SHOWN + first + i] * limit / most
