"""Selections: which speeds of a motion were independent, from when, and where rows were passed.

Every sample is looked at, with what is kept from one to the next (kane/sim/modes/watch.py): each
step is a sample where no interval was asked for. The run itself goes by the forces of its rows,
which are the same for any selection (docs/decisions/0012-modes-as-masks.md), so that a new one is
no jump and costs it nothing.

From: trajectory.py, kane/sim/modes/watch.py    Next: report.py
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from kane.machine.routine import native_library
from kane.sim.modes import watch
from kane.sim.modes.library import MODES

if TYPE_CHECKING:
    from kane.sim.trajectory import Trajectory

_TOGETHER: Final = 4096  # samples at a time
_RECORDS: Final = 64
_TURNED: Final = 0.5  # the least cosine of speeds before and after a place, on the same branch


class Why(Enum):
    """Why speeds were selected."""

    ROWS = "rows"  # other rows hold, or the motion begins
    WORSE = "worse"  # a dependent speed had come to move much more than an independent one
    FREED = "freed"  # a row no longer depends on others


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """The independent speeds from a time on."""

    t: float
    why: Why
    independent: tuple[str, ...]
    dependent: tuple[str, ...]
    superfluous: tuple[str, ...]  # rows that hold and follow from the others
    gain: float  # the largest weighed |D_ij| now, 2 at most
    left_at: float  # the same of the selection before, when it was left; 0 where it was not that

    def __str__(self) -> str:
        names = ", ".join(self.independent) or "none"
        return f"from t = {self.t:.6g} s: {names}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A place where rows nearly depended on each other, passed with the selection there was."""

    t: float
    near: float  # how far apart rows were at the nearest sample, of the farthest
    turned: float  # degrees between the speeds before and after, in the metric of the masses

    @property
    def same_branch(self) -> bool:
        """Whether the motion went on as it came."""
        return bool(np.cos(np.radians(self.turned)) > _TURNED)

    def __str__(self) -> str:
        how = "on its branch" if self.same_branch else "and left its branch"
        return f"t = {self.t:.6g} s, {how} (turned by {self.turned:.2g}°)"


def selections(motion: Trajectory) -> tuple[Selection, ...]:
    """The selections of a motion, in order."""
    return tuple(one for one in motion.watched if isinstance(one, Selection))


def passages(motion: Trajectory) -> tuple[Passage, ...]:
    """The places where rows nearly depended on each other."""
    return tuple(one for one in motion.watched if isinstance(one, Passage))


def watched(motion: Trajectory) -> tuple[Selection | Passage, ...]:
    """What the watch saw: selections and passages, as they came."""
    flows = motion.source.flows
    if flows is None or not len(motion) or not flows.rows:
        return ()
    return tuple(_Watch(motion=motion, flows=flows).all())


@dataclass(frozen=True, slots=True, kw_only=True)
class _Watch:
    """The arrays of a watch, and what its records mean."""

    motion: Trajectory
    flows: Any

    def all(self) -> Iterator[Selection | Passage]:
        n, count = len(self.motion.source.u_names), len(self.flows.rows)
        state = np.zeros(watch.HEADER + 3 * count + n, dtype=np.int64)
        state[watch.SINCE] = -1
        sizes, D = np.zeros(watch.SIZES + count), np.zeros(count * (n + 2))
        work = np.zeros((count + 1) * (n + 2) + n)
        width = watch.RECORD + count + n
        records = np.zeros(_RECORDS * width, dtype=np.int64)
        values = np.zeros(2 * _RECORDS)
        call = native_library(MODES)[watch.follow]
        for first in range(0, len(self.motion), _TOGETHER):
            part = slice(first, first + _TOGETHER)
            terms, masks = self._terms(part), self._masks(part)
            begin, end = 0, len(terms)
            while begin < end:
                arrays = (state, sizes, D, work, records, values, _RECORDS)
                stride, masked = terms.shape[1], masks.shape[1]
                begin = call(
                    terms.ravel(), stride, masks.ravel(), masked, begin, end, n, count, *arrays
                )
                for k in range(state[watch.FOUND]):
                    record = records[k * width : (k + 1) * width]
                    yield from self._meaning(record, values[2 * k : 2 * k + 2], first, count)
                state[watch.FOUND] = 0

    def _terms(self, part: slice) -> Any:
        motion = self.motion
        p = self.flows.row_terms.parameters(motion.source.parameters)
        every = np.broadcast_to(p, (len(motion.t[part]), len(p)))
        batch = self.flows.row_terms.kernel.batch
        made = batch(motion.t[part, np.newaxis], motion.y[part], motion.a[part], every)
        return np.ascontiguousarray(made).reshape(len(every), -1)

    def _masks(self, part: slice) -> Any:
        """The columns of a from the first mask on."""
        count = len(self.flows.rows)
        return np.ascontiguousarray(self.motion.a[part, -2 * count :])

    def _meaning(
        self, record: Any, values: Any, first: int, count: int
    ) -> Iterator[Selection | Passage]:
        motion, m, held = self.motion, record[watch.INDEPENDENT], record[watch.HELD]
        at, why = first + record[watch.STATE], record[watch.WHY]
        if why == watch.PASSED:
            yield Passage(t=float(motion.t[at]), near=float(values[0]), turned=self._turned(at))
            return
        names = [motion.source.u_names[j] for j in record[watch.RECORD + count :]]
        chosen = record[watch.RECORD : watch.RECORD + held]
        if why != watch.SINGULAR:
            yield Selection(
                t=float(motion.t[at]),
                why=(Why.ROWS, Why.WORSE, Why.FREED)[why],
                independent=tuple(names[m:]),
                dependent=tuple(names[:m]),
                superfluous=tuple(self.flows.rows[row][0] for row in chosen[m:]),
                gain=float(values[1]),
                left_at=float(values[0]),
            )

    def _turned(self, at: int) -> float:
        """Degrees between the speeds at the samples beside one, in the metric of the masses."""
        motion, n = self.motion, len(self.motion.source.u_names)
        before, after = max(at - 2, 0), min(at + 2, len(motion) - 1)
        M = self._terms(slice(at, at + 1))[0, : n * n].reshape(n, n)
        v, w = motion.u[before], motion.u[after]
        size = float(np.sqrt((v @ M @ v) * (w @ M @ w)))
        return float(np.degrees(np.arccos(np.clip(v @ M @ w / size, -1, 1)))) if size else 0.0
