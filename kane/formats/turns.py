"""Turns: angles that are meant as parts of a turn, and rotations exact where they are.

A rotation by an angle one digit short of π/2 has nine entries that are neither 0 nor 1, so that
nothing vanishes in the equations (FINDINGS §2). A full double for kπ/2 is taken for what it is;
a decimal that was cut or rounded, such as 1.5708 or 3.14, only when asked.

From: source.py    Next: values.py
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import ROUND_DOWN, ROUND_HALF_EVEN, Decimal
from enum import Enum, unique
from fractions import Fraction
from typing import Any, Final

from kane.geometry.rotation import Rows
from kane.geometry.vector import dot


@unique
class Snap(Enum):
    """What to do with a decimal that looks like a part of a turn."""

    NONE = "none"  # take it as written
    TURNS = "turns"  # take it as the multiple of π that was meant


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A decimal that looks like `part`·π, in a file's line; `moved` is how far it is from it."""

    line: int
    written: str
    part: Fraction
    moved: float

    def __str__(self) -> str:
        return f"line {self.line}: {self.written} → {multiple(self.part)} ({self.moved:.1e} rad)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Angle:
    """An angle in radians; `part` is its multiple of π where this is exact."""

    value: float
    part: Fraction | None = None

    @property
    def sine_cosine(self) -> tuple[Any, Any]:
        """sin and cos, exact at quarter turns."""
        if self.part is not None and (2 * self.part).denominator == 1:
            return _QUARTERS[int(2 * self.part) % 4]
        return math.sin(self.value), math.cos(self.value)

    def __neg__(self) -> Angle:
        return Angle(value=-self.value, part=None if self.part is None else -self.part)


def angle(value: float) -> Angle:
    """An angle in radians, a quarter turn where the double says so."""
    quarters = round(value / QUARTER)
    if abs(quarters) <= _MOST and abs(value - quarters * QUARTER) <= EXACT:
        return Angle(value=quarters * QUARTER, part=Fraction(quarters, 2))
    return Angle(value=value)


def degrees(value: float) -> Angle:
    """An angle in degrees."""
    quarters = value / 90
    part = Fraction(int(quarters), 2) if quarters == int(quarters) else None
    return Angle(value=math.radians(value), part=part)


def part_of_turn(written: str, value: float) -> Turn | None:
    """The part of a turn that a decimal cuts short or rounds, if it looks like one.

    Quarter turns are seen from two decimals on (1.57, 3.14), eighths from three (0.785), other
    multiples of π/12 from four (1.0472); single-precision values always.
    """
    steps = round(value / STEP)
    found = _DECIMALS.fullmatch(written.strip())
    if not steps or abs(steps) > _MOST or found is None:
        return None
    part, meant = Fraction(steps, 12), steps * STEP
    moved = abs(value - meant)
    if moved <= EXACT:
        return None
    decimals = len(found["decimals"] or "") - int(found["exponent"] or 0)
    if moved <= _SINGLE * abs(meant) or _cut(value, meant, decimals, _fewest(part)):
        return Turn(line=0, written=written.strip(), part=part, moved=moved)
    return None


def multiple(part: Fraction) -> str:
    """A multiple of π as text: π/2, −3π/4."""
    sign, over = "−" if part < 0 else "", f"/{part.denominator}" if part.denominator > 1 else ""
    times = abs(part.numerator)
    return f"{sign}{times if times > 1 else ''}π{over}"


def rotation(turns: Iterable[tuple[int, Angle]]) -> Rows:
    """The product of turns about coordinate axes 0, 1, 2, the first next to the outer frame."""
    product: Rows = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    for axis, by in turns:
        product = times(product, about(axis, by))
    return product


def about(axis: int, by: Angle) -> Rows:
    """A turn about a coordinate axis."""
    s, c = by.sine_cosine
    i, j = (axis + 1) % 3, (axis + 2) % 3
    rows: list[list[Any]] = [[int(a == b) for b in range(3)] for a in range(3)]
    rows[i][i], rows[i][j], rows[j][i], rows[j][j] = c, -s, s, c
    return _rows(rows)


def times(left: Rows, right: Rows) -> Rows:
    """The product of two matrices."""
    columns = tuple(zip(*right, strict=True))
    return _rows([[dot(row, column) for column in columns] for row in left])


def _rows(rows: list[list[Any]]) -> Rows:
    (a, b, c), (d, e, f), (g, h, i) = rows
    return ((a, b, c), (d, e, f), (g, h, i))


def _fewest(part: Fraction) -> int:
    """How many decimals a value needs to be taken for this part of a turn."""
    return {1: 2, 2: 2, 4: 3}.get(part.denominator, 4)


def _cut(value: float, meant: float, decimals: int, fewest: int) -> bool:
    """Whether a value is another one cut or rounded to so many decimals."""
    if not fewest <= decimals <= _DIGITS:
        return False
    unit, exact = Decimal(1).scaleb(-decimals), Decimal(meant)
    both = {exact.quantize(unit, rounding) for rounding in (ROUND_DOWN, ROUND_HALF_EVEN)}
    return Decimal(repr(value)).quantize(unit) in both


QUARTER: Final = math.pi / 2
STEP: Final = math.pi / 12
EXACT: Final = 1e-14  # radians: what a full double leaves
_SINGLE: Final = 2.0**-23  # relative: what single precision leaves
_DIGITS: Final = 17
_MOST: Final = 48  # parts beyond two turns are no parts of a turn
_DECIMALS: Final = re.compile(
    r"[+-]?\d*(?:\.(?P<decimals>\d*))?(?:[eE](?P<exponent>[+-]?\d{1,3}))?"
)
_QUARTERS: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))
