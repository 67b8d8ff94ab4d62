"""Orbit: where the spacecraft starts about a central body, and what that body is.

    circular(altitude="500 km", inclination="51.6 deg")
    elliptic(perigee="500 km", apogee="36000 km")

The ground is then the inertial frame N with its origin in the central body's centre, z along its
axis of rotation and x towards the equinox (Earth: mean equator and equinox of J2000).

From: kane/model/units.py    Next: environment.py
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from kane.errors import Fault, ModelError
from kane.model.given import shown, unsound
from kane.model.units import amount, unit

Vec3 = np.ndarray  # of three
Given = float | str


@dataclass(frozen=True, kw_only=True)
class Central:
    """A central body: its field μ, radius, zonal coefficients J2 … J4, and rate of rotation."""

    name: str
    mu: float
    radius: float
    zonals: tuple[float, ...] = ()
    rotation: float = 0.0


# μ, radius and C̄20 … C̄40 of EGM96, J_n = −√(2n+1) C̄_n0 [Lemoine1998]; rotation
# [Montenbruck2000 p.184]
EARTH: Final = Central(
    name="Earth",
    mu=3.986004415e14,
    radius=6378136.3,
    zonals=(1.08262668355e-3, -2.53265648533e-6, -1.61962159137e-6),
    rotation=7.2921158553e-5,
)
# μ of the third bodies [Montenbruck2000 p.71]
FARTHEST: Final = 1e16  # m, a light year: no orbit is farther out
SUN_MU: Final = 1.32712440018e20
MOON_MU: Final = 4.902800e12


@dataclass(frozen=True, kw_only=True)
class Orbit:
    """Kepler's elements at the start, in metres and radians, about a central body."""

    axis: float  # semi-major
    eccentricity: float = 0.0
    inclination: float = 0.0
    node: float = 0.0  # right ascension of the ascending node
    perigee: float = 0.0  # argument
    anomaly: float = 0.0  # true
    about: Central = EARTH

    @property
    def rate(self) -> float:
        """The mean motion n = √(μ/a³)."""
        return math.sqrt(self.about.mu / self.axis**3)

    @property
    def period(self) -> float:
        """2π/n."""
        return 2 * math.pi / self.rate

    @property
    def state(self) -> tuple[Vec3, Vec3]:
        """Position and velocity in N  [Montenbruck2000 §2.2.3].

        r = p/(1 + e cos f) (cos f P + sin f Q),   v = √(μ/p) (−sin f P + (e + cos f) Q)
        """
        P, Q, _ = self.axes
        e, f = self.eccentricity, self.anomaly
        p = self.axis * (1 - e * e)
        r = p / (1 + e * math.cos(f))
        speed = math.sqrt(self.about.mu / p)
        position = r * (math.cos(f) * P + math.sin(f) * Q)
        return position, speed * (-math.sin(f) * P + (e + math.cos(f)) * Q)

    @property
    def axes(self) -> tuple[Vec3, Vec3, Vec3]:
        """Towards perigee, across it in the plane of the orbit, and the orbit's normal, in N."""
        R = _turn(2, self.node) @ _turn(0, self.inclination) @ _turn(2, self.perigee)
        return R[:, 0], R[:, 1], R[:, 2]


def circular(
    *,
    altitude: Given,
    inclination: Given = 0.0,
    node: Given = 0.0,
    phase: Given = 0.0,
    about: Central = EARTH,
) -> Orbit:
    """A circular orbit; `phase` is the angle from the ascending node at the start."""
    above = _number("altitude", altitude, "m")
    axis = _positive("altitude", about.radius + above)
    if above < 0:
        _refuse("altitude", f"{above:g} m is under the ground of {about.name}.")
    return Orbit(
        axis=axis,
        inclination=_number("inclination", inclination, "rad"),
        node=_number("node", node, "rad"),
        anomaly=_number("phase", phase, "rad"),
        about=about,
    )


def elliptic(
    *,
    perigee: Given,
    apogee: Given,
    inclination: Given = 0.0,
    node: Given = 0.0,
    argument: Given = 0.0,
    anomaly: Given = 0.0,
    about: Central = EARTH,
) -> Orbit:
    """An elliptic orbit by the altitudes of its ends."""
    low = _positive("perigee", about.radius + _number("perigee", perigee, "m"))
    high = _positive("apogee", about.radius + _number("apogee", apogee, "m"))
    if high < low:
        _refuse("apogee", f"it is at {high:g} m from the centre, the perigee at {low:g} m.")
    return Orbit(
        axis=(low + high) / 2,
        eccentricity=(high - low) / (high + low),
        inclination=_number("inclination", inclination, "rad"),
        node=_number("node", node, "rad"),
        perigee=_number("argument", argument, "rad"),
        anomaly=_number("anomaly", anomaly, "rad"),
        about=about,
    )


def seconds(given: Given) -> float:
    """A time such as 1000.0 or "1000 s"."""
    return _number("time", given, "s")


def _number(name: str, given: Given, wanted: str) -> float:
    """A number in SI units, or a text such as "500 km"."""
    if not isinstance(given, str):
        if wrong := unsound(given):
            _refuse(name, f"{shown(given)} {wrong}.")
        return float(given)
    found = amount(given)
    if found.unit and unit(found.unit).dimension != unit(wanted).dimension:
        _refuse(name, f"'{given}' is no amount in {wanted}.")
    return found.value


def _positive(name: str, value: float) -> float:
    if not 0 < value < FARTHEST:
        _refuse(name, f"the orbit is {value:g} m from the centre.")
    return value


def _refuse(name: str, what: str) -> None:
    remedy = 'Give an altitude such as "500 km", an angle such as "51.6 deg".'
    raise ModelError(Fault(path=f"Orbit, {name}", what=what, remedy=remedy))


def _turn(axis: int, angle: float) -> Vec3:
    """A rotation about x, y or z, turned axes to axes before."""
    c, s = math.cos(angle), math.sin(angle)
    i, j = (axis + 1) % 3, (axis + 2) % 3
    R = np.eye(3)
    R[i, i], R[j, j], R[j, i], R[i, j] = c, c, s, -s
    return R
