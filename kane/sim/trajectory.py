"""Trajectory: a motion that was run, with names and units, as arrays and as an xarray.Dataset.

    motion["q1"], motion[energy()], motion.t      arrays, one value a sample
    motion.dataset                                an xarray.Dataset of all of it
    print(motion)                                 how it went, in a few lines

From: simulate.py    Next: report.py, pictures/curves.py
"""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from kane.errors import ArgumentError, Outcome
from kane.machine.flow import Flow, Flows
from kane.sim.begun import Begun
from kane.sim.selections import Passage, Selection, watched
from kane.sim.stepper import layout as at
from kane.sim.when import Action, Event

Floats = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """What a motion is a motion of: names, parameters, and functions to ask more of it."""

    name: str
    q_names: tuple[str, ...]
    u_names: tuple[str, ...]
    inputs: tuple[str, ...]  # those that `a` holds
    parameters: Mapping[str, float]
    flows: Flows | None = None  # None for a motion read from a file
    known_as: str = ""  # the digest that a file gives
    units: Mapping[str, str] = field(default_factory=dict)  # those that a file gives
    meanings: Mapping[str, Any] = field(default_factory=dict)  # of records and closed-loop inputs

    def texts(self) -> dict[str, str]:
        """Names and parameters as texts."""
        return {
            "system": self.name,
            "model": self.digest,
            "q_names": json.dumps(self.q_names),
            "u_names": json.dumps(self.u_names),
            "inputs": json.dumps(self.inputs),
            "parameters": json.dumps(dict(self.parameters)),
        }

    @staticmethod
    def of_texts(texts: Mapping[str, str]) -> Source:
        """The same from a file's texts, without the functions."""
        return Source(
            name=texts["system"],
            q_names=tuple(json.loads(texts["q_names"])),
            u_names=tuple(json.loads(texts["u_names"])),
            inputs=tuple(json.loads(texts["inputs"])),
            parameters=json.loads(texts["parameters"]),
            known_as=texts["model"],
        )

    @property
    def digest(self) -> str:
        """A digest of the Program of ẏ, which tells one model from another."""
        return self.known_as if self.flows is None else self.flows.motion.digest


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """What a run took."""

    method: str
    steps: int
    rejected: int
    evaluations: int
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """All that a run was when it ended, from which it goes on to the bit."""

    save: tuple[np.ndarray[Any, Any], ...] = field(repr=False)
    moments: tuple[tuple[float, int, float], ...]

    @property
    def time(self) -> float:
        """The time at which the run goes on: the last step's end before it was cut short."""
        return float(self.save[1][at.T])

    def samples(self, t: Floats) -> int:
        """How many samples a run that goes on keeps: those up to then, but for a last one that
        only marked the end."""
        return int(np.searchsorted(t, self.time, side="right")) - int(self.save[0][at.SURPLUS])


