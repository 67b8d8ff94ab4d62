"""The zero test: identities are zero, tiny things are not, and what cannot be told is unknown."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given

from kane.algebra import (
    Expr,
    Function,
    Graph,
    Rate,
    Samples,
    Scalar,
    Verdict,
    acos,
    asin,
    atan,
    atan2,
    cos,
    derivative,
    exp,
    is_zero,
    log,
    maximum,
    minimum,
    nonzero_pivot,
    pi,
    sign,
    sin,
    solve,
    sqrt,
    symbol,
    tan,
    tanh,
    where,
)
from kane.algebra.pattern import symmetric
from tests.algebra.derivation import SMOOTH, Code, codes, run, symbols

Make = Callable[[Expr, Expr], Scalar]
UNKNOWN_FRICTION = Function(name="mu", arity=1)


def xy() -> tuple[Expr, Expr]:
    """Two symbols."""
    graph = Graph()
    return symbol("x", Rate.CONFIGURATION, graph), symbol("y", Rate.SPEED, graph)


def residual(x: Expr, y: Expr) -> Scalar:
    """One row of A x − b."""
    first, second = solve(symmetric(2), [x * x + 3, y, y * y + 2], [x, y])
    return first * (x * x + 3) + second * y - x


@pytest.mark.parametrize(
    "make",
    [
        lambda x, y: sin(x) ** 2 + cos(x) ** 2 - 1,
        lambda x, y: (x + y) ** 2 - x * x - 2 * x * y - y * y,
        lambda x, y: 1e20 * ((x + y) ** 2 - x * x - 2 * x * y - y * y),
        lambda x, y: (x + y) ** 8 - ((x + y) ** 4) ** 2 * (sin(y) ** 2 + cos(y) ** 2),
        lambda x, y: sin(x + y) - sin(x) * cos(y) - cos(x) * sin(y),
        lambda x, y: 0.1 * x + 0.2 * x - 0.3 * x,
        lambda x, y: tan(x) - sin(x) / cos(x),
        lambda x, y: exp(log(x)) - x,
        lambda x, y: asin(x) + acos(x) - pi(x.graph) / 2,
        lambda x, y: atan(tanh(x)) + atan(tanh(-x * 1.0)),
        lambda x, y: sqrt(x * x) - abs(x),
        lambda x, y: sign(x) * abs(x) - x,
        lambda x, y: maximum(x, y) + minimum(x, y) - x - y,
        lambda x, y: where(x < y, sqrt(y - x), sqrt(x - y)) ** 2 - abs(x - y),
        lambda x, y: (x * x - y * y) / (x - y) - (x + y),
        lambda x, y: tan(atan2(y, x)) - y / x,
        lambda x, y: UNKNOWN_FRICTION(x + y) - UNKNOWN_FRICTION(1.0 * (y + x) + 0 * x),
        residual,
    ],
)
def test_identities_are_zero(make: Make) -> None:
    assert is_zero(make(*xy()))


@pytest.mark.parametrize(
    "make",
    [
        lambda x, y: 1e-30 * x,
        lambda x, y: 1e-300 * sin(x) * cos(y),
        lambda x, y: x + 1e-10 - x,
        lambda x, y: sin(x) ** 2 + cos(x) ** 2 - (1 + 1e-12),
        lambda x, y: sin(x) - x + x**3 / 6 - x**5 / 120,
        lambda x, y: sin(1e10 * x) - sin(1e10 * x + 1e-3),
        lambda x, y: atan2(sin(x), cos(x)) - x,
        lambda x, y: log(x * x) - 2 * log(2.0000001 * x),
        lambda x, y: where(x < 0, x, 0),
        lambda x, y: sqrt(x * x) - x,
        lambda x, y: UNKNOWN_FRICTION(x) - UNKNOWN_FRICTION(y),
        lambda x, y: residual(x, y) + 1e-9 * y,
        lambda x, y: 5e-324 * (x / x),
    ],
)
def test_tiny_is_not_zero(make: Make) -> None:
    x, y = xy()
    assert not is_zero(make(x, y))
    assert Samples(x.graph).verdict(make(x, y)) is Verdict.NONZERO


@pytest.mark.parametrize(
    "make",
    [
        lambda x, y: log(-1 - x * x),
        lambda x, y: sin(1e17 * x) - sin(1e17 * x + 1e-3),
    ],
)
def test_what_cannot_be_told_is_unknown_and_so_not_zero(make: Make) -> None:
    x, y = xy()
    assert Samples(x.graph).verdict(make(x, y)) is Verdict.UNKNOWN
    assert not is_zero(make(x, y))


SMOOTH_CODES = codes(SMOOTH, most=10)


@given(SMOOTH_CODES)
def test_a_function_minus_itself_by_another_way_is_zero(code: Code) -> None:
    """f(x, y, …) = f(x·(sin² + cos²), y, …) though no two nodes are the same."""
    graph = Graph()
    given_symbols = symbols(graph)
    turned = [
        one * (sin(angle) ** 2 + cos(angle) ** 2)
        for one, angle in zip(given_symbols, reversed(given_symbols), strict=True)
    ]
    difference = run(code, given_symbols) - run(code, turned)
    assert Samples(graph).verdict(difference) is not Verdict.NONZERO


@given(SMOOTH_CODES)
def test_a_derivative_is_zero_by_reverse_of_what_it_is_forward(code: Code) -> None:
    graph = Graph()
    x, *others = symbols(graph)
    expr = run(code, [x, *others]) + 0 * x
    shifted = derivative(expr * expr, x) - 2 * expr * derivative(expr, x)
    assert Samples(graph).verdict(shifted) is not Verdict.NONZERO


def test_the_answer_is_the_same_each_time_and_for_other_seeds() -> None:
    x, y = xy()
    expr = (x + y) ** 3 - x**3 - 3 * x * y * (x + y) - y**3
    assert [is_zero(expr, seed) for seed in range(10)] == [True] * 10


def test_a_condition_within_round_off_chooses_nothing_for_sure() -> None:
    """sin² + cos² < 1 is false, but rounded it may be true."""
    x, y = xy()
    one = sin(x) ** 2 + cos(x) ** 2
    for never in (where(one < 1, y, 0), where(one < 1, 0, y) - y, maximum(sign(one - 1), 0)):
        assert Samples(x.graph).verdict(never) is not Verdict.NONZERO


def test_numbers_are_judged_as_they_are() -> None:
    assert is_zero(0)
    assert is_zero(0.0)
    assert not is_zero(1e-300)


def test_the_pivot_is_a_constant_before_an_expression_before_nothing() -> None:
    x, y = xy()
    hidden = sin(x) ** 2 + cos(x) ** 2 - 1
    assert nonzero_pivot([hidden, x, 0.5, -3]) == 3
    assert nonzero_pivot([hidden, 1e-3 * x, x * (2 + sin(y)), 0]) == 2
    assert nonzero_pivot([hidden, x - x]) is None


def test_samples_serve_a_graph_that_grows() -> None:
    x, y = xy()
    samples = Samples(x.graph)
    assert samples.verdict(x * y - y * x) is Verdict.ZERO
    expr = x
    for _ in range(2000):
        expr = sin(expr) + y
    assert samples.verdict(expr) is Verdict.NONZERO
    assert samples.verdict(expr - expr * (sin(y) ** 2 + cos(y) ** 2)) is Verdict.ZERO


def test_symbols_can_be_fixed_and_a_quaternion_is_a_unit() -> None:
    x, y = xy()
    assert Samples(x.graph, values={"x": 2.0}).verdict(x * y - 2 * y) is Verdict.ZERO
    assert Samples(x.graph).verdict(x * y - 2 * y) is Verdict.NONZERO
    assert Samples(x.graph, units=[("x", "y")]).verdict(x * x + y * y - 1) is Verdict.ZERO
    assert Samples(x.graph).verdict(x * x + y * y - 1) is Verdict.NONZERO


def test_the_share_of_a_candidate_is_its_size_beside_the_largest() -> None:
    x, _ = xy()
    samples = Samples(x.graph)
    assert samples.share([4 * x, x], 1) == 0.25
    assert samples.share([x, sin(x) ** 2 + cos(x) ** 2 - 1], 1) == 0.0
