"""Trees of rigid bodies in plain data, and where each body is.

Body k hangs on `parent` < k (−1 is the base) by a joint that moves frame K, fixed in the body,
in frame J, fixed in the parent. Coordinates q and joint rates s of all joints stand one after
another in flat arrays. For most joints s = q̇; for the two with quaternions s is what is said below.

    joint        q                            s
    REVOLUTE     angle about axes[0]          its rate
    PRISMATIC    distance along axes[0]       its rate
    SCREW        angle about axes[0]          its rate; advances `pitch` metres a radian
    CYLINDRICAL  angle, distance (axes[0])    their rates
    PLANAR       distances along axes[0], axes[1], angle about axes[0] × axes[1]
    GIMBAL       one to three angles about the axes in turn, of K as it turns or of J (`turns`)
    SPHERICAL    quaternion (w, x, y, z)      ω of K in J, in K's axes
    FREE         place of Ko in J, quaternion velocity of Ko in J (`linear`: K's or J's axes), ω
    FIXED        —                            —
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from itertools import pairwise
from typing import Any, Final

import numpy as np

from tests.oracles.jet import Array, Jet, cos, jet, sin


class Kind(Enum):
    """What a joint allows."""

    REVOLUTE = auto()
    PRISMATIC = auto()
    SCREW = auto()
    CYLINDRICAL = auto()
    PLANAR = auto()
    GIMBAL = auto()  # a universal joint is one with two axes
    SPHERICAL = auto()
    FREE = auto()
    FIXED = auto()


class Fixed(Enum):
    """In which frame axes or components are meant."""

    IN_K = auto()  # the body's side
    IN_J = auto()  # the parent's side


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeJoint:
    """A joint; axes are unit vectors."""

    kind: Kind
    axes: tuple[Array, ...] = ()
    pitch: float = 0.0
    turns: Fixed = Fixed.IN_K
    linear: Fixed = Fixed.IN_K


@dataclass(frozen=True, slots=True, kw_only=True)
class Placement:
    """A frame in a body: R turns its axes to the body's, p is its origin in the body's axes."""

    R: Array = field(default_factory=lambda: np.eye(3))
    p: Array = field(default_factory=lambda: np.zeros(3))


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeBody:
    """A rigid body; centre and inertia (about the mass centre) in the body's axes."""

    parent: int
    joint: TreeJoint
    inner: Placement = field(default_factory=Placement)  # J in the parent
    outer: Placement = field(default_factory=Placement)  # K in the body
    mass: float
    centre: Array
    inertia: Array


@dataclass(frozen=True, slots=True, kw_only=True)
class Pose:
    """A body in the course of time: R to inertial axes, its origin, J, and K's origin."""

    R: Jet
    origin: Jet
    J: Jet  # R of J's axes
    Jo: Jet
    Ko: Jet


GROUND: Final = Pose(R=jet(np.eye(3)), origin=jet(np.zeros(3)), J=jet(np.eye(3)),
                     Jo=jet(np.zeros(3)), Ko=jet(np.zeros(3)))  # fmt: skip
ONE_EACH: Final = (Kind.REVOLUTE, Kind.PRISMATIC, Kind.SCREW)
SIZES: Final = {Kind.CYLINDRICAL: (2, 2), Kind.PLANAR: (3, 3), Kind.SPHERICAL: (4, 3),
                Kind.FREE: (7, 6), Kind.FIXED: (0, 0)}  # fmt: skip


def sizes(joint: TreeJoint) -> tuple[int, int]:
    """How many q and how many s."""
    if joint.kind in ONE_EACH:
        return 1, 1
    return SIZES.get(joint.kind, (len(joint.axes), len(joint.axes)))


def spans(bodies: Sequence[TreeBody]) -> tuple[list[slice], list[slice]]:
    """Where each joint's q and s stand in the flat arrays."""
    counts = np.array([(0, 0), *(sizes(body.joint) for body in bodies)])
    ends = np.cumsum(counts, axis=0).tolist()
    q, s = ([slice(a[i], b[i]) for a, b in pairwise(ends)] for i in (0, 1))
    return q, s


def poses(
    bodies: Sequence[TreeBody], q: Array, s: Array, sdot: Array, base: Pose = GROUND
) -> list[Pose]:
    """Every body's pose with its first two derivatives; `base` may move as it likes."""
    found: list[Pose] = []
    q_spans, s_spans = spans(bodies)
    for body, own_q, own_s in zip(bodies, q_spans, s_spans, strict=True):
        parent = base if body.parent < 0 else found[body.parent]
        turn, shift = moved(body.joint, q[own_q], s[own_s], sdot[own_s])
        J, Jo = parent.R @ body.inner.R, parent.origin + parent.R @ body.inner.p
        Ko = Jo + J @ shift
        R = J @ turn @ body.outer.R.T
        found.append(Pose(R=R, origin=Ko - R @ body.outer.p, J=J, Jo=Jo, Ko=Ko))
    return found


