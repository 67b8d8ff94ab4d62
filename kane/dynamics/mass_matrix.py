"""The mass matrix, by plain sums of partial velocities or by composite bodies.

From: kinematics.py    Next: equations.py
"""

from __future__ import annotations

from typing import Any

from kane.dynamics.form import part, speeds_in
from kane.dynamics.kinematics import Velocities, applied
from kane.dynamics.tree import Link, Tree
from kane.geometry.mass import MassProperties
from kane.geometry.rotation import Rows
from kane.geometry.vector import Vector

Symmetric = list[list[Any]]


def by_partial_velocities(tree: Tree, forms: Velocities, count: int) -> Symmetric:
    """M_rs = Σ_L v_s·(m v_r + ω_r × h) + ω_s·(J ω_r + h × v_r)      [Kane1985 p.124]

    with v_r of the link's origin, h and J about it. Any speeds.
    """
    zero = tree.lift.scalar(0)
    M: Symmetric = [[zero] * count for _ in range(count)]
    for link, mass, J in zip(tree.links, tree.masses, tree.inertias, strict=True):
        w, v = forms.w[link.index], forms.v[link.index]
        present = sorted(speeds_in(w, v))
        parts = {r: (part(w, r, zero), part(v, r, zero)) for r in present}
        for r in present:
            F, N = momentum(mass, J, *parts[r])
            for s in present[: present.index(r) + 1]:
                w_s, v_s = parts[s]
                M[r][s] = M[r][s] + (v_s.dot(F) + w_s.dot(N))
                M[s][r] = M[r][s]
    return M


def by_composites(tree: Tree) -> Symmetric:
    """M in the natural speeds σ: each joint lifts the composite of all that it carries.

    With the composite's m, h, J about link L's origin, joint column (A, B) takes the wrench
    F = m B + A × h, N = J A + h × B; carried inward, it meets the columns of the joints on the
    way to the ground [Featherstone2008 p.102].
    """
    zero = tree.lift.scalar(0)
    count = len(tree.speed_names)
    M: Symmetric = [[zero] * count for _ in range(count)]
    carried = composites(tree)
    bearing = {link.parent for link in tree.links}
    inertia = [  # of a link that carries nothing, J as it was given
        mass.inertia() if index in bearing else J
        for index, (mass, J) in enumerate(zip(carried, tree.inertias, strict=True))
    ]
    for link in tree.links:
        for number, A, B in zip(link.speeds, link.angular, link.linear, strict=True):
            F, N = momentum(carried[link.index], inertia[link.index], A, B)
            _meet(tree, M, number, link, F, N)
    return M


def composites(tree: Tree) -> list[MassProperties]:
    """Every link's mass properties with all that it carries, about its origin, in its axes."""
    carried = list(tree.masses)
    for link in reversed(tree.links):
        if link.parent >= 0:
            own = carried[link.index]
            turned = MassProperties(
                mass=own.mass,
                first=link.rotation.out(Vector(link.frame, own.first)).components,
                second=link.rotation.out_symmetric(own.second),
            )
            carried[link.parent] = carried[link.parent] + turned.moved(link.offset.components)
    return carried


def momentum(mass: MassProperties, J: Rows, w: Vector, v: Vector) -> tuple[Vector, Vector]:
    """Linear momentum m v + ω × h, and angular momentum J ω + h × v about the origin."""
    h = Vector(v.frame, mass.first)
    return v * mass.mass + w.cross(h), applied(J, w) + h.cross(v)


def _meet(tree: Tree, M: Symmetric, number: int, link: Link, F: Vector, N: Vector) -> None:
    """The products of one joint's wrench with the columns from its link to the ground."""
    while True:
        for other, A, B in zip(link.speeds, link.angular, link.linear, strict=True):
            M[number][other] = M[other][number] = A.dot(N) + B.dot(F)
        if link.parent < 0:
            return
        F = link.rotation.out(F)
        N = link.rotation.out(N) + link.offset.cross(F)
        link = tree.links[link.parent]
