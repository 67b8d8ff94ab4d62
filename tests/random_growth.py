"""Random trees of bodies on any joints, described for the library and for the oracle."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import numpy as np

from kane.algebra.expr import Scalar
from kane.algebra.functions import sin
from kane.geometry import GROUND, Frame
from kane.model.body import Body, Particle, Point
from kane.model.joints import Joint
from kane.model.symbols import clock
from tests.draw import Draw
from tests.measures import Index, Measure, Now, number_of
from tests.oracles.jet import Array
from tests.oracles.random_trees import random_inertia, random_q, random_rotation
from tests.oracles.tree import Placement, TreeBody, spans
from tests.random_joints import Made, Maker, prismatic, revolute, screw


@dataclass(frozen=True, kw_only=True)
class Follow:
    """A prescribed coordinate: start + drift t + swing sin(frequency t)."""

    start: float
    drift: float
    swing: float
    frequency: float

    def expr(self) -> Scalar:
        """What the description is told."""
        t = clock()
        return self.start + self.drift * t + self.swing * sin(self.frequency * t)

    def at(self, t: float) -> tuple[float, float, float]:
        """x, ẋ, ẍ."""
        w, phase = self.frequency, self.frequency * t
        return (
            self.start + self.drift * t + self.swing * math.sin(phase),
            self.drift + self.swing * w * math.cos(phase),
            -self.swing * w * w * math.sin(phase),
        )


@dataclass(frozen=True, kw_only=True)
class Grown:
    """A tree, twice."""

    joints: tuple[Joint, ...]
    bodies: tuple[TreeBody, ...]
    index: Index
    natural: tuple[Measure, ...]  # the free natural speeds in the library's order
    names: tuple[str, ...]  # and what the library calls them
    followed: Mapping[str, Follow]  # prescribed coordinates

    @property
    def frames(self) -> list[Frame]:
        """The frames in the order of the joints."""
        return [joint.child for joint in self.joints]

    @property
    def count(self) -> int:
        """How many joint rates s there are."""
        return int(spans(self.bodies)[1][-1].stop)

    def state(self, rng: np.random.Generator, t: float) -> Array:
        """Coordinates away from gimbal lock, prescribed ones where they must be."""
        q = np.concatenate([random_q(rng, body.joint) for body in self.bodies])
        for name, follow in self.followed.items():
            q[self.index.q[name]] = follow.at(t)[0]
        return q

    def now(self, q: Array, s: Array, sdot: Array, t: float, given: Mapping[str, float]) -> Now:
        """The oracle's tree at a state."""
        return Now(tree=self.bodies, index=self.index, q=q, s=s, sdot=sdot, t=t, given=given)


def grown(draw: Draw, makers: Sequence[Maker], chain: float = 0.4) -> Grown:
    """Frames hung by these joints in this order, each on the one before or on any earlier.

    A frame without mass hangs on a joint of one freedom, and carries such a joint.
    """
    frames: list[Frame] = [GROUND]
    made: list[Made] = []
    bodies: list[TreeBody] = []
    light = False
    for k, maker in enumerate(makers):
        before = light or draw.chance(chain)
        parent = frames[-1] if before else draw.pick(frames)
        following = makers[k + 1] if k + 1 < len(makers) else None
        light = not light and maker in LIGHT and following in LIGHT and draw.chance(draw.light)
        child, mass = _frame(draw, light, pointlike=maker in LIGHT)
        generic = light or before or isinstance(child, Particle)
        one = maker(draw, (parent, child), _place(draw, parent, child, generic))
        made.append(one)
        bodies.append(_twin(one, frames.index(parent) - 1, mass))
        frames.append(child)
    return _prescribed(draw, made, tuple(bodies))


LIGHT: Final = (revolute, prismatic, screw)  # of one freedom
FOLLOWS: Final = 0.15  # how likely a coordinate is prescribed


@dataclass(frozen=True, kw_only=True)
class _Mass:
    """A body's mass properties as numbers."""

    mass: float = 0.0
    centre: tuple[float, ...] = (0.0, 0.0, 0.0)
    inertia: Array = field(default_factory=lambda: np.zeros((3, 3)))


