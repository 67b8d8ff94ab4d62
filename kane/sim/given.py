"""What a caller gives as a start and as inputs, checked and made into numbers.

From: simulate.py, signals.py    Next: memory.py
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from numbers import Integral
from typing import Any

import numpy as np

from kane.errors import ArgumentError
from kane.sim.signals import Between, Held, Sampled, Table
from kane.sim.stepper.signals import HEADER

Floats = np.ndarray[Any, np.dtype[np.float64]]
Ints = np.ndarray[Any, np.dtype[np.int64]]


def start(where: str, names: Sequence[str], given: Any, at_rest: Sequence[float]) -> Floats:
    """Values in the order of `names`, given by name or all in order; at rest where not given."""
    if given is None:
        return np.array(at_rest, dtype=np.float64)
    if isinstance(given, Mapping):
        made = dict(zip(names, at_rest, strict=True))
        unknown = [name for name in given if name not in made]
        if unknown:
            raise ArgumentError(
                f"{where}: '{unknown[0]}' is none of {', '.join(names) or 'none'}. Name these."
            )
        made.update(given)
        values = np.array([finite(f"{where}['{k}']", v) for k, v in made.items()])
    else:
        values = np.array([finite(f"{where}[{k}]", v) for k, v in enumerate(given)])
    if len(values) != len(names):
        raise ArgumentError(
            f"{where}: {len(values)} values for {len(names)} ({', '.join(names)}). "
            "Give one for each in this order, or some by name."
        )
    return values


def finite(where: str, value: Any) -> float:
    """A finite number."""
    try:
        made = math.nan if isinstance(value, str | bytes) else float(value)
    except (TypeError, ValueError, OverflowError):
        made = math.nan
    if not math.isfinite(made):
        raise ArgumentError(f"{where}: {value!r} is no finite number. Give one in SI units.")
    return made


def positive(where: str, value: float | None, otherwise: float) -> float:
    """A finite number above zero."""
    if value is None:
        return otherwise
    made = finite(where, value)
    if made <= 0.0:
        raise ArgumentError(f"{where}: {value!r} is not above zero. Give a positive number.")
    return made


def whole(where: str, value: int) -> int:
    """A whole number above zero."""
    if not isinstance(value, Integral | float) or value != value // 1 or value < 1:
        raise ArgumentError(f"{where}: {value!r} is no whole number above zero. Give 1, 2 or 4.")
    return value


@dataclass(frozen=True, slots=True, kw_only=True)
class Inputs:
    """The inputs of a run: constants, tables in native form, and functions of Python."""

    a: Floats
    places: Ints
    signals: Floats
    sampled: tuple[tuple[int, Sampled], ...]
    held: tuple[tuple[int, Held], ...] = ()


def inputs(names: Sequence[str], given: Mapping[str, Any]) -> Inputs:
    """Numbers, tables and functions in the order of `names`."""
    a = np.zeros(max(len(names), 1))
    places: list[int] = []
    numbers: list[float] = []
    sampled, held = [], []
    for number, name in enumerate(names):
        value = given.get(name, 0.0)
        if isinstance(value, Table):
            starts, cubics = _pieces(name, value)
            begin = len(numbers)
            bends = int(value.between is not Between.CUBIC)
            places += [number, len(starts), begin, begin + len(starts), bends, 0]
            numbers += [*starts, *cubics]
        elif isinstance(value, Sampled):
            positive(f"input '{name}': period", value.period, 1.0)
            sampled.append((number, value))
        elif isinstance(value, Held):
            positive(f"input '{name}': period", value.period, 1.0)
            held.append((number, value))
        else:
            a[number] = finite(f"input '{name}'", value)
    assert len(places) % HEADER == 0
    if sampled and held:
        raise ArgumentError(
            f"inputs: '{names[sampled[0][0]]}' is sampled from Python and '{names[held[0][0]]}' is "
            "held natively. Give all of them in one of these ways."
        )
    return Inputs(
        a=a,
        places=np.array(places, dtype=np.int64),
        signals=np.array(numbers),
        sampled=tuple(sampled),
        held=tuple(held),
    )


def _pieces(name: str, table: Table) -> tuple[list[float], list[float]]:
    """Where pieces start, and four coefficients for each; the first and the last are constant."""
    t, values = (np.asarray(one, dtype=np.float64) for one in (table.t, table.values))
    if t.ndim != 1 or t.shape != values.shape or len(t) < 2:
        raise ArgumentError(
            f"input '{name}': a table of times {t.shape} and values {values.shape}. "
            "Give as many values as times, two at least."
        )
    if not (np.all(np.diff(t) > 0) and np.all(np.isfinite(t)) and np.all(np.isfinite(values))):
        raise ArgumentError(
            f"input '{name}': the table's times do not ascend, or something in it is not finite. "
            "Sort it by time and remove what is not a number."
        )
    inner = _cubics(t, values, table.between)
    cubics = np.vstack([[values[0], 0, 0, 0], inner, [values[-1], 0, 0, 0]])
    return [float(t[0]) - 1.0, *t.tolist()], cubics.ravel().tolist()


def _cubics(t: Floats, values: Floats, between: Between) -> Floats:
    """a₀ … a₃ of every piece."""
    zeros = np.zeros(len(t) - 1)
    match between:
        case Between.HELD:
            return np.column_stack([values[:-1], zeros, zeros, zeros])
        case Between.LINEAR:
            return np.column_stack([values[:-1], np.diff(values) / np.diff(t), zeros, zeros])
        case Between.CUBIC:
            from scipy.interpolate import CubicSpline

            return np.ascontiguousarray(CubicSpline(t, values).c[::-1].T)
