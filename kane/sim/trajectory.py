"""Trajectory: a motion that was run, with names and units, as arrays and as an xarray.Dataset.

    motion["q1"], motion[energy()], motion.t      arrays, one value a sample
    motion.dataset                                an xarray.Dataset of all of it
    print(motion)                                 how it went, in a few lines

From: simulate.py    Next: report.py, kane/plot
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from kane.errors import ArgumentError, Outcome
from kane.machine.flow import Flow, Flows
from kane.sim.when import Event

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

    @property
    def digest(self) -> str:
        """A digest of the Program of ẏ, which tells one model from another."""
        return "" if self.flows is None else self.flows.motion.digest


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """What a run took."""

    method: str
    steps: int
    rejected: int
    evaluations: int
    seconds: float


@dataclass(frozen=True, kw_only=True)
class Trajectory:
    """A motion: samples of time, state and what was recorded, and how the run ended."""

    source: Source
    t: Floats
    y: Floats
    recorded: Mapping[str, Floats]
    a: Floats  # the inputs that are constants, tables or functions, a row a sample
    events: tuple[Event, ...]
    outcome: Outcome
    stopped: bool  # by an event
    effort: Effort

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
        return self.values([quantity])[:, 0]

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

    def units(self, quantities: Sequence[Any]) -> tuple[str, ...]:
        """The units of names and quantities; "" where one is not known."""
        if self.source.flows is None:
            return ("",) * len(quantities)
        return self.source.flows.units_of(quantities)

    def evaluated(self, flow: Flow) -> Any:
        """A function of (t, y, a, p) at every sample."""
        p = flow.parameters(self.source.parameters)
        every = np.broadcast_to(p, (len(self), len(p)))
        return flow.kernel.batch(self.t[:, np.newaxis], self.y, self.a, every)

    @cached_property
    def dataset(self) -> Any:
        """All samples as an xarray.Dataset, with units and what is needed to find it again."""
        from kane.sim.dataset import dataset

        return dataset(self)

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
