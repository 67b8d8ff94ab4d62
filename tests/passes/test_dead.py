"""Dead code goes, all else stays as it was."""

from hypothesis import given

from kane.passes.dead import dead
from kane.program.interpret import interpret
from kane.program.program import Program, verify
from tests.error_bound import agree
from tests.passes.texts import shown
from tests.programs import programs, random_arguments, seeds


def test_what_no_output_needs_is_left_out() -> None:
    before = shown(
        "v3 0",
        """v1 = input(q, 0)
        v2 = sin v1
        v3 = mul v1 v1
        v4 = add v2 v3""",
    )
    after = shown(
        "v2 0",
        """v1 = input(q, 0)
        v2 = mul v1 v1""",
    )
    assert dead(before) == after


def test_a_program_without_dead_code_is_returned_as_it_is() -> None:
    live = shown("-v2", "v1 = input(q, 0)\nv2 = sin v1")
    assert dead(live) is live


def test_an_inputs_place_is_no_operand() -> None:
    program = shown("v2", "v1 = input(q, 0)\nv2 = input(q, 1)")
    assert dead(program) == shown("v1", "v1 = input(q, 1)")


@given(programs(), seeds())
def test_every_output_keeps_its_bits(program: Program, seed: int) -> None:
    fewer = program.replace(outputs=program.outputs[1:])
    arguments, after = random_arguments(program, seed), dead(fewer)
    verify(after)
    expected = interpret(fewer, *arguments)
    exact = tuple(0 * x for x in expected)
    assert agree(interpret(after, *arguments), expected, exact)
    assert dead(after) is after
