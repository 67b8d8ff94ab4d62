"""Derivatives in reverse are those forward; nothing leaks from branches that are not taken."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kane.algebra import (
    Expr,
    Function,
    Graph,
    Rate,
    derivative,
    evaluate,
    gradient,
    log,
    maximum,
    sin,
    solve,
    sqrt,
    symbol,
    where,
)
from kane.algebra.pattern import full, symmetric
from tests.algebra.derivation import NAMES, Code, at, bound, codes, expression, seeds, symbols
from tests.close import close, round_off


@given(codes(), seeds())
def test_reverse_and_forward_agree(code: Code, seed: int) -> None:
    values = at(seed)
    expr, given_symbols = expression(code)
    reverse = gradient(expr, given_symbols)
    forward = [derivative(expr, one) for one in given_symbols]
    allowed = bound(reverse, given_symbols, values) + bound(forward, given_symbols, values)
    difference = np.subtract(evaluate(reverse, values), evaluate(forward, values))
    assert np.all(np.abs(difference) <= allowed)


def xy() -> tuple[Expr, Expr]:
    """Two symbols."""
    graph = Graph()
    return symbol("x", Rate.CONFIGURATION, graph), symbol("y", Rate.SPEED, graph)


@pytest.mark.parametrize("value", [-2.0, -1.0, 0.0])
def test_nothing_leaks_from_the_branch_that_is_not_taken(value: float) -> None:
    x, y = xy()
    root = sqrt(x)
    expr = where(x > 0, root * y + log(root), 3 * x * y) + where(x > 1, 1 / (root - 1), 0)
    assert evaluate(gradient(expr, [x, y]), {x: value, y: 0.5}) == [1.5, 3 * value]


def test_branches_of_branches_do_not_leak() -> None:
    x, y = xy()
    root = sqrt(x)
    expr = where(y > 0, where(x > 0, root, x), where(x > 4, root * y, 2 * x))
    for first, second, expected in ((4.0, 1.0, 0.25), (-1.0, 1.0, 1.0), (-1.0, -1.0, 2.0)):
        assert evaluate(gradient(expr, [x])[0], {x: first, y: second}) == expected


def test_a_normalized_direction_that_is_guarded_has_a_gradient_at_zero() -> None:
    """Coulomb friction: the direction v/|v| counts only where |v| > 0."""
    x, y = xy()
    speed = sqrt(x * x + y * y)
    force = where(speed > 0, x / speed, 0)
    assert evaluate(gradient(force, [x, y]), {x: 0.0, y: 0.0}) == [0.0, 0.0]
    assert evaluate(gradient(force, [x, y]), {x: 0.0, y: 2.0}) == [0.5, 0.0]


codes_of_guards = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 9), st.integers(0, 9), st.integers(0, 9)),
    min_size=1,
    max_size=12,
)


@given(codes_of_guards, seeds())
def test_nested_guards_of_functions_with_a_domain_agree_with_forward(
    code: list[tuple[int, int, int, int]], seed: int
) -> None:
    """Each step guards √ and 1/x by their domain, so that forward derivatives are finite."""
    values = at(seed)
    symbols_ = symbols(Graph())
    made = list(symbols_)
    for which, i, j, k in code:
        a, b, c = (made[index % len(made)] for index in (i, j, k))
        step = (
            where(a > 0, sqrt(a) * b, c),
            where((a > 0) & (b > 0), sqrt(a) - log(b), sin(c)),
            where(a < 0, c, where(b < 0, -a, sqrt(b) + a)),
            maximum(where(a > 1, b / (a - 1), c), b),
        )
        made.append(step[which] / 2)
    expr = made[-1]
    reverse = gradient(expr, symbols_)
    forward = [derivative(expr, one) for one in symbols_]
    scale = bound([*reverse, *forward], symbols_, values)
    allowed = scale[: len(NAMES)] + scale[len(NAMES) :]
    found, expected = evaluate(reverse, values), evaluate(forward, values)
    assert np.all(np.isfinite(found) | ~np.isfinite(expected))
    difference = np.abs(np.subtract(found, expected))
    assert np.all((difference <= allowed) | ~np.isfinite(expected))


def test_the_adjoint_of_a_solution_folds_both_halves_of_a_symmetric_matrix() -> None:
    graph = Graph()
    a, b, c = (symbol(name, Rate.PARAMETER, graph) for name in "abc")
    values = {a: 3.0, b: 0.7, c: 2.0}
    for pattern, entries in ((symmetric(2), [a, b, c]), (full(2), [a, b, b, c])):
        x = solve(pattern, entries, [a, 1.0])
        found = evaluate(gradient(x[0] * x[1], [a, b, c]), values)
        # det = ac − b²; x = (ac − b, a − ab)/det, differentiated by hand
        det = 3.0 * 2.0 - 0.49
        top, low = 6.0 - 0.7, 3.0 - 2.1
        x0, x1 = top / det, low / det
        by_b = (-1.0 / det + x0 * 1.4 / det) * x1 + x0 * (-3.0 / det + x1 * 1.4 / det)
        by_a = (2.0 / det - x0 * 2.0 / det) * x1 + x0 * ((1 - 0.7) / det - x1 * 2.0 / det)
        by_c = (3.0 / det - x0 * 3.0 / det) * x1 + x0 * (-x1 * 3.0 / det)
        assert close(found, [by_a, by_b, by_c], round_off(scale=2.0, operations=20))


@pytest.mark.parametrize("value", [0.8, -0.8])
def test_the_adjoint_of_a_solution_whose_components_are_guarded_apart(value: float) -> None:
    x, y = xy()
    first, second = solve(full(2), [4 + x, y, 3 * x, 5 + y], [y, x * x])
    values = {x: value, y: 0.6}
    for expr in (
        where(x < 0, first * y, sqrt(x)) + where(y < x, second * x, 0),
        where(x < 0, first * y, sqrt(x)) + where(y < x, second * x, log(second) * first),
    ):
        found = evaluate(gradient(expr, [x, y]), values)
        expected = evaluate([derivative(expr, one) for one in (x, y)], values)
        assert close(found, expected, round_off(scale=10.0, operations=100))


def test_the_gradient_reaches_through_opaque_functions() -> None:
    x, y = xy()
    product = Function(name="product", arity=2, derivatives=lambda k, args: args[1 - k])
    by_x, by_y = gradient(product(x, -y) * 2, [x, y])
    assert (by_x, by_y) == (-2 * y, -2 * x)


def test_the_gradient_by_a_held_scalar_stops_there() -> None:
    x, y = xy()
    held = x * y
    assert gradient(sin(held) + x, [held, -x]) == [derivative(sin(held), held), -Expr(x.graph, 1)]


def test_reverse_work_is_linear_in_the_nodes_of_a_chain_of_branches() -> None:
    x, y = xy()
    expr = x
    for _ in range(4_000):
        expr = where(expr < y, sin(expr), sqrt(expr) + x)
    before = len(x.graph)
    slope = gradient(expr, [x])[0]
    assert len(x.graph) <= 12 * before
    assert math.isfinite(evaluate(slope, {x: 0.3, y: 0.5}))
