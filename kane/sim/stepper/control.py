"""Step sizes: the first one, the next one, and where a step has to end.

From: step.py    Next: switching.py
"""

from __future__ import annotations

from math import exp, isfinite, log, sqrt
from typing import Final

from kane.machine.flow import Function
from kane.program.arrays import Floats, Ints
from kane.program.routine import routine
from kane.sim.stepper.layout import (
    ADAPTIVE,
    ATOL,
    BASE,
    CELL,
    ERROR,
    EXPONENT,
    FINAL,
    FIXED,
    NEW,
    PAUSE,
    REFUSED,
    RTOL,
    SHORTEST,
    SINCE,
    STAGE,
    STATES,
    STEP,
    UNTIL,
    WIDTH,
    H,
    T,
)
from kane.sim.stepper.rates import evaluate
from kane.sim.stepper.signals import next_bend

_SAFETY: Final = 0.9
_SMALLEST: Final = 0.2  # factor from one step to the next [HairerWanner1993 Eq. II.4.13]
_LARGEST: Final = 8.0
_NEAR: Final = 1e-10  # of a step: as near as this, a time is met


@routine
def choose(n: Ints, x: Floats, places: Ints, signals: Floats) -> bool:
    """Whether x[STEP] stays within x[UNTIL]: the step to the next grid point, bend or pause.

    A step that does not is left to a run that goes on later, and cut for one that ends here
    (n[FINAL]).
    """
    if n[ADAPTIVE] == 1:
        x[STEP] = x[H]
    else:
        x[STEP] = x[BASE] + float(n[SINCE] + 1) * x[FIXED] - x[T]
    bend = next_bend(n, places, signals)
    stop = min(bend, x[PAUSE])
    if x[T] + x[STEP] * (1.0 + _NEAR) >= stop:
        x[STEP] = stop - x[T]
    if x[T] + x[STEP] <= x[UNTIL] + _NEAR * x[STEP]:
        return True
    if n[FINAL] == 1:
        x[STEP] = x[UNTIL] - x[T]
    return n[FINAL] == 1


@routine
def adapt(n: Ints, x: Floats) -> bool:
    """Whether the step is good, and the next one to try.

    h ← h · min(8, max(0.2, 0.9 (1/err)^(1/(q+1)))), not longer after a refusal
                                                             [HairerWanner1993 Eq. II.4.13]
    """
    error = x[ERROR]
    if not isfinite(error):
        x[H] = 0.1 * x[STEP]
        n[REFUSED] = 1
        return False
    factor = _LARGEST
    if error > 0.0:
        factor = min(_LARGEST, max(_SMALLEST, _SAFETY * exp(-x[EXPONENT] * log(error))))
    if error > 1.0:
        x[H] = x[STEP] * min(factor, 0.9)
        n[REFUSED] = 1
        return False
    if n[REFUSED] == 1:
        factor = min(factor, 1.0)
        n[REFUSED] = 0
    proposed = x[STEP] * factor
    cut = x[STEP] < x[H] * (1.0 - _NEAR)  # by a bend or a pause: not the error's doing
    x[H] = max(proposed, x[H]) if cut and factor >= 1.0 else proposed
    return True


@routine
def collapsed(x: Floats) -> bool:
    """Whether a step has become too short to change the time."""
    return x[T] + 0.1 * x[STEP] == x[T] or x[STEP] < x[SHORTEST]


@routine
def first_step(
    motion: Function,
    n: Ints,
    x: Floats,
    s: Floats,
    K: Floats,
    places: Ints,
    signals: Floats,
    a: Floats,
    p: Floats,
    work: Floats,
) -> float:
    """A first step from the size of ẏ and of its change [HairerWanner1993 §II.4, p.169]."""
    width = n[WIDTH]
    d0 = _size(n, x, s, s)
    d1 = _size(n, x, s, K)
    h0 = 0.01 * d0 / d1 if d0 > 1e-5 and d1 > 1e-5 else 1e-6
    stage = s[STAGE * width :]
    rates = s[NEW * width :]
    for i in range(n[STATES]):
        stage[i] = s[i] + h0 * K[i]
    t = x[T] + h0
    evaluate(motion, n, places, signals, t, stage, a, p, rates, s[CELL * width :], work)
    for i in range(n[STATES]):
        rates[i] -= K[i]
    change = _size(n, x, s, rates)
    d2 = change / h0
    most = max(d1, d2)
    h1 = exp(log(0.01 / most) * x[EXPONENT]) if most > 1e-15 else max(1e-6, 1e-3 * h0)
    chosen = min(100.0 * h0, h1)
    return chosen if isfinite(chosen) else h0


@routine
def _size(n: Ints, x: Floats, y: Floats, v: Floats) -> float:
    total = 0.0
    for i in range(n[STATES]):
        part = v[i] / (x[ATOL] + x[RTOL] * abs(y[i]))
        total += part * part
    return sqrt(total / float(max(1, n[STATES])))
