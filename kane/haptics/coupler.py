"""Virtual coupler: a spring and a damper between the device and the system's handle.

    F = K (x_device − x_handle) + B (v_device − v_handle)

acts on the handle, and −F on the hand [Colgate1995; Gillespie2003 §1]. The device's velocity is the
backward difference of what it reports, for which the passivity conditions hold (passivity.py);
turns are rotation vectors. A hand that feels nothing, and is seen a few times
a second, is followed smoothly. Axes that are not coupled have K = B = 0.

From: turning.py    Next: guard.py
"""

from __future__ import annotations

from kane.haptics.layout import (
    AXES,
    BEFORE,
    BEFORE_TURN,
    CLUTCH,
    DAMPING,
    ENERGY,
    FOLLOW,
    HANDLE,
    HELD,
    HOLDING,
    LOST,
    MOVED,
    OFFSET,
    ORIGIN,
    PERIOD,
    POSITION,
    QUATERNION,
    SCALE,
    SMOOTH,
    SMOOTHING,
    STIFFNESS,
    TARGET,
    TARGET_TURN,
    TURNS,
    VALID,
)
from kane.haptics.turning import matrix_of, product, turn_between
from kane.program.arrays import Floats, Ints
from kane.program.routine import routine


@routine
def sense(c: Ints, v: Floats, reading: Floats, room: Floats) -> None:
    """Where the device is in the model, and how far it moved since the last tick."""
    if reading[VALID] <= 0.0:
        if c[HOLDING] == 1:
            c[LOST] += 1
        c[HOLDING] = 0
        for i in range(6):
            v[MOVED + i] = 0.0
            v[SMOOTH + i] = 0.0
        return
    grasped = c[HOLDING] == 0
    c[HOLDING] = 1
    if c[TURNS] == 1:
        _turned(c, v, reading, grasped, room)
    for i in range(3):
        along = 0.0
        for j in range(3):
            along += v[AXES + 3 * i + j] * reading[POSITION + j]
        if grasped and c[CLUTCH] == 1:
            v[ORIGIN + i] = v[HANDLE + i] - v[SCALE] * along
        place = v[ORIGIN + i] + v[SCALE] * along
        if v[FOLLOW] < 1.0 and not grasped:
            place = v[TARGET + i] + v[FOLLOW] * (place - v[TARGET + i])
        v[TARGET + i] = place
        if grasped:
            v[BEFORE + i] = v[TARGET + i]
        v[MOVED + i] = v[TARGET + i] - v[BEFORE + i]
        v[BEFORE + i] = v[TARGET + i]
    if grasped and c[LOST] == 0:
        held = _held(c, v, room)
        v[ENERGY] = v[ENERGY] + held
    for i in range(6):
        now = v[MOVED + i] / v[PERIOD]
        v[SMOOTH + i] = v[SMOOTH + i] + v[SMOOTHING] * (now - v[SMOOTH + i])


@routine
def _held(c: Ints, v: Floats, room: Floats) -> float:
    """What the spring holds, ½ K x²: an absolute device may be taken away from the handle."""
    energy = 0.0
    for i in range(3):
        far = v[TARGET + i] - v[HANDLE + i]
        energy += 0.5 * v[STIFFNESS + i] * far * far
    if c[TURNS] == 1:
        turn_between(v[TARGET_TURN:], v[HANDLE + 9 :], room)
        for i in range(3):
            energy += 0.5 * v[STIFFNESS + 3 + i] * room[i] * room[i]
    return energy


@routine
def _turned(c: Ints, v: Floats, reading: Floats, grasped: bool, room: Floats) -> None:
    """The device's orientation along the ground's axes, and the turn since the last tick."""
    R = room[9:]
    matrix_of(reading[QUATERNION:], R)
    product(v[AXES:], R, room[18:])
    R = room[27:]
    for i in range(3):
        for j in range(3):
            total = 0.0
            for k in range(3):
                total += room[18 + 3 * i + k] * v[AXES + 3 * j + k]
            R[3 * i + j] = total
    if grasped and c[CLUTCH] == 1:
        for i in range(3):
            for j in range(3):
                total = 0.0
                for k in range(3):
                    total += R[3 * k + i] * v[HANDLE + 9 + 3 * k + j]
                v[OFFSET + 3 * i + j] = total
    product(R, v[OFFSET:], v[TARGET_TURN:])
    if grasped:
        for i in range(9):
            v[BEFORE_TURN + i] = v[TARGET_TURN + i]
    turn_between(v[TARGET_TURN:], v[BEFORE_TURN:], v[MOVED + 3 :])
    for i in range(9):
        v[BEFORE_TURN + i] = v[TARGET_TURN + i]


@routine
def couple(
    c: Ints,
    v: Floats,
    target: Floats,
    turned: Floats,
    moved: Floats,
    period: float,
    handle: Floats,
    room: Floats,
    F: Floats,
) -> None:
    """F, the force and torque on the handle; `moved` is what the device moved in a `period`.

    `room` is left with how far the device is from the handle (6), and how fast it goes away (6).
    """
    for i in range(3):
        room[i] = target[i] - handle[i]
        room[3 + i] = 0.0
        room[6 + i] = moved[i] / period - handle[3 + i]
        room[9 + i] = 0.0
    if c[TURNS] == 1:
        turn_between(turned, handle[9:], room[3:])
        for i in range(3):
            room[9 + i] = moved[3 + i] / period - handle[6 + i]
    for i in range(6):
        F[i] = v[STIFFNESS + i] * room[i] + v[DAMPING + i] * room[6 + i]


@routine
def let_go(v: Floats) -> None:
    """No force on either side."""
    for i in range(6):
        v[HELD + i] = 0.0
