"""SciPy's solvers on the same model, as a cross-check of ours: method="scipy_dop853" and the like.

The rates are the native ones; what steps is `scipy.integrate.solve_ivp`. What only our stepper does
(events, limits, tables, sampled inputs, rows, files) is refused.

From: course.py    Next: trajectory.py
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import numpy as np

from kane.errors import ArgumentError, Outcome
from kane.sim.course import Course
from kane.sim.engine import Ended
from kane.sim.stepper import layout as at
from kane.sim.trajectory import Trajectory

Floats = np.ndarray[Any, np.dtype[np.float64]]

SOLVERS: Final[Mapping[str, str]] = {
    f"scipy_{name.lower()}": name for name in ("DOP853", "RK45", "Radau", "BDF", "LSODA")
}


def by_scipy(course: Course, name: str, asked: Mapping[str, Any]) -> Trajectory:
    """The motion of a run that has not begun, by a solver of SciPy."""
    from scipy.integrate import solve_ivp

    _refuse(course, name, asked)
    memory, source = course.engine.memory, course.source
    x, states = memory.x, int(memory.n[at.STATES])
    assert source.flows is not None
    motion, a = source.flows.motion, memory.a[: len(source.inputs)].copy()
    p = motion.parameters(source.parameters)

    def rates(t: Any, y: Any) -> Any:
        return motion.kernel(np.array([t]), y, a, p)

    begun = time.perf_counter()
    solver: Any = SOLVERS[name]
    found: Any = solve_ivp(
        rates, (x[at.T], x[at.UNTIL]), memory.s[:states].copy(), method=solver,
        rtol=x[at.RTOL], atol=x[at.ATOL], t_eval=_moments(x),
    )  # fmt: skip
    seconds = time.perf_counter() - begun
    outcome = Outcome.OK if found.success else Outcome.STEP_TOO_SMALL
    memory.n[at.EVALUATIONS], memory.n[at.STEPS] = found.nfev, len(found.t) - 1
    ended = Ended(outcome=outcome, stopped=False, seconds=seconds, save=course.engine.save())
    made = course.trajectory(_rows(course, found.t, found.y.T, a), [], ended)
    return replace(made, effort=replace(made.effort, method=name), checkpoint=None)


def _moments(x: Floats) -> Floats | None:
    """The grid of samples, with the end; None where each step is one."""
    span = x[at.UNTIL] - x[at.T]
    if x[at.EVERY] > 1e299:
        return None
    grid = x[at.T] + x[at.EVERY] * np.arange(int(span / x[at.EVERY] * (1 + 1e-12)) + 1)
    return np.append(grid[grid < x[at.UNTIL]], x[at.UNTIL])


def _rows(course: Course, t: Floats, y: Floats, a: Floats) -> Floats:
    """t, y and what is recorded, a row a sample."""
    source, labels = course.source, course.labels
    if not labels:
        return np.column_stack([t, y])
    assert source.flows is not None
    flow = source.flows.observed([source.meanings.get(one, one) for one in labels])
    p = flow.parameters(source.parameters)
    shared = [np.broadcast_to(one, (len(t), len(one))) for one in (a, p)]
    recorded = np.asarray(flow.kernel.batch(t[:, np.newaxis], y, *shared))
    return np.column_stack([t, y, recorded.reshape(len(t), -1)])


def _refuse(course: Course, name: str, asked: Mapping[str, Any]) -> None:
    """Refuse what SciPy's solvers are not asked to do."""
    flows, memory = course.source.flows, course.engine.memory
    assert flows is not None
    given = [word for word, value in asked.items() if value]
    given += ["tables"] if memory.n[at.SIGNALS] else []
    given += ["inputs at a fixed rate"] if course.engine.sampled or course.engine.held else []
    given += ["constraints or contacts that are rows"] if flows.rows or flows.places else []
    if given:
        raise ArgumentError(
            f"method '{name}' takes no {', '.join(given)}: SciPy's solvers are here to check a "
            "plain run. Leave these out, or take a method of ours."
        )
