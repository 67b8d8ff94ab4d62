"""Branch by branch: values of the same coordinates stand together, and nothing else changes."""

from random import Random

from hypothesis import given

from kane.algebra.rate import Rate
from kane.passes.order import LONGEST, LONGEST_BRANCHED, order
from kane.passes.reach import by_reach
from kane.program.count import count
from kane.program.interpret import interpret
from kane.program.program import Program, verify
from tests.error_bound import agree
from tests.passes.texts import shown
from tests.programs import programs, random_arguments, random_program, seeds


def test_a_branch_is_gone_through_out_and_back_before_the_next() -> None:
    out_and_back = shown(
        "v8 v9",
        """v1 = input(q, 0)
        v2 = input(q, 1)
        v3 = input(q, 2)
        v4 = mul v1 v2
        v5 = mul v1 v3
        v6 = add v4 v2
        v7 = add v5 v3
        v8 = mul v6 v4
        v9 = mul v7 v5""",
    )
    one_by_one = shown(
        "v5 v9",
        """v1 = input(q, 0)
        v2 = input(q, 1)
        v3 = mul v1 v2
        v4 = add v3 v2
        v5 = mul v4 v3
        v6 = input(q, 2)
        v7 = mul v1 v6
        v8 = add v7 v6
        v9 = mul v8 v7""",
    )
    assert by_reach(out_and_back) == one_by_one


@given(programs(), seeds())
def test_every_output_keeps_its_bits(program: Program, seed: int) -> None:
    arguments, after = random_arguments(program, seed), by_reach(program)
    verify(after)
    expected = interpret(program, *arguments)
    assert agree(interpret(after, *arguments), expected, tuple(0 * x for x in expected))
    assert count(after) == count(program)


def test_set_up_work_stays_first() -> None:
    rates = by_reach(random_program(Random(3), operations=200)).rates
    work = [rate > Rate.PARAMETER for rate in rates]
    assert work == sorted(work)


def two_branches(length: int) -> Program:
    """Two branches, both gone out and then both back: half of `length` operations each."""
    lines = ["v1 = input(q, 0)", "v2 = input(q, 1)", "v3 = input(q, 2)"]
    ways: list[list[int]] = [[1, 2], [1, 3]]
    for _ in range(length // 4):
        for way, tip in zip(ways, (2, 3), strict=True):
            lines.append(f"v{len(lines) + 1} = mul v{way[-1]} v{tip}")
            way.append(len(lines))
    backs = [way[-1] for way in ways]
    for k in range(length // 4):
        for branch, way in enumerate(ways):
            lines.append(f"v{len(lines) + 1} = add v{backs[branch]} v{way[-1 - k]}")
            backs[branch] = len(lines)
    return shown(" ".join(f"v{back}" for back in backs), "\n".join(lines))


def test_long_programs_with_branches_go_branch_by_branch() -> None:
    program = two_branches(LONGEST + 1_000)
    assert order(program) == by_reach(program) != program


def test_very_long_programs_keep_their_order() -> None:
    program = two_branches(LONGEST_BRANCHED + 1_000)
    assert order(program) is program
