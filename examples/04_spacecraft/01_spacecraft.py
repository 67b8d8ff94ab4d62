"""A spacecraft on a circular orbit: panel, dish and camera on a tree of joints; a Monte Carlo.

              panel                    Joints: the panel turns about 2, the dish by gimbals 2-1-3,
                │ 2                    the camera on the dish in a spherical joint. Two reaction
            ┌───┴───┐  213             wheels are gyrostats: their momentum is carried, and they
    rw1, rw2│  bus  ├───── dish        add no speed to the equations. Nothing turns the wheels.
            └───────┘       └ camera

Scattering the panel's mass by 2 % shows what that does to the rates after 1,000 s; `mc.zarr` keeps
the runs, and the same call goes on with them.
"""

import os

import numpy as np

from kane import *
from kane import space
from kane.space import normal

sat = space.spacecraft(
    bus=Body("bus", mass=800, inertia=(900, 700, 600)),
    appendages=[
        space.Appendage(
            Body("panel", mass=25, inertia=(30, 2, 31), centre=(0, 1.5, 0)),
            Gimbal("2", at=(0, 1.2, 0)), stiffness=20, damping=0.5),
        space.Appendage(
            Body("dish", mass=15, inertia=(3, 4, 5), centre=(0.3, 0, 0)),
            Gimbal("213", at=(0.9, 0, 0.4)), stiffness=30, damping=1),
        space.Appendage(
            Body("camera", mass=2, inertia=(0.1, 0.1, 0.1), centre=(0, 0, 0.1)),
            Spherical(at=(0.6, 0, 0)), damping=0.1, on="dish"),
    ],
    wheels=[
        space.Wheel("rw1", axis=(1, 0, 0), inertia=0.02),
        space.Wheel("rw2", axis=(0, 1, 0), inertia=0.02),
    ],
    orbit=space.circular(altitude="500 km"),
)  # fmt: skip
print(sat.path_table())

model = build(sat)
start = {"bus.wx": 0.01, "bus.wz": -0.005, "panel": 0.1, "rw1.h": 4.0}
run = simulate(model, **sat.start(**start), until=200.0, rtol=1e-10, events=sat.watch())
print(run)
print(sat.checks(run))

runs = space.monte_carlo(
    model,
    n=4 if os.environ.get("KANE_QUICK") else 1000,
    scatter={"panel.mass": normal(rel=0.02), "bus.wx": normal("0.01 deg/s")},
    start=start,
    until="50 s" if os.environ.get("KANE_QUICK") else "1000 s",
    out="mc.zarr",
)
print(runs)
runs.review("bus.wx").savefig("spacecraft.png")

E = run.values([energy()])[:, 0]
assert np.abs(E - E[0]).max() < 1e-11 * abs(E[0]) + 1.0  # dampers take less than a joule
assert np.abs(run["rw1.h"] - 4.0).max() == 0.0  # nothing turns the wheel
assert not runs.failed
