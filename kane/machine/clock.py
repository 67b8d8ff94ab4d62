"""The machine's clock, its sleep and a memory fence, as addresses that native code calls.

A Routine that keeps time calls the C library itself, so that it never comes back to Python. The
fence orders what another thread sees, and keeps the compiler from moving memory across it.

From: routine.py    Next: kane/haptics/servo.py
"""

from __future__ import annotations

import ctypes
import time
from dataclasses import dataclass
from functools import cache
from typing import Final

from kane.machine import cpu

MONOTONIC: Final = getattr(time, "CLOCK_MONOTONIC", 1)  # the number the C library knows it by
_FENCE: Final = """
define void @kane_fence() {
  fence seq_cst
  ret void
}
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """Addresses of clock_gettime(int, timespec *), nanosleep(timespec *, timespec *) and a fence.

    A timespec is two 64-bit integers, seconds and nanoseconds, as on every 64-bit Unix.
    """

    gettime: int
    sleep: int
    fence: int
    kept: cpu.Library  # the fence lives as long as this


@cache
def clock() -> Clock:
    """This process's clock."""
    library = ctypes.CDLL(None)
    made = cpu.assemble(_FENCE, cpu.host(), cpu.Tier.OPTIMIZED, cpu.MidEnd.LOOPS)
    kept = cpu.load(made, ("kane_fence",))
    return Clock(
        gettime=_address(library.clock_gettime),
        sleep=_address(library.nanosleep),
        fence=kept.addresses["kane_fence"],
        kept=kept,
    )


def _address(function: object) -> int:
    found = ctypes.cast(function, ctypes.c_void_p).value  # type: ignore[arg-type]
    assert found, "the C library has the function"
    return found
