"""Rank decisions: right where singular values part clearly, bounded by the tolerance elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from kane.program.numeric.pivoting import independent
from kane.program.numeric.qr import qr_factor, qr_solve, qr_transposed_product
from tests.close import close, round_off
from tests.program.numeric.matrices import FORMS, Matrix, graded, kahan, of_rank

Form = Callable[..., Any]
SHAPES = ((1, 1, 1), (6, 6, 3), (8, 20, 8), (8, 20, 5), (20, 8, 5), (30, 30, 29))
TOLERANCE = 1e-9


def chosen(
    form: Form,
    a: Matrix,
    weights: tuple[Matrix, Matrix] | None = None,
    tolerance: float = TOLERANCE,
) -> tuple[int, np.ndarray, np.ndarray]:
    """Rank, order of rows and order of columns by complete pivoting."""
    rows, columns = a.shape
    by_row, by_column = weights or (np.ones(rows), np.ones(columns))
    row_order, column_order = np.zeros(rows, dtype=np.int64), np.zeros(columns, dtype=np.int64)
    arguments = (by_row, by_column, row_order, column_order, tolerance)
    rank = form(independent)(a.copy(), rows, columns, *arguments)
    return rank, row_order, column_order


def factored(
    form: Form, a: Matrix, tolerance: float = TOLERANCE
) -> tuple[int, Matrix, np.ndarray, Matrix]:
    """Rank, R with its reflections, order of columns, and scales by pivoted QR."""
    rows, columns = a.shape
    factor, scales = a.copy(), np.zeros(min(rows, columns))
    order, work = np.zeros(columns, dtype=np.int64), np.zeros(3 * columns)
    rank = form(qr_factor)(factor, rows, columns, order, scales, work, tolerance)
    return rank, factor, order, scales


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("rows", "columns", "rank"), SHAPES)
def test_complete_pivoting_finds_rank_and_independent_rows_and_columns(
    form: Form, rows: int, columns: int, rank: int, rng: np.random.Generator
) -> None:
    a = of_rank(rows, columns, rank, rng)
    found, row_order, column_order = chosen(form, a)
    block = a[np.ix_(row_order[:rank], column_order[:rank])]
    assert found == rank == np.linalg.matrix_rank(a)
    assert np.linalg.cond(block) < 1e5
    assert sorted(row_order) == list(range(rows))
    assert sorted(column_order) == list(range(columns))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("rows", "columns", "rank"), SHAPES)
def test_pivoted_qr_finds_the_rank_and_reproduces_the_matrix(
    form: Form, rows: int, columns: int, rank: int, rng: np.random.Generator
) -> None:
    a = of_rank(rows, columns, rank, rng)
    found, factor, order, scales = factored(form, a)
    assert found == rank
    tolerance = round_off(scale=float(np.linalg.norm(a, 2)) * rows, operations=columns)
    for column in range(columns):
        reflected = a[:, order[column]].copy()
        form(qr_transposed_product)(factor, rows, columns, rank, scales, reflected)
        expected = np.zeros(rows)
        upto = min(column + 1, rank)
        expected[:upto] = factor[:upto, column]
        assert close(reflected, expected, tolerance)
    pivots = np.abs(np.diag(factor)[:rank])
    assert (np.diff(pivots) <= tolerance).all()  # each column was the largest of what was left


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("rows", "columns", "rank"), SHAPES)
def test_least_squares_leave_a_residual_orthogonal_to_the_columns(
    form: Form, rows: int, columns: int, rank: int, rng: np.random.Generator
) -> None:
    a, b = of_rank(rows, columns, rank, rng), rng.standard_normal(rows)
    found, factor, order, scales = factored(form, a)
    x, rest = np.empty(columns), b.copy()
    form(qr_solve)(factor, rows, columns, found, order, scales, rest, x)
    residual = a @ x - b
    size = float(np.linalg.norm(a, 2)) * (1.0 + float(np.linalg.norm(a, 2) * np.abs(x).max()))
    assert close(
        a.T @ residual, np.zeros(columns), round_off(scale=size, operations=rows * columns)
    )
    assert close(np.linalg.norm(rest[found:]), np.linalg.norm(residual), round_off(size, columns))
    assert np.count_nonzero(x) <= rank


@pytest.mark.parametrize("form", FORMS)
def test_columns_alike_to_many_digits_are_still_taken_in_order_of_their_remainders(
    form: Form,
) -> None:
    """A downdated norm has no digits left of remainders 1e-9 in size beside 1."""
    a = np.diag([1.0, 1e-9, 2e-9, 3e-9])
    a[0] = 1.0
    rank, factor, _, _ = factored(form, a, tolerance=1e-15)
    pivots = np.abs(np.diag(factor))
    assert rank == 4
    assert (np.diff(pivots) <= round_off(scale=1.0, operations=16)).all()


@pytest.mark.parametrize("form", FORMS)
def test_a_zero_matrix_has_rank_zero(form: Form) -> None:
    assert chosen(form, np.zeros((3, 4)))[0] == 0
    assert factored(form, np.zeros((3, 4)))[0] == 0


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_what_is_not_finite_is_told_from_a_rank(form: Form, bad: float) -> None:
    a = np.eye(3)
    a[1, 2] = bad
    assert chosen(form, a)[0] == -1
    assert factored(form, a)[0] == -1


def test_the_tolerance_decides_where_singular_values_do_not_part() -> None:
    a = np.diag([1.0, 1e-3, 1e-6, 1e-12])
    for tolerance, rank in ((1e-1, 1), (1e-4, 2), (1e-9, 3), (1e-15, 4)):
        assert chosen(FORMS[0], a, tolerance=tolerance)[0] == rank
        assert factored(FORMS[0], a, tolerance=tolerance)[0] == rank


def test_graded_matrices_have_the_rank_of_their_scaled_form(rng: np.random.Generator) -> None:
    a = graded(9, rng)
    sizes = np.logspace(0, 8, 9)
    assert chosen(FORMS[0], a, tolerance=1e-6)[0] < 9
    assert chosen(FORMS[0], a, weights=(sizes, sizes), tolerance=1e-6)[0] == 9


def test_the_choice_does_not_depend_on_units_when_weights_follow(rng: np.random.Generator) -> None:
    a, units = rng.standard_normal((4, 9)), np.exp(rng.uniform(-14.0, 14.0, 9))
    rank, rows, columns = chosen(FORMS[0], a)
    scaled = chosen(FORMS[0], a * units, weights=(np.ones(4), 1.0 / units))
    assert scaled[0] == rank == 4
    assert scaled[1].tolist() == rows.tolist()
    assert scaled[2][:4].tolist() == columns[:4].tolist()
    unweighted = chosen(FORMS[0], a * units)
    assert unweighted[2][:4].tolist() != columns[:4].tolist()


@pytest.mark.parametrize("form", FORMS)
def test_kahans_triangle_keeps_its_rank_though_it_is_nearly_singular(form: Form) -> None:
    """Where a decision by pivots ends: the last pivot says nothing of the smallest σ.

    Both routines say full rank, as LAPACK's pivoted QR does [Higham2002 §8.3]; that the choice is
    ill-conditioned is for `upper_inverse_norm` to say (test_condition.py).
    """
    n = 60
    a = kahan(n, np.arccos(0.285)) * (1.0 - 1e-13 * np.arange(n))  # lest round-off break ties
    rank, factor, order, _ = factored(form, a)
    assert rank == chosen(form, a)[0] == n
    assert order.tolist() == list(range(n))
    assert abs(factor[-1, -1]) > 1e3 * np.linalg.svd(a, compute_uv=False)[-1]
