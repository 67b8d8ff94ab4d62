"""Feeling: what the hand gets for where it has moved the device, in one tick.

From: coupler.py, inverse.py, guard.py    Next: servo.py
"""

from __future__ import annotations

from kane.haptics.coupler import couple, let_go
from kane.haptics.guard import guard, observe
from kane.haptics.inverse import prescribe
from kane.haptics.layout import (
    ADMITTANCE,
    AXES,
    DISPLAY,
    FELT,
    FORCE,
    HANDLE,
    HELD,
    HOLDING,
    INVERSE,
    MOVED,
    PERIOD,
    PLACE,
    POSE,
    SCALE,
    SHOWN,
    TARGET,
    TARGET_TURN,
    TIME,
)
from kane.program.arrays import Floats, Ints
from kane.program.routine import routine


@routine
def bare(c: Ints, a: Floats) -> None:
    """No hand on the handle."""
    for i in range(6):
        if c[PLACE + i] >= 0:
            a[c[PLACE + i]] = 0.0


@routine
def answer(
    c: Ints,
    v: Floats,
    reading: Floats,
    command: Floats,
    moving: Floats,
    scratch: Floats,
    t: float,
) -> None:
    """What the device is told: forces in its own axes and metres; `moving` is inverse.py's."""
    command[TIME] = t
    if c[HOLDING] == 0:
        let_go(v)
        for i in range(6):
            v[SHOWN + i] = 0.0
            command[FORCE + i] = 0.0
        return
    observe(v)
    if c[DISPLAY] == ADMITTANCE:
        for i in range(6):
            v[HELD + i] = reading[FELT + i]
            v[SHOWN + i] = 0.0
        for i in range(3):
            command[POSE + i] = v[HANDLE + i]
        return
    couple(
        c, v, v[TARGET:], v[TARGET_TURN:], v[MOVED:], v[PERIOD], v[HANDLE:], scratch, v[HELD:]
    )  # fmt: skip
    if c[DISPLAY] == INVERSE:
        prescribe(c, v, scratch, v[HANDLE:], moving, scratch[16:], v[HELD:])
    guard(c, v)
    _to_device(v, command)


@routine
def _to_device(v: Floats, command: Floats) -> None:
    """The force on the hand, −F, in the device's axes: power is kept, so it scales as metres do."""
    for k in range(2):
        for j in range(3):
            total = 0.0
            for i in range(3):
                total += v[AXES + 3 * i + j] * v[SHOWN + 3 * k + i]
            command[FORCE + 3 * k + j] = -(v[SCALE] if k == 0 else 1.0) * total
