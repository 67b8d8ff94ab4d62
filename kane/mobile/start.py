"""start: the nearest start that the wheels allow, and what had to be changed.

    begin = mobile.start(robot, q={"phi": 0.3}, rates={"x": 1.0, "y": 0.2, "theta": 0.0})
    print(begin)                                   # asked, got
    run = simulate(build(robot), q=begin.q, u=begin.u, …)

Wheels that roll allow the platform no velocity across them. From the rates v that are asked for,
the speeds u are those with the least kinetic energy of what is taken away,

    min (W u − v)ᵀ M (W u − v)          over the coordinates that were named

the plastic impact by which the ground would make it roll [Kane1985 Sec. 5.3]. Rates of steering and
arms that are not named are zero; those of the wheels' turning follow.

From: platform.py    Next: kane/sim/simulate.py
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from kane.errors import ArgumentError
from kane.machine.model import Model
from kane.model.given import shown, unsound
from kane.model.system import System
from kane.pipeline import build
from kane.sim.assembly import Given, assembled
from kane.sim.begun import Changed

Floats = np.ndarray[Any, np.dtype[np.float64]]
SAME: Final = 1e-9  # of what was asked for: nearer is round-off


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """Coordinates and generalized speeds to begin with, and what is not as it was asked for."""

    q: Mapping[str, float]
    u: Mapping[str, float]
    places: Mapping[str, Changed]  # coordinates
    rates: Mapping[str, Changed]
    lost: float  # kinetic energy of what was taken away, in J

    @property
    def as_asked(self) -> bool:
        """Whether nothing had to be changed."""
        return not self.places and not self.rates

    def __str__(self) -> str:
        speeds = ", ".join(f"{name} = {value:.6g}" for name, value in self.u.items())
        if self.as_asked:
            return f"Start as asked for: {speeds}"
        told = [f"  {name}: {one}" for name, one in self.places.items()]
        told += [f"  rate of {name}: {one}" for name, one in self.rates.items()]
        head = f"The wheels do not allow this start; {self.lost:.4g} J of it were taken away:"
        return "\n".join([head, *told, f"  so {speeds}"])


def start(
    robot: System | Model,
    *,
    q: Mapping[str, float] | None = None,
    rates: Mapping[str, float] | None = None,
) -> Start:
    """The start nearest to coordinates and rates of coordinates, by name; the rest is zero."""
    system, model = _both(robot)
    asked_q, asked_rates = _numbers(q, "q"), _numbers(rates, "rates")
    _see_that_known(system, {**asked_q, **asked_rates})
    y = _placed(model, asked_q)
    places = y[: len(model.q_names)]
    speeds, got, lost = _rolling(system, model, places, asked_rates)
    at = dict(zip(model.q_names, places.tolist(), strict=True))
    return Start(
        q=at,
        u=dict(zip(model.u_names, speeds.tolist(), strict=True)),
        places=_changed(asked_q, at),
        rates=_changed(asked_rates, got),
        lost=lost,
    )


def _numbers(given: Mapping[str, float] | None, field: str) -> dict[str, float]:
    """Values by name, finite."""
    if given is not None and not isinstance(given, Mapping):
        raise ArgumentError(
            f'start: {field} {shown(given)} is no mapping. Give {field}={{"x": 1.0}}.'
        )
    for name, value in (given or {}).items():
        if wrong := unsound(value):
            raise ArgumentError(
                f"start: {field} of '{name}', {shown(value)}, {wrong}. Give a number in SI units."
            )
    return dict(given or {})


def _both(robot: System | Model) -> tuple[System, Model]:
    if isinstance(robot, System):
        return robot, build(robot)
    if not isinstance(robot, Model):
        raise ArgumentError(f"start: {shown(robot)} is no System and no Model. Give one of them.")
    compiler: Any = robot.compiler
    return compiler.equations.system, robot


def _see_that_known(system: System, given: Mapping[str, float]) -> None:
    unknown = [name for name in given if name not in system.coordinates]
    if unknown:
        known = ", ".join(system.coordinates)
        raise ArgumentError(
            f"start: '{unknown[0]}' is no coordinate of '{system.name}', which has {known}. "
            "Name these; rates are those of coordinates."
        )


def _placed(model: Model, q: Mapping[str, float]) -> Floats:
    """The state with its steering angles compatible, at rest."""
    flows = model.flows()
    y = np.array([*flows.homes, *[0.0] * len(model.u_names)])
    for name, value in q.items():
        y[model.q_names.index(name)] = value
    given = Given(
        flows=flows,
        parameters=model.parameters,
        names=(*model.q_names, *model.u_names),
        coordinates=len(model.q_names),
        t=0.0,
        y=y,
        a=np.zeros(len(flows.inputs)),
        asked=tuple(q),
    )
    found: Floats = assembled(given).y
    return found


def _rolling(
    system: System, model: Model, q: Floats, rates: Mapping[str, float]
) -> tuple[Floats, dict[str, float], float]:
    """u, the rates with it, and the energy of the difference."""
    W = np.column_stack(
        [np.asarray(model.rates(q, unit)) for unit in np.eye(len(model.u_names))]
    )  # fmt: skip
    own = _own_rates(system, model)
    named = [*rates, *(name for name in own if name not in rates)]
    rows = [model.q_names.index(name) for name in named]
    wanted = np.array([rates.get(name, 0.0) for name in named])
    root = np.linalg.cholesky(_mass_of(system, q, named)).T
    u = np.linalg.lstsq(root @ W[rows], root @ wanted, rcond=1e-12)[0]
    left = root @ (W[rows] @ u - wanted)
    got = dict(zip(model.q_names, (W @ u).tolist(), strict=True))
    return u, got, float(left @ left) / 2


def _own_rates(system: System, model: Model) -> list[str]:
    """The coordinates whose rates are generalized speeds."""
    by_speed = {
        u: q for joint in system.joints for q, u in zip(joint.coordinates, joint.speeds)  # noqa: B905
        if len(joint.coordinates) == len(joint.speeds)
    }  # fmt: skip
    return [by_speed[name] for name in model.u_names if name in by_speed]


def _mass_of(system: System, q: Floats, named: Sequence[str]) -> Floats:
    """M of the joints' own speeds, of these coordinates; positive even where no mass moves."""
    free = build(system.replace(speeds=(), constraints=(), contacts=()))
    numbers = [_number(system, name) for name in named]
    M = np.asarray(free.mass_matrix(q))[np.ix_(numbers, numbers)]
    found: Floats = M + 1e-12 * np.trace(M) * np.eye(len(M))
    return found


def _number(system: System, coordinate: str) -> int:
    """The natural speed that is a coordinate's rate."""
    speeds = [u for joint in system.joints for u in joint.speeds]
    for joint in system.joints:
        if coordinate in joint.coordinates and len(joint.coordinates) == len(joint.speeds):
            return speeds.index(joint.speeds[joint.coordinates.index(coordinate)])
    raise ArgumentError(
        f"start: the rate of '{coordinate}' is no speed of its joint. Give those of turns and "
        "slides, and set the others in u."
    )


def _changed(asked: Mapping[str, float], got: Mapping[str, float]) -> dict[str, Changed]:
    return {
        name: Changed(asked=value, got=got[name])
        for name, value in asked.items()
        if abs(got[name] - value) > SAME * (1 + abs(value))
    }
