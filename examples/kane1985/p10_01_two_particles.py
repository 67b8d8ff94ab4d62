"""Kinetic energy seen from a turning plane and from the ground.

             b2 │    ● P2       Two particles on a light rod of length L stay between panes of
                │   ╱           glass B, which turn at the constant rate ω about the vertical b2.
                │  ╱ q3         O to P1 is q1 b1 + q2 b2; the rod makes the angle q3 with b1.
                │ ● P1
              O └──────── b1    K in B is not K in the ground A: the difference is ω²/2 times the
                                moment of inertia about the axis.

Source: Problem 10.1 of Kane and Levinson, *Dynamics* (1985); answers as in PyDy's examples.
"""

from __future__ import annotations

import numpy as np

from kane import *

m1, m2, L, w = parameters(m1=0.7, m2=1.1, L=0.4, w=3.0)
B = Frame("B")
P1, P2 = Particle("P1", mass=m1), Particle("P2", mass=m2)
system = System(
    "two particles between panes",
    joints=[
        Revolute("turn", GROUND, B, axis=Y, motion={"turn": w * clock()}),
        Planar("q1 q2 q3", B, P1),
        Fixed("rod", P1, P2, at=(L, 0, 0)),
    ],
)
model = build(system, parameters="live")
print(derive(system))

rng = np.random.default_rng(1)
(q1, q2, q3), (u1, u2, u3) = q, u = rng.normal(size=(2, 3))
M1, M2, rod = 0.7, 1.1, 0.4
in_B = (M1 + M2) * (u1**2 + u2**2) / 2 - M2 * rod * (
    u1 * np.sin(q3) - u2 * np.cos(q3) - rod * u3 / 2
) * u3
in_A = in_B + 3.0**2 / 2 * (M1 * q1**2 + M2 * (q1 + rod * np.cos(q3)) ** 2)
K_A, K_B = (made.kinetic_energy(q, u, 0.0)[0] for made in (model, model.with_parameters(w=0.0)))
print(f"K in A {K_A:.6f} J, in B {K_B:.6f} J; by hand {in_A:.6f}, {in_B:.6f}")
assert abs(K_A - in_A) < 1e-13 * in_A
assert abs(K_B - in_B) < 1e-13 * in_A
