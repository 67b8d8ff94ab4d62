"""The rates inside a step of an implicit method, by simplified Newton iterations.

    K_i = f(t + c_i h, y + h Σ_j a_ij K_j)        (1 − h A ⊗ J) ΔK = −(K − f)
                                                                   [HairerWanner1996 §IV.8]

J = ∂ẏ/∂y is taken at the step's start. Its factored matrix serves further steps of the same h as
long as iterations converge quickly: what they converge to does not depend on it.

From: stages.py    Next: step.py
"""

from __future__ import annotations

from math import isfinite
from typing import Final

from kane.errors import Outcome
from kane.machine.flow import Function
from kane.program.arrays import Floats, Ints
from kane.program.numeric.lu import lu_factor, lu_solve
from kane.program.routine import routine
from kane.sim.stepper.layout import (
    ADAPTIVE,
    CELL,
    CONTRACTION,
    FACTORED,
    FACTORED_STEP,
    FACTORIZATIONS,
    FILTER,
    MADE,
    P_JACOBIAN,
    STAGE,
    STAGES,
    STATES,
    STEP,
    WIDTH,
    T,
)
from kane.sim.stepper.rates import evaluate
from kane.sim.stepper.signals import signals_at
from kane.sim.stepper.stages import scaled

_MOST: Final = 30  # iterations where all digits are wanted
_FEW: Final = 10  # iterations where the error is controlled
_SLOW: Final = 0.3  # a contraction above which the matrix is made anew
_FRACTION: Final = 1e-3  # of the allowed error, left by the iterations of an adaptive method
_ROUND_OFF: Final = 4.5e-16  # of the state's size, the change with which iterations have ended
_OK: Final = Outcome.OK.value
_NOT_FINITE: Final = Outcome.NOT_FINITE.value
_SINGULAR: Final = Outcome.SINGULAR.value
_NOT_CONVERGED: Final = Outcome.NOT_CONVERGED.value


@routine
def collocation_stages(
    motion: Function,
    jacobian: Function,
    n: Ints,
    x: Floats,
    s: Floats,
    K: Floats,
    table: Floats,
    places: Ints,
    signals: Floats,
    a: Floats,
    p: Floats,
    work: Floats,
    matrix: Floats,
    pivots: Ints,
) -> int:
    """An Outcome's value, and K[1 … s]; `table` holds c and then A by rows, s × s.

    `matrix` holds J (N²), then the filter's factor (N²), then the factored matrix ((s N)²) and
    the iteration's right side (s N); N the doubles of a state.
    """
    if n[FACTORED] == 1 and x[FACTORED_STEP] != x[STEP]:
        n[FACTORED] = 0
    fresh = n[FACTORED] == 0
    if fresh:
        made = _factor(jacobian, n, x, s, table, places, signals, a, p, work, matrix, pivots)
        if made != _OK:
            return made
    ended = _iterate(motion, n, x, s, K, table, places, signals, a, p, work, matrix, pivots)
    if ended == _OK or fresh:
        return ended
    made = _factor(jacobian, n, x, s, table, places, signals, a, p, work, matrix, pivots)
    if made != _OK:
        return made
    return _iterate(motion, n, x, s, K, table, places, signals, a, p, work, matrix, pivots)


@routine
def _factor(
    jacobian: Function,
    n: Ints,
    x: Floats,
    s: Floats,
    table: Floats,
    places: Ints,
    signals: Floats,
    a: Floats,
    p: Floats,
    work: Floats,
    matrix: Floats,
    pivots: Ints,
) -> int:
    """An Outcome's value, and the factors of 1 − h A ⊗ J and of μ/h − J."""
    size = n[STATES]
    stages = n[STAGES]
    h = x[STEP]
    whole = stages * size
    filtering = matrix[size * size :]
    factors = matrix[2 * size * size :]
    cell = s[CELL * n[WIDTH] :]
    cell[0] = x[T]
    signals_at(n, places, signals, x[T], a)
    jacobian(cell, s, a, p[n[P_JACOBIAN] :], matrix, work)
    for i in range(stages):
        for j in range(stages):
            weight = h * table[stages + i * stages + j]
            for r in range(size):
                row = factors[(i * size + r) * whole + j * size :]
                for c in range(size):
                    row[c] = -weight * matrix[r * size + c]
                if i == j:
                    row[r] += 1.0
    n[FACTORED] = 1
    n[FACTORIZATIONS] += 1
    x[FACTORED_STEP] = h
    failed = lu_factor(factors, whole, pivots)
    if failed != 0:
        return _SINGULAR
    if x[FILTER] > 0.0:
        for k in range(size * size):
            filtering[k] = -matrix[k]
        for r in range(size):
            filtering[r * (size + 1)] += x[FILTER] / h
        unfit = lu_factor(filtering, size, pivots[whole:])
        if unfit != 0:
            return _SINGULAR
    return _OK


