"""A Moment: a model at one instant, as the numbers that its flows take.

The state is led onto the constraints first, as a run's start is.

From: kane/machine/flow.py, kane/sim/assembly.py    Next: linearize.py, equilibrium.py
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from kane.errors import ArgumentError
from kane.machine.flow import Flow, Flows
from kane.machine.model import Model
from kane.sim import given
from kane.sim.assembly import Given, assembled
from kane.sim.modes.start import with_modes

Floats = np.ndarray[Any, np.dtype[np.float64]]

TOUCHING: Final = 1e-6  # the gap at which a contact that others carry has left, in runs


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """Time, state and inputs of a model at one instant; behind the inputs stand the masks."""

    model: Model
    flows: Flows
    t: float
    y: Floats
    a: Floats
    superfluous: tuple[str, ...] = ()  # rows that follow from others, here and beside

    def parts(self, outputs: Sequence[Any]) -> dict[str, Floats]:
        """ẏ and its derivatives, those of outputs and of what holds (`Flows.linear_parts`)."""
        return self.called(self.flows.linear_parts(outputs))

    def called(self, flow: Flow) -> dict[str, Floats]:
        """A flow's results here, by name."""
        p = flow.parameters(self.model.parameters)
        made = flow.kernel(np.array([self.t]), self.y, self.a, p)
        values = made if isinstance(made, tuple) else (made,)
        names = [one.name for one in flow.kernel.outputs]
        return {name: np.asarray(value) for name, value in zip(names, values, strict=True)}

    @property
    def coordinates(self) -> int:
        """How many elements of y are coordinates."""
        return len(self.model.q_names)

    @property
    def state_names(self) -> tuple[str, ...]:
        """The names of y."""
        return (*self.model.q_names, *self.model.u_names)

    def inputs(self) -> dict[str, float]:
        """The inputs by name, without masks."""
        return dict(zip(self.model.input_names, map(float, self.a), strict=False))

    def left_open(self) -> tuple[str, ...]:
        """The contacts, none of which touches here: what follows is of the motion without them.

        Refused where one does: it would hold the bodies apart, and its row does not.
        """
        contacts = self.flows.contacts
        if not contacts:
            return ()
        (gaps,) = self.called(self.flows.gaps).values()
        touching = [
            f"'{one.name}' (gap {gap:.3g})"
            for one, gap in zip(contacts, gaps, strict=True)
            if gap <= TOUCHING
        ]
        if touching:
            raise ArgumentError(
                f"'{self.model.name}' about a state: contact {', '.join(touching)} touches here, "
                "and small motions would pass through it. Take a state where it is open, or a "
                "system that holds the gap, and slips that stick, as constraints in its place."
            )
        return tuple(one.name for one in contacts)

    def moved(self, y: Floats, a: Floats) -> Moment:
        """The same model in another state, with other inputs."""
        return replace(self, y=y, a=a)

    def holding(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Which of `held` hold: first the rows, then the places."""
        rows = [name for name, _ in self.flows.rows]
        masks = dict(zip(rows, self.a[-2 * len(rows) : -len(rows)], strict=True)) if rows else {}
        places = [masks.get(row, 1.0) for _, row in self.flows.places]
        return np.array([*masks.values(), *places]) > 0.5


def moment(model: Model, *, q: Any, u: Any, t: float, inputs: Mapping[str, float] | None) -> Moment:
    """The model there, moved onto its constraints."""
    flows = model.flows()
    known = {**dict.fromkeys(model.input_names, 0.0), **(inputs or {})}
    unknown = [name for name in known if name not in model.input_names]
    if unknown:
        named = ", ".join(model.input_names) or "none"
        raise ArgumentError(
            f"inputs: '{unknown[0]}' is no input of '{model.name}', which has {named}. Name these."
        )
    a = given.inputs(flows.inputs, known).a[: len(flows.inputs)]
    y = [
        given.start("q", model.q_names, q, flows.homes),
        given.start("u", model.u_names, u, [0.0] * len(model.u_names)),
    ]
    begun = assembled(
        Given(
            flows=flows,
            parameters=model.parameters,
            names=(*model.q_names, *model.u_names),
            coordinates=len(model.q_names),
            t=float(t),
            y=np.concatenate(y),
            a=with_modes(a, flows.rows),
        )
    )
    return Moment(
        model=model, flows=flows, t=float(t), y=begun.y, a=begun.a, superfluous=begun.superfluous
    )


def tangent_rows(at: Moment, parts: Mapping[str, Floats]) -> Floats:
    """What a small change of the state has to satisfy: G δy = 0 of what holds, and e·δe = 0 for
    every quaternion e."""
    rows = []
    if "G" in parts:
        rows.append(parts["G"][at.holding()])
    for first, count in at.flows.units:
        row = np.zeros((1, len(at.y)))
        row[0, first : first + count] = at.y[first : first + count]
        rows.append(row)
    return np.vstack(rows) if rows else np.zeros((0, len(at.y)))


def tangent_basis(rows: Floats, states: int) -> Floats:
    """Orthonormal columns N with rows N = 0; the unit matrix where nothing holds."""
    if not len(rows):
        return np.eye(states)
    _, sizes, directions = np.linalg.svd(rows)
    rank = int(np.sum(sizes > 1e-9 * max(1.0, float(sizes[0]))))
    return np.ascontiguousarray(directions[rank:].T)
