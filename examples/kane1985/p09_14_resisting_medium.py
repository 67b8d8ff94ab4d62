"""A dissipation function: a body in a resisting medium.

The medium resists the motion of a point P with the force −β v and the turning with the torque
−α ω. Then ℱ = (α ω² + β v²)/2, and the power lost is 2 ℱ, whatever the speeds are: here those
of a free body in its own axes.

Source: Problem 9.14 of Kane and Levinson, *Dynamics* (1985); ℱ as in PyDy's examples.
"""

from __future__ import annotations

import numpy as np

from kane import *

alpha, beta = parameters(alpha=0.7, beta=1.3)
B = Body("B", mass=2, centre=(0.1, 0, 0.2), inertia=(0.3, 0.4, 0.5))
P = B.point("P")
v, w = velocity(P), angular_velocity(B)
drag = B.vector(*(v.along(axis) for axis in (B.x, B.y, B.z)))
swirl = B.vector(*(w.along(axis) for axis in (B.x, B.y, B.z)))
system = System(
    "body in a medium",
    joints=[Free("b", GROUND, B, on=(0, 0, 0))],  # its linear speeds are those of P
    loads=[Force(-beta * drag, at=P), Torque(-alpha * swirl, on=B)],
)
print(derive(system))

rng = np.random.default_rng(1)
turn = rng.normal(size=4)
q, u = [*rng.normal(size=3), *turn / np.linalg.norm(turn)], rng.normal(size=6)
resisting, without = build(system), build(system.replace(loads=[]))
F = without.bias(q, u) - resisting.bias(q, u)
v_, w_ = u[:3], u[3:]
by_hand = np.concatenate([-1.3 * v_, -0.7 * w_])  # −∂ℱ/∂u_r
print(f"F_r = {F}\n−β v, −α ω = {by_hand}")
assert np.abs(F - by_hand).max() < 1e-14
assert abs(F @ u + (0.7 * w_ @ w_ + 1.3 * v_ @ v_)) < 1e-13  # −2 ℱ
