"""Ten simulated seconds: milliseconds of ours and of each rival, each with its error.

Errors are of q at the end, against our run at 1e-13 and checked against the rivals' ends: the
motions are the same. heyoka's time is that of a propagation by an integrator that is there
already; ours is the whole call of `simulate`, for the double pendulum also the run alone.

From: simulate_cases.py    Next: simulate.py
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np

import kane
from benchmarks.claim import Effort, Measurement
from benchmarks.rivals import rival
from benchmarks.simulate_cases import SECONDS, Case, case
from kane.sim.trajectory import Trajectory

REFERENCE: Final = 1e-13
TOLERANCES: Final = {  # (relative, absolute) at which errors are within what the claims allow
    "ur5": (1e-8, 1e-10),
    "panda": (1e-8, 1e-10),
    "double pendulum": (2e-11, 3e-10),
}
RIVALS: Final = {"scipy_pinocchio": {"rtol": 1e-8, "atol": 1e-10}, "heyoka_taylor": {"rtol": 1e-8}}
SLOW: Final = "heyoka_taylor"  # compiles an arm for some 10 s
SAME: Final = {"ur5": 1e-6, "panda": 1e-6, "double pendulum": 1e-3}  # the last is chaotic
TURNS: Final = {Effort.FULL: 60, Effort.QUICK: 2}
THEIRS: Final = {Effort.FULL: 9, Effort.QUICK: 1}


@dataclass(frozen=True, slots=True, kw_only=True)
class Timed:
    """The least seconds of a call and of the run in it, and what came of it."""

    call: float
    run: float
    motion: Trajectory
    error: float


def once(given: Case, rtol: float, atol: float) -> Trajectory:
    """The motion of a case."""
    return kane.simulate(
        given.model, q=given.q, until=SECONDS, every=SECONDS, inputs=given.inputs,
        rtol=rtol, atol=atol,
    )  # fmt: skip


@cache
def exact(name: str) -> np.ndarray:
    """q at the end, far more accurate than is asked for."""
    return np.array(once(case(name), REFERENCE, REFERENCE).q[-1])


def timed(name: str, effort: Effort) -> Timed:
    """The least of some calls, one after the other."""
    calls, runs = [], []
    for _ in range(TURNS[effort]):
        start = time.perf_counter()
        motion = once(case(name), *TOLERANCES[name])
        calls.append(time.perf_counter() - start)
        runs.append(motion.effort.seconds)
    error = float(np.abs(motion.q[-1] - exact(name)).max())
    return Timed(call=min(calls), run=min(runs), motion=motion, error=error)


def ten_seconds(name: str, allowed: float, effort: Effort) -> Measurement:
    """Milliseconds of a case, its error being at most `allowed`; rivals in the note."""
    whole = name != "double pendulum"
    came = timed(name, effort)
    assert came.error <= allowed, f"q is {came.error:.1e} off"
    notes, versions = rivals(name, effort)
    work = came.motion.effort
    return Measurement(
        value=1e3 * (came.call if whole else came.run),
        repeats=TURNS[effort],
        counts=f"{work.steps} steps, {work.rejected} refused, {work.evaluations} evaluations",
        rival=", ".join(versions),
        note="; ".join(
            [
                f"error {came.error:.0e}",
                f"the run alone {1e3 * came.run:.3f} ms, the whole call {1e3 * came.call:.3f} ms",
                *notes,
            ]
        ),
    )


def rivals(name: str, effort: Effort) -> tuple[list[str], list[str]]:
    """What each rival that is installed takes and is off, and its name."""
    notes, versions = [], []
    for script, tolerance in RIVALS.items():
        if effort is Effort.QUICK and script == SLOW and name != "double pendulum":
            continue
        with rival(script) as other:
            if other is None:
                continue
            notes.append(_theirs(other, name, effort, tolerance))
            versions.append(other.version)
    return notes, versions


def _theirs(other: Any, name: str, effort: Effort, tolerance: dict[str, float]) -> str:
    given = case(name)
    answer = other.ask(**given.request, until=SECONDS, calls=THEIRS[effort], **tolerance)
    error = float(np.abs(np.array(answer["q"]) - exact(name)).max())
    assert error <= SAME[name], f"{other.version}: another motion, {error:.1e} off"
    return f"{other.version} {1e3 * answer['seconds']:.3g} ms, error {error:.0e}"