@dataclass(frozen=True, kw_only=True)
class Trajectory:
    """A motion: samples of time, state and what was recorded, and how the run ended."""

    source: Source
    rows: Floats = field(repr=False)  # t, y and what was recorded
    recorded: Mapping[str, Floats]
    a: Floats  # the inputs that are constants, tables or functions, a row a sample
    events: tuple[Event, ...]
    outcome: Outcome
    stopped: bool  # by an event
    effort: Effort
    checkpoint: Checkpoint | None = None
    begun: Begun = field(default_factory=Begun)  # what is not as the start that was given
    notes: tuple[str, ...] = ()  # which modes were prepared while it ran

    @staticmethod
    def read(path: str | PathLike[str]) -> Trajectory:
        """The motion in a NetCDF file of ours."""
        from kane.sim.file import read

        return read(Path(path))

    @property
    def t(self) -> Floats:
        """The time of every sample."""
        return self.rows[:, 0]

    @property
    def y(self) -> Floats:
        """The state (q, u), a row a sample."""
        return self.rows[:, 1 : 1 + len(self.source.q_names) + len(self.source.u_names)]

    @property
    def ended(self) -> bool:
        """Whether the run came to its end, or to an event that ends it."""
        return self.outcome is Outcome.OK

    @property
    def q(self) -> Floats:
        """The coordinates, a row a sample."""
        return self.y[:, : len(self.source.q_names)]

    @property
    def u(self) -> Floats:
        """The speeds, a row a sample."""
        return self.y[:, len(self.source.q_names) :]

    @property
    def names(self) -> tuple[str, ...]:
        """What can be looked up without computing anything."""
        return (*self.source.q_names, *self.source.u_names, *self.recorded)

    def __len__(self) -> int:
        return len(self.t)

    def __getitem__(self, quantity: Any) -> Floats:
        """A name or a quantity at every sample; what was not recorded is computed now."""
        name = str(quantity)
        if name == "t":
            return self.t
        state = (*self.source.q_names, *self.source.u_names)
        if name in state:
            return self.y[:, state.index(name)]
        if name in self.recorded:
            return self.recorded[name]
        several = [key for key in self.recorded if key.startswith(f"{name}[")]
        if several:
            return np.column_stack([self.recorded[key] for key in several])
        each = self.source.flows.each(quantity) if self.source.flows else {name: quantity}
        if list(each) != [name]:
            return self.values(list(each.values()))
        return self.values([self.source.meanings.get(name, quantity)])[:, 0]

    def values(self, quantities: Sequence[Any]) -> Floats:
        """Quantities at every sample, a column each."""
        flows = self.source.flows
        if flows is None:
            known = ", ".join(self.names)
            raise ArgumentError(
                f"'{quantities[0]}' was not recorded, and a motion read from a file has no model "
                f"to compute it with. Take one of {known}, or record it in the run."
            )
        made: Floats = self.evaluated(flows.observed(quantities))
        return made

    def each(self, quantity: Any) -> list[Any]:
        """The scalars that a quantity stands for: itself, or as many as the system has of it."""
        if isinstance(quantity, str) or self.source.flows is None:
            return [quantity]
        return list(self.source.flows.each(quantity).values())

    def units(self, quantities: Sequence[Any]) -> tuple[str, ...]:
        """The units of names and quantities; "" where one is not known."""
        if self.source.flows is None:
            return tuple(self.source.units.get(str(quantity), "") for quantity in quantities)
        meanings = self.source.meanings
        return self.source.flows.units_of([meanings.get(str(one), one) for one in quantities])

    def evaluated(self, flow: Flow) -> Any:
        """A function of (t, y, a, p) at every sample."""
        p = flow.parameters(self.source.parameters)
        every = np.broadcast_to(p, (len(self), len(p)))
        return flow.kernel.batch(self.t[:, np.newaxis], self.y, self.a, every)

    def skeleton(self, moments: Floats) -> tuple[Floats, tuple[tuple[int, int], ...]]:
        """Where joints and mass centres are at the samples nearest to some moments, and which of
        them lines join."""
        if self.source.flows is None:
            raise ArgumentError(
                "A motion read from a file has no model to draw. Draw the one that `simulate` gave."
            )
        flow, segments = self.source.flows.skeleton
        nearest = np.abs(self.t[:, np.newaxis] - moments).argmin(axis=0)
        p = flow.parameters(self.source.parameters)
        every = np.broadcast_to(p, (len(nearest), len(p)))
        at = flow.kernel.batch(self.t[nearest, np.newaxis], self.y[nearest], self.a[nearest], every)
        return np.asarray(at), segments

    # ── pictures ──────────────────────────────────────────────────────────────────────────
    def plot(self, *quantities: Any, axes: Any = None) -> Any:
        """A figure of quantities over time, a panel for each unit; by default q and u."""
        from kane.sim.pictures.curves import plot

        return plot(self, *quantities, axes=axes)

    def phase(self, *pairs: tuple[Any, Any]) -> Any:
        """A figure of phase portraits; by default every coordinate with its speed."""
        from kane.sim.pictures.curves import phase

        return phase(self, *pairs)

    def strip(self, *, count: int = 8, plane: str = "", t: Sequence[float] = ()) -> Any:
        """A figure of the configurations at some moments, the later the darker."""
        from kane.sim.pictures.strip import strip

        return strip(self, count=count, plane=plane, t=t)

    def _repr_html_(self) -> str:
        """What a notebook shows: how it went, and a picture where that can be drawn."""
        from kane.sim.pictures.notebook import shown

        return shown(self)

    # ── as other things ───────────────────────────────────────────────────────────────────
    def to_csv(self, path: str | PathLike[str]) -> None:
        """All samples as text: a row of names with units, then a row a sample, 17 digits."""
        names, units = ("t", *self.names), ("s", *self.units(self.names))
        pairs = zip(names, units, strict=True)
        with open(path, "w", newline="", encoding="utf-8") as stream:
            head = [f"{name} [{unit}]" if unit not in ("", "1") else name for name, unit in pairs]
            csv.writer(stream, lineterminator="\n").writerow(head)
            np.savetxt(stream, self.rows, delimiter=",", fmt="%.17g")

    @cached_property
    def dataset(self) -> Any:
        """All samples as an xarray.Dataset, with units and what is needed to find it again."""
        from kane.sim.dataset import dataset

        return dataset(self)

    @cached_property
    def watched(self) -> tuple[Selection | Passage, ...]:
        """Which speeds were independent, from when, and flat places that were passed."""
        return watched(self)

    @cached_property
    def report(self) -> str:
        """One line: how the run ended, and what it kept of energy, momentum and constraints."""
        from kane.sim.report import report

        return report(self)

    def __str__(self) -> str:
        head = f"Motion of {self.source.name}: {len(self)} samples"
        if len(self):
            head += f", t = {self.t[0]:g} … {self.t[-1]:g} s"
        effort = self.effort
        work = (
            f"{effort.method}, {effort.steps} steps ({effort.rejected} rejected), "
            f"{effort.evaluations} evaluations, {effort.seconds * 1e3:.3g} ms"
        )
        marks = [f"{event.name} ({event.action.value}) at t = {event.t:.12g} s" for event in
                 self.events]  # fmt: skip
        return "\n".join([head, work, *marks, self.report])


def motion_of(
    source: Source, names: Sequence[str], rows: Floats, texts: Mapping[str, str]
) -> Trajectory:
    """A motion from a file's columns and texts."""
    states = 1 + len(source.q_names) + len(source.u_names)
    recorded = {name: rows[:, number + 1] for number, name in enumerate(names)}
    inputs = [recorded[name] for name in source.inputs]
    return Trajectory(
        source=source,
        rows=rows,
        recorded={name: recorded[name] for name in names[states - 1 :]},
        a=np.column_stack(inputs) if inputs else np.empty((len(rows), 0)),
        events=tuple(
            Event(t=t, name=name, action=Action(action), energy=sum(energy))
            for t, name, action, *energy in json.loads(texts["events"])
        ),
        outcome=Outcome[texts["outcome"]],
        stopped=texts["stopped"] == "True",
        effort=Effort(
            method=texts["method"],
            steps=int(texts["steps"]),
            rejected=int(texts["rejected"]),
            evaluations=int(texts["evaluations"]),
            seconds=float(texts["seconds"]),
        ),
        begun=Begun.of_text(texts["begun"]) if "begun" in texts else Begun(),
    )
