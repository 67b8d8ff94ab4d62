"""Dimension: what kind of quantity a scalar is, as powers of kilogram, metre, second, ampere.

An angle has no dimension, so that a torsion spring's N m/rad is N m.

From: —    Next: units.py
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

BASE: Final = ("kg", "m", "s", "A")


@dataclass(frozen=True, slots=True)
class Dimension:
    """kg^a m^b s^c A^d."""

    powers: tuple[Fraction, Fraction, Fraction, Fraction]

    def __mul__(self, other: Dimension) -> Dimension:
        a, b, c, d = (x + y for x, y in zip(self.powers, other.powers, strict=True))
        return Dimension((a, b, c, d))

    def __truediv__(self, other: Dimension) -> Dimension:
        return self * other ** Fraction(-1)

    def __pow__(self, exponent: Fraction | int) -> Dimension:
        a, b, c, d = (power * exponent for power in self.powers)
        return Dimension((a, b, c, d))

    def __str__(self) -> str:
        """The customary unit of the dimension: N m rather than kg m^2/s^2."""
        return _CUSTOMARY.get(self) or _product(self)


def dimension(kg: int = 0, m: int = 0, s: int = 0, A: int = 0) -> Dimension:
    """The dimension with these powers."""
    return Dimension((Fraction(kg), Fraction(m), Fraction(s), Fraction(A)))


def _product(given: Dimension) -> str:
    above = " ".join(_factors(given, 1))
    below = list(_factors(given, -1))
    if not below:
        return above
    return f"{above or '1'}/{below[0] if len(below) == 1 else '(' + ' '.join(below) + ')'}"


def _factors(given: Dimension, sign: int) -> Iterator[str]:
    """Base units with powers of this sign, as m, m^2 …."""
    for name, power in zip(BASE, given.powers, strict=True):
        if power * sign > 0:
            yield name if abs(power) == 1 else f"{name}^{abs(power)}"


NONE: Final = dimension()
MASS: Final = dimension(kg=1)
LENGTH: Final = dimension(m=1)
TIME: Final = dimension(s=1)
CURRENT: Final = dimension(A=1)
VELOCITY: Final = LENGTH / TIME
ACCELERATION: Final = VELOCITY / TIME
RATE: Final = NONE / TIME
FORCE: Final = MASS * ACCELERATION
TORQUE: Final = FORCE * LENGTH
ENERGY: Final = TORQUE
POWER: Final = ENERGY / TIME
INERTIA: Final = MASS * LENGTH**2
STIFFNESS: Final = FORCE / LENGTH
FIELD: Final = LENGTH**3 / TIME**2  # μ of a central field
VOLTAGE: Final = POWER / CURRENT
FLUX: Final = VOLTAGE * TIME
PRESSURE: Final = FORCE / LENGTH**2

_CUSTOMARY: Final[dict[Dimension, str]] = {
    NONE: "no dimension",
    FORCE: "N",
    TORQUE: "N m",
    STIFFNESS: "N/m",
    STIFFNESS * TIME: "N s/m",
    TORQUE * TIME: "N m s",
    POWER: "W",
    PRESSURE: "Pa",
    VOLTAGE: "V",
    VOLTAGE / CURRENT: "ohm",
    VOLTAGE * TIME / CURRENT: "H",
    TORQUE / CURRENT: "N m/A",
}
