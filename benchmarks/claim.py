"""A claim: a number the project states, with its target and the way it is measured.

A group is one file that assigns `CLAIMS`:

    CLAIMS = (
        Claim(
            name="import kane",
            how="a fresh process; median over repeats, the interpreter's own start taken off",
            unit="s",
            sense=Sense.AT_MOST,
            target=0.25,
            measure=import_time,
        ),
    )

`measure` gets an `Effort`. With `Effort.FULL` it measures; with `Effort.QUICK` it goes the same
way in at most two seconds, its number is not judged. With both it first checks, by `assert`, that
what it is about to time is right.

Next: timing.py, rivals.py
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, unique


@unique
class Sense(Enum):
    """On which side of its target a value holds."""

    AT_MOST = "≤"
    AT_LEAST = "≥"


@unique
class Effort(Enum):
    """How long a measurement may take."""

    QUICK = "about two seconds, for correctness only"
    FULL = "as long as a steady number needs"


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """What came out. `value` is None where the rival is not installed.

    `median` and `spread` (the interquartile range) are in the claim's unit; `counts` says the size
    of what was measured ("1 204 operations, 10 sin-cos pairs"), `rival` its name and version.
    """

    value: float | None
    median: float | None = None
    spread: float | None = None
    repeats: int = 1
    counts: str = ""
    rival: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A number the project states about itself."""

    name: str
    how: str
    unit: str
    sense: Sense
    target: float
    measure: Callable[[Effort], Measurement]

    @property
    def promise(self) -> str:
        """The target in words, such as '≤ 0.25 s'."""
        return f"{self.sense.value} {self.target:g} {self.unit}".rstrip()

    def holds(self, value: float | None) -> bool | None:
        """Whether `value` keeps the promise; None where there is no value. NaN keeps none."""
        if value is None:
            return None
        return value <= self.target if self.sense is Sense.AT_MOST else value >= self.target


def without_rival(name: str) -> Measurement:
    """The measurement of a claim whose rival is not installed."""
    return Measurement(value=None, note=f"{name} is not installed: make bench-rivals")