def moved(joint: TreeJoint, q: Array, s: Array, sdot: Array) -> tuple[Jet, Jet]:
    """R_JK and the place of Ko in J, in the course of time."""
    if joint.kind is Kind.SPHERICAL:
        return quaternion_rotation(quaternion(q, s, sdot)), jet(np.zeros(3))
    if joint.kind is Kind.FREE:
        return floating(joint, q, s, sdot)
    x = [Jet(*values) for values in zip(q, s, sdot, strict=True)]
    nothing = jet(np.zeros(3))
    match joint.kind:
        case Kind.GIMBAL:
            return gimbal(joint, x), nothing
        case Kind.REVOLUTE:
            return rotation(joint.axes[0], x[0]), nothing
        case Kind.PRISMATIC:
            return jet(np.eye(3)), x[0] * joint.axes[0]
        case Kind.SCREW:
            return rotation(joint.axes[0], x[0]), x[0] * (joint.pitch * joint.axes[0])
        case Kind.CYLINDRICAL:
            return rotation(joint.axes[0], x[0]), x[1] * joint.axes[0]
        case Kind.PLANAR:
            normal = np.cross(joint.axes[0], joint.axes[1])
            return rotation(normal, x[2]), x[0] * joint.axes[0] + x[1] * joint.axes[1]
    return jet(np.eye(3)), nothing


def gimbal(joint: TreeJoint, angles: Sequence[Jet]) -> Jet:
    """Body-fixed turns multiply from the right, space-fixed ones from the left."""
    R = jet(np.eye(3))
    for axis, angle in zip(joint.axes, angles, strict=True):
        turn = rotation(axis, angle)
        R = R @ turn if joint.turns is Fixed.IN_K else turn @ R
    return R


def floating(joint: TreeJoint, q: Array, s: Array, sdot: Array) -> tuple[Jet, Jet]:
    """Pose of a free body: ẋ = v, or R v where v is along K's axes."""
    turn = quaternion_rotation(quaternion(q[3:], s[3:], sdot[3:]))
    if joint.linear is Fixed.IN_J:
        return turn, Jet(q[:3], s[:3], sdot[:3])
    return turn, Jet(q[:3], turn.x @ s[:3], turn.rate @ s[:3] + turn.x @ sdot[:3])


def rotation(axis: Array, angle: Jet) -> Jet:
    """U + sin θ ã + (1 − cos θ) ã² for a unit axis a."""
    tilde = cross_matrix(axis)
    return sin(angle) * tilde + np.eye(3) - (cos(angle) - np.ones(())) * (tilde @ tilde)


def quaternion(e: Array, omega: Array, omega_rate: Array) -> Jet:
    """e, ė = ½ e ∘ (0, ω), and ë by differentiating that."""
    rate = product(e, omega) / 2
    return Jet(np.asarray(e), rate, (product(rate, omega) + product(e, omega_rate)) / 2)


def product(e: Array, omega: Array) -> Array:
    """e ∘ (0, ω)."""
    return np.array([-e[1:] @ omega, *(e[0] * omega + np.cross(e[1:], omega))])


def quaternion_rotation(e: Jet) -> Jet:
    """R r = r + 2 w p × r + 2 p × (p × r) for e = (w, p)."""
    parts = [Jet(e.x[k], e.rate[k], e.second[k]) for k in range(4)]
    basis = [cross_matrix(column) for column in np.eye(3)]
    tilde = parts[1] * basis[0] + parts[2] * basis[1] + parts[3] * basis[2]
    return (parts[0] * tilde + tilde @ tilde) * np.array(2.0) + np.eye(3)


def coordinate_rates(bodies: Sequence[TreeBody], q: Array, s: Array) -> Array:
    """q̇ from the joint rates."""
    rates: list[Any] = []
    for body, own_q, own_s in zip(bodies, *spans(bodies), strict=True):
        if body.joint.kind is Kind.SPHERICAL:
            rates += [*quaternion(q[own_q], s[own_s], 0 * s[own_s]).rate]
        elif body.joint.kind is Kind.FREE:
            place = floating(body.joint, q[own_q], s[own_s], 0 * s[own_s])[1]
            rates += [*place.rate, *product(q[own_q][3:], s[own_s][3:]) / 2]
        else:
            rates += [*s[own_s]]
    return np.array(rates)


def cross_matrix(a: Array) -> Array:
    """The matrix of a ×."""
    return np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])
