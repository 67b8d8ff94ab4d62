"""Derivatives forward agree with the complex step and SymPy, and take one side at corners."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
import sympy
from hypothesis import given

from kane.algebra import (
    Expr,
    Function,
    Graph,
    Pattern,
    Rate,
    absolute,
    acos,
    asin,
    atan,
    atan2,
    cos,
    derivative,
    evaluate,
    exp,
    log,
    maximum,
    minimum,
    sign,
    sin,
    solve,
    sqrt,
    symbol,
    tan,
    tangent,
    tanh,
    where,
)
from kane.algebra.functions import Unary
from kane.algebra.pattern import full, symmetric
from kane.errors import DerivationError
from tests.algebra.derivation import Code, at, bound, codes, expression, seeds
from tests.close import close, method_error, round_off

STEP = 1e-30  # of the complex step: its square vanishes beside 1


def xy() -> tuple[Expr, Expr]:
    """Two symbols."""
    graph = Graph()
    return symbol("x", Rate.CONFIGURATION, graph), symbol("y", Rate.SPEED, graph)


def complex_step(expr: Expr, values: dict[str, float], name: str) -> float:
    """∂expr/∂name = Im f(x + ih)/h [Squire1998]."""
    moved: dict[str, complex] = {**values, name: values[name] + 1j * STEP}
    return float(np.imag(evaluate(expr, moved)) / STEP)


@given(codes(), seeds())
def test_every_derivative_agrees_with_the_complex_step(code: Code, seed: int) -> None:
    values = at(seed)
    expr, symbols = expression(code)
    derivatives = [derivative(expr, one) for one in symbols]
    found = evaluate(derivatives, values)
    expected = [complex_step(expr, values, name) for name in values]
    allowed = bound(derivatives, symbols, values) + bound([expr], symbols, values)
    assert np.all(np.abs(np.subtract(found, expected)) <= allowed)


UNARY = {
    sqrt: (sympy.sqrt, 0.7),
    sin: (sympy.sin, 0.7),
    cos: (sympy.cos, 0.7),
    tan: (sympy.tan, 0.7),
    asin: (sympy.asin, 0.7),
    acos: (sympy.acos, 0.7),
    atan: (sympy.atan, -1.7),
    exp: (sympy.exp, 0.7),
    log: (sympy.log, 0.7),
    tanh: (sympy.tanh, -0.7),
    absolute: (sympy.Abs, -0.7),
    sign: (sympy.sign, -0.7),
}


@pytest.mark.parametrize("ours", UNARY)
def test_each_function_has_the_derivative_that_sympy_gives(ours: Unary) -> None:
    x, _ = xy()
    theirs, value = UNARY[ours]
    t = sympy.Symbol("t", real=True)
    expected = float(sympy.diff(theirs(t * t / 3 + t), t).subs(t, value).doit())
    found = evaluate(derivative(ours(x * x / 3 + x), x), {x: value})
    assert close(found, expected, round_off(scale=1.0 + abs(expected), operations=10))


def test_the_derivative_of_atan2_is_that_of_the_angle_all_the_way_round() -> None:
    x, y = xy()
    for angle in np.linspace(-3.1, 3.1, 17):
        at = {x: 2 * math.cos(angle), y: 2 * math.sin(angle)}
        slopes = evaluate(tangent([atan2(y, x)], {x: -y, y: x}), at)
        assert close(slopes, [1.0], round_off(scale=2.0, operations=6))


@pytest.mark.parametrize(
    ("make", "value", "expected"),
    [
        (lambda x: abs(x), 0.0, 1.0),
        (lambda x: sign(x), 0.0, 0.0),
        (lambda x: maximum(x, 0), 0.0, 0.0),
        (lambda x: maximum(0, -x), 0.0, 0.0),
        (lambda x: minimum(x, 0), 0.0, 0.0),
        (lambda x: maximum(x, 2 * x), 0.0, 1.0),
        (lambda x: minimum(x, 2 * x), 0.0, 1.0),
        (lambda x: where(x < 1, x, 3 * x), 1.0, 3.0),
        (lambda x: where(x <= 1, x, 3 * x), 1.0, 1.0),
    ],
)
def test_corners_have_the_documented_one_sided_derivative(
    make: Callable[[Expr], Expr], value: float, expected: float
) -> None:
    x, _ = xy()
    assert evaluate(derivative(make(x), x), {x: value}) == expected


@pytest.mark.parametrize("value", [-1.0, 0.0])
def test_nothing_leaks_from_the_branch_that_is_not_taken(value: float) -> None:
    x, _ = xy()
    expr = where(x > 0, x * sqrt(x) + log(x), 3 * x)
    assert evaluate(derivative(expr, x), {x: value}) == 3.0


def test_a_derivative_by_what_is_absent_is_zero() -> None:
    x, y = xy()
    assert derivative(sin(x), y) == 0
    assert derivative(where(y < 1, x, 2 * x), y) == 0
    assert derivative(3.0, y) == 0


def test_the_tangent_is_the_sum_of_derivatives_times_seeds() -> None:
    x, y = xy()
    expr = sin(x) * y + x / y
    (along,) = tangent([expr], {x: 0.5, y: -x})
    expected = 0.5 * derivative(expr, x) - x * derivative(expr, y)
    values = {x: 0.4, y: 1.3}
    assert close(evaluate(along, values), evaluate(expected, values), round_off(scale=3.0))


def test_a_seed_holds_any_scalar() -> None:
    """The bias of q̈ is the tangent of W u with the nodes of u held [Kane1985 p.44]."""
    x, y = xy()
    u = (x * y).named("u1")
    rate = cos(x) * u
    (bias,) = tangent([rate], {x: y, u: 0})
    assert bias == -(y * sin(x)) * u
    (opposite,) = tangent([rate], {-u: 1})
    assert opposite == -cos(x)


@pytest.mark.parametrize("size", [2, 3])
@pytest.mark.parametrize("shape", [full, symmetric])
def test_the_derivative_of_a_solution_agrees_with_finite_differences(
    size: int, shape: Callable[[int], Pattern]
) -> None:
    x, _ = xy()
    pattern = shape(size)
    entries = [
        sin(x + k) / 4 + (3 + k if i == j else 0) for k, (i, j) in enumerate(pattern.entries)
    ]
    solution = solve(pattern, entries, [cos(x * k) for k in range(size)])
    h = 1e-5
    values = evaluate(list(solution), {x: np.array([0.3 - h, 0.3 + h])})
    expected = [(after - before) / (2 * h) for before, after in values]
    found = evaluate([derivative(one, x) for one in solution], {x: 0.3})
    # third derivatives of the solution are below 20; the difference loses ε/h
    allowed = method_error(h, order=2, C=20 / 6) + round_off(scale=1.0) / h
    assert close(found, expected, allowed)


def test_the_matrix_of_a_differentiated_solution_is_the_same() -> None:
    x, y = xy()
    pattern = symmetric(2)
    one = solve(pattern, [x + 2, y, x + 3], [y, 1])[0]
    two = derivative(one, y)
    graph = two.graph
    solves = [node for node in graph.live([two.ref]) if graph.attributes.get(node) is pattern]
    assert len({graph.args[node][:3] for node in solves}) == 1
    assert len(solves) == 2


def test_opaque_functions_are_differentiated_as_they_say() -> None:
    x, y = xy()
    mu = Function(name="mu", arity=2, derivatives=lambda k, args: (args[1], args[0] + 1)[k])
    assert derivative(mu(x, 2 * y), x) == 2 * y
    assert derivative(mu(x, 2 * y), y) == 2 * (x + 1)
    with pytest.raises(
        DerivationError, match=r"'nu' is differentiated by its argument 0 .*`inline` it"
    ):
        derivative(Function(name="nu", arity=1)(x), x)


def test_a_constant_is_nothing_to_differentiate_by() -> None:
    x, _ = xy()
    with pytest.raises(TypeError, match=r"'2' is a constant; nothing depends on it"):
        derivative(x, x / x + 1)


def test_a_chain_of_20_000_operations_is_differentiated_without_recursion() -> None:
    x, _ = xy()
    expr = x
    for _ in range(10_000):
        expr = sin(expr) + x
    size = len(x.graph)
    derivative(expr, x)
    assert len(x.graph) <= 4 * size
