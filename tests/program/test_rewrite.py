"""A Program through a graph and back is the same Program, or a shorter one of equal value."""

from hypothesis import given

from benchmarks.chain import chain_program
from kane.algebra.graph import Graph
from kane.program.draft import arranged, operands
from kane.program.interpret import interpret
from kane.program.program import Program, verify
from kane.program.rewrite import Make, Rewriting
from tests.error_bound import agree, error_bound
from tests.programs import programs, random_arguments, seeds


def rewritten(program: Program, make: Make) -> Program:
    rewriting = Rewriting(program)
    rewriting.run(make)
    return rewriting.result()


def test_what_lowering_made_is_not_changed() -> None:
    program = chain_program(4)
    assert rewritten(program, Graph.build) == program
    assert rewritten(program, Graph.node) == program
    assert arranged(program, range(len(program))) == program


@given(programs(), seeds())
def test_as_written_keeps_every_bit_and_label(program: Program, seed: int) -> None:
    after, arguments = rewritten(program, Graph.node), random_arguments(program, seed)
    verify(after)
    expected = interpret(program, *arguments)
    assert agree(interpret(after, *arguments), expected, tuple(0 * x for x in expected))
    assert sorted(after.labels.values()) == sorted(program.labels.values())


@given(programs(), seeds())
def test_with_identities_keeps_every_output_to_round_off(program: Program, seed: int) -> None:
    after, arguments = rewritten(program, Graph.build), random_arguments(program, seed)
    verify(after)
    bound = error_bound(program, *arguments)
    assert agree(interpret(after, *arguments), interpret(program, *arguments), bound)


@given(programs())
def test_operands_are_listed_with_their_users(program: Program) -> None:
    values, users = operands(program)
    listed = [
        (abs(arg), line.index) for line in program if line.op.name != "INPUT" for arg in line.args
    ]
    assert list(zip(values.tolist(), users.tolist(), strict=True)) == listed
