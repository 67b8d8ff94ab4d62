"""Scalar LLVM code of every operation is what the interpreter says, to the bit where strict."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given

from kane.algebra.expr import Expr, symbol
from kane.algebra.functions import sin, where
from kane.algebra.graph import Graph
from kane.algebra.op import Op
from kane.algebra.rate import Rate
from kane.emitters.llvm import emit
from kane.errors import TargetError
from kane.machine.cpu import Tier
from kane.passes import optimize
from kane.program.interpret import interpret
from kane.program.lower import lower
from kane.program.program import Program
from kane.program.target import Build, Target
from tests.close import ulps
from tests.depth import cases
from tests.emitters.one_operation import (
    ONE,
    TWO,
    VALUES,
    constant_program,
    each_operation,
    edge_states,
    program_of,
)
from tests.native_llvm import LESSER, cut_everywhere, same, scalar
from tests.programs import programs, random_arguments, seeds

STRICT, FAST = Target(build=Build.STRICT), Target()
operations = pytest.mark.parametrize("op", list(each_operation()), ids=lambda op: op.name)


def symbols(*names: str) -> list[Expr]:
    """Configuration symbols of one graph."""
    graph = Graph()
    return [symbol(name, Rate.CONFIGURATION, graph) for name in names]


@operations
@pytest.mark.parametrize("negative", [1, -1])
def test_strict_operations_equal_the_interpreter(op: Op, negative: int) -> None:
    program = program_of(op, negative)
    call = scalar(emit(program, STRICT))
    for state in edge_states():
        assert same(call(state), interpret(program, state)), f"{op.name}{tuple(state)}"


@operations
def test_fast_operations_agree_with_the_interpreter(op: Op) -> None:
    program = program_of(op)
    call = scalar(emit(program, FAST), tier=Tier.QUICK)
    for state in edge_states():
        (made,), (expected,) = call(state), interpret(program, state)
        finite = np.isfinite(expected)
        assert np.array_equal(made[~finite], expected[~finite], equal_nan=True), tuple(state)
        assert ulps(made[finite], expected[finite]) <= 2, f"{op.name}{tuple(state)}"


@pytest.mark.parametrize("value", VALUES)
def test_constants_keep_every_bit(value: float) -> None:
    call = scalar(emit(constant_program(value), STRICT))
    assert same(call(np.array([-0.0, 0.0])), (np.array([value, -value, value + -0.0]),))


@cases(2)
@given(programs(least=8, most=16), seeds())
def test_every_cut_keeps_every_bit(program: Program, seed: int) -> None:
    made = optimize(program, STRICT)
    arguments = random_arguments(program, seed)
    call = scalar(emit(cut_everywhere(made), STRICT), tier=Tier.QUICK)
    assert same(call(*arguments), interpret(made, *arguments))


def test_conditions_and_sines_cross_chunks() -> None:
    x, y = symbols("x", "y")
    chosen = where((x < y) & ~(y <= 0.5), sin(x) + x, x * y)
    program = optimize(lower("crossing", {"x": [x, y]}, {"z": [chosen, -sin(x)]}), STRICT)
    call = scalar(emit(cut_everywhere(program), STRICT))
    for state in edge_states():
        assert same(call(state), interpret(program, state))


@pytest.mark.parametrize("name", LESSER)
def test_lesser_processors_agree(name: str) -> None:
    for op in (*ONE, *TWO, Op.SINCOS):
        program = program_of(op)
        call = scalar(emit(program, STRICT), LESSER[name])
        for state in edge_states()[::5]:
            assert same(call(state), interpret(program, state)), f"{op.name}{tuple(state)}"


def test_labels_and_names_of_inputs_are_comments() -> None:
    (x,) = symbols("hinge\nangle")
    code = emit(lower("labels", {"q": [x]}, {"y": (x * x).named("w_NB3_B.x")}), FAST)
    assert "; hinge angle\n" in code.text
    assert "; w_NB3_B.x\n" in code.text
    assert "; in_0 = q (1,), CONFIGURATION" in code.text


@pytest.mark.parametrize("name", ["sin", "atan2", "ω × r", 'a "b" \\', "1", "kane.copy"])
def test_any_name_is_a_symbol(name: str) -> None:
    (x,) = symbols("x")
    code = emit(lower(name, {"q": [x]}, {"y": sin(x)}), STRICT)
    assert same(scalar(code)(np.array([0.3])), (np.array(math.sin(0.3)),))


def test_opaque_functions_are_refused() -> None:
    program = program_of(Op.SINCOS)
    ops = tuple(Op.CALL if op == Op.SINCOS else op for op in program.ops)
    with pytest.raises(TargetError, match=r"'sincos', value 3: .* has no native code\. Write it"):
        emit(program.replace(ops=ops), FAST)


def test_solves_must_have_been_expanded() -> None:
    program = program_of(Op.SINCOS)
    ops = tuple(Op.SOLVE if op == Op.SINCOS else op for op in program.ops)
    with pytest.raises(AssertionError, match=r"SOLVE was not expanded .* bug of kane's"):
        emit(program.replace(ops=ops), FAST)
