"""Impulses at a change of mode: rows that begin to hold and contacts that meet, all at once.

    plastic      J u⁺ + c = 0: u⁺ the M-orthogonal projection, loss ½ Δvᵀ M Δv
    Newton       v_n⁺ + e v_n⁻ ≥ 0 ⟂ Λ_n ≥ 0
    Poisson      compression, plastic; then restitution with Λ_n ≥ e Λ_n of the compression
    Stronge      W of restitution = −e² W of compression: energetic.py

Friction limits impulses as it does forces, |Λ_t| ≤ μ Λ_n against the slip afterwards
[PfeifferGlocker1996 Ch. 8]; what Newton's law may gain with it is told with the event.

From: respond.py, schur.py    Next: settle.py, change.py
"""

from __future__ import annotations

from kane.program.arrays import Floats, Ints
from kane.program.routine import routine
from kane.sim.modes.energetic import strike_energetically
from kane.sim.modes.guess import ABSENT, COULOMB
from kane.sim.modes.layout import (
    APART,
    CONTACT_TABLE,
    CONTACTS,
    ENERGY,
    INFLUENCE,
    LAW,
    LAWS,
    NORMAL,
    POISSON,
    RECORD,
    ROWS,
    SCRATCH,
    SHARES,
    SPEEDS,
    STATE,
    STRONGE,
)
from kane.sim.modes.plan import IMPACT, respond_planned
from kane.sim.modes.terms import pushed

TOUCHING = 1e-9  # of the largest coordinate, a gap that counts as closed
_STILL = 1e-12  # of the largest row speed, an approach that counts as none


@routine
def touches(gap: float, size: float) -> bool:
    """Whether a gap is closed, beside coordinates of this size."""
    return gap <= TOUCHING * (1.0 + size)


@routine
def collide(
    modes: Ints, size: int, extent: float, held: Ints, turn: Ints, u: Floats, room: Floats,
    slowest: float, choices: Ints,
) -> bool:  # fmt: skip
    """Whether there are impulses after which nothing approaches; u, v in `room` are those then.

    `held` has a 1 for each row that holds, `turn` for each that turns its velocity round with its
    restitution. `choices` holds 2·contacts + 2·rows integers.
    """
    rows = modes[ROWS]
    count = modes[CONTACTS]
    contacts = modes[modes[CONTACT_TABLE] :]
    room[modes[ENERGY]] = 0.0
    use = choices
    approaching = _meeting(modes, size, extent, slowest, room, use)
    for _ in range(20 * count):
        c = _energetic(modes, size, room, use)
        if c < 0:
            break
        fits = strike_energetically(modes, size, held, c, u, room, choices[2 * count :])
        if not fits:
            return False
        approaching = 1
    if approaching == 0 and not _any(held, turn, rows):
        return True
    scratch = room[modes[SCRATCH] :]
    q = scratch[2 * rows :]
    v = room[modes[SPEEDS] :]
    for r in range(rows):
        q[r] = v[r] * (1.0 + room[r]) if turn[r] == 1 else v[r]
    for c in range(count):
        n = contacts[c * RECORD + NORMAL]
        scratch[5 * rows + c] = 0.0
        rebounds = -v[n] * room[n] > slowest and contacts[c * RECORD + LAW] != POISSON
        if use[c] == COULOMB and rebounds and contacts[c * RECORD + LAW] != STRONGE:
            q[n] = v[n] * (1.0 + room[n])
    return _compressed(modes, size, held, u, room, slowest, choices)


@routine
def _any(held: Ints, turn: Ints, rows: int) -> bool:
    """Whether any row holds or turns round."""
    found = False
    for r in range(rows):
        found = found or held[r] == 1 or turn[r] == 1
    return found


@routine
def _meeting(modes: Ints, size: int, extent: float, slowest: float, room: Floats, use: Ints) -> int:
    """1 if any contact approaches; `use` tells which take part."""
    rows = modes[ROWS]
    contacts = modes[modes[CONTACT_TABLE] :]
    v = room[modes[SPEEDS] :]
    laws = room[modes[LAWS] :]
    fastest = 0.0
    for r in range(rows):
        fastest = max(fastest, abs(v[r]))
    approaching = 0
    for c in range(modes[CONTACTS]):
        n = contacts[c * RECORD + NORMAL]
        near = touches(laws[3 * c], extent)
        closed = contacts[c * RECORD + STATE] != APART or near
        use[c] = COULOMB if closed and v[n] <= slowest else ABSENT
        if use[c] == COULOMB and v[n] < -_STILL * fastest:
            approaching = 1
    return approaching


@routine
def _energetic(modes: Ints, size: int, room: Floats, use: Ints) -> int:
    """The contact that approaches fastest of those with an energetic restitution, or −1."""
    contacts = modes[modes[CONTACT_TABLE] :]
    v = room[modes[SPEEDS] :]
    found = -1
    fastest = -1e-12
    for c in range(modes[CONTACTS]):
        n = contacts[c * RECORD + NORMAL]
        bounces = contacts[c * RECORD + LAW] == STRONGE and room[n] > 0.0
        if use[c] == COULOMB and bounces and v[n] * room[n] < fastest:
            fastest = v[n] * room[n]
            found = c
    return found


@routine
def _compressed(
    modes: Ints, size: int, held: Ints, u: Floats, room: Floats, slowest: float, choices: Ints
) -> bool:
    """The impulses of compression, and those of restitution where Poisson's law asks for them."""
    rows = modes[ROWS]
    count = modes[CONTACTS]
    contacts = modes[modes[CONTACT_TABLE] :]
    v = room[modes[SPEEDS] :]
    scratch = room[modes[SCRATCH] :]
    x = scratch
    floor = scratch[5 * rows :]
    before = scratch[4 * rows :]
    for r in range(rows):
        before[r] = v[r]
    fits = _answered(modes, size, held, room, choices)
    if not fits:
        return False
    restored = False
    for c in range(count):
        n = contacts[c * RECORD + NORMAL]
        floor[c] = 0.0
        rebounds = -before[n] * room[n] > slowest and contacts[c * RECORD + LAW] == POISSON
        if choices[c] == COULOMB and rebounds:
            floor[c] = room[n] * x[n]
            restored = restored or floor[c] > 0.0
    gained = pushed(modes, size, room, x, u)
    if restored:
        q = scratch[2 * rows :]
        for r in range(rows):
            q[r] = v[r]
        fits = _answered(modes, size, held, room, choices)
        gained += pushed(modes, size, room, x, u)
    room[modes[ENERGY]] += gained
    return fits


@routine
def _answered(modes: Ints, size: int, held: Ints, room: Floats, choices: Ints) -> bool:
    """Whether impulses x answer q of the scratch: x, w, q, d, v before, floors lie there."""
    rows = modes[ROWS]
    count = modes[CONTACTS]
    scratch = room[modes[SCRATCH] :]
    return respond_planned(
        modes, size, IMPACT, room[modes[INFLUENCE] :], scratch[2 * rows :], rows, held,
        modes[modes[CONTACT_TABLE] :], count, choices, scratch[5 * rows :],
        room[modes[LAWS] :], scratch[3 * rows :], choices[count:], scratch,
        scratch[rows:], choices[2 * count :], scratch[5 * rows + count :], modes[SHARES],
    )  # fmt: skip
