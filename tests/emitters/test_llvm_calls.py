"""Calls of native functions put together: fixed arguments, places, one state and many."""

from __future__ import annotations

import numpy as np

from kane.emitters.llvm_calls import WORK, Place
from kane.machine.loop import Plan, argued, kernel_of
from kane.machine.routine import native
from kane.program.arrays import Floats
from kane.program.routine import routine


@routine
def add_times(a: Floats, b: Floats, factor: float, count: int, made: Floats) -> None:
    """made = a + factor b."""
    for i in range(count):
        made[i] = a[i] + factor * b[i]


def test_calls_follow_one_another_on_fixed_memory_and_places() -> None:
    """x + 2 c into the workspace, then that less 3 y, from the second element of y on."""
    call, c = native(add_times), np.array([1.0, 10.0, 100.0])
    first = argued(call, Place("x"), c, 2.0, 3, Place(WORK, 8))
    second = argued(call, Place(WORK, 8), Place("y", 1), -3.0, 3, Place("z"))
    plan = Plan(calls=(first, second), workspace=16, kept=(call, c))

    kernel = kernel_of("both", (("x", 3), ("y", 4)), ("z", 3), plan)

    x, y = np.arange(12.0).reshape(4, 3), np.arange(16.0).reshape(4, 4) ** 2
    expected = x + 2 * c - 3 * y[:, 1:]
    assert np.array_equal(kernel(x[1], y[1]), expected[1])
    assert np.array_equal(kernel(x, y), expected)
    assert np.array_equal(kernel(x[::-1], y[::-1]), expected[::-1])
    assert kernel.signature.workspace == 16
