"""Crank, rod and piston: three speeds that two forces at the pin join.

      O ╱▔▔╲ P         A: crank about O, counterweighted (A* at −a* a3); B: rod P Q of length b,
       A     ╲ b       B* at b* from Q; C: piston on the line through O. u1 = q̇1 of the crank,
              ╲ B      u2 = ω^B about the same axis n2, u3 = ż of the piston. Cut at P, where B
               ●Q C→z  pushes A with R1, R3 along n1, n3:

    F1 = α2 + a (R1 c1 − R3 s1)      F1* = −mA (a*² + kA²) u̇1
    F2 = b (R1 c2 + R3 s2)           F2* = −mB ((b*² + kB²) u̇2 − b* s2 u̇3)
    F3 = Q3 − R3                     F3* = −(mB + mC) u̇3 + mB b* (s2 u̇2 − c2 u2²)

Joined at P again: u2 = −a c1/(b c2) u1, u3 = −a (s1 + c1 s2/c2) u1.

Source: Problem 11.10 of Kane and Levinson, *Dynamics* (1985); answers as in PyDy's examples.
"""

from __future__ import annotations

import numpy as np

from kane import *
from kane.model.closures import Joined

a, a_, b, b_, kA, kB = parameters(a=0.1, a_=0.03, b=0.35, b_=0.2, kA=0.08, kB=0.12)
mA, mB, mC = parameters(mA=4.0, mB=1.2, mC=0.9)
alpha2, Q3, R1, R3 = inputs("alpha2", "Q3", "R1", "R3")
A = Body("A", mass=mA, centre=(0, 0, -a_), inertia=(0, mA * kA**2, 0))
B = Body("B", mass=mB, centre=(0, 0, -b_), inertia=(0, mB * kB**2, 0))
C = Body("C", mass=mC)
on_A, on_B, pin = A.point("P", (0, 0, a)), B.point("P'", (0, 0, -b)), GROUND.vector(R1, 0, R3)
cut = System(
    "crank and piston, cut",
    joints=[
        Revolute("q1", GROUND, A, axis=Y),
        Prismatic("z", GROUND, C, axis=Z),
        Revolute("q2", C, B, axis=(0, -1, 0)),
    ],
    speeds=[rate("q1"), angular_velocity(B).along(GROUND.y), rate("z")],
    loads=[
        Torque(alpha2 * GROUND.y, on=A),
        Force(Q3 * GROUND.z, at=C.mass_centre),
        Force(pin, at=on_A),
        Force(-pin, at=on_B),
    ],
)
print(derive(cut))
model = build(cut)

rng = np.random.default_rng(1)
(u1, u2, u3), (v1, v2, v3), (alpha, Q, r1, r3) = *rng.normal(size=(2, 3)), rng.normal(size=4)
q1, q2 = 0.7, np.arcsin(0.1 / 0.35 * np.sin(0.7))
s1, c1, s2, c2 = np.sin(q1), np.cos(q1), np.sin(q2), np.cos(q2)
q = [q1, 0.1 * c1 + 0.35 * c2, q2]
F = [alpha + 0.1 * (r1 * c1 - r3 * s1), 0.35 * (r1 * c2 + r3 * s2), Q - r3]
Fstar = [
    -4.0 * (0.03**2 + 0.08**2) * v1,
    -1.2 * ((0.2**2 + 0.12**2) * v2 - 0.2 * s2 * v3),
    -(1.2 + 0.9) * v3 + 1.2 * 0.2 * (s2 * v2 - c2 * u2**2),
]
assert np.abs(model.input_matrix(q) @ [alpha, Q, r1, r3] - F).max() < 1e-14
assert np.abs(model.inverse_dynamics(q, [u1, u2, u3], [v1, v2, v3]) + Fstar).max() < 1e-14

joined = cut.replace(constraints=[Joined("pin", on_A, on_B, along="xz", dependent="u2 u3")])
dependent = build(joined).rates(q, [u1])  # q̇1, ż = u3 and q̇2 = −u2
by_hand = [u1, -0.1 * (s1 + c1 * s2 / c2) * u1, 0.1 * c1 / (0.35 * c2) * u1]
print(f"joined: q' = {dependent}, by hand {np.array(by_hand)}")
assert np.abs(dependent - by_hand).max() < 1e-15
