"""Newton's and Euler's equations body by body, in inertial axes, summed from the tips inward.

    F = m a,    T = dH/dt = I α + ω × I ω                 about the mass centre

ω, α, v, a come from the poses' jets: ω̃ = Ṙ Rᵀ, α̃ = d/dt(Ṙ Rᵀ).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from tests.oracles.jet import Array
from tests.oracles.tree import GROUND, Pose, TreeBody, moved, poses, sizes, spans


@dataclass(frozen=True, slots=True, kw_only=True)
class Loads:
    """Gravity, forces (body, point in body axes, force) and torques (body, torque), inertial axes.

    A spring between two bodies is two forces.
    """

    gravity: Array = field(default_factory=lambda: np.zeros(3))
    forces: tuple[tuple[int, Array, Array], ...] = ()
    torques: tuple[tuple[int, Array], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyMotion:
    """One body: orientation, angular motion; place, velocity, acceleration of its mass centre."""

    R: Array
    w: Array
    alpha: Array
    p: Array
    v: Array
    a: Array

    def at(self, point: Array) -> tuple[Array, Array]:
        """Velocity and acceleration of the body's point that is at an inertial position."""
        r = point - self.p
        turning = np.cross(self.alpha, r) + np.cross(self.w, np.cross(self.w, r))
        return self.v + np.cross(self.w, r), self.a + turning


@dataclass(frozen=True, slots=True, kw_only=True)
class Wrench:
    """A force and a torque about a point, inertial axes."""

    force: Array
    torque: Array
    point: Array

    def about(self, point: Array) -> Wrench:
        """The same about another point."""
        arm = self.point - point
        torque = self.torque + np.cross(arm, self.force)
        return Wrench(force=self.force, torque=torque, point=point)

    def __add__(self, other: Wrench) -> Wrench:
        """Both together, about the first one's point."""
        there = other.about(self.point)
        force, torque = self.force + there.force, self.torque + there.torque
        return Wrench(force=force, torque=torque, point=self.point)

    def __neg__(self) -> Wrench:
        return Wrench(force=-self.force, torque=-self.torque, point=self.point)

    def __sub__(self, other: Wrench) -> Wrench:
        return self + (-other)


@dataclass(frozen=True, slots=True, kw_only=True)
class Dynamics:
    """Motion of every body; what its parent does to it at Ko; τ conjugate to the joint rates."""

    motions: list[BodyMotion]
    reactions: list[Wrench]
    tau: Array


def dynamics(
    bodies: Sequence[TreeBody],
    q: Array,
    s: Array,
    sdot: Array,
    loads: Loads | None = None,
    base: Pose = GROUND,
) -> Dynamics:
    """What the joints must do for a motion, and everything on the way there."""
    places = poses(bodies, q, s, sdot, base)
    motions = [motion_of(pose, body.centre) for pose, body in zip(places, bodies, strict=True)]
    reactions = wrenches(bodies, places, motions, loads or Loads())
    tau = np.zeros(len(s))
    for span, axes, reaction in zip(
        spans(bodies)[1], joint_twists(bodies, q, places), reactions, strict=True
    ):
        tau[span] = axes[:, :3] @ reaction.torque + axes[:, 3:] @ reaction.force
    return Dynamics(motions=motions, reactions=reactions, tau=tau)


def motion_of(pose: Pose, centre_in_body: Array) -> BodyMotion:
    """A body's motion from its pose in the course of time."""
    R, centre = pose.R, pose.origin + pose.R @ centre_in_body
    w_tilde = R.rate @ R.x.T
    alpha_tilde = R.second @ R.x.T + R.rate @ R.rate.T
    return BodyMotion(
        R=R.x, w=vee(w_tilde), alpha=vee(alpha_tilde), p=centre.x, v=centre.rate, a=centre.second
    )


def wrenches(
    bodies: Sequence[TreeBody], places: list[Pose], motions: list[BodyMotion], loads: Loads
) -> list[Wrench]:
    """What each body's parent does to it, about Ko: all it takes, less the other loads."""
    found = [needed(body, motion) for body, motion in zip(bodies, motions, strict=True)]
    for k, wrench in enumerate(applied(bodies, motions, loads)):
        found[k] = (found[k] - wrench).about(places[k].Ko.x)
    for k in reversed(range(len(bodies))):
        if bodies[k].parent >= 0:
            found[bodies[k].parent] += found[k]
    return found


