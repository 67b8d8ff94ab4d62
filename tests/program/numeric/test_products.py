"""Products and norms are NumPy's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from kane.program.numeric.products import (
    dot,
    largest,
    matrix_matrix,
    matrix_vector,
    one_norm,
    transposed_matrix,
    transposed_vector,
)
from tests.close import close, round_off
from tests.program.numeric.matrices import FORMS


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("rows", "inner", "columns"), [(3, 4, 5), (1, 1, 1), (9, 17, 33)])
def test_products_are_those_of_numpy(
    form: Callable[..., Any], rows: int, inner: int, columns: int, rng: np.random.Generator
) -> None:
    a, b = rng.standard_normal((rows, inner)), rng.standard_normal((inner, columns))
    x, y = rng.standard_normal(inner), rng.standard_normal(rows)
    c, ax, aty = np.empty((rows, columns)), np.empty(rows), np.empty(inner)
    form(matrix_matrix)(a, rows, inner, columns, b, c)
    form(matrix_vector)(a, rows, inner, x, ax)
    form(transposed_vector)(a, rows, inner, y, aty)
    tolerance = round_off(scale=20.0, operations=2 * max(rows, inner))
    assert close(c, a @ b, tolerance)
    assert close(ax, a @ x, tolerance)
    assert close(aty, a.T @ y, tolerance)
    form(transposed_matrix)(a.T.copy(), inner, rows, columns, b, c)
    assert close(c, a @ b, tolerance)


@pytest.mark.parametrize("form", FORMS)
def test_norms_are_those_of_numpy(form: Callable[..., Any], rng: np.random.Generator) -> None:
    a = rng.standard_normal((4, 7))
    tolerance = round_off(scale=20.0, operations=28)
    assert close(form(one_norm)(a, 4, 7), np.linalg.norm(a, 1), tolerance)
    assert form(largest)(a, 28) == np.abs(a).max()
    assert close(form(dot)(a, a[1:], 7), a[0] @ a[1], tolerance)


@pytest.mark.parametrize("form", FORMS)
def test_a_nan_is_the_largest(form: Callable[..., Any]) -> None:
    assert np.isnan(form(largest)(np.array([1.0, np.nan, 2.0]), 3))
