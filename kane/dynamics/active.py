"""Active loads: the forces and torques on links, and the forces along natural speeds.

    F_r = Σ_L (v_r·F + ω_r·N) + Σ_i (∂σ_i/∂u_r) Q_i              [Gillespie2003 Eqs. 13, 32]

A uniform field of gravity is not here: it is the ground's acceleration −g, which costs nothing
on the way (kinematics.py, Eq. 4).

From: wrenches.py    Next: equations.py
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, assert_never

from kane.algebra.functions import sqrt, tanh
from kane.dynamics.express import Expression
from kane.dynamics.kinematics import Kind
from kane.dynamics.meanings import Meanings
from kane.dynamics.penalties import wrenches
from kane.dynamics.riding import home
from kane.dynamics.tree import Tree
from kane.dynamics.wrenches import Wrench, nothing
from kane.geometry.vector import GROUND, Frame, Vector
from kane.model.body import Body, Point
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
    Spin,
    SpringDamper,
    Torque,
)
from kane.model.penalty import Penalty


@dataclass(frozen=True, slots=True, kw_only=True)
class Active:
    """What loads do: a wrench on every link, a force along every natural speed."""

    wrenches: list[Wrench]
    natural: list[Any]


def active(
    tree: Tree,
    loads: tuple[Load, ...],
    meanings: Meanings,
    staying: Collection[int] | None = None,
) -> Active:
    """All loads but uniform gravity, each on the link on which it acts.

    With `staying`, the links whose forces stay, a force at a point that a joint does not move is
    taken where that point rides (riding.py): the same along all speeds, not for reactions.
    """
    gathering = _Gathering(tree, meanings, staying)
    for load in loads:
        gathering.take(load)
    return Active(wrenches=gathering.wrenches, natural=gathering.natural)


def gravity(tree: Tree, loads: tuple[Load, ...]) -> Vector:
    """The sum of the uniform fields, less the base's acceleration, along the ground's axes."""
    express = Expression(tree)
    zero = tree.lift.scalar(0)
    field = Vector(GROUND, (zero, zero, zero))
    for load in loads:
        if isinstance(load, Gravity):
            field = field + express.on_link(load.along) * tree.lift.scalar(load.magnitude)
        elif isinstance(load, BaseAcceleration):
            field = field - express.on_link(load.vector)
    return field


class _Gathering:
    """The loads while they are summed up."""

    def __init__(self, tree: Tree, meanings: Meanings, staying: Collection[int] | None) -> None:
        self.tree = tree
        self.staying = range(len(tree.links)) if staying is None else staying
        self.meanings = meanings
        self.express = Expression(tree)
        self.wrenches = nothing(tree)
        self.natural: list[Any] = [tree.lift.scalar(0)] * len(tree.speed_names)

    def take(self, load: Load) -> None:
        """Add one load."""
        match load:
            case Gravity() | BaseAcceleration():
                pass  # the ground's acceleration: see `gravity`
            case Force():
                self._force(self._vector(load.vector), load.at)
            case Torque():
                self._torque(self._vector(load.vector), load.on)
                self._torque(-self._vector(load.vector), load.reaction_on)
            case PointMass():
                self._central_field(load)
            case Spin():
                self._spin(load)
            case SpringDamper():
                self._spring(load)
            case Penalty():
                for link, wrench in wrenches(load, self.express, self._scalar):
                    self.wrenches[link] = self.wrenches[link] + wrench
            case JointForce() | JointSpring() | JointDamper() | JointFriction():
                number = natural_number(self.tree, load.coordinate)
                self.natural[number] = self.natural[number] + self._along(load)
            case _:
                assert_never(load)

    def _scalar(self, value: Any) -> Any:
        return self.tree.lift.scalar(value, self.meanings.of)

    def _vector(self, vector: Vector) -> Vector:
        return self.tree.lift.vector(vector, self.meanings.of)

    def _along(self, load: JointForce | JointSpring | JointDamper | JointFriction) -> Any:
        """The force of a joint's own element in the sense of its growing coordinate."""
        q = self.tree.coordinates[load.coordinate]
        number = natural_number(self.tree, load.coordinate)
        speed = self.meanings.natural(number)
        match load:
            case JointForce():
                return self._scalar(load.value)
            case JointSpring():
                return -(self._scalar(load.stiffness) * (q - self._scalar(load.rest)))
            case JointDamper():
                return -(self._scalar(load.damping) * speed)
            case JointFriction():
                smooth = tanh(speed / self._scalar(load.width))
                return -(self._scalar(load.coulomb) * smooth + self._scalar(load.viscous) * speed)
            case _:
                assert_never(load)

    def _force(self, force: Vector, at: Point) -> None:
        self._push(self.express.on_link(force), at)

    def _push(self, force: Vector, at: Point) -> None:
        """A force along any link's axes at a point."""
        link = self.tree.mounts[at.frame].link
        link, place = home(self.tree, link, self.express.place(at), self.staying)
        if link >= 0:
            F = self.express.vector(force, link)
            torque = Vector(F.frame, place).cross(F)
            self.wrenches[link] = self.wrenches[link] + Wrench(force=F, torque=torque)

    def _torque(self, torque: Vector, on: Frame) -> None:
        link = self.tree.mounts[on].link
        if link < 0:
            return
        N = self.express.vector(self.express.on_link(torque), link)
        self.wrenches[link] = self.wrenches[link] + Wrench(force=N * 0, torque=N)

    def _spin(self, load: Spin) -> None:
        """−(ḣ + ω × h)  [Hughes1986 §3.3]."""
        link = self.tree.mounts[load.on].link
        if link < 0:
            return
        h, rate = (
            self.express.vector(self.express.on_link(self._vector(one)), link)
            for one in (load.momentum, load.rate)
        )
        w = values_of(self.meanings.definitions.velocity(Kind.ANGULAR, link))
        N = -(rate + w.cross(h))
        self.wrenches[link] = self.wrenches[link] + Wrench(force=N * 0, torque=N)

    def _spring(self, load: SpringDamper) -> None:
        """T = k (d − length) + c ḋ along the line, drawing the ends together."""
        links = [self.tree.mounts[point.frame].link for point in (load.start, load.end)]
        line = self.express.between(load.start, load.end, max(links))
        length = sqrt(line.dot(line))
        tension = self._scalar(load.stiffness) * (length - self._scalar(load.length))
        if self._scalar(load.damping):
            tension = tension + self._scalar(load.damping) * self._lengthening(load, line, length)
        pull = line * (tension / length)
        self._push(pull, load.start)
        self._push(-pull, load.end)

    def _lengthening(self, load: SpringDamper, line: Vector, length: Any) -> Any:
        """ḋ = (v_end − v_start)·line / d."""
        start, end = (self.meanings.point_velocity(point) for point in (load.start, load.end))
        index = self.express.index(line.frame)
        relative = self.express.vector(end, index) - self.express.vector(start, index)
        return relative.dot(line) / length

    def _central_field(self, load: PointMass) -> None:
        """−μ m r / r³ at every mass centre."""
        mu = self._scalar(load.mu)
        for frame, mount in self.tree.mounts.items():
            if not isinstance(frame, Body) or mount.link < 0:
                continue
            arm = self.express.between(load.at, frame.mass_centre, mount.link)
            distance2 = arm.dot(arm)
            strength = mu * self._scalar(frame.mass) / (distance2 * sqrt(distance2))
            self._push(arm * -strength, frame.mass_centre)


def values_of(vector: Vector) -> Vector:
    """A vector of Forms as one of scalars."""
    x, y, z = (form.value for form in vector.components)
    return Vector(vector.frame, (x, y, z))


def natural_number(tree: Tree, coordinate: str) -> int:
    """The natural speed that is the rate of this coordinate."""
    for link in tree.links:
        names = link.motion.names[0]
        if coordinate in names and len(names) == len(link.speeds):
            return link.speeds[names.index(coordinate)]
    raise KeyError(coordinate)
