"""Kernels: calls on one state, their arguments, and threads."""

from __future__ import annotations

import ctypes
import gc
import resource
import threading
import time
import weakref
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks.chain import chain_program
from kane.errors import ArgumentError, TargetError
from kane.machine.compile import jit
from kane.machine.cpu import Tier, host_target
from kane.machine.kernel import Kernel
from kane.machine.tiers import ENTRY
from kane.pipeline import compile
from kane.program.interpret import interpret
from tests.error_bound import agree, error_bound
from tests.machine.modules import expected, planar, planar_batch, slow

A = np.array([1.5, -2.0])
B = np.array([3.0])


@pytest.fixture
def kernel() -> Kernel:
    return jit(planar(), planar_batch())


@pytest.mark.parametrize(
    "arguments",
    [
        (A, B),
        (A.tolist(), B.tolist()),
        (tuple(A), 3.0),
        (A, np.float64(3.0)),
        (A, np.array(3.0)),
        (np.array([1.5, 9.0, -2.0])[::2], B),
        (A[::-1][::-1], B),
        (A.astype(">f8"), B.astype(">f8")),
        (A.astype(np.float32), B.astype(np.longdouble)),
        (A, np.array([3])),
        (A, np.array([3], dtype=np.uint8)),
    ],
)
def test_whatever_is_a_row_of_real_numbers_is_taken(kernel: Kernel, arguments: object) -> None:
    total, swapped = kernel(*arguments)  # type: ignore[misc]
    assert np.array_equal(total, expected(A, B)[0])
    assert np.array_equal(swapped, expected(A, B)[1])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((A,), r"takes 2 arguments \(a, b\), but 1 were given"),
        ((A, B, B), r"takes 2 arguments \(a, b\), but 3 were given"),
        ((), r"takes 2 arguments"),
        ((np.ones(3), B), r"argument 'a' has shape \(3,\).*\(2,\) for one state, or \(N, 2\)"),
        ((A, np.ones(2)), r"argument 'b' has shape \(2,\).*\(1,\) for one state"),
        ((np.ones((4, 3)), np.ones((4, 1))), r"argument 'a' has shape \(4, 3\)"),
        ((np.ones((2, 2, 2)), B), r"argument 'a' has shape \(2, 2, 2\)"),
        ((1.0, B), r"argument 'a' has shape \(\)"),
        ((A.astype(object), B), r"argument 'a': values of type object are not real numbers"),
        ((A.astype(complex), B), r"argument 'a': values of type complex128"),
        ((["x", "y"], B), r"argument 'a': values of type <U1"),
        (([[1.0], [2.0, 3.0]], B), r"argument 'a': a list whose rows differ in length"),
        (([None, 1.0], B), r"argument 'a': values of type object"),
        ((np.ones((4, 2)), B), r"one state and a batch are mixed \(a \(4, 2\), b \(1,\)\)"),
        ((np.ones((4, 2)), np.ones((5, 1))), r"batches differ in length \(a \(4, 2\), b \(5, 1\)"),
    ],
)
def test_other_arguments_are_refused_by_name(
    kernel: Kernel, arguments: tuple[object, ...], words: str
) -> None:
    with pytest.raises(ArgumentError, match=words):
        kernel(*arguments)
    kernel(A, B)  # now with code and memory there
    with pytest.raises(ArgumentError, match=words):
        kernel(*arguments)


def test_results_are_the_callers_own(kernel: Kernel) -> None:
    first = kernel(A, B)
    second = kernel(2 * A, B)
    assert np.array_equal(first.swapped, A[::-1])
    assert np.array_equal(second.swapped, 2 * A[::-1])


def test_nan_and_infinity_pass_through(kernel: Kernel) -> None:
    total, swapped = kernel([np.nan, 1.0], [np.inf])
    assert np.isnan(total[0])
    assert swapped[0] == 1.0
    assert np.isnan(swapped[1])


