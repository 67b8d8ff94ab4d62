"""A clock's escapement: a finite state machine whose modes are prepared one by one.

         \\   pivot   /        The escape wheel, pushed by a torque, is locked while the pendulum
    entry ⟍    o    ⟋ exit     swings outside ±a. Inside, it slides along a pallet and pushes it:
           ( wheel )           ω_wheel = κ ω to the right, on the entry pallet, −κ ω to the left,
                               on the exit pallet. Before each it drops freely by a little.

    locked ──−a→──▶ drop ──▶ entry ──+a──▶ drop ──▶ locked ──←+a──▶ drop ──▶ exit ──−a──▶ …

Nothing rubs: what the torque gives, the blows take when the wheel is caught and stopped, and the
swing grows until both are equal. Each mode's equations are derived and compiled on their own.
"""

import os
from functools import partial

import numpy as np

from kane import *

a, drop, kappa, torque = 0.05, 0.002, 3.0, 0.02  # rad, rad, -, N m
pendulum = Body("pendulum", mass=1, centre=(0, -1, 0), inertia=(0, 0, 0.01))
wheel = Body("wheel", mass=0.2, inertia=(0, 0, 0.01))
movement = System(
    "escapement",
    joints=[
        Revolute("swing", GROUND, pendulum, axis=Z),
        Revolute("turn", GROUND, wheel, axis=Z, at=(0, -0.3, 0)),
    ],
    loads=[Gravity(along=-GROUND.y), Torque(torque * GROUND.z, on=wheel)],
    constraints=[
        Motion("lock", rate("turn") == 0),
        Motion("entry", rate("turn") == kappa * rate("swing"), active=False),
        Motion("exit", rate("turn") == -kappa * rate("swing"), active=False),
    ],
)
swing = coordinate("swing")
machine = [
    When(abs(swing) < a, release="lock"),
    When(swing > -a + drop, impose="entry"),
    When(swing > a, release="entry"),
    When(swing > a + drop, impose="lock"),
    When(swing < a - drop, impose="exit"),
    When(swing < -a, release="exit"),
    When(swing < -a - drop, impose="lock"),
]
model, until = build(movement), 6.0 if os.environ.get("KANE_QUICK") else 60.0
moved = partial(
    simulate, model, q={"swing": 0.1}, until=until, every=0.01, events=machine, rtol=1e-10
)
run = moved(record=[energy()], prepare=[["lock"], ["entry"], ["exit"]])
print(run.report)
run.plot("swing", "turn").savefig("escapement.png")

# Whichever code computes them, the modes move alike.
same = moved()
assert np.abs(same.q - run.q).max() < 1e-8
# Work of the torque = what the swing gains + what the blows take.
taken = -sum(event.energy for event in run.events)
gained, work = run[energy()][-1] - run[energy()][0], torque * (run["turn"][-1] - run["turn"][0])
assert abs(work - gained - taken) < 1e-7
# The wheel goes on by the same angle with each swing, once the swing is steady.
steps = np.diff([run["turn"][np.searchsorted(run.t, e.t)] for e in run.events
                 if e.name == "lock" and e.action.value == "impose"])  # fmt: skip
print("with each swing", steps[-1], "rad; amplitude", np.abs(run["swing"][run.t > until - 3]).max())
assert until < 60 or np.ptp(steps[-4:]) < 1e-5
