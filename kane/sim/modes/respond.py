"""What rows and contacts answer: forces or impulses x with w = q + A x that fit one another.

    rows that hold        w = 0
    a closed contact      w_n ≥ 0 ⟂ x_n ≥ floor                    [PfeifferGlocker1996 Ch. 4, 8]
    its friction          w_t = 0 and |x_t| ≤ μ₀ x_n,  or  x_t = −μ x_n w_t/|w_t|

q is the motion without them: at an impact w and x are velocities and impulses, afterwards
accelerations and forces. A guess says of each contact whether it is closed and whether it sticks;
what the guess makes of it is computed, its worst fault mended, and so on; if that goes round in a
circle, relaxation finds another guess to begin with (relax.py), and at last all are tried. Where
rows depend on each other relaxation comes first: an even share may lie outside a cone where
another one lies within. Where none fits there is no answer that rigid bodies and Coulomb's
law allow (Painlevé): that is told, not hidden.

From: guess.py, relax.py    Next: settle.py, impact.py
"""

from __future__ import annotations

from typing import Final

from kane.program.arrays import Floats, Ints
from kane.program.routine import routine
from kane.sim.modes.guess import (
    ABSENT,
    ALONE,
    CLOSED,
    COULOMB,
    NEAR,
    OPEN,
    STUCK,
    assume,
    guessed,
    mend,
    turn_others,
    turns_only,
    ways,
    worst,
)
from kane.sim.modes.layout import RECORD, SLIPS
from kane.sim.modes.relax import SWEEPS, relax, stays

_MOST: Final = 256  # guesses
_TURNS: Final = 30  # of a direction, for each


@routine
def respond(
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
) -> bool:
    """Whether there is an answer: then x, w, `guess` and directions d are it.

    `choices` gets 2·rows integers: first a 1 for each row that is kept, 0 where it depends on
    others. `scratch` holds 2·rows·(rows + 2) + count doubles.
    `shares` says how rows that depend on each other carry (guess.py).
    """
    kappa = scratch[rows * (rows + 2) :]
    _begin(contacts, count, use, guess, kappa)
    most = 1 if shares != ALONE else 40 + 20 * count
    fits = _mended(
        A, q, rows, held, contacts, count, use, floor, laws, d, guess, x, w, choices, scratch,
        shares, most,
    )  # fmt: skip
    if fits or count == 0:
        return fits
    relax(A, q, rows, held, contacts, count, use, floor, laws, d, guess, x, w, kappa, SWEEPS)
    fits = _mended(
        A, q, rows, held, contacts, count, use, floor, laws, d, guess, x, w, choices, scratch,
        NEAR if shares != ALONE else ALONE, 40 + 20 * count,
    )  # fmt: skip
    if fits:
        return fits
    if shares != ALONE:
        _begin(contacts, count, use, guess, kappa)
        fits = _mended(
            A, q, rows, held, contacts, count, use, floor, laws, d, guess, x, w, choices, scratch,
            shares, 40 + 20 * count,
        )  # fmt: skip
        if not fits:
            fits = stays(
                A, q, rows, held, contacts, count, use, floor, laws, d, guess, x, w, kappa, choices
            )  # fmt: skip
        if fits:
            return fits
    return _tried(
        A,
        q,
        rows,
        held,
        contacts,
        count,
        use,
        floor,
        laws,
        d,
        guess,
        x,
        w,
        choices,
        scratch,
        shares,
    )


@routine
def _begin(contacts: Ints, count: int, use: Ints, guess: Ints, kappa: Floats) -> None:
    """The first guess: all that may stick does."""
    for c in range(count):
        slips = contacts[c * RECORD + SLIPS]
        guess[c] = OPEN if use[c] == ABSENT else CLOSED
        kappa[c] = 0.0
        if use[c] == COULOMB and slips > 0:
            guess[c] = STUCK


@routine
def _mended(
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
    most: int,
) -> bool:
    """Whether a guess fits after its worst fault has been mended again and again."""
    for _ in range(most):
        guessed(
            A,
            q,
            rows,
            held,
            contacts,
            count,
            use,
            floor,
            laws,
            d,
            guess,
            x,
            w,
            choices,
            scratch,
            shares,
        )
        faulty = worst(q, rows, contacts, count, use, floor, laws, d, guess, x, w, choices, shares)
        if faulty < 0:
            return True
        kappa = scratch[rows * (rows + 2) :]
        if shares == NEAR:
            turn_others(contacts, count, faulty, use, laws, d, guess, x, w, kappa)
        mend(contacts, faulty, use, laws[3 * faulty + 1], d, guess, x, w, kappa)
    return False


@routine
def _tried(
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
) -> bool:
    """Whether any guess fits; those that slide slide one way or the other."""
    total = 1
    for c in range(count):
        total *= ways(contacts, c, use)
        if total > _MOST:
            return False
    for number in range(total):
        rest = number
        for c in range(count):
            count_of = ways(contacts, c, use)
            assume(contacts, c, use, rest % count_of, d, guess)
            rest = rest // count_of
        for _ in range(_TURNS):
            guessed(
                A,
                q,
                rows,
                held,
                contacts,
                count,
                use,
                floor,
                laws,
                d,
                guess,
                x,
                w,
                choices,
                scratch,
                shares,
            )
            faulty = worst(
                q, rows, contacts, count, use, floor, laws, d, guess, x, w, choices, shares
            )
            if faulty < 0:
                return True
            turns = turns_only(contacts, faulty, use, guess, x)
            if not turns:
                break
            kappa = scratch[rows * (rows + 2) :]
            mend(contacts, faulty, use, laws[3 * faulty + 1], d, guess, x, w, kappa)
    return False
