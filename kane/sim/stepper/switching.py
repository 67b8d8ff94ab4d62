"""Switches: which condition becomes true inside a step, and when, to round-off.

A switch is a number that is positive where its condition holds. It is looked at inside the step
too, at quarters by default; where it has become positive the moment is closed in on by taking the
step again, to the moment itself, until the two sides are neighbours: so the state there is as good
as at the end of any step.

From: control.py    Next: taking.py
"""

from __future__ import annotations

from typing import Final

from kane.errors import Outcome
from kane.machine.flow import Function
from kane.program.arrays import Floats, Ints
from kane.program.routine import routine
from kane.sim.stepper.layout import (
    BETWEEN,
    CELL,
    COUNT,
    EVENT,
    JUST,
    LOOKS,
    LOW,
    NEW,
    P_SWITCH,
    STEP,
    SWITCHES,
    UNITS,
    WIDTH,
    T,
)
from kane.sim.stepper.signals import signals_at
from kane.sim.stepper.step import attempt, inside

_MOST: Final = 100
_HALVINGS: Final = 44
_EPSILON: Final = 2.3e-16
_OK: Final = Outcome.OK.value
_NOT_CONVERGED: Final = Outcome.NOT_CONVERGED.value


@routine
def look(
    switch: Function,
    n: Ints,
    places: Ints,
    signals: Floats,
    t: float,
    y: Floats,
    a: Floats,
    p: Floats,
    g: Floats,
    cell: Floats,
    work: Floats,
) -> None:
    """g, what every switch is worth at (t, y)."""
    cell[0] = t
    signals_at(n, places, signals, t, a)
    switch(cell, y, a, p[n[P_SWITCH] :], g, work)
    kinds = n[COUNT + 2 * n[UNITS] :]
    for k in range(n[SWITCHES]):
        if kinds[k] < 0:  # asleep: what it would do is done already
            g[k] = -1.0


@routine
def crossing(
    motion: Function,
    switch: Function,
    n: Ints,
    x: Floats,
    s: Floats,
    K: Floats,
    table: Floats,
    rows: Ints,
    places: Ints,
    signals: Floats,
    a: Floats,
    p: Floats,
    work: Floats,
    g: Floats,
    begin: float,
) -> float:
    """The end of the first part of the step, after the fraction `begin`, in which a switch
    becomes positive; 2 if there is none.

    g holds the values at the part's start, x[LOW], then those at its end.
    """
    count = n[SWITCHES]
    width = n[WIDTH]
    between = s[BETWEEN * width :]
    later = g[count:]
    parts = n[LOOKS]
    x[LOW] = begin
    still = n[JUST] if begin == 0.0 else -1
    if still >= 0 and g[max(still, 0)] > 0.0:
        _leave(motion, switch, n, x, s, K, table, rows, places, signals, a, p, work, g)
    for part in range(1, parts + 1):
        theta = float(part) / float(parts)
        if theta <= x[LOW]:
            continue
        if part < parts:
            inside(motion, n, x, s, K, table, rows, places, signals, a, p, work, theta, between)
        else:
            for i in range(width):
                between[i] = s[NEW * width + i]
        t = x[T] + theta * x[STEP]
        look(switch, n, places, signals, t, between, a, p, later, s[CELL * width :], work)
        for k in range(count):
            if g[k] <= 0.0 and later[k] > 0.0:
                return theta
        for k in range(count):
            g[k] = later[k]
        x[LOW] = theta
    return 2.0


@routine
def _leave(
    motion: Function,
    switch: Function,
    n: Ints,
    x: Floats,
    s: Floats,
    K: Floats,
    table: Floats,
    rows: Ints,
    places: Ints,
    signals: Floats,
    a: Floats,
    p: Floats,
    work: Floats,
    g: Floats,
) -> None:
    """x[LOW], a part of the step after which the switch that ended the last step is false again.

    Right after a rebound it is false for as long as the flight lasts, however short that is; the
    parts are halved until one falls into it, and no other switch has become true by then. One that
    stays true for longer than a part between two looks is what these see.
    """
    count = n[SWITCHES]
    just = n[JUST]
    between = s[BETWEEN * n[WIDTH] :]
    later = g[count:]
    theta = 1.0 / float(n[LOOKS])
    for _ in range(_HALVINGS):
        theta *= 0.5
        inside(motion, n, x, s, K, table, rows, places, signals, a, p, work, theta, between)
        t = x[T] + theta * x[STEP]
        look(switch, n, places, signals, t, between, a, p, later, s[CELL * n[WIDTH] :], work)
        others = _any_crossed(g, later, count)
        if later[just] <= 0.0 and not others:
            g[just] = later[just]
            x[LOW] = theta
            return


