"""Regressor: inverse dynamics as a linear function of the bodies' inertial parameters.

    τ = Y(q, u, u̇) π,     π = (m, h_x, h_y, h_z, J_xx, J_xy, J_yy, J_xz, J_yz, J_zz) of every link

with first moment and inertia about the link's origin, along its axes, in the usual order
[Atkeson1986]. Column k of Y is what a link with π_k = 1 and nothing else asks of the joints: its
own wrench by Newton and Euler, carried to the ground. Bodies that are fixed to each other are one
link; forces in joints, such as friction, are not in it.

From: wrenches.py, projection.py    Next: kane/manipulators/identification.py
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from kane.dynamics.active import gravity
from kane.dynamics.equations import Equations
from kane.dynamics.tree import Link, Tree
from kane.dynamics.wrenches import Moving, Wrench, inertia_wrench
from kane.errors import DerivationError
from kane.geometry.mass import HALF, MassProperties
from kane.geometry.rotation import Rows
from kane.geometry.vector import ZEROS

PARAMETERS: Final = ("m", "hx", "hy", "hz", "Jxx", "Jxy", "Jyy", "Jxz", "Jyz", "Jzz")
_PLACES_OF_J: Final = {
    "Jxx": (0, 0),
    "Jxy": (0, 1),
    "Jyy": (1, 1),
    "Jxz": (0, 2),
    "Jyz": (1, 2),
    "Jzz": (2, 2),
}
_NONE: Final[Rows] = (ZEROS, ZEROS, ZEROS)


def names(tree: Tree) -> tuple[str, ...]:
    """The parameters' names: 'link.m', 'link.hx' …"""
    return tuple(f"{link.frame.name}.{one}" for link in tree.links for one in PARAMETERS)


def values(tree: Tree) -> list[Any]:
    """π."""
    found: list[Any] = []
    for mass, J in zip(tree.masses, tree.inertias, strict=True):
        found += [mass.mass, *mass.first, *(J[i][j] for i, j in _PLACES_OF_J.values())]
    return found


def regressor(equations: Equations) -> list[list[Any]]:
    """Y, a row a speed."""
    if not equations.natural_speeds:
        raise DerivationError(
            f"System '{equations.system.name}' has speeds of its own choosing: its regressor is "
            "for the joints' own speeds. Leave `speeds` out of the System."
        )
    tree = equations.tree
    zero = tree.lift.scalar(0)
    base = -gravity(tree, equations.system.loads)
    moving, motion = equations.motion, equations.acceleration(equations.udot, base)
    rows: list[list[Any]] = [[] for _ in tree.speed_names]
    for link in tree.links:
        k = link.index
        moved = Moving(
            w=moving.w[k], alpha=motion.alpha[k], a=motion.a[k], U=motion.U[k], D=motion.D[k]
        )
        for mass, J in UNITS:
            column = _carried(tree, link, inertia_wrench(_scalars(mass, zero), J, moved), zero)
            for row, entry in zip(rows, column, strict=True):
                row.append(entry)
    return rows


def _carried(tree: Tree, link: Link, own: Wrench, zero: Any) -> list[Any]:
    """The joint forces that one link's wrench takes."""
    column = [zero] * len(tree.speed_names)
    F, N = own.force, own.torque
    while True:
        for number, A, B in zip(link.speeds, link.angular, link.linear, strict=True):
            column[number] = N.dot(A) + F.dot(B)
        if link.parent < 0:
            return column
        F, N = link.rotation.out(F), link.rotation.out(N)
        N = N + link.offset.cross(F)
        link = tree.links[link.parent]


def _units() -> tuple[tuple[MassProperties, Rows], ...]:
    """A unit of each parameter, and its J."""
    one = [MassProperties(mass=1, first=ZEROS, second=_NONE)]
    one += [
        MassProperties(mass=0, first=e, second=_NONE) for e in ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    ]
    for i, j in _PLACES_OF_J.values():
        J = [[0] * 3 for _ in range(3)]
        J[i][j] = J[j][i] = 1
        half = HALF if i == j else 0
        x, y, z = ([(half if a == b else 0) - J[a][b] for b in range(3)] for a in range(3))
        second: Any = (tuple(x), tuple(y), tuple(z))
        one.append(MassProperties(mass=0, first=ZEROS, second=second))
    return tuple((mass, mass.inertia()) for mass in one)


def _scalars(mass: MassProperties, zero: Any) -> MassProperties:
    """The same in the tree's scalars."""

    def lifted(values: Sequence[Any]) -> Any:
        return tuple(zero + x for x in values)

    rows: Any = tuple(lifted(row) for row in mass.second)
    return MassProperties(mass=zero + mass.mass, first=lifted(mass.first), second=rows)


UNITS: Final = _units()
