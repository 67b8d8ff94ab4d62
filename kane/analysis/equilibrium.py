"""equilibrium: a state and inputs for which the speeds stay as they are, u̇ = 0.

    x ← x − λ J⁺ r(x),   r = (u̇, φ, e·e − 1),   λ halved until |r| falls
                                                            [DennisSchnabel1996 §6.3]

x holds the coordinates, speeds and inputs that are free. The pseudoinverse takes what r does not
depend on (a track's position, a heading) as it was given.

From: moment.py    Next: linearize.py
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from kane.analysis.linear import Linear
from kane.analysis.linearize import linear_at
from kane.analysis.moment import Moment, moment
from kane.errors import ArgumentError
from kane.machine.model import Model

Floats = np.ndarray[Any, np.dtype[np.float64]]

_MOST: Final = 200
_CLOSE: Final = 1e-12  # of the size of u̇'s parts
_CUT: Final = 1e-10  # of the largest singular value
_SHORTEST: Final = 1e-8


@dataclass(frozen=True, kw_only=True)
class Equilibrium:
    """A state in which the speeds stay as they are, and the inputs that it takes."""

    q: Mapping[str, float]
    u: Mapping[str, float]
    inputs: Mapping[str, float]
    residual: float  # the largest u̇ that is left
    iterations: int
    moment: Moment = field(repr=False)

    def linearize(self, outputs: Sequence[Any] = ()) -> Linear:
        """The small motions about it."""
        return linear_at(self.moment, outputs)

    @property
    def stable(self) -> bool:
        """Whether every small change dies away."""
        return self.linearize().stable

    def __str__(self) -> str:
        parts = {**self.q, **self.u, **self.inputs}
        told = ", ".join(f"{name} = {value:.6g}" for name, value in parts.items())
        return f"equilibrium of {self.moment.model.name}: {told}"


def equilibrium(
    model: Model,
    *,
    q: Any = None,
    u: Any = None,
    inputs: Mapping[str, float] | None = None,
    free: Sequence[str] = (),
    held: Sequence[str] = (),
    t: float = 0.0,
) -> Equilibrium:
    """The equilibrium next to a state.

    Coordinates are found, except those in `held`; speeds and inputs are kept as given, except
    those in `free`: `free=("throttle",)` trims. With speeds that are not zero it is a steady
    motion, which is refused where u̇ would be zero at this moment only. Contacts carry nothing in
    it: a state where one touches is refused.
    """
    at = moment(model, q=q, u=u, t=t, inputs=inputs)
    unknown = _unknown(at, free, held)
    names = (*at.state_names, *model.input_names)
    merit, iterations = _residual(at), 0
    while not _small(at, merit):
        if iterations == _MOST:
            _refuse(at, merit, [names[i] for i in unknown])
        at, merit = _nearer(at, unknown, merit, names)
        iterations += 1
    at = _polished(at, unknown, merit)
    _see_that_it_stays(at)
    at.left_open()  # one that touches is refused
    return Equilibrium(
        q=dict(zip(model.q_names, map(float, at.y), strict=False)),
        u=dict(zip(model.u_names, map(float, at.y[at.coordinates :]), strict=True)),
        inputs=at.inputs(),
        residual=float(np.abs(_udot(at)).max(initial=0.0)),
        iterations=iterations,
        moment=at,
    )


# ── what is sought ────────────────────────────────────────────────────────────────────────
def _unknown(at: Moment, free: Sequence[str], held: Sequence[str]) -> Floats:
    """Which of (q, u, a) may change."""
    model = at.model
    known = (*at.state_names, *model.input_names)
    lost = [name for name in (*free, *held) if name not in known]
    if lost:
        raise ArgumentError(
            f"equilibrium of '{model.name}': '{lost[0]}' is none of {', '.join(known)}. "
            "Name coordinates, speeds and inputs."
        )
    wanted = {*model.q_names, *free} - set(held)
    return np.array([i for i, name in enumerate(known) if name in wanted], dtype=np.int64)


def _udot(at: Moment) -> Floats:
    return at.called(at.flows.motion)["ydot"][at.coordinates :]


def _residual(at: Moment) -> Floats:
    """u̇, φ of the places that hold, and e·e − 1 of quaternions."""
    parts = [_udot(at)]
    if at.flows.places:
        phi = at.called(at.flows.place_terms)["phi"]
        parts.append(phi[at.holding()[len(at.flows.rows) :]])
    parts += [
        np.array([at.y[first : first + count] @ at.y[first : first + count] - 1.0])
        for first, count in at.flows.units
    ]
    return np.concatenate(parts)


def _jacobian(at: Moment) -> Floats:
    """∂r/∂(q, u, a)."""
    parts, inputs = at.parts(()), len(at.model.input_names)
    speeds = slice(at.coordinates, None)
    given = parts["B"][speeds] if inputs else np.zeros((len(at.y) - at.coordinates, 0))
    rows = [np.hstack([parts["A"][speeds], given])]
    if at.flows.places:
        first = len(at.flows.rows)
        held = parts["G"][first:][at.holding()[first:]]
        rows.append(np.hstack([held, np.zeros((len(held), inputs))]))
    for first, count in at.flows.units:
        row = np.zeros((1, len(at.y) + inputs))
        row[0, first : first + count] = 2.0 * at.y[first : first + count]
        rows.append(row)
    return np.vstack(rows)


# ── Newton's method ───────────────────────────────────────────────────────────────────────
def _nearer(
    at: Moment, unknown: Floats, residual: Floats, names: Sequence[str]
) -> tuple[Moment, Floats]:
    """The moment after the longest part of a Newton step that makes the residual smaller."""
    J = _jacobian(at)[:, unknown]
    step = np.linalg.lstsq(J, -residual, rcond=_CUT)[0].astype(np.float64)
    merit, length = float(residual @ residual), 1.0
    while length > _SHORTEST:
        trial = _stepped(at, unknown, length * step)
        made = _residual(trial)
        if float(made @ made) <= (1.0 - 2e-4 * length) * merit:
            return trial, made
        length *= 0.5
    _refuse(at, residual, [names[i] for i in unknown])
    raise AssertionError("refused above: our fault")


def _polished(at: Moment, unknown: Floats, residual: Floats) -> Moment:
    """The moment after one more whole step, if that leaves less."""
    J = _jacobian(at)[:, unknown]
    trial = _stepped(at, unknown, np.linalg.lstsq(J, -residual, rcond=_CUT)[0].astype(float))
    made = _residual(trial)
    return trial if made @ made < residual @ residual else at


def _stepped(at: Moment, unknown: Floats, step: Floats) -> Moment:
    states, inputs = len(at.y), len(at.model.input_names)
    x = np.concatenate([at.y, at.a[:inputs]])
    x[unknown] += step
    return at.moved(x[:states], np.concatenate([x[states:], at.a[inputs:]]))


def _small(at: Moment, residual: Floats) -> bool:
    """Whether what is left is round-off of the parts that make it up."""
    J = _jacobian(at)
    values = np.abs(np.concatenate([at.y, at.a[: len(at.model.input_names)]]))
    size = 1.0 + np.abs(J) @ (1.0 + values)
    return bool(np.all(np.abs(residual) <= _CLOSE * size))


def _refuse(at: Moment, residual: Floats, unknown: Sequence[str]) -> None:
    speeds = at.model.u_names
    worst = sorted(range(len(residual)), key=lambda i: -abs(residual[i]))[:3]
    told = ", ".join(
        f"d{speeds[i]}/dt = {residual[i]:.3g}"
        if i < len(speeds)
        else f"a constraint is off by {residual[i]:.3g}"
        for i in worst
    )
    contacts = ", ".join(f"'{one.name}'" for one in at.flows.contacts)
    carried = f"Contacts ({contacts}) carry nothing here. " if contacts else ""
    raise ArgumentError(
        f"equilibrium of '{at.model.name}': none was found by changing {', '.join(unknown)}; "
        f"where it comes nearest, {told}. {carried}Start elsewhere, or free inputs that can hold "
        "it."
    )


def _see_that_it_stays(at: Moment) -> None:
    """u̇ has to stay zero while the coordinates move on: ∂u̇/∂q q̇ = 0."""
    parts = at.parts(())
    qdot = parts["ydot"][: at.coordinates]
    slope = parts["A"][at.coordinates :, : at.coordinates]
    drift, size = slope @ qdot, 1.0 + np.abs(slope) @ np.abs(qdot)
    if np.any(np.abs(drift) > 1e-6 * size):
        worst = int(np.argmax(np.abs(drift) / size))
        raise ArgumentError(
            f"equilibrium of '{at.model.name}': with these speeds d{at.model.u_names[worst]}/dt is "
            f"zero at this moment only (it changes by {drift[worst]:.3g} a second). "
            "Give speeds that do not change what the forces depend on."
        )
