"""Each lane of the vector code computes what the interpreter says, whatever the others hold."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given

from kane.algebra.op import Op
from kane.emitters.llvm import emit
from kane.emitters.llvm_lanes import emit_lanes
from kane.passes import optimize
from kane.program.interpret import interpret
from kane.program.program import Program
from kane.program.target import Build, Target
from tests.depth import cases
from tests.emitters.one_operation import each_operation, edge_states, program_of
from tests.native_llvm import LESSER, cut_everywhere, lanes, same, scalar
from tests.programs import programs, random_arguments, seeds

STRICT = Target(build=Build.STRICT)
operations = pytest.mark.parametrize("op", list(each_operation()), ids=lambda op: op.name)
widths = pytest.mark.parametrize("W", [2, 4, 8])


def assert_each_lane(program: Program, target: Target, processor: str = "") -> None:
    """Strict code for all edge states, in lanes, equals the interpreter."""
    call = lanes(emit_lanes(program, target), LESSER.get(processor))
    states = edge_states()
    for start in range(0, len(states) - target.lanes, target.lanes):
        block = states[start : start + target.lanes]
        (made,) = call(block.T)
        for lane, state in enumerate(block):
            assert same((made[:, lane],), interpret(program, state)), f"{program.name}{state}"


@widths
@operations
def test_strict_lanes_equal_the_interpreter(op: Op, W: int) -> None:
    assert_each_lane(program_of(op), replace(STRICT, lanes=W))


@pytest.mark.parametrize("processor", LESSER)
@widths
def test_lesser_processors_equal_the_interpreter(processor: str, W: int) -> None:
    for op in (Op.DIV, Op.MIN, Op.SIGN, Op.AND, Op.WHERE, Op.ATAN2, Op.SINCOS):
        assert_each_lane(program_of(op), replace(STRICT, lanes=W), processor)


@widths
@cases(6)
@given(program=programs(least=8, most=16), seed=seeds())
def test_every_cut_keeps_every_bit(W: int, program: Program, seed: int) -> None:
    target = replace(STRICT, lanes=W)
    made = optimize(program, target)
    states = [random_arguments(program, seed + lane) for lane in range(W)]
    call = lanes(emit_lanes(cut_everywhere(made), target))
    outputs = call(*(np.array(group).T for group in zip(*states, strict=True)))
    for lane, state in enumerate(states):
        expected = interpret(made, *state)
        shapes = [output.shape for output in made.outputs]
        found = [x[:, lane].reshape(shape) for x, shape in zip(outputs, shapes, strict=True)]
        assert same(tuple(found), expected)


@widths
def test_a_lane_does_not_depend_on_its_neighbours(W: int) -> None:
    """Far angles and NaN beside it change no bit of a lane, also in the fast build."""
    program = program_of(Op.SINCOS)
    call = lanes(emit_lanes(program, Target(lanes=W)))
    alone = scalar(emit(program, Target()))
    near = np.array([0.3, -2.0])
    for other in ((1e300, np.nan), (np.inf, -1e12), (0.1, 0.2)):
        states = np.array([other] * W)
        for lane in range(W):
            block = states.copy()
            block[lane] = near
            assert same((call(block.T)[0][:, lane],), alone(near))
