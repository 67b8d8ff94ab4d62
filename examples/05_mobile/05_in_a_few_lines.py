"""A mobile manipulator in a few lines: does it tip over when its arm swings?

        _____             One steered wheel ahead, two on an axle behind, two links with vertical
     w1▐  ●━━━━●━━━━      axes from a file. The first link turns at 1 rad/s; nothing is driven and
     w2▐_____/  w0        no friction is stated: `friction_use` is then what each wheel needs so
                          as not to slip.

Mass centre and weight decide: with the arm to the side the line of weight leaves the triangle
of the wheels, as Tanner and Kyriakopoulos (2001) show in their Fig. 4.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from kane import Body, When, build, load, mobile, simulate

here = Path(__file__).parent
platform = Body("platform", mass=40, centre=(0, 0, 0.15), inertia=(1.667, 1.667, 3.02))

robot = mobile.platform(
    "cart",
    body=platform,
    wheels=[
        mobile.Steered("w0", at=(0.3, 0)),
        mobile.Fixed("w1", at=(-0.3, 0.3)),
        mobile.Fixed("w2", at=(-0.3, -0.3)),
    ],
    arm=load(here / "two_link.toml"),
    radius=0.15,
)
run = simulate(
    build(robot),
    u={"u1": 1.0},
    until=4.0,
    record=[mobile.wheel_loads(), mobile.tip_over(), mobile.friction_use()],
    events=[When(mobile.tip_over() < 0, mark="tips")],
)
mobile.figure(run).savefig("in_a_few_lines.png", dpi=110)  # top view, energy, friction, tip-over

print(run)
print(mobile.verdict(run))
weight = 9.81 * (40 + 10 + 5 + 3 * 200 * np.pi * 0.15**3)  # a wheel's mass where none is stated
loads = run[mobile.wheel_loads()]
assert np.abs(loads.sum(axis=1) - weight).max() < 1e-9 * weight
# the robot tips where a wheel would have to hang on to the ground, and nowhere else
assert (np.sign(run[mobile.tip_over()]) == np.sign(loads.min(axis=1))).all()
