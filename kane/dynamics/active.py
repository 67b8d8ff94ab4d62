"""Active loads: the forces and torques on links, and the forces along natural speeds.

    F_r = Σ_L (v_r·F + ω_r·N) + Σ_i (∂σ_i/∂u_r) Q_i              [Gillespie2003 Eqs. 13, 32]

A uniform field of gravity is not here: it is the ground's acceleration −g, which costs nothing
on the way (kinematics.py, Eq. 4).

From: wrenches.py    Next: equations.py
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, assert_never

from kane.algebra.functions import sqrt, tanh
from kane.dynamics.express import Expression
from kane.dynamics.meanings import Meanings
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
    SpringDamper,
    Torque,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Active:
    """What loads do: a wrench on every link, a force along every natural speed."""

    wrenches: list[Wrench]
    natural: list[Any]


def active(tree: Tree, loads: tuple[Load, ...], meanings: Meanings) -> Active:
    """All loads but uniform gravity."""
    gathering = _Gathering(tree, meanings)
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

    def __init__(self, tree: Tree, meanings: Meanings) -> None:
        self.tree = tree
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
            case SpringDamper():
                self._spring(load)
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
        link = self.tree.mounts[at.frame].link
        if link < 0:
            return
        F = self.express.vector(self.express.on_link(force), link)
        torque = Vector(F.frame, self.express.place(at)).cross(F)
        self.wrenches[link] = self.wrenches[link] + Wrench(force=F, torque=torque)

    def _torque(self, torque: Vector, on: Frame) -> None:
        link = self.tree.mounts[on].link
        if link < 0:
            return
        N = self.express.vector(self.express.on_link(torque), link)
        self.wrenches[link] = self.wrenches[link] + Wrench(force=N * 0, torque=N)

    def _spring(self, load: SpringDamper) -> None:
        """T = k (d − length) + c ḋ along the line, drawing the ends together."""
        links = [self.tree.mounts[point.frame].link for point in (load.start, load.end)]
        home = max(links)
        line = self.express.between(load.start, load.end, home)
        length = sqrt(line.dot(line))
        tension = self._scalar(load.stiffness) * (length - self._scalar(load.length))
        if self._scalar(load.damping):
            tension = tension + self._scalar(load.damping) * self._lengthening(load, line, length)
        pull = line * (tension / length)
        for point, link, F in ((load.start, links[0], pull), (load.end, links[1], -pull)):
            if link >= 0:
                along = self.express.vector(F, link)
                torque = Vector(along.frame, self.express.place(point)).cross(along)
                self.wrenches[link] = self.wrenches[link] + Wrench(force=along, torque=torque)

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
            F = arm * -strength
            torque = Vector(F.frame, self.express.place(frame.mass_centre)).cross(F)
            link = mount.link
            self.wrenches[link] = self.wrenches[link] + Wrench(force=F, torque=torque)


def natural_number(tree: Tree, coordinate: str) -> int:
    """The natural speed that is the rate of this coordinate."""
    for link in tree.links:
        names = link.motion.names[0]
        if coordinate in names and len(names) == len(link.speeds):
            return link.speeds[names.index(coordinate)]
    raise KeyError(coordinate)
