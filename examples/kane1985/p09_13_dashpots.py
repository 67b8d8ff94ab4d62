"""A dissipation function: two blocks, two dashpots.

    wall ▒─∿∿∿─[ 1 ]═β═[ 2 ]═α═▒      q1: stretch of the first spring, q2: of the second. One
                    └∿∿∿┘              dashpot (β) joins the blocks, one (α) the second to the wall.

Generalized forces of the dashpots are F_r = −∂ℱ/∂u_r with

    ℱ = (α u1² + 2 α u1 u2 + (α + β) u2²) / 2

Source: Problem 9.13 of Kane and Levinson, *Dynamics* (1985); ℱ as in PyDy's examples.
"""

from __future__ import annotations

import numpy as np

from kane import *

alpha, beta = parameters(alpha=0.8, beta=0.3)
block1, block2 = Particle("1", mass=1.5), Particle("2", mass=0.5)
system = System(
    "two blocks",
    joints=[
        Prismatic("q1", GROUND, block1, axis=X, at=(1, 0, 0)),
        Prismatic("q2", block1, block2, axis=X, at=(1, 0, 0)),
    ],
    loads=[
        JointDamper("q2", beta),
        Force(-alpha * velocity(block2).along(GROUND.x) * GROUND.x, at=block2.mass_centre),
    ],
)
print(derive(system))
model = build(system)

u1, u2 = u = np.array([0.7, -1.9])
forces = -model.bias([0.1, 0.2], u)
by_hand = -np.array([0.8 * (u1 + u2), 0.8 * u1 + (0.8 + 0.3) * u2])
dissipation = (0.8 * u1**2 + 2 * 0.8 * u1 * u2 + (0.8 + 0.3) * u2**2) / 2
print(f"F = {forces}, −∂ℱ/∂u = {by_hand}; power {forces @ u:.6f} W, −2ℱ = {-2 * dissipation:.6f} W")
assert np.abs(forces - by_hand).max() < 1e-15
assert abs(forces @ u + 2 * dissipation) < 1e-14  # ℱ is half of what is lost
