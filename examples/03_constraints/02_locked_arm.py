"""A planar arm whose joints lock and let go: momentum kept, energy lost as it must be.

    o───────o───────o───────>     Three uniform rods of 1 m and 1 kg, swinging under gravity.
     q1      q2      q3           t = 0.5 s: joint 3 locks; 1.0 s: joint 2, too; 1.5 s: both free.

Locking is plastic: it loses ½ Δuᵀ M Δu, and what is not locked keeps its momentum. Each mode runs
its own equations, prepared beforehand.

Source: the free and locked planar 3R arm of Müller (2026), with uniform rods.
"""

import numpy as np

from kane import *

parent, joints = GROUND, []
for k in (1, 2, 3):
    rod = Body(f"rod{k}", mass=1, centre=(0.5, 0, 0), inertia=(0, 0, 1 / 12))
    joints.append(Revolute(f"q{k}", parent, rod, axis=Z, at=(1.0 if k > 1 else 0.0, 0, 0)))
    parent = rod
arm = System(
    "arm",
    joints=joints,
    loads=[Gravity(along=-GROUND.y)],
    constraints=[Motion(f"lock {k}", rate(f"q{k}") == 0, active=False) for k in (2, 3)],
)
model = build(arm)
run = simulate(
    model,
    q=[0, 0.5, 0.5],
    until=2.0,
    rtol=1e-11,
    record=[energy()],
    events=[
        When(clock() > 0.5, impose="lock 3"),
        When(clock() > 1.0, impose="lock 2"),
        When(clock() > 1.5, release="lock 2"),
        When(clock() > 1.5, release="lock 3"),
    ],
    prepare=[["lock 3"], ["lock 2", "lock 3"]],
)
run.plot("q1", "q2", "q3", energy()).savefig("locked_arm.png")
print(run)
for event in run.events:
    print(f"{event.t:.3f} s {event.action.value} {event.name}: {event.energy:.6f} J")

for event in run.events[:2]:
    before = int(np.flatnonzero(run.t == event.t)[0])
    change = run.u[before + 1] - run.u[before]
    lost = change @ model.mass_matrix(run.q[before]) @ change / 2
    assert abs(event.energy + lost) < 1e-12 * (1 + lost), "Carnot: ½ Δuᵀ M Δu"
stays = run[energy()][-1] - run[energy()][0] - sum(event.energy for event in run.events)
assert abs(stays) < 1e-8, "between the locks energy is kept"