def test_optimized_code_takes_over_and_gives_the_same(kernel: Kernel) -> None:
    assert tier_of(kernel) is None
    quick = kernel(A, B)
    deadline = time.monotonic() + 10
    while tier_of(kernel) is not Tier.OPTIMIZED and time.monotonic() < deadline:
        time.sleep(0.001)
    assert tier_of(kernel) is Tier.OPTIMIZED
    assert np.array_equal(kernel(A, B).total, quick.total)


def test_tiers_with_different_workspaces_take_over_among_threads() -> None:
    """The optimized code of a cut Program keeps values in memory, the quick one does not."""
    program = chain_program(4)
    target = replace(host_target(), whole=20, chunk=20)
    kernel = compile(program, target)
    state = [np.full(4, value) for value in (0.3, -0.5, 0.7)]
    (correct,), (bound,) = interpret(program, *state), error_bound(program, *state)
    assert kernel.address(Tier.QUICK).workspace == 0
    wrong: list[int] = []

    def work() -> None:
        while tier_of(kernel) is not Tier.OPTIMIZED:
            if not agree((kernel(*state),), (correct,), (bound,)):
                wrong.append(1)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert not wrong
    assert kernel.signature.workspace == kernel.address().workspace > 20
    assert agree((kernel(*state),), (correct,), (bound,))


def tier_of(kernel: Kernel) -> Tier | None:
    return kernel.tier


def test_kernel_tells_what_it_is(kernel: Kernel) -> None:
    assert repr(kernel) == "Kernel 'planar': (a (2,), b (1,)) → (total (1,), swapped (2,))"
    assert kernel.signature == planar().signature
    assert kernel.code == planar()
    assert "planar" in kernel.assembly


def test_code_for_one_state_has_no_batches() -> None:
    with pytest.raises(TargetError, match="has none for batches"):
        jit(planar())(np.ones((4, 2)), np.ones((4, 1)))


# ── bound calls ───────────────────────────────────────────────────────────────────────────────
def test_bound_call_works_on_the_memory_given(kernel: Kernel) -> None:
    a, b, total, swapped = A.copy(), B.copy(), np.zeros(1), np.zeros(2)
    call = kernel.bind(a, b, total, swapped)
    for scale in (1.0, 4.0):
        a[:] = scale * A
        call()
        assert total[0] == expected(a, b)[0]


def test_bound_call_keeps_arrays_and_code_alive() -> None:
    total = np.zeros(1)
    call = jit(planar()).bind(A.copy(), B.copy(), total, np.zeros(2))
    gc.collect()
    call()
    assert total[0] == expected(A, B)[0]


@pytest.mark.parametrize(
    ("place", "array", "words"),
    [
        (0, [1.0, 2.0], r"argument 'a': a list has no memory to use in place"),
        (0, np.ones(2, np.float32), r"argument 'a': type <f4 cannot be used in place"),
        (0, np.ones(2, ">f8"), r"argument 'a': type >f8 cannot be used in place"),
        (0, np.ones(2, object), r"argument 'a': type \|O cannot be used in place"),
        (0, np.ones(4)[::2], r"argument 'a': strides \(16,\) are not those of a contiguous"),
        (0, np.ones(3), r"argument 'a' has shape \(3,\), but a bound call takes.*\(2,\)"),
        (0, np.frombuffer(b"x" * 17, offset=1), r"argument 'a': its memory is not aligned"),
        (1, np.float64(1.0), r"argument 'b': a float64 has no memory"),
        (2, np.broadcast_to(0.0, (1,)), r"output 'total': the array .* is read-only"),
        (3, np.ones((2, 1)), r"argument 'swapped' has shape \(2, 1\)"),
    ],
)
def test_memory_that_cannot_be_used_is_refused_by_name(
    kernel: Kernel, place: int, array: object, words: str
) -> None:
    arrays: list[object] = [A.copy(), B.copy(), np.zeros(1), np.zeros(2)]
    arrays[place] = array
    with pytest.raises(ArgumentError, match=words):
        kernel.bind(*arrays)


