"""Momentum management: wheels hold the attitude, torquers empty the wheels.

Light on a panel beside the mass centre turns the satellite; the wheels take up the torque and
would run full. The torquers push the wheels' momentum h out against the Earth's field,

    m = k (h × B)/B²,    so that   T = m × B = −k (h − (h·B) B/B²)      [Wie2008 §7.7]

and never along B. Both laws run natively, at 5 Hz and at 0.5 Hz.
"""

import os

import numpy as np

from kane import *
from kane import space
from kane.space.environment import place
from kane.space.surfaces import into

INERTIA = (40.0, 35.0, 30.0)
bus = Body("bus", mass=150, inertia=INERTIA)
dipole, orbit = space.Dipole(), space.circular(altitude="600 km", inclination="80 deg")
sat = space.spacecraft(
    bus=bus,
    wheels=[space.Wheel(f"rw{k + 1}", axis=axis, inertia=0.01) for k, axis in enumerate((X, Y, Z))],
    torquers=[space.Torquer(f"m{k + 1}", axis=axis) for k, axis in enumerate((X, Y, Z))],
    plates=[space.Plate(area=6.0, normal=(1, 0, 0), at=(0, 1.5, 0.5), specular=0.2)],
    orbit=orbit,
    environment=space.Environment(
        gradient=True, field=dipole, light=space.Light(towards=(1.0, 0.0, 0.0))
    ),
)

omega, axes = angular_velocity(bus), (bus.x, bus.y, bus.z)
law = {}
for k, (axis, J) in enumerate(zip(axes, INERTIA, strict=True), start=1):
    torque = 0.02 * J * coordinate(f"bus.{'xyz'[k - 1]}") + 0.2 * J * omega.along(axis)
    law[f"rw{k}.torque"] = Held(value=torque, period=0.2)

B = into(bus, dipole.at(place(bus.mass_centre), orbit.about.rotation))
h = tuple(coordinate(f"rw{k}.h") for k in (1, 2, 3))
square = B[0] * B[0] + B[1] * B[1] + B[2] * B[2]
across = (h[1] * B[2] - h[2] * B[1], h[2] * B[0] - h[0] * B[2], h[0] * B[1] - h[1] * B[0])
emptying = {
    f"m{k + 1}.dipole": Held(value=maximum(minimum(2e-3 * part / square, 30), -30), period=2.0)
    for k, part in enumerate(across)
}

model = build(sat)
until = (0.05 if os.environ.get("KANE_QUICK") else 3.0) * orbit.period
start = sat.start(**{"rw1.h": 0.2, "rw2.h": -0.3, "rw3.h": 0.4})
given = {**start, "until": until, "dt": 0.2, "every": 20.0}
wheels_alone = simulate(model, **given, inputs=law)
managed = simulate(model, **given, inputs={**law, **emptying})

stored = [np.sqrt(sum(run[f"rw{k}.h"] ** 2 for k in (1, 2, 3))) for run in (wheels_alone, managed)]
print(f"in the wheels: {stored[0][0]:.2f} N m s at first; {stored[0][-1]:.2f} with wheels alone, "
      f"{stored[1][-1]:.3f} with torquers")  # fmt: skip
pointing = 2 * np.sqrt(sum(managed[f"bus.{part}"] ** 2 for part in "xyz"))
assert np.degrees(pointing.max()) < 0.2
assert stored[1][-1] < stored[0][-1]
if not os.environ.get("KANE_QUICK"):
    assert stored[1][-1] < 0.1 * stored[0][-1]
