"""Gravity beyond the central field, and the Earth's magnetic dipole, at a place r.

From: orbit.py    Next: environment.py
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kane.algebra.functions import cos, sin, sqrt
from kane.geometry.rotation import Rows
from kane.geometry.vector import Components, cross, dot
from kane.model.symbols import clock
from kane.space.orbit import Central


def zonal(r: Components, about: Central, zonals: tuple[float, ...]) -> Components:
    """The acceleration by J2, J3, J4, in N.

    a = ∇ Σ_n −(μ/r) J_n (R/r)ⁿ P_n(z/r); with s = z/r and k_n = μ J_n Rⁿ / rⁿ⁺²,

        a = Σ_n k_n ((s P_n′ + (n + 1) P_n) r/r − P_n′ ẑ)           [Montenbruck2000 §3.2]
    """
    square = dot(r, r)
    one = 1 / sqrt(square)  # 1/r
    s = r[2] * one
    along, axial = 0, 0
    strength = about.mu * one * one
    for n, J in enumerate(zonals, start=2):
        k = J * strength * (about.radius * one) ** n
        P, slope = _legendre(n, s)
        along = along + k * (s * slope + (n + 1) * P)
        axial = axial - k * slope
    x, y, z = (along * one * component for component in r)
    return (x, y, z + axial)


def _legendre(n: int, s: Any) -> tuple[Any, Any]:
    """P_n and its derivative for n = 2, 3, 4."""
    s2 = s * s
    if n == 2:
        return (3 * s2 - 1) / 2, 3 * s
    if n == 3:
        return s * (5 * s2 - 3) / 2, (15 * s2 - 3) / 2
    return ((35 * s2 - 30) * s2 + 3) / 8, s * (35 * s2 - 15) / 2


def third_body(r: Components, mu: float, path: Components) -> Components:
    """μ (d/d³ − s/s³) with d = s − r: what it gives beside what the centre is given

    [Montenbruck2000 Eq. 3.37].
    """
    d = (path[0] - r[0], path[1] - r[1], path[2] - r[2])
    near, far = dot(d, d), dot(path, path)
    here, there = mu / (near * sqrt(near)), mu / (far * sqrt(far))
    x, y, z = (here * a - there * b for a, b in zip(d, path, strict=True))
    return (x, y, z)


def gradient(r: Components, inertia: Rows, mu: float) -> tuple[Components, Components]:
    """The moment about the mass centre, and the force beyond −μ m r/r³, in the body's axes.

        N = 3μ/r⁵ r × I r
        F = −3μ/r⁵ (I r + ½ (tr I − 5 r·I r/r²) r)         [Hughes1986 §8.1]

    F follows from V = −μ/(2 r³) (tr I − 3 r·I r/r²); both are of second order in size over r.
    """
    square = dot(r, r)
    strength = 3 * mu / (square * square * sqrt(square))
    a, b, c = (dot(row, r) for row in inertia)
    Ir = (a, b, c)
    trace = inertia[0][0] + inertia[1][1] + inertia[2][2]
    half = (trace - 5 * dot(r, Ir) / square) / 2
    x, y, z = (strength * component for component in cross(r, Ir))
    f, g, h = (-strength * (i + half * p) for i, p in zip(Ir, r, strict=True))
    return (x, y, z), (f, g, h)


@dataclass(frozen=True, kw_only=True)
class Dipole:
    """A magnetic dipole that turns with the central body: g10, g11, h11 in tesla (IGRF-13 of 2020
    by default [Alken2021]), and the angle of the body's prime meridian from x at t = 0."""

    g10: float = -29404.8e-9
    g11: float = -1450.9e-9
    h11: float = 4652.5e-9
    meridian: float = 0.0
    radius: float = 6371.2e3

    def at(self, r: Components, rotation: float) -> Components:
        """B = (R/r)³ (3 (m·r) r/r² − m), m = (g11, h11, g10), in N  [Wertz1978 App. H]."""
        turned = rotation * clock() + self.meridian if rotation else self.meridian
        c, s = cos(turned), sin(turned)
        m = (self.g11 * c - self.h11 * s, self.g11 * s + self.h11 * c, self.g10)
        square = dot(r, r)
        strength = self.radius**3 / (square * sqrt(square))
        along = 3 * dot(m, r) / square
        x, y, z = (strength * (along * p - q) for p, q in zip(r, m, strict=True))
        return (x, y, z)
