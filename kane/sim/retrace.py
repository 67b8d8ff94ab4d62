"""Retracing: whether samples are a motion of a model, and its forces those of its inputs.

From every sample the model goes on to the time of the next, by an eighth-order method in more and
more steps until that changes nothing; where it arrives is compared with that sample. And at every
sample the inverse dynamics of its accelerations is compared with B a, what the inputs exert; where
rows of constraints hold, the rows' own forces are free:

    M u̇ + f = B a + Jᵀλ        so (M u̇ + f − B a) has no part across the rows of J

From: trajectory.py, methods/dop853.py    Next: kane/cli/motion_check.py
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from kane.errors import ArgumentError
from kane.machine.flow import Flow
from kane.machine.model import Model
from kane.sim.methods.dop853 import DOP853
from kane.sim.signals import Table, values_at
from kane.sim.trajectory import Trajectory

Floats = np.ndarray[Any, np.dtype[np.float64]]
Rates = Callable[[Floats, Floats], Floats]  # (t, y) → ẏ, a row a sample

_MOST: Final = 64  # steps from one sample to the next
_TOGETHER: Final = 16_384  # samples at a time
_SETTLED: Final = 1e-11  # relative change from which more steps are of no use
_DEPENDENT: Final = 1e-9  # of the largest singular value of J: below, a row says nothing new
_LEAST: Final = 1e-3  # of the largest coordinate or speed: what the others are measured by


@dataclass(frozen=True, slots=True, kw_only=True)
class Retraced:
    """How far a motion is from its model's, each time with where that is."""

    apart: float  # of a state from where the model arrives, relative to the largest of its name
    name: str
    t: float
    force: float | None  # largest difference of forces; None where bodies touch at every sample
    scale: float  # the largest force, those that need no acceleration among them; 1 at least


def retraced(model: Model, motion: Trajectory, inputs: Mapping[str, Any]) -> Retraced:
    """The samples of a motion against the model, driven by these inputs."""
    names = (*model.q_names, *model.u_names)
    _same_names(motion, names, model)
    closed = {name: one for name, one in inputs.items() if _is_expression(one)}
    path = _Path(model=model, closed=closed, inputs=inputs, motion=motion)
    worst = (0.0, names[0], float(motion.t[0]) if len(motion) else 0.0)
    scales = _scales(path.y, len(model.q_names))
    for begin in range(0, max(len(motion) - 1, 0), _TOGETHER):
        worst = max(worst, path.furthest(begin, begin + _TOGETHER, scales, names))
    force, scale = path.forces()
    return Retraced(apart=worst[0], name=worst[1], t=worst[2], force=force, scale=scale)


def _same_names(motion: Trajectory, names: Sequence[str], model: Model) -> None:
    missing = [name for name in names if name not in motion.names]
    if missing:
        raise ArgumentError(
            f"The motion of '{motion.source.name}' has no '{missing[0]}', which '{model.name}' "
            "has. Give the motion of this model."
        )


def _is_expression(value: Any) -> bool:
    return hasattr(value, "graph") and getattr(value, "value", None) is None


def _scales(y: Floats, coordinates: int) -> Floats:
    """What differences are measured by: the largest value of each, or what is near the others."""
    largest = np.max(np.abs(y), axis=0, initial=0.0)
    groups = (largest[:coordinates], largest[coordinates:])
    floors = [np.full(len(one), _LEAST * one.max(initial=0.0)) for one in groups]
    return np.asarray(np.maximum(np.maximum(largest, np.concatenate(floors)), np.finfo(float).tiny))


