"""How heavy a handle feels: effective masses along and about its axes.

    1 / mᵢ = dᵢ · J M⁻¹ Jᵀ dᵢ       the acceleration by a unit force along dᵢ   [Khatib1995 §2]

Taken from the system's own equations: the change of u̇ by a unit push, and the handle's velocity
with that change for u. Rows that may let go do not hold here: then it is lightest.

From: handle.py    Next: loop.py
"""

from __future__ import annotations

import ctypes
from math import inf
from typing import Any

import numpy as np

from kane.errors import ArgumentError
from kane.haptics import layout as at
from kane.haptics.handle import AXES, NAMES, Handle
from kane.haptics.inverse import STUCK
from kane.sim.engine import Engine
from kane.sim.functions import Native
from kane.sim.stepper import layout as stepper

Floats = np.ndarray[Any, np.dtype[np.float64]]


def called(native: Native, t: float, y: Floats, a: Floats, width: int) -> Floats:
    """The value of a function of a motion."""
    function: Any = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 6)(native.address)
    room = np.zeros(width + native.workspace + 16)
    arrays = (np.array([t]), y.copy(), a.copy(), np.append(native.parameters, 0.0))
    made, work = np.zeros(width + 8), room
    function(*(one.ctypes.data for one in (*arrays, made, work)))
    return made[:width]


def effective_masses(
    engine: Engine, handle: Native, held: Handle, inputs: tuple[str, ...]
) -> Floats:
    """By axis; infinite where the handle cannot move."""
    memory = engine.memory
    states, first = int(memory.n[stepper.STATES]), int(memory.n[stepper.COORDINATES])
    y, t, a = memory.s[:states].copy(), float(memory.x[stepper.T]), memory.a.copy()
    masks = [k for k, name in enumerate(inputs) if k >= len(inputs) - _rows(engine)]
    a[masks] = 0.0
    width = at.OFFSET - at.HANDLE if held.turns else 6
    resting = y.copy()
    resting[first:] = 0.0
    still = called(handle, t, resting, a, width)
    free = called(engine.functions.motion, t, resting, a, states)
    found = np.full(6, inf)
    for k, (axis, name) in enumerate(zip(AXES, NAMES, strict=True)):
        if axis not in held.axes:
            continue
        pushed = a.copy()
        pushed[inputs.index(name)] = 1.0
        change = called(engine.functions.motion, t, resting, pushed, states) - free
        moving = resting.copy()
        moving[first:] = change[first:]
        gained = float((called(handle, t, moving, a, width) - still)[3 + k])
        found[k] = 1.0 / gained if gained > 1e-12 else inf
    return found


def prescribed_masses(engine: Engine, moving: Native, held: Handle) -> Floats:
    """By axis, how heavy the handle is while it moves along this axis alone: the diagonal of Λ.

    Zero where it is not held; ArgumentError where the axes are more than it can follow.
    """
    memory = engine.memory
    states, count = int(memory.n[stepper.STATES]), len(held.names)
    y, t, a = memory.s[:states].copy(), float(memory.x[stepper.T]), memory.a.copy()
    mobility = called(moving, t, y, a, count + count * count)[count:].reshape(count, count)
    own = np.diag(mobility)
    scale = np.where(own > 0.0, 1.0 / np.sqrt(np.abs(own) + 1e-300), 0.0)
    freedoms = int(np.linalg.matrix_rank(mobility * np.outer(scale, scale), tol=STUCK))
    if freedoms < count:
        raise ArgumentError(
            f"Handle at {held.point.path}: its {count} axes {held.axes} cannot be prescribed, for "
            f"at the start it has {freedoms} freedoms along and about them. Hold it along as many "
            "of these axes, or begin where it can move."
        )
    found, places = np.zeros(6), [name in held.names for name in NAMES]
    found[places] = np.diag(np.linalg.inv(mobility))
    return found


def _rows(engine: Engine) -> int:
    """How many of the last inputs are masks and directions."""
    from_modes = engine.memory.modes
    return 2 * int(from_modes[0])
