"""A pendulum held upright: the same law in three ways, and a run that is cut and goes on.

   ●          The law τ = −k q − c q̇ is an expression (continuous), a `Held` one (sampled
  ╱           every 10 ms, in native code), and a function of Python (sampled alike; native
─┴─ τ         code runs between its calls). The last run is cut after a second and goes on.
"""

import numpy as np

from kane import *

(tau,) = inputs("tau")
rod = Body("rod", mass=1.0, centre=(0, 0, 0.5), inertia=(0.083, 0.083, 0.001))
driven = System(
    "driven pendulum",
    joints=[Revolute("q1", GROUND, rod, axis=Y)],
    loads=[Gravity(along=-GROUND.z), JointForce("q1", tau)],
)
model = build(driven)
k, c, period = 12.0, 3.0, 0.01
law = -k * coordinate("q1") - c * rate("q1")


def control(t: float, q: np.ndarray, u: np.ndarray) -> float:
    """What a controller of one's own returns."""
    return float(-k * q[0] - c * u[0])


def run(by: object, until: float = 3.0, resume: Trajectory | None = None) -> Trajectory:
    """A run from 20°, pushed by a law."""
    return simulate(model, q=[0.35], until=until, every=0.05, inputs={"tau": by}, resume=resume)


continuous = run(law)
sampled = run(Sampled(function=control, period=period))
held = run(Held(value=law, period=period))
cut = run(Held(value=law, period=period), until=1.0)
whole = run(Held(value=law, period=period), resume=cut)

print(continuous.report)
print(f"sampling moves it by {np.ptp(held['q1'] - continuous['q1']):.1e} rad")
print(f"Python's law and the native one differ by {np.abs(held.y - sampled.y).max():.0e}")
axes = continuous.plot("q1").axes[0]
axes.plot(held.t, held["q1"], "--", label="sampled")
axes.figure.savefig("control.png")
assert np.abs(held.y - sampled.y).max() < 1e-12
assert np.array_equal(whole.y, held.y)  # to the bit
