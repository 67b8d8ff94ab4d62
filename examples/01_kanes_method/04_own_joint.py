"""A joint of one's own: a bead on a helix-like rail, in one class with five methods.

A slider follows the curve p(s) = (a cos s, a sin s, b s²) without turning. Its one natural speed
is σ = ṡ, and the contract asks: what are the coordinates, where is the child, how does it move for
σ = 1, how does that direction change, and what is q̇.

       z ↑   ⟋●          With p'(s) = (−a sin s, a cos s, 2 b s): B = p'(s), Ḃσ = p''(s) σ².
         │ ⟋             A bead that starts at rest at height b s₀² has, at s = 0, the speed
         ●───→           v = √(2 g b) s₀, whatever the rail does in between.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.integrate import solve_ivp

from kane import GROUND, Gravity, Moving, Particle, System, build, cos, sin
from kane.model.joints.contract import Directions, Drift, Pose


@dataclass(frozen=True, slots=True, kw_only=True)
class Rail:
    """A slide along p(s) = (a cos s, a sin s, b s²), without turning."""

    a: float
    b: float

    @property
    def names(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The coordinate s and the speed σ = ṡ."""
        return ("s",), ("u_s",)

    def pose(self, q: Sequence[Any]) -> Pose:
        """K's origin at p(s)."""
        (s,) = q
        return Pose(translation=(self.a * cos(s), self.a * sin(s), self.b * s * s))

    def directions(self, q: Sequence[Any]) -> Directions:
        """B = p'(s); nothing turns."""
        (s,) = q
        tangent = (-self.a * sin(s), self.a * cos(s), 2 * self.b * s)
        return Directions(angular=((0, 0, 0),), linear=(tangent,))

    def drift(self, q: Sequence[Any], sigma: Sequence[Any]) -> Drift:
        """Ḃσ = p''(s) σ²."""
        (s,), (u,) = q, sigma
        return Drift(
            linear=(-self.a * cos(s) * u * u, -self.a * sin(s) * u * u, 2 * self.b * u * u)
        )

    def rates(self, q: Sequence[Any], sigma: Sequence[Any]) -> Sequence[Any]:
        """ṡ = σ."""
        return sigma


bead = Particle("bead", mass=0.1)
system = System(
    "bead on a rail",
    joints=[Moving("rail", GROUND, bead, Rail(a=0.5, b=0.2))],
    loads=[Gravity(along=-GROUND.z)],
)
model = build(system)


def motion(t: float, x: np.ndarray) -> np.ndarray:
    """(q̇, u̇)."""
    return np.concatenate([x[1:], model.forward_dynamics(x[:1], x[1:], [0.0])])


bottom: Any = lambda t, x: x[0]  # noqa: E731
bottom.terminal = True
run = solve_ivp(motion, (0, 20), [2.0, 0.0], events=bottom, rtol=1e-11, atol=1e-12)
speed = 0.5 * abs(run.y[1, -1])  # |p'(0)| = a
print(f"at the bottom after {run.t[-1]:.4f} s: {speed:.9f} m/s")
assert abs(speed - np.sqrt(2 * 9.81 * 0.2) * 2.0) < 1e-8
