"""Times of calls: minimum, median and spread; two contestants interleaved.

A *loop* runs something n times and returns the seconds it took, so the same functions time a
Python call, a native loop that never comes back to Python, and a rival in another process.

From: claim.py    Next: rivals.py
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import repeat
from typing import TypeVar

from benchmarks.claim import Effort

Loop = Callable[[int], float]
Made = TypeVar("Made")


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """Seconds a call, over `repeats` runs of `calls` calls each; spread is the interquartile."""

    minimum: float
    median: float
    spread: float
    repeats: int
    calls: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Race:
    """Two loops timed in turn. `ratio` is the rival's time over ours, the median of the pairs."""

    ours: Timing
    rival: Timing
    ratio: float
    spread: float


def loop_of(call: Callable[[], object]) -> Loop:
    """A loop around a Python call."""

    def loop(n: int) -> float:
        start = time.perf_counter()
        for _ in repeat(None, n):
            call()
        return time.perf_counter() - start

    return loop


def time_call(call: Callable[[], object], effort: Effort) -> Timing:
    """Timing of a warm Python call."""
    return time_loop(loop_of(call), effort)


def time_loop(loop: Loop, effort: Effort) -> Timing:
    """Timing of a warm loop."""
    n = calibrate(loop, effort)
    return timing((loop(n) / n for _ in range(repeats(loop(n), effort))), n)


def time_fresh(
    make: Callable[[], Made], call: Callable[[Made], object], effort: Effort, most: int = 9
) -> Timing:
    """Timing of a call that can be made once for each `make()`, which is not timed: a compile."""
    return timing((once(make(), call) for _ in range(most if effort is Effort.FULL else 1)), 1)


def race(ours: Loop, rival: Loop, effort: Effort) -> Race:
    """Both loops in turn, each with its own number of calls, so that both see the same machine."""
    n, m = calibrate(ours, effort), calibrate(rival, effort)
    turns = repeats(ours(n) + rival(m), effort)
    pairs = [(ours(n) / n, rival(m) / m) for _ in range(turns)]
    ratios = [b / a for a, b in pairs]
    return Race(
        ours=timing((a for a, _ in pairs), n),
        rival=timing((b for _, b in pairs), m),
        ratio=statistics.median(ratios),
        spread=interquartile(ratios),
    )


def calibrate(loop: Loop, effort: Effort) -> int:
    """How many calls take at least 4 ms (0.2 ms in the quick form): the clock's noise is 0.1 µs."""
    enough = 4e-3 if effort is Effort.FULL else 2e-4
    n = 1
    while (seconds := loop(n)) < enough:
        n = max(2 * n, min(100 * n, int(1.2 * n * enough / max(seconds, 1e-9))))
    return n


def repeats(seconds: float, effort: Effort) -> int:
    """How many runs of `seconds` each: 3 when quick, else 5 to 41 within about two seconds."""
    return 3 if effort is Effort.QUICK else max(5, min(41, int(2.0 / max(seconds, 1e-9))))


def timing(seconds: Iterable[float], calls: int) -> Timing:
    """Timing from the seconds a call of each run."""
    runs = list(seconds)
    return Timing(
        minimum=min(runs),
        median=statistics.median(runs),
        spread=interquartile(runs),
        repeats=len(runs),
        calls=calls,
    )


def interquartile(values: list[float]) -> float:
    """The range of the middle half of the values."""
    if len(values) < 2:
        return 0.0
    low, _, high = statistics.quantiles(values, n=4, method="inclusive")
    return high - low


def once(made: Made, call: Callable[[Made], object]) -> float:
    """Seconds of one call."""
    start = time.perf_counter()
    call(made)
    return time.perf_counter() - start
