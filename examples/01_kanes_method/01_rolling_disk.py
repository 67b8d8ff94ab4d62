"""A disk on a ramp, sliding and rolling: one description, one constraint more.

         ⟋ ● ⟍        A uniform disk (mass m, radius r, central inertia J) on a ramp at angle φ.
        (  B  )  a2   u1 is its mass centre's speed up the ramp, u2 = r q̇2 its rim's speed.
    ⟋⟍__⟋____↑        Sliding, friction F_f acts at the contact. Rolling, u1 + u2 = 0 holds, so
    φ   ⟋   a1→       u2 is dependent and friction does no work: it leaves the equations.

Source: Example 1 of Gillespie (2003), Eqs. (38) to (42), there worked by hand.
"""

from __future__ import annotations

import numpy as np

from kane import (
    GROUND,
    Body,
    Force,
    Gravity,
    Motion,
    Planar,
    System,
    angular_velocity,
    build,
    cos,
    derive,
    inputs,
    parameters,
    sin,
    velocity,
)

m, J, r, g, phi = parameters(m=2.0, J=0.3, r=0.4, g=9.81, phi=0.5)
(friction,) = inputs("friction")

# The ground's x is a1, up the ramp; its y is a2, off the ramp; gravity leans by φ.
disk = Body("B", mass=m, inertia=(J / 2, J / 2, J))
down = GROUND.vector(-sin(phi), -cos(phi), 0)
v = velocity(disk.mass_centre)
sliding = System(
    "disk sliding on a ramp",
    joints=[Planar("x y q2", GROUND, disk)],
    loads=[
        Gravity(along=down, magnitude=g),
        # the contact is a point of the disk that moves along its rim, so its force is given as
        # what it does: a force at the centre and a torque r F_f
        Force(-friction * GROUND.x, at=disk.mass_centre),
    ],
    speeds={"u1": v.along(GROUND.x), "u2": r * angular_velocity(disk).along(disk.z)},
    constraints=[Motion("stays on the ramp", v.along(GROUND.y) == 0)],
)
print(derive(sliding))

rolling = sliding.replace(
    name="disk rolling on a ramp",
    loads=[Gravity(along=down, magnitude=g)],
    constraints=[
        Motion("stays on the ramp", v.along(GROUND.y) == 0),
        Motion(
            "rolls",
            v.along(GROUND.x) + r * angular_velocity(disk).along(disk.z) == 0,
            dependent="u2",
        ),
    ],
)
print(derive(rolling))

# Eq. (42): u̇1 = −m g sin φ / (m + J/r²), whatever friction it takes.
(udot,) = build(rolling).forward_dynamics([0.0, 0.0, 0.0], [0.0], [0.0])
closed_form = -2.0 * 9.81 * np.sin(0.5) / (2.0 + 0.3 / 0.4**2)
print(f"rolling: u1' = {udot:.6f} m/s², in closed form {closed_form:.6f}")
assert abs(udot - closed_form) < 1e-14 * abs(closed_form) * 10
