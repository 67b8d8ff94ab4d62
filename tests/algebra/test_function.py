"""Opaque functions: calls, values, bodies."""

from __future__ import annotations

import math

import pytest

from kane.algebra import Expr, Function, Graph, Rate, Scalar, evaluate, inline, sin, symbol, where
from kane.errors import DerivationError
from kane.program.interpret import interpret
from kane.program.lower import lower

HYPOTENUSE = Function(name="hypot", arity=2, value=math.hypot)
SQUARE = Function(name="square", arity=1, body=lambda x: x * x)


def xy() -> tuple[Expr, Expr]:
    """Two symbols."""
    graph = Graph()
    return symbol("x", Rate.CONFIGURATION, graph), symbol("y", Rate.SPEED, graph)


def test_a_call_has_the_value_of_its_function_everywhere() -> None:
    x, y = xy()
    call = HYPOTENUSE(x, -y) + 1
    program = lower("call", {"x": [x], "y": [y]}, {"h": [call]})
    assert HYPOTENUSE(3, 4) == 5.0
    assert evaluate(call, {x: 3.0, y: [4.0, 0.0]}).tolist() == [6.0, 4.0]
    assert interpret(program, [3.0], [4.0])[0].tolist() == [6.0]


def test_the_same_call_is_the_same_node_and_functions_differ_as_objects() -> None:
    x, y = xy()
    other = Function(name="hypot", arity=2, value=math.hypot)
    assert HYPOTENUSE(x, y) == HYPOTENUSE(x, y)
    assert bool(HYPOTENUSE(x, y) == other(x, y)) is False


def test_inlining_puts_bodies_in_place_of_calls_in_bodies_too() -> None:
    x, y = xy()
    fourth = Function(name="fourth", arity=1, body=lambda a: SQUARE(SQUARE(a)))
    (inlined, kept) = inline([sin(fourth(x - y)), HYPOTENUSE(x, SQUARE(y))])
    assert inlined == sin((x - y) ** 4)
    assert kept == HYPOTENUSE(x, y * y)


def test_a_body_serves_as_value() -> None:
    x, _ = xy()
    assert SQUARE(3.0) == 9.0
    assert evaluate(SQUARE(x), {x: 3.0}) == 9.0


def test_a_function_that_calls_itself_without_end_is_refused() -> None:
    x, _ = xy()

    def body(a: Scalar) -> Scalar:
        return where(a < 1, 1, endless(a - 1) * a)

    endless = Function(name="factorial", arity=1, body=body)
    with pytest.raises(DerivationError, match=r"'factorial', 1\) still calls itself after"):
        inline([endless(x)])


def test_the_number_of_arguments_is_the_arity() -> None:
    with pytest.raises(TypeError, match="'square' of 1 scalars is called with 2"):
        SQUARE(1, 2)


def test_without_value_or_body_nothing_is_computed() -> None:
    with pytest.raises(DerivationError, match="'f' has neither a value nor a body"):
        Function(name="f", arity=1)(2.0)
