"""Systems with every kind of constraint, none of them settled by the choice of speeds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kane import (
    GROUND,
    Body,
    Fixed,
    Gravity,
    Motion,
    Planar,
    Prismatic,
    Revolute,
    Spherical,
    System,
    Universal,
    X,
    Y,
    Z,
    clock,
    coordinate,
    distance,
    position,
    rate,
    sin,
    velocity,
)
from kane.geometry.vector import Frame
from kane.model.body import Point
from kane.model.closures import Closed, Joined, Rolling
from kane.model.constraints import Configuration
from kane.model.quantities import cosine

DOWN = Gravity(along=-GROUND.z)
TURNED = ((0.6, -0.8, 0), (0.8, 0.6, 0), (0, 0, 1))


def body(name: str, mass: float = 1.5) -> Body:
    """A body without symmetry."""
    return Body(name, mass=mass, centre=(0.1, -0.05, 0.2), inertia=(0.03, 0.04, 0.05, 0.01, 0, 0))


def of_each_kind() -> Mapping[str, System]:
    """Two arms of two bodies, seven speeds, their tips constrained in every way there is."""
    a, tip, b, end = body("a"), body("tip"), body("b"), body("end", 0.7)
    joints = [
        Revolute("q1", GROUND, a, axis=Z),
        Universal("q2 q3", a, tip, at=(0.4, 0, 0.1)),
        Prismatic("q4", GROUND, b, axis=X, at=(0.3, 0.5, 0)),
        Spherical("turn", b, end, at=(0, 0, 0.3)),
    ]
    P, Q = tip.point("P", (0.2, 0.1, 0)), end.point("Q", (0, -0.2, 0.15))
    origin = Point("O", GROUND, (0, 0, 0))
    moving = 0.1 * sin(coordinate("q4")) + 0.05 * clock()
    kinds: list[Any] = [
        Motion("no skid", velocity(P).along(tip.y) == 0.3 * rate("q4")),
        Motion("touching", velocity(P, part_of=end).along(end.x) == 0),
        Configuration("rod", distance(P, Q) == 0.5),
        Configuration("track", position(origin, P).along(GROUND.z) == moving),
        Configuration("apart", position(P, Q).along(GROUND.x) == 0.1),
        Configuration("tilt", cosine(tip.x, end.vector(0.6, 0, 0.8)) == 0.3),
        Joined("pin", P, Q),
        Closed(Revolute("hinge", tip, end, axis=Y, at=P, axes=TURNED, on=Q)),
        Closed(Universal("c1 c2", tip, end, at=P, on=Q)),
        Closed(Fixed("weld", tip, end, at=P, on=Q)),
        Closed(Planar("x y c3", tip, end, at=P, on=Q, axes=TURNED)),
        Closed(Prismatic("slide", GROUND, end, axis=Z, on=Q)),
        Rolling("ball", end, on=GROUND.plane(Z), radius=0.3),
        Rolling("wheel", end, on=GROUND.plane((0, 0.6, 0.8)), radius=0.3, axis=end.x, centre=Q),
        Rolling("wheel on body", end, on=a.plane(Z, (0, 0, -1)), radius=0.3, axis=end.y),
    ]
    return {
        kind.name: System(kind.name, joints=joints, loads=[DOWN], constraints=[kind])
        for kind in kinds
    }


def several_rows() -> System:
    """The same arms with three constraints of one to three rows."""
    systems = of_each_kind()
    picked = [systems[name].constraints[0] for name in ("rod", "no skid", "ball")]
    return systems["rod"].replace(name="several", constraints=picked)


def rotor_in_fork() -> tuple[System, Body, Frame]:
    """A wheel that rolls upright in a fork on level ground, its axis given in the fork."""
    fork, wheel = Frame("fork"), Body("wheel", mass=2, inertia=(0.05, 0.09, 0.05))
    joints = [Planar("x y yaw", GROUND, fork), Revolute("spin", fork, wheel, axis=Y)]
    wheel_rolls = Rolling("rolls", wheel, on=GROUND.plane(Z), radius=0.3, axis=fork.y)
    system = System("wheel", joints=joints, constraints=[wheel_rolls])
    return system, wheel, fork
