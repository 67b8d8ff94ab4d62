"""Kane's method: how long deriving takes, and how short the equations are, beside SymPy's.

From: claim.py    Next: kane_derive.py, kane_sympy.py
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from benchmarks.claim import Claim, Effort, Measurement, Sense
from benchmarks.kane_derive import matrix_and_bias, recursion, suggestion
from benchmarks.kane_sympy import STANFORD, WRIST, against_customary, faster, pendulum, shorter
from benchmarks.kane_systems import arm_of_seven, chain, stanford

DERIVED = "a description to M, f and q̇ as expressions of one graph, parameters live; least time"
SAME = "the same coordinates and speeds, from the first symbol to M, f and q̇, SymPy once"
COUNTED = "multiplications and additions of M, f and q̇; SymPy's after cse; set-up in neither"
QUICK_LINKS, FULL_LINKS = 2, 10
Measure = Callable[[Effort], Measurement]


def pendulum_time(effort: Effort) -> Measurement:
    """The cart pendulum's time over SymPy's."""
    return faster(pendulum(FULL_LINKS if effort is Effort.FULL else QUICK_LINKS), effort)


def pendulum_operations(effort: Effort) -> Measurement:
    """The cart pendulum's operations over SymPy's."""
    return shorter(pendulum(FULL_LINKS if effort is Effort.FULL else QUICK_LINKS), effort)


def only_full(measure: Measure, otherwise: Measure) -> Measure:
    """A measurement that takes many seconds, with another that goes the same way quickly."""
    return lambda effort: (measure if effort is Effort.FULL else otherwise)(effort)


def _derive(name: str, target: float, measure: Measure, how: str = DERIVED) -> Claim:
    return Claim(name=name, how=how, unit="s", sense=Sense.AT_MOST, target=target, measure=measure)


def _ratio(name: str, how: str, target: float, measure: Measure) -> Claim:
    return Claim(name=name, how=how, unit="×", sense=Sense.AT_MOST, target=target, measure=measure)


CLAIMS = (
    _derive("derive 7 joints", 0.003, partial(matrix_and_bias, arm_of_seven)),
    _derive("derive a chain of 20", 0.060, partial(matrix_and_bias, partial(chain, 20))),
    _derive("derive the Stanford arm", 0.005, partial(matrix_and_bias, stanford)),
    _derive(
        "derive 100 joints by recursion",
        0.060,
        partial(recursion, partial(chain, 100)),
        "u̇ by articulated bodies as expressions of one graph; least time",
    ),
    _derive("suggest speeds, wrist", 0.2, suggestion, "all candidate sets derived and ranked"),
    _ratio("cart pendulum of 10, time over SymPy", SAME, 1 / 20, pendulum_time),
    _ratio("wrist, time over SymPy", SAME, 1 / 20, partial(faster, WRIST)),
    _ratio(
        "Stanford arm, time over SymPy",
        SAME,
        1 / 20,
        only_full(partial(faster, STANFORD), partial(faster, WRIST)),
    ),
    _ratio("cart pendulum of 10, operations over SymPy", COUNTED, 1 / 4, pendulum_operations),
    _ratio(
        "Stanford arm, operations over SymPy",
        COUNTED,
        1 / 4,
        only_full(partial(shorter, STANFORD), partial(shorter, WRIST)),
    ),
    _ratio(
        "wrist, operations over customary speeds",
        "multiplications and additions of M, f and q̇, set-up apart",
        1 / 2,
        against_customary,
    ),
)
