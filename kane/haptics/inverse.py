"""Inverse dynamics: the force shown where the hand prescribes how the handle moves.

The device's motion x_d is filtered once, to the second order, and the handle moves as filtered:

    a = ω² (x_d − x) + 2 ω (γ v_d − v)               the filter, critically damped
    F = Λ (a − a₀),   Λ⁻¹ = J M⁻¹ Jᵀ                [Khatib1995 §2]

a₀ is the handle's acceleration without the hand, J its partial velocities. Where the handle's axes
take up every freedom this is the inverse dynamics of that motion, J⁻ᵀ (M u̇ + f) with
u̇ = J⁻¹ (a − J̇ u): weight, springs and Coriolis forces are felt as they are, and none of them
moves the handle away. What the handle leaves free moves by itself.

How quick the filter may be is a matter of passivity: `filtered` in passivity.py has the damping
that it needs. With γ = 0 a mass felt through it is passive at any ω but for sampling, and with
γ > 0 the handle lags less.

An axis along which the handle cannot move (a wall, a lock, a stretched arm: its pivot in Λ⁻¹ is
almost nothing) is left to the coupler.

From: coupler.py    Next: guard.py
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from kane.haptics.layout import LEADS, PLACE, QUICK
from kane.program.arrays import Floats, Ints
from kane.program.routine import routine

STUCK: Final = 1e-4  # of an axis's own mobility, below which it cannot be moved


@routine
def prescribe(
    c: Ints, v: Floats, apart: Floats, handle: Floats, moving: Floats, room: Floats, F: Floats
) -> None:
    """F of the coupler becomes that of the filtered motion on axes that can be moved.

    `apart`: how far the device is from the handle, and how fast it goes away (couple); `moving`:
    a₀ of the axes held, then Λ⁻¹ by rows.
    """
    count = 0
    for i in range(6):
        if c[PLACE + i] >= 0:
            quick = v[QUICK] if i < 3 else v[QUICK + 1]
            leads = v[LEADS] if i < 3 else v[LEADS + 1]
            fast = leads * apart[6 + i] - (1.0 - leads) * handle[3 + i]
            room[count] = quick * (quick * apart[i] + 2.0 * fast) - moving[count]
            room[6 + count] = F[i]
            count += 1
    matrix = moving[count:]
    _scaled(matrix, room, count)
    _eliminated(matrix, room, count)
    for k in range(count):
        if room[18 + k] == 1.0:
            total = room[k]
            for other in range(count):
                if room[18 + other] == 0.0:
                    total -= matrix[k * count + other] * room[6 + other] / room[12 + other]
            room[24 + k] = total / matrix[k * count + k] * room[12 + k]
        else:
            room[24 + k] = room[6 + k]
    count = 0
    for i in range(6):
        if c[PLACE + i] >= 0:
            F[i] = room[24 + count]
            count += 1


@routine
def _scaled(matrix: Floats, room: Floats, count: int) -> None:
    """Rows, columns and right side scaled so that every axis's own mobility is 1.

    room[12:] are the scales, 1 where an axis cannot be moved; room[18:] which have been used.
    """
    for k in range(count):
        own = matrix[k * count + k]
        room[12 + k] = 1.0 / sqrt(own) if own > 0.0 else 1.0
        room[18 + k] = 0.0
    for k in range(count):
        room[k] = room[k] * room[12 + k]
        for j in range(count):
            matrix[k * count + j] = matrix[k * count + j] * room[12 + k] * room[12 + j]


@routine
def _eliminated(matrix: Floats, room: Floats, count: int) -> None:
    """Gauss and Jordan's elimination, the largest diagonal first, until none is left."""
    for _ in range(count):
        pivot = -1
        largest = STUCK
        for k in range(count):
            if room[18 + k] == 0.0 and matrix[k * count + k] > largest:
                pivot = k
                largest = matrix[k * count + k]
        if pivot < 0:
            return
        room[18 + pivot] = 1.0
        for k in range(count):
            if k != pivot:
                factor = matrix[k * count + pivot] / largest
                room[k] = room[k] - factor * room[pivot]
                for j in range(count):
                    taken = factor * matrix[pivot * count + j]
                    matrix[k * count + j] = matrix[k * count + j] - taken