@routine
def locate(
    motion: Function,
    own: Function,
    jacobian: Function,
    switch: Function,
    n: Ints,
    x: Floats,
    s: Floats,
    K: Floats,
    table: Floats,
    rows: Ints,
    places: Ints,
    signals: Floats,
    a: Floats,
    p: Floats,
    work: Floats,
    matrix: Floats,
    pivots: Ints,
    g: Floats,
    low: float,
    high: float,
) -> int:
    """An Outcome's value; x[STEP] and s[NEW] become the moment after `low` of the step, at
    `high` the latest, at which n[EVENT] has just become true.

    By regula falsi with halved weights of the side that stays [DahlquistBjorck2008 §6.2.2], the
    earliest of several switches first; g's second part holds the values there.
    """
    count = n[SWITCHES]
    width = n[WIDTH]
    whole = x[STEP]
    a_time = low * whole
    b_time = high * whole
    later = g[count:]
    for _ in range(_MOST):
        n[EVENT] = _earliest(g, later, count, a_time, b_time)
        event = n[EVENT]
        weight = 1.0
        low_value = g[event]
        high_value = later[event]
        side = 0
        for _again in range(_MOST):
            gap = b_time - a_time
            if gap <= _EPSILON * (abs(x[T]) + b_time):
                break
            fraction = _fraction(low_value, high_value, weight, side)
            step = a_time + gap * fraction
            if not (step > a_time and step < b_time):
                step = a_time + 0.5 * gap
            x[STEP] = step
            ended = attempt(
                motion, own, jacobian, n, x, s, K, table, rows, places, signals, a,
                p, work, matrix, pivots,
            )  # fmt: skip
            if ended != _OK:
                return ended
            look(
                switch, n, places, signals, x[T] + step, s[NEW * width :], a, p, g[2 * count :],
                s[CELL * width :], work,
            )  # fmt: skip
            if _any_crossed(g, g[2 * count :], count):
                b_time = step
                for k in range(count):
                    later[k] = g[2 * count + k]
                if later[event] <= 0.0:
                    break  # another switch is earlier than this one
                high_value = later[event]
                weight = 0.5 * weight if side == 1 else 1.0
                side = 1
            else:
                a_time = step
                for k in range(count):
                    g[k] = g[2 * count + k]
                low_value = g[event]
                weight = 0.5 * weight if side == 2 else 1.0
                side = 2
        if b_time - a_time <= _EPSILON * (abs(x[T]) + b_time):
            break
    x[STEP] = b_time
    return attempt(
        motion, own, jacobian, n, x, s, K, table, rows, places, signals, a, p, work,
        matrix, pivots,
    )  # fmt: skip


@routine
def _fraction(low: float, high: float, weight: float, side: int) -> float:
    """Where a straight line crosses zero; the weight halves the value on the side that stays."""
    below = -low * (weight if side == 1 else 1.0)
    above = high * (weight if side == 2 else 1.0)
    total = below + above
    return below / total if total > 0.0 else 0.5


@routine
def _any_crossed(early: Floats, late: Floats, count: int) -> bool:
    crossed = False
    for k in range(count):
        crossed = crossed or (early[k] <= 0.0 and late[k] > 0.0)
    return crossed


@routine
def _earliest(early: Floats, late: Floats, count: int, low: float, high: float) -> int:
    """The switch that crosses first if all were straight lines."""
    found = -1
    first = 2.0
    for k in range(count):
        if early[k] <= 0.0 and late[k] > 0.0:
            where = -early[k] / (late[k] - early[k])
            if found < 0 or where < first:
                found = k
                first = where
    return found
