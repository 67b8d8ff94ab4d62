"""Air and light on flat plates, in the body's axes; the shadow of the central body.

From: orbit.py, parts.py    Next: environment.py
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from kane.algebra.functions import exp, maximum, sqrt, where
from kane.geometry.vector import GROUND, Components, Frame, dot
from kane.model.body import Body, Point
from kane.model.quantities import cosine, position, velocity
from kane.space.directions import unit_of
from kane.space.orbit import Orbit
from kane.space.parts import Plate

PRESSURE: Final = 4.56e-6  # of sunlight at 1 AU, N/m² [Montenbruck2000 p.77]
CENTRE: Final = Point("centre", GROUND, (0, 0, 0))


@dataclass(frozen=True, kw_only=True)
class Air:
    """An atmosphere that turns with the central body: ρ = ρ0 exp(−(h − h0)/H).

    The default fits 500 km at mean solar activity [Vallado2013 Table 8-4]; the numbers vary by more
    than ten with the Sun, so give those of your case.
    """

    density: float = 6.967e-13
    at: float = 500e3
    scale: float = 63.822e3


@dataclass(frozen=True, kw_only=True)
class Light:
    """Sunlight: the unit vector towards the Sun in N (numbers or expressions of time), and its
    pressure. The central body's shadow is a cylinder."""

    towards: Components = (1.0, 0.0, 0.0)
    pressure: float = PRESSURE


def air_force(orbit: Orbit, air: Air, body: Body, plate: Plate, at: Point) -> Components:
    """−½ ρ C_D A (n·v)⁺ v, with v relative to the turning air  [Wertz1978 §17.2.3]."""
    n = unit_of(plate.normal, f"Plate of '{body}', normal")
    r = _along(position(CENTRE, at), GROUND)
    v_N = _along(velocity(at), GROUND)
    turning = orbit.about.rotation
    relative = (v_N[0] + turning * r[1], v_N[1] - turning * r[0], v_N[2])
    v = into(body, relative)
    height = sqrt(dot(r, r)) - orbit.about.radius
    density = air.density * exp((air.at - height) / air.scale)
    pushed = density * (plate.drag * plate.area / 2) * maximum(dot(n, v), 0)
    x, y, z = (-pushed * component for component in v)
    return (x, y, z)


def light_force(orbit: Orbit, light: Light, body: Body, plate: Plate, at: Point) -> Components:
    """−P A c⁺ ((1 − ρ_s) s + 2 (ρ_s c + ρ_d/3) n), c = n·s, in the light  [Wertz1978 Eq. 5-18]."""
    n = unit_of(plate.normal, f"Plate of '{body}', normal")
    s = into(body, light.towards)
    c = maximum(dot(n, s), 0)
    force = lit(orbit, light, at) * (light.pressure * plate.area) * c
    absorbed = 1 - plate.specular
    mirrored = 2 * (plate.specular * c + plate.diffuse / 3)
    x, y, z = (-force * (absorbed * a + mirrored * b) for a, b in zip(s, n, strict=True))
    return (x, y, z)


def lit(orbit: Orbit, light: Light, at: Point) -> Any:
    """1 in the light, 0 in the cylinder of shadow behind the central body."""
    r = _along(position(CENTRE, at), GROUND)
    towards = dot(r, light.towards)
    beside = dot(r, r) - towards * towards
    return where(towards < 0, where(beside < orbit.about.radius**2, 0, 1), 1)


def into(frame: Frame, v: Components) -> Components:
    """Components along N's axes, along a frame's: Rᵀ v by the cosines between axes."""
    x, y, z = (
        sum(
            cosine(axis, own) * component
            for axis, component in zip((GROUND.x, GROUND.y, GROUND.z), v, strict=True)
        )
        for own in (frame.x, frame.y, frame.z)
    )
    return (x, y, z)


def _along(quantity: Any, axes: Any) -> Components:
    return (quantity.along(axes.x), quantity.along(axes.y), quantity.along(axes.z))
