"""The order of instructions: operands first, the longest way to the outputs first, nothing else."""

from dataclasses import replace
from random import Random

from hypothesis import given

from benchmarks.chain import chain_program
from kane.algebra.rate import Rate
from kane.passes.order import order
from kane.program.count import count
from kane.program.interpret import interpret
from kane.program.program import Program, verify
from kane.program.target import Target
from tests.error_bound import agree
from tests.passes.texts import shown
from tests.programs import programs, random_arguments, random_program, seeds

TARGET = Target()


def test_what_the_outputs_wait_longest_for_goes_first_and_other_work_fills_the_wait() -> None:
    before = shown(
        "v3 v5",
        """v1 = input(q, 0)
        v2 = input(q, 1)
        v3 = add v1 v2
        v4 = mul v1 v1
        v5 = sin v4""",
    )
    after = shown(
        "v4 v5",
        """v1 = input(q, 0)
        v2 = mul v1 v1
        v3 = input(q, 1)
        v4 = add v1 v3
        v5 = sin v2""",
    )
    assert order(before, TARGET) == after


def test_set_up_work_stays_first() -> None:
    rates = order(random_program(Random(3), operations=200), TARGET).rates
    work = [rate > Rate.PARAMETER for rate in rates]
    assert work == sorted(work)


def test_what_will_be_cut_keeps_its_order() -> None:
    program = chain_program(3)
    assert order(program, replace(TARGET, whole=10)) is program


def test_ten_thousand_values_in_a_row_need_no_recursion() -> None:
    lines = ["v1 = input(q, 0)"] + [f"v{k + 1} = sin v{k}" for k in range(1, 10_000)]
    program = shown("v10000", "\n".join(lines))
    assert order(program, replace(TARGET, whole=20_000)) == program


@given(programs(), seeds())
def test_every_output_keeps_its_bits(program: Program, seed: int) -> None:
    arguments, after = random_arguments(program, seed), order(program, TARGET)
    verify(after)
    expected = interpret(program, *arguments)
    assert agree(interpret(after, *arguments), expected, tuple(0 * x for x in expected))
    assert count(after) == count(program)
