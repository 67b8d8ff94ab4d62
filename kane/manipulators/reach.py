"""Reach: joint coordinates that bring a hand to a place, by damped Newton steps within limits.

    (JᵀJ + λ² 1) d = Jᵀ e,    λ² = κ |e|²,    q ← clip(q + d)

e is the place that is missing and, as a rotation vector, the turn. Damping with the squared error
leaves Newton's quadratic convergence, bridges singular poses and gives redundant arms the shortest
step [Sugihara2011]; κ grows where a step would not come nearer. A joint that stands at a limit and
would be pushed on stays out of the step.

From: kane/program/numeric/qr.py    Next: hand.py
"""

from __future__ import annotations

from collections.abc import Callable
from math import atan2, isfinite, sqrt
from typing import Final

from kane.errors import Outcome
from kane.program.arrays import Floats, Ints
from kane.program.numeric.products import dot, largest
from kane.program.numeric.qr import qr_factor, qr_solve
from kane.program.routine import Library, library, routine

# Reads q; writes the hand's place, its axes' rows R_NH, and the rows of its Jacobian, linear
# then angular, along the ground's axes. The third is the workspace.
Pose = Callable[[Floats, Floats, Floats], None]

PLACE: Final = 12  # numbers of a goal: place, then rows
_STIFFEST: Final = 1e12
_TINY: Final = 1e-9
_NEAR_HALF: Final = -0.99
_OK: Final = Outcome.OK.value
_NOT_FINITE: Final = Outcome.NOT_FINITE.value
_NOT_CONVERGED: Final = Outcome.NOT_CONVERGED.value


@routine
def reach(
    pose: Pose,
    space: Floats,
    q: Floats,
    n: int,
    goal: Floats,
    rows: int,
    lower: Floats,
    upper: Floats,
    tolerance: float,
    most: int,
    order: Ints,
    work: Floats,
) -> int:
    """An Outcome's value; q becomes the solution, or the nearest that was found.

    Converged when every component of e is within the tolerance; `rows` is 3 for the place alone,
    6 for the turn too; `most` bounds the steps. `order` holds n integers, `work` what
    `reach_work` says; work[0] becomes the number of steps, work[1] the largest |e_i|.
    """
    now = work[2:]
    ahead = work[14 + 6 * n :]
    e = work[26 + 12 * n :]
    e_ahead = work[32 + 12 * n :]
    trial = work[38 + 12 * n :]
    step = work[38 + 13 * n :]
    turned = work[38 + 14 * n :]
    rest = work[47 + 14 * n :]
    work[0] = 0.0
    for j in range(n):
        q[j] = min(max(q[j], lower[j]), upper[j])
    pose(q, now, space)
    error(now, goal, rows, e, turned)
    merit = dot(e, e, rows)
    stiffness = 1.0
    for _ in range(most):
        size = largest(e, rows)
        work[1] = size
        if not isfinite(merit):
            return _NOT_FINITE
        if size <= tolerance:
            return _OK
        work[0] += 1.0
        damped_step(now[PLACE:], e, q, n, rows, lower, upper, stiffness * merit, order, step, rest)
        for j in range(n):
            trial[j] = min(max(q[j] + step[j], lower[j]), upper[j])
        pose(trial, ahead, space)
        error(ahead, goal, rows, e_ahead, turned)
        new = dot(e_ahead, e_ahead, rows)
        if new < merit:
            for j in range(n):
                q[j] = trial[j]
            for i in range(PLACE + 6 * n):
                now[i] = ahead[i]
            for i in range(rows):
                e[i] = e_ahead[i]
            merit = new
            stiffness = max(0.25 * stiffness, _TINY)
        else:
            stiffness *= 8.0
            if stiffness > _STIFFEST:
                return _NOT_CONVERGED
    size = largest(e, rows)
    work[1] = size
    return _OK if size <= tolerance else _NOT_CONVERGED


@routine
def reach_work(n: int) -> int:
    """How many doubles `reach` wants as `work`."""
    return 53 + 14 * n + (6 + n) * n + 5 * n


