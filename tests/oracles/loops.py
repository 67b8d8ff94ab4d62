"""Trees with closed loops: all bodies free, joints and loops held by multipliers [Haug1989 §11].

A loop joins a point of one body to a point of another, along some directions of the first. Rows
that say a thing twice are no fault: accelerations are found all the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tests.oracles.constraints import Ends, slides, stacked
from tests.oracles.jet import Array
from tests.oracles.maximal import held, joint_wrenches, known_forces
from tests.oracles.newton_euler import BodyMotion, Loads, motion_of
from tests.oracles.tree import GROUND, Pose, TreeBody, poses


@dataclass(frozen=True, slots=True, kw_only=True)
class Loop:
    """Two bodies by number, a point of each in its axes, directions in those of the first."""

    first: int
    second: int
    here: Array
    there: Array
    directions: Array


def accelerations(
    bodies: Sequence[TreeBody],
    loops: Sequence[Loop],
    q: Array,
    s: Array,
    tau: Array,
    loads: Loads,
) -> Array:
    """(a, α) of every body's mass centre under loads and joint forces τ conjugate to s."""
    places = poses(bodies, q, s, np.zeros(len(s)))
    motions = [motion_of(pose, body.centre) for pose, body in zip(places, bodies, strict=True)]
    pushes = joint_wrenches(bodies, q, places, tau)
    right = known_forces(bodies, motions, loads, pushes).ravel()
    A, gamma = rows(bodies, loops, places, motions)
    M = masses(bodies, motions)
    system = np.block([[M, -A.T], [A, np.zeros((len(A), len(A)))]])
    x = np.linalg.lstsq(system, np.concatenate([right, gamma]), rcond=1e-13)[0]
    return np.asarray(x[: len(M)].reshape(-1, 6))


def rows(
    bodies: Sequence[TreeBody],
    loops: Sequence[Loop],
    places: Sequence[Pose],
    motions: Sequence[BodyMotion],
) -> tuple[Array, Array]:
    """A (a, α) = γ of all joints and loops."""
    n, blocks, right = 6 * len(bodies), [], []
    for k, body in enumerate(bodies):
        joint = held(k, bodies, places, motions, GROUND)
        block = np.zeros((len(joint.gamma), n))
        block[:, 6 * k : 6 * k + 6] = joint.body
        if body.parent >= 0:
            block[:, 6 * body.parent : 6 * body.parent + 6] = joint.parent
        blocks.append(block)
        right.append(joint.gamma)
    for loop in loops:
        own, other, gamma = stacked(slides(ends(loop, places, motions), loop.directions))
        block = np.zeros((len(gamma), n))
        block[:, 6 * loop.second : 6 * loop.second + 6] = own
        block[:, 6 * loop.first : 6 * loop.first + 6] = other
        blocks.append(block)
        right.append(gamma)
    return np.vstack(blocks), np.concatenate(right)


def ends(loop: Loop, places: Sequence[Pose], motions: Sequence[BodyMotion]) -> Ends:
    """Where the two points are."""
    first, second = places[loop.first], places[loop.second]
    return Ends(
        parent=motions[loop.first],
        body=motions[loop.second],
        J=first.R.x,
        Jo=first.origin.x + first.R.x @ loop.here,
        K=second.R.x,
        Ko=second.origin.x + second.R.x @ loop.there,
    )


def masses(bodies: Sequence[TreeBody], motions: Sequence[BodyMotion]) -> Array:
    """m and I, body by body."""
    M = np.zeros((6 * len(bodies), 6 * len(bodies)))
    for k, (body, motion) in enumerate(zip(bodies, motions, strict=True)):
        M[6 * k : 6 * k + 3, 6 * k : 6 * k + 3] = body.mass * np.eye(3)
        turned = motion.R @ body.inertia @ motion.R.T
        M[6 * k + 3 : 6 * k + 6, 6 * k + 3 : 6 * k + 6] = turned
    return M