def test_outputs_must_lie_apart(kernel: Kernel) -> None:
    memory = np.zeros(4)
    with pytest.raises(ArgumentError, match="output 'swapped' shares memory with 'a'"):
        kernel.bind(memory[:2], B.copy(), np.zeros(1), memory[1:3])
    with pytest.raises(ArgumentError, match="output 'swapped' shares memory with 'total'"):
        kernel.bind(A.copy(), B.copy(), memory[:1], memory[:2])
    kernel.bind(memory[:2], B.copy(), memory[2:3], np.zeros(2))  # neighbours are apart


def test_a_tier_is_no_text(kernel: Kernel) -> None:
    text: Any = "quick"
    with pytest.raises(ArgumentError, match=r"'quick' is no tier\. Pass Tier\.OPTIMIZED or"):
        kernel.bind(A.copy(), B.copy(), np.zeros(1), np.zeros(2), tier=text)


def test_address_is_the_documented_c_function(kernel: Kernel) -> None:
    address = kernel.address()
    function = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 5)(address)
    total, swapped, work = np.zeros(1), np.zeros(2), np.zeros(address.workspace + 8)
    aligned = work[-work.ctypes.data % 64 // 8 :]
    function(*(array.ctypes.data for array in (A, B, total, swapped, aligned)))
    assert total[0] == expected(A, B)[0]


def test_address_outlives_its_kernel() -> None:
    kernel = jit(planar())
    address, alive = kernel.address(), weakref.ref(kernel)
    del kernel
    gc.collect()
    assert alive() is None
    call = address.native.function(ENTRY, None, *[ctypes.c_void_p] * 5)
    work = np.zeros(16)
    total = np.zeros(1)
    aligned = work[-work.ctypes.data % 64 // 8 :]
    call(*(array.ctypes.data for array in (A, B, total, np.zeros(2), aligned)))
    assert total[0] == expected(A, B)[0]


# ── threads and lifetimes ─────────────────────────────────────────────────────────────────────
def test_threads_in_one_kernel_do_not_meet(kernel: Kernel) -> None:
    wrong: list[float] = []

    def work(seed: int) -> None:
        rng = np.random.default_rng(seed)
        for _ in range(2000):
            a, b = rng.random(2), rng.random(1)
            total, swapped = kernel(a, b)
            if total[0] != a[0] + a[1] * b[0] or swapped[0] != a[1]:
                wrong.append(float(total[0]))

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_interpreter_runs_on_while_native_code_runs() -> None:
    kernel = jit(slow())
    call = kernel.bind(A.copy(), B.copy(), np.zeros(1), np.zeros(2))
    turns, seen = 0, 0
    thread = threading.Thread(target=call)
    thread.start()
    while thread.is_alive():
        turns += 1
        seen = turns
        time.sleep(0)
    assert seen > 100  # with the interpreter's lock held there would be one turn


def test_kernel_dropped_while_it_runs_stays_until_it_is_done() -> None:
    totals = [np.zeros(1) for _ in range(2)]

    def run(total: np.ndarray) -> None:
        jit(slow()).bind(A.copy(), B.copy(), total, np.zeros(2))()

    threads = [threading.Thread(target=run, args=(total,)) for total in totals]
    for thread in threads:
        thread.start()
    gc.collect()
    for thread in threads:
        thread.join()
    assert [total[0] for total in totals] == [expected(A, B)[0]] * 2


@pytest.mark.parametrize(
    ("kept", "count"), [pytest.param("cache", 1000, marks=pytest.mark.slow), ("off", 100)]
)
def test_dropped_kernels_leave_nothing_behind(
    kept: str, count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KANE_CACHE", "off" if kept == "off" else str(tmp_path / kept))
    jit(planar()).address()

    def many(count: int) -> None:
        for _ in range(count):
            jit(planar())(A, B)
        gc.collect()

    many(100)  # what is made once, and the allocator's own reserve
    before = _resident()
    many(count)
    assert (_resident() - before) / count < resource.getpagesize()  # a library takes several


def _resident() -> int:
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()