class _Path:
    """A motion's samples, and the model's functions along it."""

    def __init__(
        self,
        *,
        model: Model,
        closed: Mapping[str, Any],
        inputs: Mapping[str, Any],
        motion: Trajectory,
    ) -> None:
        self.model = model
        self.flows = model.flows(closed)
        self.inputs = inputs
        self.t = np.array(motion.t, dtype=float)
        columns = [motion[name] for name in (*model.q_names, *model.u_names)]
        self.y = _columns(columns, len(self.t))
        own = [name for name in self.flows.inputs if name in model.input_names]
        self.own = tuple(own)
        rest = [motion[name] for name in self.flows.inputs[len(own) :]]
        self.rest = _columns(rest, len(self.t))
        self.held = self.rest[:, : len(self.flows.rows)]

    # ── where the model arrives ───────────────────────────────────────────────────────────
    def furthest(
        self, begin: int, end: int, scales: Floats, names: Sequence[str]
    ) -> tuple[float, str, float]:
        """The largest difference of samples begin … end, its name and time."""
        first = np.arange(begin, min(end, len(self.t) - 1))
        steady = (self.held[first] == self.held[first + 1]).all(axis=1) & ~self._bends(first)
        first = first[(self.t[first + 1] > self.t[first]) & steady]
        if not len(first):
            return 0.0, names[0], float(self.t[begin])
        apart = np.abs(self._arrivals(first, scales) - self.y[first + 1]) / scales
        row, column = np.unravel_index(int(apart.argmax()), apart.shape)
        return float(apart[row, column]), names[int(column)], float(self.t[first[row] + 1])

    def _bends(self, first: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """Whether a table of an input bends between a sample and the next."""
        tables = [one for one in self.inputs.values() if isinstance(one, Table)]
        at = np.sort(np.concatenate([[], *(np.asarray(one.t, dtype=float) for one in tables)]))
        before = np.searchsorted(at, self.t[first], side="right")
        return np.asarray(np.searchsorted(at, self.t[first + 1], side="left") > before)

    def _arrivals(self, first: np.ndarray[Any, Any], scales: Floats) -> Floats:
        """The model's states at the next samples."""
        steps, before = 1, self._carried(first, 1)
        while steps < _MOST:
            steps *= 2
            after = self._carried(first, steps)
            if np.max(np.abs(after - before) / scales) < _SETTLED:
                return after
            before = after
        return before

    def _carried(self, first: np.ndarray[Any, Any], steps: int) -> Floats:
        h = (self.t[first + 1] - self.t[first]) / steps
        y: Floats = self.y[first]
        end = self.t[first + 1]
        rates = self._rates(self.rest[first], end - 4 * np.spacing(end))
        for number in range(steps):
            y = step(rates, self.t[first] + number * h, y, h)
        return y

    def _rates(self, rest: Floats, last: Floats) -> Rates:
        """ẏ, with the inputs that there are up to just before the `last` times."""
        flow = self.flows.motion

        def rates(t: Floats, y: Floats) -> Floats:
            return self._evaluated(flow, t, y, np.hstack([self._own(np.minimum(t, last)), rest]))

        return rates

    def _own(self, t: Floats) -> Floats:
        """The model's own inputs at some times, a column each."""
        return _columns([values_at(self.inputs.get(name, 0.0), t) for name in self.own], len(t))

    def _evaluated(self, flow: Flow, t: Floats, y: Floats, a: Floats) -> Floats:
        p = flow.parameters(self.model.parameters)
        every = np.broadcast_to(p, (len(t), len(p)))
        y, a = (np.ascontiguousarray(one) for one in (y, a))
        return np.asarray(flow.kernel.batch(t[:, np.newaxis], y, a, every)).reshape(len(t), -1)

    # ── forces ────────────────────────────────────────────────────────────────────────────
    def forces(self) -> tuple[float | None, float]:
        """The largest difference of inverse dynamics from the inputs' forces, and the largest."""
        apart = np.flatnonzero(~self._touches())
        if not len(apart):
            return None, 1.0
        t, y = self.t[apart], np.ascontiguousarray(self.y[apart])
        rates = self._rates(self.rest[apart], t)(t, y)
        count = len(self.model.q_names)
        q, u, udot = (
            np.ascontiguousarray(x) for x in (y[:, :count], y[:, count:], rates[:, count:])
        )
        bent = self._signals(self.model.nonlinear_inputs, t, y)
        state = {"q": q, "u": u, "nonlinear_inputs": bent}
        found = self._called("inverse_dynamics", t, **state, udot=udot)
        still = self._called("inverse_dynamics", t, **state, udot=np.zeros_like(u))
        asked = self._asked_for(t, y, state)
        scale = max(1.0, *(float(np.abs(one).max(initial=0.0)) for one in (found, asked, still)))
        left = self._across_rows(apart, found - asked)
        return float(np.abs(left).max(initial=0.0)), scale

    def _touches(self) -> np.ndarray[Any, Any]:
        """Where bodies touch: friction's force is in no row."""
        rows = [one.normal for one in self.flows.contacts]
        return np.asarray((self.held[:, rows] != 0).any(axis=1))

    def _across_rows(self, samples: np.ndarray[Any, Any], forces: Floats) -> Floats:
        """Forces without their parts along the rows that hold."""
        holding = self.held[samples] != 0
        if not holding.any():
            return forces
        t, y, a = (x[samples] for x in (self.t, self.y, self._all_inputs()))
        n, m = forces.shape[1], holding.shape[1]
        terms = self._evaluated(self.flows.row_terms, t, y, a)
        J = terms[:, n * n : n * (n + m)].reshape(-1, m, n) * holding[:, :, np.newaxis]
        along, sizes, _ = np.linalg.svd(np.swapaxes(J, 1, 2), full_matrices=False)
        along = along * (sizes > _DEPENDENT * sizes.max(axis=1, keepdims=True))[:, np.newaxis, :]
        return np.asarray(forces - np.einsum("kim,kjm,kj->ki", along, along, forces))

    def _all_inputs(self) -> Floats:
        """What flows take as inputs at the samples."""
        return np.hstack([self._own(self.t), self.rest])

    def _asked_for(self, t: Floats, y: Floats, state: Mapping[str, Floats]) -> Floats:
        """B a at some samples."""
        names = self.model.linear_inputs
        if not names:
            return np.zeros((len(t), len(self.model.u_names)))
        B = self._called("input_matrix", t, **state).reshape(len(t), -1, len(names))
        return np.asarray(np.einsum("kij,kj->ki", B, self._signals(names, t, y)))

    def _signals(self, names: Sequence[str], t: Floats, y: Floats) -> Floats:
        """The values of inputs at some samples, a column each."""
        return _columns([self._signal(name, t, y) for name in names], len(t))

    def _signal(self, name: str, t: Floats, y: Floats) -> Floats:
        given = self.inputs.get(name, 0.0)
        if not _is_expression(given):
            return values_at(given, t)
        flow = self.model.flows({}).observed([given])
        none = np.zeros((len(t), len(self.model.flows({}).inputs)))
        return self._evaluated(flow, t, y, none)[:, 0]

    def _called(self, name: str, t: Floats, **given: Floats) -> Floats:
        """A function of the model at some samples, with the time where it asks for it."""
        wanted = [one.name for one in self.model.program(name).inputs if one.name != "p"]
        columns = {"t": t[:, np.newaxis], **given}
        return np.asarray(self.model.function(name)(*(columns[one] for one in wanted)))


def _columns(given: Sequence[Floats], count: int) -> Floats:
    """Columns side by side; none of them make a table of no width."""
    if not given:
        return np.empty((count, 0))
    return np.ascontiguousarray(np.array(given, dtype=float).T)


def step(rates: Rates, t: Floats, y: Floats, h: Floats) -> Floats:
    """One step of DOP853 for many states at once, each with a length of its own."""
    K, long = [rates(t, y)], h[:, np.newaxis]
    for c, row in zip(DOP853.c, DOP853.A, strict=True):
        K.append(rates(t + c * h, y + long * _weighted(row, K)))
    return np.asarray(y + long * _weighted(DOP853.b, K))


def _weighted(weights: Sequence[float], K: Sequence[Floats]) -> Any:
    return sum(weight * k for weight, k in zip(weights, K, strict=False) if weight)
