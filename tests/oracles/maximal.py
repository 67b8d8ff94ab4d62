"""All bodies free, six accelerations each, held together by multipliers [Haug1989 §11].

    m a = F + F_c,   I α + ω × I ω = T + T_c,   A (a, α) = γ,   (F_c, T_c) = Aᵀ λ

A and γ are the joints' constraints of `constraints.py`. Every body needs mass and inertia.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tests.oracles.constraints import Ends, constraints, stacked
from tests.oracles.jet import Array
from tests.oracles.newton_euler import (
    BodyMotion,
    Loads,
    Wrench,
    applied,
    joint_twists,
    motion_of,
)
from tests.oracles.tree import GROUND, Pose, TreeBody, poses, spans


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """a of the mass centre and α by body; what each body's parent does to it at Ko."""

    a: Array
    alpha: Array
    multipliers: list[Array]
    reactions: list[Wrench]


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A joint's rows: A of the body, A of its parent, γ with a given parent's motion in it."""

    body: Array
    parent: Array
    gamma: Array


def solve(
    bodies: Sequence[TreeBody],
    q: Array,
    s: Array,
    tau: Array,
    loads: Loads | None = None,
    base: Pose = GROUND,
) -> Solution:
    """Accelerations and reactions at a state, under loads and joint forces τ conjugate to s.

    Only places and velocities are taken from the poses; the base's motion is given.
    """
    places = poses(bodies, q, s, np.zeros(len(s)), base)
    motions = [motion_of(pose, body.centre) for pose, body in zip(places, bodies, strict=True)]
    pushes = joint_wrenches(bodies, q, places, tau)
    joints = [held(k, bodies, places, motions, base) for k in range(len(bodies))]
    forces = known_forces(bodies, motions, loads or Loads(), pushes)
    x, multipliers = kkt(bodies, motions, forces, joints)
    reactions = [
        constraint_wrench(joint, values, motion.p).about(push.point) + push
        for joint, values, motion, push in zip(joints, multipliers, motions, pushes, strict=True)
    ]
    return Solution(a=x[:, :3], alpha=x[:, 3:], multipliers=multipliers, reactions=reactions)


def kkt(
    bodies: Sequence[TreeBody],
    motions: Sequence[BodyMotion],
    forces: Array,
    joints: Sequence[Held],
) -> tuple[Array, list[Array]]:
    """Accelerations by body and λ by joint, from [[M, −Aᵀ], [A, 0]] (x, λ) = (F, γ)."""
    ends = 6 * len(bodies) + np.cumsum([0, *(len(joint.gamma) for joint in joints)])
    n, size = int(ends[0]), int(ends[-1])
    system, right = np.zeros((size, size)), np.zeros(size)
    right[:n] = forces.ravel()
    for k, (body, motion) in enumerate(zip(bodies, motions, strict=True)):
        centre = 6 * k + 3
        system[6 * k : centre, 6 * k : centre] = body.mass * np.eye(3)
        inertia = motion.R @ body.inertia @ motion.R.T
        system[centre : centre + 3, centre : centre + 3] = inertia
        rows = slice(ends[k], ends[k + 1])
        system[rows, 6 * k : 6 * k + 6] = joints[k].body
        if body.parent >= 0:
            system[rows, 6 * body.parent : 6 * body.parent + 6] = joints[k].parent
        right[rows] = joints[k].gamma
    system[:n, n:] = -system[n:, :n].T
    x = np.linalg.solve(system, right)
    return x[:n].reshape(-1, 6), np.split(x[n:], ends[1:-1] - n)


def held(
    k: int,
    bodies: Sequence[TreeBody],
    places: Sequence[Pose],
    motions: Sequence[BodyMotion],
    base: Pose,
) -> Held:
    """The constraints of joint k; a base's given acceleration goes to the right side."""
    ground, place = bodies[k].parent < 0, places[k]
    parent = motion_of(base, np.zeros(3)) if ground else motions[bodies[k].parent]
    ends = Ends(
        parent=parent,
        body=motions[k],
        J=place.J.x,
        Jo=place.Jo.x,
        K=place.R.x @ bodies[k].outer.R,
        Ko=place.Ko.x,
    )
    own, inward, gamma = stacked(constraints(bodies[k].joint, ends))
    if ground:
        gamma = gamma - inward @ np.concatenate([parent.a, parent.alpha])
    return Held(body=own, parent=inward, gamma=gamma)


def joint_wrenches(
    bodies: Sequence[TreeBody], q: Array, places: Sequence[Pose], tau: Array
) -> list[Wrench]:
    """On each body at Ko: the smallest wrench that does the power τ · s of its joint."""
    found = []
    twists = joint_twists(bodies, q, places)
    for span, axes, place in zip(spans(bodies)[1], twists, places, strict=True):
        wrench = np.linalg.pinv(axes) @ tau[span] if len(axes) else np.zeros(6)
        found.append(Wrench(force=wrench[3:], torque=wrench[:3], point=place.Ko.x))
    return found


def known_forces(
    bodies: Sequence[TreeBody],
    motions: Sequence[BodyMotion],
    loads: Loads,
    pushes: Sequence[Wrench],
) -> Array:
    """By body, force and torque less ω × I ω: loads, its joint's push, its children's back."""
    totals = applied(bodies, motions, loads)
    for k, (body, push) in enumerate(zip(bodies, pushes, strict=True)):
        totals[k] += push
        if body.parent >= 0:
            totals[body.parent] -= push
    forces = np.zeros((len(bodies), 6))
    for k, (body, motion, total) in enumerate(zip(bodies, motions, totals, strict=True)):
        inertia = motion.R @ body.inertia @ motion.R.T
        gyration = np.cross(motion.w, inertia @ motion.w)
        forces[k] = [*total.force, *(total.torque - gyration)]
    return forces


def constraint_wrench(joint: Held, multipliers: Array, centre: Array) -> Wrench:
    """Aᵀ λ on the body, about its mass centre."""
    both = joint.body.T @ multipliers
    return Wrench(force=both[:3], torque=both[3:], point=centre)
