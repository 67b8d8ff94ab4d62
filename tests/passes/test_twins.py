"""Twins: limbs that are alike share one instruction for each two values, whatever their signs."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.chain import chain_program, inverse_dynamics, random_links, regrouped
from kane.algebra.expr import Expr, symbol
from kane.algebra.graph import Graph
from kane.algebra.op import Op
from kane.algebra.rate import Rate
from kane.emitters.llvm import emit
from kane.errors import TextError
from kane.passes import optimize, stages
from kane.passes.chunk import operations
from kane.passes.pairing import PAIRED
from kane.passes.reach import reaches
from kane.passes.twins import SHORTEST
from kane.program.count import count
from kane.program.interpret import interpret
from kane.program.lower import lower
from kane.program.program import Malformed, Program, Twin, verify
from kane.program.target import Build, Target
from kane.program.text import from_text, to_text
from tests.error_bound import agree, error_bound
from tests.native_llvm import scalar
from tests.passes.texts import shown

RATES = {"q": Rate.CONFIGURATION, "u": Rate.SPEED, "udot": Rate.INPUT}


def arms(joints: int, second: int) -> Program:
    """Two arms of other links; joints of the second turn about their axes, or (−1) against them."""
    graph = Graph()
    inputs = {
        name: [symbol(f"{name}{k}", rate, graph) for k in range(2 * joints)]
        for name, rate in RATES.items()
    }
    tau: list[Expr | float] = []
    for arm, sign in enumerate((1, second)):
        links = regrouped(random_links(joints, seed=arm))
        own = slice(arm * joints, (arm + 1) * joints)
        given = ([sign * x for x in values[own]] for values in inputs.values())
        tau += [sign * one for one in inverse_dynamics(links, *given)]
    return lower("arms", inputs, {"tau": tau})


def states(program: Program) -> list[np.ndarray]:
    """One state."""
    rng = np.random.default_rng(7)
    return [rng.uniform(-2, 2, len(given.elements)) for given in program.inputs]


@pytest.mark.parametrize("second", [1, -1])
def test_nearly_all_of_two_arms_is_made_for_both_at_once(second: int) -> None:
    program = optimize(arms(8, second), Target())
    work = [v for v, op in enumerate(program.ops) if op in PAIRED]
    assert 2 * len([v for v in program.twins if program.ops[v] in PAIRED]) > 0.9 * len(work)
    reach = reaches(program.replace(twins={}), every=True)
    assert all(reach[v] & reach[twin.other] == 0 for v, twin in program.twins.items())


@pytest.mark.parametrize("second", [1, -1])
def test_native_results_are_those_of_the_program_as_derived(second: int) -> None:
    before = arms(8, second)
    after = optimize(before, Target())
    verify(after)
    assert after.twins
    given = states(before)
    call = scalar(emit(after, Target()))
    assert agree(call(*given), interpret(before, *given), error_bound(before, *given))


def test_arms_whose_joints_turn_against_each_other_need_no_multiplication_by_signs() -> None:
    program = optimize(arms(8, -1), Target())
    assert any(twin.sign < 0 for twin in program.twins.values())
    assert (
        "<double 0x3FF0000000000000, double 0xBFF0000000000000>" not in emit(program, Target()).text
    )


def test_twins_leave_the_counts_as_they_are() -> None:
    counts = {name: count(program) for name, program in stages(arms(8, -1), Target())}
    assert counts["twins"] == counts["hoist"] == counts["chunk"]


def test_twins_stand_behind_each_other() -> None:
    program = optimize(arms(8, 1), Target())
    assert all(twin.other == v + 1 for v, twin in program.twins.items() if program.ops[v] in PAIRED)


def test_a_serial_chain_a_short_program_and_a_strict_build_have_none() -> None:
    assert not optimize(chain_program(16), Target()).twins
    short = arms(1, 1)
    assert operations(short) < SHORTEST
    assert not optimize(short, Target()).twins
    assert not optimize(arms(8, 1), Target(build=Build.STRICT)).twins


INSTRUCTIONS = """v1 = input(q, 0)
v2 = input(q, 1)
v3 = mul v1 v1
v4 = mul v2 v2
v5 = add v3 v2"""


def test_twins_are_written_and_read() -> None:
    program = shown("v3 v4 v5", INSTRUCTIONS)
    twins = {1: Twin(2, 1, False), 3: Twin(4, -1, True)}
    text = to_text(program.replace(twins=twins))
    assert "twins: v1:v2 v3:-v4*" in text
    assert from_text(text).twins == twins


@pytest.mark.parametrize(
    ("value", "twin", "said"),
    [
        (3, Twin(5, 1, False), "operations"),
        (3, Twin(3, 1, False), "needs the other"),
        (3, Twin(4, 2, False), "sign"),
        (3, Twin(9, 1, False), "range"),
    ],
)
def test_twins_that_cannot_be_are_malformed(value: int, twin: Twin, said: str) -> None:
    program = shown("v3 v4 v5", INSTRUCTIONS).replace(twins={value: twin})
    with pytest.raises(Malformed, match=said):
        verify(program)
    if twin.sign == 1 and twin.other < len(program):
        with pytest.raises(TextError, match=said):
            from_text(to_text(program))


def test_a_value_is_no_twin_of_what_it_is_made_of() -> None:
    program = shown("v4", "v1 = input(q, 0)\nv2 = mul v1 v1\nv3 = mul v2 v1\nv4 = mul v3 v3")
    with pytest.raises(Malformed, match="needs the other"):
        verify(program.replace(twins={2: Twin(3, 1, False)}))
    assert program.ops[2] == Op.MUL
