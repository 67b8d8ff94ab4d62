"""An impact along the path of its normal impulse p: sliding, sticking, sliding back, as p grows.

    dv_n/dp = C_nn + C_nt·ν,   dv_t/dp = C_tn + C_tt·ν,   ν = −μ v_t/|v_t| or what keeps v_t = 0
    W = ∫ v_n dp: compression until v_n = 0, restitution until W = (1 − e²) W of compression

C is S of the contact's rows with the rows that hold eliminated. In a plane the path is made of
straight pieces, which are taken whole; in space slip turns on the way, and small steps of the
fourth order follow it.                                  [Stronge2000 Ch. 4, 5; Routh1905 Ch. V]

From: terms.py    Next: impact.py
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from kane.program.arrays import Floats, Ints
from kane.program.routine import routine
from kane.sim.modes.dropping import solve_dropping
from kane.sim.modes.layout import (
    CONTACT_TABLE,
    CONTACTS,
    ENERGY,
    INFLUENCE,
    LAWS,
    NORMAL,
    RECORD,
    ROWS,
    SCRATCH,
    SLIPS,
    SPEEDS,
)
from kane.sim.modes.terms import pushed

_STILL: Final = 1e-13  # of the first speed, a slip that counts as none
_PIECES: Final = 64  # straight ones
_STEPS: Final = 400  # of the compression, in space


@routine
def strike_energetically(
    modes: Ints, size: int, held: Ints, c: int, u: Floats, room: Floats, choices: Ints
) -> bool:
    """Whether the contact comes to its end; u and v after it."""
    rows = modes[ROWS]
    count = modes[CONTACTS]
    record = modes[modes[CONTACT_TABLE] + c * RECORD :]
    n = record[NORMAL]
    slips = record[SLIPS]
    scratch = room[modes[SCRATCH] :]
    v = room[modes[SPEEDS] :]
    C = scratch[5 * rows + count :]
    path = scratch[5 * rows + count + 9 :]
    for k in range(3):
        path[k] = v[n + k] if k <= slips else 0.0
        path[3 + k] = 0.0
    _reduced(modes, size, held, n, slips, room, choices)
    laws = room[modes[LAWS] + 3 * c :]
    ends = _followed(C, slips, laws[1], laws[2], room[n], path)
    if not ends:
        return False
    x = scratch
    for r in range(rows):
        x[r] = 0.0
    for k in range(slips + 1):
        x[n + k] = path[3 + k]
    _answer_of_rows(modes, size, held, n, slips, room, choices)
    gained = pushed(modes, size, room, x, u)
    room[modes[ENERGY]] += gained
    return True


@routine
def _reduced(
    modes: Ints, size: int, held: Ints, n: int, slips: int, room: Floats, choices: Ints
) -> None:
    """C, 3 × 3, of rows n … n + slips, the rows that hold being met: S_cc − S_cb S_bb⁻¹ S_bc."""
    rows = modes[ROWS]
    scratch = room[modes[SCRATCH] :]
    S = room[modes[INFLUENCE] :]
    C = scratch[5 * rows + modes[CONTACTS] :]
    x = scratch
    for k in range(3):
        for j in range(3):
            C[3 * k + j] = 0.0
    for k in range(slips + 1):
        for r in range(rows):
            x[r] = 1.0 if r == n + k else 0.0
        _answer_of_rows(modes, size, held, n, slips, room, choices)
        for j in range(slips + 1):
            total = 0.0
            for r in range(rows):
                total += S[(n + j) * rows + r] * x[r]
            C[3 * j + k] = total


@routine
def _answer_of_rows(
    modes: Ints, size: int, held: Ints, n: int, slips: int, room: Floats, choices: Ints
) -> None:
    """x of the rows that hold, so that those of the contact leave them in peace."""
    rows = modes[ROWS]
    scratch = room[modes[SCRATCH] :]
    S = room[modes[INFLUENCE] :]
    x = scratch
    matrix = scratch[5 * rows + modes[CONTACTS] + 32 :]
    unknown = 0
    for r in range(rows):
        if held[r] == 1:
            choices[unknown] = r
            unknown += 1
    right = matrix[unknown * unknown :]
    for i in range(unknown):
        row = S[choices[i] * rows :]
        total = 0.0
        for k in range(n, n + slips + 1):
            total += row[k] * x[k]
        right[i] = -total
        for j in range(unknown):
            matrix[i * unknown + j] = row[choices[j]]
    solve_dropping(matrix, unknown, right, scratch[rows:])
    for i in range(unknown):
        x[choices[i]] = right[i]


@routine
def _followed(C: Floats, slips: int, mu: float, static: float, e: float, path: Floats) -> bool:
    """Whether the path ends; `path` holds v (3), Λ (3), and room for 9 more."""
    compression = 0.0
    work = 0.0
    first = abs(path[0]) + abs(path[1]) + abs(path[2])
    restoring = False
    most = _PIECES if slips < 2 else 40 * _STEPS
    step = abs(path[0]) / C[0] / float(_STEPS)
    for _ in range(most):
        _slope(C, mu, static, first, path[1], path[2], path[6:])
        rate = path[6]
        if not rate > 0.0 and path[0] >= 0.0:
            return False
        piece = 1e300 if slips < 2 else step
        stop = _until_rest(path)
        piece = min(piece, stop)
        ends = False
        if not restoring and rate > 0.0 and -path[0] / rate <= piece:
            piece = -path[0] / rate
            ends = True
        if restoring:
            left = (1.0 - e * e) * compression - work
            whole = _until_work(path[0], rate, left)
            if whole <= piece:
                piece = whole
                ends = True
        if piece >= 1e300:
            return False
        if slips == 2 and piece < stop:
            _step(C, mu, static, first, piece, path)
        middle = path[0] * piece + 0.5 * path[6] * piece * piece
        work += middle
        _go(piece, path, stop <= piece)
        if ends and restoring:
            return True
        if ends:
            path[0] = 0.0
            restoring = True
            compression = work
            if e == 0.0:
                return True
    return False


@routine
def _slope(
    C: Floats, mu: float, static: float, first: float, v1: float, v2: float, out: Floats
) -> None:
    """dv/dp (3) and dΛ/dp (3) at a slip."""
    speed = sqrt(v1 * v1 + v2 * v2)
    nu1 = 0.0
    nu2 = 0.0
    sticks = False
    if speed > _STILL * first:
        nu1 = -mu * v1 / speed
        nu2 = -mu * v2 / speed
    elif C[4] > 0.0:
        determinant = C[4] * C[8] - C[5] * C[7]
        if C[8] > 0.0:
            nu1 = (C[5] * C[6] - C[8] * C[3]) / determinant
            nu2 = (C[7] * C[3] - C[4] * C[6]) / determinant
        else:
            nu1 = -C[3] / C[4]
        needed = sqrt(nu1 * nu1 + nu2 * nu2)
        sticks = needed <= static
        if not sticks:
            nu1 *= mu / needed
            nu2 *= mu / needed
    for k in range(3):
        out[k] = C[3 * k] + C[3 * k + 1] * nu1 + C[3 * k + 2] * nu2
    if sticks:
        out[1] = 0.0
        out[2] = 0.0
    out[3] = 1.0
    out[4] = nu1
    out[5] = nu2


@routine
def _until_rest(path: Floats) -> float:
    """How far it is until the slip vanishes, if it does on a straight way."""
    slope2 = path[7] * path[7] + path[8] * path[8]
    if slope2 == 0.0 or path[1] * path[1] + path[2] * path[2] == 0.0:
        return 1e300
    along = -(path[1] * path[7] + path[2] * path[8]) / slope2
    across = path[1] * path[8] - path[2] * path[7]
    straight = abs(across) <= 1e-9 * slope2 * along
    return along if along > 0.0 and straight else 1e300


@routine
def _until_work(v: float, rate: float, left: float) -> float:
    """p with v p + ½ rate p² = left, which is at most 0 … of a growing work."""
    root = v * v + 2.0 * rate * left
    if rate == 0.0:
        return left / v if v > 0.0 else 1e300
    if root < 0.0:
        return 1e300
    found = 2.0 * left / (v + sqrt(root)) if v + sqrt(root) > 0.0 else 1e300
    return found if found >= 0.0 else 1e300


@routine
def _step(C: Floats, mu: float, static: float, first: float, h: float, path: Floats) -> None:
    """The mean slopes over a step of the fourth order, in place of those at its start."""
    k = path[6:]
    total = path[12:]
    for i in range(6):
        total[i] = k[i] / 6.0
    v1 = path[1] + 0.5 * h * k[1]
    v2 = path[2] + 0.5 * h * k[2]
    _slope(C, mu, static, first, v1, v2, k)
    for i in range(6):
        total[i] += k[i] / 3.0
    v1 = path[1] + 0.5 * h * k[1]
    v2 = path[2] + 0.5 * h * k[2]
    _slope(C, mu, static, first, v1, v2, k)
    for i in range(6):
        total[i] += k[i] / 3.0
    v1 = path[1] + h * k[1]
    v2 = path[2] + h * k[2]
    _slope(C, mu, static, first, v1, v2, k)
    for i in range(6):
        k[i] = total[i] + k[i] / 6.0


@routine
def _go(piece: float, path: Floats, rests: bool) -> None:
    """v and Λ at the end of a piece."""
    for k in range(3):
        path[k] += piece * path[6 + k]
        path[3 + k] += piece * path[9 + k]
    if rests:
        path[1] = 0.0
        path[2] = 0.0
