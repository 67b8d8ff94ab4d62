"""A four-bar linkage: cut at one pin, assembled on the branch next to the start, and run.

          coupler  ______o R
    o K   ________/       \\          Crank 0.4 m, coupler 1 m, rocker 0.8 m, ground 1 m. The
   /_____/                 \\ rocker  loop is cut at R: three angles, two relations.
O o crank                   o        What the pin at R carries is asked for beside the motion.

"""

import os

import numpy as np

from kane import *


def bar(name: str, length: float) -> Body:
    """A uniform bar of 1 kg."""
    return Body(name, mass=1, centre=(length / 2, 0, 0), inertia=(0, 0, length**2 / 12))


crank, coupler, rocker = bar("crank", 0.4), bar("coupler", 1.0), bar("rocker", 0.8)
linkage = System(
    "four-bar",
    joints=[
        Revolute("q1", GROUND, crank, axis=Z),
        Revolute("q2", crank, coupler, axis=Z, at=(0.4, 0, 0)),
        Revolute("q3", GROUND, rocker, axis=Z, at=(1, 0, 0)),
    ],
    loads=[Gravity(along=-GROUND.y)],
    constraints=[
        Joined("pin", rocker.point("R", (0.8, 0, 0)), coupler.point("K", (1, 0, 0)), along="xy")
    ],
)
until = 1.0 if os.environ.get("KANE_QUICK") else 5.0
run = simulate(build(linkage), q=[1.0, -0.4, 1.5], u=[8, 0, 0], until=until, rtol=1e-10,
               every=0.01, record=[energy(), reaction("pin")])  # fmt: skip
print(run.report)
by_multipliers = build(linkage, formulation="multipliers")  # u̇ and λ at once, to compare with
twin = simulate(by_multipliers, q=[1.0, -0.4, 1.5], u=[8, 0, 0], until=until, rtol=1e-10,
                every=0.01, record=[reaction("pin")])  # fmt: skip
run.plot("q1", "q3", reaction("pin")).savefig("four_bar.png")
K = 0.4 * np.exp(1j * run["q1"]) + np.exp(1j * (run["q1"] + run["q2"]))
R = 1 + 0.8 * np.exp(1j * run["q3"])
assert np.abs(K - R).max() < 1e-8, "the pin stays closed"
assert np.ptp(run[energy()]) < 1e-7, "a pin does no work"
assert np.abs(twin.q - run.q).max() < 1e-6, "both routes move alike"
assert np.abs(twin[reaction("pin")] / run[reaction("pin")] - 1).max() < 1e-5
