"""Keys: equal for the same code, different for any other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from kane.algebra.op import Op
from kane.machine import key as keys
from kane.machine.cpu import Processor, host
from kane.machine.key import program_key
from kane.program.program import Program
from kane.program.target import Build, Target
from tests.programs import random_program

PROGRAM = random_program(Random(5), operations=60)
TARGET = Target()


def key(
    program: Program,
    target: Target = TARGET,
    processor: Processor | None = None,
    which: str = "one",
) -> bytes | None:
    return program_key(program, target, processor or host(), which)


def first(program: Program, *ops: Op) -> int:
    return next(k for k, op in enumerate(program.ops) if op in ops)


def other_operation(program: Program) -> Program:
    at = first(program, Op.ADD, Op.MUL)
    op = Op.MUL if program.ops[at] == Op.ADD else Op.ADD
    return program.replace(ops=(*program.ops[:at], op, *program.ops[at + 1 :]))


def swapped_operands(program: Program) -> Program:
    at = first(program, Op.ADD, Op.MUL)
    a, b = program.args[at]
    return program.replace(args=(*program.args[:at], (b, -a), *program.args[at + 1 :]))


CHANGES: dict[str, Callable[[Program], Program]] = {
    "name": lambda p: p.replace(name="other"),
    "operation": other_operation,
    "operands": swapped_operands,
    "constant": lambda p: p.replace(values={**p.values, max(p.values): 0.123}),
    "sign of zero": lambda p: p.replace(values={**p.values, max(p.values): -0.0}),
    "attribute": lambda p: p.replace(attributes={**p.attributes, len(p) + 1: 3}),
    "rates": lambda p: p.replace(rates=bytes(len(p))),
    "chunks": lambda p: p.replace(chunks=(10,)),
    "input's name": lambda p: p.replace(
        inputs=(replace(p.inputs[0], name="z"), *p.inputs[1:])
    ),
    "output's reference": lambda p: p.replace(
        outputs=(replace(p.outputs[0], refs=tuple(-r for r in p.outputs[0].refs)), *p.outputs[1:])
    ),
}  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
def test_any_change_of_the_program_changes_the_key(change: str) -> None:
    assert key(CHANGES[change](PROGRAM)) != key(PROGRAM)


def test_labels_do_not_count_and_equal_programs_have_equal_keys() -> None:
    again = random_program(Random(5), operations=60)
    assert key(again.replace(labels={3: "w_NB_B.x"})) == key(PROGRAM)


def test_target_processor_and_kind_count() -> None:
    made = {
        key(PROGRAM),
        key(PROGRAM, which="many"),
        key(PROGRAM, Target(lanes=4)),
        key(PROGRAM, Target(has_fma=False)),
        key(PROGRAM, Target(build=Build.STRICT)),
        key(PROGRAM, processor=Processor(name="x86-64")),
        key(PROGRAM, processor=Processor(name="x86-64", features="+avx")),
    }
    assert len(made) == 7


def test_compilers_version_and_our_own_sources_count(monkeypatch: pytest.MonkeyPatch) -> None:
    sources = keys._sources()
    monkeypatch.setattr(keys, "_sources", lambda: sources)  # whoever edits them meanwhile
    keys.circumstances.cache_clear()
    before = key(PROGRAM)
    for name, value in (("versions", "other"), ("_sources", [("machine", "cpu.py", 1, 1)])):
        with monkeypatch.context() as changed:
            keys.circumstances.cache_clear()
            changed.setattr(keys, name, lambda value=value: value)
            assert key(PROGRAM) != before
    keys.circumstances.cache_clear()
    assert key(PROGRAM) == before


def test_opaque_functions_have_no_key() -> None:
    assert key(PROGRAM.replace(attributes={7: len})) is None
