"""Loads: what acts on the system, as forces at points, torques on bodies, forces in joints.

Every number may be a parameter, an input, or any expression of coordinates, quantities, time
and inputs.

From: quantities.py, penalty.py    Next: system.py
"""

from __future__ import annotations

from dataclasses import dataclass

from kane.algebra.expr import Scalar
from kane.geometry.vector import GROUND, Frame, Vector
from kane.model.body import Point
from kane.model.penalty import Penalty


@dataclass(frozen=True, slots=True, eq=False)
class Gravity:
    """A uniform field: the force m g on every body, `along` a direction of the ground.

    `Gravity(along=-GROUND.z)` is the Earth's; `magnitude` changes g = 9.81 m/s².
    """

    along: Vector
    magnitude: Scalar = 9.81


@dataclass(frozen=True, slots=True, eq=False)
class BaseAcceleration:
    """The ground itself accelerates without turning, in a lift or a vehicle, say.

    Everything is then described relative to the ground. A base that turns is a joint whose
    coordinates follow functions of time.
    """

    vector: Vector


@dataclass(frozen=True, slots=True, eq=False)
class PointMass:
    """A central field about a point of the ground: μ m / r² towards it, at each mass centre."""

    at: Point
    mu: Scalar


@dataclass(frozen=True, slots=True, eq=False)
class Force:
    """A force at a point."""

    vector: Vector
    at: Point


@dataclass(frozen=True, slots=True, eq=False)
class Torque:
    """A torque on a body, and its opposite on another (by default the ground, which rests)."""

    vector: Vector
    on: Frame
    reaction_on: Frame = GROUND


@dataclass(frozen=True, slots=True, eq=False)
class JointForce:
    """The force or torque of a joint along one of its coordinates, in the sense of its growth."""

    coordinate: str
    value: Scalar


@dataclass(frozen=True, slots=True, eq=False)
class JointSpring:
    """−k (q − rest) along a coordinate."""

    coordinate: str
    stiffness: Scalar
    rest: Scalar = 0


@dataclass(frozen=True, slots=True, eq=False)
class JointDamper:
    """−c q̇ along a coordinate."""

    coordinate: str
    damping: Scalar


@dataclass(frozen=True, slots=True, eq=False)
class JointFriction:
    """Coulomb and viscous friction along a coordinate: −F_c tanh(q̇/width) − c q̇.

    The hyperbolic tangent stands for the sign of q̇: at |q̇| = `width` 76 % of F_c is reached,
    at 3·width 99.5 %. A joint that should stick takes a constraint instead.
    """

    coordinate: str
    coulomb: Scalar
    viscous: Scalar = 0
    width: Scalar = 1e-3


@dataclass(frozen=True, slots=True, eq=False)
class SpringDamper:
    """A spring and a damper between two points: k (d − length) + c ḋ, drawing them together."""

    start: Point
    end: Point
    stiffness: Scalar
    damping: Scalar = 0
    length: Scalar = 0


@dataclass(frozen=True, slots=True, eq=False)
class Spin:
    """What spins in a body without moving its mass: a gyrostat's wheels  [Hughes1986 §3.3].

    `momentum` is h, the wheels' own angular momentum along the axes of `on`, `rate` its ḣ as seen
    from there, and `energy` their own kinetic energy. On the body acts −(ḣ + ω × h). The body's
    mass and inertia hold all of the wheels but their inertia about their own axes.
    """

    momentum: Vector
    rate: Vector
    on: Frame
    energy: Scalar = 0


Load = (
    Gravity
    | BaseAcceleration
    | PointMass
    | Force
    | Torque
    | JointForce
    | JointSpring
    | JointDamper
    | JointFriction
    | SpringDamper
    | Spin
    | Penalty
)
