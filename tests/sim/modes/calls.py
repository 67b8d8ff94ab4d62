"""The Routines of the modes, called on arrays made for the occasion."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kane.machine.routine import NativeLibrary, native_library
from kane.program.routine import Routine
from kane.sim.modes.library import MODES
from kane.sim.modes.partition import partition
from kane.sim.modes.recombine import accelerate, recombine
from kane.sim.modes.schur import constrain
from kane.sim.modes.selection import improve, select
from tests.sim.modes.oracle import Case, Matrix

Form = Callable[[Routine[..., Any]], Callable[..., Any]]
TOLERANCE: Final = 1e-9


@cache
def _library() -> NativeLibrary:
    return native_library(MODES)


def native(routine: Routine[..., Any]) -> Callable[..., Any]:
    """The Routine in machine code."""
    return _library()[routine]


def plain(routine: Routine[..., Any]) -> Callable[..., Any]:
    """The Routine in plain Python, every index checked."""
    return routine


FORMS: Final = (native, plain)


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """What a selection found."""

    m: int
    rows: NDArray[np.int64]
    order: NDArray[np.int64]
    D: Matrix  # D, E and γ side by side
    gain: float


def choose(form: Form, case: Case, active: Any, tolerance: float = TOLERANCE) -> Chosen:
    """Selection, partition and improvement for these active rows."""
    n, active = case.n, np.asarray(active, dtype=np.int64)
    count = len(active)
    rows, order = np.zeros(count, dtype=np.int64), np.zeros(n, dtype=np.int64)
    J, M = case.J.ravel().copy(), case.M.ravel().copy()
    work = np.zeros((count + 1) * (n + 2) + n)
    m = form(select)(J, M, n, active, count, rows, order, work, tolerance)
    D = np.zeros(max(m, 0) * (n - m + 2))
    form(partition)(J, case.c, case.bias, n, rows, order, m, D, work)
    gain = form(improve)(D, M, n, order, m)
    return Chosen(m=m, rows=rows, order=order, D=D.reshape(m, n - m + 2), gain=gain)


def recombined(form: Form, case: Case, chosen: Chosen) -> Matrix:
    """u̇ by p equations in the independent speeds."""
    n, p = case.n, case.n - chosen.m
    reduced, work, udot = np.zeros(p * p), np.zeros(n * (p + 1)), np.zeros(n)
    D, M = chosen.D.ravel(), case.M.ravel().copy()
    form(recombine)(M, n, chosen.order, chosen.m, D, reduced, work)
    failed = form(accelerate)(
        case.h, n, chosen.order, chosen.m, D, reduced, work, udot, np.zeros(p)
    )
    assert failed == 0
    return udot


def constrained(
    form: Form, case: Case, rows: Any, residual: Matrix, v: Matrix
) -> tuple[int, Matrix, Matrix]:
    """What `constrain` returns, the forces and the changed v."""
    n, rows = case.n, np.asarray(rows, dtype=np.int64)
    X = np.linalg.solve(case.M, case.J.T).T
    S, force, v = case.J @ X.T, np.zeros(len(rows)), v.copy()
    factor = np.zeros(len(rows) ** 2)
    count = len(case.J)
    arguments = (S.ravel(), X.ravel(), residual, n, count, rows, len(rows), force, v, factor)
    return form(constrain)(*arguments), force, v
