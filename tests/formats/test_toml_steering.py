"""Steering laws in model files and beside a URDF: those of Python, and faults with their place."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from kane import Body, System, build, load, mobile, simulate
from kane.algebra.functions import sin
from kane.errors import ModelError
from kane.formats import toml
from kane.model.rolling.found import Axle, on_wheels
from tests.close import close, round_off

FILE = """
[parameters]
k = 0.8
[bodies.b]
mass = 30
centre = [0.1, 0, 0.3]
inertia = [1, 1, 1]
[loads]
weight = { gravity = "-ground.z" }
[platform]
body = "b"
radius = "10 cm"
[wheels.front]
type = "steered"
at = [0.4, 0]
[wheels.rear]
type = "steered"
at = [-0.4, 0]
follows = "front"
law = "-k*sin(phi)"
[wheels.side]
type = "castered"
at = [0, 0.3]
trail = 0.05
"""
URDF = """<robot name="cart">
<link name="base"><inertial><origin xyz="0.1 0 0.2"/><mass value="30"/>
<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
{parts}</robot>"""
WHEEL = """<link name="{name}"><inertial><mass value="2"/>
<inertia ixx="0.005" iyy="0.005" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link>
<link name="{name}_knuckle"/>
<joint name="{name}_turn" type="continuous"><parent link="base"/><child link="{name}_knuckle"/>
<origin xyz="{at}"/><axis xyz="0 0 1"/></joint>
<joint name="{name}_joint" type="continuous"><parent link="{name}_knuckle"/><child link="{name}"/>
<origin rpy="-1.5707963267948966 0 0"/><axis xyz="0 0 1"/></joint>"""
SIDE = """
[urdf]
file = "cart.urdf"
snap = "turns"
[rolling]
front_joint = { radius = "10 cm", steering = "front_turn" }
rear_joint = { radius = "10 cm", steering = "rear_turn", follows = "front_joint", law = "-0.8*phi" }
"""


def python(law: object) -> System:
    """The platform of the file."""
    return mobile.platform(
        "b",
        body=Body("b", mass=30, centre=(0.1, 0, 0.3), inertia=(1, 1, 1)),
        wheels=[
            mobile.Steered("front", at=(0.4, 0)),
            mobile.Steered("rear", at=(-0.4, 0), follows="front", law=law),  # type: ignore[arg-type]
            mobile.Castered("side", at=(0, 0.3), trail=0.05),
        ],
        radius=0.1,
    )


def test_a_law_in_a_file_is_that_of_python() -> None:
    there = toml.from_text(FILE).system
    here = python(lambda phi: -0.8 * sin(phi))
    runs = []
    for robot in (there, here):
        q = {"front_steer": 0.3, "rear_steer": -0.8 * math.sin(0.3)}
        u = {"v": 1.0, "u_front_steer": 0.2}
        runs.append(simulate(build(robot), q=q, u=u, until=2.0, rtol=1e-11))
    for name in ("x", "y", "theta", "rear_steer"):
        assert close(runs[0][name][-1], runs[1][name][-1], 1e-9), name
    steered = runs[0]["front_steer"], runs[0]["rear_steer"]
    assert np.ptp(steered[0]) > 0.2
    assert close(steered[1], -0.8 * np.sin(steered[0]), 1e-9)


def written(folder: Path, side: str) -> Path:
    """The URDF and its side file."""
    wheels = [("front", "0.4 0 0.1"), ("rear", "-0.4 0 0.1")]
    parts = "".join(WHEEL.format(name=name, at=at) for name, at in wheels)
    (folder / "cart.urdf").write_text(URDF.format(parts=parts))
    (folder / "rolling.toml").write_text(side)
    return folder / "rolling.toml"


def test_a_law_beside_a_urdf_turns_the_robot_about_its_turning_centre(tmp_path: Path) -> None:
    robot = load(written(tmp_path, SIDE))
    q = {"front_turn": 0.3, "rear_turn": -0.24}
    run = simulate(build(robot), q=q, u={"v": 1.0}, until=0.5, rtol=1e-10)
    assert not run.begun
    # both axles hold: v cos φ = v_r cos φ_r ahead, v sin φ − v_r sin φ_r = 0.8 m · ω across
    back = math.cos(0.3) / math.cos(0.24)
    rate = (math.sin(0.3) + back * math.sin(0.24)) / 0.8
    assert close((run["theta"][-1] - run["theta"][0]) / run["v"].mean(), rate * 0.5, 1e-6)


def test_ackermanns_law_beside_a_urdf_asks_for_a_fixed_axle(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="'rear_joint' has no law, and no axle is fixed"):
        load(written(tmp_path, SIDE.replace(', law = "-0.8*phi"', "")))


def test_axles_take_laws_in_python(tmp_path: Path) -> None:
    robot = load(written(tmp_path, SIDE).parent / "cart.urdf")
    axles = [
        Axle("front_joint", radius=0.1, steering="front_turn"),
        Axle(
            "rear_joint",
            radius=0.1,
            steering="rear_turn",
            follows="front_joint",
            law=lambda phi: -0.8 * phi,
        ),
    ]
    there = load(tmp_path / "rolling.toml")
    states = [build(one) for one in (on_wheels(robot, axles), there)]
    assert states[0].u_names == states[1].u_names
    q = np.array([0.1, 0.2, 0.3, 0.2, 0.1, -0.16, 0.4])
    M = [model.mass_matrix(q) for model in states]
    assert close(M[0], M[1], round_off(100.0))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("sin(phi)", "sin(psi)", "20:.*'psi'. Did you mean 'phi'"),
        ('"-k*sin(phi)"', "3", "a steering law is asked for.*-0.8"),
        ('"-k*sin(phi)"', '"-k*sin(phi"', "Wheel 'rear', law"),
        ('follows = "front"\n', "", "it has a law and follows 0 wheels"),
        ('"-k*sin(phi)"', '"front_steer"', "no parameter, input or coordinate 'front_steer'"),
    ],
)
def test_faults_of_laws_have_their_place(old: str, new: str, words: str) -> None:
    assert old in FILE
    with pytest.raises(ModelError, match=words) as refused:
        toml.from_text(FILE.replace(old, new))
    assert len(refused.value.faults) == 1
