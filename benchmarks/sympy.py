"""SymPy's users: our KanesMethod beside SymPy's, in one process.

From: claim.py    Next: sympy_dropin.py
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from benchmarks.claim import Claim, Effort, Measurement, Sense
from benchmarks.sympy_dropin import (
    ARM,
    BICYCLE,
    PENDULUM,
    STANFORD,
    forming,
    handed_over,
    linear_numeric,
    linear_symbolic,
    native_build,
    right_side,
)

FORMED = "constructor and kanes_equations of a description made beforehand; least time"
LINEAR = "linearize with A_and_B of a system that was formed; least time"
BUILT = "from the formed equations to the first q̇ and u̇ in native code; least time"
SIDE = "q̇ and u̇ in turn: full form by lambdify with cse, numpy's solve; constants live in both"
Measure = Callable[[Effort], Measurement]


def _most(name: str, how: str, unit: str, target: float, measure: Measure) -> Claim:
    return Claim(name=name, how=how, unit=unit, sense=Sense.AT_MOST, target=target, measure=measure)


def _times(name: str, measure: Measure) -> Claim:
    return Claim(name=name, how=SIDE, unit="×", sense=Sense.AT_LEAST, target=200.0, measure=measure)


CLAIMS = (
    _most("form the bicycle", FORMED, "ms", 20.0, partial(forming, BICYCLE)),
    _most("form the Stanford arm", FORMED, "ms", 20.0, partial(forming, STANFORD)),
    _most("form a cart pendulum of 20", FORMED, "ms", 120.0, partial(forming, PENDULUM)),
    _most("form an arm of 7, all symbols", FORMED, "ms", 80.0, partial(forming, ARM)),
    _most("bicycle linearized, symbols", LINEAR, "ms", 250.0, linear_symbolic),
    _most("bicycle linearized, numbers", LINEAR, "ms", 50.0, linear_numeric),
    _most("Stanford arm in native code", BUILT, "ms", 100.0, native_build),
    _times("Stanford arm's right-hand side", partial(right_side, STANFORD)),
    _times("bicycle's right-hand side", partial(right_side, BICYCLE)),
    _times("cart pendulum's right-hand side", partial(right_side, PENDULUM)),
    _most(
        "Stanford arm handed over",
        "multiplications and additions of u̇ in joint rates, parameters live, as described by us",
        "×",
        1.2,
        handed_over,
    ),
)
