"""The shopping cart whose caster sticks and lets go: a constraint that comes and goes.

      P1 ─────── P2 ⟍      Speeds u1, u2 encapsulate the rear wheels, u3 depends by the front
      o    B     o   ⟍     wheel. While the caster sticks q̇4 = 0 too: two speeds become one.
                      o    It sticks where it has come to rest, and lets go where the torque
                     P3    that holds it exceeds what dry friction can give.

Source: Example 3 of Gillespie (2003); (67) with the sign that keeps energy.
"""

import numpy as np

from kane import *

mB, mC, IB, L1, L2, L3 = parameters(mB=20, mC=2, IB=1.5, L1=0.4, L2=0.8, L3=0.1)
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
model = build(cart)
holding = reaction("caster sticks")
run = simulate(
    model,
    u=[1.0, 0.2],
    until=8.0,
    rtol=1e-10,
    inputs={"F": 3.0, "tau": 6.0 * sin(2.0 * clock())},
    record=[energy(), holding, rate("q4")],
    events=[
        When(abs(holding) > 0.4, release="caster sticks"),
        When(abs(rate("q4")) < 0.01, impose="caster sticks"),
    ],
    prepare=[["caster sticks"]],
)
run.plot("q4", holding).savefig("sticking_caster.png")
print(run)
for event in run.events:
    print(f"{event.t:.6f} s {event.action.value} {event.name}: {event.energy:.3e} J")
sticks = run["holds(caster sticks)"] == 1.0
assert sticks.any()
assert np.abs(run[rate("q4")][sticks]).max() < 1e-12, "while it sticks it does not turn"
assert np.abs(run[holding][sticks]).max() < 0.4 + 1e-6, "friction holds no more than it can"
assert all(event.energy <= 0 for event in run.events), "sticking loses energy, letting go none"
