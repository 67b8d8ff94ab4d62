"""What an expression depends on."""

from __future__ import annotations

from kane.algebra import Graph, Rate, rate_of, sin, symbol, symbols_of, where


def test_symbols_come_in_order_of_creation_those_of_conditions_too() -> None:
    graph = Graph()
    m, q, u = (
        symbol(name, rate, graph) for name, rate in zip("mqu", tuple(Rate)[1:4], strict=True)
    )
    assert symbols_of(u + m, sin(m)) == (m, u)
    assert symbols_of(where(q < 1, m, 2)) == (m, q)
    assert symbols_of(3) == ()


def test_the_rate_is_that_of_the_fastest_symbol() -> None:
    graph = Graph()
    m, u = symbol("m", Rate.PARAMETER, graph), symbol("u", Rate.SPEED, graph)
    assert rate_of(m * 2) is Rate.PARAMETER
    assert rate_of(m * u, m) is Rate.SPEED
    assert rate_of(1.5) is Rate.CONSTANT
