"""Constructors do identities that are exact over the reals, and share every repeat."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kane.algebra import (
    Expr,
    Graph,
    Rate,
    acos,
    asin,
    atan,
    atan2,
    cos,
    evaluate,
    exp,
    log,
    maximum,
    minimum,
    pi,
    sin,
    sqrt,
    symbol,
    tan,
    tanh,
    where,
)
from kane.algebra.number import Number

Identity = Callable[[Expr, Expr], tuple[object, object]]


def xy() -> tuple[Expr, Expr]:
    """Two symbols."""
    graph = Graph()
    return symbol("x", Rate.CONFIGURATION, graph), symbol("y", Rate.SPEED, graph)


@pytest.mark.parametrize(
    "identity",
    [
        lambda x, y: (x - x, 0),
        lambda x, y: (0 * x, 0),
        lambda x, y: (1 * x, x),
        lambda x, y: (x + 0, x),
        lambda x, y: (x / x, 1),
        lambda x, y: ((x / y) * (y * (x + 1)), x * (x + 1)),
        lambda x, y: ((y * (x + 1)) * (1 / y), x + 1),
        lambda x, y: ((x * y) / y, x),
        lambda x, y: (0 / x, 0),
        lambda x, y: (x * y, y * x),
        lambda x, y: (x + y, y + x),
        lambda x, y: (x - y, -(y - x)),
        lambda x, y: ((-x) * (-y), x * y),
        lambda x, y: ((-x) / y, -(x / y)),
        lambda x, y: (x / (-y), -(x / y)),
        lambda x, y: (2 + (3 + x), 5 + x),
        lambda x, y: (2 - (3 - x), x - 1),
        lambda x, y: ((x - 2) - 3, x - 5),
        lambda x, y: (2 * (3 * x), 6 * x),
        lambda x, y: ((2 * x) * y, 2 * (x * y)),
        lambda x, y: (x / 4, Fraction(1, 4) * x),
        lambda x, y: (x / 0.5, 2 * x),
        lambda x, y: (sqrt(x) * sqrt(x), x),
        lambda x, y: (x**4, (x * x) * (x * x)),
        lambda x, y: (x**-2, 1 / (x * x)),
        lambda x, y: (x**0.5, sqrt(x)),
        lambda x, y: (x**0, 1),
        lambda x, y: (sin(-x), -sin(x)),
        lambda x, y: (tan(-x), -tan(x)),
        lambda x, y: (asin(-x), -asin(x)),
        lambda x, y: (atan(-x), -atan(x)),
        lambda x, y: (tanh(-x), -tanh(x)),
        lambda x, y: (cos(-x), cos(x)),
        lambda x, y: (abs(-x), abs(x)),
        lambda x, y: (sin(x + pi(x.graph) / 2), cos(x)),
        lambda x, y: (cos(x + pi(x.graph) / 2), -sin(x)),
        lambda x, y: (sin(pi(x.graph) - x), sin(x)),
        lambda x, y: (cos(x - 3 * pi(x.graph)), -cos(x)),
        lambda x, y: (sin(x - pi(x.graph) / 2), -cos(x)),
        lambda x, y: (cos(5 * pi(x.graph) / 2 - x), sin(x)),
        lambda x, y: (minimum(x, x), x),
        lambda x, y: (minimum(x, y), minimum(y, x)),
        lambda x, y: (where(x < y, x, x), x),
        lambda x, y: (where(~(x < y), x, y), where(x < y, y, x)),
        lambda x, y: (where(x < y, -x, y), -where(x < y, x, -y)),
        lambda x, y: (where(x < x, x, y), y),
    ],
)
def test_both_sides_are_the_same_node(identity: Identity) -> None:
    left, right = identity(*xy())
    assert left == right


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (lambda g: sin(pi(g) / 2), 1),
        (lambda g: sin(pi(g)), 0),
        (lambda g: cos(3 * pi(g) / 2), 0),
        (lambda g: cos(-pi(g)), -1),
        (lambda g: acos(Expr(g, g.constant(-1))), None),
        (lambda g: exp(Expr(g, 0)), 1),
        (lambda g: log(Expr(g, 1)), 0),
        (lambda g: sqrt(Expr(g, g.constant(Fraction(4, 9)))), Fraction(2, 3)),
        (lambda g: abs(Expr(g, g.constant(-3))), 3),
        (lambda g: atan2(Expr(g, 0), 2), 0),
        (lambda g: maximum(Expr(g, 0), -1.5), 0),
    ],
)
def test_exact_constants_stay_exact(make: Callable[[Graph], Expr], expected: Number) -> None:
    made = make(Graph())
    assert made.value == expected
    assert not isinstance(made.value, float)


def test_a_third_stays_a_third() -> None:
    x, _ = xy()
    third = x / 3
    assert third * 3 == x
    assert (third / 7).graph.number(third.graph.args[(third / 7).ref][0]) == Fraction(1, 21)


def test_arcs_of_one_are_multiples_of_pi() -> None:
    graph = Graph()
    one, zero = Expr(graph, 1), Expr(graph, 0)
    assert asin(one) == pi(graph) / 2
    assert acos(zero) == pi(graph) / 2
    assert acos(-one) == pi(graph)
    assert atan(-one) == -pi(graph) / 4


def test_a_float_makes_a_fold_a_float_and_nothing_is_snapped() -> None:
    x, _ = xy()
    assert (0.1 + (0.2 + x)) == (0.1 + 0.2) + x
    assert 1e-30 * x != 0
    assert (1e-30 * Expr(x.graph, 1)).value == 1e-30
    assert (1e-200 * (1e200 * x)) == (1e-200 * 1e200) * x


@pytest.mark.parametrize("value", [0.5, 1e300, -2.5, 5e-324, math.inf, -math.inf, 10**400, 3])
def test_constants_keep_their_value(value: Number) -> None:
    graph = Graph()
    assert graph.number(graph.constant(value)) == value


def test_minus_zero_is_zero_and_nan_is_nan() -> None:
    graph = Graph()
    assert graph.constant(-0.0) == 0
    nan = graph.constant(math.nan)
    assert nan == graph.constant(float("nan"))
    assert math.isnan(float(Expr(graph, graph.add(nan, -nan))))
    assert math.isnan(float(Expr(graph, graph.mul(0, nan))))
    infinite = graph.constant(math.inf)
    assert math.isnan(float(Expr(graph, graph.add(infinite, -infinite))))
    assert graph.div(graph.constant(1), infinite) == 0


def test_half_and_the_exact_half_are_two_constants() -> None:
    graph = Graph()
    assert graph.constant(0.5) != graph.constant(Fraction(1, 2))
    assert graph.constant(2.0) == graph.constant(2)


def test_exact_constants_beyond_4096_bits_become_floats() -> None:
    graph = Graph()
    small = Expr(graph, graph.constant(Fraction(1, 3)))
    for _ in range(14):
        small = small * small
    assert small.value == 0
    assert (Expr(graph, graph.constant(2**3000)) * 2**3000).value == math.inf


def test_folds_of_huge_integers_with_floats_do_not_overflow() -> None:
    x, _ = xy()
    assert 10**400 + (0.5 + x) == math.inf + x
    assert evaluate(10**400 * (0.5 * x), {"x": 1.0, "y": 1.0}) == math.inf


def test_division_by_the_constant_zero_is_refused() -> None:
    x, _ = xy()
    with pytest.raises(ZeroDivisionError, match="divided by the constant zero"):
        x / 0


def test_a_name_has_one_rate() -> None:
    x, _ = xy()
    with pytest.raises(ValueError, match=r"'x' is a configuration here and cannot also be a speed"):
        symbol("x", Rate.SPEED, x.graph)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 50), st.integers(0, 50)), max_size=40))
def test_repeating_a_derivation_makes_no_new_node(code: list[tuple[int, int, int]]) -> None:
    graph = Graph()
    refs = [graph.symbol(name, Rate.SPEED) for name in "abc"]

    def derive() -> list[int]:
        made = list(refs)
        for op, i, j in code:
            a, b = made[i % len(made)], made[j % len(made)]
            made.append((graph.add(a, b), graph.mul(a, b), graph.add(a, -b), graph.sin(a))[op])
        return made

    first = derive()
    size = len(graph)
    assert derive() == first
    assert len(graph) == size


def test_live_nodes_come_in_order_of_creation_each_once() -> None:
    x, y = xy()
    expr = sin(x * y) + x * y
    nodes = x.graph.live([expr.ref, x.ref])
    assert nodes == sorted(set(nodes))
    assert all(abs(arg) in nodes for node in nodes for arg in x.graph.args[node])
