"""Twins in LLVM code: whichever values are twins, with whatever signs, results are the same."""

from __future__ import annotations

from random import Random

from hypothesis import given

from kane.algebra.op import Op
from kane.emitters.llvm import emit
from kane.passes.expand_solve import expand_solve
from kane.program.interpret import interpret
from kane.program.program import Program, Twin, verify
from kane.program.target import Target
from tests.error_bound import agree, error_bound
from tests.native_llvm import cut_everywhere, scalar
from tests.passes.texts import shown
from tests.programs import programs, random_arguments, seeds

_SUMS, _PAIRED = (Op.ADD, Op.SUB), (Op.ADD, Op.SUB, Op.MUL, Op.DIV)


def with_twins(program: Program, random: Random) -> Program:
    """The Program with twins wherever two neighbours can be, with any sign and either way."""
    program = expand_solve(program)
    twins: dict[int, Twin] = {}
    for v in range(1, len(program) - 1):
        one, other = program.ops[v], program.ops[v + 1]
        alike = one == other or {one, other} <= set(_SUMS)
        if (
            one in _PAIRED
            and alike
            and v - 1 not in twins
            and v not in map(abs, program.args[v + 1])
        ):
            swapped = one != Op.DIV and random.random() < 0.5
            twins[v] = Twin(v + 1, random.choice((-1, 1)), swapped)
    after = program.replace(twins=twins)
    verify(after)
    return after


@given(programs(least=20, most=60), seeds())
def test_any_twins_give_the_interpreters_results(program: Program, seed: int) -> None:
    arguments, after = random_arguments(program, seed), with_twins(program, Random(seed))
    expected, bounds = interpret(program, *arguments), error_bound(program, *arguments)
    assert agree(scalar(emit(after, Target()))(*arguments), expected, bounds)


@given(programs(least=20, most=40), seeds())
def test_twins_cross_from_chunk_to_chunk(program: Program, seed: int) -> None:
    arguments = random_arguments(program, seed)
    after = cut_everywhere(with_twins(program, Random(seed)))
    expected, bounds = interpret(program, *arguments), error_bound(program, *arguments)
    assert agree(scalar(emit(after, Target()))(*arguments), expected, bounds)


def test_twins_are_one_instruction_each() -> None:
    program = shown(
        "v7 v8",
        """v1 = input(q, 0)
        v2 = input(q, 1)
        v3 = input(u, 0)
        v4 = input(u, 1)
        v5 = mul v1 v3
        v6 = mul v2 v4
        v7 = add v5 v1
        v8 = sub v2 v6""",
    )
    twins = {5: Twin(6, -1, False), 7: Twin(8, 1, True)}
    text = emit(program.replace(twins=twins), Target()).text
    assert text.count("fmul") == text.count("fadd") == 1
    assert "fsub" not in text
