"""Constants are folded in double precision, and a Program that has none to fold is left alone."""

import math

import pytest
from hypothesis import given

from benchmarks.chain import chain_program
from kane.passes.fold import fold
from kane.program.count import Operations, count
from kane.program.interpret import interpret
from kane.program.program import Program, verify
from tests.error_bound import agree, error_bound
from tests.passes.texts import shown
from tests.programs import programs, random_arguments, seeds


def test_division_by_a_folded_constant_becomes_multiplication() -> None:
    before = shown(
        "v4",
        """v1 = input(q, 0)
        v2 = constant(2.0)
        v3 = sqrt v2
        v4 = div v1 v3""",
    )
    after = shown(
        "v3",
        f"""v1 = input(q, 0)
        v2 = constant({1 / math.sqrt(2)!r})
        v3 = mul v2 v1""",
    )
    assert fold(before) == after


def test_constant_factors_and_terms_are_gathered() -> None:
    before = shown(
        "v4 v7",
        """v1 = input(q, 0)
        v2 = constant(3.141592653589793)
        v3 = mul v2 v1
        v4 = mul v2 v3
        v5 = constant(0.5)
        v6 = add v5 v1
        v7 = sub v2 v6""",
    )
    after = shown(
        "v3 v5",
        """v1 = input(q, 0)
        v2 = constant(9.869604401089358)
        v3 = mul v2 v1
        v4 = constant(2.641592653589793)
        v5 = sub v4 v1""",
    )
    assert fold(before) == after


@pytest.mark.parametrize(
    ("operation", "value"),
    [
        ("sin", math.sin(3)),
        ("exp", math.exp(3)),
        ("atan", math.atan(3)),
        ("log", math.log(3)),
        ("sqrt", math.sqrt(3)),
    ],
)
def test_functions_of_exact_constants_are_folded(operation: str, value: float) -> None:
    before = shown("v2", f"v1 = constant(3.0)\nv2 = {operation} v1")
    assert fold(before) == shown("v1", f"v1 = constant({value!r})")


@pytest.mark.parametrize("operation", ["log v1", "sqrt v1", "asin v1", "div v2 v3"])
def test_what_is_not_finite_is_left_to_run_time(operation: str) -> None:
    before = shown("v4", f"v1 = constant(-3.0)\nv2 = input(q, 0)\nv3 = sub v2 v2\nv4 = {operation}")
    after = fold(before)
    verify(after)
    assert not math.isfinite(interpret(after, [0, 0], [1, 0, 0], [0, 0])[0][0])


def test_a_condition_on_constants_chooses() -> None:
    before = shown(
        "v5",
        """v1 = input(q, 0)
        v2 = constant(2.0)
        v3 = constant(3.0)
        v4 = less v2 v3
        v5 = where v4 v1 v3""",
    )
    assert fold(before) == shown("v1", "v1 = input(q, 0)")


def test_packed_sines_of_constants_are_folded_too() -> None:
    before = shown(
        "v4 v5",
        """v1 = input(q, 0)
        v2 = constant(3.0)
        v3 = sincos v1 -v2
        v4 = item(1) v3
        v5 = item(2) v3""",
    )
    after = shown("v2 -v3", f"v1 = input(q, 0)\nv2 = cos v1\nv3 = constant({math.sin(3)!r})")
    assert fold(before) == after


def test_a_constant_stays_in_a_product_that_is_used_twice() -> None:
    """(3 q)² and 3 q are two multiplications; 9 (q q) and 3 q would be three."""
    program = shown(
        "v4 v5",
        """v1 = input(q, 0)
        v2 = constant(3.0)
        v3 = sqrt v2
        v4 = mul v3 v1
        v5 = mul v4 v4""",
    )
    assert count(fold(program)) == Operations(mul=2)


def test_a_program_with_nothing_to_fold_is_returned_as_it_is() -> None:
    program = chain_program(3)
    assert fold(program) is program


@given(programs(), seeds())
def test_every_output_is_kept_to_round_off(program: Program, seed: int) -> None:
    arguments, after = random_arguments(program, seed), fold(program)
    verify(after)
    expected, bound = interpret(program, *arguments), error_bound(program, *arguments)
    assert agree(interpret(after, *arguments), expected, bound)
    assert fold(after) is after or len(fold(after)) <= len(after)
