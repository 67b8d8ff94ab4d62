"""Pointing: three reaction wheels turn a satellite with flexible panels by 60° and hold it there.

    torque on the bus = −K e − C ω,      e the vector part of the error quaternion

Quaternion feedback [Wie2008 §7.3], computed ten times a second and held in between, in native code;
each wheel gives at most 0.2 N m. K = k I, C = c I make the turn one about a fixed axis.
The panels' springs of 0.1 Hz are left to themselves.
"""

import os

import numpy as np

from kane import *
from kane import space

INERTIA = (120.0, 100.0, 80.0)
bus = Body("bus", mass=300, inertia=INERTIA)
panels = [
    space.Appendage(
        Body(f"panel{k}", mass=8, inertia=(6, 0.5, 6.5), centre=(0, 1.2 * side, 0)),
        Gimbal("1", at=(0, 0.6 * side, 0)), stiffness=7, damping=0.3)
    for k, side in ((1, 1), (2, -1))
]  # fmt: skip
wheels = [space.Wheel(f"rw{k + 1}", axis=axis, inertia=0.05) for k, axis in enumerate((X, Y, Z))]
sat = space.spacecraft(bus=bus, appendages=panels, wheels=wheels)

target = np.array([np.cos(np.pi / 6), 0.0, 0.6 * np.sin(np.pi / 6), 0.8 * np.sin(np.pi / 6)])
w, x, y, z = (coordinate(f"bus.{part}") for part in "wxyz")
a, b, c, d = (float(part) for part in target)
error = (  # the vector part of conj(target) ∘ e
    a * x - b * w - c * z + d * y,
    a * y + b * z - c * w - d * x,
    a * z - b * y + c * x - d * w,
)
omega = angular_velocity(bus)
law = {}
for k, (e, axis, J) in enumerate(zip(error, (bus.x, bus.y, bus.z), INERTIA, strict=True), start=1):
    torque = 0.02 * J * e + 0.2 * J * omega.along(axis)  # on the wheel: the bus feels the opposite
    law[f"rw{k}.torque"] = Held(value=maximum(minimum(torque, 0.2), -0.2), period=0.1)

until = 400.0
run = simulate(build(sat), until=until, dt=0.05, every=0.5, inputs=law, record=list(law))
print(run)
if not os.environ.get("KANE_QUICK"):
    run.plot("bus.w", "bus.wx", "rw1.torque", "rw3.torque", "panel1").savefig("pointing.png")

reached = np.array([run[f"bus.{part}"][-1] for part in "wxyz"])
angle = 2 * np.arccos(min(1.0, abs(float(reached @ target))))
print(
    f"after {until:g} s the attitude is {np.degrees(angle) * 3600:.2g} arc seconds from the target"
)
assert angle < np.radians(0.01)
assert np.abs(run["rw1.torque"]).max() <= 0.2
