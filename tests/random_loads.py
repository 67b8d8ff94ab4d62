"""Random loads of every kind, each with what it does to the oracle's bodies."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from kane.geometry import GROUND
from kane.model.body import Point
from kane.model.loads import (
    BaseAcceleration,
    Force,
    Gravity,
    JointDamper,
    JointForce,
    JointFriction,
    JointSpring,
    Load,
    PointMass,
    SpringDamper,
    Torque,
)
from tests.draw import Draw
from tests.measures import Now, number_of
from tests.oracles.jet import Array
from tests.oracles.newton_euler import Loads
from tests.random_growth import Grown
from tests.random_scalars import another, frame, point, rated_names, scalar


@dataclass(frozen=True, kw_only=True)
class Push:
    """What loads do: a uniform field, forces and torques on bodies, Q along the joint rates."""

    gravity: Array = field(default_factory=lambda: np.zeros(3))
    forces: tuple[tuple[int, Array, Array], ...] = ()  # body, point from its origin, force
    torques: tuple[tuple[int, Array], ...] = ()
    Q: tuple[tuple[int, float], ...] = ()

    def loads(self) -> Loads:
        """The oracle's loads; those on the ground do nothing."""
        return Loads(
            gravity=self.gravity,
            forces=tuple(force for force in self.forces if force[0] >= 0),
            torques=tuple(torque for torque in self.torques if torque[0] >= 0),
        )

    def along(self, count: int) -> Array:
        """Q for every joint rate."""
        total = np.zeros(count)
        for number, value in self.Q:
            total[number] += value
        return total

    def __add__(self, other: Push) -> Push:
        return Push(
            gravity=self.gravity + other.gravity,
            forces=self.forces + other.forces,
            torques=self.torques + other.torques,
            Q=self.Q + other.Q,
        )


@dataclass(frozen=True, kw_only=True)
class Acting:
    """One load, twice; `potential` is its energy where it has one, `lost` its other power."""

    load: Load
    of: Callable[[Now], Push]
    potential: Callable[[Now], float] | None = None
    lost: Callable[[Now], float] = lambda now: 0.0


def together(acting: Sequence[Acting], now: Now) -> Push:
    """All of several loads."""
    total = Push()
    for one in acting:
        total = total + one.of(now)
    return total


# ── one maker a kind of load ──────────────────────────────────────────────────────────────────
def weight(draw: Draw, grown: Grown) -> Acting:
    """A uniform field aslant."""
    along, magnitude = draw.vector(), draw.number(9.81)
    field = number_of(magnitude) * np.array([number_of(x) for x in along])

    def potential(now: Now) -> float:
        return _height(now, -field)

    load = Gravity(along=GROUND.vector(*along), magnitude=magnitude)
    return Acting(load=load, of=lambda now: Push(gravity=field), potential=potential)


def lift(draw: Draw, grown: Grown) -> Acting:
    """A ground that accelerates."""
    given = draw.vector(3.0)
    a = np.array([number_of(x) for x in given])

    def potential(now: Now) -> float:
        return _height(now, a)

    load = BaseAcceleration(GROUND.vector(*given))
    return Acting(load=load, of=lambda now: Push(gravity=-a), potential=potential)


def attraction(draw: Draw, grown: Grown) -> Acting:
    """A central field, its middle at some distance."""
    middle, mu = point(draw, GROUND, far=6.0), draw.number(5.0)

    def each(now: Now) -> list[tuple[int, float, Array]]:
        bodies = enumerate(zip(now.tree, now.motions, strict=True))
        return [(k, body.mass, motion.p - now.at(middle)) for k, (body, motion) in bodies]

    def of(now: Now) -> Push:
        return Push(
            forces=tuple(
                (k, now.tree[k].centre, -number_of(mu) * m * arm / np.linalg.norm(arm) ** 3)
                for k, m, arm in each(now)
            )
        )

    def potential(now: Now) -> float:
        return -sum(float(number_of(mu) * m / np.linalg.norm(arm)) for _, m, arm in each(now))

    return Acting(load=PointMass(at=middle, mu=mu), of=of, potential=potential)


def push(draw: Draw, grown: Grown) -> Acting:
    """A force at a point, along the axes of another frame."""
    where, axes = point(draw, draw.pick(grown.frames)), frame(draw, grown)
    values = [scalar(draw, grown) for _ in range(3)]

    def of(now: Now) -> Push:
        force = now.turned(axes, [value.of(now).value for value in values])
        return Push(forces=(_at(now, where, force),))

    load = Force(axes.vector(*(value.expr for value in values)), at=where)
    return Acting(load=load, of=of)


def twist(draw: Draw, grown: Grown) -> Acting:
    """A torque on a frame, and its opposite on another or on the ground."""
    on, axes = draw.pick(grown.frames), frame(draw, grown)
    other = another(draw, grown, on)
    values = [scalar(draw, grown) for _ in range(3)]

    def of(now: Now) -> Push:
        torque = now.turned(axes, [value.of(now).value for value in values])
        frames = now.index.frames
        return Push(torques=((frames[on], torque), (frames[other], -torque)))

    load = Torque(axes.vector(*(value.expr for value in values)), on=on, reaction_on=other)
    return Acting(load=load, of=of)


