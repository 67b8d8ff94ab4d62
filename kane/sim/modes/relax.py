"""A first guess by relaxation, where mending the worst fault goes round in a circle.

Contact after contact, x_c ← the nearest place of its cone to x_c − ρ (w_c + μ |w_t| e_n), where
w = q + A x: what stays is Coulomb's law [DeSaxceFeng1998]. It comes near slowly, but it comes near
whatever rows depend on each other; guess.py then meets the equations. What it cannot meet, at the
edge of a cone, is taken as relaxation has it once it stays; where there is no answer, nothing does.

From: guess.py    Next: respond.py
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from kane.program.arrays import Floats, Ints
from kane.program.routine import routine
from kane.sim.modes.guess import ABSENT, CLOSED, COULOMB, OPEN, SLIDING, STUCK
from kane.sim.modes.layout import NORMAL, RECORD, SLIPS

SWEEPS: Final = 2000  # for a guess
MANY: Final = 20000  # for an answer
_STAYS: Final = 1e-6  # of the largest force, how far an answer still moves; what grows moves 5e-5
_NEAR: Final = 1e-12  # of the largest force, a change that is none
_NONE: Final = 1e-7  # of the largest force, one that is none
_INSIDE: Final = 1e-5  # of the cone, by which a force that sticks lies inside


@routine
def relax(
    A: Floats, q: Floats, rows: int, held: Ints, contacts: Ints, count: int, use: Ints,
    floor: Floats, laws: Floats, d: Floats, guess: Ints, x: Floats, w: Floats, kappa: Floats,
    sweeps: int,
) -> float:  # fmt: skip
    """How far x still moves, as a part of its largest; a guess of all contacts, their directions
    d and kappa."""
    for r in range(rows):
        x[r] = 0.0
    largest = 0.0
    change = 0.0
    for _ in range(sweeps):
        largest = 0.0
        change = 0.0
        for r in range(rows):
            if held[r] == 1:
                moves = _motion(A, q, rows, r, x)
                step = moves / A[r * rows + r]
                x[r] -= step
                change = max(change, abs(step))
                largest = max(largest, abs(x[r]))
        for c in range(count):
            if use[c] != ABSENT:
                moved = _contact(A, q, rows, contacts, c, use, floor, laws, d, x, w)
                change = max(change, moved)
                largest = max(largest, abs(x[contacts[c * RECORD + NORMAL]]))
        if change <= _NEAR * largest:
            break
    most = 0.0
    for r in range(rows):
        most = max(most, abs(x[r]))
    for c in range(count):
        _read(A, q, rows, contacts, c, use, floor, laws, d, guess, x, w, kappa, most)
    return change / max(largest, 1e-300)


@routine
def stays(
    A: Floats, q: Floats, rows: int, held: Ints, contacts: Ints, count: int, use: Ints,
    floor: Floats, laws: Floats, d: Floats, guess: Ints, x: Floats, w: Floats, kappa: Floats,
    choices: Ints,
) -> bool:  # fmt: skip
    """Whether relaxation comes to stay at an answer; x and w are it.

    Its cone is that of sticking, so it has none where something slides with less friction.
    """
    moves = relax(
        A, q, rows, held, contacts, count, use, floor, laws, d, guess, x, w, kappa, MANY
    )  # fmt: skip
    alike = True
    for c in range(count):
        slides = guess[c] == CLOSED and use[c] == COULOMB
        alike = alike and (not slides or laws[3 * c + 1] == laws[3 * c + 2])
    for r in range(rows):
        w[r] = _motion(A, q, rows, r, x)
        choices[r] = 1
    return alike and moves <= _STAYS


@routine
def _motion(A: Floats, q: Floats, rows: int, r: int, x: Floats) -> float:
    """w of one row."""
    total = q[r]
    for s in range(rows):
        total += A[r * rows + s] * x[s]
    return total


@routine
def _contact(
    A: Floats, q: Floats, rows: int, contacts: Ints, c: int, use: Ints, floor: Floats,
    laws: Floats, d: Floats, x: Floats, w: Floats,
) -> float:  # fmt: skip
    """How far a contact's forces move."""
    n = contacts[c * RECORD + NORMAL]
    slips = contacts[c * RECORD + SLIPS]
    trace = A[n * rows + n]
    before = x[n]
    w[n] = _motion(A, q, rows, n, x)
    if use[c] == SLIDING or slips == 0:
        for k in range(n + 1, n + 1 + slips):
            trace -= laws[3 * c + 1] * d[k] * A[n * rows + k]
        x[n] = max(floor[c], x[n] - w[n] / max(trace, 0.1 * A[n * rows + n]))
        for k in range(n + 1, n + 1 + slips):
            x[k] = -laws[3 * c + 1] * d[k] * x[n]
        return abs(x[n] - before)
    speed = 0.0
    for k in range(n + 1, n + 1 + slips):
        w[k] = _motion(A, q, rows, k, x)
        trace += A[k * rows + k]
        speed += w[k] * w[k]
    mu = laws[3 * c + 2]
    size = 0.0
    pressed = x[n] - (w[n] + mu * sqrt(speed)) / trace
    for k in range(n + 1, n + 1 + slips):
        w[k] = x[k] - w[k] / trace
        size += w[k] * w[k]
    size = sqrt(size)
    share = 1.0
    if size > mu * pressed:
        if mu * size <= -pressed:
            pressed = 0.0
            share = 0.0
        else:
            pressed = (pressed + mu * size) / (1.0 + mu * mu)
            share = mu * pressed / size
    moved = abs(pressed - before)
    x[n] = max(pressed, floor[c])
    for k in range(n + 1, n + 1 + slips):
        moved = max(moved, abs(w[k] * share - x[k]))
        x[k] = w[k] * share
    return moved


@routine
def _read(
    A: Floats, q: Floats, rows: int, contacts: Ints, c: int, use: Ints, floor: Floats,
    laws: Floats, d: Floats, guess: Ints, x: Floats, w: Floats, kappa: Floats, most: float,
) -> None:  # fmt: skip
    """What the forces say of a contact."""
    n = contacts[c * RECORD + NORMAL]
    slips = contacts[c * RECORD + SLIPS]
    kappa[c] = 0.0
    if use[c] == ABSENT or x[n] <= floor[c] + _NONE * most:
        guess[c] = OPEN
        return
    guess[c] = CLOSED
    if use[c] != COULOMB or slips == 0:
        return
    size = 0.0
    speed = 0.0
    for k in range(n + 1, n + 1 + slips):
        w[k] = _motion(A, q, rows, k, x)
        size += x[k] * x[k]
        speed += w[k] * w[k]
    size = sqrt(size)
    speed = sqrt(speed)
    if size <= laws[3 * c + 2] * x[n] * (1.0 - _INSIDE) or size == 0.0:
        guess[c] = STUCK
        return
    kappa[c] = laws[3 * c + 1] * x[n] / speed if speed > 0.0 else 0.0
    for k in range(n + 1, n + 1 + slips):
        d[k] = -x[k] / size
