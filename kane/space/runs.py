"""Runs: what many simulations gave, with names: quantities by run and time, scatter, outcomes.

    runs["bus.wx"]                 an array, a row a run and a column a time
    runs.dataset                   an xarray.Dataset of all of it
    print(runs)                    a table of the ends, and which runs failed

From: zarr.py    Next: review.py
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any, Final

import numpy as np

from kane.errors import ArgumentError, Outcome
from kane.space import review as sheets
from kane.space.zarr import Store

Array = np.ndarray[Any, np.dtype[np.float64]]
SCATTER: Final = "scatter "  # before the names of what was scattered
NOT_RUN: Final = -1


@dataclass(frozen=True, kw_only=True, eq=False)
class Runs:
    """The results of many runs."""

    name: str
    t: Array
    values: Mapping[str, Array] = field(repr=False)  # (run, time)
    scattered: Mapping[str, Array] = field(repr=False)  # (run,)
    outcome: np.ndarray[Any, np.dtype[np.int64]] = field(repr=False)  # NOT_RUN where none yet
    units: Mapping[str, str] = field(default_factory=dict, repr=False)

    @staticmethod
    def read(path: str | PathLike[str]) -> Runs:
        """The runs in a Zarr store of ours."""
        store = Store(path=Path(path))
        if not store.has():
            raise ArgumentError(f"{path} is no store of runs. Name the folder given as out=….")
        named = [name for name in store.names() if name not in ("time", "run", "outcome")]
        return Runs(
            name=str(store.attributes.get("spacecraft", "")),
            t=store.read("time"),
            values={n: store.read(n) for n in named if not n.startswith(SCATTER)},
            scattered={
                n.removeprefix(SCATTER): store.read(n) for n in named if n.startswith(SCATTER)
            },
            outcome=store.read("outcome"),
            units={n: str(store.of(n).get("units", "")) for n in named},
        )

    def __len__(self) -> int:
        return len(self.outcome)

    def __getitem__(self, name: str) -> Array:
        """A quantity of every run at every time, or what was scattered in every run."""
        if name in self.values:
            return self.values[name]
        if name in self.scattered:
            return self.scattered[name]
        known = ", ".join([*self.values, *self.scattered])
        raise ArgumentError(f"Runs of '{self.name}' have no '{name}'. They have {known}.")

    @property
    def done(self) -> int:
        """How many runs have been made."""
        return int(np.sum(self.outcome != NOT_RUN))

    @property
    def failed(self) -> dict[int, Outcome]:
        """The runs that did not reach their end, with what ended them."""
        wrong = np.flatnonzero(self.outcome > 0)
        return {int(run): Outcome(int(self.outcome[run])) for run in wrong}

    @cached_property
    def dataset(self) -> Any:
        """All of it as an xarray.Dataset with dimensions run and time."""
        import xarray as xr

        values = {
            name: (("run", "time"), value, {"units": self.units.get(name, "")})
            for name, value in self.values.items()
        }
        scattered = {
            f"{SCATTER}{name}": (("run",), value) for name, value in self.scattered.items()
        }
        return xr.Dataset(
            {**values, **scattered, "outcome": (("run",), self.outcome)},
            coords={"run": np.arange(len(self)), "time": ("time", self.t, {"units": "s"})},
            attrs={"spacecraft": self.name},
        )

    # ── pictures ──────────────────────────────────────────────────────────────────────────
    def plot(self, *quantities: str) -> Any:
        """A figure of quantities over time: the runs, the median, the bands of 90 % and 99.7 %."""
        return sheets.envelopes(self, quantities or tuple(self.values))

    def review(self, quantity: str) -> Any:
        """One sheet of a quantity: its envelope, the distribution of its ends, what drives it, and
        the largest cases by number."""
        return sheets.review(self, quantity)

    def drivers(self, quantity: str, at: int = -1) -> dict[str, float]:
        """How a quantity at a sample goes with what was scattered: Spearman's rank correlation,
        the strongest first."""
        return sheets.drivers(self, quantity, at)

    def __str__(self) -> str:
        head = f"{self.done} of {len(self)} runs of {self.name}, t = 0 … {self.t[-1]:g} s"
        lines = [head, f"  {'at the end':24}{'mean':>12}{'spread':>12}{'least':>12}{'most':>12}"]
        for name, value in self.values.items():
            last = value[self.outcome == 0, -1]
            if len(last):
                four = (np.mean(last), np.std(last), np.min(last), np.max(last))
                lines.append(f"  {name:24}" + "".join(f"{x:12.4g}" for x in four))
        for run, outcome in list(self.failed.items())[:10]:
            lines.append(f"  run {run}: {outcome.name.lower().replace('_', ' ')}. {outcome.remedy}")
        if len(self.failed) > 10:
            lines.append(f"  … {len(self.failed)} failed in all")
        return "\n".join(lines)
