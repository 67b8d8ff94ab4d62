"""The engine: slices of a native run, and what happens between them.

Between slices of about 30 ms the record is handed on, progress is told, Ctrl-C is heard and
functions of Python are asked for inputs. What a run is, is in its memory alone, so where it is
interrupted changes no bit of it.

From: memory.py, kane/sim/stepper/run.py    Next: trajectory.py
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any

import numpy as np

from kane.errors import ArgumentError, Outcome
from kane.machine.routine import native_library
from kane.sim.functions import Functions
from kane.sim.memory import Floats, Memory
from kane.sim.signals import Held, Sampled
from kane.sim.stepper import layout as at
from kane.sim.stepper.library import STEPPER
from kane.sim.stepper.run import run
from kane.sim.stepper.steered import steered

Save = tuple[np.ndarray[Any, Any], ...]
Moments = list[tuple[float, int, float]]  # t, which event, the energy its impulses brought
# rows of the record (t, y, what is observed), events, and how to get a save if one may be made now
Take = Callable[[Floats, Moments, Callable[[], Save] | None], None]
Progress = Callable[[float, float], None]

_SLICE = 0.03  # seconds
_FIRST = 1024  # steps of the first slice


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """How a run ended, and from where it can go on."""

    outcome: Outcome
    stopped: bool
    seconds: float
    save: Save


@dataclass(frozen=True, slots=True, kw_only=True)
class Engine:
    """A run that can be carried on."""

    memory: Memory
    functions: Functions
    sampled: tuple[tuple[int, Sampled], ...] = ()
    held: tuple[tuple[int, Held], ...] = ()

    def carry_on(self, take: Take, progress: Progress | None = None) -> Ended:
        """The run until its end; `take` gets rows of the record and events as they come."""
        call, n, x = self._call(), self.memory.n, self.memory.x  # the first ever compiles
        begun, save = time.perf_counter(), None
        online = self.functions.online
        with _interruptible() as interrupted, online or nullcontext():
            self._ask(x[at.T])
            for reason in self._reasons(call):
                take(self._rows(), self._events(), self.save if save is None else None)
                if progress is not None:
                    progress(float(x[at.T]), float(x[at.UNTIL]))
                if reason in (at.FINISHED, at.STOPPED, at.FAILED):
                    outcome = Outcome(int(n[at.OUTCOME]))
                    break
                if interrupted.is_set():
                    reason, outcome = at.SLICE, Outcome.INTERRUPTED
                    break
                if online is not None:
                    online.look(self.memory)
                if reason == at.PAUSED:
                    self._ask(x[at.PAUSE])
                if reason == at.REACHED:
                    save, n[at.FINAL] = self.save(), 1
        return Ended(
            outcome=outcome,
            stopped=reason == at.STOPPED,
            seconds=time.perf_counter() - begun,
            save=save or self.save(),
        )

    def save(self) -> Save:
        """A copy of all that the run is, from which it goes on to the bit."""
        memory = self.memory
        changing = (
            memory.n, memory.x, memory.s, memory.K, memory.places, memory.a, memory.matrix,
            memory.pivots, memory.g, memory.modes,
        )  # fmt: skip
        return tuple(array.copy() for array in changing)

    def load(self, save: Save, until: float) -> None:
        """Go on from a save, to another end."""
        memory = self.memory
        changing = (
            memory.n, memory.x, memory.s, memory.K, memory.places, memory.a, memory.matrix,
            memory.pivots, memory.g, memory.modes,
        )  # fmt: skip
        if [len(one) for one in changing] != [len(one) for one in save]:
            raise ArgumentError(
                "The run that was saved does not fit this one: another model, method, inputs, "
                "events or record. Call simulate with the same ones, and resume=."
            )
        for array, kept in zip(changing, save, strict=True):
            array[:] = kept
        n, x = memory.n, memory.x
        n[at.ROWS] = n[at.FOUND] = n[at.OUTCOME] = n[at.FINAL] = n[at.SURPLUS] = 0
        x[at.UNTIL] = until

    def _call(self) -> Callable[[], int]:
        functions = self.functions
        every = (
            functions.motion,
            functions.own,
            functions.jacobian,
            functions.observe,
            functions.switch,
            functions.terms,
            functions.project,
        )
        addresses: list[Any] = [(one or functions.motion).address for one in every]
        if functions.control is None:
            return native_library(STEPPER)[run].bind(*addresses, *self.memory.arrays())
        given: list[Any] = [
            *addresses,
            functions.control.address,
            *self.memory.arrays(),
            np.append(functions.control.parameters, 0.0),
            np.array([len(self.held), *(number for number, _ in self.held)], dtype=np.int64),
            np.array([one.period for _, one in self.held], dtype=np.float64),
            np.zeros(len(self.held)),
        ]
        return native_library(STEPPER)[steered].bind(*given)

    def _reasons(self, call: Callable[[], int]) -> Iterator[int]:
        """Why native code comes back, again and again, with slices of a steady time."""
        n, steps = self.memory.n, _FIRST
        while True:
            n[at.BUDGET] = steps
            begun = time.perf_counter()
            reason = call()
            taken = time.perf_counter() - begun
            yield reason
            if reason == at.SLICE:
                steps = max(1, int(steps * min(8.0, _SLICE / max(taken, 1e-9))))

    def _rows(self) -> Floats:
        """A copy of the filled rows, which are free again."""
        n = self.memory.n
        count, width = int(n[at.ROWS]), int(n[at.ROW])
        n[at.ROWS] = 0
        return self.memory.record[: count * width].reshape(count, width).copy()

    def _events(self) -> Moments:
        n = self.memory.n
        found = self.memory.events[: 3 * int(n[at.FOUND])].reshape(-1, 3).tolist()
        n[at.FOUND] = 0
        return [(t, int(number), energy) for t, number, energy in found]

    def _ask(self, t: float) -> None:
        """Functions of Python whose time has come give their inputs; the next one is waited for."""
        if not self.sampled:
            return
        memory, near = self.memory, 1e-9
        n, x = memory.n, memory.x
        q = memory.s[: n[at.COORDINATES]].copy()
        u = memory.s[n[at.COORDINATES] : n[at.STATES]].copy()
        made: dict[Any, Any] = {}
        following = []
        for number, one in self.sampled:
            passed = round((t - x[at.FIRST]) / one.period)
            due = abs(x[at.FIRST] + passed * one.period - t) <= near * one.period
            if due:
                if one.function not in made:
                    made[one.function] = np.atleast_1d(one.function(float(t), q, u))
                memory.a[number] = made[one.function][one.component]
            count = passed + 1 if due else int((t - x[at.FIRST]) // one.period) + 1
            following.append(x[at.FIRST] + count * one.period)
        x[at.PAUSE] = min(following)
        n[at.HELD] = 1


@contextmanager
def _interruptible() -> Iterator[threading.Event]:
    """An event that Ctrl-C sets, instead of raising in the middle of something."""
    asked = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield asked
        return
    before = signal.signal(signal.SIGINT, lambda *_: asked.set())
    try:
        yield asked
    finally:
        signal.signal(signal.SIGINT, before)
