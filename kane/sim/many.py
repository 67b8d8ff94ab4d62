"""simulate_many: many runs of one model, side by side in vectors, with steps of one length.

    runs = simulate_many(model, q=(N, n), until=10.0, dt=1e-3, every=0.1)
    runs["q1"]                 (N, samples)
    runs.dataset               an xarray.Dataset over (run, time)

One core takes eight runs at a time through the same instructions, several threads as many blocks
more. Each run has the bits it would have in any other company.

From: simulate.py, stepper/many.py    Next: trajectory.py
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np

from kane.errors import ArgumentError
from kane.machine.call import aligned
from kane.machine.flow import Flows
from kane.machine.model import Model
from kane.machine.routine import native_library
from kane.sim.given import finite, positive
from kane.sim.methods import METHODS
from kane.sim.methods.method import Kind, Method
from kane.sim.stepper import many as at

Floats = np.ndarray[Any, np.dtype[np.float64]]
Progress = Callable[[int, int], None]  # samples of blocks done, of all

LANES: Final = 32
_WORD: Final = 8


@dataclass(frozen=True, kw_only=True)
class Runs:
    """Many motions of one model at the same times: t (S,), y (N, S, states)."""

    name: str
    q_names: tuple[str, ...]
    u_names: tuple[str, ...]
    t: Floats
    y: Floats
    steps: int  # of each run

    def __len__(self) -> int:
        return len(self.y)

    @property
    def q(self) -> Floats:
        """The coordinates: (N, S, nq)."""
        return self.y[:, :, : len(self.q_names)]

    @property
    def u(self) -> Floats:
        """The speeds: (N, S, nu)."""
        return self.y[:, :, len(self.q_names) :]

    @property
    def finite(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Which runs have numbers to their end: (N,)."""
        found: np.ndarray[Any, np.dtype[np.bool_]] = np.all(np.isfinite(self.y[:, -1]), axis=1)
        return found

    def __getitem__(self, name: str) -> Floats:
        """A coordinate or a speed of every run: (N, S)."""
        names = (*self.q_names, *self.u_names)
        if name not in names:
            raise ArgumentError(f"'{name}' is none of {', '.join(names)}. Name one of these.")
        return self.y[:, :, names.index(name)]

    @cached_property
    def dataset(self) -> Any:
        """All of it as an xarray.Dataset over (run, time)."""
        import xarray

        axes = ("run", "time")
        names = (*self.q_names, *self.u_names)
        return xarray.Dataset(
            {name: (axes, self.y[:, :, place]) for place, name in enumerate(names)},
            coords={"time": ("time", self.t, {"units": "s"})},
            attrs={"title": f"Motions of {self.name}", "steps": self.steps},
        )

    def __str__(self) -> str:
        broken = int(np.count_nonzero(~self.finite))
        told = f", {broken} of them not finite" if broken else ""
        return (
            f"{len(self)} motions of {self.name}{told}: {len(self.t)} samples each, "
            f"t = {self.t[0]:g} … {self.t[-1]:g} s, {self.steps} steps"
        )


