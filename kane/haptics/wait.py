"""Time inside the loop: what the clock says, and waiting for a deadline.

From: kane/machine/clock.py, layout.py    Next: servo.py
"""

from __future__ import annotations

from collections.abc import Callable

from kane.haptics.layout import CLOCK, PACE, SLEEPING, SPIN, STOP
from kane.program.arrays import Floats, Ints
from kane.program.routine import routine

Gettime = Callable[[int, Ints], None]
Sleep = Callable[[Ints, Ints], None]
Fence = Callable[[], None]


@routine
def now(clock: Gettime, number: int, stamp: Ints) -> int:
    """Nanoseconds of the clock."""
    clock(number, stamp)
    return stamp[0] * 1000000000 + stamp[1]


@routine
def wait(
    clock: Gettime, sleep: Sleep, c: Ints, v: Floats, stamp: Ints, begun: int, due: int
) -> int:
    """When it is `due` at the earliest: sleeping till shortly before, then spinning.

    A sleep lasts 50 ms at most, so that asking the loop to end is heard.
    """
    time = begun
    spin = int(1e9 * v[SPIN])
    while time < due and c[STOP] == 0:
        left = due - time
        if c[PACE] == SLEEPING and left > spin:
            stamp[2] = 0
            stamp[3] = min(left - spin, 50000000)
            sleep(stamp[2:], stamp[4:])
        time = now(clock, c[CLOCK], stamp)
    return time
