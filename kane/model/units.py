"""Units: texts such as "0.3 m", "12 N m/rad" or "30 deg" as SI values, and back for display.

Values are kept in SI; the unit is remembered for people. Products are written with a space, * or
·, quotients with /, powers with ^, ** or a superscript; prefixes from p to G stand before units.

    amount("30 cm")  →  0.3 m, shown in cm

From: dimension.py    Next: symbols.py
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from functools import lru_cache
from typing import Final

from kane.algebra.number import rounded
from kane.errors import Fault, ModelError
from kane.model.dimension import (
    CURRENT,
    ENERGY,
    FLUX,
    FORCE,
    LENGTH,
    MASS,
    NONE,
    POWER,
    PRESSURE,
    RATE,
    TIME,
    VELOCITY,
    VOLTAGE,
    Dimension,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """A unit: 1 of it is `factor`·π^`turns` in SI."""

    factor: Fraction
    turns: int = 0
    dimension: Dimension

    def __mul__(self, other: Unit) -> Unit:
        return Unit(
            factor=self.factor * other.factor,
            turns=self.turns + other.turns,
            dimension=self.dimension * other.dimension,
        )

    def __pow__(self, exponent: int) -> Unit:
        return Unit(
            factor=self.factor**exponent,
            turns=self.turns * exponent,
            dimension=self.dimension**exponent,
        )

    def to_si(self, value: float | Fraction) -> float:
        """The SI value of so many of this unit, rounded once where π is not in it."""
        if not math.isfinite(value):
            return float(value)
        return rounded(Fraction(value) * self.factor) * math.pi**self.turns

    def from_si(self, value: float) -> float:
        """How many of this unit an SI value is, for display."""
        if not math.isfinite(value):
            return value
        return rounded(Fraction(value / math.pi**self.turns) / self.factor)


@dataclass(frozen=True, slots=True, kw_only=True)
class Amount:
    """A value in SI and the unit it was given in."""

    value: float
    unit: str

    def __str__(self) -> str:
        return shown(self.value, self.unit)


def amount(text: str) -> Amount:
    """The value and unit of a text such as "0.3 m"; a number alone has no unit."""
    found = _AMOUNT.fullmatch(text.strip())
    if found is None:
        raise ModelError(
            Fault(
                path=f"'{text}'",
                what="is no number with a unit.",
                remedy='Write a number, a space and a unit, as in "0.3 m" or "12 N m/rad".',
            )
        )
    number, written = Fraction(found["number"]), (found["unit"] or "").strip()
    return Amount(value=unit(written).to_si(number) if written else rounded(number), unit=written)


def shown(value: float, written: str) -> str:
    """An SI value as text in a unit."""
    if not written:
        return f"{value:g}"
    return f"{unit(written).from_si(value):.12g} {written}"


@lru_cache(maxsize=512)
def unit(text: str) -> Unit:
    """The unit a text means."""
    return _Reader(text).read()


class _Reader:
    """A unit's text, read from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = _TOKEN.findall(text)
        if "".join(self.tokens) != "".join(text.split()):
            raise self._refusal("is no unit that can be read.")
        self.place = 0

    def read(self) -> Unit:
        """The whole text."""
        found = self._product()
        if self.place < len(self.tokens):
            raise self._refusal("has a bracket too many.")
        return found

    def _product(self) -> Unit:
        found, divided = self._power(), False
        while self._next() not in (")", ""):
            sign = self._take() if self._next() in _SIGNS else " "
            if divided and sign != "/":
                raise self._refusal("is ambiguous after its '/'.")
            divided = sign == "/"
            factor = self._power()
            found = found * (factor**-1 if divided else factor)
        return found

    def _power(self) -> Unit:
        base = self._atom()
        if self._next() in ("^", "**"):
            self._take()
            return base ** self._integer(self._take())
        if self._next()[:1] in _SUPERSCRIPTS:
            return base ** self._integer("".join(_SUPERSCRIPTS[c] for c in self._take()))
        return base

    def _integer(self, digits: str) -> int:
        if not re.fullmatch(r"-?\d{1,2}", digits):
            raise self._refusal("has a power that is no small integer.")
        return int(digits)

    def _atom(self) -> Unit:
        token = self._take()
        if token == "(":
            found = self._product()
            if self._take() != ")":
                raise self._refusal("has a bracket that is not closed.")
            return found
        if token == "1":
            return Unit(factor=Fraction(1), dimension=NONE)
        known = named(token)
        if known is None:
            raise self._refusal(f"contains '{token}', which is no unit known here.", token)
        return known

    def _next(self) -> str:
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def _take(self) -> str:
        token = self._next()
        self.place += 1
        return token

    def _refusal(self, what: str, name: str = "") -> ModelError:
        remedy = 'Write units as in "kg m^2", "N m/rad", "N/(m s)" or "m/s^2".'
        if name and meant(name):
            remedy = f"Did you mean '{meant(name)}'?"
        elif what.startswith("is ambiguous"):
            remedy = 'Put what is divided by in brackets: "J/(kg s)".'
        return ModelError(Fault(path=f"Unit '{self.text}'", what=what, remedy=remedy))