def needed(body: TreeBody, motion: BodyMotion) -> Wrench:
    """m a and I α + ω × I ω, about the mass centre."""
    inertia = motion.R @ body.inertia @ motion.R.T
    torque = inertia @ motion.alpha + np.cross(motion.w, inertia @ motion.w)
    return Wrench(force=body.mass * motion.a, torque=torque, point=motion.p)


def applied(
    bodies: Sequence[TreeBody], motions: Sequence[BodyMotion], loads: Loads
) -> list[Wrench]:
    """The loads on each body, about its mass centre."""
    found = [
        Wrench(force=body.mass * loads.gravity, torque=np.zeros(3), point=motion.p)
        for body, motion in zip(bodies, motions, strict=True)
    ]
    for k, point, force in loads.forces:
        at = motions[k].p + motions[k].R @ (point - bodies[k].centre)
        found[k] += Wrench(force=force, torque=np.zeros(3), point=at)
    for k, torque in loads.torques:
        found[k] += Wrench(force=np.zeros(3), torque=torque, point=motions[k].p)
    return found


def joint_twists(bodies: Sequence[TreeBody], q: Array, places: Sequence[Pose]) -> list[Array]:
    """By joint, one row (ω, v of Ko) in J, in inertial axes, for each unit joint rate."""
    found = []
    for body, own_q, place in zip(bodies, spans(bodies)[0], places, strict=True):
        n_s = sizes(body.joint)[1]
        rows = np.zeros((n_s, 6))
        for row, unit in enumerate(np.eye(n_s)):
            turn, shift = moved(body.joint, q[own_q], unit, np.zeros(n_s))
            rows[row] = [*(place.J.x @ vee(turn.rate @ turn.x.T)), *(place.J.x @ shift.rate)]
        found.append(rows)
    return found


def mass_matrix(bodies: Sequence[TreeBody], q: Array) -> Array:
    """M in M ṡ + … = τ: column r is τ for ṡ_r = 1 from rest, without loads."""
    n_s = spans(bodies)[1][-1].stop
    rest = np.zeros(n_s)
    return np.stack([dynamics(bodies, q, rest, unit).tau for unit in np.eye(n_s)], axis=1)


def forward(
    bodies: Sequence[TreeBody],
    q: Array,
    s: Array,
    tau: Array,
    loads: Loads | None = None,
    base: Pose = GROUND,
) -> Array:
    """ṡ under given joint forces."""
    bias = dynamics(bodies, q, s, np.zeros(len(s)), loads, base).tau
    return np.asarray(np.linalg.solve(mass_matrix(bodies, q), tau - bias))


def kinetic_energy(bodies: Sequence[TreeBody], motions: Sequence[BodyMotion]) -> float:
    """Σ ½ (m v² + ω · I ω)."""
    total = 0.0
    for body, motion in zip(bodies, motions, strict=True):
        w = motion.R.T @ motion.w
        total += float(body.mass * motion.v @ motion.v + w @ body.inertia @ w) / 2
    return total


def gravity_energy(
    bodies: Sequence[TreeBody], motions: Sequence[BodyMotion], gravity: Array
) -> float:
    """−Σ m g · p."""
    heights = (body.mass * gravity @ motion.p for body, motion in zip(bodies, motions, strict=True))
    return -float(sum(heights))


def momenta(
    bodies: Sequence[TreeBody], motions: Sequence[BodyMotion], point: Array
) -> tuple[Array, Array]:
    """Linear momentum, and angular momentum about an inertial point."""
    P, H = np.zeros(3), np.zeros(3)
    for body, motion in zip(bodies, motions, strict=True):
        P = P + body.mass * motion.v
        spin = motion.R @ body.inertia @ motion.R.T @ motion.w
        H = H + spin + body.mass * np.cross(motion.p - point, motion.v)
    return P, H


def vee(tilde: Array) -> Array:
    """The vector of a skew matrix."""
    skew = (tilde - tilde.T) / 2
    return np.array([skew[2, 1], skew[0, 2], skew[1, 0]])
