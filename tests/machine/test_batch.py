"""Batches: any strides, any number of states, threads, progress, interrupts."""

from __future__ import annotations

import signal
import subprocess
import threading
import time
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kane.errors import ArgumentError, Interrupted
from kane.machine.batch import PERIOD, Pace
from kane.machine.compile import jit
from kane.machine.kernel import Kernel
from tests.machine.modules import expected, planar, planar_batch
from tests.machine.processes import LONGEST, started


@cache
def planar_kernel() -> Kernel:
    return jit(planar(), planar_batch())


def states(count: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(count)
    return rng.random((count, 2)), rng.random((count, 1))


def assert_right(result: Any, a: np.ndarray, b: np.ndarray) -> None:
    total, swapped = result
    wanted = expected(a, b)
    assert total.shape == (len(a), 1)
    assert np.array_equal(total, wanted[0])
    assert np.array_equal(swapped, wanted[1])


@pytest.mark.parametrize("count", [0, 1, 2, 63, 64, 65, 1000, 5000])
@pytest.mark.parametrize("threads", [1, 2, 7])
def test_every_number_of_states_is_right(count: int, threads: int) -> None:
    a, b = states(count)
    assert_right(planar_kernel().batch(a, b, threads=threads), a, b)


LAYOUTS: dict[str, Callable[[np.ndarray], Any]] = {
    "row-major": lambda a: a.copy(),
    "column-major": np.asfortranarray,
    "reversed": lambda a: a[::-1],
    "elements reversed": lambda a: a[:, ::-1],
    "every third": lambda a: np.repeat(a, 3, axis=0)[::3],
    "columns of more": lambda a: np.repeat(a, 3, axis=1)[:, 1::3],
    "one state, repeated": lambda a: np.broadcast_to(a[:1], a.shape),
    "one number, repeated": lambda a: np.broadcast_to(a[0, 0], a.shape),
    "read-only": lambda a: np.frombuffer(a.tobytes()).reshape(a.shape),
    "unaligned": lambda a: np.frombuffer(b"x" + a.tobytes(), offset=1).reshape(a.shape),
    "other byte order": lambda a: a.astype(">f8"),
    "single precision": lambda a: a.astype(np.float32),
    "integers": lambda a: (8 * a).astype(int),
    "lists": lambda a: a.tolist(),
    "inside a record": lambda a: record(a)["x"],
}


def record(a: np.ndarray) -> np.ndarray:
    made = np.zeros(len(a), dtype=[("tag", "u1"), ("x", "f8", a.shape[1:])])
    made["x"] = a
    return made


@pytest.mark.parametrize("first", LAYOUTS)
@pytest.mark.parametrize("second", ["row-major", "column-major", "reversed"])
def test_every_layout_is_right(first: str, second: str) -> None:
    a, b = states(21)
    a, b = LAYOUTS[first](a), LAYOUTS[second](b)
    assert_right(planar_kernel()(a, b), np.asarray(a, float), b)


@given(st.data())
def test_any_slices_are_right(data: st.DataObject) -> None:
    whole = np.random.default_rng(7).random((12, 6, 5))
    steps = st.integers(-3, 3).filter(bool)
    view = whole.transpose(data.draw(st.permutations(range(3))))
    view = view[:: data.draw(steps), data.draw(st.integers(0, 4)), :: data.draw(steps)]
    a = view[:, :2] if view.shape[1] > 1 else np.broadcast_to(view, (len(view), 2))
    b = view[:, -1:]
    assert_right(planar_kernel()(a, b), a, b)


def test_one_state_and_a_batch_of_one_agree() -> None:
    a, b = states(1)
    assert np.array_equal(planar_kernel()(a, b).swapped[0], planar_kernel()(a[0], b[0]).swapped)


def test_nan_stays_in_its_state() -> None:
    a, b = states(9)
    a[4] = np.nan
    total = planar_kernel()(a, b).total
    assert np.flatnonzero(np.isnan(total)).tolist() == [4]


# ── outputs given ─────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("order", ["C", "F"])
def test_outputs_given_are_filled_and_returned(order: str) -> None:
    a, b = states(30)
    memory = np.zeros((60, 8), order="C" if order == "C" else "F")
    out = (memory[::2, :1], memory[::2, 7:5:-1])
    result = planar_kernel().batch(a, b, out=out)
    assert result.total is out[0]
    assert_right(out, a, b)
    assert not memory[1::2].any()
    assert not memory[:, 1:6].any()


@pytest.mark.parametrize(
    ("out", "words"),
    [
        (np.zeros((5, 1)), r"has 2 outputs \(total, swapped\), but `out` holds 1"),
        (
            (np.zeros((5, 1)), np.zeros((4, 2))),
            r"output 'swapped' has shape \(4, 2\), but a batch of 5",
        ),
        ((np.zeros(5), np.zeros((5, 2))), r"output 'total' has shape \(5,\)"),
        ((np.zeros((5, 1), int), np.zeros((5, 2))), r"argument 'total': type <i8"),
        ((np.zeros((5, 1)), [[0, 0]] * 5), r"argument 'swapped': a list has no memory"),
        ((np.zeros((5, 1)), np.broadcast_to(0.0, (5, 2))), r"output 'swapped'.*read-only"),
    ],
)
def test_other_outputs_are_refused_by_name(out: object, words: str) -> None:
    a, b = states(5)
    with pytest.raises(ArgumentError, match=words):
        planar_kernel().batch(a, b, out=out)


def test_outputs_over_inputs_are_refused() -> None:
    a, b = states(5)
    with pytest.raises(ArgumentError, match="output 'swapped' shares memory with 'a'"):
        planar_kernel().batch(a, b, out=(np.zeros((5, 1)), a))


def test_a_batch_asked_for_must_be_one() -> None:
    with pytest.raises(ArgumentError, match="a batch was asked for"):
        planar_kernel().batch(np.ones(2), np.ones(1))


@pytest.mark.parametrize("threads", [0, -1, 1.5, "2"])
def test_threads_are_one_or_more(threads: Any) -> None:
    with pytest.raises(ArgumentError, match=f"a batch on {threads!r} threads. Ask for one or more"):
        planar_kernel().batch(*states(5), threads=threads)


# ── slices ────────────────────────────────────────────────────────────────────────────────────
def test_slices_settle_at_the_period() -> None:
    pace = Pace()
    for _ in range(20):
        pace.learn(pace.states, pace.states * 1e-6)
    assert pace.states == pytest.approx(PERIOD / 1e-6, rel=0.01)
    pace.learn(pace.states, 100.0)
    assert pace.states == 64


def heavy() -> tuple[Kernel, np.ndarray, np.ndarray]:
    """A kernel whose batch of 4,000 states, 8·10⁸ stores, takes from 0.1 to 1 s."""
    return jit(planar(), planar_batch(delay=200_000)), *states(4_000)


@pytest.mark.parametrize("threads", [1, 2])
def test_progress_is_reported_and_results_are_whole(
    threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kane.machine.batch.PERIOD", 1e-3)  # far below the batch's time anywhere
    kernel, a, b = heavy()
    counts: list[int] = []
    result = kernel.batch(a, b, threads=threads, progress=lambda done, _: counts.append(done))
    assert_right(result, a, b)
    assert counts == sorted(counts)
    assert counts[-1] == len(a)
    assert len(counts) > 3


@pytest.mark.parametrize("threads", [1, 2])
def test_error_in_progress_ends_the_batch(threads: int) -> None:
    kernel, a, b = heavy()
    before = set(threading.enumerate())

    def fail(done: int, total: int) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        kernel.batch(a, b, threads=threads, progress=fail)
    assert set(threading.enumerate()) <= before
    assert_right(kernel.batch(a[:50], b[:50]), a[:50], b[:50])


def test_interruption_says_how_far_it_came() -> None:
    kernel, a, b = heavy()
    out = (np.full((len(a), 1), np.nan), np.full(a.shape, np.nan))

    def interrupt(done: int, total: int) -> None:
        if done > 500:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as caught:
        kernel.batch(a, b, out=out, progress=interrupt)
    done = caught.value.done
    assert 500 < done < len(a)
    assert caught.value.total == len(a)
    assert_right((out[0][:done], out[1][:done]), a[:done], b[:done])
    assert np.isnan(out[0][done:]).all()
    assert_right(kernel.batch(a[:50], b[:50]), a[:50], b[:50])


LONG = """
import sys, time, threading
import numpy as np
from kane.errors import Interrupted
from kane.machine.compile import jit
from tests.machine.modules import planar, planar_batch
kernel = jit(planar(), planar_batch(delay=200_000))
a, b = np.ones((10_000_000, 2)), np.ones((10_000_000, 1))
kernel.batch(a[:10], b[:10])
print("started", flush=True)
try:
    kernel.batch(a, b, threads={threads})
except Interrupted as stop:
    print(stop.done, threading.active_count(), flush=True)
    total, swapped = kernel(a[0], b[0])
    print(total[0], flush=True)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGINT"), reason="no such signal here")
@pytest.mark.parametrize("threads", [pytest.param(1, marks=pytest.mark.slow), 2])
def test_ctrl_c_ends_a_long_batch_within_a_few_slices(threads: int) -> None:
    process = started(LONG.format(threads=threads))
    assert process.stdout is not None
    assert process.stdout.readline() == "started\n"
    time.sleep(0.3)
    start = time.perf_counter()
    process.send_signal(signal.SIGINT)
    try:
        done, running = map(int, process.stdout.readline().split())
        took = time.perf_counter() - start
        out, complaint = process.communicate(timeout=LONGEST)
    except subprocess.TimeoutExpired:
        process.kill()
        raise
    assert took < 60 * PERIOD  # a busy machine's slices are long; the batch takes minutes
    assert 0 < done < 10_000_000
    assert running == 1
    assert (out, complaint) == ("2.0\n", "")
    assert process.returncode == 0
