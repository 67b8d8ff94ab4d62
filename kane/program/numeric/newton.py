"""Newton's method with damping, for as many equations as unknowns.

From: condition.py    Next: kane/sim
"""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from typing import Final

from kane.errors import Outcome
from kane.program.arrays import Floats, Ints
from kane.program.numeric.lu import lu_factor, lu_solve
from kane.program.numeric.products import dot, largest
from kane.program.routine import routine

# Reads x, writes f(x) or its Jacobian by rows; the third is passed through: data or workspace.
# A Program of one input and one output is one, its workspace the third (program/signature.py).
Function = Callable[[Floats, Floats, Floats], None]

_DECREASE: Final = 1e-4  # of the slope that a step must realize [DennisSchnabel1996 p.117]
_SHORTEST: Final = 1e-12  # of a full step: below it the search has failed
_OK: Final = Outcome.OK.value
_NOT_FINITE: Final = Outcome.NOT_FINITE.value
_SINGULAR: Final = Outcome.SINGULAR.value
_NOT_CONVERGED: Final = Outcome.NOT_CONVERGED.value


@routine
def newton(
    function: Function,
    jacobian: Function,
    data: Floats,
    x: Floats,
    n: int,
    tolerance: float,
    most: int,
    pivots: Ints,
    work: Floats,
) -> int:
    """An Outcome's value; x becomes the solution of f(x) = 0, or the best point that was found.

        J d = −f,  x ← x + λ d,  λ the first of 1, … with ‖f(x + λ d)‖² ≤ (1 − 2·10⁻⁴ λ) ‖f‖²

    each λ from the parabola through what is known, within [λ/10, λ/2] [DennisSchnabel1996 §6.3].
    Converged when every |f_i| ≤ tolerance; `most` bounds the number of Jacobians. The search
    treats the equations alike, so scale them to one size. `pivots` holds n integers, `work`
    n·(n + 4) doubles, and work[n·(n + 3)] at the end the number of Jacobians.
    """
    f = work[n * n :]
    step = work[n * n + n :]
    trial = work[n * n + 2 * n :]
    count = work[n * n + 3 * n :]
    count[0] = 0.0
    function(x, f, data)
    merit = dot(f, f, n)
    if not isfinite(merit):
        return _NOT_FINITE
    for _ in range(most):
        size = largest(f, n)
        if size <= tolerance:
            return _OK
        jacobian(x, work, data)
        count[0] += 1.0
        singular = lu_factor(work, n, pivots)
        if singular != 0:
            return _SINGULAR
        for i in range(n):
            step[i] = -f[i]
        lu_solve(work, n, pivots, step)
        length = 1.0
        while True:
            for i in range(n):
                trial[i] = x[i] + length * step[i]
            function(trial, f, data)
            new = dot(f, f, n)
            if new <= (1.0 - 2.0 * _DECREASE * length) * merit:
                break
            shorter = 0.1 * length
            if isfinite(new):
                parabola = length * length * merit / (new + (2.0 * length - 1.0) * merit)
                shorter = min(max(parabola, 0.1 * length), 0.5 * length)
            length = shorter
            if length < _SHORTEST:
                function(x, f, data)
                return _NOT_CONVERGED
        for i in range(n):
            x[i] = trial[i]
        merit = new
    size = largest(f, n)
    return _OK if size <= tolerance else _NOT_CONVERGED
