"""Choices: how a loop waits, what it shows of the coupler; and how a loop is, or ended.

From: layout.py    Next: loop.py
"""

from __future__ import annotations

from enum import Enum, unique
from typing import Final

from kane.haptics import layout as at


@unique
class Pace(Enum):
    """How the loop waits for its next tick."""

    UNPACED = at.UNPACED  # it does not: as fast as it can, for tests and recorded hands
    SLEEPING = at.SLEEPING  # it sleeps until shortly before, then spins: the polite default
    SPINNING = at.SPINNING  # it spins, on a core of its own


@unique
class Display(Enum):
    """What is shown of the system."""

    IMPEDANCE = at.IMPEDANCE  # motion is measured, the coupler's force is shown
    ADMITTANCE = at.ADMITTANCE  # force is measured, motion is shown
    INVERSE = at.INVERSE  # motion is measured, the force that it takes is shown (inverse.py)


@unique
class Status(Enum):
    """How the loop is, or how it ended; the text says what to do."""

    READY = "it has not begun"
    RUNNING = "it runs"
    ENDED = "it came to the tick it was to end at"
    STOPPED = "it was asked to stop"
    HALTED = "an event of the system stopped it"
    FAILED = "the motion failed"


BY_NUMBER: Final = (
    Status.RUNNING, Status.ENDED, Status.STOPPED, Status.HALTED, Status.FAILED,
)  # fmt: skip
