"""Forces: what the motion asks for, and u̇ from what is given.

    τ = M u̇ + f:   τ_r = Σ_L v_r·(m a − F) + ω_r·(N_inertia − N) − Σ_i (∂σ_i/∂u_r) Q_i

From: wrenches.py, projection.py    Next: equations.py
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from kane.algebra.affine import affine
from kane.algebra.expr import Expr
from kane.algebra.pattern import Pattern
from kane.algebra.solve import solve
from kane.algebra.substitute import substitute
from kane.dynamics.active import gravity
from kane.dynamics.articulated import forward_dynamics
from kane.dynamics.form import REMAINDER
from kane.dynamics.projection import generalized
from kane.dynamics.tree import Tree
from kane.dynamics.wrenches import inertia_wrenches
from kane.errors import DerivationError

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


def parted(equations: Equations, forces: list[Any]) -> tuple[list[Any], list[list[Any]]]:
    """Forces as what is left without inputs, and B, of which they hold −B a."""
    if not equations.inputs:
        return forces, [[] for _ in forces]
    zero = equations.tree.lift.scalar(0)
    rests, rows = [], []
    for force in forces:
        coefficients, rest = _by_inputs(equations, force)
        rests.append(rest)
        rows.append([-coefficients.get(symbol, zero) for symbol in equations.inputs])
    return rests, rows


def gathered(equations: Equations, forces: list[Any]) -> list[Any]:
    """Forces with what each input does gathered, so that what cancels is gone."""
    if not equations.inputs:
        return forces
    found = []
    for force in forces:
        coefficients, total = _by_inputs(equations, force)
        for symbol, c in coefficients.items():
            total = total + c * symbol
        found.append(total)
    return found


def _by_inputs(equations: Equations, force: Any) -> tuple[dict[Expr, Expr], Expr]:
    """The coefficient of every input, and the rest."""
    try:
        return affine(force, equations.inputs)
    except DerivationError as refused:
        raise _not_linear(equations) or refused from None


def _not_linear(equations: Equations) -> DerivationError | None:
    """The refusal of a load in which an input is not linear, by the load's name."""
    for name, given in equations.contributions.items():
        try:
            for force in given:
                affine(force, equations.inputs)
        except DerivationError as refused:
            return DerivationError(
                f"System '{equations.system.name}', load '{name}' is not linear in its inputs. "
                f"{str(refused).removesuffix(_ADVICE)} In M u' + f = tau with tau = B a, inputs "
                "are the forces and torques of actuators: make what it is turned into the input."
            )
    return None


_ADVICE: Final = " Name only symbols that occur linearly."


def without_inputs(equations: Equations, values: list[Any]) -> list[Any]:
    """The values with all inputs at zero."""
    absent = dict.fromkeys(equations.inputs, 0)
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
