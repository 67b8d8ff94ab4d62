"""A leap: a step that is one function, for small systems (kane/program/leap.py says why).

From: rates.py    Next: step.py
"""

from __future__ import annotations

from kane.machine.flow import Function
from kane.program.arrays import Floats, Ints
from kane.program.routine import routine
from kane.sim.stepper.layout import (
    ATOL,
    CELL,
    ERRING,
    EVALUATIONS,
    LAST,
    MADE,
    NEW,
    P_OWN,
    RTOL,
    STAGE,
    STEP,
    WIDTH,
    T,
)


@routine
def leap(
    own: Function, n: Ints, x: Floats, s: Floats, K: Floats, a: Floats, p: Floats, work: Floats
) -> None:
    """s[NEW], K[1 … LAST] and the squared error sums (s[ERRING]) of a step of x[STEP].

    The function writes all of it behind K[0], over what only the dense output needs later.
    """
    width = n[WIDTH]
    state = s[STAGE * width :]
    cell = s[CELL * width :]
    cell[0] = x[T]
    cell[1] = x[STEP]
    cell[2] = x[ATOL]
    cell[3] = x[RTOL]
    for i in range(width):
        state[i] = s[i]
        s[MADE * width + i] = K[i]
    own(cell, state, a, p[n[P_OWN] :], K[width:], work)
    made = K[(n[LAST] + 1) * width :]
    for i in range(width):
        s[NEW * width + i] = made[i]
        s[ERRING * width + i] = made[width + i]
    n[EVALUATIONS] += n[LAST]
