"""Tracking: computed torque for several points at once, the base's and the tip's, say.

    aims = [mobile.Aim(body.point("nose", (0.3, 0, 0)), "xy", base_path),
            mobile.Aim(link2.point("tip", (0.8, 0, 0)), "xy", tip_path)]
    run = simulate(model, …, inputs=mobile.tracking(model, aims))

With y the points' places along the ground's axes, ẏ = J u, the speeds' rates are asked for as

    u̇ = J⁺ (ÿ* + 2ζω (ẏ* − ẏ) + ω² (y* − y) − J̇u) − (1 − J⁺J) 2ζω u

and the motors give a with B a = M u̇ + f                    [Yamamoto1994; Kane1985 Sec. 6.1]

at a fixed rate, held in between. A nonholonomic base follows points that are not on its axle: there
J has full rank though the wheels cannot go sideways.

From: platform.py    Next: kane/sim/signals.py
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kane.algebra.substitute import substitute
from kane.dynamics import observables
from kane.dynamics.equations import Equations
from kane.errors import ArgumentError
from kane.machine.model import Model
from kane.mobile.verdict import Verdict, verdict
from kane.model.body import Point
from kane.pipeline import compile, lower
from kane.sim.signals import Sampled
from kane.sim.trajectory import Trajectory

Floats = np.ndarray[Any, np.dtype[np.float64]]
Path = Callable[[float], tuple[Any, Any, Any]]  # t → place, velocity, acceleration


@dataclass(frozen=True, slots=True)
class Aim:
    """A point, along which of the ground's axes it is led, and its path.

    `path(t)` gives place, velocity and acceleration along these axes.
    """

    point: Point
    along: str
    path: Path


def tracking(
    model: Model,
    aims: Sequence[Aim],
    *,
    frequency: float = 8.0,
    damping: float = 1.0,
    period: float = 1e-3,
) -> dict[str, Sampled]:
    """The inputs that lead the points along their paths; errors die out with ω and ζ."""
    _see_linear(model)
    compiler: Any = model.compiler
    control = _Control(
        model=model,
        aims=tuple(aims),
        seen=_program(compiler.equations, aims),
        frequency=frequency,
        damping=damping,
    )
    return {
        name: Sampled(function=control, period=period, component=k)
        for k, name in enumerate(model.input_names)
    }


def _see_linear(model: Model) -> None:
    """Refuse what B a = τ cannot be solved for, by name."""
    if model.nonlinear_inputs:
        raise ArgumentError(
            f"tracking: loads of '{model.name}' are not linear in "
            f"{', '.join(model.nonlinear_inputs)}, so that B a = tau cannot be solved for them. "
            "Make the forces or torques themselves inputs."
        )


@dataclass(frozen=True, kw_only=True, eq=False)
class _Control:
    """The law, called with the state."""

    model: Model
    aims: tuple[Aim, ...]
    seen: Any  # q, u → y, J by rows, J̇u
    frequency: float
    damping: float

    def __call__(self, t: float, q: Floats, u: Floats) -> Floats:
        y, J, drift = self.seen(q, u)
        J = np.reshape(J, (len(y), len(u)))
        wanted, rate, place = (np.concatenate(part) for part in zip(*self._asked(t), strict=True))
        back = 2.0 * self.damping * self.frequency
        asked = wanted + back * (rate - J @ u) + self.frequency**2 * (place - y) - drift
        inverse = np.linalg.pinv(J)
        udot = inverse @ asked - back * (u - inverse @ (J @ u))
        tau = self.model.inverse_dynamics(q, u, udot)
        B = np.reshape(self.model.input_matrix(q), (len(u), len(self.model.input_names)))
        a, *_ = np.linalg.lstsq(B, tau, rcond=None)
        if np.abs(B @ a - tau).max() > 1e-8 * (1.0 + np.abs(tau).max()):
            names = ", ".join(self.model.input_names)
            raise ArgumentError(
                f"tracking: the inputs of '{self.model.name}', {names}, "
                f"cannot give what the paths ask for at t = {t:g} s. Give every freedom a motor: "
                'drive="…" on wheels, JointForce on joints.'
            )
        found: Floats = np.asarray(a)
        return found

    def _asked(self, t: float) -> list[tuple[Floats, Floats, Floats]]:
        made = []
        for aim in self.aims:
            place, rate, wanted = (np.atleast_1d(np.asarray(x, float)) for x in aim.path(t))
            made.append((wanted, rate, place))
        return made


def _program(equations: Equations, aims: Sequence[Aim]) -> Any:
    """y, J and J̇u as a kernel of q and u."""
    y: list[Any] = []
    J: list[Any] = []
    drift: list[Any] = []
    still = dict.fromkeys(equations.udot, equations.tree.lift.scalar(0))
    for aim in aims:
        axes = ["xyz".index(axis) for axis in aim.along]
        place = observables.position(equations, aim.point).components
        columns = observables.point_jacobian(equations, aim.point)
        left = substitute(list(observables.acceleration(equations, aim.point).components), still)
        y += [place[axis] for axis in axes]
        J += [column[axis] for axis in axes for column in columns]
        drift += [left[axis] for axis in axes]
    inputs = {"q": equations.q, "u": equations.u}
    return compile(lower("aims", inputs, {"y": y, "J": J, "drift": drift}))


# ── how fast it may go ────────────────────────────────────────────────────────────────────
@dataclass(frozen=True, slots=True, kw_only=True)
class Largest:
    """The largest value at which all conditions are kept, and the first one that fails beyond."""

    value: float
    run: Trajectory
    beyond: Verdict | None  # at the smallest value that was tried and failed

    def __str__(self) -> str:
        if self.beyond is None:
            return f"{self.value:.6g}: every condition is kept"
        failed = [one for one in self.beyond.margins if one.first is not None]
        first = min(failed, key=lambda one: float(one.first or 0.0))
        return f"{self.value:.6g}: beyond it fails first '{first.name}', at {first.first:.4g} s"


def largest_safe(
    run_of: Callable[[float], Trajectory], low: float, high: float, *, tolerance: float = 1e-3
) -> Largest:
    """The largest value in (low, high) whose run keeps all conditions, by bisection.

    `run_of(value)` simulates; at `low` it has to be safe. What is safe at a value is taken to be so
    at smaller ones.
    """
    if not (math.isfinite(low) and math.isfinite(high) and low < high and tolerance > 0):
        raise ArgumentError(
            f"largest_safe: between {low} and {high}, to {tolerance} of it, lies no value. "
            "Give finite numbers, low below high, and a tolerance above zero."
        )
    best, judged = run_of(low), None
    if not verdict(best).kept:
        raise ArgumentError(
            f"largest_safe: at the low end, {low:g}, it is not safe:\n{verdict(best)}\nBegin lower."
        )
    top = run_of(high)
    if verdict(top).kept:
        return Largest(value=high, run=top, beyond=None)
    judged = verdict(top)
    while high - low > max(tolerance * abs(high), math.ulp(high) * 2):
        middle = 0.5 * (low + high)
        tried = run_of(middle)
        found = verdict(tried)
        if found.kept:
            low, best = middle, tried
        else:
            high, judged = middle, found
    return Largest(value=low, run=best, beyond=judged)
