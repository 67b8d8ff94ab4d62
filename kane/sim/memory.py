"""Memory: the arrays of one run, laid out as the stepper reads them.

From: functions.py, kane/sim/methods/packed.py    Next: engine.py
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from typing import Any

import numpy as np

from kane.machine.call import aligned
from kane.sim.functions import Functions, Native, row_width
from kane.sim.methods.method import Kind, Method
from kane.sim.methods.packed import Packed, packed
from kane.sim.stepper import layout as at

Floats = np.ndarray[Any, np.dtype[np.float64]]
Ints = np.ndarray[Any, np.dtype[np.int64]]

_ROWS = 2048
_LEAPT = 2  # rows beside K that a leap writes: the new state, sums of errors
_EVENTS = 256
_NEVER = 1e300
_KINDS = {
    Kind.EXPLICIT: at.EXPLICIT,
    Kind.PARTITIONED: at.PARTITIONED,
    Kind.COLLOCATION: at.COLLOCATION,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """All arrays of a run, in the order in which the stepper takes them."""

    n: Ints
    x: Floats
    s: Floats
    K: Floats
    table: Floats
    rows: Ints
    places: Ints
    signals: Floats
    a: Floats
    p: Floats
    work: Floats
    matrix: Floats
    pivots: Ints
    g: Floats
    record: Floats
    events: Floats
    modes: Ints
    room: Floats

    def arrays(self) -> tuple[np.ndarray[Any, Any], ...]:
        """All of them."""
        return tuple(getattr(self, name) for name in Memory.__slots__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a run is asked for, in numbers."""

    method: Method
    y: Floats
    coordinates: int
    units: tuple[tuple[int, int], ...]
    t: float
    until: float
    dt: float
    rtol: float
    atol: float
    every: float
    kinds: tuple[int, ...]
    places: Ints
    signals: Floats
    a: Floats
    modes: Ints
    room: Floats
    slowest: float
    looks: int = 4
    rows: int = _ROWS


@cache
def _packed(method: Method) -> Packed:
    return packed(method)


def memory(asked: Asked, functions: Functions) -> Memory:
    """The arrays at the start of a run."""
    method, states = asked.method, len(asked.y)
    width = row_width(states)
    coefficients = _packed(method)
    n, p = _sizes(asked, functions, states, width)
    implicit = method.kind is Kind.COLLOCATION
    whole = len(method.A) * states
    rows_of_rates = method.last + 1 + max(len(method.extra), _LEAPT)
    s, K, work, matrix = _together(
        at.STATE_ROWS * width,
        rows_of_rates * width,
        max(made.workspace for made in _all(functions)),
        2 * states * states + whole * (whole + 1) if implicit else 1,
    )
    s[:states] = asked.y
    return Memory(
        n=n,
        x=_values(asked),
        s=s,
        K=K,
        table=coefficients.table,
        rows=coefficients.rows,
        places=asked.places.copy(),
        signals=asked.signals,
        a=asked.a,
        p=p,
        work=work,
        matrix=matrix,
        pivots=np.zeros(whole + states if implicit else 1, dtype=np.int64),
        g=np.zeros(4 * len(asked.kinds) + 1),
        record=np.empty(asked.rows * int(n[at.ROW])),
        events=np.empty(3 * _EVENTS),
        modes=asked.modes,
        room=asked.room,
    )


def _together(*sizes: int) -> list[Floats]:
    """Arrays of zeros one after the other, each at a multiple of 64 bytes."""
    whole = aligned(sum(row_width(size) for size in sizes))
    ends = accumulate(row_width(size) for size in sizes)
    return [whole[end - row_width(size) :][:size] for size, end in zip(sizes, ends, strict=True)]


def _all(functions: Functions) -> list[Native]:
    every = (
        functions.motion,
        functions.own,
        functions.jacobian,
        functions.observe,
        functions.switch,
        functions.terms,
        functions.project,
        functions.control,
    )
    return [one for one in every if one is not None]


def _sizes(asked: Asked, functions: Functions, states: int, width: int) -> tuple[Ints, Floats]:
    """n, and all parameters one after the other."""
    method, observed = asked.method, functions.observe.width if functions.observe else 0
    n = [0] * at.COUNT
    places = (at.P_OWN, at.P_JACOBIAN, at.P_OBSERVE, at.P_SWITCH, at.P_TERMS, at.P_PROJECT)
    others = (
        functions.own,
        functions.jacobian,
        functions.observe,
        functions.switch,
        functions.terms,
        functions.project,
    )
    parts, begin = [functions.motion.parameters], len(functions.motion.parameters)
    for place, one in zip(places, others, strict=True):
        n[place] = begin
        if one is not None:
            parts.append(one.parameters)
            begin += len(one.parameters)
    n[at.LOOKS] = asked.looks
    n[at.STATES], n[at.COORDINATES], n[at.WIDTH] = states, asked.coordinates, width
    n[at.LAST], n[at.KIND], n[at.STAGES] = method.last, _KINDS[method.kind], len(method.A)
    n[at.ADAPTIVE], n[at.UNITS] = method.adaptive, len(asked.units)
    n[at.WHOLE] = method.kind is Kind.EXPLICIT and functions.own is not None
    n[at.PROJECTED] = functions.project is not None
    n[at.SIGNALS] = len(asked.places) // 6
    n[at.SWITCHES], n[at.OBSERVED] = len(asked.kinds), observed
    n[at.ROW], n[at.CAPACITY] = 1 + states + observed, asked.rows
    n[at.DENSE], n[at.EXTRA] = len(method.dense[0]), len(method.extra)
    n[at.ERRORS], n[at.EVENTS] = len(method.errors), _EVENTS
    n[at.EVERY_STEP], n[at.EVENT] = asked.every == 0.0, -1
    tail = [number for unit in asked.units for number in unit]
    return np.array([*n, *tail, *asked.kinds], dtype=np.int64), np.concatenate(parts)


def _values(asked: Asked) -> Floats:
    x = np.zeros(at.VALUES)
    x[at.T] = x[at.FIRST] = x[at.BASE] = asked.t
    x[at.UNTIL], x[at.PAUSE] = asked.until, _NEVER
    x[at.RTOL], x[at.ATOL] = asked.rtol, asked.atol
    x[at.SLOWEST] = asked.slowest
    x[at.EVERY] = asked.every if asked.every else _NEVER
    x[at.FIXED] = asked.dt
    x[at.EXPONENT] = 1.0 / (asked.method.error_order + 1)
    x[at.FILTER] = asked.method.filter
    return x
