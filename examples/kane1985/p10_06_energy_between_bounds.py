"""Kinetic energy of rotation between bounds that the angular momentum sets.

For a body whose mass centre rests, with central principal moments I_min ≤ I ≤ I_max and angular
momentum H,

    H²/(2 I_max) ≤ K ≤ H²/(2 I_min)

so a body that loses energy but no angular momentum ends turning about its axis of I_max.

Source: Problem 10.6 of Kane and Levinson, *Dynamics* (1985).
"""

from __future__ import annotations

import numpy as np

from kane import *

B = Body("B", mass=1, inertia=(1.0, 2.0, 2.5))
system = System("spinning body", joints=[Spherical("b", GROUND, B)])
model = build(system)

# wx, wy, wz: about the unstable axis, with a touch of the others: it tumbles
run = simulate(model, u=[0.01, 3.0, 0.01], until=20.0, rtol=1e-11, every=0.05, record=[energy()])
u = run.u
H = np.linalg.norm(u * [1.0, 2.0, 2.5], axis=1)
K = run[energy()]
print(f"H from {H.min():.10f} to {H.max():.10f}; {H[0] ** 2 / 5:.4f} ≤ K ≤ {H[0] ** 2 / 2:.4f}")
print(f"K = {K[0]:.6f} J; ω2 between {u[:, 1].min():.3f} and {u[:, 1].max():.3f} rad/s")
assert np.ptp(H) < 1e-8
assert u[:, 1].min() < -2.9  # it has turned over
assert ((H**2 / 5.0 <= K) & (K <= H**2 / 2.0)).all()
