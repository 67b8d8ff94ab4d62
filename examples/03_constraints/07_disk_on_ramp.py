"""A disk on a ramp: whether it rolls or slides is for friction to say.

         ⟋ ● ⟍        A uniform disk (mass m, radius r, central inertia J) on a ramp at angle φ.
        (  B  )  a2   Let go at rest it rolls where μ > tan φ · J/(J + m r²), and slides else.
    ⟋⟍__⟋____↑        Pushed up the ramp without a turn it slides first, then rolls: the contact
    φ   ⟋   a1→       finds the moment.

Source: Example 1 of Gillespie (2003), Eqs. (38) to (42), with Coulomb's law for F_f.
"""

import numpy as np

from kane import *

m, r, J, g, phi = 2.0, 0.4, 0.16, 9.81, 0.5
edge = np.tan(phi) * J / (J + m * r * r)  # the least μ that makes it roll

body = Body("B", mass=m, inertia=(J / 2, J / 2, J), shape=Sphere(r))  # its outline, a circle
ramp = GROUND.plane(Y)
down = GROUND.vector(-np.sin(phi), -np.cos(phi), 0)


def disk(mu: float) -> System:
    """The disk on a ramp with this friction."""
    return System(
        "disk on a ramp",
        joints=[Planar("x y q2", GROUND, body)],
        loads=[Gravity(along=down, magnitude=g)],
        contacts=[Contact("ramp", body, ramp, friction=mu, across=GROUND.z)],
    )


rolls = simulate(build(disk(1.1 * edge)), q=[0, r, 0], until=1.0, rtol=1e-10)
slides = simulate(build(disk(0.5 * edge)), q=[0, r, 0], until=1.0, rtol=1e-10)
a_rolls = -g * np.sin(phi) / (1 + J / (m * r * r))
a_slides = -g * (np.sin(phi) - 0.5 * edge * np.cos(phi))
print(f"rolls with {2 * rolls['x'][-1]:.9f} m/s², slides with {2 * slides['x'][-1]:.9f} m/s²")
assert abs(2 * rolls["x"][-1] - a_rolls) < 1e-8
assert abs(2 * slides["x"][-1] - a_slides) < 1e-8

model, mu = build(disk(0.6)), 0.6
use = reaction("ramp", "friction use")
pushed = simulate(model, q=[0, r, 0], u=[3.0, 0, 0], until=1.5, rtol=1e-10, record=[use, energy()])
pushed.plot("x", "q2", use).savefig("disk_on_ramp.png")
(catches,) = pushed.events
slip = g * (np.sin(phi) + mu * np.cos(phi)) + mu * g * np.cos(phi) * m * r * r / J
print(catches)
assert abs(catches.t - 3.0 / slip) < 1e-9, "the slip v + r q̇2 ends at its time"
assert np.diff(pushed[energy()]).max() < 1e-7, "friction takes energy while it slides, then none"