@routine
def _iterate(
    motion: Function,
    n: Ints,
    x: Floats,
    s: Floats,
    K: Floats,
    table: Floats,
    places: Ints,
    signals: Floats,
    a: Floats,
    p: Floats,
    work: Floats,
    matrix: Floats,
    pivots: Ints,
) -> int:
    """An Outcome's value, and K[1 … s], from ẏ at the step's start for all of them."""
    size = n[STATES]
    stages = n[STAGES]
    width = n[WIDTH]
    whole = stages * size
    factors = matrix[2 * size * size :]
    right = matrix[2 * size * size + whole * whole :]
    for i in range(stages):
        for r in range(width):
            K[(i + 1) * width + r] = K[r]
    before = 0.0
    most = _FEW if n[ADAPTIVE] == 1 else _MOST
    for count in range(most):
        _residual(motion, n, x, s, K, table, places, signals, a, p, work, right)
        lu_solve(factors, whole, pivots, right)
        change = _correct(n, x, s, K, right)
        if not isfinite(change):
            n[FACTORED] = 0
            return _NOT_FINITE
        if count > 0 and before > 0.0:
            x[CONTRACTION] = change / before
        if change <= (_FRACTION if n[ADAPTIVE] == 1 else _ROUND_OFF):
            return _settled(n, x, count)
        if count > 2 and change >= before:
            if n[ADAPTIVE] == 0 and change < 64.0 * _ROUND_OFF:
                return _settled(n, x, count)  # round-off alone moves it now
            if change > 2.0 * before or n[ADAPTIVE] == 1:
                n[FACTORED] = 0
                return _NOT_CONVERGED
        before = change
    n[FACTORED] = 0
    return _NOT_CONVERGED


@routine
def _settled(n: Ints, x: Floats, count: int) -> int:
    """OK; a matrix that took too many iterations is not used again."""
    if count > 8 or (count > 1 and n[ADAPTIVE] == 1 and x[CONTRACTION] > _SLOW):
        n[FACTORED] = 0
    return _OK


@routine
def _residual(
    motion: Function,
    n: Ints,
    x: Floats,
    s: Floats,
    K: Floats,
    table: Floats,
    places: Ints,
    signals: Floats,
    a: Floats,
    p: Floats,
    work: Floats,
    right: Floats,
) -> None:
    """right = f(t + c_i h, y + h Σ a_ij K_j) − K_i, of all stages."""
    size = n[STATES]
    stages = n[STAGES]
    width = n[WIDTH]
    h = x[STEP]
    stage = s[STAGE * width :]
    made = s[MADE * width :]
    cell = s[CELL * width :]
    for i in range(stages):
        for r in range(width):
            stage[r] = s[r]
        for j in range(stages):
            weight = h * table[stages + i * stages + j]
            row = K[(j + 1) * width :]
            for r in range(width):
                stage[r] += weight * row[r]
        t = x[T] + table[i] * h
        evaluate(motion, n, places, signals, t, stage, a, p, made, cell, work)
        for r in range(size):
            right[i * size + r] = made[r] - K[(i + 1) * width + r]


@routine
def _correct(n: Ints, x: Floats, s: Floats, K: Floats, right: Floats) -> float:
    """How much h K changes, in allowed errors, or of the largest element where none are allowed."""
    size = n[STATES]
    width = n[WIDTH]
    h = abs(x[STEP])
    largest = 0.0
    change = 0.0
    for r in range(size):
        largest = max(largest, abs(s[r]))
    for i in range(n[STAGES]):
        row = K[(i + 1) * width :]
        part = right[i * size :]
        for r in range(size):
            row[r] += part[r]
            largest = max(largest, h * abs(row[r]))
            change = max(change, h * abs(part[r]))
        if n[ADAPTIVE] == 1:
            for r in range(size):
                part[r] *= h
    if n[ADAPTIVE] == 0:
        return change / largest if largest > 0.0 else 0.0
    size_of_all = 0.0
    for i in range(n[STAGES]):
        own = scaled(n, x, s, s, right[i * size :])
        size_of_all = max(size_of_all, own)
    return size_of_all


@routine
def filtered(n: Ints, x: Floats, error: Floats, matrix: Floats, pivots: Ints) -> None:
    """error ← (μ/h − J)⁻¹ error: stiff components of an error estimate do not stay."""
    size = n[STATES]
    lu_solve(matrix[size * size :], size, pivots[n[STAGES] * size :], error)
