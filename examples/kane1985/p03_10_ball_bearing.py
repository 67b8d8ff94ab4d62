"""Balls between a race and a cone: where they roll without spinning on the cone.

            z │   ╲ C        Balls S of radius r roll in the corner of a fixed race R (floor and
              │  b ╲ ●S      wall) under a cone C that leans by θ and turns about the vertical z.
              │     ╲▁▁▏R    The balls' centres go round at the distance b, by q7.

They roll on the cone purely, with no spin about the normal of the contact, if

    b = r (1 + sin θ) / (cos θ − sin θ)

With four balls of mass m and θ = 30°, K = (J + 18 m r² (2 + √3)/5) ω²/2 for a cone with moment
of inertia J about z that turns at ω.

Source: Problems 3.10 and 10.3 of Kane and Levinson, *Dynamics* (1985); answers as in PyDy's
examples.
"""

from __future__ import annotations

import numpy as np

from kane import *

theta, r, m, J = np.pi / 6, 0.02, 0.05, 0.003
b = r * (1 + np.sin(theta)) / (np.cos(theta) - np.sin(theta))
A, C = Frame("A"), Body("C", mass=1, inertia=(0.1, 0.1, J))
S = Body("S", mass=4 * m, inertia=[2 / 5 * 4 * m * r**2] * 3)  # one that stands for four
w, turning = angular_velocity(S), angular_velocity(C).along(C.z)
across = velocity(S).along(A.x)  # of the centre, −b q̇7
edge = w.along(A.y) * np.sin(theta) + w.along(A.z) * np.cos(theta)
bearing = System(
    "ball bearing",
    joints=[
        Revolute("turn", GROUND, C, axis=Z),
        Revolute("q7", GROUND, A, axis=Z),
        Spherical("s", A, S, at=(0, b, 0)),
    ],
    speeds={"u1": turning},
    constraints=[
        Motion("floor", across == r * w.along(A.y)),
        Motion("floor, radially", w.along(A.x) == 0),
        Motion("wall", across == r * w.along(A.z)),
        Motion("cone", across + r * edge == -(b - r * np.cos(theta)) * turning),
    ],
)
print(derive(bearing))
model = build(bearing)

omega, q = 3.0, [0.2, 0.4, 1.0, 0.0, 0.0, 0.0]  # the ball's axes along A's just now
qdot = model.rates(q, [omega])
ball = 2 * qdot[3:] + [0, 0, qdot[1]]  # ω^S: that in A, and A's
normal = np.array([0, np.cos(theta), -np.sin(theta)])  # out of the cone, along B.y
spin = ([0, 0, omega] - ball) @ normal
K = model.kinetic_energy(q, [omega])[0]
by_hand = (J + 18 * m * r**2 * (2 + np.sqrt(3)) / 5) * omega**2 / 2
print(f"ω^S {ball}; spin on the cone {spin:.1e} rad/s; K = {K:.12f} J, by hand {by_hand:.12f} J")
assert abs(spin) < 1e-13
assert abs(K - by_hand) < 1e-13 * by_hand
