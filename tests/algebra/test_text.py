"""Text reads as the expression, names what is shared, and is as long as the graph."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given

from kane import algebra
from kane.algebra import (
    Condition,
    Expr,
    Function,
    Graph,
    Rate,
    cos,
    equal,
    evaluate,
    maximum,
    sin,
    solve,
    sqrt,
    symbol,
    text,
    text_of_many,
    where,
)
from kane.algebra.pattern import full
from tests.algebra.derivation import NAMES, Code, at, bound, codes, expression, seeds, symbols

Make = Callable[[Expr, Expr, Expr], Expr | Condition]


def xyz() -> list[Expr]:
    """Three symbols."""
    graph = Graph()
    return [symbol(name, Rate.CONFIGURATION, graph) for name in "xyz"]


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (lambda x, y, z: x + y, "x + y"),
        (lambda x, y, z: y - x, "y - x"),
        (lambda x, y, z: -(x + y), "-(x + y)"),
        (lambda x, y, z: x - (y - z), "x - (y - z)"),
        (lambda x, y, z: (x - y) * z, "z*(x - y)"),
        (lambda x, y, z: -(x * y), "-x*y"),
        (lambda x, y, z: x / 3, "1/3*x"),
        (lambda x, y, z: x + y + z, "x + y + z"),
        (lambda x, y, z: z + y + x, "y + z + x"),
        (lambda x, y, z: x * (y * z), "y*z*x"),
        (lambda x, y, z: 2 * x * y * z, "2*x*y*z"),
        (lambda x, y, z: x * (y / z), "x*(y/z)"),
        (lambda x, y, z: x * y / z, "x*y/z"),
        (lambda x, y, z: x / (y * z), "x/(y*z)"),
        (lambda x, y, z: x**2 + 0.1, "0.1 + x**2"),
        (lambda x, y, z: (x + 1) ** 4, "((1 + x)**2)**2"),
        (lambda x, y, z: x < y, "x < y"),
        (lambda x, y, z: ~(x < y) & equal(y, z), "~(x < y) & (y == z)"),
        (lambda x, y, z: where(x <= 1, x, -y), "where(x <= 1, x, -y)"),
        (lambda x, y, z: maximum(x, y) - abs(z), "maximum(x, y) - abs(z)"),
        (lambda x, y, z: Function(name="mu", arity=2)(x, y), "mu(x, y)"),
        (lambda x, y, z: solve(full(1), [x], [y])[0], "solve(A[0,0]=x, b=[y])[0]"),
    ],
)
def test_small_expressions_are_plain_infix(make: Make, expected: str) -> None:
    assert str(make(*xyz())) == expected


def test_shared_parts_of_long_expressions_get_names_in_order() -> None:
    x, y, _ = xyz()
    part = sin(x) * cos(y) + sqrt(1 + x * x)
    expr = part * (part + y) + sin(part) / (2 + cos(part)) + maximum(part, y)
    assert text(expr) == (
        "Z1 = sin(x)*cos(y) + sqrt(1 + x**2); Z1*(y + Z1) + sin(Z1)/(2 + cos(Z1)) + maximum(y, Z1)"
    )


def test_several_expressions_share_their_names() -> None:
    x, y, _ = xyz()
    part = sin(x) * cos(y) + sqrt(1 + x * x)
    long = part + x + y + 1 / x + 1 / y
    assert text_of_many({"a": part * part + long, "b": -part, "c": 2}).splitlines() == [
        "Z1 = sin(x)*cos(y) + sqrt(1 + x**2)",
        "a = x + Z1 + y + 1/x + 1/y + Z1**2",
        "b = -Z1",
        "c = 2",
    ]


@given(codes(), seeds())
def test_text_evaluates_to_the_expression(code: Code, seed: int) -> None:
    values = at(seed)
    expr, given_symbols = expression(code)
    if "solve" in text(expr):
        return
    names = {name: getattr(algebra, name) for name in algebra.__all__}
    names |= dict(zip(NAMES, symbols(Graph()), strict=True)) | {"pi": algebra.pi(Graph())}
    *definitions, result = text(expr).split("; ")
    for definition in definitions:
        name, written = definition.split(" = ", 1)
        names[name] = eval(written, names)
    allowed = bound([expr], given_symbols, values)[0]
    assert abs(evaluate(eval(result, names), values) - evaluate(expr, values)) <= allowed


def test_text_is_as_long_as_the_graph_and_needs_no_recursion() -> None:
    x, y, _ = xyz()
    expr = x
    for _ in range(6_000):
        expr = sin(expr) * cos(expr) + y * expr
    assert len(text(expr)) <= 60 * 6_000
