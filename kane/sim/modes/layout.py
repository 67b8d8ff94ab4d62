"""Where everything of the modes lies in memory: the elements of `modes` and of `room`.

    modes  integers: counts and places; a 1 for each row that is wanted; what events do; contacts;
           then room for choices
    room   doubles: restitutions by row, the energy of the last change, what `mode_terms` makes,
           then workspace

From: kane/sim/stepper/layout.py    Next: terms.py, change.py
"""

from __future__ import annotations

from typing import Final

# ── modes: integers ───────────────────────────────────────────────────────────────────────
ROWS: Final = 0  # how many there are
MASKS: Final = 1  # where their masks begin in a; directions follow
CHANGES: Final = 2  # how many changes of mode there have been
DROPPED: Final = 3  # rows that were wanted and not independent, at the last one
EVENTS: Final = 4  # how many events there are
EVENT_TABLE: Final = 5  # where (first, count) of each begins, then pairs (what, row)
CONTACTS: Final = 6  # how many there are
CONTACT_TABLE: Final = 7  # where their records begin
CONTACT_SWITCHES: Final = 8  # the number of the first of their switches
FREE: Final = 9  # where the room begins

# ── where the parts of `room` begin, after the restitutions ───────────────────────────────
ENERGY: Final = 10  # what the last change brought
MASS: Final = 11  # M, first of what `mode_terms` makes
JACOBIAN: Final = 12  # J
MOVING: Final = 13  # X = M⁻¹ Jᵀ, by rows
INFLUENCE: Final = 14  # S = J X
LOADED: Final = 15  # A = J M⁻¹ Gᵀ, but for the friction of contacts
SPEEDS: Final = 16  # v = J u + c
RATES: Final = 17  # r = J u̇₀ + J̇u + ċ
LAWS: Final = 18  # φ, μ and static μ of each contact
SCRATCH: Final = 19
SHARES: Final = 20  # 1 where contacts share what they carry: their rows may depend on each other
PLAN: Final = 21  # where the plan that is given begins, and after it the one that is made (plan.py)
IMPULSES: Final = 22  # in `room`: of the last change by row, of the plan given, how far that was
#                      off, of the plan made
HEADER: Final = 23  # here stands a 1 for each row that should hold

# ── what events do ────────────────────────────────────────────────────────────────────────
IMPOSE: Final = 1
RELEASE: Final = 2
STRIKE: Final = 3

# ── a contact's record ────────────────────────────────────────────────────────────────────
NORMAL: Final = 0  # its normal row; its slip rows follow
SLIPS: Final = 1  # how many they are
LAW: Final = 2
STATE: Final = 3
RECORD: Final = 4

# ── states of a contact ───────────────────────────────────────────────────────────────────
APART: Final = 0
STICKS: Final = 1
SLIDES: Final = 2  # or is closed, where there is no friction
RESTS: Final = 3  # touches, and others carry what it would

# ── laws of restitution ───────────────────────────────────────────────────────────────────
NEWTON: Final = 0
POISSON: Final = 1
STRONGE: Final = 2

# ── a contact's switches ──────────────────────────────────────────────────────────────────
TOUCH: Final = 0
LEAVE: Final = 1
SLIP: Final = 2
REST: Final = 3
SWITCHES: Final = 4
