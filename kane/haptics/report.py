"""What a loop says of itself: deadlines, durations, the border it keeps to, energy, forecasts.

From: loop.py, histogram.py, passivity.py    Next: zwidth.py
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kane.haptics import layout as at
from kane.haptics.histogram import INTERVAL, LATENESS, STEP, Durations, durations
from kane.haptics.loop import Coupling, Loop
from kane.haptics.passivity import Follows, filtered_needs, needed, stiffest

Floats = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The numbers of a loop so far."""

    name: str
    status: str
    rate: float
    ticks: int
    overruns: int
    skipped: int
    late: int
    lateness: Durations
    step: Durations
    interval: Durations
    coupling: Coupling
    follows: Follows | None  # the filter along axes, where the motion is prescribed
    actuated: bool
    damping: float
    needs: float
    stiffness_share: float
    energy: float
    least_energy: float
    guarded: int
    saturated: int
    lost: int
    events: int
    foreseen: int
    right: int
    adopted: int
    correction: float  # median, in seconds
    impulse: float  # median correction of the impulses of plans, of the largest true one
    forecasts: int
    prepared: tuple[str, ...]

    @property
    def overrun_share(self) -> float:
        """Overruns and skipped ticks, of all that were due."""
        due = self.ticks + self.skipped
        return (self.overruns + self.skipped) / due if due else 0.0

    def __str__(self) -> str:
        along = self.coupling.along
        lines = [
            f"{self.name}: {self.status}; {self.ticks} ticks at {self.rate:g} Hz",
            f"  deadlines  {self.overruns} overrun, {self.skipped} skipped "
            f"({100 * self.overrun_share:.3f} %), {self.late} began late",
            f"  lateness   {self.lateness}",
            f"  step       {self.step}",
            f"  interval   {self.interval}",
            f"  coupler    K = {along.stiffness:.4g} N/m, B = {along.damping:.4g} N s/m: "
            f"{self.border()}",
            f"  energy     {self.energy:.4g} J put in, never less than {self.least_energy:.3g} J; "
            f"the guard acted in {self.guarded} ticks",
            f"  device     lost {self.lost} times, force at its limit in {self.saturated} ticks",
        ]
        if self.forecasts:
            share = 100 * self.right / self.events if self.events else 100.0
            lines.append(
                f"  look-ahead {self.right} of {self.events} events as forecast ({share:.1f} %), "
                f"corrected by {1e3 * self.correction:.3g} ms at the median; {self.adopted} began "
                f"as prepared, their impulses corrected by {100 * self.impulse:.2g} % at the median"
            )
        lines += [f"  prepared   {one}" for one in self.prepared]
        return "\n".join(lines)

    def border(self) -> str:
        """How the gains stand to the border of passivity."""
        if not self.actuated:
            return "the hand feels nothing, so the handle follows it at 4 Hz"
        if self.follows is not None:
            return (
                f"for what cannot move; else the inverse dynamics of a motion that follows with "
                f"{self.follows.quick:.4g} rad/s: needs {self.needs:.4g} of the device's "
                f"{self.damping:.4g} N s/m"
            )
        return (
            f"needs {self.needs:.4g} of the device's {self.damping:.4g} N s/m, "
            f"{100 * self.stiffness_share:.0f} % of the stiffest wall"
        )

    def plain(self) -> dict[str, Any]:
        """The same as numbers for JSON."""
        return {
            "name": self.name, "status": self.status, "rate": self.rate, "ticks": self.ticks,
            "overruns": self.overruns, "skipped": self.skipped, "late": self.late,
            "overrun_share": self.overrun_share,
            **{name: _plain(getattr(self, name)) for name in ("lateness", "step", "interval")},
            "stiffness": self.coupling.along.stiffness, "damping": self.coupling.along.damping,
            "device_damping": self.damping, "needs": self.needs, "energy": self.energy,
            "least_energy": self.least_energy, "guarded": self.guarded, "lost": self.lost,
            "events": self.events, "foreseen": self.foreseen, "right": self.right,
            "adopted": self.adopted, "correction": self.correction, "impulse": self.impulse,
        }  # fmt: skip


def report(loop: Loop) -> Report:
    """The report of a loop, running or ended."""
    c, v, counts = loop.own.c, loop.own.v, loop.own.counts
    device, along = loop.device.properties, loop.coupling.along
    square = device.scale**2
    most = stiffest(device.damping / square, loop.period, device.delay)
    moments = loop.moments
    return Report(
        name=loop.model.name,
        status=loop.ended.value,
        rate=1.0 / loop.period,
        ticks=int(c[at.TICKS]),
        overruns=int(c[at.OVERRUNS]),
        skipped=int(c[at.SKIPPED]),
        late=int(c[at.LATE]),
        lateness=durations(counts, LATENESS),
        step=durations(counts, STEP),
        interval=durations(counts, INTERVAL),
        coupling=loop.coupling,
        follows=None if loop.follows is None else loop.follows[0],
        damping=device.damping / square,
        actuated=device.actuated,
        needs=needs(loop) if device.actuated else 0.0,
        stiffness_share=along.stiffness / most if most else 0.0,
        energy=float(v[at.ENERGY]),
        least_energy=float(v[at.LOWEST]),
        guarded=int(c[at.ACTED]),
        saturated=int(c[at.SATURATED]),
        lost=int(c[at.LOST]),
        events=int(c[at.CAME]),
        foreseen=int(c[at.FORESEEN]),
        right=int(c[at.RIGHT]),
        adopted=int(c[at.ADOPTED]),
        correction=_middle(moments[:, at.MOMENT_FORECAST]),
        impulse=_middle(moments[:, at.MOMENT_IMPULSE]),
        forecasts=int(c[at.FORECASTS]),
        prepared=loop.prepared,
    )


def needs(loop: Loop) -> float:
    """The damping that the gains need, for a wall or the handle at its lightest; or the filter."""
    along, delay = loop.coupling.along, loop.device.properties.delay
    if loop.follows is not None:
        heaviest = float(np.max(loop.masses[:3]))
        return filtered_needs(loop.follows[0], heaviest, loop.period, delay=delay)
    mass = float(np.min(loop.masses[:3]))
    wall = needed(along, loop.period, delay=delay)
    return max(wall, needed(along, loop.period, mass=mass, delay=delay))


def _middle(values: Floats) -> float:
    """The median size of those that are numbers; 0 where none is."""
    sizes = np.abs(values[np.isfinite(values)])
    return float(np.median(sizes)) if len(sizes) else 0.0


def _plain(one: Durations) -> dict[str, float]:
    return {
        "median": one.median, "p99": one.p99, "p99.9": one.p999, "max": one.largest,
    }  # fmt: skip
