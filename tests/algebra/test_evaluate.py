"""Values by numpy: every operation, arrays, complex arguments, faults outside the domain."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given

from kane.algebra import Expr, Graph, Rate, evaluate, log, maximum, pi, sin, sqrt, symbol, where
from kane.errors import DerivationError
from tests.algebra.derivation import Code, at, bound, codes, expression, run, seeds


def xy() -> tuple[Expr, Expr]:
    """Two symbols."""
    graph = Graph()
    return symbol("x", Rate.CONFIGURATION, graph), symbol("y", Rate.SPEED, graph)


@given(codes(), seeds())
def test_arrays_are_evaluated_element_by_element(code: Code, seed: int) -> None:
    points = [at(seed + k) for k in range(3)]
    expr, symbols = expression(code)
    found = evaluate(
        expr, {name: np.array([point[name] for point in points]) for name in points[0]}
    )
    for k, point in enumerate(points):
        expected = float(run(code, list(point.values())))
        value = np.broadcast_to(found, 3)[k]
        assert abs(value - expected) <= bound([expr], symbols, point)[0]


def test_one_expression_several_and_conditions() -> None:
    x, y = xy()
    assert evaluate(x * 2, {x: 1.5}) == 3.0
    assert evaluate([x, x < y, 4], {"x": 1.0, "y": 2.0}) == [1.0, True, 4.0]
    assert evaluate(pi(x.graph), {}) == math.pi


def test_outside_the_domain_there_is_nan_or_infinity_and_no_warning() -> None:
    x, _ = xy()
    found = evaluate([sqrt(x), log(0 * x + x + 1), 1 / (x + 1), maximum(sqrt(x), 1)], {x: -1.0})
    assert np.isnan(found[0])
    assert found[1:3] == [-math.inf, math.inf]
    assert np.isnan(found[3])


def test_the_branch_that_is_not_taken_does_not_matter() -> None:
    x, _ = xy()
    assert evaluate(where(x > 0, sqrt(x), 7), {x: np.array([-1.0, 4.0])}).tolist() == [7.0, 2.0]


def test_a_symbol_without_a_value_is_named() -> None:
    x, y = xy()
    with pytest.raises(DerivationError, match=r"'y' has no value \(given: x\)"):
        evaluate(x + y, {x: 1.0})
    with pytest.raises(TypeError, match=r"'x \+ y' is given a value but is no symbol"):
        evaluate(x + y, {x + y: 1.0})


def test_a_chain_of_20_000_operations_is_evaluated_without_recursion() -> None:
    x, _ = xy()
    expr = x
    for _ in range(10_000):
        expr = sin(expr) + 1
    assert math.isfinite(evaluate(expr, {x: 0.3}))
