"""The mobile manipulator of the paper: three wheels, two links, and whether it would tip over.

        ______                Table I of Tanner and Kyriakopoulos (2001): one steered wheel ahead,
     w1 ▌     \\___            two on an axle behind, two links with vertical axes. Its Fig. 5: the
        ▌  ●━━━━━━●━━━━━       steering is kept, the arm is free, no motor runs. The energy stays,
     w2 ▌_____/‾‾‾            the arm swings, and now and then a rear wheel would leave the ground.
             w0

The paper gives no start; this one is that of the reference it is tested with: 1 m/s on a circle of
2 m. The pictures are drawn as the paper draws them.
"""

from __future__ import annotations

import math
import os
from pathlib import Path

import numpy as np

from kane import Body, When, build, load, mobile, simulate
from kane.model.quantities import kinetic_energy

here = Path(__file__).parent
robot = mobile.platform(
    "cart",
    body=Body("platform", mass=40, centre=(0, 0, 0.15), inertia=(1.667, 1.667, 3.02)),
    wheels=[
        mobile.Steered("w0", at=(0.3, 0), angle="phi", locked=True),
        mobile.Fixed("w1", at=(-0.3, 0.3)),
        mobile.Fixed("w2", at=(-0.3, -0.3)),
    ],
    radius=0.15,
    wheel_mass=2,
    friction=0.7,
    base=Body("base", mass=5, inertia=(0.08, 0.08, 0.156)),
    at=(0, 0, 0.15),
    arm=load(here / "two_link.toml"),
)
model = build(robot)
print(mobile.closed_form(robot).S)  # which speeds rolling settles

begin = mobile.start(robot, q={"phi": math.atan(0.3)}, rates={"x": 1.0, "y": 0.1})
print(begin)  # it could not go sideways: what it got instead

phi = math.atan(0.3)
run = simulate(
    model,
    q={"phi": phi},
    u={"v": 1 / math.cos(phi)},
    until=5.0 if "KANE_QUICK" in os.environ else 20.0,
    rtol=1e-12,
    record=[mobile.wheel_loads(), mobile.tip_over(), mobile.friction_use()],
    events=[When(mobile.tip_over() < 0, mark="tips")],
)
print(run)
print(mobile.verdict(run))
mobile.figure(run).savefig("mobile_manipulator.png", dpi=110)

energy = run[kinetic_energy()]
assert np.ptp(energy) < 1e-10 * energy[0]
loads = run[mobile.wheel_loads()]
assert np.abs(loads.sum(axis=1) - 66 * 9.81).max() < 1e-9  # level ground: they carry its weight
assert (np.sign(run["tip_over()"]) == np.sign(loads.min(axis=1))).all()
