"""Set-up work comes first, or in a Program of its own; every value keeps its bits."""

import numpy as np
import pytest
from hypothesis import given

from kane.algebra.op import LEAVES, Op
from kane.algebra.rate import Rate
from kane.errors import ArgumentError
from kane.passes.hoist import PREPARED, Staged, hoist, split
from kane.program.count import Operations, count, count_setup
from kane.program.interpret import interpret
from kane.program.program import Program, verify
from tests.error_bound import Arrays, agree
from tests.passes.texts import shown
from tests.programs import programs, random_arguments, seeds

MIXED = """v1 = input(q, 0)
        v2 = input(p, 0)
        v3 = mul v1 v1
        v4 = sqrt v2
        v5 = mul v3 v4"""


def staged(stages: Staged, program: Program, arguments: Arrays) -> Arrays:
    """The outputs of both stages, one after the other."""
    known = {given.name: x for given, x in zip(program.inputs, arguments, strict=True)}
    (known[PREPARED],) = interpret(stages.prepare, *(known[i.name] for i in stages.prepare.inputs))
    return interpret(stages.step, *(known[given.name] for given in stages.step.inputs))


def test_setup_work_comes_first() -> None:
    after = shown(
        "v5",
        """v1 = input(p, 0)
        v2 = sqrt v1
        v3 = input(q, 0)
        v4 = mul v3 v3
        v5 = mul v4 v2""",
    )
    assert hoist(shown("v5", MIXED)) == after
    assert hoist(after) is after


def test_what_depends_on_parameters_alone_is_prepared() -> None:
    stages = split(shown("v5", MIXED))
    assert [given.name for given in stages.prepare.inputs] == ["p"]
    assert [given.name for given in stages.step.inputs] == ["q", "u", PREPARED]
    assert count_setup(stages.prepare) == Operations(sqrt=1)
    assert count(stages.step) == Operations(mul=2)
    assert count_setup(stages.step) == Operations()


def test_a_parameter_read_as_it_is_stays_an_input_of_the_step() -> None:
    stages = split(shown("v3 v1", "v1 = input(p, 1)\nv2 = input(q, 0)\nv3 = mul v1 v2"))
    assert [given.name for given in stages.step.inputs] == ["p", "q", "u", PREPARED]
    assert stages.step.inputs[-1].shape == (0,)


def test_a_value_that_crosses_twice_or_negative_is_passed_once() -> None:
    program = shown(
        "-v2 v4 v5",
        """v1 = input(p, 0)
        v2 = exp v1
        v3 = input(q, 0)
        v4 = sub v2 v3
        v5 = mul v2 v3""",
    )
    assert split(program).step.inputs[-1].shape == (1,)


def test_a_condition_crosses_as_a_number() -> None:
    program = shown(
        "v6",
        """v1 = input(p, 0)
        v2 = input(p, 1)
        v3 = less v1 v2
        v4 = input(q, 0)
        v5 = input(q, 1)
        v6 = where v3 v4 v5""",
    )
    stages = split(program)
    verify(stages.prepare)
    verify(stages.step)
    for p in ([1.0, 2.0], [2.0, 1.0], [np.nan, 1.0]):
        arguments = (np.array(p), np.array([3.0, 4.0, 0.0]), np.zeros(2))
        expected = interpret(program, *arguments)
        assert agree(staged(stages, program, arguments), expected, (np.zeros(1),))


def test_labels_name_what_is_prepared() -> None:
    program = shown("v5", MIXED).replace(labels={4: "root of p"})
    assert split(program).step.inputs[-1].elements == ("root of p",)


def test_an_input_with_the_name_of_what_is_prepared_is_refused_in_words() -> None:
    program = shown("v5", MIXED)
    inputs = (
        program.inputs[0],
        program.inputs[1].__class__(
            name=PREPARED, elements=("q0", "q1", "q2"), rate=Rate.CONFIGURATION, shape=(3,)
        ),
        program.inputs[2],
    )
    with pytest.raises(ArgumentError, match="has an input named 'prepared'"):
        split(program.replace(inputs=inputs))


@given(programs(), seeds())
def test_every_output_keeps_its_bits(program: Program, seed: int) -> None:
    arguments, after, stages = random_arguments(program, seed), hoist(program), split(program)
    for made in (after, stages.prepare, stages.step):
        verify(made)
    expected = interpret(program, *arguments)
    exact = tuple(0 * x for x in expected)
    assert agree(interpret(after, *arguments), expected, exact)
    assert agree(staged(stages, program, arguments), expected, exact)
    assert count(after) == count(program)
    assert {op for op, _ in _work(stages.step, Rate.PARAMETER)} <= {Op.EQUAL}  # conditions
    assert count(stages.prepare) == Operations()
    late = [rate > Rate.PARAMETER for _, rate in _work(after, Rate.INPUT)]
    assert late == sorted(late)


def _work(program: Program, most: Rate) -> list[tuple[int, int]]:
    """Operations and rates of the instructions that are no leaves and change at most so often."""
    columns = zip(program.ops, program.rates, strict=True)
    return [(op, rate) for op, rate in columns if op not in LEAVES and rate <= most]
