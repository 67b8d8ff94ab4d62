"""A step: the stages of the method's kind, the new state, its rates; and states inside it.

From: stages.py, collocation.py    Next: control.py
"""

from __future__ import annotations

from typing import Final

from kane.errors import Outcome
from kane.machine.flow import Function
from kane.program.arrays import Floats, Ints
from kane.program.routine import routine
from kane.sim.stepper.collocation import collocation_stages, filtered
from kane.sim.stepper.layout import (
    CELL,
    COLLOCATION,
    DENSE,
    ERRING,
    EXPLICIT,
    EXTENDED,
    EXTRA,
    FILTER,
    FIRST_ERROR,
    IMPLICIT,
    INTERPOLANT,
    JUST,
    KIND,
    LAST,
    LOOKS,
    NEW,
    PAUSE,
    RENEWED,
    STATES,
    STEP,
    WHOLE,
    WIDTH,
    ZERO,
    T,
)
from kane.sim.stepper.leap import leap
from kane.sim.stepper.rates import combine, evaluate, normalize
from kane.sim.stepper.stages import error_norm, explicit_stages, partitioned_stage, scaled

_OK: Final = Outcome.OK.value


@routine
def attempt(
    motion: Function,
    own: Function,
    jacobian: Function,
    n: Ints,
    x: Floats,
    s: Floats,
    K: Floats,
    table: Floats,
    rows: Ints,
    places: Ints,
    signals: Floats,
    a: Floats,
    p: Floats,
    work: Floats,
    matrix: Floats,
    pivots: Ints,
) -> int:
    """An Outcome's value; s[NEW] becomes the state a step of x[STEP] on, K[LAST] its rates.

    The state and K[0] stay as they are, so that the step can be taken again.
    """
    width = n[WIDTH]
    last = n[LAST]
    new = s[NEW * width :]
    n[EXTENDED] = 0
    if n[WHOLE] == 1:
        leap(own, n, x, s, K, a, p, work)
        return _OK
    if n[KIND] == EXPLICIT:
        explicit_stages(motion, n, x, 1, last, s, K, table, rows, places, signals, a, p, work)
    elif n[KIND] == COLLOCATION:
        square = table[rows[2 * (last + n[EXTRA] + IMPLICIT)] :]
        ended = collocation_stages(
            motion, jacobian, n, x, s, K, square, places, signals, a, p, work, matrix, pivots
        )
        if ended != _OK:
            return ended
    else:
        partitioned_stage(own, n, x, s, K, places, signals, a, p, work)
    combine(n, new, s, x[STEP], table[rows[2 * last] + 1 :], rows[rows[2 * last + 1] :], K)
    normalize(n, new)
    t = x[T] + x[STEP]
    if n[RENEWED] == 1 and t == x[PAUSE] and n[JUST] < 0 and n[LOOKS] == 1:
        return _OK
    out = K[last * width :]
    evaluate(motion, n, places, signals, t, new, a, p, out, s[CELL * width :], work)
    return _OK


@routine
def error_of(
    n: Ints,
    x: Floats,
    s: Floats,
    K: Floats,
    table: Floats,
    rows: Ints,
    matrix: Floats,
    pivots: Ints,
) -> float:
    """The size of the step's error, 1 being just right."""
    if x[FILTER] == 0.0:
        return error_norm(n, x, s, K, table, rows)
    width = n[WIDTH]
    error = s[ERRING * width :]
    sums = rows[2 * (n[LAST] + n[EXTRA] + FIRST_ERROR) :]
    combine(n, error, s[ZERO * width :], 1.0, table[sums[0] + 1 :], rows[sums[1] :], K)
    filtered(n, x, error, matrix, pivots)
    return scaled(n, x, s, s[NEW * width :], error)


@routine
def inside(
    motion: Function,
    n: Ints,
    x: Floats,
    s: Floats,
    K: Floats,
    table: Floats,
    rows: Ints,
    places: Ints,
    signals: Floats,
    a: Floats,
    p: Floats,
    work: Floats,
    theta: float,
    out: Floats,
) -> None:
    """out = y + h Σ_j b_j(θ) K_j, the state at the fraction θ of the step."""
    width = n[WIDTH]
    count = n[LAST] + 1 + n[EXTRA]
    if n[EXTRA] > 0 and n[EXTENDED] == 0:
        begin = n[LAST] + 1
        explicit_stages(motion, n, x, begin, count, s, K, table, rows, places, signals, a, p, work)
        n[EXTENDED] = 1
    polynomials = table[rows[2 * (n[LAST] + n[EXTRA] + INTERPOLANT)] :]
    degree = n[DENSE]
    for i in range(n[STATES]):
        out[i] = 0.0
    for j in range(count):
        weight = 0.0
        for k in range(degree - 1, -1, -1):
            weight = (weight + polynomials[j * degree + k]) * theta
        row = K[j * width :]
        for i in range(n[STATES]):
            out[i] += weight * row[i]
    for i in range(n[STATES]):
        out[i] = s[i] + x[STEP] * out[i]
    normalize(n, out)
