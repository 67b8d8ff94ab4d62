"""Lowering keeps live nodes in order of creation, with exact constants made floats."""

import math
from fractions import Fraction

import pytest

from kane.algebra.expr import symbol
from kane.algebra.functions import cos, pi, sin
from kane.algebra.graph import Graph
from kane.algebra.rate import Rate
from kane.errors import DerivationError
from kane.program.interpret import interpret
from kane.program.lower import lower
from kane.program.program import Program, verify
from kane.program.text import from_text


def test_live_nodes_become_instructions_in_order_of_creation() -> None:
    graph = Graph()
    q, u = symbol("q", Rate.CONFIGURATION, graph), symbol("u", Rate.SPEED, graph)
    early, _unused, late = q * u, cos(u), sin(q).named("s")
    program = lower("f", {"q": [q], "u": [u]}, {"x": [late - early], "y": -early})
    verify(program)
    text = """program f
    input q[1] configuration: q
    input u[1] speed: u
    output x[1]: -v5
    output y[]: -v3
    v1 = input(q, 0)
    v2 = input(u, 0)
    v3 = mul v1 v2
    v4 = sin v1   # s
    v5 = sub v3 v4"""
    assert program == from_text("\n".join(line.strip() for line in text.splitlines()))


def test_exact_constants_are_rounded_once() -> None:
    graph = Graph()
    q = symbol("q", Rate.CONFIGURATION, graph)
    huge = 10**400
    exact = [Fraction(1, 3) * q, pi(graph) * q, huge * q, 0, 2]
    program: Program = lower("f", {"q": [q]}, {"x": exact})
    (x,) = interpret(program, [1.0])
    assert x.tolist() == [1 / 3, math.pi, math.inf, 0.0, 2.0]


def test_a_symbol_without_a_place_is_refused_in_words() -> None:
    graph = Graph()
    q, m = symbol("q", Rate.CONFIGURATION, graph), symbol("m", Rate.PARAMETER, graph)
    with pytest.raises(DerivationError, match=r"'m' is used but is not among the inputs \(q\)"):
        lower("f", {"q": [q]}, {"x": [q * m]})


def test_an_input_that_is_no_symbol_is_refused_in_words() -> None:
    q = symbol("q", Rate.CONFIGURATION, Graph())
    with pytest.raises(DerivationError, match="'q' holds something that is not a symbol"):
        lower("f", {"q": [2 * q]}, {"x": [q]})
