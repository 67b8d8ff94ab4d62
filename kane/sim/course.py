"""Course: an engine with names, and the Trajectory of what it does.

From: simulate.py, engine.py    Next: trajectory.py
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kane.sim.engine import Ended, Engine, Progress
from kane.sim.memory import Floats
from kane.sim.methods import Method
from kane.sim.stepper import layout as at
from kane.sim.trajectory import Effort, Source, Trajectory
from kane.sim.when import Action, Event, When


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """A run with names for what it does."""

    engine: Engine
    source: Source
    method: Method
    labels: tuple[str, ...]
    events: tuple[When, ...]
    limits: tuple[str, ...]

    def until_the_end(self, file: str | Path | None, progress: Progress | None) -> Trajectory:
        """The motion, once the run has ended."""
        pieces: list[Floats] = []
        ended = self.engine.carry_on(pieces.append, progress)
        return self._trajectory(pieces, ended)

    def _trajectory(self, pieces: Sequence[Floats], ended: Ended) -> Trajectory:
        rows = np.concatenate(pieces) if pieces else np.empty((0, 1))
        n = self.engine.memory.n
        states = int(n[at.STATES])
        columns = rows[:, 1 + states :]
        recorded = {name: columns[:, k] for k, name in enumerate(self.labels)}
        inputs = len(self.source.inputs)
        return Trajectory(
            source=self.source,
            t=rows[:, 0],
            y=rows[:, 1 : 1 + states],
            recorded=recorded,
            a=columns[:, columns.shape[1] - inputs :],
            events=tuple(self._event(t, number) for t, number in ended.events),
            outcome=ended.outcome,
            stopped=ended.stopped,
            effort=Effort(
                method=self.method.name,
                steps=int(n[at.STEPS]),
                rejected=int(n[at.REJECTED]),
                evaluations=int(n[at.EVALUATIONS]),
                seconds=ended.seconds,
            ),
        )

    def _event(self, t: float, number: int) -> Event:
        if number < len(self.events):
            one = self.events[number]
            return Event(t=t, name=one.name, action=one.action)
        return Event(t=t, name=f"limit of {self.limits[number - len(self.events)]}",
                     action=Action.STOP)  # fmt: skip
