"""Which symbols an expression is not linear in: found as it is written, agreeing with affine."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kane.algebra import (
    Expr,
    Graph,
    Rate,
    Scalar,
    absolute,
    affine_all,
    nonlinear_in,
    sin,
    solve,
    symbol,
    where,
)
from kane.algebra.pattern import symmetric
from kane.errors import DerivationError

STEPS: list[Callable[[Expr, Expr, Expr], Scalar]] = [
    lambda a, b, free: a + b,
    lambda a, b, free: a - 2 * b,
    lambda a, b, free: a * b,
    lambda a, b, free: a * sin(free),
    lambda a, b, free: sin(a),
    lambda a, b, free: a / (2 + free**2),
    lambda a, b, free: free / (3 + b),
    lambda a, b, free: where(free < 0.3, a, b - 1),
    lambda a, b, free: where(a < 0.3, b, free),
    lambda a, b, free: solve(symmetric(2), (3 + free**2, 1, 2), (a, b))[0] + free,
]


def three() -> tuple[Expr, Expr, Expr, Expr]:
    graph = Graph()
    a, b, c, x = (symbol(name, Rate.INPUT, graph) for name in "abcx")
    return a, b, c, x


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (lambda a, b, c, x: x * a - sin(x) * b + 3 * c, ""),
        (lambda a, b, c, x: a * a + b, "a"),
        (lambda a, b, c, x: -a * absolute(a) + b, "a"),
        (lambda a, b, c, x: b / (1 + a) + c, "a"),
        (lambda a, b, c, x: a * sin(b), "b"),  # a has the coefficient sin b
        (lambda a, b, c, x: a * b + c, "ab"),  # nothing tells them apart
        (lambda a, b, c, x: a * b + b * b, "b"),  # … b² does
        (lambda a, b, c, x: where(a < x, b, c), "a"),
        (lambda a, b, c, x: solve(symmetric(2), (a, 1, 2), (b, c))[0], "a"),
        (lambda a, b, c, x: x, ""),
    ],
)
def test_symbols_are_named_that_something_is_not_linear_in(
    made: Callable[..., Expr], expected: str
) -> None:
    a, b, c, x = three()
    assert [str(one) for one in nonlinear_in([made(a, b, c, x)], [a, b, c])] == list(expected)


def test_what_one_expression_bends_another_may_have_in_its_coefficients() -> None:
    a, b, c, _ = three()
    assert [str(one) for one in nonlinear_in([a * b, sin(b) + c], [a, b, c])] == ["b"]


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 99), st.integers(0, 99)), max_size=20))
def test_expressions_are_affine_in_what_is_left(code: list[tuple[int, int, int]]) -> None:
    """… and in nothing more: with any other symbol besides, affine refuses."""
    a, b, c, x = three()
    made: list[Scalar] = [a, b, c, x]
    for which, i, j in code:
        made.append(STEPS[which](made[i % len(made)], made[j % len(made)], x))  # type: ignore[arg-type]
    exprs = [0 * x + one for one in made[4:]] or [a]
    bent = nonlinear_in(exprs, [a, b, c])
    names = {str(one) for one in bent}
    straight = [one for one in (a, b, c) if str(one) not in names]
    affine_all(exprs, straight)
    if bent:
        with pytest.raises(DerivationError, match="not affine"):
            affine_all(exprs, [a, b, c])
