"""Laws from rest to rest: s(x) from 0 to 1 over x in [0, 1], with s' and s'' zero at both ends.

    cycloidal   s = x − sin(2πx) / 2π                       [KaneLevinson1983 (127)]
    quintic     s = 10 x³ − 15 x⁴ + 6 x⁵                    [Craig2005 Sec. 7.3]
    spline      cubic pieces through what is given between  [Angeles1988]

From: kane/manipulators/__init__.py    Next: motion.py
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from kane.errors import ArgumentError

Array = NDArray[np.float64]
Three = tuple[Array, Array, Array]


class TimeLaw(Protocol):
    """s, s' and s'' at values of x."""

    def at(self, x: Array) -> Three:
        """s, ds/dx and d²s/dx²."""
        ...


@dataclass(frozen=True, slots=True)
class Cycloidal:
    """s = x − sin(2πx)/2π: the smoothest in the papers; s'' is a whole sine."""

    def at(self, x: Array) -> Three:
        """s, s', s''."""
        w = 2 * np.pi
        return x - np.sin(w * x) / w, 1 - np.cos(w * x), w * np.sin(w * x)


@dataclass(frozen=True, slots=True)
class Quintic:
    """s = 10 x³ − 15 x⁴ + 6 x⁵: the polynomial of least degree with six conditions."""

    def at(self, x: Array) -> Three:
        """s, s', s''."""
        s = x**3 * (10 + x * (6 * x - 15))
        return s, 30 * (x * (1 - x)) ** 2, 60 * x * (1 - x) * (1 - 2 * x)


@dataclass(frozen=True, slots=True)
class Spline:
    """Cubic pieces, s'' without jumps, through `values` at the x of `places` between the ends.

    Four conditions of rest are two more than a cubic spline has ends to give: two knots, in the
    middle of the first and of the last piece, take the values that fulfil them [Angeles1988].
    Without places the knots stand at thirds.
    """

    places: Sequence[float] = ()
    values: Sequence[float] = ()
    _fitted: Any = field(default=None, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        x = np.array([0.0, *self.places, 1.0])
        if len(self.places) != len(self.values):
            raise ArgumentError(
                f"Spline: {len(self.places)} places have {len(self.values)} values. Give one each."
            )
        if not np.all(np.isfinite(x)) or np.any(np.diff(x) <= 0):
            raise ArgumentError(
                f"Spline: the places {list(self.places)} do not rise between 0 and 1. Sort them."
            )
        if not np.all(np.isfinite(self.values)):
            raise ArgumentError(f"Spline: the values {list(self.values)} are not all finite.")
        object.__setattr__(self, "_fitted", resting(x, np.array([0.0, *self.values, 1.0])))

    def at(self, x: Array) -> Three:
        """s, s', s''."""
        return self._fitted(x), self._fitted(x, 1), self._fitted(x, 2)


def resting(x: Array, s: Array) -> Any:
    """The cubic spline through (x, s) with s' = s'' = 0 at both ends; s may have columns.

    s''(0) and s''(1) are linear in the two free knots' values: three splines tell them.
    """
    ends = (1 / 3, 2 / 3) if len(x) == 2 else ((x[0] + x[1]) / 2, (x[-2] + x[-1]) / 2)
    knots = np.sort([*x, *ends])
    free = np.searchsorted(knots, ends)
    values = np.zeros((len(knots), *s.shape[1:]))
    values[np.searchsorted(knots, x)] = s
    unit = np.eye(len(knots))[free]
    ask = np.column_stack([_curvature(knots, y) for y in unit])
    values[free] = np.linalg.solve(ask, -_curvature(knots, values))
    return _clamped(knots, values)


def _curvature(knots: Array, values: Array) -> Array:
    made = _clamped(knots, values)
    return np.array([made(knots[0], 2), made(knots[-1], 2)])


def _clamped(knots: Array, values: Array) -> Any:
    from scipy.interpolate import CubicSpline

    return CubicSpline(knots, values, bc_type="clamped")
