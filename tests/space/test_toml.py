"""Spacecraft in model files: the same as in Python, started on their orbits; faults by place."""

from __future__ import annotations

import numpy as np
import pytest

from kane import Body, ModelError, Prismatic, SpaceFixed, build, simulate, space
from kane.formats.toml import from_text

BODIES = """
[bodies.bus]
mass = "50 kg"
inertia = [9, 7, 6]
[bodies.arm]
mass = 2
inertia = [1, 1, 1]
[bodies.tray]
mass = 1
inertia = [1, 1, 1]
"""
WHOLE = f"""
name = "bus"
{BODIES}
[spacecraft]
bus = "bus"
perigee = "400 km"
apogee = "800 km"
inclination = "30 deg"
anomaly = "10 deg"
zonals = 2
gradient = true
field = true
order = "slides"
[appendages.arm]
joint = "space 213"
at = [1, 0, 0]
motor = "drive"
lock = "open"
[appendages.tray]
joint = "slide"
axis = [0, 1, 0]
stiffness = "5 N/m"
rest = "0.1 m"
on = "arm"
[reaction_wheels.w]
axis = [0, 3, 4]
inertia = "0.1 kg m^2"
viscous = "1e-4 N m s"
[gyros.g]
spin = [1, 0, 0]
gimbal = [0, 0, 1]
momentum = "10 N m s"
[thrusters.t]
at = [0, 0, -1]
direction = [0, 0, 1]
[torquers.m]
axis = [0, 0, 1]
[plates.back]
area = "2 m^2"
normal = [0, 0, 1]
"""


def test_a_file_says_all_that_python_says() -> None:
    found = from_text(WHOLE)
    bus, arm, tray = (
        Body("bus", mass=50, inertia=(9, 7, 6)),
        Body("arm", mass=2, inertia=(1, 1, 1)),
        Body("tray", mass=1, inertia=(1, 1, 1)),
    )
    turning = SpaceFixed("213", at=(1, 0, 0))
    sat = space.spacecraft(
        bus=bus,
        appendages=[
            space.Appendage(arm, turning, motor="drive", lock=space.Lock.OPEN),
            space.Appendage(tray, Prismatic(axis=(0, 1, 0)), stiffness=5, rest=0.1, on="arm"),
        ],
        wheels=[space.Wheel("w", axis=(0, 3, 4), inertia=0.1, viscous=1e-4)],
        gyros=[space.Gyro("g", spin=(1, 0, 0), gimbal=(0, 0, 1), momentum=10)],
        thrusters=[space.Thruster("t", at=(0, 0, -1), direction=(0, 0, 1))],
        torquers=[space.Torquer("m", axis=(0, 0, 1))],
        plates=[space.Plate(area=2, normal=(0, 0, 1))],
        orbit=space.elliptic(
            perigee="400 km", apogee="800 km", inclination="30 deg", anomaly="10 deg"
        ),
        environment=space.Environment(zonals=2, gradient=True, field=space.Dipole()),
        order="slides",
    )

    assert not sat.diff(found.system), sat.diff(found.system)
    assert sat.start()["q"].items() <= dict(found.settings.start).items()


def test_a_file_starts_on_its_orbit_and_scatters() -> None:
    found = from_text(
        f'{BODIES.split("[bodies.arm]")[0]}\n[spacecraft]\nbus = "bus"\naltitude = "500 km"\n'
        '[simulate]\nuntil = 10\nstart = { "bus.wx" = 0.1 }'
    )
    assert isinstance(found.system, space.Spacecraft)
    start = dict(found.settings.start)
    radius = np.linalg.norm([start[f"bus.p{k}"] for k in "xyz"])
    assert abs(radius - (space.EARTH.radius + 500e3)) < 1e-6
    assert start["bus.wx"] == 0.1
    runs = space.monte_carlo(
        build(found.system), n=2, until=10, scatter={"bus.mass": space.normal(rel=0.1)},
        progress=None,
    )  # fmt: skip
    assert runs.done == 2
    q = {k: v for k, v in start.items() if k in found.system.coordinates}
    u = {k: v for k, v in start.items() if k not in q}
    assert simulate(build(found.system), q=q, u=u, until=10.0).ended


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[spacecraft]\nbus = "bus"\naltitud = 3', "it has no 'altitud'. Did you mean 'altitude'"),
        ("[spacecraft]\naltitude = 3", "it has no bus. Give its bus: the body that moves freely"),
        ('[spacecraft]\nbus = "bus"\n[appendages.leg]\njoint = "2"', "there is no body 'leg'"),
        ('[spacecraft]\nbus = "bus"\n[appendages.arm]\njoint = "11"', "turns twice about axis 1"),
        ('[spacecraft]\nbus = "bus"\n[gyros.g]\nspin = [1, 0, 0]\ngimbal = [1, 0, 0]\nmomentum = 1',
         "is not at right angles to its gimbal axis"),
        ('[spacecraft]\nbus = "bus"\nbase = "orbit"', "there is no circular one"),
        ('[thrusters.t]\nat = [0, 0, 0]\ndirection = [0, 0, 1]', "thrusters stand on no"),
        ('[spacecraft]\nbus = "bus"\n[joints.q1]\ntype = "revolute"\nchild = "arm"',
         "joints stand beside a spacecraft"),
    ],
)  # fmt: skip
def test_faults_are_told_with_their_places(text: str, said: str) -> None:
    with pytest.raises(ModelError, match=said) as refusal:
        from_text(BODIES.split("[bodies.tray]")[0] + text, "sat.toml")
    assert "sat.toml:" in str(refusal.value)
