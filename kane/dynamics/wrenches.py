"""Wrenches: what Newton and Euler ask of every link, about its origin, along its axes.

With h and S the first and second moments and U = [α×] + [ω×][ω×]:

    F = m a + U h,      N = ∫ r × (U r) dm + h × a

The integral's component i, with (i, j, k) cyclic and J the inertia about the origin, is

    J_ii α_i + (J_kk − J_jj) ω_j ω_k + S_ji U_ki − S_ki U_ji + S_jk (U_kk − U_jj)

which is Euler's for principal axes, and shorter than J α + ω × J ω for others (FINDINGS §2).

From: kinematics.py    Next: projection.py
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kane.dynamics.kinematics import Accelerations, Velocities, applied
from kane.dynamics.tree import Tree
from kane.geometry.mass import MassProperties
from kane.geometry.rotation import Rows
from kane.geometry.vector import Components, Vector


@dataclass(frozen=True, slots=True, kw_only=True)
class Wrench:
    """A force and a torque about the link's origin."""

    force: Vector
    torque: Vector

    def __add__(self, other: Wrench) -> Wrench:
        return Wrench(force=self.force + other.force, torque=self.torque + other.torque)

    def __sub__(self, other: Wrench) -> Wrench:
        return Wrench(force=self.force - other.force, torque=self.torque - other.torque)


def inertia_wrenches(tree: Tree, moving: Velocities, motion: Accelerations) -> list[Wrench]:
    """The wrench that every link's acceleration takes."""
    return [
        inertia_wrench(mass, J, Moving(w=w, alpha=alpha, a=a, U=U, D=D))
        for mass, J, w, alpha, a, U, D in zip(
            tree.masses,
            tree.inertias,
            moving.w,
            motion.alpha,
            motion.a,
            motion.U,
            motion.D,
            strict=True,
        )
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Moving:
    """How one link moves."""

    w: Vector
    alpha: Vector
    a: Vector
    U: Rows
    D: Components


def inertia_wrench(mass: MassProperties, J: Rows, moving: Moving) -> Wrench:
    """F and N of one link."""
    a = moving.a
    h = Vector(a.frame, mass.first)
    x, y, z = (_turning(mass.second, J, moving, i) for i in range(3))
    return Wrench(
        force=applied(moving.U, h) + a * mass.mass,
        torque=Vector(a.frame, (x, y, z)) + h.cross(a),
    )


def _turning(S: Rows, J: Rows, moving: Moving, i: int) -> Any:
    """Component i of ∫ r × (U r) dm, by J's diagonal or by S's, whichever has more zeros."""
    j, k, U, w = (i + 1) % 3, (i + 2) % 3, moving.U, moving.w
    difference = J[k][k] - J[j][j]
    if bool(S[j][j]) + bool(S[k][k]) < bool(J[i][i]) + bool(difference):
        own = S[j][j] * U[k][j] - S[k][k] * U[j][k]
    else:
        own = J[i][i] * moving.alpha[i] + difference * (w[j] * w[k])
    products = J[k][i] * U[j][i] - J[j][i] * U[k][i]
    return own + products + J[j][k] * moving.D[i]


def nothing(tree: Tree) -> list[Wrench]:
    """No wrench on any link."""
    zero = tree.lift.scalar(0)
    rest = [Vector(link.frame, (zero, zero, zero)) for link in tree.links]
    return [Wrench(force=v, torque=v) for v in rest]


def total(first: Sequence[Wrench], second: Sequence[Wrench]) -> list[Wrench]:
    """The sum, link by link."""
    return [a + b for a, b in zip(first, second, strict=True)]