def joint_force(draw: Draw, grown: Grown) -> Acting:
    """Any force along a coordinate."""
    name, value = _rated(draw, grown), scalar(draw, grown)

    def of(now: Now) -> Push:
        return Push(Q=((now.index.s[name], value.of(now).value),))

    return Acting(load=JointForce(name, value.expr), of=of)


def joint_spring(draw: Draw, grown: Grown) -> Acting:
    """A spring along a coordinate."""
    name = _rated(draw, grown)
    stiffness, rest = draw.number(draw.rng.uniform(1, 5)), draw.number(draw.rng.normal())
    k, start = number_of(stiffness), number_of(rest)

    def stretch(now: Now) -> float:
        return float(now.q[now.index.q[name]]) - start

    def of(now: Now) -> Push:
        return Push(Q=((now.index.s[name], -k * stretch(now)),))

    load = JointSpring(name, stiffness, rest)
    return Acting(load=load, of=of, potential=lambda now: k * stretch(now) ** 2 / 2)


def joint_damper(draw: Draw, grown: Grown) -> Acting:
    """A damper along a coordinate."""
    name, damping = _rated(draw, grown), draw.number(draw.rng.uniform(0.1, 2))

    def of(now: Now) -> Push:
        number = now.index.s[name]
        return Push(Q=((number, -number_of(damping) * float(now.s[number])),))

    return Acting(load=JointDamper(name, damping), of=of)


def joint_friction(draw: Draw, grown: Grown) -> Acting:
    """Coulomb's and viscous friction, the corner wide enough to be seen."""
    name = _rated(draw, grown)
    F, c = draw.number(draw.rng.uniform(0.5, 2)), draw.number(draw.rng.uniform(0.1, 1))

    def of(now: Now) -> Push:
        number = now.index.s[name]
        speed = float(now.s[number])
        force = number_of(F) * math.tanh(speed / 0.5) + number_of(c) * speed
        return Push(Q=((number, -force),))

    return Acting(load=JointFriction(name, coulomb=F, viscous=c, width=0.5), of=of)


def spring(draw: Draw, grown: Grown, damping: float = 0.7) -> Acting:
    """A spring and damper between two points, one of them on the ground at times."""
    body = draw.pick(grown.frames)
    start, end = point(draw, another(draw, grown, body), far=2.0), point(draw, body)
    k, c, length = draw.number(3.0), draw.number(damping), draw.number(0.5)

    def line(now: Now) -> tuple[Array, float, float]:
        a, b = now.at(start), now.at(end)
        v_a, v_b = (now.motion(p.frame).at(x)[0] for p, x in ((start, a), (end, b)))
        d = float(np.linalg.norm(b - a))
        return (b - a) / d, d, float((v_b - v_a) @ (b - a)) / d

    def of(now: Now) -> Push:
        along, d, d_rate = line(now)
        tension = number_of(k) * (d - number_of(length)) + number_of(c) * d_rate
        return Push(forces=(_at(now, start, tension * along), _at(now, end, -tension * along)))

    def potential(now: Now) -> float:
        return number_of(k) * (line(now)[1] - number_of(length)) ** 2 / 2

    load = SpringDamper(start, end, stiffness=k, damping=c, length=length)
    lost: Callable[[Now], float] = lambda now: -number_of(c) * line(now)[2] ** 2  # noqa: E731
    return Acting(load=load, of=of, potential=potential, lost=lost)


LoadMaker = Callable[[Draw, Grown], Acting]
LOADS: Final[tuple[LoadMaker, ...]] = (
    weight, lift, attraction, push, twist, joint_force, joint_spring, joint_damper,
    joint_friction, spring,
)  # fmt: skip
ALONG_COORDINATES: Final = (joint_force, joint_spring, joint_damper, joint_friction)


def random_loads(draw: Draw, grown: Grown, makers: Sequence[LoadMaker] = LOADS) -> list[Acting]:
    """One load of each kind that the tree can carry."""
    if not rated_names(grown):
        makers = [maker for maker in makers if maker not in ALONG_COORDINATES]
    return [maker(draw, grown) for maker in makers]


def _height(now: Now, a: Array) -> float:
    """Σ m a·p."""
    pairs = zip(now.tree, now.motions, strict=True)
    return sum(body.mass * float(a @ motion.p) for body, motion in pairs)


def _at(now: Now, where: Point, force: Array) -> tuple[int, Array, Array]:
    place = np.array([number_of(x) for x in where.position])
    return now.index.frames[where.frame], place, force


def _rated(draw: Draw, grown: Grown) -> str:
    name: str = draw.pick(rated_names(grown))
    return name
