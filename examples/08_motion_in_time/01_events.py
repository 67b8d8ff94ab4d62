"""A pendulum's swings, counted: events are found to round-off.

      ─┬─            A rod of 1.2 kg, its mass centre 0.5 m below the pin, is let go at 60°. Each
       │╲            passage through the bottom is marked; at the tenth the run ends. Between two
       │ ╲           passages lies half a period, T = 4 K(k)/ω with k = sin 30°, ω² = m g L / I.
          ●

The period is the classical one, by the complete elliptic integral of the first kind.
"""

import numpy as np
from scipy.special import ellipk

from kane import *

arm = Body("arm", mass=1.2, centre=(0, 0, -0.5), inertia=(0.1, 0.1, 0.002))
pendulum = System(
    "pendulum", joints=[Revolute("q1", GROUND, arm, axis=Y)], loads=[Gravity(along=-GROUND.z)]
)
q1 = coordinate("q1")
motion = simulate(
    build(pendulum),
    q={"q1": np.radians(60)},
    until=60.0,
    rtol=1e-12,
    events=[
        When(q1 < 0, mark="to the left"),
        When(q1 > 0, mark="to the right"),
        When(clock() > 9.0, stop="enough"),
    ],
    record={"energy": energy()},
)
motion.plot("q1", "energy").savefig("swings.png")
print(motion)

omega = np.sqrt(1.2 * 9.81 * 0.5 / (0.1 + 1.2 * 0.5**2))
half = 2 * ellipk(np.sin(np.radians(30)) ** 2) / omega
passages = np.array([event.t for event in motion.events[:-1]])
print(f"half a period: {half:.12f} s by elliptic integral, {np.diff(passages).mean():.12f} s here")
assert np.allclose(np.diff(passages), half, rtol=0, atol=1e-10)
