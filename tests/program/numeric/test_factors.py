"""Factors and solves: backward stable, and honest about singular matrices.

The tolerances are the textbook's backward error bounds: a solution x of A x = b by LU, Cholesky
or substitution solves (A + E) x = b with |E| ≤ γ |factors| [Higham2002 §8.1, §9.3, §10.1]; so the
residual is compared with ε times the factors' size times that of x.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import scipy.linalg

from kane.program.numeric.cholesky import (
    cholesky_factor,
    cholesky_solve,
    ltdl_factor,
    ltdl_solve,
)
from kane.program.numeric.lu import lu_factor, lu_solve, lu_transposed_solve
from kane.program.numeric.triangular import (
    lower_solve,
    lower_transposed_solve,
    upper_solve,
    upper_transposed_solve,
)
from tests.close import close, round_off
from tests.program.numeric.matrices import FORMS, Matrix, definite, graded, kahan

Form = Callable[..., Any]
SIZES = (1, 2, 3, 6, 17, 40)


def residual_small(a: Matrix, x: Matrix, b: Matrix, size: float) -> bool:
    """Whether A x = b to the round-off of terms of this size relative to x."""
    scale = size * np.abs(x).max() + np.abs(b).max()
    return close(a @ x, b, round_off(scale=scale, operations=len(b) ** 2))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("n", SIZES)
def test_triangles_are_solved_and_the_other_half_is_not_looked_at(
    form: Form, n: int, rng: np.random.Generator
) -> None:
    stored = rng.standard_normal((n, n + 2)) / n
    stored[:, :n] += 2.0 * np.eye(n)
    b = rng.standard_normal(n)
    a = stored[:, :n]
    cases = {
        lower_solve: np.tril(a),
        lower_transposed_solve: np.tril(a).T,
        upper_solve: np.triu(a),
        upper_transposed_solve: np.triu(a).T,
    }
    for routine, matrix in cases.items():
        x = b.copy()
        form(routine)(stored, n + 2, n, x)
        assert residual_small(matrix, x, b, size=4.0), routine


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("n", SIZES)
def test_cholesky_factors_and_solves(form: Form, n: int, rng: np.random.Generator) -> None:
    a, b = definite(n, rng), rng.standard_normal(n)
    factor, x = a.copy(), b.copy()
    factor[np.triu_indices(n, 1)] = np.nan  # the upper half is not looked at
    assert form(cholesky_factor)(factor, n) == 0
    form(cholesky_solve)(factor, n, x)
    size = float(np.abs(a).max())
    expected = np.linalg.cholesky(a)
    assert close(np.tril(factor) @ np.tril(factor).T, a, round_off(scale=size, operations=n))
    assert close(np.tril(factor), expected, round_off(scale=size, operations=n**3))
    assert residual_small(a, x, b, size=n * size)


@pytest.mark.parametrize("form", FORMS)
def test_cholesky_names_the_first_pivot_that_is_not_positive(form: Form) -> None:
    matrices = {
        2: np.array([[1.0, 2.0], [2.0, 1.0]]),
        1: np.array([[0.0, 0.0], [0.0, 1.0]]),
        3: np.diag([1.0, 1.0, -1.0]),
    }
    for place, matrix in matrices.items():
        assert form(cholesky_factor)(matrix.copy(), len(matrix)) == place
    for bad in (np.nan, np.inf):
        assert form(cholesky_factor)(np.diag([1.0, bad]), 2) == 2


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("n", SIZES)
def test_ltdl_factors_and_solves(form: Form, n: int, rng: np.random.Generator) -> None:
    a, b = definite(n, rng), rng.standard_normal(n)
    factor, x = a.copy(), b.copy()
    factor[np.triu_indices(n, 1)] = np.nan
    assert form(ltdl_factor)(factor, n) == 0
    form(ltdl_solve)(factor, n, x)
    size = float(np.abs(a).max())
    lower, diagonal = np.tril(factor, -1) + np.eye(n), np.diag(np.diag(factor))
    assert close(lower.T @ diagonal @ lower, a, round_off(scale=n * size, operations=n))
    assert residual_small(a, x, b, size=n * size)


def test_ltdl_of_a_tree_keeps_its_zeros(rng: np.random.Generator) -> None:
    parents = [-1, 0, 1, 0, 3, 3]  # body → its parent; masses couple a body and its ancestors
    related = np.eye(6, dtype=bool)
    for body, parent in enumerate(parents):
        while parent >= 0:
            related[body, parent] = related[parent, body] = True
            parent = parents[parent]
    a = np.where(related, rng.standard_normal((6, 6)), 0.0)
    factor = a + a.T + 20.0 * np.eye(6)
    assert ltdl_factor(factor, 6) == 0
    assert np.count_nonzero(np.tril(factor)) == np.count_nonzero(np.tril(related))


@pytest.mark.parametrize("form", FORMS)
def test_ltdl_names_the_first_pivot_from_the_end_without_a_reciprocal(form: Form) -> None:
    assert form(ltdl_factor)(np.diag([1.0, 0.0, 2.0]), 3) == 2
    assert form(ltdl_factor)(np.diag([np.inf, 1e-309]), 2) == 2
    assert form(ltdl_factor)(np.diag([np.inf, 1.0]), 2) == 1
    assert form(ltdl_factor)(np.diag([np.nan, 1.0]), 2) == 1


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("kind", ["random", "graded"])
def test_lu_factors_and_solves(form: Form, n: int, kind: str, rng: np.random.Generator) -> None:
    a = rng.standard_normal((n, n)) if kind == "random" else graded(n, rng)
    b = rng.standard_normal(n)
    factor, pivots = a.copy(), np.zeros(n, dtype=np.int64)
    assert form(lu_factor)(factor, n, pivots) == 0
    expected, places = scipy.linalg.lu_factor(a)
    growth = float(np.abs(expected).max()) * n
    assert pivots.tolist() == places.tolist()
    for routine, matrix in ((lu_solve, a), (lu_transposed_solve, a.T)):
        x = b.copy()
        form(routine)(factor, n, pivots, x)
        assert residual_small(matrix, x, b, size=growth)


@pytest.mark.parametrize("form", FORMS)
def test_lu_names_the_first_column_without_a_pivot(form: Form) -> None:
    pivots = np.zeros(3, dtype=np.int64)
    assert form(lu_factor)(np.ones((3, 3)), 3, pivots) == 2
    assert form(lu_factor)(np.zeros((3, 3)), 3, pivots) == 1
    assert form(lu_factor)(np.diag([1.0, 1.0, np.inf]), 3, pivots) == 3


def test_solves_with_kahans_triangle_are_stable_though_it_is_ill_conditioned() -> None:
    n = 40
    a = kahan(n, 1.2)
    b = a @ np.ones(n)
    x = b.copy()
    upper_solve(a, n, n, x)
    assert np.linalg.cond(a) > 1e5
    assert residual_small(a, x, b, size=1.0)
