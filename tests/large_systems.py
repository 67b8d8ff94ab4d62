"""Systems that run as loops over bodies, and the same as plain trees for Newton and Euler."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from kane.geometry.vector import GROUND, Frame
from kane.machine.model import Model
from kane.model.body import Body
from kane.model.joints.free import Axes
from kane.model.joints.joint import Joint
from kane.model.joints.makers import Free, Gimbal, Prismatic, Revolute, Screw, Spherical
from kane.model.loads import Gravity
from kane.model.system import System
from tests.oracles import newton_euler
from tests.oracles.newton_euler import Loads
from tests.oracles.tree import Kind, Placement, TreeBody, TreeJoint

GRAVITY = 9.81 * np.array([0.6, 0, -0.8])
AXES = ((0, 0, 1), (1, 0, 0), (0, -1, 0), (0.6, 0.8, 0))
Make = Callable[[np.random.Generator, str, Frame, Body], Joint]


def revolute(rng: np.random.Generator, name: str, parent: Frame, body: Body) -> Joint:
    axis = AXES[rng.integers(4)]
    return Revolute(name, parent, body, axis=axis, at=triple(rng), on=triple(rng))


def prismatic(rng: np.random.Generator, name: str, parent: Frame, body: Body) -> Joint:
    return Prismatic(name, parent, body, axis=AXES[rng.integers(4)], at=triple(rng))


def screw(rng: np.random.Generator, name: str, parent: Frame, body: Body) -> Joint:
    return Screw(name, parent, body, axis=AXES[rng.integers(4)], at=triple(rng), pitch=0.1)


def spherical(rng: np.random.Generator, name: str, parent: Frame, body: Body) -> Joint:
    return Spherical(name, parent, body, at=triple(rng), on=triple(rng))


def free(rng: np.random.Generator, name: str, parent: Frame, body: Body) -> Joint:
    return Free(name, parent, body, at=triple(rng))


def free_in_parent(rng: np.random.Generator, name: str, parent: Frame, body: Body) -> Joint:
    return Free(name, parent, body, at=triple(rng), linear=Axes.PARENT)


def gimbal(rng: np.random.Generator, name: str, parent: Frame, body: Body) -> Joint:
    return Gimbal(f"{name}x {name}y {name}z", parent, body, sequence="123", at=triple(rng))


KINDS: tuple[Make, ...] = (
    revolute,
    prismatic,
    screw,
    spherical,
    free,
    free_in_parent,
    gimbal,
)


def triple(rng: np.random.Generator) -> tuple[float, float, float]:
    x, y, z = rng.uniform(-0.2, 0.2, 3)
    return (float(x), float(y), float(z))


def system(rng: np.random.Generator, makes: Sequence[Make], branching: bool) -> System:
    """Bodies hung by these joints, one on another or anywhere."""
    frames: list[Frame] = [GROUND]
    joints = []
    for i, make in enumerate(makes):
        moments = [float(x) for x in rng.uniform(0.02, 0.03, 3)]
        mass = float(rng.uniform(1, 2))
        body = Body(f"B{i}", mass=mass, centre=triple(rng), inertia=moments)
        parent = frames[rng.integers(len(frames))] if branching else frames[-1]
        joints.append(make(rng, f"j{i}", parent, body))
        frames.append(body)
    return System("many", joints=joints, loads=[Gravity(GROUND.vector(0.6, 0, -0.8), 9.81)])


def state(rng: np.random.Generator, model: Model, described: System) -> list[np.ndarray]:
    q = rng.uniform(0.2, 1.2, len(model.q_names))
    at = 0
    for joint in described.joints:
        for motion in joint.motions:
            count = len(motion.names[0])
            part = slice(at + count - 4, at + count) if count >= 4 else slice(0, 0)
            q[part] /= np.linalg.norm(q[part]) if count >= 4 else 1
            at += count
    return [q, *rng.uniform(-1, 1, (2, len(model.u_names)))]


def chain(rng: np.random.Generator, count: int, make: Make = revolute) -> System:
    """Bodies one on another."""
    return system(rng, [make] * count, branching=False)


def plain_chain(rng: np.random.Generator, count: int) -> tuple[System, list[TreeBody]]:
    """A chain of revolute joints twice: as a System, and as a plain tree."""
    parent: Frame = GROUND
    joints, bodies = [], []
    for i in range(count):
        axis, at, centre = AXES[rng.integers(4)], triple(rng), triple(rng)
        mass, moments = float(rng.uniform(1, 2)), [float(x) for x in rng.uniform(0.02, 0.03, 3)]
        body = Body(f"B{i}", mass=mass, centre=centre, inertia=moments)
        joints.append(Revolute(f"j{i}", parent, body, axis=axis, at=at))
        parent = body
        bodies.append(
            TreeBody(
                parent=i - 1,
                joint=TreeJoint(kind=Kind.REVOLUTE, axes=(np.array(axis, float),)),
                inner=Placement(p=np.array(at)),
                mass=mass,
                centre=np.array(centre),
                inertia=np.diag(moments),
            )
        )
    loads = [Gravity(GROUND.vector(0.6, 0, -0.8), 9.81)]
    return System("chain", joints=joints, loads=loads), bodies


def needed(bodies: list[TreeBody], q: np.ndarray, u: np.ndarray, udot: np.ndarray) -> np.ndarray:
    """τ by Newton and Euler."""
    return newton_euler.dynamics(bodies, q, u, udot, Loads(gravity=GRAVITY)).tau
