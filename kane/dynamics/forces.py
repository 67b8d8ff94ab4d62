"""Forces: what the motion asks for, and u̇ from what is given.

    τ = M u̇ + f:   τ_r = Σ_L v_r·(m a − F) + ω_r·(N_inertia − N) − Σ_i (∂σ_i/∂u_r) Q_i

From: wrenches.py, projection.py    Next: equations.py
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from kane.algebra.affine import affine_all
from kane.algebra.expr import Expr
from kane.algebra.nonlinear import nonlinear_in
from kane.algebra.pattern import Pattern
from kane.algebra.solve import solve
from kane.algebra.substitute import substitute
from kane.dynamics.active import gravity
from kane.dynamics.articulated import forward_dynamics
from kane.dynamics.form import REMAINDER
from kane.dynamics.projection import generalized
from kane.dynamics.tree import Tree
from kane.dynamics.wrenches import inertia_wrenches

if TYPE_CHECKING:
    from kane.dynamics.equations import Equations
    from kane.dynamics.speeds import Speeds


def required(equations: Equations, udot: Sequence[Any], along: Speeds | None = None) -> list[Any]:
    """−(F_r + F*_r) for these u̇, gravity as the ground's acceleration, inputs included.

    `along` takes other speeds' partial velocities than the equations' own.
    """
    tree, speeds, active = equations.tree, along or equations.speeds, equations.pushing
    base = -gravity(tree, equations.system.loads)
    motion = equations.acceleration(tuple(udot), base)
    taken = inertia_wrenches(equations.riding, equations.motion, motion)
    net = [need - load for need, load in zip(taken, active.wrenches, strict=True)]
    forms = equations.forms if speeds.overrides else None
    forces = generalized(tree, speeds, forms, net)
    for form, Q in zip(speeds.sigma, active.natural, strict=True):
        for r, c in form.coefficients.items():
            if r != REMAINDER:
                forces[r] = forces[r] - c * Q
    return forces


def not_linear(equations: Equations) -> tuple[Expr, ...]:
    """The inputs in which some load is not linear: what they do belongs to f, not to B a.

    a² has no column, and of k(a)·b only b has one, k(a).
    """
    if not equations.inputs:
        return ()
    field = gravity(equations.tree, equations.system.loads)
    acting = [*field, *equations.pushing.natural]
    for wrench in equations.pushing.wrenches:
        acting += [*wrench.force, *wrench.torque]
    return nonlinear_in(acting, equations.inputs)


def parted(equations: Equations, forces: list[Any]) -> tuple[list[Any], list[list[Any]]]:
    """Forces as what is left without the linear inputs, and B, of which they hold −B a."""
    if not equations.linear_inputs:
        return forces, [[] for _ in forces]
    zero = equations.tree.lift.scalar(0)
    rests, rows = [], []
    for coefficients, rest in affine_all(forces, equations.linear_inputs):
        rests.append(rest)
        rows.append([-coefficients.get(symbol, zero) for symbol in equations.linear_inputs])
    return rests, rows


def gathered(equations: Equations, forces: list[Any]) -> list[Any]:
    """Forces with what each linear input does gathered, so that what cancels is gone."""
    if not equations.linear_inputs:
        return forces
    found = []
    for coefficients, total in affine_all(forces, equations.linear_inputs):
        for symbol, c in coefficients.items():
            total = total + c * symbol
        found.append(total)
    return found


def without_inputs(equations: Equations, values: list[Any]) -> list[Any]:
    """The values with all linear inputs at zero."""
    absent = dict.fromkeys(equations.linear_inputs, 0)
    return substitute(values, absent) if absent else values


def factored(equations: Equations) -> list[Any]:
    """u̇ = M⁻¹ (τ − f), M where it is not zero."""
    pattern, entries = sparse_mass(equations)
    right = [tau - f for tau, f in zip(equations.tau, equations.bias, strict=True)]
    return list(solve(pattern, entries, right))


def sparse_mass(equations: Equations) -> tuple[Pattern, list[Any]]:
    """Where M's lower triangle is not zero, and what it is there."""
    M = equations.mass_matrix
    places = [(r, s) for r in range(len(M)) for s in range(r + 1) if M[r][s] or r == s]
    pattern = Pattern(size=len(M), entries=tuple(places), symmetric=True)
    return pattern, [M[r][s] for r, s in places]


def articulated(equations: Equations) -> list[Any]:
    """u̇ by articulated bodies; for the joints' own speeds."""
    tree, active = equations.tree, equations.pushing
    spread = [tree.lift.scalar(0)] * len(tree.speed_names)
    free = free_numbers(tree)
    for number, tau in zip(free, equations.tau, strict=True):
        spread[number] = tau
    forces = [tau + Q for tau, Q in zip(spread, active.natural, strict=True)]
    base = -gravity(tree, equations.system.loads)
    moving, sigma = equations.motion, equations.sigma
    rates = forward_dynamics(equations.riding, moving, sigma, active.wrenches, forces, base)
    return without_inputs(equations, [rates[number] for number in free])


def free_numbers(tree: Tree) -> list[int]:
    """The natural speeds that follow no function of time."""
    known = {number for link in tree.links for number in link.known}
    return [number for number in range(len(tree.speed_names)) if number not in known]
