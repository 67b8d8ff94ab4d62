"""Signals: what an input is while a run lasts, beside a constant and an expression.

From: kane/model/symbols.py    Next: given.py
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, unique
from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[np.float64]]


@unique
class Between(Enum):
    """What a table is between its times."""

    HELD = "held"  # the last value
    LINEAR = "linear"
    CUBIC = "cubic"  # the natural-free ("not-a-knot") spline, twice differentiable


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """An input given by its values at ascending times; before and after them it is constant.

    `Table(t=[0, 1, 2], values=[0, 5, 0])`. A run steps exactly onto the times where a held or a
    linear table bends.
    """

    t: Sequence[float]
    values: Sequence[float]
    between: Between = Between.LINEAR


def values_at(given: float | Table, t: Array) -> Array:
    """A constant or a table at some times."""
    if not isinstance(given, Table):
        return np.full(len(t), float(given))
    at, values = np.asarray(given.t, dtype=float), np.asarray(given.values, dtype=float)
    inside = np.clip(t, at[0], at[-1])
    match given.between:
        case Between.HELD:
            return np.asarray(values[np.clip(np.searchsorted(at, t, side="right") - 1, 0, None)])
        case Between.LINEAR:
            return np.asarray(np.interp(inside, at, values))
        case Between.CUBIC:
            from scipy.interpolate import CubicSpline

            return np.asarray(CubicSpline(at, values)(inside))


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """An input that follows an expression at a fixed rate and is held in between.

    `Held(value=-k * rate("q1"), period=0.1)`: what a sampled controller does, in native code, so
    that nothing comes back to Python while the run lasts. Several may have several periods.
    """

    value: Any  # an Expr of state, time and inputs
    period: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Sampled:
    """An input that a Python function gives at a fixed rate and that is held in between.

    `Sampled(function=control, period=0.001)`: control(t, q, u) → the value; between its calls
    the run is native code. Where one function gives several inputs, name it for each with
    `component`.
    """

    function: Callable[[float, Array, Array], Any]
    period: float
    component: int = 0