@routine
def reach_all(
    pose: Pose,
    space: Floats,
    path: Floats,
    n: int,
    goals: Floats,
    count: int,
    rows: int,
    lower: Floats,
    upper: Floats,
    tolerance: float,
    most: int,
    order: Ints,
    work: Floats,
) -> int:
    """How many goals were reached, one after another: `count`, or the first that was not.

    Each row of `path` becomes a solution; the first holds the start. Later ones start where the
    two before them point to.
    """
    for k in range(count):
        own = path[k * n :]
        if k == 1:
            for j in range(n):
                own[j] = path[j]
        if k > 1:
            for j in range(n):
                own[j] = 2.0 * path[(k - 1) * n + j] - path[(k - 2) * n + j]
        goal = goals[k * PLACE :]
        ended = reach(pose, space, own, n, goal, rows, lower, upper, tolerance, most, order, work)
        if ended != _OK:
            return k
    return count


@routine
def error(pose: Floats, goal: Floats, rows: int, e: Floats, E: Floats) -> None:
    """What is missing: the place, and the rotation vector of R_goal Rᵀ; E holds 9 elements."""
    for i in range(3):
        e[i] = goal[i] - pose[i]
    if rows == 6:
        rotation_vector(pose[3:], goal[3:], e[3:], E)


@routine
def rotation_vector(R: Floats, goal: Floats, e: Floats, E: Floats) -> None:
    """θ a of the turn E = G Rᵀ from the axes R to the axes G.

    sin θ a = ½ (E₃₂ − E₂₃, …), cos θ = ½ (tr E − 1); near half a turn a is the largest column of
    ½ (E + Eᵀ) − cos θ 1 = (1 − cos θ) a aᵀ, which has its digits there.
    """
    for i in range(3):
        for j in range(3):
            total = 0.0
            for k in range(3):
                total += goal[3 * i + k] * R[3 * j + k]
            E[3 * i + j] = total
    x = 0.5 * (E[7] - E[5])
    y = 0.5 * (E[2] - E[6])
    z = 0.5 * (E[3] - E[1])
    sine = sqrt(x * x + y * y + z * z)
    cosine = 0.5 * (E[0] + E[4] + E[8] - 1.0)
    angle = atan2(sine, cosine)
    scale = angle / sine if sine > 0.0 else 1.0
    if cosine < _NEAR_HALF:
        k = 0
        for i in range(1, 3):
            if E[4 * i] > E[4 * k]:
                k = i
        along = x if k == 0 else y if k == 1 else z
        x = 0.5 * (E[k] + E[3 * k])
        y = 0.5 * (E[3 + k] + E[3 * k + 1])
        z = 0.5 * (E[6 + k] + E[3 * k + 2])
        if k == 0:
            x -= cosine
        elif k == 1:
            y -= cosine
        else:
            z -= cosine
        scale = angle / sqrt(x * x + y * y + z * z)
        if along < 0.0:
            scale = -scale
    e[0] = scale * x
    e[1] = scale * y
    e[2] = scale * z


@routine
def damped_step(
    J: Floats,
    e: Floats,
    q: Floats,
    n: int,
    rows: int,
    lower: Floats,
    upper: Floats,
    damping: float,
    order: Ints,
    step: Floats,
    work: Floats,
) -> None:
    """d of least |J d − e|² + λ² |d|², by QR of [J; λ 1], without joints pushed on their limits."""
    A = work
    right = work[(6 + n) * n :]
    scales = work[(6 + n) * n + 6 + n :]
    space = work[(6 + n) * n + 6 + 2 * n :]
    for j in range(n):
        push = 0.0
        for i in range(rows):
            push += J[i * n + j] * e[i]
        held = (q[j] >= upper[j] and push > 0.0) or (q[j] <= lower[j] and push < 0.0)
        for i in range(rows):
            A[i * n + j] = 0.0 if held else J[i * n + j]
        for i in range(n):
            A[(rows + i) * n + j] = sqrt(damping) if i == j else 0.0
    for i in range(rows):
        right[i] = e[i]
    for i in range(n):
        right[rows + i] = 0.0
    rank = qr_factor(A, rows + n, n, order, scales, space, 0.0)
    qr_solve(A, rows + n, n, max(rank, 0), order, scales, right, step)


REACH: Final[Library] = library("reach", reach, reach_work, reach_all, rotation_vector)
