"""Mechanisms with closed loops, each as a System and as a plain tree with loops."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from kane import GROUND, Body, Free, Gravity, Prismatic, Revolute, System, Universal, Z
from kane.geometry.vector import Frame
from kane.model.closures import Joined
from tests.oracles.jet import Array
from tests.oracles.loops import Loop
from tests.oracles.newton_euler import Loads
from tests.oracles.tree import Kind, Placement, TreeBody, TreeJoint

UNITS: Final = np.eye(3)
DOWN: Final = Loads(gravity=np.array([0, -9.81, 0.0]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Mechanism:
    """The System, the tree, its loops and what pulls at it."""

    system: System
    bodies: Sequence[TreeBody]
    loops: Sequence[Loop]
    loads: Loads


def bar(name: str, length: float) -> Body:
    """A bar along x from its joint, its mass centre off the middle."""
    mass = 1.0 + length
    moment = 0.1 * length**2
    return Body(
        name, mass=mass, centre=(0.45 * length, 0.03, 0), inertia=(moment / 10, moment, moment)
    )


def plane(
    links: Sequence[tuple[str, int, float, tuple[float, float, float]]], loop: Loop
) -> Mechanism:
    """Bars in the plane of x and y: name, parent, length, and where in the parent; one loop."""
    bodies = [bar(name, length) for name, _, length, _ in links]
    frames: list[Frame] = [GROUND, *bodies]
    joints = [
        Revolute(f"q{k + 1}", frames[parent + 1], body, axis=Z, at=at)
        for k, (body, (_, parent, _, at)) in enumerate(zip(bodies, links, strict=True))
    ]
    start = bodies[loop.first].point("start", tuple(loop.here))
    end = bodies[loop.second].point("end", tuple(loop.there))
    system = System(
        "mechanism",
        joints=joints,
        loads=[Gravity(along=-GROUND.y)],
        constraints=[Joined("tip", start, end, along="xy")],
    )
    tree = [
        plain(body, parent, TreeJoint(kind=Kind.REVOLUTE, axes=(UNITS[2],)), at)
        for body, (_, parent, _, at) in zip(bodies, links, strict=True)
    ]
    return Mechanism(system=system, bodies=tree, loops=[loop], loads=DOWN)


def plain(body: Body, parent: int, joint: TreeJoint, at: Any = (0, 0, 0)) -> TreeBody:
    """A body on a joint."""
    return TreeBody(
        parent=parent,
        joint=joint,
        inner=Placement(p=np.array(at, float)),
        mass=float(body.mass),
        centre=np.array(body.centre, float),
        inertia=np.array(body.inertia, float),
    )


def five_bar() -> Mechanism:
    """Two arms of two bars whose tips are one: q1 and q3 turn at the base."""
    origin = (0.0, 0.0, 0.0)
    links = [
        ("left", -1, 0.5, origin),
        ("left fore", 0, 0.75, (0.5, 0.0, 0.0)),
        ("right", -1, 0.5, (0.6, 0.0, 0.0)),
        ("right fore", 2, 0.75, (0.5, 0.0, 0.0)),
    ]
    tip = np.array([0.75, 0, 0])
    return plane(links, Loop(first=1, second=3, here=tip, there=tip, directions=UNITS[:2]))


def parallelogram_arm() -> Mechanism:
    """An upper arm q1 with a forearm q2, driven from the base by a crank q3 and a rod q4."""
    origin = (0.0, 0.0, 0.0)
    links = [
        ("upper arm", -1, 0.7, origin),
        ("forearm", 0, 0.6, (0.7, 0.0, 0.0)),
        ("crank", -1, 0.2, origin),
        ("rod", 2, 0.7, (0.2, 0.0, 0.0)),
    ]
    tail, end = np.array([-0.2, 0, 0]), np.array([0.7, 0, 0])
    return plane(links, Loop(first=1, second=3, here=tail, there=end, directions=UNITS[:2]))


LEGS: Final = 6
BASE, TOP = 1.0, 0.6


def anchors() -> tuple[Array, Array]:
    """Where the legs stand on the ground, and where they hold the platform."""
    low = np.radians([-10, 10, 110, 130, 230, 250])
    high = np.radians([-50, 50, 70, 170, 190, 290])
    return tuple(
        np.column_stack([r * np.cos(a), r * np.sin(a), z + 0 * a])
        for r, a, z in ((BASE, low, 0.0), (TOP, high, -0.05))
    )  # type: ignore[return-value]


def stewart() -> Mechanism:
    """A platform on six legs, each a universal joint, a slide and a ball."""
    platform = Body("platform", mass=20.0, centre=(0.02, 0.01, 0.05), inertia=(1.0, 1.2, 2.0))
    low, high = anchors()
    joints: list[Any] = [Free("platform", GROUND, platform, on=(0, 0, 0))]
    tree = [plain(platform, -1, TreeJoint(kind=Kind.FREE))]
    balls, loops = [], []
    for k in range(LEGS):
        tube = Body(f"tube{k + 1}", mass=2.0, centre=(0, 0, 0.3), inertia=(0.1, 0.1, 0.01))
        rod = Body(f"rod{k + 1}", mass=1.0, centre=(0.01, 0, -0.2), inertia=(0.05, 0.05, 0.005))
        at: Any = tuple(low[k].tolist())
        joints.append(Universal(f"a{k + 1} b{k + 1}", GROUND, tube, at=at))
        joints.append(Prismatic(f"l{k + 1}", tube, rod, axis=Z))
        tree.append(plain(tube, -1, TreeJoint(kind=Kind.GIMBAL, axes=(UNITS[0], UNITS[1])), at))
        slide = TreeJoint(kind=Kind.PRISMATIC, axes=(UNITS[2],))
        tree.append(plain(rod, 2 * k + 1, slide))
        held: Any = tuple(high[k].tolist())
        hold = platform.point(f"hold{k + 1}", held)
        balls.append(Joined(f"ball{k + 1}", hold, rod.point(f"end{k + 1}", (0, 0, 0))))
        loops.append(
            Loop(first=0, second=2 * k + 2, here=high[k], there=np.zeros(3), directions=UNITS)
        )
    loads = [Gravity(along=-GROUND.z)]
    system = System("Stewart platform", joints=joints, loads=loads, constraints=balls)
    gravity = Loads(gravity=np.array([0, 0, -9.81]))
    return Mechanism(system=system, bodies=tree, loops=loops, loads=gravity)
