"""A base and its arm's tip follow a path each, at once, while the wheels are watched.

           tip ●  y = 1 + 0.2 sin       Two driven wheels and a castor carry two links. The base's
      ____◎___╱                        nose follows a straight line, the tip a wave beside it; four
     ▐ nose▌                           motors, four outputs. Computed torque decouples them exactly.
      ▔▔▔▔▔

A nose ahead of the axle can be led anywhere, though no wheel goes sideways: Yamamoto's look-ahead
point (1994), reference 5 of Tanner and Kyriakopoulos (2001).
"""

from __future__ import annotations

import os

import numpy as np

from kane import GROUND, Body, JointForce, Revolute, System, Z, build, inputs, mobile, simulate

body = Body("base", mass=40, centre=(0.1, 0, 0.15), inertia=(1.2, 1.5, 2.2))
link1 = Body("link1", mass=5, centre=(0.25, 0, 0), inertia=(0.01, 0.1, 0.1))
link2 = Body("link2", mass=3, centre=(0.2, 0, 0), inertia=(0.01, 0.05, 0.05))
arm = System(
    "arm",
    joints=[
        Revolute("q1", GROUND, link1, axis=Z),
        Revolute("q2", link1, link2, axis=Z, at=(0.5, 0, 0)),
    ],
    loads=[JointForce("q1", *inputs("shoulder")), JointForce("q2", *inputs("elbow"))],
)
robot = mobile.platform(
    "two paths",
    body=body,
    wheels=[
        mobile.Fixed("left", at=(0, 0.25), drive="left motor", limit=15),
        mobile.Fixed("right", at=(0, -0.25), drive="right motor", limit=15),
        mobile.Castered("front", at=(0.45, 0), trail=0.05, mass=0.5, radius=0.05),
    ],
    radius=0.1,
    wheel_mass=2,
    friction=0.7,
    arm=arm,
    at=(0.2, 0, 0.3),
)
model = build(robot)

NOSE, TIP, SPEED, WAVE = 0.3, 0.4, 0.5, 0.2


def nose_path(t: float) -> tuple[list[float], list[float], list[float]]:
    return [NOSE + SPEED * t, 0.0], [SPEED, 0.0], [0.0, 0.0]


def tip_path(t: float) -> tuple[list[float], list[float], list[float]]:
    s, c = WAVE * np.sin(t), WAVE * np.cos(t)
    return [0.4 + SPEED * t, 0.6 + s], [SPEED, c], [0.0, -s]


aims = [
    mobile.Aim(body.point("nose", (NOSE, 0, 0)), "xy", nose_path),
    mobile.Aim(link2.point("tip", (TIP, 0, 0)), "xy", tip_path),
]
# it starts off the tip's path: the error dies out
begin = mobile.start(robot, q={"q1": 0.6, "q2": 1.5}, rates={"x": SPEED})
until = 4.0 if "KANE_QUICK" in os.environ else 12.0
lead = mobile.tracking(model, aims, frequency=3.0)
run = simulate(model, q=begin.q, u=begin.u, until=until, rtol=1e-7, inputs=lead)

errors = [
    np.hypot(*(run[mobile.place(aim.point, axis)] - [aim.path(t)[0][k] for t in run.t]
               for k, axis in enumerate("xy")))
    for aim in aims
]  # fmt: skip
print(run)
print(mobile.verdict(run))
print(f"errors at the start {errors[0][0]:.3f}, {errors[1][0]:.3f} m, "
      f"at the end {errors[0][-1] * 1e3:.4f}, {errors[1][-1] * 1e3:.4f} mm")  # fmt: skip
assert max(error[-1] for error in errors) < 1e-3
assert mobile.verdict(run).kept
