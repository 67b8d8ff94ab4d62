"""ẏ at a state, quaternions made unit, and weighted sums of rates.

From: signals.py    Next: stages.py
"""

from __future__ import annotations

from math import sqrt

from kane.machine.flow import Function
from kane.program.arrays import Floats, Ints
from kane.program.routine import routine
from kane.sim.stepper.layout import COUNT, EVALUATIONS, SIGNALS, STATES, UNITS, WIDTH
from kane.sim.stepper.signals import signals_at


@routine
def evaluate(
    motion: Function,
    n: Ints,
    places: Ints,
    signals: Floats,
    t: float,
    y: Floats,
    a: Floats,
    p: Floats,
    out: Floats,
    cell: Floats,
    work: Floats,
) -> None:
    """ẏ at (t, y), the tables' inputs being put in."""
    cell[0] = t
    if n[SIGNALS] > 0:
        signals_at(n, places, signals, t, a)
    motion(cell, y, a, p, out, work)
    n[EVALUATIONS] += 1


@routine
def normalize(n: Ints, y: Floats) -> None:
    """Every quaternion of y (and whatever else is of length one) with the norm 1."""
    for k in range(n[UNITS]):
        e = y[n[COUNT + 2 * k] :]
        total = 0.0
        for i in range(n[COUNT + 2 * k + 1]):
            total += e[i] * e[i]
        size = sqrt(total)
        for i in range(n[COUNT + 2 * k + 1]):
            e[i] = e[i] / size


@routine
def combine(
    n: Ints, out: Floats, y: Floats, h: float, weights: Floats, rows: Ints, K: Floats
) -> None:
    """out = y + h Σ weights[k] K[rows[k + 1]], four rows at a time; rows[0] says how many.

    There is one, or as many as a multiple of four: the last ones have the weight zero.
    """
    width = n[WIDTH]
    a0 = h * weights[0]
    if rows[0] == 1:
        only = K[rows[1] * width :]
        for i in range(width):
            out[i] = y[i] + a0 * only[i]
        return
    a1 = h * weights[1]
    a2 = h * weights[2]
    a3 = h * weights[3]
    k0 = K[rows[1] * width :]
    k1 = K[rows[2] * width :]
    k2 = K[rows[3] * width :]
    k3 = K[rows[4] * width :]
    for i in range(width):
        out[i] = y[i] + (a0 * k0[i] + a1 * k1[i] + a2 * k2[i] + a3 * k3[i])
    for k in range(4, rows[0], 4):
        more(
            n,
            out,
            h * weights[k],
            h * weights[k + 1],
            h * weights[k + 2],
            h * weights[k + 3],
            rows[k + 1 :],
            K,
        )


@routine
def more(
    n: Ints, out: Floats, a0: float, a1: float, a2: float, a3: float, rows: Ints, K: Floats
) -> None:
    """out ← out + Σ aₖ K[rows[k]] of four rows."""
    width = n[WIDTH]
    k0 = K[rows[0] * width :]
    k1 = K[rows[1] * width :]
    k2 = K[rows[2] * width :]
    k3 = K[rows[3] * width :]
    for i in range(width):
        out[i] += a0 * k0[i] + a1 * k1[i] + a2 * k2[i] + a3 * k3[i]


@routine
def copy(n: Ints, source: Floats, target: Floats) -> None:
    """target ← source, of the state."""
    for i in range(n[STATES]):
        target[i] = source[i]
