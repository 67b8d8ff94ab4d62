"""Closed loops: the whole motion of a mechanism from that of the joints, or the body, that is told.

    φ(q) = 0,   u_D = −J_D⁻¹ (J_I u_I + c),   u̇_D = −J_D⁻¹ (J_I u̇_I + J̇u + ċ)

with D the speeds that were not told [Gillespie2003 Eqs. 12, 14]. Places are found by Newton from
the time before, so that a mechanism stays in the way of assembly in which it starts.

From: drives.py    Next: inverse.py
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike

from kane.errors import ArgumentError, DerivationError
from kane.machine.flow import Flows
from kane.machine.model import Model
from kane.manipulators.drives import RANK
from kane.manipulators.laws import Array
from kane.manipulators.motion import JointMotion

MOST: Final = 50  # steps of Newton a time
CLOSE: Final = 1e-13  # of the largest coordinate
LEFT: Final = 1e-9  # of a row's terms: what may be left of it
Told = Mapping[str, ArrayLike]


def closed_motion(
    model: Model,
    t: ArrayLike,
    q: Told,
    u: Told,
    udot: Told,
    *,
    start: Mapping[str, float] | None = None,
) -> JointMotion:
    """The motion of all joints, from coordinates, speeds and their rates by name, a value a time.

    `start` guesses the other coordinates at the first time; they are zero where it says nothing.
    """
    times = np.atleast_1d(np.asarray(t, float))
    given = [_table(model.name, part, times) for part in (q, u, udot)]
    places = _numbers(model, "coordinates", model.q_names, q)
    speeds = _numbers(model, "speeds", model.u_names, u)
    if list(udot) != list(u):
        raise ArgumentError(
            f"closed_motion of '{model.name}': udot has {', '.join(udot)}, and u has "
            f"{', '.join(u)}. Give both the same speeds, in one order."
        )
    known, others = _Known(model=model, speeds=speeds), dict(start or {})
    guess = np.array(model.flows().homes)
    guess[_numbers(model, "coordinates", model.q_names, others)] = list(others.values())
    found: list[tuple[Array, Array, Array]] = []
    for k, (at, rate, second) in enumerate(zip(*given, strict=True)):
        if k:
            guess = found[-1][0] + (times[k] - times[k - 1]) * known.rates(*found[-1][:2])
        guess[places] = at
        whole = known.placed(guess, places, f"t = {times[k]:g} s")
        found.append((whole, *known.moving(whole, rate, second)))
    whole_q, whole_u, whole_udot = (np.array(part) for part in zip(*found, strict=True))
    return JointMotion(t=times, q=whole_q, u=whole_u, udot=whole_udot)


@dataclass(frozen=True, kw_only=True)
class _Known:
    """A model of which some speeds are told."""

    model: Model
    speeds: Sequence[int]

    @property
    def flows(self) -> Flows:
        """The model's functions in time."""
        return self.model.flows()

    @property
    def dependent(self) -> list[int]:
        """The other speeds."""
        return [r for r in range(len(self.model.u_names)) if r not in self.speeds]

    def rates(self, q: Array, u: Array) -> Array:
        """q̇."""
        return np.asarray(self.model.rates(q, u))

    def placed(self, q: Array, told: Sequence[int], when: str) -> Array:
        """The coordinates on φ(q) = 0, those that were told as they are."""
        phi, step = self._terms(q)
        for _ in range(MOST):
            if np.abs(phi).max(initial=0.0) <= CLOSE * (1.0 + np.abs(q).max()):
                return q
            moved = q + step
            moved[told] = q[told]
            for first, count in self.flows.units:
                moved[first : first + count] /= np.linalg.norm(moved[first : first + count])
            q = moved
            phi, step = self._terms(q)
        names = [name for name, _ in self.flows.places]
        worst = int(np.argmax(np.abs(phi)))
        raise ArgumentError(
            f"closed_motion of '{self.model.name}': at {when} the loops do not close: "
            f"'{names[worst]}' is off by {phi[worst]:.3g}. Start nearer (start=…), or stay in "
            "reach."
        )

    def _terms(self, q: Array) -> tuple[Array, Array]:
        """φ, and Newton's step of q."""
        flow = self.flows.place_terms
        y = np.concatenate([q, np.zeros(len(self.model.u_names))])
        a = np.zeros(len(self.flows.inputs))
        made: Any = flow.kernel(np.zeros(1), y, a, flow.parameters(self.model.parameters))
        phi, J, _, W = made
        step = -np.linalg.lstsq(J[:, self.dependent], phi, rcond=RANK)[0]
        return np.asarray(phi), np.asarray(W[:, self.dependent] @ step)

    def moving(self, q: Array, rate: Array, second: Array) -> tuple[Array, Array]:
        """u and u̇ of all."""
        u, udot = np.zeros((2, len(self.model.u_names)))
        u[self.speeds], udot[self.speeds] = rate, second
        J, c, _ = self.model.held_rows(q, u)
        u[self.dependent] = self._solved(J, J @ u + c)
        J, _, rest = self.model.held_rows(q, u)
        udot[self.dependent] = self._solved(J, J @ udot + rest)
        return u, udot

    def _solved(self, J: Array, right: Array) -> Array:
        """−J_D⁻¹ right."""
        own = J[:, self.dependent]
        self._see_that_all_follow(own)
        x = -np.linalg.lstsq(own, right, rcond=RANK)[0]
        left = np.abs(own @ x + right).max(initial=0.0)
        if left <= LEFT * (1.0 + np.abs(right).max(initial=0.0)):
            return np.asarray(x)
        told = ", ".join(self.model.u_names[r] for r in self.speeds)
        raise ArgumentError(
            f"closed_motion of '{self.model.name}': the speeds {told} contradict the loops by "
            f"{left:.3g}. Tell fewer of them: the loops give the others."
        )

    def _see_that_all_follow(self, own: Array) -> None:
        """Refuse speeds that neither are told nor follow, by name."""
        _, sizes, turned = np.linalg.svd(own)
        rank = int(np.sum(sizes > RANK * max(sizes.max(initial=0.0), 1e-300)))
        if rank == own.shape[1]:
            return
        loose = np.abs(turned[rank:]).max(axis=0)
        names = [self.model.u_names[self.dependent[i]] for i in np.flatnonzero(loose > _SEEN)]
        raise DerivationError(
            f"closed_motion of '{self.model.name}': the loops leave {', '.join(names)} open: "
            f"{own.shape[1]} speeds were not told and {rank} follow. Tell more of them, or leave "
            "this configuration."
        )


def _table(name: str, told: Told, times: Array) -> Array:
    """Columns by name as rows by time."""
    columns = [np.asarray(column, float) for column in told.values()]
    wrong = [key for key, column in zip(told, columns, strict=True) if column.shape != times.shape]
    if wrong:
        raise ArgumentError(
            f"closed_motion of '{name}': {wrong[0]} has the shape "
            f"{np.shape(told[wrong[0]])} for {len(times)} times. Give a value for each."
        )
    return np.column_stack(columns) if columns else np.zeros((len(times), 0))


def _numbers(model: Model, what: str, names: Sequence[str], told: Mapping[str, Any]) -> list[int]:
    unknown = [name for name in told if name not in names]
    if unknown:
        raise ArgumentError(
            f"closed_motion: '{unknown[0]}' is none of the {what} of '{model.name}', which has "
            f"{', '.join(names)}. Name these."
        )
    return [list(names).index(name) for name in told]


_SEEN: Final = 1e-6
