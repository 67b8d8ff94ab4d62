"""One Program after another computes what both compute one after the other."""

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kane.errors import ArgumentError
from kane.program.compose import compose
from kane.program.count import Operations, count
from kane.program.interpret import interpret
from kane.program.program import Program, verify
from kane.program.text import from_text
from tests.error_bound import agree, error_bound
from tests.programs import random_arguments, random_program

FIRST = """program first
input q[2] configuration: q0 q1
output y[2]: v5 -v4
v1 = input(q, 0)
v2 = input(q, 1)
v3 = sin v1
v4 = mul v3 v2
v5 = add v4 v1
"""
SECOND = """program second
input u[1] speed: u0
input y[2] configuration: y0 y1
input q[2] configuration: q0 q1
output z[]: v6
v1 = input(u, 0)
v2 = input(y, 0)
v3 = input(q, 0)
v4 = sin v3
v5 = mul v1 v2
v6 = sub v5 v4
"""


def programs_first_and_second() -> tuple[Program, Program]:
    return from_text(FIRST), from_text(SECOND)


def test_outputs_feed_inputs_by_name_and_shared_values_are_computed_once() -> None:
    both = compose(*programs_first_and_second(), name="both")
    verify(both)
    assert both.name == "both"
    assert [given.name for given in both.inputs] == ["q", "u"]
    assert [output.name for output in both.outputs] == ["z"]
    assert count(both) == Operations(mul=2, add=2, sincos=1)


def test_the_composition_computes_what_both_do() -> None:
    first, second = programs_first_and_second()
    q, u = np.array([0.3, -1.2]), np.array([0.7])
    (y,) = interpret(first, q)
    both = compose(first, second, keep=["y"])
    kept, z = interpret(both, q, u)
    assert both.name == "first_second"
    assert np.array_equal(kept, y)
    assert np.array_equal(z, interpret(second, u, y, q)[0])


def test_what_does_not_fit_is_refused_in_words() -> None:
    first, second = programs_first_and_second()
    longer = from_text(SECOND.replace("y[2] configuration: y0 y1", "y[1] configuration: y0"))
    with pytest.raises(ArgumentError, match=r"takes 'y' of shape \(1,\)"):
        compose(first, longer)
    other = from_text(SECOND.replace("q[2] configuration", "q[2] speed"))
    with pytest.raises(ArgumentError, match="Input 'q' is configuration"):
        compose(first, other)
    with pytest.raises(ArgumentError, match="has no output 'x' to keep; it has y"):
        compose(first, second, keep=["x"])
    with pytest.raises(ArgumentError, match="Both 'first' and 'first' make 'y'"):
        compose(first, first, keep=["y"])


@given(st.integers(0, 2**32), st.integers(1, 30), st.integers(0, 2**16))
def test_a_program_on_another_ones_results(seed: int, operations: int, values: int) -> None:
    """The second's input `u` is made by the first, which names a result so."""
    first, second = (random_program(Random(seed + k), operations) for k in (0, 1))
    outputs = first.outputs[0]
    renamed = outputs.__class__(name="u", refs=outputs.refs[:2], shape=(2,))
    first = first.replace(outputs=(renamed,))
    arguments = random_arguments(first, values)
    (u,) = interpret(first, *arguments)
    between = (*arguments[:2], u, arguments[3])
    both = compose(first, second)
    verify(both)
    expected, bound = interpret(second, *between), error_bound(both, *arguments)
    assert agree(interpret(both, *arguments), expected, bound)