def _frame(draw: Draw, light: bool, pointlike: bool) -> tuple[Frame, _Mass]:
    """A frame, a particle or a body, and its mass properties."""
    if light:
        return Frame(draw.name("frame")), _Mass()
    mass, centre = float(draw.rng.uniform(0.5, 2)), draw.vector()
    if pointlike and draw.chance(draw.light / 2):
        return Particle(draw.name("particle"), mass=draw.number(mass)), _Mass(mass=mass)
    inertia, given = _inertia(draw)
    body = Body(draw.name("body"), mass=draw.number(mass), centre=centre, inertia=given)
    numbers = tuple(number_of(x) for x in centre)
    return body, _Mass(mass=mass, centre=numbers, inertia=inertia)


def _inertia(draw: Draw) -> tuple[Array, Any]:
    """A central inertia, and how the description gives it: moments, entries or rows."""
    full = random_inertia(draw.rng)
    if draw.chance(0.3):
        full = np.diag(np.linalg.eigvalsh(full))
        return full, [draw.number(float(x)) for x in np.diag(full)]
    xx, yy, zz = (draw.number(float(full[k, k])) for k in range(3))
    xy, xz, yz = (draw.number(float(full[i, j])) for i, j in ((0, 1), (0, 2), (1, 2)))
    if draw.chance(0.5):
        return full, [xx, yy, zz, xy, xz, yz]
    return full, [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]


def _place(draw: Draw, parent: Frame, child: Frame, generic: bool) -> dict[str, Any]:
    """Where a joint is; `generic` leaves nothing at its default."""
    found: dict[str, Any] = {}
    if generic or draw.chance(0.7):
        found["at"] = _somewhere(draw, parent, generic)
    if generic or draw.chance(0.5):
        found["on"] = _somewhere(draw, child, generic)
    if draw.chance(0.5):
        found["axes"] = random_rotation(draw.rng).tolist()
    return found


def _somewhere(draw: Draw, frame: Frame, generic: bool) -> Any:
    """A position in a frame, or a point of it."""
    place: Any = tuple(draw.rng.normal(size=3).tolist()) if generic else draw.vector()
    return Point(draw.name("P"), frame, place) if draw.chance(0.3) else place


def _twin(made: Made, parent: int, mass: _Mass) -> TreeBody:
    joint = made.joint
    return TreeBody(
        parent=parent,
        joint=made.twin,
        inner=Placement(
            R=np.array(joint.axes, dtype=float), p=np.array([number_of(x) for x in joint.at])
        ),
        outer=Placement(p=np.array([number_of(x) for x in joint.on])),
        mass=mass.mass,
        centre=np.array(mass.centre),
        inertia=mass.inertia,
    )


def _prescribed(draw: Draw, made: Sequence[Made], bodies: tuple[TreeBody, ...]) -> Grown:
    """The tree with some coordinates following functions of time."""
    q_names = [name for one in made for name in one.q]
    s_names = [name for one in made for name in one.s]
    frames = {GROUND: -1} | {one.joint.child: k for k, one in enumerate(made)}
    followed: dict[str, Follow] = {}
    joints, natural, names = [], [], []
    for one in made:
        rated = one.joint.coordinates if one.s == one.q else ()
        chosen = {name: _follow(draw) for name in rated if draw.timed(FOLLOWS)}
        followed |= chosen
        joints.append(replace(one.joint, prescribed={n: f.expr() for n, f in chosen.items()}))
        free = [name not in chosen for name in rated] or [True] * len(one.natural)
        natural += [measure for measure, kept in zip(one.natural, free, strict=True) if kept]
        names += [name for name, kept in zip(one.joint.speeds, free, strict=True) if kept]
    index = Index(
        frames=frames,
        q={name: k for k, name in enumerate(q_names)},
        s={name: k for k, name in enumerate(s_names) if name},
    )
    return Grown(
        joints=tuple(joints),
        bodies=bodies,
        index=index,
        natural=tuple(natural),
        names=tuple(names),
        followed=followed,
    )


def _follow(draw: Draw) -> Follow:
    start, drift, swing, frequency = draw.rng.uniform(0.2, 0.7, 4)
    return Follow(start=start, drift=drift, swing=swing, frequency=3 * frequency)
