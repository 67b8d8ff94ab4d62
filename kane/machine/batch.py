"""Calls on a batch of states, of any strides, on one or several threads.

The native driver (docs/native.md) takes a table of base address, stride between states and
stride between elements, and a range of states. Ranges are cut so that Python is back every 50 ms:
to report progress, and to hear Ctrl-C.

From: call.py    Next: kernel.py
"""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from numbers import Integral
from typing import Any, Final

import numpy as np

from kane.errors import ArgumentError, Interrupted
from kane.machine.arguments import (
    FLOAT,
    Array,
    Slot,
    require_apart,
    require_memory,
    require_writable,
)
from kane.machine.call import aligned
from kane.machine.rows import Rows
from kane.machine.tiers import TABLE, Native

Progress = Callable[[int, int], None]  # states done, states in all

PERIOD: Final = 0.05  # seconds between two looks at the world
_FIRST: Final = 256  # states in the first slice of a kernel's first batch
_GROWTH: Final = 8  # at most, from one slice to the next
_GRAIN: Final = 64  # slices are multiples of it, so that lanes stay full


@dataclass(slots=True)
class Pace:
    """How many states fit into one slice, as learnt from the slices before."""

    states: int = _FIRST

    def learn(self, states: int, seconds: float) -> None:
        """Takes a slice's time into account."""
        fitting = int(states * PERIOD / max(seconds, 1e-9))
        grown = min(fitting, _GROWTH * max(states, self.states))
        self.states = max(grown // _GRAIN * _GRAIN, _GRAIN)


class Desk:
    """What one thread hands to the driver: workspace, and the cells stop and done."""

    __slots__ = ("addresses", "control", "work")

    def __init__(self, workspace: int) -> None:
        self.work = aligned(workspace)
        self.control = (ctypes.c_int64 * 2)()
        self.addresses = (self.work.ctypes.data, ctypes.addressof(self.control))


class Driver:
    """The native batch driver of one kernel, with the memory its calls use again."""

    __slots__ = ("_desks", "_drive", "_pace", "native")

    def __init__(self, native: Native) -> None:
        self.native = native
        self._drive = native.function(TABLE, ctypes.c_int64, ctypes.c_void_p)
        self._pace = Pace()
        self._desks: list[Desk] = []

    def run(self, rows: Rows, total: int, threads: int, progress: Progress | None) -> None:
        """All states of a batch."""
        if threads > 1:
            self._run_on(threads, rows, total, progress)
            return
        desk = self._desk()
        try:
            if total <= self._pace.states and progress is None:
                self._drive(rows.frame(desk.addresses, 0, total))
            else:
                self._run_here(desk, rows, total, progress)
        finally:
            self._desks.append(desk)

    def _run_here(self, desk: Desk, rows: Rows, total: int, progress: Progress | None) -> None:
        """All states, on this thread, in slices."""
        done, pace = 0, self._pace
        desk.control[1] = 0
        try:
            while done < total:
                states = min(pace.states, total - done)
                start = time.perf_counter()
                self._drive(rows.frame(desk.addresses, done, done + states))
                if states == pace.states:
                    pace.learn(states, time.perf_counter() - start)
                done += states
                if progress is not None:
                    progress(done, total)
        except KeyboardInterrupt:
            raise Interrupted(done=desk.control[1], total=total) from None

    def _run_on(self, threads: int, rows: Rows, total: int, progress: Progress | None) -> None:
        """All states, on several threads at once, each with one range of states."""
        share = -(-total // (threads * _GRAIN)) * _GRAIN
        parts = [
            Part(self._desk(), first, min(first + share, total)) for first in range(0, total, share)
        ]
        frames = [part.frame(rows) for part in parts]
        ended = threading.Semaphore(0)
        started = 0
        try:
            for frame in frames:
                threading.Thread(target=self._work, args=(frame, parts, rows, ended)).start()
                started += 1
            while started:
                started -= ended.acquire(timeout=PERIOD)
                if progress is not None:
                    progress(sum(part.done for part in parts), total)
        except BaseException as error:
            for part in parts:
                part.desk.control[0] = 1
            for _ in range(started):
                ended.acquire()
            if isinstance(error, KeyboardInterrupt):
                done = sum(part.done for part in parts)
                raise Interrupted(done=done, total=total) from None
            raise
        self._desks.extend(part.desk for part in parts)

    def _work(self, frame: bytes, *kept: Any) -> None:
        """One thread's share; it keeps the memory, whatever becomes of the thread that waits."""
        self._drive(frame)
        kept[-1].release()

    def _desk(self) -> Desk:
        try:
            return self._desks.pop()
        except IndexError:
            return Desk(self.native.workspace)


@dataclass(frozen=True, slots=True)
class Part:
    """One thread's share of a batch: states first, …, last − 1."""

    desk: Desk
    first: int
    last: int

    def frame(self, rows: Rows) -> bytes:
        """What its driver is told."""
        self.desk.control[1] = self.first
        return rows.frame(self.desk.addresses, self.first, self.last)

    @property
    def done(self) -> int:
        """How many of its states are done."""
        return self.desk.control[1] - self.first


def require_threads(name: str, threads: Any) -> None:
    """Nothing, if a batch can run on so many threads."""
    if not isinstance(threads, Integral) or threads < 1:
        raise ArgumentError(
            f"Kernel '{name}': a batch on {threads!r} threads. Ask for one or more."
        )


# ── outputs ───────────────────────────────────────────────────────────────────────────────────
def new_outputs(slots: Sequence[Slot], total: int) -> list[Array]:
    """New arrays for the outputs of so many states."""
    empty = np.empty
    return [empty((total, *slot.shape)) for slot in slots]


def given_outputs(
    name: str, slots: Sequence[Slot], inputs: Sequence[Slot], arrays: Sequence[Array], out: Any
) -> list[Array]:
    """The arrays of `out=`, if the driver can write them."""
    wanted = out if isinstance(out, tuple | list) else (out,)
    if len(wanted) != len(slots):
        names = ", ".join(slot.name for slot in slots)
        raise ArgumentError(
            f"Kernel '{name}' has {len(slots)} outputs ({names}), but `out` holds {len(wanted)} "
            "arrays. Pass one array for each, in a tuple and in this order."
        )
    total = arrays[0].shape[0]
    for slot, array in zip(slots, wanted, strict=True):
        _require_output(name, slot, array, (total, *slot.shape))
    require_apart(name, (*inputs, *slots), (*arrays, *wanted), len(inputs))
    return list(wanted)


def _require_output(name: str, slot: Slot, array: Any, shape: tuple[int, ...]) -> None:
    """Nothing, if the driver can write an array's memory."""
    if array.__class__ is np.ndarray and array.dtype is FLOAT and array.shape == shape:
        if not array.flags.carray:
            require_writable(name, slot, require_memory(name, slot, array))
        return
    require_writable(name, slot, require_memory(name, slot, array))
    if array.shape != shape:
        raise ArgumentError(
            f"Kernel '{name}', output {slot} has shape {array.shape}, but a batch of {shape[0]} "
            f"states needs {shape}. Pass an array of that shape, or no `out`."
        )
