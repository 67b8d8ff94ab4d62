"""Felt: what others see of a loop, read out of its arrays.

From: shared.py, layout.py    Next: loop.py
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kane.haptics import layout as at
from kane.haptics.handle import NAMES
from kane.haptics.memory import Arrays
from kane.haptics.servo import SERVO
from kane.haptics.shared import snapshot
from kane.machine.clock import clock
from kane.machine.routine import native_library
from kane.sim.signals import Between, Table

Floats = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Felt:
    """The loop's state at one moment."""

    t: float
    tick: int
    held: bool
    target: Floats
    turn: Floats
    handle: Floats
    force: Floats  # on the handle
    shown: Floats  # and what the hand feels, without its sign
    energy: float
    y: Floats
    a: Floats
    clock: float


def felt(own: Arrays) -> Felt:
    """The state at one of the last ticks, as a whole."""
    out = np.zeros(len(own.shared))
    made: Any = native_library(SERVO)[snapshot]
    made(clock().fence, own.lock, own.shared, len(out), out)
    states = int(own.c[at.STATES])
    return Felt(
        t=float(out[at.SHARED_TIME]),
        tick=int(out[at.SHARED_TICK]),
        held=out[at.SHARED_VALID] == 1.0,
        target=out[at.SHARED_TARGET : at.SHARED_TARGET + 3],
        turn=out[at.SHARED_TURN : at.SHARED_TURN + 9].reshape(3, 3),
        handle=out[at.SHARED_HANDLE : at.SHARED_HANDLE + 3],
        force=out[at.SHARED_HELD : at.SHARED_HELD + 6],
        shown=out[at.SHARED_SHOWN : at.SHARED_SHOWN + 6],
        energy=float(out[at.SHARED_ENERGY]),
        y=out[at.HEAD : at.HEAD + states],
        a=out[at.HEAD + states :],
        clock=float(out[at.SHARED_NOW]),
    )


def log_of(own: Arrays) -> Floats:
    """The rows of the log that are left, the oldest first (layout.py)."""
    return _ring(own.log.reshape(-1, at.LOG_ROW), int(own.c[at.LOGGED]), int(own.c[at.LOG_ROWS]))


def moments_of(own: Arrays) -> Floats:
    """The events, the oldest first, a row each (layout.py)."""
    table = own.moments.reshape(-1, at.MOMENT_ROW)
    return _ring(table, int(own.c[at.MOMENTS]), int(own.c[at.MOMENT_ROWS]))


def _ring(table: Floats, written: int, size: int) -> Floats:
    if written <= size:
        return table[:written].copy()
    return np.roll(table, -(written % size), axis=0)


def hand_of(log: Floats, names: Sequence[str], end: float) -> dict[str, Table]:
    """What the hand did in the ticks of a log that ends at a time, by input."""
    t, made = [*log[:, at.LOG_TIME], end], {}
    for k, name in enumerate(NAMES):
        if name in names:
            held = log[:, at.LOG_HELD + k]
            made[name] = Table(t=t, values=[*held, held[-1]], between=Between.HELD)
    return made
