"""A block and a ball on a table: sliding until they rest or roll, and a fall onto an edge.

      ┌───┐ →           ◯ →        The block slides with friction μ and stops after v/(μ g).
    ──┴───┴─────────────┴────      The ball slides until it rolls with 5/7 of its speed, at
                                   2v/(7 μ g). A box that falls on an edge comes to rest on a side.

Nothing is said of when anything happens: contacts close, slip, stick and open by their laws.
"""

import os

import numpy as np

from kane import *

mu, g, v, r = 0.3, 9.81, 2.0, 0.1
table, down = GROUND.plane(Z), Gravity(along=-GROUND.z, magnitude=g)

ball = Body("ball", mass=1, inertia=(0.4 * r * r,) * 3, shape=Sphere(r))
rolling = System(
    "ball",
    joints=[Free("b", GROUND, ball)],
    loads=[down],
    contacts=[Contact("table", ball, table, friction=mu)],
)
run = simulate(build(rolling), q={"b.pz": r}, u={"b.vx": v}, until=1.0, rtol=1e-10)
(rolls,) = run.events
print(rolls, run["b.vx"][-1])
assert abs(rolls.t - 2 * v / (7 * mu * g)) < 1e-5

flat = Body("block", mass=2, inertia=(0.05, 0.06, 0.05), shape=Box(0.4, 0.2, 0))
upright = ((1, 0, 0), (0, 0, -1), (0, 1, 0))  # a vertical plane: its own x and y are x and z
sliding = System(
    "block",
    joints=[Planar("x z turn", GROUND, flat, axes=upright)],
    loads=[down],
    contacts=[Contact("table", flat, table, friction=mu, across=GROUND.y)],
)
run = simulate(build(sliding), q=[0, 0.1, 0], u=[v, 0, 0], until=1.5, rtol=1e-10)
print(run, run.events[-1])
assert abs(run["x"][-1] - v * v / (2 * mu * g)) < 1e-6

box = Body("box", mass=2, inertia=(0.05, 0.06, 0.05), shape=Box(0.4, 0.3, 0.2))
falling = System(
    "box",
    joints=[Free("b", GROUND, box)],
    loads=[down],
    contacts=[Contact("table", box, table, friction=0.4, restitution=0.1)],
)
until = 0.3 if os.environ.get("KANE_QUICK") else 1.0
run = simulate(build(falling), q={"b.pz": 0.5}, u={"b.vx": 1.0, "b.wy": 1.0}, until=until,
               every=0.005, record=[energy()])  # fmt: skip
print(*run.events, sep="\n")
run.plot("b.pz", energy()).savefig("box.png")
assert np.diff(run[energy()]).max() < 1e-8, "friction and impacts only take energy"
assert until < 1.0 or (abs(run["b.pz"][-1] - 0.1) < 1e-9 and np.abs(run.u[-1]).max() < 1e-9)
