"""Punctual: how the loop's thread is woken, where it runs and before whom.

A thread that spins all the time with real-time priority is stopped by the system for a twentieth
of each second. So one that has this priority sleeps for a fifth of each period, which the system
counts as rest; it wakes before anything else that wants its core.

A loop that spins has a core of its own: its thread is kept there, and every other thread of this
process, with whatever these start from then on (a browser, drivers), is kept off it.

From: memory.py    Next: loop.py
"""

from __future__ import annotations

import ctypes
import os
import threading
from contextlib import suppress
from pathlib import Path
from typing import Final

_SLACK: Final = 29  # prctl's PR_SET_TIMERSLACK
SPINS: Final = 0.8  # of a period, where it spins with real-time priority
_THREADS: Final = Path("/proc/self/task")


def be_punctual(core: int | None) -> bool:
    """This thread, woken within a microsecond of what it asked for, kept on one core, and before
    others; True where it has real-time priority, else by niceness. What is not allowed is left.
    """
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_SLACK, 1000, 0, 0, 0)
    if core is not None and hasattr(os, "sched_setaffinity"):
        with suppress(OSError):
            os.sched_setaffinity(0, {core})
    with suppress(OSError, AttributeError):
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
        return True
    with suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), -20)
    return False


def own_core() -> int | None:
    """The last core that this process may use, if it may use more than one."""
    if not hasattr(os, "sched_getaffinity"):
        return None
    cores = os.sched_getaffinity(0)
    return max(cores) if len(cores) > 1 else None


class KeptOff:
    """All threads of this process kept off a core, until they are let back."""

    def __init__(self, core: int | None) -> None:
        self.before: dict[int, set[int]] = {}
        if core is None or not hasattr(os, "sched_setaffinity"):
            return
        for thread in _threads():
            with suppress(OSError):
                cores = os.sched_getaffinity(thread)
                if cores - {core}:
                    os.sched_setaffinity(thread, cores - {core})
                    self.before[thread] = cores

    def let_back(self) -> None:
        """Every thread to where it was allowed before, those too that these have started."""
        whole = set[int]().union(*self.before.values())
        for thread in _threads() if whole else ():
            with suppress(OSError):
                os.sched_setaffinity(thread, self.before.get(thread, whole))
        self.before = {}


def _threads() -> list[int]:
    """Of this process; its own alone where the system does not list them."""
    if not _THREADS.is_dir():
        return [threading.get_native_id()]
    return [int(one.name) for one in _THREADS.iterdir()]
