"""Joints as constraints between frames fixed in two bodies: no joint coordinate is used.

Three kinds of row do for all joints. With e, a fixed in the parent, b in the body, Δ from Jo to
Ko and p a pitch [Haug1989 §9]:

    slide    e · Δ = const            turn    a · b = const
    thread   d/dt (e · Δ) = p e · (ω_K − ω_J)

Each is differentiated twice by hand: Φ̈ = A (accelerations) − γ.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from tests.oracles.jet import Array
from tests.oracles.newton_euler import BodyMotion
from tests.oracles.tree import Fixed, Kind, TreeJoint


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One constraint: coefficients of (a, α) of the body and of its parent, and γ."""

    body: Array
    parent: Array
    gamma: float

    def __add__(self, other: Row) -> Row:
        body, parent = self.body + other.body, self.parent + other.parent
        return Row(body=body, parent=parent, gamma=self.gamma + other.gamma)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ends:
    """The two bodies of a joint, and its frames J and K as the columns of rotations, inertial."""

    parent: BodyMotion
    body: BodyMotion
    J: Array
    Jo: Array
    K: Array
    Ko: Array


def constraints(joint: TreeJoint, ends: Ends) -> list[Row]:
    """The rows of a joint, by what it forbids."""
    match joint.kind:
        case Kind.FREE:
            return []
        case Kind.FIXED:
            return slides(ends, np.eye(3)) + unturned(ends)
        case Kind.PRISMATIC:
            return slides(ends, normals(joint.axes[0])) + unturned(ends)
        case Kind.CYLINDRICAL:
            return slides(ends, normals(joint.axes[0])) + upright(ends, joint.axes[0])
        case Kind.SCREW:
            threaded = thread(ends, joint.axes[0], joint.pitch)
            return [threaded, *slides(ends, normals(joint.axes[0])), *upright(ends, joint.axes[0])]
        case Kind.PLANAR:
            normal = np.cross(joint.axes[0], joint.axes[1])
            return slides(ends, [normal]) + upright(ends, normal)
        case Kind.REVOLUTE:
            return slides(ends, np.eye(3)) + upright(ends, joint.axes[0])
    return slides(ends, np.eye(3)) + kept_turns(joint, ends)


def kept_turns(joint: TreeJoint, ends: Ends) -> list[Row]:
    """What a spherical joint or a gimbal of one to three axes still forbids."""
    if joint.kind is Kind.SPHERICAL or len(joint.axes) == 3:
        return []
    if len(joint.axes) == 1:
        return upright(ends, joint.axes[0])
    in_J, in_K = joint.axes if joint.turns is Fixed.IN_K else joint.axes[::-1]
    return [turn(ends, in_J, in_K)]


def unturned(ends: Ends) -> list[Row]:
    """K's axes stay parallel to J's."""
    x, y, z = np.eye(3)
    return [turn(ends, x, y), turn(ends, y, z), turn(ends, z, x)]


def upright(ends: Ends, axis: Array) -> list[Row]:
    """An axis stays common to J and K."""
    return [turn(ends, axis, normal) for normal in normals(axis)]


def normals(axis: Array) -> tuple[Array, Array]:
    """Two unit vectors across an axis and each other."""
    least = np.eye(3)[np.argmin(np.abs(axis))]
    first = np.cross(axis, least) / np.linalg.norm(np.cross(axis, least))
    return first, np.cross(axis, first)


def slides(ends: Ends, directions: Iterable[Array]) -> list[Row]:
    """No sliding along directions of J."""
    return [slide(ends, direction) for direction in directions]


def slide(ends: Ends, direction: Array) -> Row:
    """Φ̈ = ë · Δ + 2 ė · Δ̇ + e · Δ̈, with e = J · direction and Δ = Ko − Jo."""
    e, delta = ends.J @ direction, ends.Ko - ends.Jo
    w = ends.parent.w
    (v_K, a_K), (v_J, a_J) = still(ends.body, ends.Ko), still(ends.parent, ends.Jo)
    e_rate, e_second = np.cross(w, e), np.cross(w, np.cross(w, e))
    velocity_part = e_second @ delta + 2 * e_rate @ (v_K - v_J) + e @ (a_K - a_J)
    in_K = np.concatenate([e, np.cross(ends.Ko - ends.body.p, e)])
    in_J = np.concatenate([e, np.cross(ends.Jo - ends.parent.p, e) - np.cross(e, delta)])
    return Row(body=in_K, parent=-in_J, gamma=-float(velocity_part))


def turn(ends: Ends, in_J: Array, in_K: Array) -> Row:
    """Φ̈ = ä · b + 2 ȧ · ḃ + a · b̈, with a = J · in_J and b = K · in_K."""
    a, b = ends.J @ in_J, ends.K @ in_K
    w_J, w_K = ends.parent.w, ends.body.w
    a_rate, b_rate = np.cross(w_J, a), np.cross(w_K, b)
    velocity_part = np.cross(w_J, a_rate) @ b + 2 * a_rate @ b_rate + a @ np.cross(w_K, b_rate)
    about = np.concatenate([np.zeros(3), np.cross(b, a)])
    return Row(body=about, parent=-about, gamma=-float(velocity_part))


def thread(ends: Ends, axis: Array, pitch: float) -> Row:
    """slide along the axis, less p e · (α_K − α_J).

    ė · (ω_K − ω_J) = (ω_J × e) · (ω_K − ω_J) is 0: the bodies turn in each other about e itself.
    """
    e = ends.J @ axis
    about = np.concatenate([np.zeros(3), -pitch * e])
    return slide(ends, axis) + Row(body=about, parent=-about, gamma=0.0)


def still(motion: BodyMotion, point: Array) -> tuple[Array, Array]:
    """Velocity of a point of a body, and its acceleration as if a and α were 0."""
    r = point - motion.p
    v: Array = motion.v + np.cross(motion.w, r)
    return v, np.cross(motion.w, np.cross(motion.w, r))


def stacked(rows: Sequence[Row]) -> tuple[Array, Array, Array]:
    """Coefficients for the body, for the parent, and γ, one row each."""
    body = np.array([row.body for row in rows]).reshape(-1, 6)
    parent = np.array([row.parent for row in rows]).reshape(-1, 6)
    return body, parent, np.array([row.gamma for row in rows])
