"""A knife edge: inertia forces in two speeds along the rod.

             b2 │    ▲ P2       The panes of Problem 10.1, but P2 is now a sharp-edged disk D that
                │   ╱           moves in the panes only along the rod. Speeds u1, u2 are what
                │  ╱ q3         P1 moves along and across the rod, as seen from the ground; with
                │ ● P1          u3 = q̇3 dependent, M is diagonal.
              O └──────── b1

Source: Problem 10.14 of Kane and Levinson, *Dynamics* (1985); answers as in PyDy's examples:

    F1* = (m1 + m2)(ω² q1 c3 − u̇1) − m1 u2²/L + m2 L ω² c3²
    F2* = −m1 (u̇2 + ω² q1 s3 − u1 u2/L)
"""

from __future__ import annotations

import numpy as np

from kane import *

m1, m2, L, w = parameters(m1=0.7, m2=1.1, L=0.4, w=3.0)
B = Frame("B")
P1, D = Particle("P1", mass=m1), Particle("D", mass=m2)
along, across = velocity(P1).along(P1.x), velocity(P1).along(P1.y)
system = System(
    "knife edge between panes",
    joints=[
        Revolute("turn", GROUND, B, axis=Y, motion={"turn": w * clock()}),
        Planar("q1 q2 q3", B, P1),
        Fixed("rod", P1, D, at=(L, 0, 0)),
    ],
    speeds=[along, across, rate("q3")],
    constraints=[Motion("edge", velocity(D, seen_from=B).along(P1.y) == 0, dependent="u3")],
)
print(derive(system))
model = build(system)

rng = np.random.default_rng(1)
q, (u1, u2), (a1, a2) = rng.normal(size=3), *rng.normal(size=(2, 2))
c, s = np.cos(q[2]), np.sin(q[2])
M1, M2, rod, square = 0.7, 1.1, 0.4, 3.0**2
F1 = (M1 + M2) * (square * q[0] * c - a1) - M1 * u2**2 / rod + M2 * rod * square * c**2
F2 = -M1 * (a2 + square * q[0] * s - u1 * u2 / rod)
found = model.inverse_dynamics(q, [u1, u2], [a1, a2], 0.0)  # no loads: τ = −F*
print(f"F* = {-found}, by hand [{F1:.8f} {F2:.8f}]")
assert np.abs(found + np.array([F1, F2])).max() < 1e-13 * np.abs(found).max()
assert np.abs(model.mass_matrix(q, 0.0) - np.diag([M1 + M2, M1])).max() < 1e-15
