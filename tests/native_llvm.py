"""LLVM text of our emitters as Python calls, on this processor or on a lesser one.

    call = scalar(emit(program, target))
    outputs = call(*arguments)

`LESSER` names the processors that this machine can play by leaving features unused.
"""

from __future__ import annotations

import ctypes
import platform
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from kane.emitters.code import Code
from kane.machine.cpu import MidEnd, Processor, Tier, assemble, function, host, load
from kane.program.program import Program
from tests.error_bound import Arrays

Call = Callable[..., Arrays]

_ON_X86: Final = {"without AVX-512": "-avx512f", "without AVX": "-avx", "without FMA": "-fma,-fma4"}
LESSER: Final = {
    name: replace(host(), features=f"{host().features},{without}")
    for name, without in (_ON_X86 if platform.machine() in ("x86_64", "AMD64") else {}).items()
}
GUARD: Final = -77.25  # what memory beyond an array holds, before and after


def scalar(code: Code, processor: Processor | None = None, tier: Tier = Tier.OPTIMIZED) -> Call:
    """A call of a scalar function on one state."""
    count = len(code.signature.inputs) + len(code.signature.outputs) + 1
    run = _function(code, processor, tier, [ctypes.c_void_p] * count)

    def call(*arguments: np.ndarray) -> Arrays:
        given = [np.ascontiguousarray(argument, dtype=float) for argument in arguments]
        outputs = [Guarded(output.size) for output in code.signature.outputs]
        work = Guarded(code.signature.workspace)
        run(*(x.ctypes.data for x in given), *(x.address for x in (*outputs, work)))
        work.check()
        shapes = [output.shape for output in code.signature.outputs]
        return tuple(x.check().reshape(shape) for x, shape in zip(outputs, shapes, strict=True))

    return call


def lanes(code: Code, processor: Processor | None = None) -> Call:
    """A call of a function of W lanes on arrays of shape (elements, W)."""
    groups, W = len(code.signature.inputs) + len(code.signature.outputs), code.target.lanes
    types = [*[ctypes.c_void_p] * (groups + 1), *[ctypes.c_int64] * groups]
    run = _function(code, processor, Tier.OPTIMIZED, types)

    def call(*arguments: np.ndarray) -> Arrays:
        given = [np.ascontiguousarray(argument, dtype=float) for argument in arguments]
        outputs = [Guarded(output.size * W) for output in code.signature.outputs]
        work = Guarded(code.signature.workspace)
        addresses = [*(x.ctypes.data for x in given), *(x.address for x in (*outputs, work))]
        run(*addresses, *[8 * W] * groups)
        work.check()
        return tuple(x.check().reshape(-1, W) for x in outputs)

    return call


class Batch:
    """A batch driver; `control` is what it was given last: stop flag, states done."""

    def __init__(self, code: Code, processor: Processor | None = None) -> None:
        pointer, index = ctypes.c_void_p, ctypes.c_int64
        types = [pointer, pointer, index, index, pointer]
        self.run = _function(code, processor, Tier.OPTIMIZED, types, index)
        self.workspace = code.signature.workspace
        self.control = (ctypes.c_int64 * 2)()

    def __call__(self, arrays: Sequence[np.ndarray], first: int, last: int) -> int:
        """Inputs and outputs of shape (states, elements), any strides; the index reached."""
        rows = [(array.__array_interface__["data"][0], *array.strides) for array in arrays]
        table, work = np.array(rows, dtype=np.int64), Guarded(self.workspace)
        reached: int = self.run(table.ctypes.data, work.address, first, last, self.control)
        work.check()
        return reached


class Guarded:
    """Doubles, 64-byte aligned, with a guard before and behind."""

    def __init__(self, size: int) -> None:
        self.memory = np.full(size + 24, GUARD)
        start = 8 + (-self.memory.ctypes.data // 8) % 8
        self.inside = slice(start, start + size)
        self.address = self.memory.ctypes.data + 8 * start

    def check(self) -> np.ndarray:
        """What is inside, if nothing was written outside."""
        start, stop = self.inside.start, self.inside.stop
        assert (self.memory[:start] == GUARD).all(), "written before the array"
        assert (self.memory[stop:] == GUARD).all(), "written behind the array"
        return self.memory[self.inside]


def _function(
    code: Code,
    processor: Processor | None,
    tier: Tier,
    types: Sequence[object],
    result: object = None,
) -> Callable[..., int]:
    made = assemble(code.text, processor or host(), tier, MidEnd.NONE)
    run: Callable[..., int] = function(load(made, (code.entry,)), code.entry, result, *types)
    return run


def same(actual: Arrays, expected: Arrays) -> bool:
    """Whether all agree to the bit, signs of zeros included; a NaN is a NaN."""
    return all(
        np.array_equal(a, b, equal_nan=True)
        and bool(np.all(np.isnan(a) | (np.signbit(a) == np.signbit(b))))
        for a, b in zip(actual, expected, strict=True)
    )


def cut_everywhere(program: Program) -> Program:
    """The Program with every instruction in a chunk of its own."""
    return program.replace(chunks=tuple(range(2, len(program))))
