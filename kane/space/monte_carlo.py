"""monte_carlo: many runs with scattered numbers, on all cores, in one call.

Each run is one call into native code, with the scattered numbers as live parameters; threads share
the compiled functions. Run k draws from a stream of its own, of (seed, k), so that it is the same
whatever ran before it, and a store that was begun goes on where it ended.

From: scatter.py, renewed.py, zarr.py    Next: runs.py
"""

from __future__ import annotations

import hashlib
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any, Final

import numpy as np

from kane.errors import ArgumentError
from kane.machine.model import Model
from kane.model import given
from kane.model.system import System
from kane.pipeline import Functions, build
from kane.sim.methods.method import Method
from kane.sim.signals import Held
from kane.sim.simulate import simulate
from kane.sim.when import When
from kane.space.craft import Spacecraft
from kane.space.gathered import ATTITUDE, BLOCK, Gathered, keep, opened
from kane.space.renewed import Translated, with_parameters
from kane.space.runs import NOT_RUN, Runs
from kane.space.scatter import Distribution, lasting, see_that_it_fits, see_that_sound
from kane.space.zarr import Store

Progress = Callable[[int, int], None]
Array = np.ndarray[Any, np.dtype[np.float64]]

SAMPLES: Final = 100


def shown(done: int, total: int) -> None:
    """A line on a terminal that says how far it is."""
    if sys.stderr.isatty():
        end = "\n" if done == total else ""
        sys.stderr.write(f"\r{done} of {total} runs{end}")
        sys.stderr.flush()


def monte_carlo(
    model: Model,
    *,
    n: int,
    until: float | str,
    scatter: Mapping[str, Distribution],
    start: Mapping[str, float] | None = None,
    inputs: Mapping[str, Any] | None = None,
    events: Sequence[When] = (),
    record: Sequence[Any] | Mapping[str, Any] = (),
    every: float | str | None = None,
    dt: float | None = None,
    rtol: float | None = None,
    method: str | Method | None = None,
    seed: int = 2008,
    out: str | PathLike[str] | None = None,
    workers: int | None = None,
    progress: Progress | None = shown,
) -> Runs:
    """`n` runs until a time, each with its own numbers, as `simulate` makes one.

    - `scatter`: names to distributions (scatter.py).
    - `start`: values of coordinates and speeds about which it scatters, by name; else those of the
      orbit, and rest.
    - `every`: the interval between samples; by default a hundredth of the run.
    - `out`: a folder "….zarr" in which runs are kept by blocks as they are done. Asked for again
      with the same arguments, what is there is not run again; a larger `n` adds runs.
    - Ctrl-C ends it after the runs that are under way; what is done is returned.
    """
    system = system_of(model)
    see_that_sound(scatter, n=n, seed=seed, workers=workers, out=out)
    end = lasting("until", until)
    interval = lasting("every", every) if every is not None else end / SAMPLES
    varied, translated = _varied(model, system, scatter)
    nominal = _nominal(varied, scatter, dict(start or {}))
    for name, one in scatter.items():
        see_that_it_fits(name, one, nominal[name], _unit_of(varied, name))
    grid = _grid(end, interval)
    job = Job(
        model=varied,
        scatter=scatter,
        nominal=nominal,
        start=_started(system_of(varied), start),
        grid=grid,
        given={
            "inputs": translated(inputs), "events": translated(events),
            "record": translated(record), "every": interval, "dt": dt, "rtol": rtol,
            "method": method, "until": end,
        },
        seed=seed,
    )  # fmt: skip
    names, units = job.columns()
    gathered = Gathered.begun(system.name, names, units, tuple(scatter), grid, n)
    store = None if out is None else opened(Path(out), gathered, {"until": end, **_said(job)})
    _all_runs(job, gathered, store, workers or os.cpu_count() or 1, progress)
    return gathered.runs


