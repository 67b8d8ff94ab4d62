"""Files with something wrong anywhere in them: a message, or a system; never a traceback or hang.

The quick set tries a share of them; all 20,000 take a quarter of a minute.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final

import numpy as np
import pytest

import kane
from kane.errors import KaneError
from kane.formats import urdf
from kane.formats.hartenberg_denavit import read_csv, read_toml
from kane.formats.motion_file import Asked, motion_of
from kane.formats.source import Source
from kane.formats.urdf_options import Options
from tests.formats.grafts import grafted, recolumned, respelled
from tests.formats.mutations import Mutation, mutated
from tests.manipulators.angeles import Reading
from tests.manipulators.arms import random_arm, toml
from tests.robots import STANFORD, robot

SHARE: Final = 150  # of each file's, in the quick set
WHOLE: Final = 20_000  # of all files together, by bytes and words, and as many by structure
DERIVED: Final = 150
SLOWEST: Final = 5.0  # seconds, on a machine that is busy with other things

ROBOT: Final = b"""<?xml version="1.0"?>
<robot name="r">
  <material name="grey"><color rgba="0.5 0.5 0.5 1"/></material>
  <link name="base"/>
  <link name="arm">
    <inertial><origin xyz="0.1 0 0" rpy="0 0 1.5708"/><mass value="2"/>
      <inertia ixx="0.1" ixy="0" ixz="0" iyy="0.2" iyz="0.02" izz="0.2"/></inertial>
    <visual><geometry><mesh filename="package://r/arm.dae" scale="1 1 1"/></geometry>
      <material name="grey"/></visual>
    <collision><geometry><cylinder radius="0.1" length="0.5"/></geometry></collision>
  </link>
  <link name="hand">
    <inertial><mass value="1"/>
      <inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial>
  </link>
  <link name="finger">
    <inertial><mass value="0.1"/>
      <inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.01"/></inertial>
  </link>
  <joint name="shoulder" type="revolute">
    <origin xyz="0 0 1" rpy="0 1.570796 0"/>
    <parent link="base"/><child link="arm"/><axis xyz="0 0 1"/>
    <limit lower="-1" upper="2" velocity="3" effort="4"/>
    <dynamics damping="0.5" friction="0.25"/>
  </joint>
  <joint name="wrist" type="continuous">
    <origin xyz="0.5 0 0"/><parent link="arm"/><child link="hand"/><axis xyz="0.6 0.8 0"/>
  </joint>
  <joint name="grip" type="prismatic">
    <parent link="hand"/><child link="finger"/><axis xyz="0 1 0"/>
    <limit lower="0" upper="0.1" velocity="1" effort="10"/>
    <mimic joint="wrist" multiplier="0.1" offset="0.01"/>
  </joint>
  <transmission name="t"><joint name="shoulder"/><actuator name="m">
    <mechanicalReduction>100</mechanicalReduction></actuator></transmission>
</robot>
"""
ARM: Final = toml(
    random_arm(np.random.default_rng(1), 3, sliding=0.4), Reading.B, np.array([0, 0, -9.81])
).encode()
ASKED: Final = Asked(q=("q1", "q2"), u=("u1", "u2"), rates={"u1": "q1", "u2": "q2"})
MOVED: Final = b"t,q1,q2,q1',q2',u1',u2'\n" + b"".join(
    b"%g,%g,%g,%g,%g,%g,%g\n" % (k / 10, *np.random.default_rng(k).normal(size=6)) for k in range(9)
)

HARDER: Final[dict[str, Mutation]] = {
    "robot.urdf": grafted,
    "ur5.urdf": grafted,
    "stanford.csv": recolumned,
    "arm.toml": respelled,
    "motion.csv": recolumned,
}
Reader = Callable[[Source], Any]
CASES: Final[dict[str, tuple[bytes, Reader]]] = {
    "robot.urdf": (ROBOT, lambda source: urdf.robot_of(source, Options())),
    "ur5.urdf": (
        robot("ur5").read_bytes(),
        lambda source: urdf.robot_of(source, urdf.options(snap="turns", base="floating")),
    ),
    "stanford.csv": (
        STANFORD.read_bytes(),
        lambda source: read_csv(source, Options()),
    ),
    "arm.toml": (ARM, lambda source: read_toml(source, Options())),
    "motion.csv": (MOVED, lambda source: motion_of(source, ASKED)),
}


@pytest.mark.parametrize("name", CASES)
def test_a_mutated_file_is_read_or_refused_in_words(name: str, rng: np.random.Generator) -> None:
    assert refusals(name, rng, SHARE) >= SHARE // 5


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_twenty_thousand_mutations_are_read_or_refused(name: str, rng: np.random.Generator) -> None:
    many = WHOLE // len(CASES)
    assert refusals(name, rng, many) >= many // 5


@pytest.mark.parametrize("name", CASES)
def test_a_file_of_spoilt_structure_is_read_or_refused(name: str, rng: np.random.Generator) -> None:
    assert refusals(name, rng, SHARE, HARDER[name]) >= SHARE // 5


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_twenty_thousand_spoilt_structures_are_read_or_refused(
    name: str, rng: np.random.Generator
) -> None:
    many = WHOLE // len(CASES)
    assert refusals(name, rng, many, HARDER[name]) >= many // 5


@pytest.mark.slow
@pytest.mark.parametrize("name", ["robot.urdf", "ur5.urdf", "stanford.csv", "arm.toml"])
def test_what_is_read_is_derived_or_refused(name: str, rng: np.random.Generator) -> None:
    good, read = CASES[name]
    derived = 0
    for mutation in (HARDER[name], mutated) * DERIVED:
        content = mutation(rng, good)
        try:
            found: Any = read(Source(name=name, content=content))
            kane.build(getattr(found, "system", found)).program("inverse_dynamics")
            derived += 1
        except KaneError:
            continue
        except Exception as error:
            pytest.fail(f"{name}: {error!r} of {content!r}")
    assert derived > DERIVED // 20


def refusals(name: str, rng: np.random.Generator, many: int, mutation: Mutation = mutated) -> int:
    """How many mutations were refused, after a look at every message."""
    good, read = CASES[name]
    refused = 0
    for number in range(many):
        content = mutation(rng, good)
        began = time.perf_counter()
        try:
            read(Source(name=name, content=content))
        except KaneError as error:
            refused += 1
            see_words(str(error), name, content)
        except Exception as error:
            pytest.fail(f"{name}, mutation {number}: {error!r} of {content!r}")
        assert time.perf_counter() - began < SLOWEST, content
    return refused


@pytest.mark.parametrize("name", CASES)
def test_the_good_file_is_read(name: str) -> None:
    good, read = CASES[name]
    read(Source(name=name, content=good))


def see_words(told: str, name: str, content: bytes) -> None:
    """A message has the file's name, says something to do, and is no longer than can be read."""
    for line in told.splitlines():
        assert line.rstrip().endswith((".", "?", '"', "'", ")")), (line, content)
    assert name in told, (told, content)
    assert "Traceback" not in told
    assert "object at 0x" not in told
