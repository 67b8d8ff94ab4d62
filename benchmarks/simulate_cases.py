"""The motions that claims on runs are about, as numbers that rivals take too.

A double pendulum from a start that is chaotic, and arms held by springs and light dampers that
grow with M's diagonal, so that they still swing at the end and the error means something.

From: claim.py    Next: simulate_run.py
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np

import kane
from kane import GROUND, Body, Gravity, JointForce, Revolute, System, Y, coordinate, inputs, rate
from kane.machine.model import Model

ROBOTS: Final = Path(__file__).resolve().parents[1] / "tests" / "data" / "robots"
SECONDS: Final = 10.0
GRAVITY: Final = 9.81
GOAL: Final = (0.5, -1.0, 1.0, -0.5, 0.5, 1.0, 0.3)
STIFFNESS, DAMPING = 100.0, 0.5  # per second² and per second, times M_ii at q = 0
FINGERS: Final = {"panda_finger_joint1": 0.0, "panda_finger_joint2": 0.0}


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A model, its control as expressions of the state, and where it starts."""

    model: Model
    inputs: dict[str, Any]
    q: list[float]
    request: dict[str, Any]  # the same for rivals


@cache
def case(name: str) -> Case:
    """ "double pendulum", "ur5" or "panda"."""
    return double_pendulum() if name == "double pendulum" else arm(name)


def double_pendulum() -> Case:
    """Two uniform rods of 1 kg and 1 m."""
    joints, parent, at = [], GROUND, (0.0, 0.0, 0.0)
    for k in (1, 2):
        rod = Body(f"rod{k}", mass=1.0, centre=(0, 0, -0.5), inertia=(1 / 12, 1 / 12, 1e-3))
        joints.append(Revolute(f"q{k}", parent, rod, axis=Y, at=at))
        parent, at = rod, (0.0, 0.0, -1.0)
    system = System("double pendulum", joints=joints, loads=[Gravity(along=-GROUND.z)])
    return Case(
        model=kane.build(system),
        inputs={},
        q=[2.0, -1.0],
        request={"case": "double pendulum", "q": [2.0, -1.0]},
    )


def free_arm(name: str) -> System:
    """A robot of tests/data/robots without its joints' friction, a gripper's fingers held."""
    hold = FINGERS if name == "panda" else {}
    return kane.load(ROBOTS / f"{name}.urdf", hold=hold, snap="turns", dynamics="ignore")


def arm(name: str) -> Case:
    """A robot with a force along each joint, given by springs and dampers."""
    plain = free_arm(name)
    joints = plain.coordinates
    pushes = inputs(*[f"push{k}" for k in range(len(joints))])
    forces = [JointForce(joint, push) for joint, push in zip(joints, pushes, strict=True)]
    model = kane.build(plain.replace(loads=[*plain.loads, *forces]))
    still = [0.0] * len(joints)
    scale = [float(one) for one in np.diag(model.mass_matrix(still))]
    goal = list(GOAL[: len(joints)])
    stiff, damped = ([factor * one for one in scale] for factor in (STIFFNESS, DAMPING))
    return Case(
        model=model,
        inputs={
            f"push{k}": stiff[k] * (goal[k] - coordinate(joint)) - damped[k] * rate(joint)
            for k, joint in enumerate(joints)
        },
        q=still,
        request={
            "case": str(ROBOTS / f"{name}.urdf"), "q": still, "goal": goal,
            "stiffness": stiff, "damping": damped, "hold": list(FINGERS),
        },
    )  # fmt: skip
