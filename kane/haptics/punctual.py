"""Punctual: how the loop's thread is woken, where it runs and before whom.

From: memory.py    Next: loop.py
"""

from __future__ import annotations

import ctypes
import os
import threading
from contextlib import suppress
from typing import Final

_SLACK: Final = 29  # prctl's PR_SET_TIMERSLACK


def be_punctual(core: int | None, sleeps: bool) -> None:
    """This thread, woken within a microsecond of what it asked for, kept on one core, and before
    others: by real-time priority where it sleeps most of the time, by niceness where it spins (a
    thread that spins with real-time priority is throttled). What is not allowed is left.
    """
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_SLACK, 1000, 0, 0, 0)
    if core is not None and hasattr(os, "sched_setaffinity"):
        with suppress(OSError):
            os.sched_setaffinity(0, {core})
    with suppress(OSError, AttributeError):
        if sleeps:
            os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
        else:
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), -20)
