"""Histograms of durations inside the loop: sixteen bins an octave, from one nanosecond on.

A bin is 4.4 % wide, so a quantile is known to that; the largest value is kept as it is.

From: layout.py    Next: servo.py
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from typing import Any, Final

import numpy as np

from kane.program.arrays import Ints
from kane.program.routine import routine

BINS: Final = 640  # to 2⁴⁰ ns, which is 18 minutes
LARGEST: Final = BINS
SEEN: Final = BINS + 1
SIZE: Final = BINS + 2
LATENESS: Final = 0  # of a tick's beginning
STEP: Final = 1  # from a tick's beginning to its end
INTERVAL: Final = 2  # between two beginnings
KINDS: Final = 3
_PER_OCTAVE: Final = 16.0
_OCTAVE: Final = 0.6931471805599453


@routine
def count(counts: Ints, kind: int, nanoseconds: int) -> None:
    """One more duration of a kind; what is below one nanosecond is in the first bin."""
    own = counts[kind * SIZE :]
    place = 0
    if nanoseconds > 1:
        place = min(int(_PER_OCTAVE * log(float(nanoseconds)) / _OCTAVE), BINS - 1)
    own[place] += 1
    own[LARGEST] = max(own[LARGEST], nanoseconds)
    own[SEEN] += 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Durations:
    """What a histogram says, in seconds."""

    seen: int
    median: float
    p99: float
    p999: float
    largest: float

    def __str__(self) -> str:
        parts = (("median", self.median), ("p99", self.p99), ("p99.9", self.p999))
        quantiles = "  ".join(f"{name} {1e6 * value:.2f}" for name, value in parts)
        return f"{quantiles}  max {1e6 * self.largest:.1f} µs"


def durations(counts: np.ndarray[Any, Any], kind: int) -> Durations:
    """The quantiles of one kind."""
    own = counts[kind * SIZE : (kind + 1) * SIZE]
    largest = float(own[LARGEST]) * 1e-9
    bins, seen = own[:BINS], int(own[:BINS].sum())
    if seen == 0:
        return Durations(seen=0, median=0.0, p99=0.0, p999=0.0, largest=0.0)
    reached = np.cumsum(bins)

    def at(part: float) -> float:
        place = int(np.searchsorted(reached, part * seen))
        return float(min(2.0 ** ((place + 1) / _PER_OCTAVE) * 1e-9, largest))

    return Durations(seen=seen, median=at(0.5), p99=at(0.99), p999=at(0.999), largest=largest)
