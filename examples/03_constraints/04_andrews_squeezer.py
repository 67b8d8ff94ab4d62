"""Andrews' squeezer: seven bars in three loops, driven far and fast.

              C ⌇ spring         K1 turns about O, driven by a motor with constant torque, and
         K3 ╲ ⌇                  K2 joins it to P, where the bars of three loops meet: K3 from B,
       B ───── P ── K2 ── K1 O   K4 and K5 from A, K6 and K7 from A. K3 is held by a spring.
         K4 ╱ ╲ K6               No gravity. In 0.03 s the crank makes two and a half turns.
       K5 ╱ A  ╲ K7

Each loop is cut at P: seven angles, six relations. Nothing is solved by hand.

Source: Hairer and Wanner (1996), Sec. VII.7, and the test set for initial value problems.
"""

import os

import numpy as np

from kane import *
from kane.model.closures import Joined

A, B, C = (-0.06934, -0.00227, 0), (-0.03635, 0.03273, 0), (0.014, 0.072, 0)
torque, stiffness, length = parameters(torque=0.033, stiffness=4530, length=0.07785)
d, e, rr, ss, u, zf, zt = 0.028, 0.02, 0.007, 0.035, 0.04, 0.02, 0.04


def bar(name: str, mass: float, inertia: float, x: float, y: float) -> Body:
    """A bar that moves in the plane, its mass centre in its own axes."""
    return Body(name, mass=mass, centre=(x, y, 0), inertia=(0, 0, inertia))


K1 = bar("K1", 0.04325, 2.194e-6, 0.00092, 0)
K2 = bar("K2", 0.00365, 4.410e-7, -0.0115, 0)
K3 = bar("K3", 0.02373, 5.255e-6, 0.01043, -0.01874)
K4 = bar("K4", 0.00706, 5.667e-7, 0, 0.01421 - e)
K5 = bar("K5", 0.07050, 1.169e-5, 0.02308, 0.00916)
K6 = bar("K6", 0.00706, 5.667e-7, zf - 0.01421, 0)
K7 = bar("K7", 0.05498, 1.912e-5, -0.00449, -0.01228)
P2, P3 = K2.point("P2", (-d, 0, 0)), K3.point("P3", (0, -ss, 0))
P4, P6 = K4.point("P4", (0, -e, 0)), K6.point("P6", (zf, 0, 0))
squeezer = System(
    "Andrews' squeezer",
    joints=[
        Revolute("beta", GROUND, K1, axis=Z),
        Revolute("theta", K1, K2, axis=Z, at=(rr, 0, 0)),
        Revolute("gamma", GROUND, K3, axis=Z, at=B),
        Revolute("delta", GROUND, K5, axis=Z, at=A),
        Revolute("phi", K5, K4, axis=Z, at=(zt, 0, 0)),
        Revolute("epsilon", GROUND, K7, axis=Z, at=A),
        Revolute("omega", K7, K6, axis=Z, at=(0, -u, 0)),
    ],
    loads=[
        JointForce("beta", torque),
        SpringDamper(
            K3.point("D", (0.02, -0.018, 0)),
            Point("C", GROUND, C),
            stiffness=stiffness,
            length=length,
        ),
    ],
    constraints=[Joined(f"loop {k}", P2, P, along="xy") for k, P in ((1, P3), (2, P4), (3, P6))],
)
start = {"beta": -0.0617138900142764, "gamma": 0.455279819163070, "delta": 0.487364979543842}
start |= {"phi": 0.222668390165886, "epsilon": 1.23054744454982, "omega": -0.222668390165886}
until = 0.003 if os.environ.get("KANE_QUICK") else 0.03
work = energy() - torque * coordinate("beta")  # what the motor has put in is in the energy
run = simulate(build(squeezer), q=start, until=until, rtol=1e-13, record=[work])
run.plot("beta", "gamma", "phi").savefig("squeezer.png")
run.strip(count=5, plane="xy").savefig("squeezer_bars.png")
print(run, f"\nbeta = {run['beta'][-1]:.11f} rad, energy kept to {np.ptp(run[work]):.1e} J")
assert np.ptp(run[work]) < 1e-12
