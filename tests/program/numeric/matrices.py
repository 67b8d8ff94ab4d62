"""Matrices that try factorizations, and the two forms in which a numeric Routine is called."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kane.machine.routine import native_library
from kane.program.numeric.library import NUMERIC
from kane.program.routine import Routine

Matrix = NDArray[np.float64]


def native(routine: Routine[..., Any]) -> Callable[..., Any]:
    """The Routine in machine code, fast build."""
    return native_library(NUMERIC)[routine]


def plain(routine: Routine[..., Any]) -> Callable[..., Any]:
    """The Routine in plain Python, every index checked."""
    return routine


FORMS: Final = (native, plain)


def kahan(n: int, angle: float) -> Matrix:
    """Kahan's triangle: no column pivoting moves its columns, and yet it is nearly singular.

    R = diag(1, s, …, sⁿ⁻¹)·(unit upper triangle of −c)              [Higham2002 §8.3]
    """
    s, c = np.sin(angle), np.cos(angle)
    made: Matrix = np.diag(s ** np.arange(n)) @ (np.eye(n) - c * np.triu(np.ones((n, n)), 1))
    return made


def graded(n: int, rng: np.random.Generator) -> Matrix:
    """Rows and columns from 1 down to 1e-8 in size."""
    sizes = np.logspace(0, -8, n)
    made: Matrix = sizes[:, None] * rng.standard_normal((n, n)) * sizes
    return made


def of_rank(rows: int, columns: int, rank: int, rng: np.random.Generator) -> Matrix:
    """A matrix of that rank, whose other singular values are round-off."""
    made: Matrix = rng.standard_normal((rows, rank)) @ rng.standard_normal((rank, columns))
    return made


def definite(n: int, rng: np.random.Generator) -> Matrix:
    """A symmetric positive definite matrix."""
    root = rng.standard_normal((n, n))
    made: Matrix = root @ root.T + np.eye(n)
    return made
