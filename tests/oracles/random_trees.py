"""Trees with every kind of joint, oddly placed, and states away from gimbal lock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tests.oracles.jet import Array
from tests.oracles.newton_euler import Loads
from tests.oracles.tree import Fixed, Kind, Placement, TreeBody, TreeJoint, spans


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A tree and one state of it, with loads and joint forces."""

    bodies: list[TreeBody]
    q: Array
    s: Array
    sdot: Array
    tau: Array
    loads: Loads

    @property
    def span(self) -> range:
        """The bodies' numbers."""
        return range(len(self.bodies))


def random_case(rng: np.random.Generator, kinds: Sequence[Kind] = tuple(Kind)) -> Case:
    """Bodies hung by the given kinds in random order, each on the base or on one before."""
    order = rng.permutation(np.arange(len(kinds)))
    bodies = [
        random_body(rng, kinds[k], parent=int(rng.integers(-1, i))) for i, k in enumerate(order)
    ]
    q_spans, s_spans = spans(bodies)
    n_s = s_spans[-1].stop
    q = np.concatenate([random_q(rng, body.joint) for body in bodies])
    assert len(q) == q_spans[-1].stop
    s, sdot, tau = rng.normal(size=(3, n_s))
    return Case(bodies=bodies, q=q, s=s, sdot=sdot, tau=tau, loads=random_loads(rng, len(bodies)))


def random_body(rng: np.random.Generator, kind: Kind, parent: int) -> TreeBody:
    """A body of no symmetry."""
    return TreeBody(
        parent=parent,
        joint=random_joint(rng, kind),
        inner=random_placement(rng),
        outer=random_placement(rng),
        mass=float(rng.uniform(1, 2)),
        centre=rng.normal(size=3),
        inertia=random_inertia(rng),
    )


def random_joint(rng: np.random.Generator, kind: Kind) -> TreeJoint:
    """A joint about random axes; gimbals have one to three, in either order of turning."""
    a, b, c = random_rotation(rng).T
    side = Fixed.IN_K if rng.integers(2) else Fixed.IN_J
    axes: tuple[Array, ...] = (a,)
    if kind is Kind.GIMBAL:
        axes = (a, b, c if rng.integers(2) else a)[: rng.integers(1, 4)]
    elif kind is Kind.PLANAR:
        axes = (a, b)
    return TreeJoint(kind=kind, axes=axes, pitch=0.3, turns=side, linear=side)


def random_q(rng: np.random.Generator, joint: TreeJoint) -> Array:
    """Coordinates; the second angle of a gimbal stays between its two kinds of lock."""
    match joint.kind:
        case Kind.SPHERICAL:
            return unit(rng.normal(size=4))
        case Kind.FREE:
            return np.concatenate([rng.normal(size=3), unit(rng.normal(size=4))])
        case Kind.GIMBAL:
            return rng.uniform(0.4, 1.1, len(joint.axes))
        case Kind.FIXED:
            return np.zeros(0)
        case Kind.CYLINDRICAL:
            return rng.normal(size=2)
        case Kind.PLANAR:
            return rng.normal(size=3)
    return rng.normal(size=1)


def random_loads(rng: np.random.Generator, n: int) -> Loads:
    """Gravity aslant, a force at a point of one body and a torque on another."""
    pushed, turned = (int(k) for k in rng.integers(0, n, 2))
    return Loads(
        gravity=9.81 * unit(rng.normal(size=3)),
        forces=((pushed, rng.normal(size=3), rng.normal(size=3)),),
        torques=((turned, rng.normal(size=3)),),
    )


def random_placement(rng: np.random.Generator) -> Placement:
    """A frame anywhere."""
    return Placement(R=random_rotation(rng), p=rng.normal(size=3))


def random_rotation(rng: np.random.Generator) -> Array:
    """A rotation matrix."""
    Q = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    return np.asarray(Q * np.linalg.det(Q))


def random_inertia(rng: np.random.Generator) -> Array:
    """A central inertia, from second moments so that it obeys the triangle inequality."""
    A = rng.normal(size=(3, 3))
    second = A @ A.T + 0.3 * np.eye(3)
    return np.asarray(np.trace(second) * np.eye(3) - second)


def unit(x: Array) -> Array:
    """A vector at length 1."""
    return np.asarray(x / np.linalg.norm(x))
