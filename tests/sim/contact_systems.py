"""Systems with one contact or two whose motion is known in closed form."""

from __future__ import annotations

from functools import cache

from kane import (
    GROUND,
    Body,
    Box,
    Contact,
    Force,
    Free,
    Gravity,
    Planar,
    Prismatic,
    System,
    Z,
    angular_velocity,
    build,
    inputs,
    position,
    velocity,
)
from kane.machine.model import Model
from kane.model.body import point
from kane.model.joints import Axes
from kane.model.loads import Load
from kane.model.touching import Law, Touching

G = 9.81
RADIUS = 0.1
SIDES = (0.4, 0.3, 0.2)
ORIGIN = point("O", GROUND)
UPRIGHT = ((1, 0, 0), (0, 0, -1), (0, 1, 0))  # a vertical plane: x forward, z up, a turned down
DOWN = Gravity(along=-GROUND.z, magnitude=G)
PUSH = inputs("push")[0]


@cache
def ball(friction: float, restitution: float, law: Law = Law.NEWTON) -> Model:
    """A homogeneous ball of 1 kg over a floor, in a vertical plane."""
    body = Body("ball", mass=1, inertia=(0.4 * RADIUS**2,) * 3)
    slip = velocity(body).along(GROUND.x) - RADIUS * angular_velocity(body).along(GROUND.y)
    floor = Touching(
        "floor",
        position(ORIGIN, body.mass_centre).along(GROUND.z) - RADIUS,
        slip=(slip,) if friction else (),
        friction=friction,
        restitution=restitution,
        law=law,
    )
    joints = [Planar("x z a", GROUND, body, axes=UPRIGHT)]
    return build(System("ball", joints=joints, loads=[DOWN], contacts=[floor]))


@cache
def lifted(mass: float) -> Model:
    """A block on a floor, under a pull upward."""
    body = Body("block", mass=mass)
    floor = Touching("floor", position(ORIGIN, body.mass_centre).along(GROUND.z))
    pull = Force(inputs("pull")[0] * GROUND.z, at=body.mass_centre)
    joints = [Prismatic("z", GROUND, body, axis=Z)]
    return build(System("lifted", joints=joints, loads=[DOWN, pull], contacts=[floor]))


@cache
def ball_in_space(friction: float) -> Model:
    """The same ball, free to roll anywhere on the floor."""
    body = Body("ball", mass=1, inertia=(0.4 * RADIUS**2,) * 3)
    v, w = velocity(body), angular_velocity(body)
    floor = Touching(
        "floor",
        position(ORIGIN, body.mass_centre).along(GROUND.z) - RADIUS,
        slip=(
            v.along(GROUND.x) - RADIUS * w.along(GROUND.y),
            v.along(GROUND.y) + RADIUS * w.along(GROUND.x),
        ),
        friction=friction,
    )
    joints = [Free("b", GROUND, body, linear=Axes.PARENT)]
    return build(System("ball", joints=joints, loads=[DOWN], contacts=[floor]))


@cache
def block(kinetic: float, static: float | None = None) -> Model:
    """A block of 2 kg that slides along x on a floor, pushed along x."""
    body = Body("block", mass=2, inertia=(0.1, 0.1, 0.1))
    floor = Touching(
        "floor",
        position(ORIGIN, body.mass_centre).along(GROUND.z),
        slip=(velocity(body).along(GROUND.x),),
        friction=kinetic,
        static_friction=static,
    )
    joints = [Planar("x z a", GROUND, body, axes=UPRIGHT)]
    loads: list[Load] = [DOWN, Force(PUSH * GROUND.x, at=body.mass_centre)]
    return build(System("block", joints=joints, loads=loads, contacts=[floor]))


@cache
def rod(friction: float, restitution: float = 0.0, law: Law = Law.NEWTON) -> Model:
    """A homogeneous rod of 1 kg and 2 m, its lower end on a floor (Painlevé's)."""
    body = Body("rod", mass=1, inertia=(1 / 3, 1 / 3, 1 / 3))
    tip = body.point("tip", (-1, 0, 0))
    floor = Touching(
        "tip",
        position(ORIGIN, tip).along(GROUND.z),
        slip=(velocity(tip).along(GROUND.x),),
        friction=friction,
        restitution=restitution,
        law=law,
    )
    joints = [Planar("x z a", GROUND, body, axes=UPRIGHT)]
    return build(System("rod", joints=joints, loads=[DOWN], contacts=[floor]))


@cache
def bar(restitution: float = 0.0, law: Law = Law.NEWTON, half: float = 0.5) -> Model:
    """A bar of 1 kg with a foot at each end; its moment of inertia is 0.1 kg m²."""
    body = Body("bar", mass=1, inertia=(0.1, 0.1, 0.1))
    feet = [
        Touching(
            name,
            position(ORIGIN, body.point(name, (x, 0, 0))).along(GROUND.z),
            restitution=restitution,
            law=law,
        )
        for name, x in (("left", -half), ("right", half))
    ]
    joints = [Planar("x z a", GROUND, body, axes=UPRIGHT)]
    return build(System("bar", joints=joints, loads=[DOWN], contacts=feet))


@cache
def tumbling(friction: float, restitution: float) -> Model:
    """A box of 2 kg over a floor, its eight corners free to touch it."""
    body = Body("box", mass=2, inertia=(0.05, 0.06, 0.05), shape=Box(*SIDES))
    floor = Contact("floor", body, GROUND.plane(Z), friction=friction, restitution=restitution)
    return build(System("box", joints=[Free("b", GROUND, body)], loads=[DOWN], contacts=[floor]))
