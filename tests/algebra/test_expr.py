"""Exprs: operators, identity, and expressions of different graphs that meet."""

from __future__ import annotations

from decimal import Decimal

import pytest

from kane.algebra import Expr, Graph, Rate, constant, maximum, sin, symbol, where
from kane.algebra.expr import Scalar, reference


def coordinate(name: str, graph: Graph) -> Expr:
    """A symbol of rate configuration."""
    return symbol(name, Rate.CONFIGURATION, graph)


def test_expressions_of_different_graphs_meet_by_the_names_of_their_symbols() -> None:
    one, other = Graph(), Graph()
    left = sin(coordinate("q", one)) * 2
    right = sin(coordinate("q", other))
    assert right - left / 2 == 0
    assert bool(left == right * 2) is False  # the same node only in the same graph


def test_the_smaller_graph_is_adopted_into_the_larger() -> None:
    large, small = Graph(), Graph()
    for k in range(10):
        coordinate(f"q{k}", large)
    assert (coordinate("p", small) * coordinate("q0", large)).graph is large


def test_labels_are_carried_along() -> None:
    one, other = Graph(), Graph()
    coordinate("a", one) * coordinate("b", one) * coordinate("c", one)
    named = sin(coordinate("q", other)).named("w_NB_B.x")
    total = named + coordinate("a", one)
    assert total.graph is one
    assert "w_NB_B.x" in one.labels.values()


def test_constants_and_symbols_take_no_label() -> None:
    graph = Graph()
    coordinate("q", graph).named("other")
    constant(1, graph).named("one")
    assert graph.labels == {}


def test_symbols_of_one_name_and_two_rates_do_not_meet() -> None:
    with pytest.raises(ValueError, match=r"'q' is a .* here and cannot also be"):
        coordinate("q", Graph()) + symbol("q", Rate.SPEED, Graph())


def test_a_chain_of_20_000_nodes_is_adopted_without_recursion() -> None:
    source, into = Graph(), Graph()
    expr = coordinate("q", source)
    for _ in range(10_000):
        expr = sin(expr) + 1
    for k in range(3):
        coordinate(f"r{k}", into)
    moved = reference(expr, into)
    assert len(into) == len(source) + 3
    assert reference(expr, into) == moved


@pytest.mark.parametrize("stranger", ["1", None, [1], Decimal(1), 1j])
def test_what_is_no_scalar_is_refused(stranger: Scalar) -> None:
    q = coordinate("q", Graph())
    with pytest.raises(TypeError):
        q + stranger
    with pytest.raises(TypeError):
        stranger * q
    with pytest.raises(TypeError):
        assert q < stranger
    with pytest.raises(TypeError, match="is no scalar"):
        where(q < 1, stranger, q)
    with pytest.raises(TypeError, match=r"q < 1 of type Condition is no scalar"):
        where(q < 1, q < 1, q)  # type: ignore[call-overload]


@pytest.mark.parametrize("exponent", [0.3, 1.5])
def test_powers_that_are_not_integers_say_what_to_write(exponent: float) -> None:
    q = coordinate("q", Graph())
    with pytest.raises(
        TypeError, match=r"'q' is raised to the power .* Write exp\(p \* log\(x\)\)"
    ):
        q**exponent
    with pytest.raises(TypeError, match="'2' is raised to the power 'q'"):
        2**q


def test_a_condition_is_no_bool_until_it_is_known() -> None:
    q = coordinate("q", Graph())
    with pytest.raises(TypeError, match=r"'q < 1' holds depends on symbols\. Write where"):
        bool(q < 1)
    assert not q < q
    assert bool((q < 1) | True)
    assert (q < 1) & (q < 2) == (q < 2) & (q < 1)
    assert ~~(q < 1) == (q < 1)


def test_an_expression_with_symbols_is_no_float() -> None:
    q = coordinate("q", Graph())
    with pytest.raises(TypeError, match="'q' has no value until its symbols have one"):
        float(q)
    assert float(q * 0 + 0.25) == 0.25


def test_only_the_constant_zero_is_false() -> None:
    q = coordinate("q", Graph())
    assert q
    assert not q - q


def test_symbols_are_keys() -> None:
    graph = Graph()
    q, r = coordinate("q", graph), coordinate("r", graph)
    table = {q: 1, r: 2}
    assert [table[coordinate("q", graph)], table[r]] == [1, 2]
    assert maximum(q, r) not in table
