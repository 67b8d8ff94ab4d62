"""The torque of gravity on a body in orbit, and its potential energy.

A particle P of mass m attracts a body B at distance R along a1. With I1, I2, I3 the central
principal moments, the torque on B is about 3 G m / R³ a1 × I·a1. For turns q1, q2, q3 of B about
its x, y, z in that order

    V  = −3 G m / (2 R³) ((I1 − I3) s2² + (I1 − I2) c2² s3²)
    F1 = 0
    F2 = 3 G m / R³ s2 c2 (I1 c3² + I2 s3² − I3)
    F3 = 3 G m / R³ (I1 − I2) c2² s3 c3                        for u = q̇

Source: Problem 9.9 of Kane and Levinson, *Dynamics* (1985); answers as in PyDy's examples.
"""

from __future__ import annotations

import numpy as np

from kane import *

I1, I2, I3, pull = parameters(I1=2.0, I2=3.0, I3=2.6, pull=0.9)  # pull: 3 G m / R³
B = Body("B", mass=1, inertia=(I1, I2, I3))
q2, q3 = coordinate("q2"), coordinate("q3")
x, y, z = cos(q2) * cos(q3), -cos(q2) * sin(q3), sin(q2)  # a1 along B's axes
torque = pull * B.vector((I3 - I2) * y * z, (I1 - I3) * z * x, (I2 - I1) * x * y)
system = System(
    "body in a field",
    joints=[Gimbal("q1 q2 q3", GROUND, B, sequence="123")],
    loads=[Torque(torque, on=B)],
)
print(derive(system))
model = build(system)


def V(q: np.ndarray) -> float:
    """The potential energy, by hand."""
    s2, c2, s3 = np.sin(q[1]), np.cos(q[1]), np.sin(q[2])
    return float(-0.9 / 2 * ((2.0 - 2.6) * s2**2 + (2.0 - 3.0) * c2**2 * s3**2))


q = np.array([0.4, 0.7, -1.1])
found = -model.bias(q, [0, 0, 0])
s2, c2, s3, c3 = np.sin(q[1]), np.cos(q[1]), np.sin(q[2]), np.cos(q[2])
by_hand = 0.9 * np.array(
    [0, s2 * c2 * (2.0 * c3**2 + 3.0 * s3**2 - 2.6), (2.0 - 3.0) * c2**2 * s3 * c3]
)
print(f"F_r = {found}, by hand {by_hand}")
assert np.abs(found - by_hand).max() < 1e-15 * 10

run = simulate(model, q=q, until=5.0, rtol=1e-11, every=0.1)
kinetic = model.kinetic_energy(run.q, run.u)[:, 0]
total = kinetic + [V(place) for place in run.q]
print(f"T + V over {run.t[-1]} s: from {total.min():.12f} to {total.max():.12f} J")
assert np.ptp(total) < 1e-9
