"""Ours beside SymPy's `KanesMethod`: seconds from nothing to M, f and q̇, and operations.

Both describe the same coordinates and speeds, and their values are compared at a state before
anything is timed. Operations are multiplications and additions; SymPy's are those left by `cse`,
ours those of the optimized Program; what depends on parameters alone is set-up in both.

From: kane_systems.py, rivals.py    Next: kane.py, kane_page.py
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from benchmarks.claim import Effort, Measurement, without_rival
from benchmarks.kane_derive import derived
from benchmarks.kane_systems import cart_pendulum, short_wrist, stanford, wrist
from benchmarks.rivals import rival
from benchmarks.timing import time_call
from kane.algebra.evaluate import evaluate
from kane.dynamics.equations import Equations
from kane.dynamics.samples import random_states
from kane.machine.cpu import host_target
from kane.model.system import System
from kane.pipeline import lower, optimize
from kane.program.count import Operations, count
from kane.shorten import shorten


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One system in both libraries; `given` are the arguments of SymPy's maker."""

    name: str
    ours: Callable[[], System]
    given: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What SymPy took."""

    seconds: float
    operations: Mapping[str, int]
    version: str


def pendulum(links: int) -> Case:
    """So many links on a cart."""
    return Case(name="cart pendulum", ours=lambda: cart_pendulum(links), given=(links,))


WRIST = Case(name="wrist", ours=short_wrist)
STANFORD = Case(name="stanford", ours=stanford)


def faster(case: Case, effort: Effort) -> Measurement:
    """Our time over SymPy's, each from the first symbol on."""
    came = time_call(lambda: derived(case.ours()), effort)
    theirs = asked(case.name, case.given)
    if theirs is None:
        return without_rival("SymPy")
    return Measurement(
        value=came.minimum / theirs.seconds,
        repeats=came.repeats,
        counts=f"{came.minimum * 1e3:.3g} ms, SymPy {theirs.seconds * 1e3:.4g} ms",
        rival=theirs.version,
    )


def shorter(case: Case, effort: Effort) -> Measurement:
    """Our operations over SymPy's."""
    theirs = asked(case.name, case.given)
    mine = operations(derived(case.ours()))
    if theirs is None:
        return without_rival("SymPy")
    other = theirs.operations
    return Measurement(
        value=(mine.mul + mine.add) / (other["mul"] + other["add"]),
        counts=f"{mine}; SymPy {other['mul']} mul, {other['add']} add, {other['sincos']} sines",
        rival=theirs.version,
    )


def against_customary(effort: Effort) -> Measurement:
    """The wrist's operations in the components of ω^C over those in q̇."""
    short, customary = operations(derived(short_wrist())), operations(derived(wrist()))
    return Measurement(
        value=(short.mul + short.add) / (customary.mul + customary.add),
        counts=f"{short}; customary {customary}",
    )


def operations(equations: Equations) -> Operations:
    """Of a Program with M's lower triangle, f and q̇."""
    return _counted(equations, parts(equations))


def in_base_parameters(equations: Equations) -> Operations:
    """The same where `kane.build` makes it: masses moved to where they cost least."""
    short = shorten(equations)
    M = short.composite.mass_matrix
    entries = [entry for r, row in enumerate(M) for entry in row[: r + 1]]
    return _counted(equations, [*entries, *short.inverse.bias, *equations.qdot])


def _counted(equations: Equations, outputs: list[Any]) -> Operations:
    inputs = {"q": equations.q, "u": equations.u, "p": equations.live_parameters}
    return count(optimize(lower("whole", inputs, {"x": outputs}), host_target()))


def parts(equations: Equations) -> list[Any]:
    """M's lower triangle, f and q̇."""
    lower_ = [entry for r, row in enumerate(equations.mass_matrix) for entry in row[: r + 1]]
    return [*lower_, *equations.bias, *equations.qdot]


@cache
def asked(name: str, given: tuple[int, ...]) -> Answer | None:
    """SymPy's answer, after a check that both say the same at a state."""
    (case,) = (one for one in (pendulum(*(given or (1,))), WRIST, STANFORD) if one.name == name)
    equations = derived(case.ours())
    (state,) = random_states(equations, 3, 1)
    named = {str(symbol): value for symbol, value in state.items()}
    with rival("sympy_kane") as sympy:
        if sympy is None:
            return None
        came = sympy.ask(case=name, given=list(given), calls=1, state=named)
        compare(equations, state, came["values"])
        return Answer(seconds=came["seconds"], operations=came["operations"], version=sympy.version)


def compare(equations: Equations, state: Mapping[Any, float], theirs: list[float]) -> None:
    """Nothing, if M, −f and q̇ agree; SymPy lists q̇ by its own order of coordinates."""
    size = len(equations.u)
    lower_, bias = size * (size + 1) // 2, size
    signs = [1.0] * lower_ + [-1.0] * bias + [1.0] * len(equations.q)
    mine = np.array(evaluate(parts(equations), state)) * signs
    start = lower_ + bias
    order = np.argsort([int(name[1:]) for name in equations.q_names])
    mine[start:] = mine[start:][order]
    assert np.allclose(mine, theirs, rtol=0, atol=1e-9 * np.abs(mine).max())
