"""A six-axis arm draws a straight line: inverse kinematics, then torques, as the paper plots them.

The hand goes 0.5 m to the side and does not turn:

        ●────●               axes 1 to 6 from the Hartenberg–Denavit table six_axis_arm.toml;
        │     ╲ ○ → hand     the time law is the quintic from rest to rest
       ═╧═

Source: Angeles, Ma and Rojas (1989), Example 2. Their time law is lost with the figures: ours is
10 x³ − 15 x⁴ + 6 x⁵ over one second. Their count for inverse dynamics is 521 / 435.
"""

from __future__ import annotations

from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import kane
from kane import Point
from kane.manipulators import Quintic, inverse_kinematics

arm = kane.load(Path(__file__).with_name("six_axis_arm.toml"))
hand = inverse_kinematics(arm, Point("hand", arm.frames["link6"], (0, 0, 0)))
near = np.radians([0, 68.5, -135, 93.6, 90, 90])
_, axes = hand.place(near)

t = np.linspace(0, 1, 101)
s, rate, second = (np.outer(part, [0.0, 0.5, 0.0]) for part in Quintic().at(t))
places = np.array([1.33, 0.0, 1.80]) + s
motion = hand.motion(t, places, rate, second, axes, start=near)

model = kane.build(arm)
torques = model.inverse_dynamics(motion.q, motion.u, motion.udot)
print(f"inverse dynamics: {model.operations['inverse_dynamics']}")

panes = plt.subplots(1, 3, figsize=(12, 3.4), layout="constrained")[1]
for pane, curves, label in (
    (panes[0], np.degrees(motion.q), "angles [deg]"),
    (panes[1], motion.u, "rates [rad/s]"),
    (panes[2], torques, "torques [N m]"),
):
    for k, curve in enumerate(curves.T, start=1):
        pane.plot(t, curve, label=f"{k}")
    pane.set(xlabel="time [s]", ylabel=label)
panes[2].legend(title="axis", fontsize="small", loc="center left", bbox_to_anchor=(1, 0.5))
plt.savefig("six_axis_arm.png")

# From rest to rest the work of all motors is what potential energy gained.
power = np.sum(torques * motion.u, axis=1)
h = t[1] - t[0]
work = h / 3 * (power[0] + power[-1] + 4 * power[1:-1:2].sum() + 2 * power[2:-1:2].sum())
lifted = model.potential_energy(motion.q[-1]) - model.potential_energy(motion.q[0])
print(f"work {work:.6f} J, lifted {float(lifted[0]):.6f} J")
assert abs(work - float(lifted[0])) < 1e-5 * np.abs(power).max()
