"""Values that are alike made side by side: the limbs of a robot in the lanes of one register.

    v7 = mul v3 v5                v7 = mul v3 v5
    v8 = mul v4 v5                v8 = mul v4 v5        (beside v7)

Robots have two legs, two arms, whose equations are the same but for numbers and signs. `pairing`
finds which values belong together, `lane_signs` the signs with which both lanes do the same; here
it is decided whether that is worth it. What is made of it is the emitter's affair: no value
changes, and who does not look at the twins gets the same results.

From: hoist.py    Next: fuse.py, order.py
"""

from __future__ import annotations

from typing import Final

from kane.passes.chunk import operations
from kane.passes.lane_signs import lane_signs
from kane.passes.pairing import PAIRED, Pairing, paired
from kane.program.program import Program, Twin

SHORTEST: Final = 400  # operations
LONGEST: Final = 25_000
ENOUGH: Final = 0.4  # of the operations that could have twins


def twins(program: Program) -> Program:
    """The Program with `twins` where enough of it is made twice."""
    if not SHORTEST < operations(program) <= LONGEST:
        return program
    pairing = paired(program)
    work = [v for v, op in enumerate(program.ops) if op in PAIRED]
    if sum(pairing.partner[v] > 0 for v in work) < ENOUGH * len(work):
        return program
    return program.replace(twins=_twins(program, pairing))


def _twins(program: Program, pairing: Pairing) -> dict[int, Twin]:
    """The twin of each value of the lower lane."""
    partner = pairing.partner
    firsts = [v for v in pairing.lower if partner[v]]
    firsts.sort(key=lambda v: max(v, partner[v]))
    signs = lane_signs(pairing, firsts)
    return {
        v: Twin(
            partner[v], signs[v], program.ops[v] in PAIRED and pairing.is_swapped(v, partner[v])
        )
        for v in firsts
    }
