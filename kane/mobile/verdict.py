"""verdict: which conditions a motion kept, by how much, and when it broke one first.

    print(mobile.verdict(run))

Between samples the first failure is found on a cubic through the samples and their rates; `watch`
has the run itself find it, to its own accuracy, and stop there if that is asked.

From: kane/model/rolling/conditions.py    Next: pictures.py
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from kane.errors import ArgumentError
from kane.model.given import shown
from kane.model.rolling.conditions import conditions
from kane.model.system import System
from kane.sim.pictures.refined import refined
from kane.sim.trajectory import Trajectory
from kane.sim.when import When

Floats = np.ndarray[Any, np.dtype[np.float64]]
UNITS: Final = {"lift": "N", "slip": "N", "skid": "N", "torque": "N m", "tip-over": "N rad"}
CONTACT: Final = ("lift", "slip", "skid", "tip-over")  # without these the wheels do not roll


def watch(robot: System, *, stop: bool = False) -> list[When]:
    """An event for each condition, at the moment that its margin vanishes."""
    asked = conditions()
    names = asked.make(robot)
    if stop:
        return [When(asked[name] < 0, stop=name) for name in names]
    return [When(asked[name] < 0, mark=name) for name in names]


@dataclass(frozen=True, slots=True, kw_only=True)
class Margin:
    """A condition along a motion: its smallest margin, when it failed first, and how long."""

    name: str
    smallest: float
    first: float | None  # None where it never failed
    share: float  # of the time, in which it failed

    @property
    def unit(self) -> str:
        """Of the margin."""
        return UNITS[self.name.split(" ")[0]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """All conditions along a motion."""

    name: str
    margins: tuple[Margin, ...]
    until: float

    @property
    def kept(self) -> bool:
        """Whether none failed."""
        return all(one.first is None for one in self.margins)

    @property
    def valid_until(self) -> float:
        """Until when the wheels could roll as the equations say."""
        failed = [
            one.first
            for one in self.margins
            if one.first is not None and one.name.split(" ")[0] in CONTACT
        ]
        return min(failed, default=self.until)

    def __str__(self) -> str:
        width = max(len(one.name) for one in self.margins)
        lines = [
            f"{one.name:<{width}}  {one.smallest:>11.4g} {one.unit:<6} "
            + ("kept" if one.first is None else f"fails at {one.first:.4g} s, {one.share:.0%}")
            for one in self.margins
        ]
        end = (
            "Every condition is kept."
            if self.kept
            else f"Physically valid until t = {self.valid_until:.4g} s: there the wheels would no "
            "longer roll."
        )
        slips = any(one.name.startswith("slip") for one in self.margins)
        unknown = [] if slips else ["No friction is stated: whether wheels slip is not judged."]
        return "\n".join([f"{self.name}: smallest margins", *lines, *unknown, end])


def verdict(run: Trajectory) -> Verdict:
    """The conditions of a motion, one by one."""
    if not isinstance(run, Trajectory):
        raise ArgumentError(f"verdict: {shown(run)} is no motion. Give what `simulate` gave.")
    fine = refined(run)
    margins = margins_of(fine)
    if not len(fine):
        raise ArgumentError("The run has no samples. Simulate for longer than zero seconds.")
    found = tuple(_judged(name, fine.t, values) for name, values in margins.items())
    return Verdict(name=run.source.name, margins=found, until=float(run.t[-1]))


def margins_of(run: Trajectory) -> Mapping[str, Floats]:
    """Every margin at every sample."""
    flows = run.source.flows
    if flows is None:
        raise ArgumentError(
            "A motion read from a file has no model. Take the one that `simulate` gave, or record "
            "mobile.conditions() in the run."
        )
    each = flows.each(conditions())
    values = run.values(list(each.values()))
    names = [name.partition("[")[2].removesuffix("]") for name in each]
    return dict(zip(names, values.T, strict=True))


def _judged(name: str, t: Floats, margin: Floats) -> Margin:
    failed = margin < 0
    first: float | None = None
    if failed.any():
        k = int(np.argmax(failed))
        first = float(t[k])
        if k:
            first = float(np.interp(0.0, [margin[k], margin[k - 1]], [t[k], t[k - 1]]))
    span = float(t[-1] - t[0])
    share = float(np.trapezoid(failed.astype(float), t)) / span if span else float(failed[0])
    return Margin(name=name, smallest=float(margin.min()), first=first, share=share)
