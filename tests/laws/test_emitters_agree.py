"""One Program, many evaluations, one result: interpreter, scalar, lanes, batches and C.

Fast builds may differ by round-off, for which `error_bound` gives each output its own bound;
strict builds agree to the bit, whatever the arguments. Each pass and the whole list of them
keeps every output.
"""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kane.emitters.c import emit_c
from kane.emitters.llvm import emit
from kane.emitters.llvm_batch import emit_batch
from kane.machine.compile import jit
from kane.machine.cpu import Tier, host_target
from kane.passes import emittable, optimize
from kane.program.interpret import interpret
from kane.program.program import Program, verify
from kane.program.target import Build, Target
from kane.program.text import from_text, to_text
from tests.depth import cases
from tests.error_bound import Arrays, agree, error_bound
from tests.native_c import compiled, needs_compiler
from tests.programs import programs, random_arguments, random_program, seeds

FAST = host_target()
STRICT = replace(FAST, build=Build.STRICT)
SPECIAL = (math.nan, math.inf, -math.inf, 0.0, -0.0, 1.0, -1.0, 5e-324, -1e308, 0.5, 1e-8)

lanes = pytest.mark.parametrize("lanes", [2, 4, 8])


def cut(program: Program, target: Target) -> tuple[Program, Target]:
    """The Program optimized with chunks of a few operations each, and that target."""
    small = replace(target, whole=0, chunk=7)
    return optimize(program, small), small


def scalar(program: Program, target: Target, arguments: Arrays, tier: Tier) -> Arrays:
    """The outputs by LLVM code for one state."""
    kernel = jit(emit(program, target))
    outputs = tuple(np.full(output.shape, 77.0) for output in program.outputs)
    kernel.bind(*arguments, *outputs, tier=tier)()
    return outputs


def batch(program: Program, target: Target, states: list[Arrays], order: str) -> list[Arrays]:
    """The outputs of several states by the batch driver, in row- or column-major memory."""
    kernel = jit(emit(program, target), emit_batch(program, target))
    inputs = [np.array(group, order=order) for group in zip(*states, strict=True)]  # type: ignore[call-overload]
    made = kernel.batch(*inputs)
    return [tuple(output[row] for output in made) for row in range(len(states))]


def special_arguments(program: Program, seed: int) -> Arrays:
    """Arguments with NaN, infinities, zeros of both signs and the smallest number among them."""
    rng = np.random.default_rng(seed)
    return tuple(rng.choice(SPECIAL, given.shape) for given in program.inputs)


def same(actual: Arrays, expected: Arrays) -> bool:
    """Whether all outputs agree to the bit, signs of zeros included; a NaN is a NaN."""
    return all(
        np.array_equal(a, b, equal_nan=True)
        and bool(np.all(np.isnan(a) | (np.signbit(a) == np.signbit(b))))
        for a, b in zip(actual, expected, strict=True)
    )


# ── passes ────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("target", [FAST, STRICT], ids=["fast", "strict"])
@given(program=programs(), seed=seeds())
def test_passes_keep_every_output(target: Target, program: Program, seed: int) -> None:
    optimized, _ = cut(program, target)
    verify(optimized)
    arguments = random_arguments(program, seed)
    expected = interpret(program, *arguments)
    assert agree(interpret(optimized, *arguments), expected, error_bound(program, *arguments))


@given(programs())
def test_text_of_optimized_programs_reads_back(program: Program) -> None:
    optimized, _ = cut(program, FAST)
    assert from_text(to_text(optimized)) == optimized


# ── LLVM, to round-off ────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("tier", [Tier.QUICK, Tier.OPTIMIZED])
@cases(2)
@given(program=programs(), seed=seeds())
def test_scalar_code_agrees_with_the_interpreter(tier: Tier, program: Program, seed: int) -> None:
    arguments = random_arguments(program, seed)
    made = scalar(optimize(program, FAST), FAST, arguments, tier)
    assert agree(made, interpret(program, *arguments), error_bound(program, *arguments))


@cases(2)
@given(programs(), seeds())
def test_the_quick_tiers_code_agrees_with_the_interpreter(program: Program, seed: int) -> None:
    arguments = random_arguments(program, seed)
    made = scalar(emittable(program, FAST), FAST, arguments, Tier.QUICK)
    assert agree(made, interpret(program, *arguments), error_bound(program, *arguments))


@cases(2)
@given(programs(least=10), seeds())
def test_chunks_agree_with_the_interpreter(program: Program, seed: int) -> None:
    arguments = random_arguments(program, seed)
    made = scalar(*cut(program, FAST), arguments, Tier.OPTIMIZED)
    assert agree(made, interpret(program, *arguments), error_bound(program, *arguments))


@lanes
@cases(3)
@given(program=programs(), seed=seeds(), order=st.sampled_from("CF"))
def test_lanes_agree_with_the_interpreter(
    lanes: int, program: Program, seed: int, order: str
) -> None:
    target = replace(FAST, lanes=lanes)
    states = [random_arguments(program, seed + row) for row in range(2 * lanes + 1)]
    for state, made in zip(
        states, batch(optimize(program, target), target, states, order), strict=True
    ):
        assert agree(made, interpret(program, *state), error_bound(program, *state))


# ── LLVM, to the bit ──────────────────────────────────────────────────────────────────────
@cases(2)
@given(programs(), seeds())
def test_strict_scalar_code_equals_the_interpreter(program: Program, seed: int) -> None:
    optimized = optimize(program, STRICT)
    for arguments in (random_arguments(program, seed), special_arguments(program, seed)):
        made = scalar(optimized, STRICT, arguments, Tier.OPTIMIZED)
        assert same(made, interpret(optimized, *arguments))


@lanes
@cases(3)
@given(program=programs(), seed=seeds())
def test_strict_lanes_equal_the_interpreter(lanes: int, program: Program, seed: int) -> None:
    optimized, target = cut(program, replace(STRICT, lanes=lanes))
    states = [random_arguments(program, seed)] * lanes
    states += [special_arguments(program, seed + row) for row in range(lanes + 1)]
    for state, made in zip(states, batch(optimized, target, states, "C"), strict=True):
        assert same(made, interpret(optimized, *state))


# ── C ─────────────────────────────────────────────────────────────────────────────────────
@needs_compiler
@pytest.mark.parametrize("chunk", [7, 10_000], ids=["chunks", "whole"])
def test_strict_c_equals_the_interpreter(
    chunk: int, rng: np.random.Generator, tmp_path: Path
) -> None:
    random, target = Random(int(rng.integers(2**31))), replace(STRICT, whole=chunk, chunk=chunk)
    made = [optimize(random_program(random, 30), target) for _ in range(30)]
    for program, call in zip(made, compiled(emit_c("laws", made, target), tmp_path), strict=True):
        for arguments in (random_arguments(program, 1), special_arguments(program, 2)):
            assert same(call(*arguments), interpret(program, *arguments)), str(program)


@needs_compiler
def test_fast_c_agrees_with_the_interpreter(rng: np.random.Generator, tmp_path: Path) -> None:
    random = Random(int(rng.integers(2**31)))
    before = [random_program(random, 30) for _ in range(30)]
    made = [optimize(program, FAST) for program in before]
    flags = ["-O3", "-march=native"]
    for program, call in zip(
        before, compiled(emit_c("laws", made, FAST), tmp_path, flags), strict=True
    ):
        arguments = random_arguments(program, 1)
        expected = interpret(program, *arguments)
        assert agree(call(*arguments), expected, error_bound(program, *arguments)), str(program)
