"""Motions of joints: times, and q, u and u̇ at each.

From: laws.py    Next: hand.py
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from kane.errors import ArgumentError
from kane.manipulators.laws import Array, Cycloidal, TimeLaw, resting

CYCLOIDAL: Final = Cycloidal()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class JointMotion:
    """q, u and u̇, one row a time; u are the coordinates' rates."""

    t: Array
    q: Array
    u: Array
    udot: Array


def rest_to_rest(
    start: ArrayLike,
    end: ArrayLike,
    duration: float,
    *,
    law: TimeLaw = CYCLOIDAL,
    samples: int = 101,
) -> JointMotion:
    """From rest at `start` to rest at `end`: q = start + s(t/T) (end − start)."""
    first, last = np.asarray(start, float), np.asarray(end, float)
    if first.shape != last.shape or first.ndim != 1:
        raise ArgumentError(
            f"rest_to_rest: start {first.shape} and end {last.shape} are not two of one length. "
            "Give a value for each coordinate."
        )
    t = _times(duration, samples)
    s, rate, second = law.at(t / duration)
    way = last - first
    return JointMotion(
        t=t,
        q=first + np.outer(s, way),
        u=np.outer(rate, way) / duration,
        udot=np.outer(second, way) / duration**2,
    )


def through(
    points: Sequence[ArrayLike], times: Sequence[float], *, samples: int = 101
) -> JointMotion:
    """From rest at the first point to rest at the last, through the others at their times."""
    q, t = np.array([np.asarray(point, float) for point in points]), np.asarray(times, float)
    if q.ndim != 2 or len(t) != len(q) or len(q) < 2:
        raise ArgumentError(
            f"through: points {q.shape} and times {t.shape} do not fit. Give at least two rows of "
            "coordinates, and a time for each."
        )
    duration = float(t[-1] - t[0])
    if not np.all(np.isfinite(t)) or np.any(np.diff(t) <= 0):
        raise ArgumentError(f"through: the times {t.tolist()} do not rise. Sort them.")
    grid = _times(duration, samples)
    spline = resting((t - t[0]) / duration, q)
    at, rate, second = (spline(grid / duration, order) for order in range(3))
    return JointMotion(t=t[0] + grid, q=at, u=rate / duration, udot=second / duration**2)


def _times(duration: float, samples: int) -> Array:
    if not (np.isfinite(duration) and duration > 0 and samples >= 2):
        raise ArgumentError(
            f"A motion of {duration} s in {samples} samples is none. Give a positive duration and "
            "at least two samples."
        )
    return np.linspace(0.0, duration, samples)
