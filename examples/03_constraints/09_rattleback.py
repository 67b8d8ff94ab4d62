"""A rattleback: spun the wrong way it begins to rattle, stops, and turns back by itself.

           spin ↻          A boat-shaped stone, part of an ellipsoid with semi-axes 20, 3 and 2 cm,
     ___________________   rolls on a table. Its mass centre is 1 cm below the ellipsoid's centre,
      ╲_______________╱    and its inertia axes are turned a little from its shape's: spin and the
    ──────────●──────────  two ways of rocking are coupled, with opposite signs for the two senses.

The touching point wanders over stone and table. The contact of the two shapes has it in closed
form: its gap and its two slips are the rows, all of them held here, so that no energy is lost.

Source: Kane and Levinson, Realistic mathematical modeling of the rattleback (1982),
whose measures these are; their resistance of the air is left out.
"""

import numpy as np

from kane import *

inertia = (2e-4, 1.6e-3, 1.7e-3, -2e-5, 0, 0)  # xx, yy, zz, xy, xz, yz, kg m²
stone = Body(
    "stone",
    mass=1.0,
    centre=(0, 0, -0.01),
    inertia=inertia,
    shape=Ellipsoid(0.2, 0.03, 0.02, at=(0, 0, 0)),
)
(touch,) = Contact("table", stone, GROUND.plane(Z), friction=1.0).points
rattleback = System(
    "rattleback",
    joints=[Free("b", GROUND, stone)],
    loads=[Gravity(along=-GROUND.z)],
    constraints=[
        Configuration("touches", touch.gap == 0),
        *(Motion(f"rolls {k}", slip == 0) for k, slip in enumerate(touch.slip, 1)),
    ],
)
model = build(rattleback)
spin = angular_velocity(stone).along(GROUND.z)
normal, rocking = reaction("touches"), angular_velocity(stone).along(stone.x)


def spun(rate: float) -> Trajectory:
    """Ten seconds after it was spun at this rate and tapped at one end."""
    return simulate(
        model,
        q={"b.pz": 0.02},
        u={"b.wy": 0.1, "b.wz": rate},
        until=10.0,
        rtol=1e-10,
        record=[energy(), spin, normal, rocking],
    )


wrong, right = spun(-5.0), spun(5.0)
wrong.plot(spin, normal, rocking).savefig("rattleback.png")
turns = wrong.t[np.argmax(wrong[spin] > 0)]
print(f"spun at −5 rad/s it turns round after {turns:.1f} s, to {wrong[spin][-1]:.2f} rad/s")
print(f"spun at +5 rad/s it stays so: {right[spin].min():.3f} to {right[spin].max():.3f} rad/s")
print(f"the table presses with {wrong[normal].min():.1f} to {wrong[normal].max():.1f} N")

assert wrong[spin][-1] > 4.5, "it turns back, with nearly all of its spin"
assert right[spin].min() > 4.9, "in the other sense it just spins"
assert wrong[normal].min() > 0, "it never leaves the table"
for run in (wrong, right):
    assert np.ptp(run[energy()]) < 1e-8 * run[energy()][0], "rolling takes no energy"
