"""The functions of scalars: the same code on floats and on Exprs, floats in and floats out."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given

from kane.algebra import (
    Expr,
    Graph,
    Rate,
    acos,
    asin,
    atan2,
    equal,
    evaluate,
    exp,
    log,
    maximum,
    minimum,
    sign,
    sin,
    sqrt,
    symbol,
    where,
)
from tests.algebra.derivation import Code, at, bound, codes, expression, run, seeds
from tests.close import close, round_off

NUMPYS = [
    *("sin", "cos", "tan", "arcsin", "arccos", "arctan", "exp", "log", "tanh", "sinh", "cosh"),
    *("sqrt", "absolute", "negative", "square", "reciprocal"),
    *("deg2rad", "rad2deg", "radians", "degrees"),
]


@given(codes(), seeds())
def test_derivation_code_gives_on_floats_what_its_expression_gives(code: Code, seed: int) -> None:
    values = at(seed)
    expr, symbols = expression(code)
    on_floats = float(run(code, list(values.values())))
    difference = abs(evaluate(expr, values) - on_floats)
    assert difference <= bound([expr], symbols, values)[0]


def test_floats_in_floats_out_and_expr_in_expr_out() -> None:
    x = symbol("x", Rate.SPEED, Graph())
    assert isinstance(sin(1), float)
    assert isinstance(sqrt(Fraction(1, 4)), float)
    assert isinstance(sin(x), Expr)
    assert isinstance(maximum(1, x), Expr)
    assert where(True, 1.0, 2.0) == 1.0


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (sqrt(-1.0), math.nan),
        (log(0.0), -math.inf),
        (log(-1.0), math.nan),
        (exp(1e4), math.inf),
        (asin(2.0), math.nan),
        (acos(-2.0), math.nan),
        (sin(math.inf), math.nan),
        (sign(math.nan), math.nan),
        (minimum(math.nan, 1.0), math.nan),
        (minimum(1.0, math.nan), math.nan),
        (maximum(1.0, math.nan), math.nan),
        (atan2(0.0, -1.0), math.pi),
    ],
)
def test_floats_outside_the_domain_give_what_ieee_asks(value: float, expected: float) -> None:
    assert value == expected or (math.isnan(value) and math.isnan(expected))


@pytest.mark.parametrize("name", NUMPYS)
def test_numpys_functions_of_an_expression_are_expressions(name: str) -> None:
    """… and of an array of them an array, with numpy's values."""
    x, function = symbol("x", Rate.SPEED, Graph()), getattr(np, name)
    (made, *_), one = function(np.array([x, x], dtype=object)), function(x)
    assert isinstance(one, Expr)
    assert made == one
    assert close(evaluate(one, {x: 0.3}), function(0.3), round_off(60.0, 4))


def test_numpys_arctan2_takes_two() -> None:
    graph, arctan2 = Graph(), getattr(np, "arctan2")  # noqa: B009 (numpy's types know no Expr)
    x, y = (symbol(name, Rate.SPEED, graph) for name in "xy")
    assert arctan2(y, x) == atan2(y, x)
    assert arctan2(y, 2.0) == atan2(y, 2.0)


def test_numpy_arrays_of_scalars_take_part() -> None:
    graph = Graph()
    x, y = (symbol(name, Rate.SPEED, graph) for name in "xy")
    matrix = np.array([[x, 1.5], [0, y]], dtype=object)
    product = matrix @ np.array([y, 2.0])
    assert product[0] == x * y + 3.0
    assert product[1] == 2 * y
    assert (2 * np.array([x, y]))[1] == 2 * y
    assert (x * np.array([1.0, 3.0]))[1] == 3 * x


@pytest.mark.parametrize("number", [np.float64(2), np.float32(2), np.int64(2), np.array(2.0)])
def test_numpy_numbers_are_numbers_on_either_side(number: np.float64) -> None:
    x = symbol("x", Rate.SPEED, Graph())
    for made, expected in (
        (number * x, 2 * x),
        (x * number, 2 * x),
        (number - x, 2 - x),
        (x / number, x / 2),
        (number / x, 2 / x),
        (number + x, x + 2),
    ):
        assert isinstance(made, Expr)
        assert made == expected


def test_numpy_numbers_compare_on_either_side() -> None:
    x = symbol("x", Rate.SPEED, Graph())
    assert (np.float64(2) < x) == (x > 2)
    assert (x <= np.int64(2)) == (x <= 2)


def test_conditions_of_floats_are_plain() -> None:
    assert equal(1, 1.0) is True
    x = symbol("x", Rate.SPEED, Graph())
    assert evaluate(where(equal(x, 1), 5, x), {x: [1.0, 2.0]}).tolist() == [5.0, 2.0]
