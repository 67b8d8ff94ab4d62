"""Sines and cosines are packed; every value keeps its bits."""

from dataclasses import replace

from hypothesis import given

from benchmarks.chain import chain_program
from kane.algebra.op import Op
from kane.passes.expand_solve import expand_solve
from kane.passes.pair_sincos import pair_sincos
from kane.program.count import count, count_setup
from kane.program.interpret import interpret
from kane.program.program import Program, verify
from kane.program.target import Target
from tests.error_bound import agree
from tests.passes.texts import shown
from tests.programs import programs, random_arguments, seeds


def test_sine_and_cosine_of_available_angles_are_one_instruction() -> None:
    before = shown(
        "v6 v7",
        """v1 = input(q, 0)
        v2 = input(q, 1)
        v3 = sin v1
        v4 = cos v1
        v5 = mul v3 v4
        v6 = sin v2
        v7 = add v5 v6""",
    )
    after = shown(
        "v6 v8",
        """v1 = input(q, 0)
        v2 = input(q, 1)
        v3 = sincos v1 v2
        v4 = item(0) v3
        v5 = item(1) v3
        v6 = item(2) v3
        v7 = mul v4 v5
        v8 = add v7 v6""",
    )
    assert pair_sincos(before, Target()) == after


def test_an_angle_that_needs_a_sine_waits_for_its_own_group() -> None:
    before = shown(
        "v4 v5",
        """v1 = input(q, 0)
        v2 = sin v1
        v3 = input(q, 1)
        v4 = cos v2
        v5 = cos v3""",
    )
    after = shown(
        "v7 v5",
        """v1 = input(q, 0)
        v2 = input(q, 1)
        v3 = sincos v1 v2
        v4 = item(0) v3
        v5 = item(3) v3
        v6 = sincos v4
        v7 = item(1) v6""",
    )
    assert pair_sincos(before, Target()) == after


def test_set_up_angles_stay_apart() -> None:
    before = shown("v3 v4", "v1 = input(p, 0)\nv2 = input(q, 0)\nv3 = sin v1\nv4 = sin v2")
    after = pair_sincos(before, Target())
    assert sum(op == Op.SINCOS for op in after.ops) == 2
    assert count(after) == count(before)
    assert count_setup(after) == count_setup(before)


def test_a_group_has_no_more_angles_than_the_target_takes() -> None:
    program = shown(
        "v4 v5 v6 v8",
        """v1 = input(q, 0)
        v2 = input(q, 1)
        v3 = input(q, 2)
        v4 = sin v1
        v5 = sin v2
        v6 = sin v3
        v7 = input(u, 0)
        v8 = cos v7""",
    )
    after = pair_sincos(program, replace(Target(), sines=3))
    assert [len(args) for op, args in _columns(after) if op == Op.SINCOS] == [3, 1]


def test_the_sign_of_an_angle_goes_to_its_sine() -> None:
    before = shown("v2 v3", "v1 = input(q, 0)\nv2 = sin -v1\nv3 = cos -v1")
    after = shown(
        "-v3 v4",
        """v1 = input(q, 0)
        v2 = sincos v1
        v3 = item(0) v2
        v4 = item(1) v2""",
    )
    assert pair_sincos(before, Target()) == after


def test_ten_thousand_nested_sines_need_no_recursion() -> None:
    lines = ["v1 = input(q, 0)"] + [f"v{k + 1} = sin v{k}" for k in range(1, 10_000)]
    program = shown("v10000", "\n".join(lines))
    after = pair_sincos(program, Target())
    assert interpret(after, [0, 0], [1, 0, 0], [0, 0]) == interpret(
        program, [0, 0], [1, 0, 0], [0, 0]
    )


@given(programs(), seeds())
def test_every_output_keeps_its_bits(program: Program, seed: int) -> None:
    before = expand_solve(program)
    arguments, after = random_arguments(before, seed), pair_sincos(before, Target())
    verify(after)
    assert not {Op.SIN, Op.COS}.intersection(after.ops)
    expected = interpret(before, *arguments)
    assert agree(interpret(after, *arguments), expected, tuple(0 * x for x in expected))
    assert count(after).total <= count(before).total
    assert _sines(after) <= _sines(before)


def test_a_second_time_changes_nothing() -> None:
    once = pair_sincos(chain_program(20), Target())
    assert pair_sincos(once, Target()) == once


def _sines(program: Program) -> int:
    return (count(program) + count_setup(program)).sincos


def _columns(program: Program) -> list[tuple[int, tuple[int, ...]]]:
    return list(zip(program.ops, program.args, strict=True))
