"""Gathered: the results of runs while they come, and the store in which blocks of them are kept.

From: runs.py, zarr.py    Next: monte_carlo.py
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from kane.errors import ArgumentError
from kane.space.runs import NOT_RUN, SCATTER, Runs
from kane.space.zarr import Column, Store

Array = np.ndarray[Any, np.dtype[np.float64]]

BLOCK: Final = 25  # runs that are written together
ATTITUDE: Final = ".attitude"


@dataclass(frozen=True, kw_only=True)
class Gathered:
    """The results while they come."""

    runs: Runs

    @staticmethod
    def begun(
        name: str,
        names: tuple[str, ...],
        units: tuple[str, ...],
        scattered: tuple[str, ...],
        grid: Array,
        n: int,
    ) -> Gathered:
        """Nothing yet, of everything."""
        known = dict(zip(names, units, strict=False))
        drawn = [
            f"{one}.{k}" if k else one
            for one in scattered
            for k in ("xyz" if one.endswith(ATTITUDE) else [""])
        ]
        return Gathered(
            runs=Runs(
                name=name,
                t=grid,
                values={one: np.full((n, len(grid)), np.nan) for one in names},
                scattered={one: np.full(n, np.nan) for one in drawn},
                outcome=np.full(n, NOT_RUN, dtype=np.int64),
                units=known,
            )
        )

    def take(self, run: int, found: tuple[dict[str, float], int, Array]) -> None:
        """One run."""
        drawn, outcome, samples = found
        for column, values in enumerate(self.runs.values.values()):
            values[run] = samples[:, column]
        for name, value in drawn.items():
            self.runs.scattered[name][run] = value
        self.runs.outcome[run] = outcome

    def block(self, number: int) -> slice:
        """The runs that are written together."""
        return slice(number * BLOCK, min((number + 1) * BLOCK, len(self.runs)))

    def columns(self) -> Iterator[tuple[Column, Any]]:
        """Every array by runs, the outcome last: it says that the others are there."""
        runs, n, T = self.runs, len(self.runs), len(self.runs.t)
        for name, values in runs.values.items():
            units = runs.units.get(name, "")
            yield _column(name, ("run", "time"), (n, T), units), values
        for name, drawn in runs.scattered.items():
            yield _column(f"{SCATTER}{name}", ("run",), (n,)), drawn
        yield _column("outcome", ("run",), (n,), kind="<i8"), runs.outcome


def keep(gathered: Gathered, store: Store | None, block: int) -> None:
    """Write a block once all of its runs are there."""
    rows = gathered.block(block)
    if store is None or np.any(gathered.runs.outcome[rows] == NOT_RUN):
        return
    for column, values in gathered.columns():
        store.write(column, block, values[rows])


def opened(path: Path, gathered: Gathered, said: Mapping[str, Any]) -> Store:
    """The store, new or gone on with; what it holds is put among the results."""
    store = Store(path=path)
    if path.exists() and not store.has() and (not path.is_dir() or any(path.iterdir())):
        raise ArgumentError(
            f"{path} is no store of runs, and is not empty. Name another as out=…, or remove it."
        )
    if store.has():
        _compared(store, said)
        _read(store, gathered)
    store.create([column for column, _ in gathered.columns()] + [_times(gathered)], said)
    store.write(_times(gathered), 0, gathered.runs.t)
    return store


def _compared(store: Store, said: Mapping[str, Any]) -> None:
    held = store.attributes
    for key, value in said.items():
        if held.get(key) != value:
            raise ArgumentError(
                f"{store.path} holds runs with another {key}: {held.get(key)!r}, not {value!r}. "
                "Name another folder as out=…, or remove this one."
            )


def _read(store: Store, gathered: Gathered) -> None:
    """What the store holds, as far as it is asked for."""
    before = Runs.read(store.path)
    count = min(len(before), len(gathered.runs))
    for name, values in gathered.runs.values.items():
        values[:count] = before.values[name][:count]
    for name, drawn in gathered.runs.scattered.items():
        drawn[:count] = before.scattered[name][:count]
    gathered.runs.outcome[:count] = before.outcome[:count]


def _times(gathered: Gathered) -> Column:
    T = len(gathered.runs.t)
    return Column(name="time", dimensions=("time",), shape=(T,), blocks=(T,), units="s")


def _column(
    name: str,
    dimensions: tuple[str, ...],
    shape: tuple[int, ...],
    units: str = "",
    kind: str = "<f8",
) -> Column:
    return Column(
        name=name,
        dimensions=dimensions,
        shape=shape,
        blocks=(BLOCK, *shape[1:]),
        kind=kind,
        units=units,
    )
