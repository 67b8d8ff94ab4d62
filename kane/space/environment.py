"""Environment: what acts on a spacecraft from outside, as loads.

    Environment(zonals=True, gradient=True, sun=SUN, air=Air(), field=Dipole())

Central gravity acts on every mass centre as it is, so bodies at different places feel different
forces; what a body's own size adds (gravity gradient) is asked for.

From: orbit.py, frames.py    Next: field.py, surfaces.py, craft.py
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from kane.geometry.vector import GROUND, Components
from kane.model.body import Body, Point
from kane.model.loads import Force, Load, PointMass, Torque
from kane.model.quantities import position
from kane.space.field import Dipole, gradient, third_body, zonal
from kane.space.orbit import Orbit
from kane.space.parts import Plate
from kane.space.surfaces import Air, Light, air_force, light_force

CENTRE: Final = Point("centre", GROUND, (0, 0, 0))


@dataclass(frozen=True, kw_only=True)
class ThirdBody:
    """Another attracting body: its μ, and where it is from the central body's centre, as three
    expressions of time (or inputs), in N."""

    mu: float
    path: Components


@dataclass(frozen=True, kw_only=True)
class Environment:
    """What there is beside the central field.

    `zonals`: how many of J2, J3, J4 act (0 … 3). `gradient`: the moment and the force of the
    field's gradient on every body. `air` and `light` act on plates; `field` on torquers.
    """

    zonals: int = 0
    gradient: bool = False
    third_bodies: tuple[ThirdBody, ...] = ()
    air: Air | None = None
    light: Light | None = None
    field: Dipole | None = None


def loads(
    orbit: Orbit, environment: Environment, bodies: list[Body], plates: list[tuple[Body, Plate]]
) -> Iterator[Load]:
    """All loads from outside, but for torquers'."""
    yield PointMass(at=CENTRE, mu=orbit.about.mu)
    for body in bodies:
        if _massless(body):
            continue
        yield from _gravity(orbit, environment, body)
        if environment.gradient:
            yield from _gradient(orbit, body)
    for body, plate in plates:
        yield from _plate(orbit, environment, body, plate)


def place(point: Point, axes: Any = GROUND) -> Components:
    """From the central body's centre to a point, along N's axes or a body's."""
    p = position(CENTRE, point)
    return (p.along(axes.x), p.along(axes.y), p.along(axes.z))


def _massless(body: Body) -> bool:
    return isinstance(body.mass, int | float) and not body.mass


def _gravity(orbit: Orbit, environment: Environment, body: Body) -> Iterator[Load]:
    """Zonal terms and third bodies, at the mass centre."""
    at = body.mass_centre
    known = orbit.about.zonals[: environment.zonals]
    if known:
        a = zonal(place(at), orbit.about, known)
        yield Force(GROUND.vector(*[x * body.mass for x in a]), at)
    for other in environment.third_bodies:
        a = third_body(place(at), other.mu, other.path)
        yield Force(GROUND.vector(*[x * body.mass for x in a]), at)


def _gradient(orbit: Orbit, body: Body) -> Iterator[Load]:
    """The moment and the force of the field's gradient."""
    if all(not x for row in body.inertia for x in row if isinstance(x, int | float)) and all(
        isinstance(x, int | float) for row in body.inertia for x in row
    ):
        return
    moment, force = gradient(place(body.mass_centre, body), body.inertia, orbit.about.mu)
    yield Torque(body.vector(*moment), body)
    yield Force(body.vector(*force), body.mass_centre)


def _plate(orbit: Orbit, environment: Environment, body: Body, plate: Plate) -> Iterator[Load]:
    """Drag and light on one plate."""
    at = body.point(f"{body.name} plate", plate.at)
    if environment.air is not None:
        yield Force(body.vector(*air_force(orbit, environment.air, body, plate, at)), at)
    if environment.light is not None:
        yield Force(body.vector(*light_force(orbit, environment.light, body, plate, at)), at)
