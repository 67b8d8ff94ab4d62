"""Course: an engine with names, and the Trajectory of what it does.

From: simulate.py, engine.py    Next: trajectory.py, file.py
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np

from kane.errors import Outcome
from kane.sim import file as files
from kane.sim.begun import Begun
from kane.sim.engine import Ended, Engine, Moments, Progress, Save
from kane.sim.memory import Floats
from kane.sim.methods import Method
from kane.sim.stepper import layout as at
from kane.sim.trajectory import Checkpoint, Effort, Source, Trajectory
from kane.sim.when import Action, Event, When

_CONTACT: Final = (Action.TOUCH, Action.LEAVE, Action.SLIP, Action.REST)  # a contact's switches


@dataclass(slots=True, kw_only=True)
class Gathered:
    """Samples and events as they come, in this process's memory."""

    rows: list[Floats] = field(default_factory=list)
    events: Moments = field(default_factory=list)

    def take(self, rows: Floats, events: Moments, save: Callable[[], Save] | None) -> None:
        """Some more."""
        self.rows.append(rows)
        self.events += events


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """A run with names for what it does."""

    engine: Engine
    source: Source
    method: Method
    labels: tuple[str, ...]
    events: tuple[When, ...]
    limits: tuple[str, ...]
    contacts: tuple[str, ...] = ()
    superfluous: tuple[str, ...] = ()  # rows that follow from others from the start
    begun: Begun = field(default_factory=Begun)

    def in_memory(self, before: Trajectory | None, progress: Progress | None) -> Trajectory:
        """The motion, once the run has ended; `before` is what it went on from."""
        gathered = Gathered()
        if before is not None and before.checkpoint is not None:
            gathered.rows.append(before.rows[: before.checkpoint.samples(before.t)])
            gathered.events += before.checkpoint.moments
        ended = self.engine.carry_on(gathered.take, progress)
        return self.trajectory(np.concatenate(gathered.rows), gathered.events, ended)

    def in_file(self, path: Path, progress: Progress | None) -> Trajectory:
        """The same with its samples in a file, which becomes a NetCDF file at the end."""
        names = (*self.source.q_names, *self.source.u_names, *self.labels)
        head = {"names": names, "source": self.source.texts(), "method": self.method.name}
        with files.Keeping(path, head) as keeping:
            try:
                ended = self.engine.carry_on(keeping.take, progress)
            except OSError as error:
                ended = self._unwritten(error)
            else:
                keeping.finish(ended.save)
        if ended.outcome is Outcome.NOT_WRITTEN:
            rows, moments = np.empty((0, 1 + len(names))), keeping.moments
            return self.trajectory(rows, moments, ended)
        motion = self.trajectory(np.empty((0, 1 + len(names))), keeping.moments, ended)
        return files.consolidated(motion, path, names)

    def _unwritten(self, error: OSError) -> Ended:
        return Ended(
            outcome=Outcome.NOT_WRITTEN, stopped=False, seconds=0.0, save=self.engine.save()
        )

    def trajectory(self, rows: Floats, moments: Moments, ended: Ended) -> Trajectory:
        n = self.engine.memory.n
        states = int(n[at.STATES])
        columns = rows[:, 1 + states :]
        inputs, online = len(self.source.inputs), self.engine.functions.online
        return Trajectory(
            source=self.source,
            rows=rows,
            recorded={name: columns[:, k] for k, name in enumerate(self.labels)},
            a=columns[:, columns.shape[1] - inputs :],
            events=tuple(self._event(*one) for one in moments),
            outcome=ended.outcome,
            stopped=ended.stopped,
            begun=self.begun,
            notes=(*self._left_out(), *(online.told if online else ())),
            effort=Effort(
                method=self.method.name,
                steps=int(n[at.STEPS]),
                rejected=int(n[at.REJECTED]),
                evaluations=int(n[at.EVALUATIONS]),
                seconds=ended.seconds,
            ),
            checkpoint=Checkpoint(
                save=ended.save,
                moments=tuple(one for one in moments if one[0] <= ended.save[1][at.T]),
            ),
        )

    def _left_out(self) -> tuple[str, ...]:
        """Which rows say nothing that the others do not."""
        names = ", ".join(f"'{name}'" for name in self.superfluous)
        verb = "follows" if len(self.superfluous) == 1 else "follow"
        return (f"{names} {verb} from the other rows",) if names else ()

    def _event(self, t: float, number: int, energy: float) -> Event:
        if number < len(self.events):
            one = self.events[number]
            return Event(t=t, name=one.name, action=one.action, energy=energy)
        beyond = number - len(self.events)
        if beyond < len(self.limits):
            return Event(t=t, name=f"limit of {self.limits[beyond]}", action=Action.STOP)
        contact, kind = divmod(beyond - len(self.limits), len(_CONTACT))
        return Event(t=t, name=self.contacts[contact], action=_CONTACT[kind], energy=energy)
