"""What joints do beside the bodies' dynamics: springs, dampers and forces in them, and q̇.

From: kane/dynamics/loop/rows.py    Next: tree.py, kane/machine/loop.py
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from kane.program.arrays import Floats, Ints
from kane.program.routine import routine

Rates = Callable[[Floats, Floats, Floats, Floats], None]

TELLS: Final = 4
BALL: Final = 3  # the first kind whose q̇ is not u


@routine
def with_elements(
    given: Floats,
    sign: float,
    steady: Floats,
    stiffness: Floats,
    damping: Floats,
    places: Ints,
    q: Floats,
    u: Floats,
    made: Floats,
    speeds: int,
) -> None:
    """given + sign (steady − stiffness q − damping u), by speed."""
    for r in range(speeds):
        own = steady[r] - stiffness[r] * q[places[r]] - damping[r] * u[r]
        made[r] = given[r] + sign * own


@routine
def tree_rates(
    ball: Rates,
    free: Rates,
    free_parent: Rates,
    tells: Ints,
    q: Floats,
    u: Floats,
    qdot: Floats,
    bodies: int,
    work: Floats,
) -> None:
    """q̇ of every joint."""
    for i in range(bodies):
        kind = tells[TELLS * i]
        c = tells[TELLS * i + 2]
        r = tells[TELLS * i + 3]
        if kind < BALL:
            qdot[c] = u[r]
        elif kind == BALL:
            ball(q[c:], u[r:], qdot[c:], work)
        elif kind == BALL + 1:
            free(q[c:], u[r:], qdot[c:], work)
        else:
            free_parent(q[c:], u[r:], qdot[c:], work)
