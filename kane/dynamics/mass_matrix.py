"""The mass matrix: by sums of partial velocities, by composite bodies, or from one in the other.

From: kinematics.py    Next: equations.py
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kane.algebra.dependence import rate_of
from kane.algebra.expr import Expr, graph_of
from kane.algebra.op import Op
from kane.algebra.rate import Rate
from kane.dynamics.cost import cost
from kane.dynamics.form import Form, part, speeds_in
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


def by_congruence(tree: Tree, sigma: Sequence[Form], count: int) -> Symmetric:
    """M = Wᵀ M_σ W, from the composites' M_σ and σ = W u + X."""
    zero = tree.lift.scalar(0)
    natural = by_composites(tree)
    columns = [
        {i: form.coefficients[r] for i, form in enumerate(sigma) if r in form.coefficients}
        for r in range(count)
    ]
    M: Symmetric = [[zero] * count for _ in range(count)]
    for r in range(count):
        half = [_weighted(row, columns[r], zero) for row in natural]
        for s in range(r + 1):
            M[r][s] = M[s][r] = _weighted(half, columns[s], zero)
    return M


def shorter(tree: Tree, forms: Velocities, sigma: Sequence[Form], count: int) -> Symmetric:
    """M by partial velocities, or by congruence where that counts less.

    Not where congruence divides by what partial velocities do not: W may be singular where M
    is not (the wrist in the components of ω^C).
    """
    direct = by_partial_velocities(tree, forms, count)
    other = by_congruence(tree, sigma, count)
    a, b = _lower(direct), _lower(other)
    return other if cost(b) < cost(a) and _divisions(b) <= _divisions(a) else direct


def _weighted(row: Sequence[Any], column: Mapping[int, Any], zero: Any) -> Any:
    total = zero
    for i, c in column.items():
        if row[i]:
            total = total + row[i] * c
    return total


def _lower(M: Symmetric) -> list[Expr]:
    return [entry for r, row in enumerate(M) for entry in row[: r + 1]]


def _divisions(entries: Sequence[Expr]) -> set[int]:
    """The divisors that change while the system moves."""
    graph = graph_of(entries)
    found = {
        abs(graph.args[node][1])
        for node in graph.live([entry.ref for entry in entries])
        if graph.ops[node] == Op.DIV
    }
    return {node for node in found if rate_of(Expr(graph, node)) > Rate.PARAMETER}


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
