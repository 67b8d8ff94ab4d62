"""Slips too slow to tell are taken away, before anything is asked of forces.

    J⁺ u⁺ = 0 of the slip rows at rest, J u⁺ = J u of the rows that hold and of closed normals

u⁺ is the M-orthogonal projection, which only takes energy: 10⁻¹² J where 1 kg slips at 10⁻⁶ m/s.
Without it, feet of one body that creep would be at rest for one of them and slide for another, and
their accelerations towards the axis would be met by forces, which no rigid body can give.

From: terms.py    Next: change.py
"""

from __future__ import annotations

from typing import Final

from kane.program.arrays import Floats, Ints
from kane.program.routine import routine
from kane.sim.modes.dropping import solve_sharing
from kane.sim.modes.guess import ABSENT, COULOMB, NEARBY, STEPS
from kane.sim.modes.layout import (
    CONTACT_TABLE,
    CONTACTS,
    ENERGY,
    INFLUENCE,
    NORMAL,
    RECORD,
    ROWS,
    SCRATCH,
    SLIPS,
    SPEEDS,
)
from kane.sim.modes.settle import use_of
from kane.sim.modes.terms import pushed

_NONE: Final = 1e-9  # of the slowest, a slip that round-off leaves


@routine
def still(
    modes: Ints, size: int, extent: float, event: int, held: Ints, u: Floats, room: Floats,
    slowest: float, choices: Ints,
) -> bool:  # fmt: skip
    """Whether any slip was taken away: u, v and the energy in `room` are those after it."""
    rows = modes[ROWS]
    scratch = room[modes[SCRATCH] :]
    unknown = _chosen(modes, size, extent, event, held, room, slowest, choices)
    if unknown == 0:
        return False
    S = room[modes[INFLUENCE] :]
    matrix = scratch[5 * rows + modes[CONTACTS] :]
    right = matrix[unknown * unknown :]
    rest = right[unknown:]
    for i in range(unknown):
        for j in range(unknown):
            matrix[i * unknown + j] = S[choices[i] * rows + choices[j]]
        right[i] = scratch[2 * rows + choices[i]]
        rest[unknown + i] = 0.0
    solve_sharing(matrix, unknown, right, scratch[rows:], rest, NEARBY, STEPS)
    for r in range(rows):
        scratch[r] = 0.0
    for i in range(unknown):
        scratch[choices[i]] = right[i]
    gained = pushed(modes, size, room, scratch, u)
    room[modes[ENERGY]] += gained
    return True


@routine
def _chosen(
    modes: Ints, size: int, extent: float, event: int, held: Ints, room: Floats, slowest: float,
    choices: Ints,
) -> int:  # fmt: skip
    """How many rows take part, in `choices`; by how much each changes, in the scratch."""
    rows = modes[ROWS]
    contacts = modes[modes[CONTACT_TABLE] :]
    scratch = room[modes[SCRATCH] :]
    change = scratch[2 * rows :]
    v = room[modes[SPEEDS] :]
    d = scratch[3 * rows :]
    unknown = 0
    for r in range(rows):
        change[r] = 0.0
        if held[r] == 1:
            choices[unknown] = r
            unknown += 1
    fastest = 0.0
    for c in range(modes[CONTACTS]):
        n = contacts[c * RECORD + NORMAL]
        use = use_of(modes, size, extent, event, c, room, slowest, d)
        if use != ABSENT:
            choices[unknown] = n
            unknown += 1
        if use == COULOMB:
            for k in range(n + 1, n + 1 + contacts[c * RECORD + SLIPS]):
                choices[unknown] = k
                unknown += 1
                change[k] = -v[k]
                fastest = max(fastest, abs(v[k]))
    return unknown if fastest > _NONE * slowest else 0
