"""Set-up factors of products come together, and no call makes more operations."""

from __future__ import annotations

from hypothesis import given

from kane.passes.gather import gather
from kane.program.count import Operations, count
from kane.program.elimination import expanded
from kane.program.interpret import interpret
from kane.program.program import Program, verify
from tests.error_bound import agree, error_bound
from tests.passes.texts import shown
from tests.programs import programs, random_arguments, seeds


def test_set_up_factors_are_multiplied_first() -> None:
    before = shown(
        "v5",
        """v1 = input(p, 0)
        v2 = input(p, 1)
        v3 = input(u, 0)
        v4 = mul v1 v3
        v5 = mul v2 v4""",
    )
    after = shown(
        "v5",
        """v1 = input(p, 0)
        v2 = input(p, 1)
        v3 = input(u, 0)
        v4 = mul v1 v2
        v5 = mul v3 v4""",
    )
    assert count(gather(before)) == count(after) == Operations(mul=1)


def test_a_set_up_factor_is_spread_over_terms_that_have_one() -> None:
    """p0·(p1·q0 − 2·q1) takes three multiplications, (p0·p1)·q0 − (2·p0)·q1 two."""
    before = shown(
        "v9",
        """v1 = input(p, 0)
        v2 = input(p, 1)
        v3 = input(q, 0)
        v4 = input(q, 1)
        v5 = constant(2.0)
        v6 = mul v2 v3
        v7 = mul v5 v4
        v8 = sub v6 v7
        v9 = mul v1 v8""",
    )
    assert count(gather(before)) == Operations(mul=2, add=1)


def test_a_set_up_factor_is_not_spread_over_a_term_without_one() -> None:
    before = shown(
        "v7",
        """v1 = input(p, 0)
        v2 = input(p, 1)
        v3 = input(q, 0)
        v4 = input(q, 1)
        v5 = mul v2 v3
        v6 = sub v5 v4
        v7 = mul v1 v6""",
    )
    assert gather(before) == before


def test_division_by_something_of_set_up_becomes_a_multiplication() -> None:
    before = shown(
        "v3",
        """v1 = input(p, 0)
        v2 = input(q, 0)
        v3 = div v2 v1""",
    )
    assert count(gather(before)) == Operations(mul=1)


def test_a_sum_used_twice_is_left_whole() -> None:
    before = shown(
        "v8 v7",
        """v1 = input(p, 0)
        v2 = input(p, 1)
        v3 = input(q, 0)
        v4 = input(q, 1)
        v5 = mul v2 v3
        v6 = mul v2 v4
        v7 = add v5 v6
        v8 = mul v1 v7""",
    )
    assert gather(before) == before


@given(programs(), seeds())
def test_outputs_are_kept_and_no_count_grows(program: Program, seed: int) -> None:
    before = expanded(program)
    arguments, after = random_arguments(before, seed), gather(before)
    verify(after)
    expected, bound = interpret(before, *arguments), error_bound(before, *arguments)
    assert agree(interpret(after, *arguments), expected, bound)
    step, new = count(before), count(after)
    assert new.div <= step.div
    assert new.mul + new.div <= step.mul + step.div
    assert new.add <= step.add
