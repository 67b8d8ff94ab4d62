"""Small motions of a driven pendulum: trim, modes and frequency response against closed forms.

       ─┬─ τ         Held at 30° by the torque that `equilibrium` finds, τ = m g L sin 30°, it
        │╲           swings with ω² = m g L cos 30° / I; its answer to a torque that swings with
          ●          w is 1 / (I (ω² − w²)).

These closed forms are those of any oscillator with one degree of freedom.
"""

import numpy as np

from kane import *

(tau,) = inputs("tau")
rod = Body("rod", mass=1.0, centre=(0, 0, -0.5), inertia=(0.083, 0.083, 0.001))
hanging = System(
    "hanging pendulum",
    joints=[Revolute("q1", GROUND, rod, axis=Y)],
    loads=[Gravity(along=-GROUND.z), JointForce("q1", tau)],
)
model = build(hanging)
angle = np.radians(30)
rest = equilibrium(model, q={"q1": angle}, free=["tau"], held=["q1"])
print(rest)

small = rest.linearize(outputs=["q1"])
print(small)
weight, inertia = 1.0 * 9.81 * 0.5, 0.083 + 1.0 * 0.5**2
omega = np.sqrt(weight * np.cos(angle) / inertia)
w = np.array([0.5, 2.0, 6.0])
response = small.frequency_response(w).of("q1", "tau")
exact = 1 / (inertia * (omega**2 - w**2))
print(f"ω = {omega:.9f} rad/s, by eigenvalues {np.abs(small.eigenvalues.imag).max():.9f}")
assert np.isclose(rest.inputs["tau"], weight * np.sin(angle), rtol=1e-12)
assert np.allclose(np.abs(small.eigenvalues.imag), omega, rtol=1e-12)
assert np.allclose(response.real, exact, rtol=1e-10)
