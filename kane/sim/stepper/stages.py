"""The rates inside a step, by kind of method; the state they lead to; the error they tell.

    K_i = f(t + c_i h, y + h Σ_j a_ij K_j),      y⁺ = y + h Σ b_j K_j      [HairerWanner1993 §II.1]

From: rates.py    Next: collocation.py
"""

from __future__ import annotations

from math import isfinite, sqrt

from kane.machine.flow import Function
from kane.program.arrays import Floats, Ints
from kane.program.routine import routine
from kane.sim.stepper.layout import (
    ATOL,
    CELL,
    COORDINATES,
    ERRING,
    ERRORS,
    EXTRA,
    FIRST_ERROR,
    LAST,
    NEW,
    P_OWN,
    RTOL,
    STAGE,
    STATES,
    STEP,
    WHOLE,
    WIDTH,
    ZERO,
    T,
)
from kane.sim.stepper.rates import combine, evaluate
from kane.sim.stepper.signals import signals_at


@routine
def explicit_stages(
    motion: Function,
    n: Ints,
    x: Floats,
    first: int,
    last: int,
    s: Floats,
    K: Floats,
    table: Floats,
    rows: Ints,
    places: Ints,
    signals: Floats,
    a: Floats,
    p: Floats,
    work: Floats,
) -> None:
    """K[first … last − 1], each from those before it.

    `table` holds for each stage c_i and then its weights, `rows` for each stage where these
    begin, after it the list of rows that `combine` reads.
    """
    width = n[WIDTH]
    h = x[STEP]
    stage = s[STAGE * width :]
    for i in range(first, last):
        begin = rows[2 * i]
        combine(n, stage, s, h, table[begin + 1 :], rows[rows[2 * i + 1] :], K)
        t = x[T] + table[begin] * h
        out = K[i * width :]
        evaluate(motion, n, places, signals, t, stage, a, p, out, s[CELL * width :], work)


@routine
def partitioned_stage(
    own: Function,
    n: Ints,
    x: Floats,
    s: Floats,
    K: Floats,
    places: Ints,
    signals: Floats,
    a: Floats,
    p: Floats,
    work: Floats,
) -> None:
    """K[1] = (q̇ with the new speeds, u̇ with the old ones): semi-implicit Euler.

    u⁺ = u + h u̇(t, q, u),   q⁺ = q + h q̇(t, q, u⁺)      [HairerLubichWanner2006 Eq. I.1.9]
    """
    width = n[WIDTH]
    nq = n[COORDINATES]
    h = x[STEP]
    made = K[width:]
    stage = s[STAGE * width :]
    cell = s[CELL * width :]
    for i in range(nq):
        stage[i] = s[i]
    for i in range(nq, n[STATES]):
        stage[i] = s[i] + h * K[i]
        made[i] = K[i]
    cell[0] = x[T]
    signals_at(n, places, signals, x[T], a)
    own(cell, stage, a, p[n[P_OWN] :], made, work)


@routine
def error_norm(n: Ints, x: Floats, s: Floats, K: Floats, table: Floats, rows: Ints) -> float:
    """The size of a step's error, 1 being just right.

        √(mean of (eᵢ / (atol + rtol·max|yᵢ|))²),  e = h Σ e_j K_j    [HairerWanner1993 Eq. II.4.11]

    With two rows of weights, e² / √(e² + 0.01 ẽ²) of both sizes [HairerWanner1993 §II.10].
    """
    width = n[WIDTH]
    error = s[ERRING * width :]
    states = float(max(1, n[STATES]))
    if n[WHOLE] == 1:
        size = sqrt(error[0] / states)
        other = sqrt(error[1] / states)
        return _both(size, other, n[ERRORS])
    zero = s[ZERO * width :]
    sums = rows[2 * (n[LAST] + n[EXTRA] + FIRST_ERROR) :]
    combine(n, error, zero, x[STEP], table[sums[0] + 1 :], rows[sums[1] :], K)
    size = scaled(n, x, s, s[NEW * width :], error)
    if n[ERRORS] == 1:
        return size
    combine(n, error, zero, x[STEP], table[sums[2] + 1 :], rows[sums[3] :], K)
    other = scaled(n, x, s, s[NEW * width :], error)
    return _both(size, other, 2)


@routine
def _both(size: float, other: float, count: int) -> float:
    """The error of one sum, or e² / √(e² + 0.01 ẽ²) of two."""
    if count == 1:
        return size
    both = size * size + 0.01 * other * other
    return 0.0 if both == 0.0 else size * size / sqrt(both)  # NaN stays NaN


@routine
def scaled(n: Ints, x: Floats, y: Floats, new: Floats, error: Floats) -> float:
    """√(mean of (eᵢ / (atol + rtol·max|yᵢ|))²)."""
    total = 0.0
    for i in range(n[STATES]):
        scale = x[ATOL] + x[RTOL] * max(abs(y[i]), abs(new[i]))
        part = error[i] / scale
        total += part * part
    return sqrt(total / float(max(1, n[STATES])))


@routine
def finite(n: Ints, y: Floats) -> bool:
    """Whether every element of a state is a finite number."""
    total = 0.0
    for i in range(n[STATES]):
        total += y[i] * 0.0
    return isfinite(total)
