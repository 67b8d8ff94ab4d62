"""The batch driver gives each state what the interpreter says, wherever states lie in memory."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kane.algebra.expr import symbol
from kane.algebra.functions import sin
from kane.algebra.graph import Graph
from kane.algebra.rate import Rate
from kane.emitters.llvm_batch import emit_batch
from kane.passes import optimize
from kane.program.interpret import interpret
from kane.program.lower import lower
from kane.program.program import Program
from kane.program.target import Build, Target
from tests.depth import cases
from tests.error_bound import agree, error_bound
from tests.native_llvm import GUARD, LESSER, Batch, cut_everywhere, same
from tests.programs import programs, random_arguments, seeds

STRICT = Target(build=Build.STRICT)
widths = pytest.mark.parametrize("W", [2, 4, 8])
LAYOUTS = ("rows", "columns", "reversed", "spread", "backwards", "broadcast")


def program_of(elements: int) -> Program:
    """Two inputs and two outputs of so many elements: sums, and sines times constants."""
    graph = Graph()
    a, b = (
        [symbol(f"{name}{k}", Rate.CONFIGURATION, graph) for k in range(elements)] for name in "ab"
    )
    sums = [x + y for x, y in zip(a, b, strict=True)]
    waves = [sin(x) * (k + 2) for k, x in enumerate(b)]
    return lower("many", {"a": a, "b": b}, {"sums": sums, "waves": waves})


def laid_out(values: np.ndarray, layout: str) -> np.ndarray:
    """The same (states, elements), lying in memory in another way, with gaps that hold GUARD."""
    states, elements = values.shape
    if layout == "rows":
        return np.array(values, order="C")
    if layout == "columns":
        return np.array(values, order="F")
    memory = np.full((3 * states + 1, 2 * elements + 3), GUARD)
    made = {
        "reversed": memory[:states, :elements][::-1],
        "spread": memory[1::3, 2::2][:states, :elements],
        "backwards": memory[::-2, ::-2][:states, :elements],
        "broadcast": np.broadcast_to(memory[0, :elements], values.shape),
    }[layout]
    if layout == "broadcast":
        memory[0, :elements] = values[0]
    else:
        made[...] = values
    return made


def expected(program: Program, inputs: list[np.ndarray]) -> list[np.ndarray]:
    """The outputs of each state by the interpreter, one (states, elements) an output."""
    states = [interpret(program, *state) for state in zip(*inputs, strict=True)]
    return [np.array([state[k].ravel() for state in states]) for k in range(len(program.outputs))]


@pytest.mark.parametrize(
    "W", [pytest.param(2, marks=pytest.mark.slow), pytest.param(4, marks=pytest.mark.slow), 8]
)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_any_memory_gives_the_same_bits(W: int, layout: str, rng: np.random.Generator) -> None:
    """All numbers of elements that tiles can have, with a remainder of states, and none beside."""
    for elements in (1, 2, 3, 5, 7, 8, 9, 16, 23):
        program = optimize(program_of(elements), STRICT)
        run = Batch(emit_batch(program, replace(STRICT, lanes=W)))
        count = 2 * W + W - 1
        inputs = [laid_out(x, layout) for x in rng.normal(size=(2, count, elements))]
        kind = "spread" if layout == "broadcast" else layout
        outputs = [laid_out(np.full((count, elements), GUARD), kind) for _ in range(2)]
        memory = [x.base if x.base is not None else x for x in outputs]
        assert run([*inputs, *outputs], 0, count) == count
        assert same(tuple(outputs), tuple(expected(program, inputs)))
        for array, whole in zip(outputs, memory, strict=True):
            assert np.count_nonzero(whole != GUARD) == array.size, "written beside the output"


@widths
@cases(6)
@given(program=programs(), seed=seeds(), count=st.integers(0, 19))
def test_random_programs_agree(W: int, program: Program, seed: int, count: int) -> None:
    target = Target(lanes=W)
    run = Batch(emit_batch(optimize(program, target), target))
    states = [random_arguments(program, seed + k) for k in range(count)]
    inputs = [np.array([state[k] for state in states]) for k in range(len(program.inputs))]
    inputs = [
        x.reshape(count, len(g.elements)) for x, g in zip(inputs, program.inputs, strict=True)
    ]
    outputs = [np.zeros((count, len(output.refs))) for output in program.outputs]
    assert run([*inputs, *outputs], 0, count) == count
    for k, state in enumerate(states):
        made = tuple(
            x[k].reshape(output.shape) for x, output in zip(outputs, program.outputs, strict=True)
        )
        assert agree(made, interpret(program, *state), error_bound(program, *state))


@pytest.mark.parametrize("processor", LESSER)
@widths
def test_lesser_processors_give_the_same_bits(
    processor: str, W: int, rng: np.random.Generator
) -> None:
    program = cut_everywhere(optimize(program_of(9), STRICT))
    run = Batch(emit_batch(program, replace(STRICT, lanes=W)), LESSER[processor])
    inputs = list(rng.normal(size=(2, 19, 9)))
    outputs = [np.zeros((19, 9)) for _ in range(2)]
    assert run([*inputs, *outputs], 0, 19) == 19
    assert same(tuple(outputs), tuple(expected(program, inputs)))


def test_a_part_of_the_states_is_done_alone(rng: np.random.Generator) -> None:
    program = optimize(program_of(3), STRICT)
    run = Batch(emit_batch(program, STRICT))
    inputs = list(rng.normal(size=(2, 40, 3)))
    outputs = [np.full((40, 3), GUARD) for _ in range(2)]
    assert run([*inputs, *outputs], 5, 26) == 26
    assert run.control[1] == 26
    wanted = [np.full((40, 3), GUARD) for _ in range(2)]
    for array, right in zip(wanted, expected(program, inputs), strict=True):
        array[5:26] = right[5:26]
    assert same(tuple(outputs), tuple(wanted))


def test_a_raised_flag_stops_before_the_next_block(rng: np.random.Generator) -> None:
    program = optimize(program_of(3), STRICT)
    run = Batch(emit_batch(program, STRICT))
    inputs = list(rng.normal(size=(2, 40, 3)))
    outputs = [np.full((40, 3), GUARD) for _ in range(2)]
    run.control[0] = 1
    assert run([*inputs, *outputs], 7, 40) == 7
    assert run.control[1] == 7
    assert all((array == GUARD).all() for array in outputs)


def test_nothing_to_do_is_done_at_once() -> None:
    run = Batch(emit_batch(optimize(program_of(2), STRICT), STRICT))
    nothing = [np.zeros((1, 2)) for _ in range(4)]
    assert run(nothing, 3, 3) == 3
    assert run.control[1] == 3
