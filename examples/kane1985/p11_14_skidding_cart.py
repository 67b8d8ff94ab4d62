"""A cart with a skid on a slope: how hard the skid presses, by a speed that stays zero.

       D            A rests on two wheels B, C (axle through D along a3) and a skid at Q; the plane
     ──●── e  ●S*   leans by θ. The whole, of mass M, has its centre S* at e from D; the skid is
       │  ──── f    at f from D and R below. Speeds: u1 = ω^A along a1 (off the plane), u2 = v^D
       ○      ┘Q    along a2. To bring the skid's pressure Q1 into evidence, u3 = ω^A along a3 is
                    added: zero all the time, but with partial velocities of its own.

    Q1 = e M g cos θ / (f − μ R u2 / √(u2² + f² u1²))

Source: Problems 8.12, 8.17 and 11.14 of Kane and Levinson, *Dynamics* (1985); Q1 as in PyDy's
examples. Our z is off the plane: a1, a2, a3 are A's z, x, y.
"""

from __future__ import annotations

import numpy as np

from kane import *

mu, theta = 0.4, 0.3
e, f, R, half = parameters(e=0.5, f=0.9, R=0.25, half=0.4)
mA, mB, IA, J, K = parameters(mA=60.0, mB=4.0, IA=9.0, J=0.12, K=0.07)
Q1, Q2, Q3 = inputs("Q1", "Q2", "Q3")
track = Frame("track")
A = Body("A", mass=mA, centre=(e * (mA + 2 * mB) / mA, 0, 0), inertia=(5, 8, IA))
B, C = (Body(name, mass=mB, inertia=(K, J, K)) for name in "BC")
D, Q = A.point("D"), A.point("Q", (f, 0, -R))
w, v = angular_velocity(A), velocity(D)
slope = GROUND.vector(0.4 * np.sin(theta), np.sqrt(0.84) * np.sin(theta), -np.cos(theta))
cart = System(
    "cart with a skid",
    joints=[
        Planar("x y q1", GROUND, track),
        Revolute("pitch", track, A, axis=Y),  # stays zero: only its speed is wanted
        Revolute("q2", A, B, axis=Y, at=(0, half, 0)),
        Revolute("q3", A, C, axis=Y, at=(0, -half, 0)),
    ],
    speeds=[angular_velocity(track).along(track.z), v.along(track.x), rate("pitch")],
    constraints=[
        Motion("axle", v.along(track.y) == 0),
        *(
            Motion(f"{wheel} rolls", velocity(wheel).along(track.x)
                   == R * angular_velocity(wheel).along(track.y))
            for wheel in (B, C)
        ),
    ],
    loads=[Gravity(along=slope), Force(A.vector(Q2, Q3, Q1), at=Q)],
)  # fmt: skip
print(derive(cart))
model = build(cart)

u1, u2 = 0.7, 1.9
speed = np.hypot(u2, 0.9 * u1)  # of Q: u2 along x, f u1 along y
q = [0.1, 0.2, 0.6, 0.0, 0.3, 0.4]
a = np.zeros((2, 3))  # the skid without pressure, and with one newton
a[1] = [1.0, -mu * u2 / speed, -mu * 0.9 * u1 / speed]
order = [cart.inputs.index(name) for name in ("Q1", "Q2", "Q3")]
needed = []
for pressed in a:
    tau = model.input_matrix(q) @ pressed[np.argsort(order)]
    free = model.mass_matrix(q)[:2, :2], model.bias(q, [u1, u2, 0])[:2]
    udot = np.linalg.solve(free[0], tau[:2] - free[1])
    needed.append(model.inverse_dynamics(q, [u1, u2, 0], [*udot, 0])[2] - tau[2])
found = -needed[0] / (needed[1] - needed[0])  # nothing else may hold the pitch
by_hand = 0.5 * 68.0 * 9.81 * np.cos(theta) / (0.9 - mu * 0.25 * u2 / speed)
print(f"Q1 = {found:.9f} N, by hand {by_hand:.9f} N")
assert abs(found - by_hand) < 1e-12 * by_hand
