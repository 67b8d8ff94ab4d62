"""Substitution replaces, all at once, and leaves the rest as it was."""

from __future__ import annotations

import pytest
from hypothesis import given

from kane.algebra import (
    Expr,
    Graph,
    Rate,
    cos,
    evaluate,
    sin,
    solve,
    substitute,
    symbol,
    symbols_of,
)
from kane.algebra.pattern import full
from tests.algebra.derivation import Code, at, bound, codes, expression, seeds


def xyz() -> list[Expr]:
    """Three symbols."""
    graph = Graph()
    return [symbol(name, Rate.CONFIGURATION, graph) for name in "xyz"]


@given(codes(), seeds())
def test_substituting_values_is_evaluating_there(code: Code, seed: int) -> None:
    values = at(seed)
    expr, symbols = expression(code)
    allowed = bound([expr], symbols, values)[0]
    expected = evaluate(expr, values)
    (found,) = substitute([expr], dict(zip(symbols, values.values(), strict=True)))
    assert symbols_of(found) == ()
    assert abs(evaluate(found, {}) - expected) <= allowed


def test_replacements_are_made_at_once() -> None:
    x, y, z = xyz()
    swapped = substitute([x - 2 * y, sin(x * y)], {x: y, y: x})
    assert swapped == [y - 2 * x, sin(x * y)]
    assert substitute([x + y], {x: z, z: 0}) == [z + y]


def test_subexpressions_and_negatives_are_replaced_where_they_are_nodes() -> None:
    x, y, z = xyz()
    assert substitute([sin(x + y) * (x + y)], {x + y: z}) == [sin(z) * z]
    assert substitute([cos(x)], {-x: y}) == [cos(y)]
    assert substitute([x - y], {y - x: z}) == [-z]


def test_identities_apply_to_what_is_put_in_place() -> None:
    x, y, z = xyz()
    assert substitute([x * y + z, x / (1 + y)], {x: 0}) == [z, Expr(x.graph, 0)]


def test_labels_pass_on_and_solutions_are_rebuilt() -> None:
    x, y, z = xyz()
    solution = solve(full(1), [x], [sin(y).named("torque")])[0]
    (found,) = substitute([solution], {y: z})
    assert found == solve(full(1), [x], [sin(z)])[0]
    assert x.graph.labels[sin(z).ref] == "torque"


def test_another_graph_gives_its_scalars() -> None:
    x, y, _ = xyz()
    (foreign, *_) = xyz()
    (found,) = substitute([x * y], {y: 2 * foreign})
    (here,) = symbols_of(found)
    assert found == 2 * (here * here)


def test_what_does_not_change_makes_no_node() -> None:
    x, y, z = xyz()
    expr = sin(x) * cos(y)
    size = len(x.graph)
    assert substitute([expr], {z: x}) == [expr]
    assert len(x.graph) == size


def test_constants_are_no_keys() -> None:
    x, _, _ = xyz()
    with pytest.raises(TypeError, match="'1' is a constant"):
        substitute([x], {x / x: 2})


def test_a_chain_of_20_000_operations_is_walked_without_recursion() -> None:
    x, y, _ = xyz()
    expr = x
    for _ in range(10_000):
        expr = sin(expr) + y
    (found,) = substitute([expr], {x: y})
    assert symbols_of(found) == (y,)
