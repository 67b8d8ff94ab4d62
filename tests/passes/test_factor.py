"""Common factors are taken out of sums, and no count ever grows."""

from random import Random

from hypothesis import given

from kane.passes.factor import factor
from kane.program.count import Operations, count, count_setup
from kane.program.elimination import expanded
from kane.program.interpret import interpret
from kane.program.program import Program, verify
from tests.error_bound import agree, error_bound
from tests.passes.texts import shown
from tests.programs import programs, random_arguments, random_program, seeds


def test_a_common_factor_is_taken_out() -> None:
    before = shown(
        "v6",
        """v1 = input(q, 0)
        v2 = input(q, 1)
        v3 = input(q, 2)
        v4 = mul v1 v2
        v5 = mul v1 v3
        v6 = sub v4 v5""",
    )
    after = shown(
        "v5",
        """v1 = input(q, 0)
        v2 = input(q, 1)
        v3 = input(q, 2)
        v4 = sub v2 v3
        v5 = mul v1 v4""",
    )
    assert factor(before) == after


def test_the_factor_of_most_terms_goes_first() -> None:
    """a·b + a·c + c·d − a·d: a from three terms rather than c or d from two."""
    before = shown(
        "v12",
        """v1 = input(q, 0)
        v2 = input(q, 1)
        v3 = input(q, 2)
        v4 = input(u, 0)
        v5 = mul v1 v2
        v6 = mul v1 v3
        v7 = mul v3 v4
        v8 = mul v1 v4
        v9 = add v5 v6
        v10 = add v9 v7
        v11 = sub v10 v8
        v12 = sin v11""",
    )
    assert count(factor(before)) == Operations(mul=2, add=3, sincos=1)


def test_common_factors_within_common_factors_are_found() -> None:
    """a·b·c + a·b·d + a·e: a·(b·(c + d) + e)."""
    before = shown(
        "v12",
        """v1 = input(q, 0)
        v2 = input(q, 1)
        v3 = input(q, 2)
        v4 = input(u, 0)
        v5 = input(u, 1)
        v6 = mul v1 v2
        v7 = mul v3 v6
        v8 = mul v2 v4
        v9 = mul v1 v8
        v10 = mul v1 v5
        v11 = add v7 v9
        v12 = add v10 v11""",
    )
    assert count(factor(before)) == Operations(mul=2, add=2)


def test_a_product_that_something_else_uses_is_left_whole() -> None:
    before = shown(
        "v6 v4",
        """v1 = input(q, 0)
        v2 = input(q, 1)
        v3 = input(q, 2)
        v4 = mul v1 v2
        v5 = mul v1 v3
        v6 = add v4 v5""",
    )
    assert factor(before) is before


def test_setup_work_stays_setup_work() -> None:
    """(p·p1)·q + (p·p)·q + u: (p·p1 + p·p)·q + u, and not p·((p1 + p)·q) + u."""
    before = shown(
        "v10",
        """v1 = input(p, 0)
        v2 = input(p, 1)
        v3 = input(q, 0)
        v4 = input(u, 0)
        v5 = mul v1 v2
        v6 = mul v5 v3
        v7 = mul v1 v1
        v8 = mul v7 v3
        v9 = add v6 v8
        v10 = add v9 v4""",
    )
    after = factor(before)
    assert count(after) == Operations(mul=1, add=1)
    assert count_setup(after) == Operations(mul=2, add=1)


@given(programs(), seeds())
def test_outputs_are_kept_and_no_count_grows(program: Program, seed: int) -> None:
    before = expanded(program)
    arguments, after = random_arguments(before, seed), factor(before)
    verify(after)
    expected, bound = interpret(before, *arguments), error_bound(before, *arguments)
    assert agree(interpret(after, *arguments), expected, bound)
    step, setup = count(before), count_setup(before)
    new_step, new_setup = count(after), count_setup(after)
    assert new_step.mul <= step.mul
    assert new_step.mul + new_step.add <= step.mul + step.add
    every, new = step + setup, new_step + new_setup
    assert new.mul + new.add <= every.mul + every.add


def test_random_sums_of_products_lose_a_tenth_of_their_multiplications() -> None:
    programs = [random_program(Random(seed), 60) for seed in range(40)]
    before = sum((count(program) for program in programs), Operations())
    after = sum((count(factor(program)) for program in programs), Operations())
    assert after.mul < 0.9 * before.mul


def test_a_long_sum_takes_time_in_proportion() -> None:
    """20,000 terms in pairs; a search of all factors for each pair would take minutes."""
    half = 10_000
    lines = ["v1 = input(q, 0)", "v2 = input(q, 1)", "v3 = mul v1 v2"]
    factors = []
    for _ in range(half):
        lines.append(f"v{len(lines) + 1} = add v1 v{len(lines)}")
        factors.append(len(lines))
    products = []
    for value in factors:
        for other in (1, 2):
            lines.append(f"v{len(lines) + 1} = mul v{value} v{other}")
            products.append(len(lines))
    total = products[0]
    for value in products[1:]:
        lines.append(f"v{len(lines) + 1} = add v{total} v{value}")
        total = len(lines)
    before = shown(f"v{total}", "\n".join(lines))
    assert count(factor(before)).mul == 3
