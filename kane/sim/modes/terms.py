"""What impulses of rows do to speeds and energy.

From: layout.py, kane/dynamics/modes.py    Next: change.py
"""

from __future__ import annotations

from kane.program.arrays import Floats, Ints
from kane.program.routine import routine
from kane.sim.modes.layout import IMPULSES, INFLUENCE, MOVING, ROWS, SPEEDS


@routine
def pushed(modes: Ints, size: int, room: Floats, force: Floats, u: Floats) -> float:
    """u ← u + Xᵀ Λ, v ← v + S Λ; the kinetic energy that impulses Λ of rows at rest bring.

    ΔT = ½ Λ·(v⁻ + v⁺)
    """
    rows = modes[ROWS]
    X = room[modes[MOVING] :]
    S = room[modes[INFLUENCE] :]
    v = room[modes[SPEEDS] :]
    gained = 0.0
    for r in range(rows):
        change = 0.0
        for s in range(rows):
            change += S[r * rows + s] * force[s]
        room[modes[IMPULSES] + r] = room[modes[IMPULSES] + r] + force[r]
        gained += force[r] * (v[r] + 0.5 * change)
        room[modes[SPEEDS] + r] = v[r] + change
    for s in range(rows):
        if force[s] != 0.0:
            row = X[s * size :]
            for i in range(size):
                u[i] += force[s] * row[i]
    return gained
