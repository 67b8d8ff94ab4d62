"""Affine forms are exact, and what is not affine is refused by name."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kane.algebra import (
    Expr,
    Function,
    Graph,
    Rate,
    Scalar,
    affine,
    affine_all,
    cos,
    evaluate,
    sin,
    solve,
    symbol,
    symbols_of,
    where,
)
from kane.algebra.pattern import full, symmetric
from kane.errors import DerivationError
from tests.algebra.derivation import at, bound, seeds

STEPS: list[Callable[[Expr, Expr, Expr], Scalar]] = [
    lambda a, b, free: a + b,
    lambda a, b, free: a - 2 * b,
    lambda a, b, free: a * sin(free),
    lambda a, b, free: a / (2 + cos(free)) + 1,
    lambda a, b, free: where(free < 0.3, a, b - 1),
    lambda a, b, free: solve(symmetric(2), (3 + free**2, 1, 2), (a, b))[0] + free,
]


@given(
    st.lists(st.tuples(st.integers(0, 5), st.integers(0, 99), st.integers(0, 99)), max_size=20),
    seeds(),
)
def test_coefficients_and_remainder_make_the_expression_again(
    code: list[tuple[int, int, int]], seed: int
) -> None:
    graph = Graph()
    x, y, u, v = (symbol(name, Rate.SPEED, graph) for name in "xyzw")
    made: list[Scalar] = [u, v, x, y]
    for which, i, j in code:
        made.append(STEPS[which](made[i % len(made)], made[j % len(made)], x))  # type: ignore[arg-type]
    (expr,) = (made[-1] + 0 * u,)
    coefficients, remainder = affine(expr, [u, v])
    assert set(symbols_of(remainder, *coefficients.values())) <= {x, y}
    again = sum((c * s for s, c in coefficients.items()), start=remainder)
    values = at(seed)
    allowed = bound([expr, again], [x, y, u, v], values).sum()
    assert abs(evaluate(expr, values) - evaluate(again, values)) <= allowed


def xuv() -> list[Expr]:
    """A coordinate and two speeds."""
    graph = Graph()
    return [symbol(name, Rate.SPEED, graph) for name in "xuv"]


def test_coefficients_come_by_symbol_zeros_left_out() -> None:
    x, u, v = xuv()
    first, second = affine_all([3 * u * sin(x) - x * (v - u) + 1, (u + v) - (u - v)], [u, v])
    assert first == ({u: 3 * sin(x) + x, v: -x}, Expr(x.graph, 1))
    assert second == ({v: Expr(x.graph, x.graph.constant(2))}, Expr(x.graph, 0))


def test_solutions_are_affine_in_their_right_hand_sides() -> None:
    x, u, v = xuv()
    coefficients, remainder = affine(solve(full(2), [x, 1, 2, x], [u + 3, x * v])[1], [u, v])
    assert coefficients[u] == solve(full(2), [x, 1, 2, x], [1, 0])[1]
    assert coefficients[v] == solve(full(2), [x, 1, 2, x], [0, x])[1]
    assert remainder == solve(full(2), [x, 1, 2, x], [3, 0])[1]


def test_scalars_can_be_held_as_symbols() -> None:
    x, u, v = xuv()
    coefficients, remainder = affine(sin(x) * (u * v) + x, [u * v])
    assert (coefficients, remainder) == ({u * v: sin(x)}, x)


OPAQUE = Function(name="tyre", arity=1)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda x, u, v: 1 + x * (u * v), r"not affine in 'u', 'v': it contains 'u\*v' \(MUL\)"),
        (lambda x, u, v: sin(2 * u), r"not affine in 'u': it contains 'sin\(2\*u\)' \(SIN\)"),
        (lambda x, u, v: x / (1 + v), r"not affine in 'v': it contains 'x/\(1 \+ v\)' \(DIV\)"),
        (lambda x, u, v: where(u < x, u, v), r"not affine in 'u': it contains 'u < x' \(LESS\)"),
        (lambda x, u, v: abs(u - v), r"'u', 'v': it contains 'abs\(u - v\)' \(ABS\)"),
        (lambda x, u, v: OPAQUE(v), r"not affine in 'v': it contains 'tyre\(v\)' \(CALL\)"),
        (lambda x, u, v: solve(full(1), [u], [x])[0], r"not affine in 'u': .* \(SOLVE\)"),
    ],
)
def test_what_is_not_affine_names_the_symbol_and_the_operation(
    make: Callable[[Expr, Expr, Expr], Scalar], message: str
) -> None:
    x, u, v = xuv()
    with pytest.raises(DerivationError, match=message):
        affine(make(x, u, v), [u, v])


def test_a_long_chain_is_taken_apart_without_recursion_in_linear_time() -> None:
    x, u, v = xuv()
    expr = u
    for _ in range(5_000):
        expr = expr * sin(x) + v
    size = len(x.graph)
    coefficients, remainder = affine(expr, [u, v])
    assert len(x.graph) <= 4 * size
    assert remainder == 0
    s = np.sin(0.5)
    assert abs(evaluate(coefficients[v], {x: 0.5}) - 1 / (1 - s)) <= 16 * 2.0**-52 / (1 - s) ** 2