def named(name: str) -> Unit | None:
    """The unit of this name, with a prefix or without."""
    if name in UNITS:
        return UNITS[name]
    prefix, rest = name[:1], name[1:]
    if prefix in PREFIXES and rest in PREFIXED:
        return Unit(factor=PREFIXES[prefix], dimension=NONE) * UNITS[rest]
    return None


def meant(name: str) -> str:
    """The unit that a name may have been meant for: Nm for N m, metres for m."""
    for cut in range(1, len(name)):
        if named(name[:cut]) and named(name[cut:]):
            return f"{name[:cut]} {name[cut:]}"
    whole = name.lower().removesuffix("s")
    close = get_close_matches(name, UNITS, n=1, cutoff=0.6)
    return WORDS.get(whole) or (close[0] if close else "")


def _si(of: Dimension, factor: Fraction | int | str = 1, turns: int = 0) -> Unit:
    return Unit(factor=Fraction(factor), turns=turns, dimension=of)


PREFIXES: Final = {
    "p": Fraction(1, 10**12),
    "n": Fraction(1, 10**9),
    "u": Fraction(1, 10**6),
    "µ": Fraction(1, 10**6),
    "μ": Fraction(1, 10**6),
    "m": Fraction(1, 10**3),
    "c": Fraction(1, 10**2),
    "k": Fraction(10**3),
    "M": Fraction(10**6),
    "G": Fraction(10**9),
}

PREFIXED: Final = frozenset({"m", "g", "s", "N", "J", "W", "Hz", "Pa", "rad", "A", "V", "ohm", "H"})

UNITS: Final[dict[str, Unit]] = {
    "m": _si(LENGTH),
    "in": _si(LENGTH, "0.0254"),
    "ft": _si(LENGTH, "0.3048"),
    "AU": _si(LENGTH, 149_597_870_700),
    "g": _si(MASS, "0.001"),
    "t": _si(MASS, 1000),
    "lb": _si(MASS, "0.45359237"),
    "s": _si(TIME),
    "min": _si(TIME, 60),
    "h": _si(TIME, 3600),
    "day": _si(TIME, 86400),
    "rad": _si(NONE),
    "deg": _si(NONE, "1/180", 1),
    "°": _si(NONE, "1/180", 1),
    "arcmin": _si(NONE, "1/10800", 1),
    "arcsec": _si(NONE, "1/648000", 1),
    "rev": _si(NONE, 2, 1),
    "rpm": _si(RATE, "1/30", 1),
    "%": _si(NONE, "0.01"),
    "Hz": _si(RATE),
    "kph": _si(VELOCITY, "5/18"),
    "N": _si(FORCE),
    "kgf": _si(FORCE, "9.80665"),
    "lbf": _si(FORCE, "4.4482216152605"),
    "J": _si(ENERGY),
    "W": _si(POWER),
    "Pa": _si(PRESSURE),
    "bar": _si(PRESSURE, 10**5),
    "A": _si(CURRENT),
    "V": _si(VOLTAGE),
    "ohm": _si(VOLTAGE / CURRENT),
    "Ω": _si(VOLTAGE / CURRENT),
    "H": _si(FLUX / CURRENT),
}

WORDS: Final = {
    "meter": "m",
    "metre": "m",
    "millimeter": "mm",
    "millimetre": "mm",
    "kilogram": "kg",
    "kilo": "kg",
    "gram": "g",
    "ton": "t",
    "tonne": "t",
    "sec": "s",
    "second": "s",
    "minute": "min",
    "hr": "h",
    "hour": "h",
    "radian": "rad",
    "degree": "deg",
    "newton": "N",
    "watt": "W",
    "joule": "J",
    "hertz": "Hz",
}

_SIGNS: Final = frozenset("/*·⋅")
_SUPERSCRIPTS: Final = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-", strict=True))
_TOKEN: Final = re.compile(r"\*\*|[/*·⋅()^]|[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+|-?\d+|[A-Za-zµμΩ]+|[°%]")
_AMOUNT: Final = re.compile(
    r"(?P<number>[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)(?P<unit>(?:\s|[^\W\d]|[°%]).*)?"
)
