"""The papers' systems as trees for `tests/oracles`: shapes and masses, no equations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tests.oracles.tree import Kind, Placement, TreeBody, TreeJoint
from tests.textbook.gillespie import Cart, Wrist
from tests.textbook.kane_levinson import PARAMETERS
from tests.textbook.stoneking import SPHERICAL
from tests.textbook.stoneking_tree import Spacecraft

Array = NDArray[np.float64]
X, Y, Z = np.eye(3)
NOTHING: Final = np.zeros((3, 3))
STANFORD_ORDER: Final = (0, 1, 5, 2, 3, 4)  # q1, q2, q6, q3, q4, q5 from the base outward


def stanford_tree(p: Mapping[str, float] = PARAMETERS) -> list[TreeBody]:
    """A to F; n2 is y, up. Joint coordinates stand in STANFORD_ORDER."""
    wrist = Y * p["L2"]
    return [
        body("A", p, -1, Kind.REVOLUTE, Y, np.zeros(3), np.zeros(3)),
        body("B", p, 0, Kind.REVOLUTE, X, p["L1"] * X + p["L4"] * Y, np.zeros(3)),
        body("C", p, 1, Kind.PRISMATIC, Y, np.zeros(3), np.zeros(3)),
        body("D", p, 2, Kind.REVOLUTE, Y, np.zeros(3), p["L5"] * Y),
        body("E", p, 3, Kind.REVOLUTE, X, wrist, p["L6"] * Y),
        body("F", p, 4, Kind.REVOLUTE, Y, np.zeros(3), p["L3"] * Y),
    ]


def body(
    name: str,
    p: Mapping[str, float],
    parent: int,
    kind: Kind,
    axis: Array,
    at: Array,
    centre: Array,
) -> TreeBody:
    """A body of the arm: its joint's place in the parent, its mass centre from the joint."""
    return TreeBody(
        parent=parent,
        joint=TreeJoint(kind=kind, axes=(axis,)),
        inner=Placement(p=at),
        mass=p[f"m{name}"],
        centre=centre,
        inertia=np.diag([p[f"{name}{k}"] for k in (1, 2, 3)]),
    )


def wrist_tree(wrist: Wrist) -> list[TreeBody]:
    """Massless A and B, then C; n1 is x, up."""
    inertia = np.diag([wrist.I1, wrist.I2, wrist.I3])
    links = [(0.0, np.zeros(3), NOTHING)] * 2 + [(wrist.M, wrist.L * Z, inertia)]
    return [
        TreeBody(
            parent=k - 1,
            joint=TreeJoint(kind=Kind.REVOLUTE, axes=(axis,)),
            mass=mass,
            centre=centre,
            inertia=inertia,
        )
        for k, (axis, (mass, centre, inertia)) in enumerate(zip((Z, Y, Z), links, strict=True))
    ]


def cart_tree(cart: Cart) -> list[TreeBody]:
    """Basket with its origin at P1, caster with its origin at P2; wheels hold nothing yet."""
    basket = TreeBody(
        parent=-1,
        joint=TreeJoint(kind=Kind.PLANAR, axes=(X, Y)),
        mass=cart.m_B,
        centre=cart.L1 * X,
        inertia=np.diag([0.0, 0.0, cart.I_B]),
    )
    caster = TreeBody(
        parent=0,
        joint=TreeJoint(kind=Kind.REVOLUTE, axes=(Z,)),
        inner=Placement(p=cart.L2 * X),
        mass=cart.m_C,
        centre=-cart.L3 * X,
        inertia=NOTHING,
    )
    return [basket, caster]


def spacecraft_tree(craft: Spacecraft) -> list[TreeBody]:
    """B1 free with its speeds' point at the mass centre, then the outer bodies by number."""
    root = TreeBody(
        parent=-1,
        joint=TreeJoint(kind=Kind.FREE),
        mass=craft.mass[0],
        centre=np.zeros(3),
        inertia=craft.inertia[0],
    )
    return [root, *(appendage(craft, craft.outer.index(b)) for b in range(2, len(craft.mass) + 1))]


def appendage(craft: Spacecraft, k: int) -> TreeBody:
    """The outer body of joint k; bodies' origins are their mass centres."""
    name, number = craft.joints[k], craft.outer[k] - 1
    axes = () if name == SPHERICAL else tuple(np.eye(3)[int(axis) - 1] for axis in name)
    kind = Kind.SPHERICAL if name == SPHERICAL else Kind.GIMBAL
    return TreeBody(
        parent=craft.inner[k] - 1,
        joint=TreeJoint(kind=kind, axes=axes),
        inner=Placement(p=craft.r_in[k]),
        outer=Placement(p=craft.r_out[k]),
        mass=craft.mass[number],
        centre=np.zeros(3),
        inertia=craft.inertia[number],
    )
