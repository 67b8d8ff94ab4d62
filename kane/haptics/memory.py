"""The loop's arrays, laid out as it reads them; and how its thread is made.

From: layout.py, kane/sim/memory.py    Next: loop.py
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from kane.haptics import layout as at
from kane.haptics.devices.contract import Link
from kane.haptics.histogram import KINDS, SIZE
from kane.haptics.servo import SERVO, servo
from kane.machine.call import aligned
from kane.machine.clock import clock
from kane.machine.routine import native_library
from kane.sim.engine import Engine
from kane.sim.functions import Native
from kane.sim.memory import Memory

Floats = np.ndarray[Any, np.dtype[np.float64]]
Ints = np.ndarray[Any, np.dtype[np.int64]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrays:
    """Everything that the loop works in besides the stepper's memory."""

    held: Floats
    taken: Floats
    lent: Floats
    c: Ints
    v: Floats
    reading: Floats
    command: Floats
    lock: Ints
    shared: Floats
    log: Floats
    moments: Floats
    counts: Ints
    stamp: Ints
    scratch: Floats
    asked: Floats
    foreseen: Floats


def arrays(
    states: int, inputs: int, handle: Native, moving: Native | None, parameters: int, log: int
) -> Arrays:
    """All zero but for sizes."""
    c, v = np.zeros(at.COUNT, dtype=np.int64), np.zeros(at.VALUES)
    moments = 4096
    c[at.LIMIT], c[at.LOG_ROWS], c[at.MOMENT_ROWS] = -1, log, moments
    c[at.STATES], c[at.INPUTS], c[at.PUBLISH] = states, inputs, 1
    held = handle.parameters.copy()
    taken = np.empty(0) if moving is None else moving.parameters.copy()
    workspace = max(handle.workspace, 0 if moving is None else moving.workspace)
    c[at.P_SIZE], c[at.P_HANDLE], c[at.P_TAKEN] = parameters, len(held), len(taken)
    c[at.PLACE : at.PLACE + 6] = -1
    c[at.EXPECTED] = c[at.AHEAD_AT] = -1
    v[at.SCALE] = 1.0
    for place in (at.AXES, at.OFFSET, at.TARGET_TURN, at.BEFORE_TURN, at.HANDLE + 9):
        v[place : place + 9] = np.eye(3).ravel()
    return Arrays(
        held=held,
        taken=np.append(taken, 0.0),
        lent=aligned(at.RESULT + workspace + 8),
        c=c,
        v=v,
        reading=np.zeros(at.READING),
        command=np.zeros(at.COMMAND),
        lock=np.zeros(8, dtype=np.int64),
        shared=np.zeros(at.HEAD + states + inputs),
        log=np.zeros(max(log, 1) * at.LOG_ROW),
        moments=np.zeros(moments * at.MOMENT_ROW),
        counts=np.zeros(KINDS * SIZE, dtype=np.int64),
        stamp=np.zeros(8, dtype=np.int64),
        scratch=np.zeros(64),
        asked=np.zeros(parameters + len(held) + len(taken) + 12),
        foreseen=np.zeros(2 + states + inputs),
    )


def call(
    engine: Engine, handle: Native, moving: Native | None, link: Link, own: Arrays
) -> Callable[[], int]:
    """The loop, ready to be called; it comes back when it has ended."""
    functions, memory, time = engine.functions, engine.memory, clock()
    every = (
        functions.motion,
        functions.own,
        functions.jacobian,
        functions.observe,
        functions.switch,
        functions.terms,
        functions.project,
        handle,
        moving,
    )
    addresses: list[Any] = [(one or functions.motion).address for one in every]
    outside = (time.gettime, time.sleep, time.fence, link.read, link.write)
    bound: Any = native_library(SERVO)[servo]
    made: Callable[[], int] = bound.bind(
        *addresses, *outside, *memory.arrays(), *_copies(memory), own.held, own.taken,
        own.lent, link.memory, link.counters, own.c, own.v, own.reading, own.command, own.lock,
        own.shared, own.log, own.moments, own.counts, own.stamp, own.scratch, own.asked,
        own.foreseen,
    )  # fmt: skip
    return made


def _copies(memory: Memory) -> tuple[Any, ...]:
    """The arrays of the look-ahead's own, in the order in which the loop takes them."""
    names = (
        "n", "x", "s", "K", "places", "a", "work", "matrix", "pivots", "g", "record", "events",
        "modes", "room",
    )  # fmt: skip
    return tuple(_copy(getattr(memory, name)) for name in names)


def _copy(array: Any) -> Any:
    if array.dtype == np.int64:
        return array.copy()
    made = aligned(max(len(array), 1))[: len(array)]
    made[:] = array
    return made
