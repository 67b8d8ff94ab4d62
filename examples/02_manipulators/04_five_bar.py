"""A five-bar: two motors at the base move the point where four bars meet.

   ● tip            left and right crank 0.5 m, fore arms 0.75 m, 0.6 m between
 ╱   ╲              the motors; the loop is closed at the tip
●     ●
 ╲   ╱
  ○ ○  motors       gravity down
"""

from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np

from kane import GROUND, Body, Gravity, Joined, Revolute, System, Z, build
from kane.manipulators import closed_motion, geared


def bar(name: str, length: float) -> Body:
    """A slender bar along x from its joint, 2 kg a metre."""
    m = 2.0 * length
    moment = m * length**2 / 12
    return Body(name, mass=m, centre=(length / 2, 0, 0), inertia=(1e-4, moment, moment))


left, right = bar("left", 0.5), bar("right", 0.5)
left_fore, right_fore = bar("left fore", 0.75), bar("right fore", 0.75)
five_bar = System(
    "five-bar",
    joints=[
        Revolute("q1", GROUND, left, axis=Z),
        Revolute("q2", left, left_fore, axis=Z, at=(0.5, 0, 0)),
        Revolute("q3", GROUND, right, axis=Z, at=(0.6, 0, 0)),
        Revolute("q4", right, right_fore, axis=Z, at=(0.5, 0, 0)),
    ],
    loads=[Gravity(along=-GROUND.y)],
    constraints=[
        Joined(
            "tip", left_fore.point("a", (0.75, 0, 0)), right_fore.point("b", (0.75, 0, 0)),
            along="xy",
        )
    ],
)  # fmt: skip
model = build(five_bar)

t = np.linspace(0, 2 * np.pi, 201)
told = {"q1": 2.0 + 0.3 * np.sin(t), "q3": 1.1 + 0.3 * np.sin(t + 1)}
rates = {"u1": 0.3 * np.cos(t), "u3": 0.3 * np.cos(t + 1)}
second = {"u1": -0.3 * np.sin(t), "u3": -0.3 * np.sin(t + 1)}
motion = closed_motion(model, t, told, rates, second, start={"q2": -1.1, "q4": 0.9})
torques = geared(["q1", "q3"], 1.0).torques(model, motion.q, motion.u, motion.udot)

x = 0.5 * np.cos(motion.q[:, 0]) + 0.75 * np.cos(motion.q[:, 0] + motion.q[:, 1])
y = 0.5 * np.sin(motion.q[:, 0]) + 0.75 * np.sin(motion.q[:, 0] + motion.q[:, 1])
panes = plt.subplots(1, 2, figsize=(9, 3.4), layout="constrained")[1]
panes[0].plot(x, y)
panes[0].set(xlabel="x [m]", ylabel="y [m]", title="the tip", aspect="equal")
panes[1].plot(t, torques, label=["left motor", "right motor"])
panes[1].set(xlabel="time [s]", ylabel="torque [N m]")
panes[1].legend()
plt.savefig("five_bar.png")

# Over one turn of the law the mechanism comes back: the motors' work is zero.
power = np.sum(torques * motion.u[:, [0, 2]], axis=1)
work = float(power[:-1].sum() * (t[1] - t[0]))  # a periodic function: exact to rounding
print(f"work of the motors over the cycle: {work:.1e} J, largest power {np.abs(power).max():.2f} W")
assert abs(work) < 1e-9 * np.abs(power).max()
