"""A sound system with every kind of joint, load, constraint and quantity, each argument exposed.

`system(given)` passes every argument of every maker through `given`, which may exchange it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kane.algebra.functions import cos, sin
from kane.geometry import GROUND, Frame, X, Y
from kane.model.body import Body, Particle, Point
from kane.model.constraints import Motion
from kane.model.joints import (
    Axes,
    Cylindrical,
    Fixed,
    Free,
    Gimbal,
    Moving,
    Planar,
    Prismatic,
    Revolute,
    Screw,
    SpaceFixed,
    Spherical,
    Universal,
)
from kane.model.loads import (
    BaseAcceleration,
    Force,
    Gravity,
    JointDamper,
    JointForce,
    JointFriction,
    JointSpring,
    PointMass,
    SpringDamper,
    Torque,
)
from kane.model.quantities import angular_velocity, distance, position, rate, velocity
from kane.model.symbols import clock, coordinate, inputs, parameter
from kane.model.system import System
from tests.own_joints import Hooke

Given = Callable[[Any], Any]


def arm(given: Given) -> System:
    """Four bodies in a chain, chosen speeds, a constraint, loads of most kinds."""
    g = given
    m, L, k = parameter("m", g("2 kg")), parameter("L", g(0.5), g("m")), parameter("k", g(3.0))
    (F,) = inputs(g("F"))
    A = Body(g("A"), mass=g(m), centre=g((0, g(L / 2), 0)), inertia=g((g(0.1), 0.1, 0.02)))
    B = Body(g("B"), mass=g(1.0), centre=g((0, 0, 0.1)), inertia=g((0.1, 0.1, 0.1, 0.01, 0, 0)))
    C = Body(g("C"), mass=g(1), inertia=g(((0.1, 0, 0), (0, 0.2, 0), (0, 0, 0.15))))
    P = Particle(g("P"), mass=g(0.3))
    hand = Frame(g("hand"))
    tip, end = Point(g("tip"), g(A), g((0, L, 0))), Point(g("end"), g(B), g((0, 0, 0.4)))
    joints = [
        Revolute(g("q1"), g(GROUND), g(A), axis=g((0, 0.6, 0.8)), at=g((0.1, 0, 0))),
        Screw(g("q2"), g(A), g(B), pitch=g(0.1), axis=g(X), at=g(tip), on=g((0, 0, 0))),
        Prismatic(g("q3"), g(B), g(C), axis=g(Y), axes=g(((0, -1, 0), (1, 0, 0), (0, 0, 1)))),
        Revolute(g("q4"), g(C), g(P), axis=g(Y), on=g((0.3, 0, 0.1))),
        Fixed(g("grip"), g(B), g(hand), at=g(end)),
    ]
    w = angular_velocity(g(B), g(GROUND))
    loads = [
        Gravity(along=g(-GROUND.z), magnitude=g(9.81)),
        Force(g(F * GROUND.x), at=g(end)),
        Torque(g(B.z * (k * velocity(g(A)).along(g(A.x)))), on=g(B), reaction_on=g(A)),
        JointForce(g("q1"), g(k * rate(g("q2")))),
        JointSpring(g("q3"), g(k), rest=g(0.1)),
        JointDamper(g("q2"), g(0.1)),
        JointFriction(g("q4"), coulomb=g(0.1), viscous=g(0.2), width=g(0.01)),
        SpringDamper(g(tip), g(P.mass_centre), stiffness=g(5), damping=g(0.3), length=g(0.2)),
    ]
    constraints = [
        Motion(g("even"), g(rate("q3") - 2 * rate("q4") == 0), dependent=g("u3"), active=g(True)),
        Motion(g("loose"), g(velocity(g(end), g(A)).along(g(B.z)) == g(0)), active=g(False)),
    ]
    speeds = {g("u1"): g(rate("q1")), g("s"): g(w.along(B.x)), g("u3"): g(rate("q3"))}
    speeds[g("u4")] = g(rate(g("q4")) + coordinate(g("q1")) * rate("q1"))
    return System(
        g("arm"), joints=g(joints), loads=g(loads), constraints=g(constraints), speeds=g(speeds)
    )


def tree(given: Given) -> System:
    """Every other kind of joint, in branches; some prescribed; loads of the other kinds."""
    g = given
    inertia = (0.1, 0.1, 0.1)
    bodies = [Body(f"B{n}", mass=g(1), centre=g((0.1, 0, n)), inertia=g(inertia)) for n in range(8)]
    base = bodies[0]
    a, b = base.point(g("a"), g((0, 0, 1))), bodies[3].point(g("b"))
    joints = [
        Free(g("base"), g(GROUND), g(base), linear=g(Axes.PARENT)),
        Spherical(g("ball"), g(base), g(bodies[1]), at=g(a)),
        Gimbal(g("a1 a2 a3"), g(base), g(bodies[2]), sequence=g("213")),
        SpaceFixed(g("s1 s2"), g(bodies[2]), g(bodies[3]), sequence=g("31"), at=g((0, 0, 1))),
        Cylindrical(g("c1 c2"), g(base), g(bodies[4]), axis=g((1, 2, 2))),
        Universal(g("h1 h2"), g(base), g(bodies[5]), motion=g({g("h1"): g(sin(clock()))})),
        Planar(g("x y z"), g(GROUND), g(bodies[6])),
        Moving(g("own"), g(base), g(bodies[7]), g(Hooke(coordinates=g(("k1", "k2"))))),
    ]
    loads = [
        PointMass(at=g(Point("earth", GROUND, (0, 0, -9))), mu=g(3.0)),
        BaseAcceleration(g(GROUND.vector(g(cos(clock())), 0, 1))),
        Force(g(distance(g(a), g(b)) * base.x), at=g(b)),
        Torque(g(position(g(a), g(b)).along(g(base.y)) * base.z), on=g(bodies[2])),
    ]
    return System(g("tree"), joints=g(joints), loads=g(loads))