def simulate_many(
    model: Model,
    *,
    q: Any = None,
    u: Any = None,
    until: float,
    dt: float,
    every: float | None = None,
    t: float = 0.0,
    method: str = "rk4",
    inputs: Mapping[str, Any] | None = None,
    threads: int = 1,
    progress: Progress | None = None,
) -> Runs:
    """The motions of a model from many starts, with steps of `dt`.

    - `q`, `u`: (N, n), or (n,) for all alike; by default zero (a quaternion: no rotation).
    - `every`: the interval between samples, by default the whole time: start and end alone. It
      and the time are whole multiples of `dt`.
    - `method`: an explicit one ("rk4", "dopri5", "dop853"), without its control of steps.
    - `inputs`: for each input a number, N numbers, or an Expr of state and time.

    Events, tables, records and constraints that come and go are for single runs (`simulate`).
    """
    chosen = _explicit(method)
    closed, open_ = _split(inputs or {})
    flows = model.flows(closed)
    _refuse(model, flows)
    y = _starts(model, flows, q, u, max((np.size(one) for one in open_.values()), default=1))
    a = _inputs(model, flows.inputs, open_, len(y))
    t, until = finite("t", t), finite("until", until)
    steps = _whole(until - t, positive("dt", dt, 0.0), "until")
    each = steps if every is None else _whole(finite("every", every), dt, "every")
    if steps % each:
        raise ArgumentError(
            f"every = {every} does not divide the time of {until - t} s. Give samples that end "
            "with it."
        )
    work = _Work(model=model, flows=flows, method=chosen, x=(t, (until - t) / steps))
    record = np.empty((len(y), steps // each + 1, y.shape[1]))
    _run(work, y, a, record, each, threads, progress)
    return Runs(
        name=model.name,
        q_names=model.q_names,
        u_names=model.u_names,
        t=t + (until - t) * np.arange(steps // each + 1) / (steps // each),
        y=record,
        steps=steps,
    )


# ── blocks ────────────────────────────────────────────────────────────────────────────────
@dataclass(frozen=True, slots=True, kw_only=True)
class _Work:
    """What all blocks share."""

    model: Model
    flows: Flows
    method: Method
    x: tuple[float, float]

    def block(self, y: Floats, a: Floats) -> _Block:
        """The memory of some runs; lanes that are left repeat the last one."""
        motion, states, rows = self.flows.motion, y.shape[1], self.method.last
        address = motion.kernel.batch_address()
        p = motion.parameters(dict(self.model.parameters))
        lanes = np.minimum(np.arange(LANES), len(y) - 1)
        s, K = aligned(2 * states * LANES), aligned(rows * states * LANES)
        s[: states * LANES] = y[lanes].T.reshape(-1)
        given = aligned(max(a.shape[1], 1) * LANES)
        given[: a.shape[1] * LANES] = a[lanes].T.reshape(-1)
        cell, p = np.zeros(1), np.append(p, 0.0)
        units = [number for unit in self.flows.units for number in unit]
        counts = [LANES, states * LANES, rows, 5 * 3, len(self.flows.units)]
        by_lane, by_element = _WORD, _WORD * LANES
        tables = []
        for row in range(rows):
            state = s if row == 0 else s[states * LANES :]
            out = K[row * states * LANES :]
            tables += [_base(cell), 0, _WORD, _base(state), by_lane, by_element]
            tables += [_base(given), by_lane, by_element, _base(p), 0, _WORD]
            tables += [_base(out), by_lane, by_element]
        arrays = (
            np.array([*counts, *units], dtype=np.int64), np.array(self.x), s, K,
            _weights(self.method), np.array(tables, dtype=np.int64), cell,
            aligned(address.workspace), np.zeros(2, dtype=np.int64),
        )  # fmt: skip
        return _Block(address=address, arrays=arrays, kept=(given, p), states=states)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Block:
    """Some runs, and the memory they go on in."""

    address: Any
    arrays: tuple[Any, ...]
    kept: tuple[Any, ...]  # what only tables point at
    states: int

    def run(self, record: Floats, each: int, told: Callable[[], None]) -> None:
        """All samples of these runs, the first of which are their starts."""
        s = self.arrays[2][: self.states * LANES].reshape(self.states, LANES)
        record[:, 0] = s.T[: len(record)]
        self._first_rates()
        for sample in range(1, record.shape[1]):
            self._advance(each, (sample - 1) * each)
            record[:, sample] = s.T[: len(record)]
            told()

    def _first_rates(self) -> None:
        """ẏ at the start: a step of no length."""
        x = self.arrays[1]
        step, x[at.STEP] = float(x[at.STEP]), 0.0
        self._advance(1, 0)
        x[at.STEP] = step

    def _advance(self, steps: int, done: int) -> None:
        arguments: list[Any] = [self.address, *self.arrays, steps, done]
        native_library(at.MANY)[at.advance].bind(*arguments)()


def _run(
    work: _Work,
    y: Floats,
    a: Floats,
    record: Floats,
    each: int,
    threads: int,
    progress: Progress | None,
) -> None:
    """All blocks, on several threads where that is asked for."""
    firsts = range(0, len(y), LANES)
    total, done = len(firsts) * (record.shape[1] - 1), [0]

    def told() -> None:
        done[0] += 1
        if progress is not None:
            progress(done[0], total)

    def one(first: int) -> None:
        mine = slice(first, first + LANES)
        work.block(y[mine], a[mine]).run(record[mine], each, told)

    if threads == 1:
        for first in firsts:
            one(first)
        return
    with ThreadPoolExecutor(max_workers=threads) as pool:
        list(pool.map(one, firsts))


def _weights(method: Method) -> Floats:
    """c and a row of A for each stage after the first, then 1 and b, all of one length."""
    rows = [*zip(method.c, method.A, strict=True), (1.0, method.b)]
    return np.array([[c, *row, *[0.0] * (method.last - len(row))] for c, row in rows]).reshape(-1)


def _base(array: Floats) -> int:
    return int(array.ctypes.data)


# ── what is given ─────────────────────────────────────────────────────────────────────────
def _explicit(name: str) -> Method:
    known = [one.name for one in METHODS.values() if one.kind is Kind.EXPLICIT]
    if name not in known:
        raise ArgumentError(
            f"method '{name}': many runs at once go by one of {', '.join(known)}. Name one of "
            "these, or call simulate for each."
        )
    return METHODS[name]


def _split(inputs: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Inputs that are expressions, and all others."""
    closed = {name: value for name, value in inputs.items() if hasattr(value, "graph")}
    return closed, {name: value for name, value in inputs.items() if name not in closed}


def _refuse(model: Model, flows: Flows) -> None:
    if flows.rows or flows.places:
        raise ArgumentError(
            f"'{model.name}' has constraints or contacts that are kept up step by step, which many "
            "runs at once do not do. Call simulate for each start."
        )


def _starts(model: Model, flows: Flows, q: Any, u: Any, runs: int) -> Floats:
    """(N, states) from what is given for q and u; so many runs where both are one row."""
    homes = np.array(flows.homes)
    parts = [
        np.atleast_2d(np.asarray(homes if q is None else q, dtype=np.float64)),
        np.atleast_2d(np.asarray([0.0] * len(model.u_names) if u is None else u, dtype=np.float64)),
    ]
    for words, names, part in zip("qu", (model.q_names, model.u_names), parts, strict=True):
        if part.ndim != 2 or part.shape[1] != len(names) or not np.all(np.isfinite(part)):
            raise ArgumentError(
                f"{words} has the shape {part.shape} or values that are not finite; it needs "
                f"(N, {len(names)}) finite numbers: {', '.join(names)}. Give one row a run."
            )
    counts = {len(part) for part in parts if len(part) > 1}
    if len(counts) > 1:
        raise ArgumentError(
            f"q has {len(parts[0])} rows and u {len(parts[1])}. Give as many of both, or one row "
            "for all."
        )
    total = max(counts, default=runs)
    return np.hstack([np.broadcast_to(part, (total, part.shape[1])) for part in parts])


def _inputs(model: Model, names: Sequence[str], given: Mapping[str, Any], runs: int) -> Floats:
    """(N, inputs), zero where nothing is said."""
    unknown = [name for name in given if name not in names]
    if unknown:
        raise ArgumentError(
            f"inputs: '{unknown[0]}' is no input of '{model.name}', which has "
            f"{', '.join(model.input_names) or 'none'}. Name these."
        )
    made = np.zeros((runs, len(names)))
    for name, value in given.items():
        column = np.asarray(value, dtype=np.float64)
        if column.shape not in ((), (runs,)) or not np.all(np.isfinite(column)):
            raise ArgumentError(
                f"inputs: '{name}' has the shape {column.shape} or values that are not finite. "
                f"Give one finite number, or {runs}."
            )
        made[:, list(names).index(name)] = column
    return made


def _whole(span: float, dt: float, what: str) -> int:
    """How many steps a span is, if it is a whole number of them."""
    count = round(span / dt) if np.isfinite(span) and dt > 0 else 0
    if count < 1 or abs(count * dt - span) > 1e-6 * dt:
        raise ArgumentError(
            f"{what}: {span} s is no whole number of steps of dt = {dt} s. Give a multiple."
        )
    return count
