"""On-line custom equations: a mode that comes up in a run gets code of its own meanwhile.

    a mode without code of its own holds ──▶ a process derives its equations, compiles them,
                                             leaves the object in the cache, compares it with the
    the code for any mode goes on            code for any mode: the same ẏ? how fast?
    between two slices  ◀────────────────────┘
    the table gets one more entry, if that is faster

Nothing is swapped that would be slower or that gave another ẏ, and what fails changes nothing.

From: prepare.py, kane/machine/apart.py    Next: kane/sim/engine.py
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Final, Self

import numpy as np

from kane.machine.apart import Apart, possible
from kane.machine.call import aligned
from kane.machine.flow import Flows
from kane.machine.kernel import Address
from kane.machine.switchboard import Code, Switchboard
from kane.machine.tiers import kept
from kane.sim.functions import Native, native
from kane.sim.memory import Floats, Memory
from kane.sim.stepper import layout as at

ONLINE: Final = "online"
_KEY: Final = 32  # bytes of a key in the cache
_WORTH: Final = 0.95  # of the time of the code for any mode
_SAME: Final = 1e-9  # of the largest rate
_CALLS: Final = 200
_BLOCKS: Final = 9


@dataclass(slots=True, kw_only=True)
class Online:
    """Prepares the modes of one run while it goes on; `told` is what came of it."""

    flows: Flows
    parameters: dict[str, float]
    general: Native  # the code for any mode
    board: Switchboard
    told: list[str] = field(default_factory=list)
    waited: list[float] = field(default_factory=list)  # seconds from each need to its swap
    _tried: set[int] = field(default_factory=set)
    _work: Apart | None = None
    _mode: tuple[int, ...] = ()
    _since: float = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        if self._work is not None:
            self._end()
            self._tried.discard(_bits(self._mode))  # a run that goes on asks again
            self.told.append(f"{self._name()} was not ready when the run ended")

    def look(self, memory: Memory) -> None:
        """Takes what is ready, and has prepared what holds now and has no code of its own."""
        if self._work is not None:
            came = self._work.poll()
            if came is None:
                return
            self._end()
            self.told.append(self._taken(came, memory))
        whole = memory.n[at.WHOLE] == 1  # steps of a small system, which ask no table
        mode = None if whole or not possible() else self._wanted(memory.a)
        if mode is None:
            return
        self._tried.add(_bits(mode))
        self._mode, self._since = mode, time.perf_counter()
        self._work = Apart(self._job(mode, memory))

    def _wanted(self, a: Floats) -> tuple[int, ...] | None:
        """The rows that hold, if code for exactly these would do and there is none."""
        place, rows = int(self.board.table[0]), int(self.board.table[1])
        masks, slides = a[place : place + rows], a[place + rows : place + 2 * rows]
        mode = tuple(int(row) for row in np.flatnonzero(masks))
        known = _bits(mode) in self._tried or _bits(mode) in self.board.modes
        if known or slides.any() or not np.isin(masks, (0.0, 1.0)).all():
            return None
        for one in self.flows.contacts:
            own = range(one.normal, one.normal + 1 + one.slips)
            held = [row in mode for row in own]
            if any(held) and (one.shares or not all(held)):
                return None  # forces that are shared, or friction
        return mode

    def _job(self, mode: tuple[int, ...], memory: Memory) -> Callable[[], bytes]:
        t, y, a = (
            x.copy() for x in (memory.x[at.T : at.T + 1], memory.s[: memory.n[at.STATES]], memory.a)
        )

        def job() -> bytes:
            flow = self.flows.motion_of(mode)
            key, own = flow.kernel.keep(), native(flow, self.parameters)
            if key is None:
                return b"no cache"
            before, expected = _timed(self.general, t, y, a)
            after, found = _timed(own, t, y, a)
            apart = np.abs(found - expected).max() / max(np.abs(expected).max(), 1e-300)
            numbers = np.concatenate([[before, after, apart], own.parameters])
            return bytes(key + numbers.tobytes())

        return job

    def _taken(self, came: bytes, memory: Memory) -> str:
        """What became of it, in a line."""
        if len(came) <= _KEY:
            why = "there is no cache of compiled code" if came else "its process ended early"
            return f"{self._name()} runs by the code for any mode: {why}"
        before, after, apart, *parameters = np.frombuffer(came[_KEY:])
        if not apart <= _SAME:
            return (
                f"{self._name()} runs by the code for any mode: its own differs by {apart:.1e}, "
                "since its rows depend on each other"
            )
        if after > _WORTH * before:
            return f"{self._name()} runs by the code for any mode, which is as fast as its own"
        made = kept(came[:_KEY])
        if made is None:
            return f"{self._name()} runs by the code for any mode: the cache did not keep its own"
        code = Code(
            address=Address(made), parameters=np.array(parameters), workspace=made.workspace
        )
        self.board.prepare(self._mode, code)
        self.waited.append(time.perf_counter() - self._since)
        step, t = int(memory.n[at.STEPS]), float(memory.x[at.T])
        return (
            f"{self._name()} by code of its own after step {step}, from t = {t:.6g} s on, "
            f"{self.waited[-1] * 1e3:.0f} ms after it came up, {before / after:.1f} times as fast"
        )

    def _name(self) -> str:
        names = [self.flows.rows[row][0] for row in self._mode]
        return f"mode '{', '.join(names)}'"

    def _end(self) -> None:
        assert self._work is not None
        self._work.close()
        self._work = None


def _bits(mode: tuple[int, ...]) -> int:
    return sum(1 << row for row in mode)


def _timed(one: Native, t: Floats, y: Floats, a: Floats) -> tuple[float, Floats]:
    """Seconds of a call at the least, and what it gives."""
    p, out, work = np.append(one.parameters, 0.0), np.zeros(one.width), aligned(one.workspace)
    call: Any = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 6)(int(one.address))
    places = [array.ctypes.data for array in (t, y, a, p, out, work)]
    least = np.inf
    for _ in range(_BLOCKS):
        begun = time.perf_counter()
        for _ in range(_CALLS):
            call(*places)
        least = min(least, time.perf_counter() - begun)
    return least / _CALLS, out
