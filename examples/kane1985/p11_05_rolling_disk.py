"""A disk that rolls on a level plane: the textbook's equations, and when it stays upright.

            b2 ╱        A uniform thin disk C (mass m, radius R). Its plane is turned by q1 about
          ╱──╲          the vertical and leans by q2 from it; it spins by q3 about its axis b3.
         ( C  )         Speeds: u1, u2, u3 are ω^C along b1 (level), b2 (up in its plane), b3.
          ╲──╱
      ─────▔▔─────          u̇1 = (u2² tan q2 − 6 u2 u3 − 4 g sin q2 / R) / 5
                            u̇2 = 2 u3 u1 − u1 u2 tan q2
                            u̇3 = 2 u1 u2 / 3

K = m R² (5 u1² + u2² + 6 u3²)/8 and V = m g R cos q2. Upright, it is stable if u3² > g/(3 R).

Source: Problems 9.3, 10.2 and 11.5 of Kane and Levinson, *Dynamics* (1985); answers as in PyDy's
examples. Our `up` is π/2 − q2.
"""

from __future__ import annotations

import numpy as np

from kane import *

m, R, g = parameters(m=2.0, R=0.3, g=9.81)
heading, B = Frame("heading"), Frame("B")
C = Body("C", mass=m, inertia=(m * R**2 / 4, m * R**2 / 4, m * R**2 / 2))
P = Point("P", heading, (0, 0, 0))  # the point of the plane that the disk touches
w = angular_velocity(C)
disk = System(
    "rolling disk",
    joints=[
        Planar("q4 q5 q1", GROUND, heading),
        Revolute("up", heading, B, axis=X),
        Revolute("q3", B, C, axis=Z, at=(0, R, 0)),
    ],
    speeds=[w.along(B.x), w.along(B.y), w.along(B.z)],
    constraints=[
        Motion("rolls", velocity(P).along(heading.x) + R * rate("q3") == 0),
        Motion("does not skid", velocity(P).along(heading.y) == 0),
    ],
    loads=[Gravity(along=-GROUND.z, magnitude=g)],
)
print(derive(disk))
model = build(disk)

rng = np.random.default_rng(1)
q2, (u1, u2, u3) = 0.6, rng.normal(size=3)
q = dict(zip(model.q_names, rng.normal(size=5), strict=True)) | {"up": np.pi / 2 - q2}
place = list(q.values())
found = model.forward_dynamics(place, [u1, u2, u3], [0, 0, 0])
by_hand = [
    (u2**2 * np.tan(q2) - 6 * u2 * u3 - 4 * 9.81 * np.sin(q2) / 0.3) / 5,
    2 * u3 * u1 - u1 * u2 * np.tan(q2),
    2 * u1 * u2 / 3,
]
K = 2.0 * 0.3**2 / 8 * (5 * u1**2 + u2**2 + 6 * u3**2)
print(f"u' = {found}\nby hand {np.array(by_hand)}")
assert np.abs(found - by_hand).max() < 1e-13 * np.abs(by_hand).max()
assert abs(model.kinetic_energy(place, [u1, u2, u3])[0] - K) < 1e-14
assert abs(model.potential_energy(place)[0] - 2.0 * 9.81 * 0.3 * np.cos(q2)) < 1e-13

for factor, stays in ((0.95, False), (1.05, True)):  # upright, with a touch of leaning
    spin = factor * np.sqrt(9.81 / (3 * 0.3))
    run = simulate(model, q={"up": np.pi / 2 - 1e-4}, u=[0, 0, spin], until=3.0, every=0.05)
    lean = np.abs(run["up"] - np.pi / 2).max()
    print(f"{factor} of the critical spin: leans at most {lean:.1e} rad within 3 s")
    assert (lean < 1e-2) == stays
