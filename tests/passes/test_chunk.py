"""Long Programs are cut where few values cross; nothing crosses that a function cannot read."""

from dataclasses import replace
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from benchmarks.chain import chain_program
from kane.algebra.op import CONDITIONS, LEAVES, SEVERAL, Op
from kane.passes.chunk import chunk
from kane.passes.expand_solve import expand_solve
from kane.passes.pair_sincos import pair_sincos
from kane.program.interpret import interpret
from kane.program.program import Program, verify
from kane.program.target import Target
from tests.error_bound import agree
from tests.passes.texts import shown
from tests.programs import programs, random_arguments, seeds

SMALL = Target(whole=8, chunk=6)


def sizes(program: Program) -> list[int]:
    """The operations in each piece."""
    work = [op not in LEAVES and op != Op.ITEM for op in program.ops]
    return [sum(work[a:b]) for a, b in pairwise((0, *program.chunks, len(program)))]


def crossing(program: Program) -> list[tuple[int, int]]:
    """Pairs (value, user) that are not leaves and stand in different pieces."""
    piece_of = [sum(cut <= index for cut in program.chunks) for index in range(len(program))]
    return [
        (abs(arg), user)
        for user, (op, args) in enumerate(zip(program.ops, program.args, strict=True))
        if op != Op.INPUT
        for arg in args
        if program.ops[abs(arg)] not in LEAVES and piece_of[abs(arg)] != piece_of[user]
    ]


def test_a_program_that_fits_stays_whole() -> None:
    program = chain_program(3)
    assert chunk(program, Target()) is program


def test_pieces_have_about_the_size_asked_for() -> None:
    program = pair_sincos(chain_program(40), Target())
    after = chunk(program, Target(chunk=500))
    assert all(250 <= size <= 750 for size in sizes(after))
    assert sum(sizes(after)) == sum(sizes(program))


def test_cuts_are_made_where_few_values_cross() -> None:
    """Three knots of twelve operations, each joined to the next by one value."""
    lines = ["v1 = input(q, 0)"]
    for _ in range(3):
        knot = len(lines)
        lines += [f"v{knot + k} = add v{knot} v{knot + k - 1}" for k in range(1, 7)]
        inner = len(lines)
        lines += [f"v{inner + k} = mul v{inner} v{inner + 1 - k}" for k in range(1, 7)]
    program = shown(f"v{len(lines)}", "\n".join(lines))
    after = chunk(program, Target(whole=20, chunk=12))
    assert len({value for value, _ in crossing(after)}) <= 2 * len(after.chunks)


def test_a_condition_is_made_again_where_it_is_used() -> None:
    fill = "\n".join(f"v{k} = sin v{k - 1}" for k in range(6, 18))
    before = shown(
        "v18",
        f"""v1 = input(q, 0)
        v2 = input(q, 1)
        v3 = less v1 v2
        v4 = not v3
        v5 = where v4 v1 v2
        {fill}
        v18 = where v4 v17 v2""",
    )
    after = chunk(before, SMALL)
    verify(after)
    assert sum(op == Op.LESS for op in after.ops) == 2
    assert not any(after.ops[value] in CONDITIONS for value, _ in crossing(after))


@given(programs(10, 60), seeds(), st.integers(2, 12))
def test_every_output_keeps_its_bits_and_nothing_crosses_but_numbers(
    program: Program, seed: int, size: int
) -> None:
    paired = pair_sincos(expand_solve(program), Target())
    arguments, after = random_arguments(program, seed), chunk(paired, replace(SMALL, chunk=size))
    verify(after)
    expected = interpret(paired, *arguments)
    assert agree(interpret(after, *arguments), expected, tuple(0 * x for x in expected))
    kinds = {after.ops[value] for value, _ in crossing(after)}
    assert kinds.isdisjoint(CONDITIONS | SEVERAL)
