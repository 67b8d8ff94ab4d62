"""Systems whose equilibria and small motions are known."""

from __future__ import annotations

from functools import cache

from kane.geometry import GROUND, Frame, X, Y, Z
from kane.machine.model import Model
from kane.model.body import Body, Particle, point
from kane.model.constraints import Configuration
from kane.model.joints import Free, Prismatic, Revolute, Spherical
from kane.model.loads import Gravity, JointForce
from kane.model.quantities import distance
from kane.model.symbols import inputs
from kane.model.system import System
from kane.pipeline import build

G = 9.81
LENGTH = 0.7
DOWN = Gravity(along=-GROUND.z, magnitude=G)


@cache
def double_pendulum() -> Model:
    """Two equal masses on two equal rods, a torque tau at the first joint."""
    (tau,) = inputs("tau")
    upper = Body("upper", mass=1.0, centre=(0, 0, -LENGTH), inertia=(0, 0, 0))
    lower = Body("lower", mass=1.0, centre=(0, 0, -LENGTH), inertia=(0, 0, 0))
    tip = upper.point("tip", (0, 0, -LENGTH))
    joints = [Revolute("q1", GROUND, upper, axis=Y), Revolute("q2", upper, lower, axis=Y, at=tip)]
    return build(System("two", joints=joints, loads=[DOWN, JointForce("q1", tau)]))


@cache
def gimballed() -> Model:
    """A body hung from a ball joint, its attitude a quaternion."""
    body = Body("body", mass=2.0, centre=(0, 0, -LENGTH), inertia=(0.3, 0.4, 0.1))
    return build(System("hung", joints=[Spherical("e", GROUND, body)], loads=[DOWN]))


@cache
def conical() -> Model:
    """A particle on a rod that turns about the vertical: u1 the turn, q2 the rod's angle."""
    turning, bob = (
        Frame("turning"),
        Body("bob", mass=1.5, centre=(0, 0, -LENGTH), inertia=(0, 0, 0)),
    )
    joints = [Revolute("q1", GROUND, turning, axis=Z), Revolute("q2", turning, bob, axis=Y)]
    return build(System("conical pendulum", joints=joints, loads=[DOWN]))


@cache
def tied() -> Model:
    """A particle that two slides carry, tied to the origin by a rod: a row, not a joint."""
    slide, bob = Frame("slide"), Particle("bob", mass=1.2)
    joints = [Prismatic("x", GROUND, slide, axis=X), Prismatic("z", slide, bob, axis=Z)]
    rod = Configuration("rod", distance(point("O", GROUND), bob.point("bob", (0, 0, 0))) == LENGTH)
    return build(System("tied", joints=joints, loads=[DOWN], constraints=[rod]))


@cache
def falling() -> Model:
    """A body that nothing holds."""
    body = Body("body", mass=1.0, inertia=(1, 2, 2))
    return build(System("falling", joints=[Free("f", GROUND, body)], loads=[DOWN]))
