"""Two mobile robots carry one beam: a closed loop over wheels, arms and load.

      ▐A▌━━●━━━━━━━━━●━━▐B▌      Each platform has two driven wheels, a castor and one link with a
                beam             vertical axis. The beam turns on A's tip and is joined to B's: two
                                 relations hold the loop. Both drive ahead with the same torque.

The paper names cooperating robots as what is to be done next (Tanner and Kyriakopoulos 2001,
Sec. 7). The ground carries the weight of all whatever happens; energy comes from the motors alone.
"""

from __future__ import annotations

import os

import numpy as np

from kane import GROUND, Body, Revolute, System, Z, build, mobile, simulate
from kane.model.closures import Joined
from kane.model.quantities import kinetic_energy, reaction

REACH, BEAM = 0.4, 1.0


def robot(name: str) -> tuple[System, Body]:
    """A platform with one link, and this link; A carries the beam."""
    body = Body(f"{name} base", mass=60, centre=(0.1, 0, 0.12), inertia=(1.6, 2.0, 3.0))
    link = Body(f"{name} link", mass=2, centre=(0.2, 0, 0), inertia=(0.01, 0.05, 0.05))
    joints = [Revolute(f"{name}_arm", GROUND, link, axis=Z)]
    if name == "A":
        joints.append(Revolute("A_beam", link, beam, axis=Z, at=(REACH, 0, 0)))
    wheels = [
        mobile.Fixed(f"{name} left", at=(0, 0.3), drive="push"),
        mobile.Fixed(f"{name} right", at=(0, -0.3), drive="push"),
        mobile.Castered(f"{name} castor", at=(0.35, 0), trail=0.05, radius=0.05),
    ]
    system = mobile.platform(
        name, body=body, wheels=wheels, radius=0.1, wheel_mass=1.5, friction=0.7,
        arm=System(f"{name} arm", joints=joints), at=(0.1, 0, 0.4),
        coordinates=f"{name}_x {name}_y {name}_theta", speed_names=f"{name}_v {name}_w",
    )  # fmt: skip
    return system, link


beam = Body("beam", mass=3, centre=(BEAM / 2, 0, 0), inertia=(0.01, 0.25, 0.25))
(a, _), (b, link_b) = robot("A"), robot("B")
ends = Joined(
    "grip", beam.point("end", (BEAM, 0, 0)), link_b.point("tip", (REACH, 0, 0)), along="xy"
)
pair = mobile.together("two robots, one beam", a, b, constraints=[ends])
model = build(pair)

# side by side, arms at right angles towards each other, the beam between them
turn = np.pi / 2
q = {"B_y": 2 * REACH + BEAM, "A_arm": turn, "A_beam": 0.0, "B_arm": -turn}
until = 1.0 if "KANE_QUICK" in os.environ else 3.0
run = simulate(
    model, q=q, u={"A_v": 0.2, "B_v": 0.2, "A_w": 0.02}, until=until, rtol=1e-10,
    inputs={"push": 0.2},
    record=[mobile.wheel_loads(), mobile.friction_use(), reaction("grip")],
)  # fmt: skip
print(run)
print(mobile.verdict(run))
mobile.figure(run).savefig("two_robots.png", dpi=110)

loads = run[mobile.wheel_loads()]
weight = 9.81 * (2 * (60 + 2 + 3 * 1.5) + 3)
assert np.abs(loads.sum(axis=1) - weight).max() < 1e-8 * weight
spins = [f"{name}_{side}_spin" for name in "AB" for side in ("left", "right")]
work = 0.2 * sum(run[spin] - run[spin][0] for spin in spins)
energy = run[kinetic_energy()]
assert np.abs(energy - energy[0] - work).max() < 1e-6 * energy.max()
