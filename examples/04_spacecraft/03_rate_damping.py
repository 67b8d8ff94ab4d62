"""Detumbling: magnetic torquers brake a tumbling satellite with nothing but the Earth's field.

    m = −k dB/dt = −k B × ω,    in the satellite's axes, as long as it tumbles faster
                                than the field itself turns along the orbit

The dipoles of three torquers follow the rate of the field that a magnetometer sees, saturated at
20 A m² [Wertz1978 §18.3]. The kinetic energy of the tumble goes down at every instant.
"""

import os

import numpy as np

from kane import *
from kane import space
from kane.space.environment import place
from kane.space.surfaces import into

bus = Body("bus", mass=60, inertia=(4.0, 3.5, 3.0))
dipole = space.Dipole()
orbit = space.circular(altitude="550 km", inclination="97.6 deg")
sat = space.spacecraft(
    bus=bus,
    torquers=[space.Torquer(f"m{k + 1}", axis=axis) for k, axis in enumerate((X, Y, Z))],
    orbit=orbit,
    environment=space.Environment(field=dipole),
)

B = into(bus, dipole.at(place(bus.mass_centre), orbit.about.rotation))
omega = angular_velocity(bus)
w = tuple(omega.along(axis) for axis in (bus.x, bus.y, bus.z))
change = (B[1] * w[2] - B[2] * w[1], B[2] * w[0] - B[0] * w[2], B[0] * w[1] - B[1] * w[0])
law = {
    f"m{k + 1}.dipole": Held(value=maximum(minimum(-5e6 * rate, 20), -20), period=0.5)
    for k, rate in enumerate(change)
}

start = sat.start(**{"bus.wx": 0.05, "bus.wy": -0.08, "bus.wz": 0.06})
hours = 0.1 if os.environ.get("KANE_QUICK") else 3.0
run = simulate(build(sat), **start, until=hours * 3600, dt=0.5, every=10.0, inputs=law)
print(run)

rates = np.array([run[f"bus.w{axis}"] for axis in "xyz"])
size = np.degrees(np.linalg.norm(rates, axis=0))
print(f"{size[0]:.3g} °/s at first, {size[-1]:.3g} °/s after {hours:g} h")
if not os.environ.get("KANE_QUICK"):
    run.plot("bus.wx", "bus.wy", "bus.wz").savefig("detumbling.png")
    assert size[-1] < 0.01
energy_of_tumble = 0.5 * np.array([4.0, 3.5, 3.0]) @ rates**2
assert np.all(np.diff(energy_of_tumble) < 1e-6 * energy_of_tumble[0])
