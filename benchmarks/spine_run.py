"""How fast native code runs, and what a call from Python adds to it.

From: chain_case.py, native_loop.py    Next: spine.py
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks.c_rival import compiled_by_gcc, gcc_version
from benchmarks.chain import SIZES
from benchmarks.chain_case import Case, case
from benchmarks.claim import Effort, Measurement, without_rival
from benchmarks.native_loop import native_loop
from benchmarks.timing import Loop, Race, loop_of, race
from kane.machine.cpu import Tier, host_target
from kane.machine.kernel import Kernel
from kane.pipeline import emit, emit_batch, jit

BATCH = 4_096  # of 1,024 states a call's overhead, a claim of its own, is a tenth


def kernel_of(chosen: Case) -> Kernel:
    """The case's Program as native code, compiled here and now."""
    target = host_target()
    return jit(emit(chosen.optimized, target), emit_batch(chosen.optimized, target))


def scalar_loop(kernel: Kernel, chosen: Case, outputs: np.ndarray) -> Loop:
    """A native loop around the kernel's scalar function."""
    address = kernel.address(Tier.OPTIMIZED)
    return native_loop(address, [*chosen.states, outputs], kernel.signature.workspace)


def against_c(operations: int, effort: Effort) -> Measurement:
    """How many times faster our scalar code is than the emitted C under gcc."""
    version = gcc_version()
    if version is None:
        return without_rival("gcc")
    chosen = case(SIZES[operations] if effort is Effort.FULL else 10)
    theirs_c, kernel = compiled_by_gcc(chosen.optimized), kernel_of(chosen)
    made = chosen.outputs(), chosen.outputs()
    ours = scalar_loop(kernel, chosen, made[0])
    theirs = native_loop(theirs_c.address, [*chosen.states, made[1]], theirs_c.workspace)
    for loop, torques in zip((ours, theirs), made, strict=True):
        loop(len(torques))
        chosen.assert_right(torques)
    return as_ratio(race(ours, theirs, effort), chosen.counts, version)


def batch_against_scalar(effort: Effort) -> Measurement:
    """How many times more states a second the batch call serves than the scalar function."""
    chosen = case(10, BATCH if effort is Effort.FULL else 64)
    kernel = kernel_of(chosen)
    made, alone = chosen.outputs(), chosen.outputs()
    states = len(made)

    batch = loop_of(lambda: kernel.batch(*chosen.states, out=made))
    one_by_one = scalar_loop(kernel, chosen, alone)

    def scalar(batches: int) -> float:
        return one_by_one(batches * states)

    batch(1)
    scalar(1)
    for torques in (made, alone):
        chosen.assert_right(torques, rows=(0, 1, states - 1))
    note = f"for {states} states, {host_target().lanes} lanes"
    return as_ratio(race(batch, scalar, effort), chosen.counts, note=note)


def bound_overhead(effort: Effort) -> Measurement:
    """Microseconds that a bound call takes above the function itself."""
    chosen = case(10)
    kernel, torques = kernel_of(chosen), np.empty(10)
    call = kernel.bind(*first_state(chosen), torques)
    return above_native(loop_of(call), kernel, chosen, torques, effort)


def ordinary_overhead(effort: Effort) -> Measurement:
    """Microseconds that `kernel(q, u, udot)` takes above the function itself."""
    chosen = case(10)
    kernel, (q, u, udot) = kernel_of(chosen), first_state(chosen)
    kernel.address(Tier.OPTIMIZED)
    torques = kernel(q, u, udot)
    return above_native(loop_of(lambda: kernel(q, u, udot)), kernel, chosen, torques, effort)


def first_state(chosen: Case) -> Sequence[np.ndarray]:
    """Arrays of one state, each contiguous."""
    return [array[0].copy() for array in chosen.states]


def above_native(
    python: Loop, kernel: Kernel, chosen: Case, torques: np.ndarray, effort: Effort
) -> Measurement:
    """Microseconds of a call from Python less those of the function, on the same state."""
    python(1)
    rows = [np.ascontiguousarray(array[:1]) for array in chosen.states]
    address = kernel.address(Tier.OPTIMIZED)
    native = native_loop(address, [*rows, np.empty((1, 10))], kernel.signature.workspace)
    chosen.assert_right(torques[np.newaxis], rows=(0,))
    came = race(python, native, effort)
    return difference(came, chosen.counts, f"native {came.rival.median * 1e6:.3f} µs")


def batch_overhead(effort: Effort) -> Measurement:
    """Microseconds that a batch call takes above its states' share of a large batch."""
    lanes = host_target().lanes
    chosen = case(10, BATCH if effort is Effort.FULL else 64)
    kernel = kernel_of(chosen)
    few = [np.ascontiguousarray(array[:lanes]) for array in chosen.states]
    torques = kernel(*few)
    chosen.assert_right(torques, rows=(0, lanes - 1))
    made = chosen.outputs()
    large = loop_of(lambda: kernel.batch(*chosen.states, out=made))
    share = lanes / len(made)
    came = race(loop_of(lambda: kernel(*few)), lambda calls: large(4) / 4 * share * calls, effort)
    return difference(came, chosen.counts, f"{lanes} states")


def difference(came: Race, counts: str, note: str) -> Measurement:
    """The medians' difference in microseconds."""
    above = (came.ours.median - came.rival.median) * 1e6
    return Measurement(
        value=above,
        median=above,
        spread=(came.ours.spread + came.rival.spread) * 1e6,
        repeats=came.ours.repeats,
        counts=counts,
        note=note,
    )


def as_ratio(came: Race, counts: str, rival: str = "", note: str = "") -> Measurement:
    """The rival's time over ours, with both times."""
    both = f"ours {came.ours.median * 1e9:.4g} ns, other {came.rival.median * 1e9:.4g} ns"
    return Measurement(
        value=came.ratio,
        median=came.ratio,
        spread=came.spread,
        repeats=came.ours.repeats,
        counts=counts,
        rival=rival,
        note=f"{both} {note}" if note else both,
    )
