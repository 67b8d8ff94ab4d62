"""Places in the workspace: no two values that are still needed share one, and places are reused."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kane.algebra.op import Op
from kane.emitters.slots import Slots, allocate, bounds, last_uses
from kane.passes import optimize
from kane.program.program import Program
from kane.program.target import Target
from tests.emitters.one_operation import program_of
from tests.programs import programs, random_program


def cut(program: Program, count: int, seed: int) -> Program:
    """The optimized Program cut at so many random places."""
    made = optimize(program, Target(whole=10**6))
    places = range(2, len(made))
    cuts = Random(seed).sample(places, min(count, len(places)))
    return made.replace(chunks=tuple(sorted(cuts)))


def chunk_of(program: Program, value: int) -> int:
    return next(k for k, (start, stop) in enumerate(bounds(program)) if start <= value < stop)


def run(program: Program, slots: Slots, value: int) -> set[int]:
    """The places that a value takes."""
    size = 2 * slots.width if program.ops[value] == Op.SINCOS else 1
    return set(range(slots.of[value], slots.of[value] + size))


@given(programs(least=5, most=60), st.integers(1, 12), st.integers(0, 999))
def test_values_needed_at_once_have_places_of_their_own(
    program: Program, count: int, seed: int
) -> None:
    made = cut(program, count, seed)
    slots, last = allocate(made), last_uses(made)
    needed = {value: range(chunk_of(made, value), last[value] + 1) for value in slots.of}
    for a in needed:
        assert max(run(made, slots, a)) < slots.count
        for b in needed:
            together = set(needed[a]) & set(needed[b])
            assert a == b or not together or run(made, slots, a).isdisjoint(run(made, slots, b))


@given(programs(least=5, most=60), st.integers(1, 12), st.integers(0, 999))
def test_what_a_later_chunk_reads_has_a_place(program: Program, count: int, seed: int) -> None:
    made = cut(program, count, seed)
    slots = allocate(made)
    for index, (op, args) in enumerate(zip(made.ops, made.args, strict=True)):
        for arg in args if op not in (Op.CONSTANT, Op.INPUT, Op.ITEM) else ():
            source = abs(arg)
            if made.ops[source] == Op.ITEM:
                source = made.args[source][0]
            crosses = index and chunk_of(made, source or 1) < chunk_of(made, index)
            if crosses and made.ops[source] not in (Op.CONSTANT, Op.INPUT):
                assert source in slots.of


@given(st.integers(0, 999), st.integers(2, 40))
def test_there_are_as_many_places_as_are_needed_at_once(seed: int, count: int) -> None:
    """Of each size: a first-come allocation of intervals needs no more than their depth."""
    made = cut(random_program(Random(seed), operations=200), count, seed)
    slots, last = allocate(made), last_uses(made)
    chunks = range(len(bounds(made)))
    needed = {value: range(chunk_of(made, value), last[value] + 1) for value in slots.of}
    depth = 0
    for several in (True, False):
        values = [value for value in needed if (made.ops[value] == Op.SINCOS) is several]
        most = max(sum(chunk in needed[value] for value in values) for chunk in chunks)
        depth += most * (2 * slots.width if several else 1)
    assert slots.count == depth


@pytest.mark.parametrize("chunks", [(), (1,), (10_000,)])
def test_a_program_in_one_piece_needs_no_place(chunks: tuple[int, ...]) -> None:
    program = program_of(Op.SINCOS).replace(chunks=chunks)
    assert allocate(program) == Slots(of={}, count=0, width=4)
