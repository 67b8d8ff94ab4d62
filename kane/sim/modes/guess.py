"""A guess of what contacts do, what forces it makes, its worst fault, and how that is mended.

A contact is open, closed or stuck; one that is closed slides along d. The forces that a guess
makes meet its equations; whether they fit its inequalities is judged afterwards.

From: dropping.py    Next: respond.py
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from kane.program.arrays import Floats, Ints
from kane.program.routine import routine
from kane.sim.modes.dropping import SHARING, solve_dropping, solve_sharing
from kane.sim.modes.layout import NORMAL, RECORD, SLIPS

# ── what a contact may do, in `use` ───────────────────────────────────────────────────────
ABSENT: Final = 0
COULOMB: Final = 1  # sticks or begins to slide
SLIDING: Final = 2  # slides along d already

# ── what a guess says of it, in `guess` ───────────────────────────────────────────────────
OPEN: Final = 0
CLOSED: Final = 1
STUCK: Final = 2

# ── how rows that depend on each other carry ──────────────────────────────────────────────
ALONE: Final = 0  # some of them carry, the others nothing
EVEN: Final = 1
NEAR: Final = 2  # nearest to what they carried before

MARGIN: Final = 1e-9  # of the cone, by which friction must exceed it to slip
_FORCE: Final = 1e-13  # of the largest force, what counts as none
_MOTION: Final = 1e-11  # of the largest of q, what counts as none
_CARRIED: Final = 1e-9  # the same of a contact whose motion others decide, to their round-off
_TURNED: Final = 1e-12  # what the direction of sliding may still turn
NEARBY: Final = 1e-3  # the give of rows where x is near already: less lets round-off drift
STEPS: Final = 4  # that make it nothing
_EDGE: Final = 1e-8  # of the largest of q, an acceleration of slip that has but begun


@routine
def ways(contacts: Ints, c: int, use: Ints) -> int:
    """In how many ways a contact may answer."""
    slips = contacts[c * RECORD + SLIPS]
    if use[c] == ABSENT:
        return 1
    if use[c] == SLIDING or slips == 0:
        return 2
    return 4 if slips == 1 else 10


@routine
def assume(contacts: Ints, c: int, use: Ints, way: int, d: Floats, guess: Ints) -> None:
    """One of these ways: open, closed or sliding, stuck, sliding the other way (in space: in one
    of eight directions, which turn until they fit or not)."""
    n = contacts[c * RECORD + NORMAL]
    slips = contacts[c * RECORD + SLIPS]
    if use[c] == ABSENT or way == 0:
        guess[c] = OPEN
        return
    guess[c] = CLOSED
    if use[c] == SLIDING or slips == 0:
        return
    if way == 1:
        guess[c] = STUCK
    elif slips == 1:
        d[n + 1] = 1.0 if way == 2 else -1.0
    else:
        slant = 0.7071067811865476 if (way - 2) % 2 == 1 else 1.0
        side = (way - 2) // 2
        d[n + 1] = slant if side == 0 else -slant if side == 2 else 0.0
        d[n + 2] = slant if side == 1 else -slant if side == 3 else 0.0
        if slant < 1.0:
            d[n + 1] = slant if side == 0 or side == 3 else -slant
            d[n + 2] = slant if side < 2 else -slant


@routine
def guessed(
    A: Floats,
    q: Floats,
    rows: int,
    held: Ints,
    contacts: Ints,
    count: int,
    use: Ints,
    floor: Floats,
    laws: Floats,
    d: Floats,
    guess: Ints,
    x: Floats,
    w: Floats,
    choices: Ints,
    scratch: Floats,
    shares: int,
) -> None:
    """x and w as the guess has them; forces that share are as even as they can be, or (NEAR) as
    near to what x was."""
    pick = choices[rows:]
    unknown = 0
    for r in range(rows):
        choices[r] = 0
        w[r] = x[r] if shares == NEAR else 0.0
        x[r] = 0.0
        if held[r] == 1:
            pick[unknown] = r
            unknown += 1
    for c in range(count):
        n = contacts[c * RECORD + NORMAL]
        slips = contacts[c * RECORD + SLIPS]
        if use[c] != ABSENT and guess[c] == OPEN:
            x[n] = floor[c]
        if use[c] != ABSENT and guess[c] != OPEN:
            pick[unknown] = n
            unknown += 1
        turning = _turns(contacts, c, use, guess)
        if guess[c] == STUCK or turning:
            for k in range(slips):
                pick[unknown] = n + 1 + k
                unknown += 1
        elif use[c] != ABSENT:
            for k in range(slips):
                x[n + 1 + k] = -laws[3 * c + 1] * d[n + 1 + k] * x[n]
    _system(A, q, rows, contacts, count, use, laws, d, guess, x, pick, unknown, scratch)
    right = scratch[unknown * unknown :]
    if shares != ALONE:
        room = scratch[rows * (rows + 2) + count :]
        for k in range(unknown):
            room[unknown + k] = w[pick[k]]
        give = SHARING if shares == EVEN else NEARBY
        solve_sharing(scratch, unknown, right, w, room, give, 2 if shares == EVEN else STEPS)
    else:
        solve_dropping(scratch, unknown, right, w)
    for k in range(unknown):
        x[pick[k]] = right[k]
        choices[pick[k]] = 1 if w[k] > 0.0 else 0
    for c in range(count):
        n = contacts[c * RECORD + NORMAL]
        slips = contacts[c * RECORD + SLIPS]
        turning = _turns(contacts, c, use, guess)
        if guess[c] == CLOSED and not turning:
            for k in range(slips):
                x[n + 1 + k] = -laws[3 * c + 1] * d[n + 1 + k] * x[n]
    for r in range(rows):
        total = q[r]
        for s in range(rows):
            total += A[r * rows + s] * x[s]
        w[r] = total


@routine
def _system(
    A: Floats,
    q: Floats,
    rows: int,
    contacts: Ints,
    count: int,
    use: Ints,
    laws: Floats,
    d: Floats,
    guess: Ints,
    x: Floats,
    pick: Ints,
    unknown: int,
    scratch: Floats,
) -> None:
    """The matrix of the unknown forces, its right side behind it: friction of what slides is put
    in, and where its direction is sought, rows that turn it."""
    for i in range(unknown):
        row = A[pick[i] * rows :]
        total = q[pick[i]]
        for s in range(rows):
            total += row[s] * x[s]
        scratch[unknown * unknown + i] = -total
        for j in range(unknown):
            scratch[i * unknown + j] = row[pick[j]]
    for c in range(count):
        n = contacts[c * RECORD + NORMAL]
        slips = contacts[c * RECORD + SLIPS]
        turning = _turns(contacts, c, use, guess)
        for j in range(unknown):
            if pick[j] == n and guess[c] == CLOSED and not turning:
                for i in range(unknown):
                    for k in range(slips):
                        part = laws[3 * c + 1] * d[n + 1 + k]
                        scratch[i * unknown + j] -= part * A[pick[i] * rows + n + 1 + k]
    for c in range(count):  # only now, for these take the places of rows that are whole
        n = contacts[c * RECORD + NORMAL]
        turning = _turns(contacts, c, use, guess)
        for j in range(unknown):
            if pick[j] == n and turning:
                kappa = scratch[rows * (rows + 2) + c]
                _turn(scratch, unknown, j, laws[3 * c + 1], kappa, d[n + 1], d[n + 2])


@routine
def _turns(contacts: Ints, c: int, use: Ints, guess: Ints) -> bool:
    """Whether the direction in which a contact slides is sought."""
    return guess[c] == CLOSED and use[c] == COULOMB and contacts[c * RECORD + SLIPS] == 2


@routine
def _turn(
    scratch: Floats, unknown: int, j: int, mu: float, kappa: float, d1: float, d2: float
) -> None:
    """The two rows after row j of the system become those of friction, by Newton's method:

    x_t + μ x_n d + κ (1 − d dᵀ) w_t = 0,   κ = μ x_n/|w_t| of the guess before
    """
    first = scratch[(j + 1) * unknown :]
    second = scratch[(j + 2) * unknown :]
    for k in range(unknown):
        across = kappa * (d1 * second[k] - d2 * first[k])
        first[k] = -d2 * across
        second[k] = d1 * across
    first[j + 1] += 1.0
    second[j + 2] += 1.0
    first[j] += mu * d1
    second[j] += mu * d2
    right = scratch[unknown * unknown + j :]
    across = kappa * (d1 * right[2] - d2 * right[1])
    right[1] = -d2 * across
    right[2] = d1 * across


@routine
def worst(
    q: Floats,
    rows: int,
    contacts: Ints,
    count: int,
    use: Ints,
    floor: Floats,
    laws: Floats,
    d: Floats,
    guess: Ints,
    x: Floats,
    w: Floats,
    choices: Ints,
    shares: int,
) -> int:
    """The contact with the worst fault, −1 if there is none."""
    none = _MOTION if shares == ALONE else _CARRIED
    force = 0.0
    motion = 0.0
    for r in range(rows):
        force = max(force, abs(x[r]))
        motion = max(motion, abs(q[r]))
    found = -1
    largest = 0.0
    for c in range(count):
        if use[c] == ABSENT:
            continue
        n = contacts[c * RECORD + NORMAL]
        fault = 0.0
        if guess[c] == OPEN:
            fault = -w[n] / motion if w[n] < -none * motion else 0.0
        elif choices[n] == 1 and x[n] <= floor[c] + _FORCE * force:
            fault = max((floor[c] - x[n]) / max(force, 1e-300), 1e-300)
        if fault == 0.0 and guess[c] != OPEN:
            fault = _beyond(contacts, c, use, laws, d, guess, x, w, motion)
        if fault > largest:
            largest = fault
            found = c
    return found


@routine
def _beyond(
    contacts: Ints,
    c: int,
    use: Ints,
    laws: Floats,
    d: Floats,
    guess: Ints,
    x: Floats,
    w: Floats,
    motion: float,
) -> float:
    """How far friction is from what the guess says of it."""
    n = contacts[c * RECORD + NORMAL]
    slips = contacts[c * RECORD + SLIPS]
    if slips == 0 or use[c] == SLIDING:
        return 0.0
    size = 0.0
    along = 0.0
    speed = 0.0
    for k in range(n + 1, n + 1 + slips):
        size += x[k] * x[k]
        along += w[k] * d[k]
        speed += w[k] * w[k]
    if guess[c] == STUCK:
        size = sqrt(size)
        most = laws[3 * c + 2] * max(x[n], 0.0)
        return (size - most) / size if size > most * (1.0 + 0.5 * MARGIN) else 0.0
    speed = sqrt(speed)
    if along < -(_EDGE if slips == 2 else _MOTION) * motion:
        return 1e-3 * -along / motion
    if slips == 2 and speed > _MOTION * motion:
        turned = abs(w[n + 1] * d[n + 2] - w[n + 2] * d[n + 1])
        told = turned > _TURNED * speed + _EDGE * motion  # at the cone's edge any direction does
        return 1e-3 * turned / speed if told else 0.0
    return 0.0


@routine
def turns_only(contacts: Ints, c: int, use: Ints, guess: Ints, x: Floats) -> bool:
    """Whether the fault is but the direction of sliding."""
    n = contacts[c * RECORD + NORMAL]
    return _turns(contacts, c, use, guess) and x[n] > 0.0


@routine
def turn_others(
    contacts: Ints,
    count: int,
    one: int,
    use: Ints,
    laws: Floats,
    d: Floats,
    guess: Ints,
    x: Floats,
    w: Floats,
    kappa: Floats,
) -> None:
    """All others that slide turn to where they slide: they depend on each other."""
    for c in range(count):
        n = contacts[c * RECORD + NORMAL]
        turning = _turns(contacts, c, use, guess)
        along = w[n + 1] * d[n + 1] + w[n + 2] * d[n + 2] if turning else 0.0
        if c != one and x[n] > 0.0 and along > 0.0:
            mend(contacts, c, use, laws[3 * c + 1], d, guess, x, w, kappa)


@routine
def mend(
    contacts: Ints,
    c: int,
    use: Ints,
    mu: float,
    d: Floats,
    guess: Ints,
    x: Floats,
    w: Floats,
    kappa: Floats,
) -> None:
    """Another guess for one contact."""
    n = contacts[c * RECORD + NORMAL]
    slips = contacts[c * RECORD + SLIPS]
    if guess[c] == OPEN:
        guess[c] = STUCK if slips > 0 and use[c] == COULOMB else CLOSED
        return
    if x[n] <= 0.0:
        guess[c] = OPEN
        return
    size = 0.0
    along = 0.0
    for k in range(n + 1, n + 1 + slips):
        part = x[k] if guess[c] == STUCK else w[k]
        size += part * part
        along += w[k] * d[k]
    size = sqrt(size)
    back = guess[c] == CLOSED and along < 0.0
    if slips == 0 or (guess[c] == CLOSED and size == 0.0) or (back and slips == 1):
        guess[c] = STUCK if slips > 0 else OPEN
        return
    for k in range(n + 1, n + 1 + slips):
        d[k] = -x[k] / size if guess[c] == STUCK else w[k] / size + (2.0 * d[k] if back else 0.0)
    if back:  # carefully: Newton's method has gone too far
        size = sqrt(d[n + 1] * d[n + 1] + d[n + 2] * d[n + 2])
        d[n + 1] /= size
        d[n + 2] /= size
    kappa[c] = mu * x[n] / size if guess[c] == CLOSED and not back else 0.0
    guess[c] = CLOSED
