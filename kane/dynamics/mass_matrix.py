"""The mass matrix in any speeds: by sums of partial velocities, or from composite bodies.

From: composites.py    Next: equations.py
"""

from __future__ import annotations

from collections.abc import Sequence

from kane.algebra.dependence import rate_of
from kane.algebra.expr import Expr, graph_of
from kane.algebra.op import Op
from kane.algebra.rate import Rate
from kane.dynamics.composites import Cuts, Symmetric, by_cut_composites, momentum
from kane.dynamics.cost import cost
from kane.dynamics.form import part, speeds_in
from kane.dynamics.kinematics import Velocities
from kane.dynamics.speeds import Speeds
from kane.dynamics.tree import Tree


def by_partial_velocities(tree: Tree, forms: Velocities, count: int) -> Symmetric:
    """M_rs = Σ_L v_s·(m v_r + ω_r × h) + ω_s·(J ω_r + h × v_r)      [Kane1985 p.124]

    with v_r of the link's origin, h and J about it.
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


def shorter(tree: Tree, forms: Velocities, speeds: Speeds) -> Symmetric:
    """M by partial velocities, or from composites where that counts less.

    Not where composites divide by what partial velocities do not: W may be singular where M
    is not.
    """
    direct = by_partial_velocities(tree, forms, len(speeds.u))
    other = by_cut_composites(tree, speeds.sigma, forms, cuts_at(speeds), len(speeds.u))
    a, b = _lower(direct), _lower(other)
    return other if cost(b) < cost(a) and _divisions(b) <= _divisions(a) else direct


def cuts_at(speeds: Speeds) -> Cuts:
    """The velocities with components that have a symbol of their own."""
    return tuple(dict.fromkeys((kind, link) for kind, link, _ in speeds.overrides))


def _lower(M: Symmetric) -> list[Expr]:
    return [entry for r, row in enumerate(M) for entry in row[: r + 1]]


def _divisions(entries: Sequence[Expr]) -> set[int]:
    """The divisors that change while the system moves."""
    graph = graph_of(entries)
    ops, args, DIV = graph.ops, graph.args, Op.DIV
    live = graph.live([entry.ref for entry in entries])
    found = {abs(args[node][1]) for node in live if ops[node] is DIV}
    return {node for node in found if rate_of(Expr(graph, node)) > Rate.PARAMETER}
