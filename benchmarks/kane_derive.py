"""How long deriving takes: from a description to M and f as expressions of one graph.

From: kane_systems.py    Next: kane.py
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.claim import Effort, Measurement
from benchmarks.kane_systems import wrist
from benchmarks.timing import time_call
from kane import derive, suggest_speeds
from kane.algebra.evaluate import evaluate
from kane.dynamics.equations import Equations
from kane.dynamics.lift import Parameters
from kane.dynamics.samples import random_states
from kane.model.system import System


def matrix_and_bias(make: Callable[[], System], effort: Effort) -> Measurement:
    """Seconds for M, f and q̇, parameters live."""
    system = make()
    right_matrix(derived(system))
    return measured(lambda: derived(system), effort)


def recursion(make: Callable[[], System], effort: Effort) -> Measurement:
    """Seconds for u̇ by articulated bodies."""
    system = make()
    right_rates(derive(system))
    return measured(lambda: derive(system).articulated, effort)


def suggestion(effort: Effort) -> Measurement:
    """Seconds until the wrist's short speeds are found."""
    system = wrist()
    best = suggest_speeds(system)[0].speeds
    assert best == tuple(f"angular_velocity(C).along(C.{axis})" for axis in "xyz")
    return measured(lambda: suggest_speeds(system), effort)


def derived(system: System) -> Equations:
    """The equations with M, f and q̇ made."""
    equations = derive(system, Parameters.LIVE)
    assert len(equations.mass_matrix) == len(equations.bias)
    assert len(equations.qdot) == len(equations.q)
    return equations


def measured(call: Callable[[], object], effort: Effort) -> Measurement:
    """The least of the times of a call; medians tell how busy the machine was."""
    came = time_call(call, effort)
    return Measurement(
        value=came.minimum, median=came.median, spread=came.spread, repeats=came.repeats
    )


def right_matrix(equations: Equations) -> None:
    """Nothing, if M u̇ + f is what inverse dynamics asks for, which never forms M."""
    (state,) = random_states(equations, 7, 1)
    udot = np.random.default_rng(7).normal(size=len(equations.u))
    state |= dict(zip(equations.udot, map(float, udot), strict=True))
    M, f = values(equations.mass_matrix, state), values([equations.bias], state)[0]
    tau = values([equations.inverse_dynamics], state)[0]
    assert np.allclose(M @ udot + f, tau, rtol=0, atol=1e-9 * (1 + np.abs(tau).max()))


def right_rates(equations: Equations) -> None:
    """Nothing, if the τ that inverse dynamics asks for gives u̇ back."""
    (state,) = random_states(equations, 7, 1)
    udot = np.random.default_rng(7).normal(size=len(equations.u))
    tau = values([equations.inverse_dynamics], state | pairs(equations.udot, udot))[0]
    found = values([equations.articulated], state | pairs(equations.tau, tau))[0]
    assert np.allclose(found, udot, rtol=0, atol=1e-6)


def pairs(symbols: Any, numbers: Any) -> dict[Any, float]:
    """What each symbol is worth."""
    return dict(zip(symbols, map(float, numbers), strict=True))


def values(rows: Any, state: Any) -> np.ndarray:
    """Rows of expressions at a state."""
    return np.array([evaluate(list(row), state) for row in rows], dtype=float)
