"""To SymPy and back: the same node, or the same value where SymPy rewrites."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
import sympy
from hypothesis import given
from sympy.physics.mechanics import dynamicsymbols

from kane.algebra import (
    Expr,
    Function,
    Graph,
    Rate,
    Samples,
    Verdict,
    cos,
    evaluate,
    from_sympy,
    from_sympy_all,
    pi,
    sin,
    solve,
    sqrt,
    symbol,
    to_sympy,
    to_sympy_all,
    where,
)
from kane.algebra.pattern import full
from kane.errors import DerivationError
from kane.program.lower import lower
from tests.algebra.derivation import Code, at, bound, codes, expression, seeds
from tests.error_bound import error_bound

T = sympy.Symbol("t")
X, Y = sympy.symbols("x y", real=True)
POINT = {"x": 0.7, "y": -1.3}


@given(codes(), seeds())
def test_there_and_back_keeps_the_value(code: Code, seed: int) -> None:
    values = at(seed)
    expr, symbols = expression(code)
    if any(expr.graph.attributes.get(node) for node in expr.graph.live([expr.ref])):
        return  # a solve
    back = from_sympy(to_sympy(expr), graph=expr.graph)
    allowed = bound([expr, back], symbols, values).sum()
    assert abs(evaluate(back, values) - evaluate(expr, values)) <= allowed


@pytest.mark.parametrize(
    "theirs",
    [
        X**2 + X * Y / 3 - sympy.Rational(2, 7),
        sympy.sin(X) * sympy.cos(Y) + sympy.tan(X) - sympy.cot(X) + sympy.sec(Y) / sympy.csc(X),
        sympy.asin(X) + sympy.acos(X / 2) + sympy.atan(Y) + sympy.atan2(Y, X),
        sympy.exp(X) * sympy.log(X) + sympy.tanh(Y) + sympy.E,
        sympy.sqrt(X) / sympy.sqrt(X + 3) + X ** sympy.Rational(3, 2),
        X**-3 / (Y * X) + X ** sympy.Rational(1, 3) + X**Y + X**0.5,
        sympy.Abs(Y) + sympy.sign(Y) + sympy.Min(X, Y, 0) + sympy.Max(X, Y, 1),
        sympy.Piecewise((X, X < Y), (Y, sympy.And(X > 0, sympy.Ne(Y, 1))), (3, True)),
        sympy.Piecewise((X, sympy.Or(X <= Y, sympy.Eq(X, 2))), (Y, X >= 0.5), (0, True)),
        sympy.ITE(X < Y, X < 1, X > 0) & (Y < 0) | sympy.Not(X < Y),
        sympy.Float("0.1") * X + sympy.pi * Y,
    ],
)
def test_what_sympy_says_has_the_value_that_sympy_gives(theirs: Any) -> None:
    expected = theirs.subs({X: POINT["x"], Y: POINT["y"]})
    found = evaluate(from_sympy(theirs), POINT)
    expected = float(expected) if expected not in (True, False) else float(bool(expected))
    assert abs(float(found) - expected) <= 32 * 2.0**-52 * max(1.0, abs(expected))


def test_constants_stay_exact() -> None:
    x = from_sympy(X * sympy.Rational(1, 3) + sympy.pi / 2)
    assert x == symbol("x", Rate.PARAMETER, x.graph) / 3 + pi(x.graph) / 2
    assert from_sympy(sympy.Rational(10, 4)).value == Fraction(5, 2)
    assert isinstance(from_sympy(sympy.Float(0.5)).value, float)
    assert to_sympy(Fraction(1, 3)) == sympy.Rational(1, 3)
    assert to_sympy(sqrt(2 * pi(Graph()))) == sympy.sqrt(2 * sympy.pi)


def test_functions_of_time_are_coordinates_and_their_derivatives_speeds() -> None:
    q = dynamicsymbols("q")
    made = from_sympy(q.diff(T) * sympy.cos(q) + q.diff(T, 2) + sympy.Symbol("m"))
    rates = {made.graph.symbols[node]: rate for node, rate in made.graph.symbol_rates.items()}
    assert rates == {
        "q": Rate.CONFIGURATION,
        "q'": Rate.SPEED,
        "q''": Rate.INPUT,
        "m": Rate.PARAMETER,
    }


def test_symbols_can_be_given_on_either_side() -> None:
    graph = Graph()
    angle, mass = symbol("angle", Rate.CONFIGURATION, graph), symbol("mass", Rate.PARAMETER, graph)
    q, m = dynamicsymbols("q"), sympy.Symbol("m", positive=True)
    made = from_sympy(m * sympy.sin(q) + q, {q: angle, m: mass}, graph)
    assert made == mass * sin(angle) + angle
    assert to_sympy(made, {angle: q, mass: m}) == m * sympy.sin(q) + q


def test_undefined_functions_become_opaque_functions() -> None:
    mu = Function(name="mu", arity=1)
    theirs = sympy.Function("mu")
    graph = Graph()
    (made,) = from_sympy_all([theirs(X) + 1], {theirs: mu}, graph)
    assert made == mu(symbol("x", Rate.PARAMETER, graph)) + 1
    assert to_sympy(made) == theirs(sympy.Symbol("x")) + 1


def test_the_elements_of_a_matrix_are_read_in_order() -> None:
    first, second = from_sympy_all(sympy.Matrix([X * Y, X + Y]))
    assert first.graph is second.graph
    assert evaluate([first, second], {"x": 2.0, "y": 3.0}) == [6.0, 5.0]


@pytest.mark.parametrize(
    ("theirs", "message"),
    [
        (sympy.besselj(0, X), r"SymPy's besselj in 'besselj\(0, x\)' has no counterpart here"),
        (sympy.Integral(X, (X, 0, Y)), r"SymPy's 'Integral\(x, \(x, 0, y\)\)' is no scalar"),
        (sympy.I * X, "SymPy's 'I' is no scalar that is known here"),
        (sympy.Function("f")(X, Y), r"SymPy's 'f\(x, y\)' is no scalar that is known here"),
    ],
)
def test_what_has_no_counterpart_is_named(theirs: Any, message: str) -> None:
    with pytest.raises(DerivationError, match=message):
        from_sympy(theirs)


def test_a_linear_solve_is_not_exported() -> None:
    x = symbol("x", Rate.SPEED, Graph())
    with pytest.raises(DerivationError, match=r"linear solve .* has no counterpart in SymPy"):
        to_sympy(solve(full(1), [x], [1])[0])


@pytest.mark.parametrize(
    "grow",
    [
        lambda e, x: sin(e) * cos(e) / 2 + x * e / 4,
        lambda e, x: where(e < x, e * e / 4, cos(e) / 2 - e / 4),
        lambda e, x: (e + x) / (2 + e * e),
    ],
)
def test_shared_graphs_go_there_and_back_in_linear_time(grow: Callable[[Expr, Expr], Expr]) -> None:
    x = symbol("x", Rate.SPEED, Graph())
    expr = x
    for _ in range(600):
        expr = grow(expr, x)
    size = len(x.graph)
    theirs, again = to_sympy_all([expr, expr])
    assert theirs is again
    back = from_sympy(theirs, graph=x.graph)
    assert len(x.graph) <= 2 * size
    found = evaluate([expr, back], {x: 0.3})
    assert math.isfinite(found[0])
    program = lower("both", {"x": [x]}, {"y": [expr, back]})
    assert abs(found[1] - found[0]) <= error_bound(program, [0.3])[0].sum()


def test_the_equations_of_a_pendulum_mean_the_same() -> None:
    (q, u), (m, g, length) = dynamicsymbols("q u"), sympy.symbols("m g l")
    theirs = sympy.simplify(-m * g * length * sympy.sin(q) + m * length**2 * u**2 / 2)
    made = from_sympy(theirs)
    named = {name: made.graph.named(name) for name in ("q", "u", "m", "g", "l")}
    mine = {name: Expr(made.graph, ref) for name, ref in named.items() if ref is not None}
    expected = -mine["m"] * mine["g"] * mine["l"] * sin(mine["q"])
    expected += mine["m"] * mine["l"] ** 2 * mine["u"] ** 2 / 2
    assert Samples(made.graph).verdict(made - expected) is Verdict.ZERO
