"""Scatter: how numbers vary from run to run.

    {"panel.mass": normal(rel=0.02), "bus.wx": normal("0.1 deg/s"), "t1.tilt1": uniform("1 deg")}

A name is a body's "NAME.mass", "NAME.inertia" (all of it in proportion), "NAME.inertia.xx",
"NAME.centre.x", …; a parameter of the system; or a coordinate or speed, whose start it then is;
"BUS.attitude" is a rotation by three small angles.

From: craft.py    Next: monte_carlo.py
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, unique
from typing import Any

import numpy as np

from kane.errors import ArgumentError
from kane.model.units import amount


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


def _made(shape: Shape, spread: Any, rel: float) -> Distribution:
    width = amount(spread).value if isinstance(spread, str) else float(spread)
    if not (width >= 0 and rel >= 0 and width + rel > 0):
        raise ArgumentError(
            f"{shape.value}({spread!r}, rel={rel}) does not scatter anything. Give a spread above "
            'zero: normal("0.1 deg/s"), or a part of the nominal value: normal(rel=0.02).'
        )
    return Distribution(shape=shape, spread=width, rel=rel)
