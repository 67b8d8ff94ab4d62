"""A Stewart platform: six legs that push and pull carry a platform through any motion.

  ___________
 ╱  platform ╲        each leg: a universal joint on the ground, a slide with a motor,
 ╲___________╱        a ball at the platform; 18 speeds of the legs follow from 6
  ╱╲  ╱╲  ╱╲
 ╱  ╲╱  ╲╱  ╲         forces f along n of legs that weigh nothing, by Newton and Euler:
○───○────○───○        Σ f_k n_k = m (a − g),   Σ r_k × f_k n_k = I·α + ω × I·ω
"""

from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np

from kane import GROUND, Body, Free, Gravity, Joined, Prismatic, System, Universal, Z, build
from kane.manipulators import closed_motion, geared

MASS, MOMENTS = 40.0, (2.0, 2.4, 4.0)
LEGS = [f"l{k + 1}" for k in range(6)]
low, high = np.radians([[-10, 10, 110, 130, 230, 250], [-50, 50, 70, 170, 190, 290]])
FEET = np.column_stack([np.cos(low), np.sin(low), 0 * low])
HOLDS = 0.6 * np.column_stack([np.cos(high), np.sin(high), 0 * high])
# It sways along x and rolls about x, so that speeds along its own axes are as simple.
t = np.linspace(0, 2 * np.pi, 201)
still = 0 * t
x, vx, ax = 0.3 * np.cos(t), -0.3 * np.sin(t), -0.3 * np.cos(t)
roll, w, wdot = 0.3 * np.sin(2 * t), 0.6 * np.cos(2 * t), -1.2 * np.sin(2 * t)
PLACES = {"px": x, "py": still, "pz": still + 1, "w": np.cos(roll / 2), "x": np.sin(roll / 2)}
SPEEDS = {"vx": vx, "wx": w} | dict.fromkeys(("vy", "vz", "wy", "wz"), still)
RATES = {**SPEEDS, "vx": ax, "wx": wdot}


def leg_forces(leg: float) -> np.ndarray:
    """The six motors' forces where each leg has this mass, half of it in either part."""

    def half(name: str, middle: float) -> Body:
        moments = (0.01 * leg, 0.01 * leg, 0.0005 * leg)
        return Body(name, mass=leg / 2, centre=(0, 0, middle), inertia=moments)

    platform, balls = Body("platform", mass=MASS, inertia=MOMENTS), []
    joints = [Free("platform", GROUND, platform)]
    for k, name in enumerate(LEGS):
        tube, rod = half(f"tube{k + 1}", 0.25), half(f"rod{k + 1}", -0.25)
        joints.append(Universal(f"a{k + 1} b{k + 1}", GROUND, tube, at=tuple(FEET[k])))
        joints.append(Prismatic(name, tube, rod, axis=Z))
        hold = platform.point("hold", tuple(HOLDS[k]))
        balls.append(Joined(f"ball{k + 1}", hold, rod.point("end")))
    down = [Gravity(along=-GROUND.z)]
    model = build(System("Stewart platform", joints=joints, constraints=balls, loads=down))
    told = [{f"platform.{key}": x for key, x in one.items()} for one in (PLACES, SPEEDS, RATES)]
    motion = closed_motion(model, t, *told, start=dict.fromkeys(LEGS, 1.0))
    return geared(LEGS, 1.0).torques(model, motion.q, motion.u, motion.udot)


def by_hand(k: int) -> tuple[np.ndarray, np.ndarray]:
    """Where the platform holds its legs, and the forces of legs without mass, at time k."""
    c, s = np.cos(roll[k]), np.sin(roll[k])
    r = HOLDS @ np.array([[1, 0, 0], [0, c, s], [0, -s, c]])
    top = r + np.array([x[k], 0, 1])
    n = (top - FEET) / np.linalg.norm(top - FEET, axis=1)[:, None]
    wrench = (MASS * ax[k], 0, MASS * 9.81, MOMENTS[0] * wdot[k], 0, 0)
    return top, np.linalg.solve(np.vstack([n.T, np.cross(r, n).T]), wrench)


light, heavy = leg_forces(1e-9), leg_forces(6.0)
figure = plt.figure(figsize=(9, 3.8), layout="constrained")
view, pane = figure.add_subplot(121, projection="3d"), figure.add_subplot(122)
top, _ = by_hand(20)
for ring in (top, FEET, *np.stack([FEET, top], axis=1)):
    view.plot(*np.vstack([ring, ring[:1]]).T, "o-k")
view.set(aspect="equal", title=f"t = {t[20]:.2f} s")
pane.plot(t, heavy)
pane.plot(t, light, "k:", linewidth=0.8)
pane.set(xlabel="time [s]", ylabel="force [N], dotted: legs without mass")
plt.savefig("stewart_platform.png")

# Legs of a microgram ask of their motors what Newton and Euler ask of legs without mass.
expected = np.array([by_hand(k)[1] for k in range(len(t))])
assert np.allclose(light, expected, atol=1e-7)
