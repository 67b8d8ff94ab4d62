"""Modules in parts: the same functions, whichever part they are in."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from kane.machine import parts
from kane.machine.compile import jit
from kane.machine.parts import at_once, cut, joined, separated
from kane.pipeline import emit, emit_batch, optimize
from kane.program.target import Target
from tests.machine.modules import SCALAR
from tests.programs import random_arguments, random_program

TARGET = Target(lanes=4, chunk=40, whole=80)
PROGRAM = optimize(random_program(Random(11), operations=1500), TARGET)


@pytest.fixture(autouse=True)
def no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KANE_CACHE", "off")


def results(count: int, monkeypatch: pytest.MonkeyPatch) -> list[np.ndarray]:
    """Of one state and of a batch, compiled in so many parts."""
    monkeypatch.setattr(parts, "_LEAST", 1000)
    monkeypatch.setattr("kane.machine.cpu.cut", lambda text: cut(text, count))
    kernel = jit(emit(PROGRAM, TARGET), emit_batch(PROGRAM, TARGET))
    kernel.address()
    states = [random_arguments(PROGRAM, seed) for seed in range(7)]
    batch = kernel.batch(*(np.array(group) for group in zip(*states, strict=True)))
    return [np.concatenate([x.ravel() for x in made]) for made in (kernel(*states[3]), batch)]


@pytest.mark.parametrize("count", [2, 3, 16])
def test_parts_compute_what_the_whole_does_to_the_bit(
    count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(PROGRAM.chunks) > 4
    whole, in_parts = results(1, monkeypatch), results(count, monkeypatch)
    for a, b in zip(whole, in_parts, strict=True):
        assert np.array_equal(a, b, equal_nan=True)


def test_a_text_is_cut_as_far_as_it_is_worth(monkeypatch: pytest.MonkeyPatch) -> None:
    text = emit(PROGRAM, TARGET).text
    assert cut(text, 4) == [text]  # too short for threads
    monkeypatch.setattr(parts, "_LEAST", len(text) // 3)
    assert len(cut(text, 16)) == 3
    assert len(cut(text, 2)) == 2
    assert cut(text, 1) == [text]
    monkeypatch.setattr(parts, "_LEAST", 1)
    assert sum("define void @planar(" in part for part in cut(SCALAR, 3)) == 1


@pytest.mark.parametrize("objects", [[b"one"], [b"one", b"", b"three" * 100]])
def test_objects_come_apart_as_they_were_joined(objects: list[bytes]) -> None:
    assert separated(joined(objects)) == objects


def test_work_at_once_keeps_its_order_and_its_errors() -> None:
    assert at_once(lambda x: x * x, range(9)) == [x * x for x in range(9)]
    with pytest.raises(ZeroDivisionError):
        at_once(lambda x: 1 / x, [1, 2, 0, 3])
