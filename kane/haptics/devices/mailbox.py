"""Mailbox: what a driver in another process and the loop tell each other, in shared memory.

Each side writes a frame: a number, a stamp of the clock, what it has to say, and the sum of these.
A frame whose sum does not agree was read while it was written, and the one before it holds; so no
side waits for the other, and nothing depends on the order in which memory is seen. A reading that
is older than the device's `stale` time is no reading: the force is zero then, on both sides.

From: contract.py    Next: process.py
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from kane.haptics.devices.contract import Link, Reading
from kane.haptics.layout import AGE, BUTTONS, FORCE, NOW, POSITION, QUATERNION, VALID
from kane.machine.routine import native_library
from kane.program.arrays import Floats, Ints
from kane.program.routine import Library, library, routine

NUMBER: Final = 0  # of a frame, STAMP in seconds of the clock
STAMP: Final = 1
HELD: Final = 2  # 1 held, 0 let go, −1 gone
PLACE: Final = 3  # 3 and the quaternion, 4
PRESSED: Final = 10
SUM: Final = 11
BACK: Final = 16  # the frame of the loop: number, stamp, force and torque (6), sum
BACK_FORCE: Final = 18
BACK_SUM: Final = 24
STALE: Final = 25  # seconds
LAST: Final = 32  # the last whole frame that the loop has read, 12
NOW_READ: Final = 44
SIZE: Final = 48


@routine
def read_mailbox(reading: Floats, m: Floats, own: Ints) -> None:
    """The last whole frame, if it is not too old."""
    total = 0.0
    for i in range(SUM):
        m[LAST + 16 + i] = m[i]
        total += m[LAST + 16 + i]
    if total == m[SUM] and m[LAST + 16] > 0.0:
        for i in range(SUM):
            m[LAST + i] = m[LAST + 16 + i]
    reading[VALID] = 0.0
    reading[AGE] = reading[NOW] - m[LAST + STAMP]
    m[NOW_READ] = reading[NOW]
    if m[LAST] > 0.0 and m[LAST + HELD] < 0.0:
        reading[VALID] = -1.0
        return
    if m[LAST] > 0.0 and m[LAST + HELD] > 0.0 and reading[AGE] <= m[STALE]:
        reading[VALID] = 1.0
        for i in range(3):
            reading[POSITION + i] = m[LAST + PLACE + i]
        for i in range(4):
            reading[QUATERNION + i] = m[LAST + PLACE + 3 + i]
        reading[BUTTONS] = m[LAST + PRESSED]


@routine
def write_mailbox(command: Floats, m: Floats, own: Ints) -> None:
    """The force, in a frame of the loop."""
    own[0] += 1
    total = float(own[0]) + m[NOW_READ]
    m[BACK] = float(own[0])
    m[BACK + STAMP] = m[NOW_READ]
    for i in range(6):
        m[BACK_FORCE + i] = command[FORCE + i]
        total += command[FORCE + i]
    m[BACK_SUM] = total


MAILBOX: Final[Library] = library("mailbox", read_mailbox, write_mailbox)
ROOM: Final = 64


def link(memory: Any, stale: float, kept: Any = None) -> Link:
    """The loop's side of a mailbox."""
    memory[STALE] = stale
    made = native_library(MAILBOX)
    return Link(
        read=made[read_mailbox].address,
        write=made[write_mailbox].address,
        memory=memory,
        counters=np.zeros(2, dtype=np.int64),
        kept=(made, memory, kept),
    )


# ── the driver's side ─────────────────────────────────────────────────────────────────────
def post(memory: Any, reading: Reading) -> None:
    """A frame with what the device says now; one with anything that is not a number is none."""
    said = (*reading.position, *reading.quaternion, float(reading.buttons))
    if not all(map(math.isfinite, said)):
        return
    number = float(memory[NUMBER]) + 1.0
    _frame(memory, [number, time.monotonic(), float(reading.held), *said])


def post_gone(memory: Any) -> None:
    """A frame that says that the device is gone for good."""
    _frame(memory, [float(memory[NUMBER]) + 1.0, time.monotonic(), -1.0, *[0.0] * 8])


def _frame(memory: Any, words: Sequence[float]) -> None:
    total = 0.0
    for word in words:
        total += word
    memory[SUM] = math.nan  # what is read from here on is not whole
    for k, word in enumerate(words):
        memory[k] = word
    memory[SUM] = total


def asked(memory: Any, stale: float) -> tuple[float, ...]:
    """The force and torque (6) that the loop asks for; zero where that is too old or not whole."""
    words = [float(memory[BACK + k]) for k in range(BACK_SUM - BACK)]
    total = words[0] + words[1]
    for word in words[2:]:
        total += word
    old = time.monotonic() - words[1] > stale
    if words[0] == 0.0 or old or total != float(memory[BACK_SUM]):
        return (0.0,) * 6
    return tuple(words[2:])
