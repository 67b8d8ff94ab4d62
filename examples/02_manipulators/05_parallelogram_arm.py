"""A parallelogram arm whose two motors do not feel each other's motion.

                ● hand           both motors stand at the shoulder: one turns the upper arm (q1),
       rod     ╱                 the other a crank (q2) that holds the forearm parallel to itself
  ●───────────● elbow            through a rod
 ╱ crank     ╱ forearm's tail    u̇'s matrix is diag(d1, d2) where
○───────────●
shoulder, upper arm              m3 l2 lc3 = m4 l1 lc4    [SpongHutchinsonVidyasagar2006 Sec. 7.4]
"""

from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np

from kane import GROUND, Body, Gravity, Joined, Revolute, System, Z, build
from kane.machine.model import Model
from kane.manipulators import JointMotion, closed_motion, geared

L1, L2, LC1, LC2, LC3 = 0.5, 0.2, 0.25, 0.08, 0.25  # upper arm, crank, and mass centres
M1, M2, M3, M4 = 4.0, 1.5, 1.2, 2.0  # upper arm, crank, rod, forearm
LC4 = M3 * L2 * LC3 / (M4 * L1)  # of the forearm, from the elbow, with what balances it
t = np.linspace(0, 2, 201)


def arm(lc4: float) -> Model:
    """The arm with its forearm's mass centre this far from the elbow."""

    def link(name: str, mass: float, centre: float) -> Body:
        moment = 0.02 * mass
        return Body(name, mass=mass, centre=(centre, 0, 0), inertia=(1e-4, moment, moment))

    upper, crank = link("upper arm", M1, LC1), link("crank", M2, LC2)
    rod, forearm = link("rod", M3, LC3), link("forearm", M4, lc4)
    end, tail = rod.point("end", (L1, 0, 0)), forearm.point("tail", (-L2, 0, 0))
    return build(
        System(
            "parallelogram arm",
            joints=[
                Revolute("q1", GROUND, upper, axis=Z),
                Revolute("q2", GROUND, crank, axis=Z),
                Revolute("q3", crank, rod, axis=Z, at=(L2, 0, 0)),
                Revolute("q4", upper, forearm, axis=Z, at=(L1, 0, 0)),
            ],
            loads=[Gravity(along=-GROUND.y)],
            constraints=[Joined("tail", end, tail, along="xy")],
        )
    )


def swinging(model: Model) -> tuple[JointMotion, np.ndarray]:
    """The motors' torques while the upper arm is held still and the forearm swings."""
    still = 0 * t
    told = {"q1": still + 0.4, "q2": 4.4 + 0.5 * np.sin(6 * t)}
    rates = {"u1": still, "u2": 3.0 * np.cos(6 * t)}
    second = {"u1": still, "u2": -18.0 * np.sin(6 * t)}
    motion = closed_motion(model, t, told, rates, second, start={"q3": -3.6, "q4": 0.5})
    return motion, geared(["q1", "q2"], 1.0).torques(model, motion.q, motion.u, motion.udot)


motion, balanced = swinging(arm(LC4))
_, common = swinging(arm(0.3))  # a forearm as it comes
panes = plt.subplots(1, 2, figsize=(9, 3.6), layout="constrained")[1]
for k in (0, 26, 79):
    q1, q2 = motion.q[k, :2]
    a, b = L1 * np.exp(1j * q1), L2 * np.exp(1j * q2)
    places = np.array([0, b, a + b, a, 0, a, a - 3 * b])  # the forearm points away from the crank
    panes[0].plot(places.real, places.imag, "o-", label=f"{t[k]:.2f} s")
panes[0].set(xlabel="x [m]", ylabel="y [m]", aspect="equal", title="upper arm held still")
panes[1].plot(t, balanced[:, 0], label="balanced")
panes[1].plot(t, common[:, 0], label="mass centre in the forearm's middle")
panes[1].set(xlabel="time [s]", ylabel="torque of the upper arm's motor [N m]")
for pane in panes:
    pane.legend()
plt.savefig("parallelogram_arm.png")

# Balanced, the upper arm's motor carries its own weight and feels nothing else.
held = 9.81 * np.cos(0.4) * (M1 * LC1 + M3 * LC3 + M4 * L1)
print(f"upper arm's motor: {held:.3f} N m if balanced, ±{np.ptp(common[:, 0]) / 2:.1f} if not")
assert np.allclose(balanced[:, 0], held, rtol=1e-12)
