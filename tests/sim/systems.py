"""Systems whose motion is known in closed form."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from scipy.special import ellipj, ellipk

from kane.geometry import GROUND, Y, Z
from kane.machine.model import Model
from kane.model.body import Body
from kane.model.joints import Prismatic, Revolute, Spherical
from kane.model.loads import Gravity, JointDamper, JointForce, JointSpring, Load
from kane.model.symbols import inputs
from kane.model.system import System
from kane.pipeline import build

G = 9.81
Array = np.ndarray[Any, np.dtype[np.float64]]


@cache
def pendulum() -> Model:
    """A point mass of 1 kg on a rod of 1 m, q = 0 hanging down."""
    bob = Body("bob", mass=1.0, centre=(0, 0, -1.0), inertia=(0, 0, 0))
    joints = [Revolute("q1", GROUND, bob, axis=Y)]
    return build(System("pendulum", joints=joints, loads=[Gravity(along=-GROUND.z)]))


def pendulum_angle(amplitude: float, t: Array) -> Array:
    """q released from rest: sin(q/2) = k sn(K − ω t), k = sin(amplitude/2)."""
    k = np.sin(amplitude / 2)
    sn, _, _, _ = ellipj(ellipk(k * k) - np.sqrt(G) * t, k * k)
    return np.asarray(2 * np.arcsin(k * sn))


@cache
def oscillator(stiffness: float = 4.0, damping: float = 0.0) -> Model:
    """A mass of 1 kg on a spring, pushed by F."""
    (F,) = inputs("F")
    mass = Body("mass", mass=1.0)
    loads: list[Load] = [
        JointSpring("q1", stiffness=stiffness),
        JointDamper("q1", damping=damping),
        JointForce("q1", F),
    ]
    return build(System("oscillator", joints=[Prismatic("q1", GROUND, mass, axis=Z)], loads=loads))


@cache
def top() -> Model:
    """A torque-free body with principal moments 1, 2 and 3 kg m²."""
    body = Body("body", mass=1.0, inertia=(1.0, 2.0, 3.0))
    return build(System("top", joints=[Spherical("e", GROUND, body)]))


@cache
def stiff() -> Model:
    """A mass of 1 kg on a spring of 8·10⁵ N/m beside a damper of 10⁵ N s/m."""
    return oscillator(8e5, 1e5)
