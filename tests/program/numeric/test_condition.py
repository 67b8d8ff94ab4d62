"""Condition estimates: never above the truth, and hardly ever below a third of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from kane.program.numeric.cholesky import cholesky_factor
from kane.program.numeric.condition import cholesky_condition, lu_condition, upper_inverse_norm
from kane.program.numeric.lu import lu_factor
from tests.program.numeric.matrices import FORMS, Matrix, definite, graded, kahan

Form = Callable[..., Any]
ROUNDED = 1.0 + 1e-6  # estimate and truth both carry the round-off of κ·ε, κ up to 10⁹ here


def by_lu(form: Form, a: Matrix) -> float:
    """The estimate of κ₁ from the LU factors."""
    n = len(a)
    factor, pivots, work = a.copy(), np.zeros(n, dtype=np.int64), np.zeros(2 * n)
    assert form(lu_factor)(factor, n, pivots) == 0
    made: float = form(lu_condition)(factor, n, pivots, np.linalg.norm(a, 1), work)
    return made


def by_triangle(form: Form, r: Matrix) -> float:
    """The estimate of ‖R⁻¹‖₁."""
    n = len(r)
    made: float = form(upper_inverse_norm)(r, n, np.array([n]), np.zeros(2 * n))
    return made


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("n", [1, 2, 3, 8, 20])
def test_the_estimate_is_at_most_the_condition_number_and_near_it(
    form: Form, n: int, rng: np.random.Generator
) -> None:
    for a in (rng.standard_normal((n, n)), graded(n, rng) + np.eye(n), kahan(n, 1.0)):
        exact = np.linalg.cond(a, 1)
        assert exact / 3.0 <= by_lu(form, a) <= ROUNDED * exact


@pytest.mark.parametrize("form", FORMS)
def test_the_estimate_from_cholesky_factors_is_the_same(
    form: Form, rng: np.random.Generator
) -> None:
    a = definite(12, rng)
    factor, work, none = a.copy(), np.zeros(24), np.zeros(1, dtype=np.int64)
    assert form(cholesky_factor)(factor, 12) == 0
    found = form(cholesky_condition)(factor, 12, np.linalg.norm(a, 1), none, work)
    assert np.linalg.cond(a, 1) / 3.0 <= found <= ROUNDED * np.linalg.cond(a, 1)


@pytest.mark.parametrize("form", FORMS)
def test_kahans_triangle_is_seen_to_be_nearly_singular(form: Form) -> None:
    r = kahan(60, np.arccos(0.285))
    exact = np.linalg.norm(np.linalg.inv(r), 1)
    found = by_triangle(form, r)
    assert exact / 3.0 <= found <= ROUNDED * exact
    assert found > 1e3 / abs(r[-1, -1])


def test_hilbert_matrices_are_seen_to_be_ill_conditioned() -> None:
    """κ₁ of the Hilbert matrices of order 3, 4, 5, from their exact inverses."""
    for n, exact in ((3, 748.0), (4, 28375.0), (5, 943656.0)):
        a = np.array([[1.0 / (i + j + 1) for i in range(n)] for j in range(n)])
        assert exact / 3.0 <= by_lu(FORMS[0], a) <= ROUNDED * exact
