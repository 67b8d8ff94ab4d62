"""The watch on the selection: a look at a state, and a selection anew, at 20 speeds and 8 rows.

The states are those of constraints_modes.py; J, M and the rest are there beforehand.

From: constraints_modes.py    Next: constraints.py
"""

from __future__ import annotations

import time
from functools import partial
from typing import Any, Final

import numpy as np

from benchmarks.claim import Claim, Effort, Measurement, Sense
from benchmarks.constraints_modes import ROWS, SPEEDS, STATES, model
from benchmarks.timing import Loop, time_loop
from kane.machine.routine import native_library
from kane.sim.modes import watch
from kane.sim.modes.library import MODES


def watching(anew: bool) -> Loop:
    """A loop over states beside each other, all rows holding; or every other time all but one."""
    rng, call = np.random.default_rng(1), native_library(MODES)[watch.follow]
    y = rng.normal(0, 0.7, 2 * SPEEDS) + rng.normal(0, 1e-3, (STATES, 2 * SPEEDS))
    flow = model().flows({}).row_terms
    made = flow.kernel.batch(np.zeros((STATES, 1)), y, np.zeros((STATES, 2 * ROWS)),
                             np.zeros((STATES, 0)))  # fmt: skip
    terms = np.ascontiguousarray(made).reshape(STATES, -1)
    masks = np.ones((STATES, ROWS))
    if anew:
        masks[::2, ROWS - 1] = 0.0
    state = np.zeros(watch.HEADER + 3 * ROWS + SPEEDS, dtype=np.int64)
    state[watch.SINCE] = -1
    sizes, D = np.zeros(watch.SIZES + ROWS), np.zeros(ROWS * (SPEEDS + 2))
    work = np.zeros((ROWS + 1) * (SPEEDS + 2) + SPEEDS)
    width = watch.RECORD + ROWS + SPEEDS
    records, values = np.zeros((STATES + 1) * width, dtype=np.int64), np.zeros(2 * STATES + 2)
    arrays: tuple[Any, ...] = (state, sizes, D, work, records, values, STATES + 1)
    bound = call.bind(terms.ravel(), terms.shape[1], masks.ravel(), ROWS, 0, STATES, SPEEDS, ROWS,
                      *arrays)  # fmt: skip

    def loop(calls: int) -> float:
        begun = time.perf_counter()
        for _ in range(max(1, calls // STATES)):
            state[watch.FOUND] = 0
            bound()
        return (time.perf_counter() - begun) * calls / (STATES * max(1, calls // STATES))

    loop(STATES)
    selected = int(state[watch.FOUND])
    assert selected >= STATES - 1 if anew else selected <= 1, selected
    return loop


def took(anew: bool, effort: Effort) -> Measurement:
    """Microseconds a state."""
    came = time_loop(watching(anew), effort)
    return Measurement(
        value=came.median * 1e6, spread=came.spread * 1e6, repeats=came.repeats,
        counts=f"least {came.minimum * 1e6:.2f} µs",
    )  # fmt: skip


def _most(name: str, how: str, target: float, anew: bool) -> Claim:
    measure = partial(took, anew)
    return Claim(name=name, how=how, unit="µs", sense=Sense.AT_MOST, target=target, measure=measure)


WATCH: Final = (
    _most("look at a selection", "D, its largest element, rows apart; 8 rows; median", 2.5, False),
    _most("selection anew", "rows, speeds and D from nothing; 8 rows; median", 5.0, True),
)
