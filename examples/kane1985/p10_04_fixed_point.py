"""Kinetic energy about a fixed point: K = ω·I·ω / 2.

Of a body B with a point O at rest, K needs neither the mass nor the mass centre once its inertia
about O is known. Here B turns about O by three angles, and its inertia about O is full.

Source: Problem 10.4 of Kane and Levinson, *Dynamics* (1985).
"""

from __future__ import annotations

import numpy as np

from kane import *

centre = np.array([0.2, -0.1, 0.3])
m, about_O = 1.7, np.array([[0.9, 0.1, -0.05], [0.1, 0.8, 0.07], [-0.05, 0.07, 0.7]])
central = about_O - m * (centre @ centre * np.eye(3) - np.outer(centre, centre))
B = Body("B", mass=m, centre=tuple(centre), inertia=central)
w = angular_velocity(B)
turning = System("body with a fixed point", joints=[Gimbal("q4 q5 q6", GROUND, B, sequence="123")])
system = turning.replace(speeds=[w.along(B.x), w.along(B.y), w.along(B.z)])
print(derive(system))
model = build(system)

q, omega = [0.3, 0.5, -0.8], np.array([1.1, -0.4, 0.9])
K = model.kinetic_energy(q, omega)[0]
print(f"K = {K:.12f} J, ω·I·ω/2 = {omega @ about_O @ omega / 2:.12f} J")
assert abs(K - omega @ about_O @ omega / 2) < 1e-14
assert np.abs(model.mass_matrix(q) - about_O).max() < 1e-15  # M is the inertia about O, at any q