@dataclass(frozen=True, kw_only=True)
class Job:
    """What every run has in common."""

    model: Model
    scatter: Mapping[str, Distribution]
    nominal: Mapping[str, float]
    start: Mapping[str, Mapping[str, float]]
    grid: Array
    given: Mapping[str, Any]
    seed: int

    def drawn(self, run: int) -> dict[str, float]:
        """The scattered numbers of a run; of an attitude three angles."""
        rng = np.random.default_rng([self.seed, run])
        found: dict[str, float] = {}
        for name, distribution in self.scatter.items():
            if name.endswith(ATTITUDE):
                found |= {f"{name}.{k}": distribution.drawn(0.0, rng) for k in "xyz"}
            else:
                found[name] = distribution.drawn(self.nominal[name], rng)
        return found

    def run(self, run: int) -> tuple[dict[str, float], int, Array]:
        """What was drawn, the Outcome's value, and the samples on the grid."""
        drawn = self.drawn(run)
        parameters = {k: v for k, v in drawn.items() if k in self.model.parameters}
        q, u = (dict(self.start[key]) for key in ("q", "u"))
        for name, value in drawn.items():
            if name in self.model.q_names:
                q[name] = value
            elif name in self.model.u_names:
                u[name] = value
        for name in self.scatter:
            if name.endswith(ATTITUDE):
                angles = [drawn[f"{name}.{k}"] for k in "xyz"]
                _turn(q, name.removesuffix(ATTITUDE), angles)
        model = self.model.with_parameters(**parameters) if parameters else self.model
        motion = simulate(model, q=q, u=u, **self.given)
        return drawn, motion.outcome.value, _on_grid(motion.rows, self.grid)

    def columns(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The names of what a run gives, and their units; all that is compiled is compiled here."""
        short = {**self.given, "until": float(self.grid[1]) * 1e-3, "every": None}
        motion = simulate(self.model, q=self.start["q"], u=self.start["u"], **short)
        names = tuple(name for name in motion.names if not name.startswith("holds("))
        return motion.names, motion.units(names) if names == motion.names else ()


def _said(job: Job) -> dict[str, Any]:
    """What tells these runs from others, as a store keeps it."""
    inputs = job.given["inputs"] or {}
    closed = {
        name: value
        for name, value in inputs.items()
        if hasattr(value, "graph") and getattr(value, "value", None) is None
    }
    return {
        "spacecraft": job.model.name,
        "seed": job.seed,
        "scatter": {name: repr(one) for name, one in job.scatter.items()},
        "nominal": dict(job.nominal),
        "model": job.model.flows(closed).motion.digest,
        "inputs": {name: _law(value) for name, value in inputs.items()},
        "record": list(map(str, job.given["record"])),
        "steps": repr([job.given[key] for key in ("dt", "rtol", "method", "every")]),
    }


def _law(value: Any) -> str:
    """An input in words, the same for the same one."""
    text = f"{value.value} every {value.period} s" if isinstance(value, Held) else repr(value)
    return text if len(text) < 200 else hashlib.sha256(text.encode()).hexdigest()[:16]


def system_of(model: Model) -> System:
    """The System that a model was built of."""
    if not isinstance(model, Model):
        raise ArgumentError(f"{given.shown(model)} is no Model. Give build(system).")
    if not isinstance(model.compiler, Functions):
        raise ArgumentError(
            f"Model '{model.name}' is a loop over tables of bodies, which has no live parameters. "
            'Build it with formulation="auto" and fewer bodies.'
        )
    return model.compiler.equations.system


# ── what varies ───────────────────────────────────────────────────────────────────────────
def _varied(
    model: Model, system: System, scatter: Mapping[str, Distribution]
) -> tuple[Model, Translated]:
    """The model with all that is scattered as live parameters, and how to speak of its bodies."""
    translated: Translated = _same
    starts = {*model.q_names, *model.u_names}
    wanted = [name for name in scatter if name not in starts and not name.endswith(ATTITUDE)]
    if isinstance(system, Spacecraft):
        system, translated = with_parameters(system, wanted)
    unknown = [name for name in wanted if name not in system.parameters]
    for name in scatter:
        if name.endswith(ATTITUDE) and f"{name.removesuffix(ATTITUDE)}.w" not in model.q_names:
            unknown.append(name)
    if unknown:
        bodies = list(system.craft.bodies) if isinstance(system, Spacecraft) else []
        known = [*(f"{body}.mass" for body in bodies), *system.parameters, *sorted(starts)]
        raise ArgumentError(
            f"scatter: '{unknown[0]}' is none of {', '.join(known)}. Name one of these, or "
            "BODY.inertia, BODY.inertia.xx, BODY.centre.x, BUS.attitude."
        )
    return (build(system, parameters="live") if wanted else model), translated


def _same(given: Any) -> Any:
    return given


def _nominal(
    model: Model, scatter: Mapping[str, Distribution], start: dict[str, float]
) -> dict[str, float]:
    """About which values numbers are drawn."""
    system = system_of(model)
    begun = _started(system, start)
    known = {**dict.fromkeys((*model.q_names, *model.u_names), 0.0), **begun["q"], **begun["u"]}
    known |= dict(system.parameters)
    return {name: float(known.get(name, 0.0)) for name in scatter}


def _unit_of(model: Model, name: str) -> str:
    """The unit of what is scattered; "" where none is known."""
    if name.endswith(ATTITUDE):
        return "rad"
    units = system_of(model).units
    return units[name] if name in units else model.flows().units_of([name])[0]


def _started(
    system: System, start: Mapping[str, float] | None
) -> Mapping[str, Mapping[str, float]]:
    given = dict(start or {})
    if isinstance(system, Spacecraft):
        return system.start(**given)
    inside = {name: value for name, value in given.items() if name in system.coordinates}
    return {"q": inside, "u": {k: v for k, v in given.items() if k not in inside}}


def _turn(q: dict[str, float], name: str, angles: list[float]) -> None:
    """The start's quaternion, turned by a rotation vector along the body's axes: e ∘ δ."""
    angle = float(np.linalg.norm(angles))
    half = np.sin(angle / 2) / angle if angle else 0.5
    b = np.array([np.cos(angle / 2), *(half * x for x in angles)])
    e = np.array([q.get(f"{name}.{k}", float(k == "w")) for k in "wxyz"])
    w = e[0] * b[0] - e[1:] @ b[1:]
    v = e[0] * b[1:] + b[0] * e[1:] + np.cross(e[1:], b[1:])
    q |= dict(zip((f"{name}.{k}" for k in "wxyz"), map(float, [w, *v]), strict=True))


def _grid(end: float, interval: float) -> Array:
    """The times of samples."""
    count = int(np.floor(end / interval + 1e-9))
    return np.append(np.arange(count) * interval, [count * interval]) if count else np.array([0.0])


def _on_grid(rows: Array, grid: Array) -> Array:
    """The samples at the grid's times; NaN where a run did not come there."""
    found = np.full((len(grid), rows.shape[1] - 1), np.nan)
    near = 1e-9 * max(float(grid[-1]), 1.0)
    places = np.minimum(np.searchsorted(rows[:, 0], grid - near), len(rows) - 1)
    met = np.abs(rows[places, 0] - grid) <= near
    found[met] = rows[places[met], 1:]
    return found


# ── the runs ──────────────────────────────────────────────────────────────────────────────
def _all_runs(
    job: Job, gathered: Gathered, store: Store | None, workers: int, progress: Progress | None
) -> None:
    """Every run that is not there yet, by threads; blocks are kept as they are complete."""
    left = [int(run) for run in np.flatnonzero(gathered.runs.outcome == NOT_RUN)]
    total, told = len(gathered.runs), 0.0
    waiting: dict[Future[Any], int] = {}
    with ThreadPoolExecutor(max_workers=workers) as pool:
        try:
            while left or waiting:
                while left and len(waiting) < 2 * workers:
                    waiting[pool.submit(job.run, left[0])] = left[0]
                    left.pop(0)
                finished, _ = wait(waiting, return_when=FIRST_COMPLETED)
                for one in finished:
                    run = waiting.pop(one)
                    gathered.take(run, one.result())
                    keep(gathered, store, run // BLOCK)
                if progress is not None and (time.perf_counter() - told > 0.05 or not waiting):
                    told = time.perf_counter()
                    progress(gathered.runs.done, total)
        except KeyboardInterrupt:
            for one in waiting:
                one.cancel()
