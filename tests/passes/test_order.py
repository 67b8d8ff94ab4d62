"""The order of instructions: operands first, the longest way to the outputs first, nothing else."""

from random import Random

from hypothesis import given

from benchmarks.chain import chain_program
from kane.algebra.rate import Rate
from kane.passes.chunk import operations
from kane.passes.order import LONGEST, order
from kane.program.count import count
from kane.program.interpret import interpret
from kane.program.program import Program, verify
from tests.error_bound import agree
from tests.passes.texts import shown
from tests.programs import programs, random_arguments, random_program, seeds


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
    assert order(before) == after


def test_set_up_work_stays_first() -> None:
    rates = order(random_program(Random(3), operations=200)).rates
    work = [rate > Rate.PARAMETER for rate in rates]
    assert work == sorted(work)


def test_long_programs_keep_their_order() -> None:
    program = chain_program(30)
    assert operations(program) > LONGEST
    assert order(program) is program


def side_by_side(count: int) -> Program:
    """That many fourth powers, each of a square made just before it."""
    inputs = [f"v{k} = input({'qu'[k > 3]}, {(k - 1) % 3})" for k in range(1, 6)]
    lines, made = inputs, []
    for k in range(count):
        square = 6 + 2 * k
        lines += [
            f"v{square} = mul v{1 + k % 5} v{1 + k // 5}",
            f"v{square + 1} = mul v{square} v{square}",
        ]
        made.append(f"v{square + 1}")
    return shown(" ".join(made), "\n".join(lines))


def test_where_there_is_much_to_do_beside_the_longest_way_nothing_is_moved() -> None:
    """Moved, all the products would be made before the first is used."""
    assert order(side_by_side(25)) == side_by_side(25)
    assert order(side_by_side(4)) != side_by_side(4)


def test_thousands_of_values_in_a_row_need_no_recursion() -> None:
    lines = ["v1 = input(q, 0)"] + [f"v{k + 1} = sin v{k}" for k in range(1, LONGEST)]
    program = shown(f"v{LONGEST}", "\n".join(lines))
    assert order(program) == program


@given(programs(), seeds())
def test_every_output_keeps_its_bits(program: Program, seed: int) -> None:
    arguments, after = random_arguments(program, seed), order(program)
    verify(after)
    expected = interpret(program, *arguments)
    assert agree(interpret(after, *arguments), expected, tuple(0 * x for x in expected))
    assert count(after) == count(program)
