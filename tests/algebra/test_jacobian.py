"""Jacobians: their entries are the derivatives, their sparsity is what depends on what."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kane.algebra import (
    Expr,
    Graph,
    Rate,
    derivative,
    evaluate,
    is_zero,
    jacobian,
    sin,
    sqrt,
    symbol,
    where,
)
from tests.algebra.derivation import STEPS, at, bound, seeds, symbols


@given(
    st.lists(st.tuples(st.integers(0, len(STEPS) - 1), st.integers(0, 99), st.integers(0, 99))),
    seeds(),
    st.integers(1, 6),
)
def test_entries_are_the_derivatives_and_the_rest_is_zero(
    code: list[tuple[int, int, int]], seed: int, rows: int
) -> None:
    values = at(seed)
    columns = symbols(Graph())
    made = list(columns)
    for which, first, second in code:
        step = STEPS[which](made[first % len(made)], made[second % len(made)])
        made.append(step)  # type: ignore[arg-type]
    exprs = made[-rows:]
    found = jacobian(exprs, columns)
    for row, expr in enumerate(exprs):
        expected = [derivative(expr, column) for column in columns]
        mine = [found.dense()[row, k] for k in range(len(columns))]
        allowed = bound(expected, columns, values) + bound(mine, columns, values)
        assert np.all(
            np.abs(np.subtract(evaluate(mine, values), evaluate(expected, values))) <= allowed
        )


def many(count: int) -> list[Expr]:
    """So many symbols."""
    graph = Graph()
    return [symbol(f"x{k}", Rate.CONFIGURATION, graph) for k in range(count)]


def test_the_pattern_lists_what_depends_on_what() -> None:
    x = many(4)
    found = jacobian([x[0] * x[1], sin(x[2]), x[3] - x[3], where(x[3] < 0, x[1], x[2])], x)
    assert found.places == ((0, 0), (0, 1), (1, 2), (3, 1), (3, 2))
    assert found.shape == (4, 4)
    assert np.count_nonzero(found.dense()) == 5


@pytest.mark.parametrize(("rows", "columns"), [(1, 300), (300, 1)])
def test_work_follows_the_smaller_side(rows: int, columns: int) -> None:
    """One result of 300 symbols, or 300 results of one: a few nodes for each operation."""
    x = many(columns)
    total = x[0]
    for k in range(300):
        total = sqrt(total * total + x[k % columns])
    exprs = [total] if rows == 1 else [total * k for k in range(1, rows + 1)]
    before = len(x[0].graph)
    jacobian(exprs, x)
    assert len(x[0].graph) <= 8 * before


def test_a_symbol_given_twice_or_negative_has_its_columns() -> None:
    x, y = many(2)
    for rows in (1, 20):  # in reverse and forward
        part = sin(sin(sin(sin(x * y))))
        found = jacobian([k * part for k in range(1, 1 + rows)], [x, -x, x]).dense()
        assert is_zero(found[0, 0] - derivative(part, x))
        assert found[0, 1] == -found[0, 0]
        assert found[0, 2] == found[0, 0]
