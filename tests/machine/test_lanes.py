"""Whole pipeline on processors with two, four and eight lanes, with AVX and without."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given

from kane.machine.compile import recipe
from kane.machine.cpu import Processor, host
from kane.machine.kernel import Kernel
from kane.machine.tiers import States
from kane.pipeline import emit, emit_batch, optimize
from kane.program.interpret import interpret
from kane.program.program import Program
from kane.program.target import Target
from tests.depth import cases
from tests.error_bound import agree, error_bound
from tests.programs import programs, random_arguments, seeds

LEAST = Processor(name="x86-64")
PROCESSORS = {"host": host(), "without AVX": LEAST if "+64bit" in host().features else host()}


def compiled(program: Program, target: Target, processor: Processor) -> Kernel:
    """A kernel for a processor that need not be this one, though this one must run its code."""
    optimized = optimize(program, target)
    one, many = (
        replace(recipe(code, states), processor=processor, cache=None)
        for code, states in (
            (emit(optimized, target), States.ONE),
            (emit_batch(optimized, target), States.MANY),
        )
    )
    return Kernel(signature=emit(optimized, target).signature, one=one, many=many)


@pytest.mark.parametrize("lanes", [2, 4, 8])
@pytest.mark.parametrize("processor", PROCESSORS)
@cases(20)
@given(program=programs(), seed=seeds())
def test_every_width_on_every_processor_agrees_with_the_interpreter(
    lanes: int, processor: str, program: Program, seed: int
) -> None:
    target = Target(lanes=lanes, has_fma=processor == "host" and host().target().has_fma)
    kernel = compiled(program, target, PROCESSORS[processor])
    states = [random_arguments(program, seed + k) for k in range(lanes + 3)]
    batch = kernel.batch(*(np.array(group) for group in zip(*states, strict=True)))
    for k, state in enumerate(states):
        expected, bound = interpret(program, *state), error_bound(program, *state)
        one = kernel(*state)
        outputs = (one,) if len(expected) == 1 else tuple(one)
        rows = (batch,) if len(expected) == 1 else tuple(batch)
        assert agree(outputs, expected, bound)
        assert agree(tuple(array[k] for array in rows), expected, bound)
