"""All passes in their order: outputs kept, counts never above those written, time in proportion."""

import time
from dataclasses import replace

import pytest
from hypothesis import given

from benchmarks.chain import chain_program
from kane.passes import STANDARD, Pass, Rounding, emittable, optimize, stages
from kane.passes.expand_solve import expand_solve
from kane.program.count import count, count_setup
from kane.program.interpret import interpret
from kane.program.program import Program, verify
from kane.program.target import Build, Target
from tests.error_bound import agree, error_bound
from tests.programs import programs, random_arguments, seeds

FAST = Target(whole=20, chunk=10)
STRICT = replace(FAST, build=Build.STRICT)


@given(programs(), seeds())
def test_every_pass_keeps_every_output(program: Program, seed: int) -> None:
    arguments = random_arguments(program, seed)
    expected, bound = interpret(program, *arguments), error_bound(program, *arguments)
    for _, after in stages(program, FAST):
        verify(after)
        assert agree(interpret(after, *arguments), expected, bound)


@given(programs(), seeds())
def test_strict_builds_keep_every_bit(program: Program, seed: int) -> None:
    solved, arguments = expand_solve(program), random_arguments(program, seed)
    expected = interpret(solved, *arguments)
    exact = tuple(0 * x for x in expected)
    for made in (optimize(program, STRICT), emittable(program, STRICT), emittable(program, FAST)):
        verify(made)
        assert agree(interpret(made, *arguments), expected, exact)


@given(programs())
def test_a_second_time_finds_no_arithmetic_to_save(program: Program) -> None:
    once = optimize(program, Target())
    twice = optimize(once, Target())
    assert count(twice).total <= count(once).total <= count(program).total
    assert count_setup(twice).total <= count_setup(once).total


def test_strict_builds_run_only_passes_that_keep_rounding() -> None:
    program = chain_program(2)
    kept = [one.name for one in STANDARD if one.rounding is Rounding.KEPT]
    assert [name for name, _ in stages(program, STRICT)] == kept
    assert [name for name, _ in stages(program, FAST)] == [one.name for one in STANDARD]


@pytest.mark.parametrize("one", STANDARD, ids=lambda one: one.name)
def test_every_pass_gives_a_reason_for_its_place(one: Pass) -> None:
    assert len(one.reason) > 20


def test_time_grows_in_proportion_to_length() -> None:
    """Eight times the chain in less than 32 times the time; quadratic growth would take 64."""

    def seconds(joints: int) -> float:
        program = chain_program(joints)
        best = float("inf")
        for _ in range(3):
            start = time.thread_time()  # other processes' work does not count
            optimize(program, Target())
            best = min(best, time.thread_time() - start)
        return best

    assert seconds(96) < 32 * seconds(12)
