"""The force of a motion: a double pendulum whose end is led, shown by inverse dynamics.

      hand leads the end of the second rod along an ellipse; two freedoms, two axes
      o
       ╲            the filter:  a = ω² (x_d − x) + 2 ω (γ v_d − v)
        o           the force:   F = Λ (a − a₀), that is Jᵀ F = M u̇ + f
         ╲
          ● ← F     nothing sags: weight and Coriolis forces are felt, not followed

Source: the inverse dynamics formulation of haptic display in §1 of Gillespie (2003).
"""

from __future__ import annotations

import os

import numpy as np

from kane import simulate
from kane.haptics import layout as at
from kane.haptics.devices.simulated import SimulatedDevice
from kane.haptics.gallery import GALLERY
from kane.haptics.loop import Display, feel
from kane.haptics.report import report

seconds = 1 if os.environ.get("KANE_QUICK") else 5
pendulum, start = GALLERY["pendulum"](), {"q1": 0.2, "q2": 0.9}
turn = 2.0 * np.pi * np.arange(200) / 50.0
path = [
    (0.02 * k, -0.3 + 0.08 * np.sin(a), 0, -0.45 + 0.05 * np.cos(a)) for k, a in enumerate(turn)
]
hand = SimulatedDevice(path=path, damping=2.0)
loop = feel(
    pendulum.system, pendulum.handle, hand, q=start, display=Display.INVERSE, log=60.0
).run(1000 * seconds)  # fmt: skip
print(report(loop))

# The force is what the model's own inverse dynamics asks for along the motion that came of it.
model = loop.model
motion = simulate(
    model, q=start, until=float(seconds), dt=1e-3, method="semi_implicit_euler", looks=1,
    inputs=loop.recorded(),
)  # fmt: skip
q, u = motion.y[:-1, :2], motion.y[:-1, 2:]
udot = np.diff(motion.y[:, 2:], axis=0) / 1e-3
felt = loop.log[:, [at.LOG_HELD, at.LOG_HELD + 2]]
s = np.cumsum(q, axis=1)
J = -0.3 * np.array([np.cos(s), -np.sin(s)])  # of the end, by the rods' own angles
J[:, :, 0] += J[:, :, 1]  # and by q₁, which turns both
asked = np.array([model.inverse_dynamics(*row) for row in zip(q, u, udot, strict=True)])
given = np.einsum("ckr,kc->kr", J, felt)
print(f"largest force {np.abs(felt).max():.2f} N")
assert np.abs(asked - given).max() < 1e-8 * np.abs(asked).max()
