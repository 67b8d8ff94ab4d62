"""Scatter: how numbers vary from run to run.

    {"panel.mass": normal(rel=0.02), "bus.wx": normal("0.1 deg/s"), "t1.tilt1": uniform("1 deg")}

A name is a body's "NAME.mass", "NAME.inertia" (all of it in proportion), "NAME.inertia.xx",
"NAME.centre.x", …; a parameter of the system; or a coordinate or speed, whose start it then is;
"BUS.attitude" is a rotation by three small angles.

From: craft.py    Next: monte_carlo.py
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, unique
from os import PathLike
from typing import Any, Final

import numpy as np

from kane.errors import ArgumentError
from kane.model.given import shown, unsound
from kane.model.units import amount, unit
from kane.space.orbit import seconds

MOST: Final = 10**9  # runs, and beyond what any memory holds


@unique
class Shape(Enum):
    """Of which kind a distribution is."""

    NORMAL = "normal"  # `spread` is its standard deviation
    UNIFORM = "uniform"  # from −spread to spread


@dataclass(frozen=True, slots=True, kw_only=True)
class Distribution:
    """How far a number is from its nominal value: `spread`, and `rel` in proportion to it."""

    shape: Shape
    spread: float = 0.0
    rel: float = 0.0
    unit: str = field(default="", repr=False, compare=False)  # in which the spread was given

    def drawn(self, nominal: float, rng: np.random.Generator) -> float:
        """A number about the nominal one."""
        width = self.spread + self.rel * abs(nominal)
        if self.shape is Shape.NORMAL:
            return nominal + width * float(rng.standard_normal())
        return nominal + width * float(rng.uniform(-1.0, 1.0))


def normal(spread: float | str = 0.0, *, rel: float = 0.0) -> Distribution:
    """A normal distribution about the nominal value, by its standard deviation."""
    return _made(Shape.NORMAL, spread, rel)


def uniform(spread: float | str = 0.0, *, rel: float = 0.0) -> Distribution:
    """A uniform distribution about the nominal value, by half its width."""
    return _made(Shape.UNIFORM, spread, rel)


def lasting(field: str, given: float | str) -> float:
    """A time above zero, such as 1000.0 or "1000 s"."""
    found = seconds(given)
    if not (found > 0 and math.isfinite(found)):
        raise ArgumentError(f'{field}={given!r} is no time above zero. Give {field}="10 s".')
    return found


def see_that_sound(scatter: Any, *, n: Any, seed: Any, workers: Any, out: Any) -> None:
    """Refuse what no runs can be made of, before anything is built."""
    for what, given, least in (("n", n, 1), ("seed", seed, 0), ("workers", workers, 1)):
        if what == "workers" and given is None:
            continue
        whole = isinstance(given, int | np.integer) and not isinstance(given, bool)
        if not whole or not least <= int(given) <= MOST:
            raise ArgumentError(
                f"{what}={shown(given)} is no whole number from {least} to {MOST}. "
                f"Give one: {what}=100."
            )
    if out is not None and not (isinstance(out, str | PathLike) and str(out)):
        raise ArgumentError(f'out={out!r} is no folder. Give out="mc.zarr".')
    if not isinstance(scatter, Mapping):
        raise ArgumentError(
            f"scatter {shown(scatter)} is no mapping of names to distributions. "
            'Give scatter={"panel.mass": space.normal(rel=0.02)}.'
        )
    for name, one in scatter.items():
        if not isinstance(name, str) or not isinstance(one, Distribution):
            raise ArgumentError(
                f"scatter: {shown(name)}: {shown(one)} is no name with a distribution. "
                'Give "panel.mass": space.normal(rel=0.02), or space.uniform(…).'
            )


def see_that_it_fits(name: str, one: Distribution, nominal: float, known: str) -> None:
    """Refuse a spread in another unit than the number's, or in proportion to zero."""
    if one.unit and known and unit(one.unit).dimension != unit(known).dimension:
        raise ArgumentError(
            f"scatter: '{name}' is in {known}, and its spread is given in {one.unit}. "
            f'Give it in {known}: space.normal("… {known}").'
        )
    if not one.spread and not nominal:
        raise ArgumentError(
            f"scatter: '{name}' is 0, of which rel={one.rel:g} is no spread. "
            'Give one with its unit: space.normal("0.1 deg/s").'
        )


def _made(shape: Shape, spread: Any, rel: float) -> Distribution:
    given = amount(spread) if isinstance(spread, str) else None
    width = spread if given is None else given.value
    if unsound(width, least=0) or unsound(rel, least=0) or not width + rel > 0:
        raise ArgumentError(
            f"{shape.value}({spread!r}, rel={rel!r}) does not scatter anything. Give a spread "
            'above zero: normal("0.1 deg/s"), or a part of the nominal value: normal(rel=0.02).'
        )
    return Distribution(
        shape=shape, spread=float(width), rel=float(rel), unit=given.unit if given else ""
    )
