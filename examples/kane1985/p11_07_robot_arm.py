"""A robot arm with a part in its hand, in 54 intermediate variables and in none.

A turns by q0 about the level axis e1, B by q1 about a2 = b2, C slides by q2 along b3 and holds D
at p1 b1 + p2 b2 + p3 b3 from its centre. Speeds are q̇0, q̇1, q̇2. The textbook's

    Σ X_rs u̇_s = Y_r,      X = −M,  Y = f − τ

are written out below in its Z's, as PyDy's examples have them. If D is held in the middle, with
its axes along b1, b2, b3 (Problem 11.8), M is diagonal.

Source: Problems 3.15, 8.14, 11.7 and 11.8 of Kane and Levinson, *Dynamics* (1985).
"""

from __future__ import annotations

import numpy as np

from kane import *

LA, LB, LP, g, mA, mB, mC, mD = 0.2, 0.3, 0.5, 9.81, 4.0, 3.0, 2.0, 1.0
(A1, A2, A3), (B1, B2, B3), (C1, C2, C3) = (0.3, 0.4, 0.5), (0.2, 0.25, 0.15), (0.1, 0.12, 0.14)
D11, D22, D33 = 0.05, 0.06, 0.07


def arm(p: tuple[float, float, float], products: tuple[float, float, float]) -> System:
    """The arm, holding D at p, with products of inertia D12, D23, D31."""
    A = Body("A", mass=mA, centre=(0, 0, LA), inertia=(A1, A2, A3))
    B = Body("B", mass=mB, centre=(0, 0, LB), inertia=(B1, B2, B3))
    C = Body("C", mass=mC, inertia=(C1, C2, C3))
    D = Body("D", mass=mD, inertia=(D11, D22, D33, products[0], products[2], products[1]))
    joints = [
        Revolute("q0", GROUND, A, axis=X),
        Revolute("q1", A, B, axis=Y, at=(0, 0, LP)),
        Prismatic("q2", B, C, axis=Z, at=(0, 0, LB)),
        Fixed("hand", C, D, at=p),
    ]
    return System("robot arm", joints=joints, loads=[Gravity(along=-GROUND.x, magnitude=g)])


p1, p2, p3 = p = (0.1, -0.05, 0.2)
D12, D23, D31 = products = (0.004, -0.006, 0.008)
rng = np.random.default_rng(1)
(q0, q1, q2), (u1, u2, u3) = q, u = rng.normal(size=(2, 3))
c, s = np.cos(q1), np.sin(q1)
Z1, Z2, Z6, Z7, Z9 = u1 * c, u1 * s, -(LP + LB * c), u2 * LB, LB + q2
Z3, Z4, Z8, Z10, Z11 = -Z2 * u2, Z1 * u2, Z6 * u1, Z6 - q2 * c, u2 * Z9
Z12, Z13, Z14, Z15, Z16 = Z10 * u1, -s * p2, Z9 + p3, Z10 + s * p1 - c * p3, c * p2
Z17, Z18, Z19 = Z13 * u1 + Z14 * u2, Z15 * u1, Z16 * u1 - u2 * p1 + u3
Z21, Z25 = LB * s * u2, LB * s * u2 - u3 * c + q2 * s * u2
Z22, Z23, Z26 = -Z2 * Z8, Z21 * u1 + Z2 * Z7, 2 * u2 * u3 - Z2 * Z12
Z27, Z28 = Z25 * u1 + Z2 * Z11 - Z1 * u3, Z1 * Z12 - u2 * Z11
Z30, Z31 = Z25 + u2 * (c * p1 + s * p3), Z13 * u2
Z32 = -Z16 * u2 * u1 + u2 * (u3 + Z19) - Z2 * Z18
Z33, Z34 = Z30 * u1 + Z2 * Z17 - Z1 * Z19, Z31 * u1 + Z1 * Z18 - u2 * Z17
k1, k2, k3, k4, k5, k6 = B2 - B3, B3 - B1, B1 - B2, C2 - C3, C3 - C1, C1 - C2
k14, k15, k16 = D11 - (D33 - D22), D31 + D31, D33 + (D22 - D11)
Z37, Z46, Z47, Z48 = Z2 * Z1, Z1 * Z1, u2 * u2, Z2 * Z2
Z49, Z51, Z53 = D11 * c + D31 * s, D23 * s + D12 * c, D33 * s + D31 * c
Z50 = k14 * Z3 + k15 * Z4 - D12 * Z37 + D23 * (Z47 - Z48)
Z52 = D31 * (Z48 - Z46) + (D11 - D33) * Z37
Z54 = k15 * Z3 + k16 * Z4 + D23 * Z37 + D12 * (Z46 - Z47)
M11 = A1 + c * (c * B1 + c * C1 + Z49) + s * (s * B3 + s * C3 + Z53)
M11 += mA * LA**2 + mB * Z6**2 + mC * Z10**2 + mD * (Z13**2 + Z15**2 + Z16**2)
M12, M22 = Z51 + mD * (Z13 * Z14 - Z16 * p1), B2 + C2 + D22 + mB * LB**2 + mC * Z9**2
M = [
    [M11, M12, mD * Z16],
    [M12, M22 + mD * (Z14**2 + p1**2), -mD * p1],
    [mD * Z16, -mD * p1, mC + mD],
]
Y1 = c * (Z3 * (B1 + k1 + C1 + k4) + Z50) + s * (Z4 * (B3 - k3 + C3 - k6) + Z54)
Y1 += mB * Z6 * Z23 + mC * Z10 * Z27 + mD * (Z13 * Z32 + Z15 * Z33 + Z16 * Z34)
Y2 = -Z37 * (k2 + k5) + Z52 + mB * LB * Z22 + mC * Z9 * Z26 + mD * (Z14 * Z32 - p1 * Z34)
Y2 += g * ((mB * LB + mC * Z9 + mD * Z14) * c - mD * p1 * s)
Y3 = mC * Z28 + mD * Z34 + g * (mC + mD) * s

model = build(arm(p, products))
print(f"inverse dynamics: {model.operations['inverse_dynamics']}")
assert np.abs(model.mass_matrix(q) - M).max() < 1e-13
assert np.abs(model.bias(q, u) - [Y1, Y2, Y3]).max() < 1e-12
assert np.count_nonzero(build(arm((0, 0, 0.2), (0, 0, 0))).mass_matrix(q)) == 3  # 11.8
