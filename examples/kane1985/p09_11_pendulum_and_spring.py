"""A pendulum held by a spring: potential energy as a series.

        ───┬───          A pendulum of length L and mass m; a spring of stiffness k = 5 m g / L and
           │ ╲ q         natural length L' is unstretched and level while the pendulum hangs down:
      ▒∿∿∿∿∿●
                             V = m g L (3 q² − 7 q⁴/8 + …)

L' does not appear up to q⁴. Small swings have ω² = 6 g / L instead of g / L.

Source: Problem 9.11 of Kane and Levinson, *Dynamics* (1985); V as in PyDy's examples.
"""

from __future__ import annotations

import numpy as np

from kane import *

m, L, g, rest = parameters(m=0.6, L=0.5, g=9.81, rest=0.35)
bob = Particle("bob", mass=m)
arm, wall = Frame("arm"), Point("wall", GROUND, (0, -rest, -L))
system = System(
    "pendulum and spring",
    joints=[
        Revolute("q", GROUND, arm, axis=X),
        Fixed("end", arm, bob, at=(0, 0, -L)),
    ],
    loads=[
        Gravity(along=-GROUND.z, magnitude=g),
        SpringDamper(wall, bob.mass_centre, stiffness=5 * m * g / L, length=rest),
    ],
)
print(derive(system))
model = build(system)

angles = np.array([0.02, 0.04])
V = np.array([model.potential_energy([q])[0] for q in (0.0, *angles)])
by_hand = 0.6 * 9.81 * 0.5 * (3 * angles**2 - 7 * angles**4 / 8)
missing = V[1:] - V[0] - by_hand
print(f"V {V[1:] - V[0]}, series {by_hand}, missing {missing}")
assert 4.7 < np.log2(missing[1] / missing[0]) < 5.3  # the next term is q⁵'s

run = simulate(model, q=[1e-4], until=2.0, rtol=1e-11, atol=1e-15, every=0.001)
swing = np.flatnonzero(np.diff(np.sign(run["q"])))  # each half a period
period = 2 * (swing[-1] - swing[0]) / (len(swing) - 1) * 0.001
print(f"period {period:.4f} s, 2π √(L / 6 g) = {2 * np.pi * np.sqrt(0.5 / 6 / 9.81):.4f} s")
assert abs(period - 2 * np.pi * np.sqrt(0.5 / 6 / 9.81)) < 2e-3
