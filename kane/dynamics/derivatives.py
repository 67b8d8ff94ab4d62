"""Derivatives of inverse and forward dynamics, along displacements and with respect to speeds.

    τ(q, u, u̇):   ∂τ/∂q,  ∂τ/∂u,  M            u̇(q, u, τ):   ∂u̇/∂q,  ∂u̇/∂u,  M⁻¹

Column r of a derivative by q is along q̇ = W e_r, the displacement that speed r alone would give:
∂/∂q itself where speeds are the coordinates' rates, and what a quaternion can be turned by where
they are not. The inertia of a tree in its joints' own speeds is differentiated by the recursion of
`sensitivity.py`, all else, such as springs, as expressions. At one state

    ∂u̇/∂q = −M⁻¹ ∂τ/∂q,    ∂u̇/∂u = −M⁻¹ ∂τ/∂u                  at u̇ = u̇(q, u, τ)

From: sensitivity.py, equations.py    Next: requests.py
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from kane.algebra.dependence import rate_of, symbols_of
from kane.algebra.expr import Expr
from kane.algebra.inverse import Factors, factors
from kane.algebra.jacobian import jacobian
from kane.algebra.rate import Rate
from kane.algebra.substitute import substitute
from kane.dynamics import forces
from kane.dynamics.active import gravity
from kane.dynamics.equations import Equations
from kane.dynamics.projection import natural
from kane.dynamics.sensitivity import Moved, Sensitivity, Square, sensitivity
from kane.dynamics.tree import Link
from kane.geometry.vector import ZEROS


def of_inverse_dynamics(equations: Equations) -> Sensitivity:
    """∂τ/∂q, ∂τ/∂u and M at u̇."""
    return _at(equations, equations.udot) if recursive(equations) else as_expressions(equations)


def of_forward_dynamics(equations: Equations) -> Sensitivity:
    """∂u̇/∂q, ∂u̇/∂u and M⁻¹, at τ."""
    before = before_solving(equations)
    q, u = (_solved(before.factors, right) for right in (before.q, before.u))
    return Sensitivity(q=q, u=u, M=before.factors.inverse())


def of_accelerations(equations: Equations, udot: Sequence[Any]) -> Sensitivity:
    """∂u̇/∂q, ∂u̇/∂u and ∂u̇/∂τ of any u̇(q, u, τ), by differentiating it."""
    zero, n = equations.tree.lift.scalar(0), len(equations.u)
    by_q, by_u = _differentiated(equations, udot)
    by_tau = [[zero] * n for _ in udot]
    found = jacobian([zero + value for value in udot], equations.tau)
    for (row, column), entry in zip(found.places, found.entries, strict=True):
        by_tau[row][column] = entry
    return Sensitivity(q=by_q, u=by_u, M=by_tau)


@dataclass(frozen=True, slots=True, kw_only=True)
class Before:
    """−∂τ/∂q and −∂τ/∂u at u̇(q, u, τ), and M in factors, with which they are still to be solved."""

    q: Square
    u: Square
    factors: Factors


def before_solving(equations: Equations) -> Before:
    """What `of_forward_dynamics` solves."""
    found = factors(mass_matrix(equations))
    udot = found.solved([tau - f for tau, f in zip(equations.tau, equations.bias, strict=True)])
    if recursive(equations):
        inner = _at(equations, udot)
    else:
        known = dict(zip(equations.udot, udot, strict=True))
        inner = _put_in(as_expressions(equations), known)
    return Before(q=_negative(inner.q), u=_negative(inner.u), factors=found)


def recursive(equations: Equations) -> bool:
    """Whether the recursion serves: the joints' own speeds, along directions fixed in the links."""
    if not equations.natural_speeds or not all(map(_steady, equations.tree.links)):
        return False
    base = gravity(equations.tree, equations.system.loads)
    return not set(symbols_of(*base)) & set(equations.q)


def mass_matrix(equations: Equations) -> Square:
    """M, of the same nodes as in the derivatives."""
    if not recursive(equations):
        return equations.mass_matrix
    zero = equations.tree.lift.scalar(0)
    return _inertial(equations, (zero,) * len(equations.u)).M


def as_expressions(equations: Equations) -> Sensitivity:
    """The same by differentiating τ."""
    by_q, by_u = _differentiated(equations, equations.inverse_dynamics)
    return Sensitivity(q=by_q, u=by_u, M=equations.mass_matrix)


def _at(equations: Equations, udot: Sequence[Any]) -> Sensitivity:
    """By the recursion, with what the loads add."""
    own = _inertial(equations, udot)
    loads = _loads(equations)
    if not any(loads):
        return own
    by_q, by_u = _differentiated(equations, loads)
    return replace(own, q=_less(own.q, by_q), u=_less(own.u, by_u))


def _inertial(equations: Equations, udot: Sequence[Any]) -> Sensitivity:
    tree = equations.tree
    base = -gravity(tree, equations.system.loads)
    motion = equations.acceleration(tuple(udot), base)
    moved = Moved(
        tree=tree, sigma=equations.sigma, moving=equations.motion, motion=motion, base=base
    )
    return sensitivity(moved)


def _loads(equations: Equations) -> list[Any]:
    """The generalized forces of all loads but gravity, without inputs."""
    active = equations.pushing
    along = natural(equations.tree, active.wrenches)
    both = [a + b for a, b in zip(along, active.natural, strict=True)]
    return forces.without_inputs(equations, both)


def _differentiated(equations: Equations, values: Sequence[Any]) -> tuple[Square, Square]:
    """Along W's columns, and by u."""
    zero, n = equations.tree.lift.scalar(0), len(equations.u)
    found = jacobian([zero + value for value in values], [*equations.q, *equations.u])
    by_q, by_u = ([[zero] * n for _ in values] for _ in range(2))
    W, start = equations.kinematics.W, len(equations.q)
    for (row, column), entry in zip(found.places, found.entries, strict=True):
        if column >= start:
            by_u[row][column - start] = entry
            continue
        for r, w in enumerate(W[column]):
            if w:
                by_q[row][r] = by_q[row][r] + entry * w
    return by_q, by_u


def _steady(link: Link) -> bool:
    """Whether a link's directions are fixed in it."""
    directions = [*link.angular, *link.linear]
    sigma = [link.q[0] * 0 + 1] * len(link.speeds) if link.q else []
    drift = link.motion.drift(link.q, sigma)
    still = drift.angular is ZEROS and drift.linear is ZEROS
    parts = [x for v in directions for x in v if isinstance(x, Expr)]
    return still and (not parts or rate_of(*parts) <= Rate.PARAMETER)


def _solved(found: Factors, matrix: Square) -> Square:
    """M⁻¹ times a matrix."""
    columns = [found.solved(column) for column in zip(*matrix, strict=True)]
    return [list(row) for row in zip(*columns, strict=True)]


def _negative(matrix: Square) -> Square:
    return [[-x for x in row] for row in matrix]


def _less(a: Square, b: Square) -> Square:
    return [[x - y for x, y in zip(r, s, strict=True)] for r, s in zip(a, b, strict=True)]


def _put_in(found: Sensitivity, known: dict[Any, Any]) -> Sensitivity:
    """With the accelerations in their places."""
    n = len(found.M)
    flat = substitute([x for part in (found.q, found.u) for row in part for x in row], known)
    rows = [flat[start : start + n] for start in range(0, len(flat), n)]
    return replace(found, q=rows[:n], u=rows[n:])
