"""A shopping cart: speeds that encapsulate one constraint, and a second one embedded.

      P1 ─────── P2 ⟍      Rear wheels at P1 let the basket B move along b1 and turn about P1:
      o    B     o   ⟍     speeds u1 = v^P1·b1 and u2 = ω^B·b3 leave no other motion. The caster C
                      o    turns at P2 and its wheel at P3 does not skid: u3 = ω^C·c3 depends.
                     P3

Four coordinates, two speeds, two equations of motion. Source: Example 3 of Gillespie (2003),
Eqs. (51) to (63), for the free caster. (The caster that sticks and frees comes with constraints
that change while running; here the relation is derived and kept as a row.)
"""

from __future__ import annotations

import os

import numpy as np
from scipy.integrate import solve_ivp

from kane import (
    GROUND,
    Body,
    Force,
    Motion,
    Planar,
    Revolute,
    System,
    Torque,
    Z,
    angular_velocity,
    build,
    derive,
    inputs,
    parameters,
    rate,
    velocity,
)

mB, mC, IB, L1, L2, L3 = parameters(
    mB="20 kg", mC="2 kg", IB="1.5 kg m^2", L1="0.4 m", L2="0.8 m", L3="0.1 m"
)
F, tau = inputs("F", "tau")
B = Body("basket", mass=mB, centre=(L1, 0, 0), inertia=(0, 0, IB))
C = Body("caster", mass=mC, centre=(-L3, 0, 0))  # a particle at P3
P1, P2, P3 = B.point("P1"), B.point("P2", (L2, 0, 0)), C.point("P3", (-L3, 0, 0))
cart = System(
    "shopping cart",
    joints=[Planar("x y q3", GROUND, B), Revolute("q4", B, C, axis=Z, at=P2)],
    speeds=[
        velocity(P1).along(B.x),
        angular_velocity(B).along(B.z),
        angular_velocity(C).along(C.z),
    ],
    constraints=[
        Motion("rear wheels", velocity(P1).along(B.y) == 0),
        Motion("front wheel", velocity(P3).along(C.y) == 0, dependent="u3"),
        Motion("caster sticks", rate("q4") == 0, active=False),
    ],
    loads=[Force(F * B.x, at=P1), Torque(tau * B.z, on=B)],
)
print(derive(cart))

# Pushed off and left alone: nothing drives it and the wheels do no work, so energy stays.
model = build(cart)


def motion(t: float, x: np.ndarray) -> np.ndarray:
    """(q̇, u̇) of the free cart."""
    q, u = x[:4], x[4:]
    return np.concatenate([model.rates(q, u), model.forward_dynamics(q, u, [0.0, 0.0])])


start = [0.0, 0.0, 0.0, 2.5, 1.0, 0.2]  # the caster nearly backwards: it will swing round
until = 1.0 if os.environ.get("KANE_QUICK") else 5.0
run = solve_ivp(motion, (0, until), start, method="DOP853", rtol=1e-11, atol=1e-11)
energy = model.kinetic_energy(run.y[:4].T.copy(), run.y[4:].T.copy())[:, 0]
print(f"\nafter {until} s: q4 = {run.y[3, -1]:.4f}, energy drift {np.ptp(energy):.1e} J")
assert np.ptp(energy) < 1e-7 * energy[0]
