"""Requests: the functions of a system that can be asked for, as named inputs and outputs.

From: equations.py, observables.py    Next: kane/pipeline.py
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, unique
from typing import Any, Final, NoReturn

from kane.algebra.dependence import symbols_of
from kane.algebra.expr import Expr, symbol
from kane.algebra.graph import Graph
from kane.algebra.rate import Rate
from kane.dynamics import derivatives, observables
from kane.dynamics.equations import Equations
from kane.dynamics.form import REMAINDER
from kane.dynamics.modes import while_held
from kane.dynamics.multipliers import held_by_multipliers
from kane.dynamics.regressor import regressor
from kane.dynamics.rows import jacobian, open_rows
from kane.dynamics.sensitivity import Sensitivity
from kane.dynamics.transmitted import exerted, is_nothing
from kane.errors import DerivationError, no_choice
from kane.model.body import Point
from kane.model.closures import relations_of
from kane.model.constraints import has_row
from kane.model.joints.joint import Joint


@unique
class Formulation(Enum):
    """How u̇ is found from τ."""

    AUTO = "auto"  # the one that counts less
    COMPOSITE = "composite"  # mass matrix, factored along the tree
    LOOP = "loop"  # a loop over tables of bodies: what AUTO takes from some 100 bodies on
    MULTIPLIERS = "multipliers"  # [M Jᵀ; J 0], nothing embedded: to compare with
    ARTICULATED = "articulated"  # recursion over articulated bodies; the joints' own speeds

    @classmethod
    def _missing_(cls, value: object) -> NoReturn:
        raise no_choice(cls, value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A function: its arguments' symbols, and its results' expressions, by name."""

    name: str
    inputs: Mapping[str, Sequence[Expr]]
    outputs: Mapping[str, Any]


FORWARD_DERIVATIVES: Final = "derivatives_of_forward_dynamics"

Outputs = Callable[[Equations], Mapping[str, Any]]

# name → the arguments it needs beside inputs, time and parameters, and its results
FUNCTIONS: Final[Mapping[str, tuple[tuple[str, ...], Outputs]]] = {
    "inverse_dynamics": (("q", "u", "udot"), lambda e: {"tau": e.inverse_dynamics}),
    "mass_matrix": (("q",), lambda e: {"M": e.mass_matrix}),
    "bias": (("q", "u"), lambda e: {"f": e.bias}),
    "rates": (("q", "u"), lambda e: {"qdot": e.qdot}),
    "input_matrix": (("q",), lambda e: {"B": e.input_matrix}),
    "kinetic_energy": (("q", "u"), lambda e: {"T": [observables.kinetic_energy(e)]}),
    "potential_energy": (("q",), lambda e: {"V": [observables.potential_energy(e)]}),
    "momentum": (("q", "u"), lambda e: _momentum(e)),
    "constraint_rows": (("q", "u"), lambda e: _rows(e)),
    "held_rows": (("q", "u"), lambda e: _held_rows(e)),
    "multipliers": (("q", "u", "tau"), lambda e: _by_multipliers(e)),
    "regressor": (("q", "u", "udot"), lambda e: {"Y": regressor(e)}),
    "derivatives_of_inverse_dynamics": (
        ("q", "u", "udot"),
        lambda e: _derivatives(derivatives.of_inverse_dynamics(e), "tau", "M"),
    ),
    "derivatives_of_forward_dynamics": (
        ("q", "u", "tau"),
        lambda e: _derivatives(derivatives.of_forward_dynamics(e), "udot", "M_inverse"),
    ),
}


# what is compared with τ, and so holds no B a
ALONG_SPEEDS: Final = frozenset(
    {
        "inverse_dynamics",
        "forward_dynamics",
        "bias",
        "input_matrix",
        "derivatives_of_inverse_dynamics",
        "derivatives_of_forward_dynamics",
    }
)


def requested(equations: Equations, name: str) -> Request:
    """One of the functions of the table."""
    arguments, outputs = FUNCTIONS[name]
    return _request(equations, name, arguments, outputs(equations))


def derivatives_in_columns(equations: Equations) -> tuple[Request, Request]:
    """The derivatives of u̇ in two: all but solving with M's factors, and that for one column."""
    before = derivatives.before_solving(equations)
    flat, name = before.factors.flat, FORWARD_DERIVATIVES
    outputs = {"udot_q": before.q, "udot_u": before.u, "factors": flat}
    first = _request(equations, name, ("q", "u", "tau"), outputs)
    graph = Graph()
    entries, right = (
        tuple(symbol(f"{letter}[{k}]", Rate.INPUT, graph) for k in range(count))
        for letter, count in (("factors", len(flat)), ("right", len(before.q)))
    )
    solution = before.factors.with_flat(entries).solved(right)
    inputs = {"factors": entries, "right": right}
    return first, Request(name="column", inputs=inputs, outputs={"solution": solution})


def forward_dynamics(equations: Equations, formulation: Formulation) -> Request:
    """u̇ by one formulation (AUTO is settled by who counts operations), no row holding."""
    articulated = formulation is Formulation.ARTICULATED
    udot = equations.articulated if articulated else equations.forward_dynamics
    return _request(equations, "forward_dynamics", ("q", "u", "tau"), {"udot": udot})


def multiplied_dynamics(equations: Equations) -> Request:
    """The same u̇ from the whole linear system."""
    _, udot = _multiplied(equations)
    return _request(equations, "forward_dynamics", ("q", "u", "tau"), {"udot": udot})


def _by_multipliers(equations: Equations) -> dict[str, Any]:
    forces, udot = _multiplied(equations)
    return {"lambda": forces, "udot": udot}


def _multiplied(equations: Equations) -> tuple[list[Any], list[Any]]:
    """λ, 0 of rows that do not hold, and u̇."""
    right = [tau - f for tau, f in zip(equations.tau, equations.bias, strict=True)]
    rows = open_rows(equations)
    holding = [k for k, row in enumerate(rows) if row.active]
    forces, udot = held_by_multipliers(equations, right, [rows[k] for k in holding])
    found = dict(zip(holding, forces, strict=True))
    zero = equations.tree.lift.scalar(0)
    return [found.get(k, zero) for k in range(len(rows))], udot


def constrained_dynamics(equations: Equations) -> Request:
    """u̇ while the rows hold that are active from the start; contacts and others do not."""
    udot = while_held(equations, equations.forward_dynamics)
    return _request(equations, "forward_dynamics", ("q", "u", "tau"), {"udot": udot})


def constrained_derivatives(equations: Equations) -> Request:
    """∂u̇/∂q, ∂u̇/∂u and ∂u̇/∂τ of the same motion; the last, M⁻¹ − M⁻¹Jᵀ S⁻¹ J M⁻¹, is the
    inverse of M within what the rows allow."""
    udot = while_held(equations, equations.forward_dynamics)
    found = derivatives.of_accelerations(equations, udot)
    outputs = _derivatives(found, "udot", "M_inverse")
    return _request(equations, FORWARD_DERIVATIVES, ("q", "u", "tau"), outputs)


def reactions(equations: Equations, joint: Joint) -> Request:
    """The force and torque that a joint's parent exerts on its child; contacts are open.

    Refused where constraints act on what the joint carries: their forces are no function of
    (q, u, u̇), since what drives the system enters them.
    """
    _refuse_loaded(equations, joint)
    force, torque = observables.reaction(equations, joint)
    outputs = {"force": force.components, "torque": torque.components}
    return _request(equations, f"reactions_{joint.name}", ("q", "u", "udot"), outputs)


def _refuse_loaded(equations: Equations, joint: Joint) -> None:
    held = [c for one in equations.system.constraints for c in relations_of(one)]
    held = [one for one in held if one.active and has_row(one)]
    if not held:
        return
    tree = observables.apart(equations, joint).tree
    wrenches = exerted(tree, tree.mounts[joint.child].link, held)
    acting = [
        one.name for one, wrench in zip(held, wrenches, strict=True) if not is_nothing(wrench)
    ]
    if acting:
        names = ", ".join(f"'{name}'" for name in acting)
        raise DerivationError(
            f"reactions of joint '{joint.name}' in '{equations.system.name}': {names} act on what "
            "it carries, with forces that (q, u, udot) do not tell. Record "
            f'reaction("{joint.name}") in a run, where they are known.'
        )


def point_motion(equations: Equations, point: Point) -> Request:
    """Position, velocity, acceleration and Jacobian of a point, along the ground's axes."""
    outputs = {
        "position": observables.position(equations, point).components,
        "velocity": observables.velocity(equations, point).components,
        "acceleration": observables.acceleration(equations, point).components,
        "jacobian": _columns(observables.point_jacobian(equations, point)),
    }
    return _request(equations, f"motion_of_{point.name}", ("q", "u", "udot"), outputs)


def _request(
    equations: Equations, name: str, arguments: Sequence[str], outputs: Mapping[str, Any]
) -> Request:
    symbols = {
        "q": equations.q,
        "u": equations.u,
        "udot": equations.udot,
        "tau": equations.tau,
    }
    inputs: dict[str, Sequence[Expr]] = {one: symbols[one] for one in arguments}
    inputs |= _from_outside(equations, name, outputs)
    if equations.depends_on_time:
        inputs["t"] = (equations.tree.lift.symbol("t", Rate.CONFIGURATION),)
    if equations.live_parameters:
        inputs["p"] = equations.live_parameters
    return Request(name=name, inputs=inputs, outputs=outputs)


def _from_outside(
    equations: Equations, name: str, outputs: Mapping[str, Any]
) -> dict[str, Sequence[Expr]]:
    """The arguments that a function has only where its values depend on them.

    Forces along the speeds are told from what linear inputs give, B a, so they depend on the
    nonlinear inputs alone; reactions and energies may depend on any. B may depend on u.
    """
    if not equations.inputs:
        return {}
    used = set(symbols_of(equations.tree.lift.scalar(0), *_leaves(list(outputs.values()))))
    more: dict[str, Sequence[Expr]] = {}
    if name == "input_matrix" and used & set(equations.u):
        more["u"] = equations.u
    if used & set(equations.inputs):
        alone = name in ALONG_SPEEDS
        more["nonlinear_inputs" if alone else "inputs"] = (
            equations.nonlinear_inputs if alone else equations.inputs
        )
    return more


def _leaves(values: Any) -> Iterator[Any]:
    """The scalars of nested lists."""
    for value in values:
        if isinstance(value, Sequence):
            yield from _leaves(value)
        else:
            yield value


def _momentum(equations: Equations) -> Mapping[str, Any]:
    momentum = observables.system_momentum(equations)
    return {"linear": momentum.linear.components, "angular": momentum.angular.components}


def _derivatives(found: Sensitivity, of: str, matrix: str) -> Mapping[str, Any]:
    return {f"{of}_q": found.q, f"{of}_u": found.u, matrix: found.M}


def _rows(equations: Equations) -> Mapping[str, Any]:
    """J and c of the constraints that stayed rows, in all speeds, and J̇u + ċ."""
    zero = equations.tree.lift.scalar(0)
    free = equations.embedded.free
    rows = list(equations.embedded.rows.values())
    J = [[form.coefficients.get(r, zero) for r in range(len(free.u))] for form in rows]
    c = [form.coefficients.get(REMAINDER, zero) for form in rows]
    return {"J": J, "c": c, "bias": equations.row_biases}


def _held_rows(equations: Equations) -> Mapping[str, Any]:
    """J, c and J̇u + ċ in the independent speeds, of the open rows that hold from the start."""
    held = [row for row in open_rows(equations) if row.active]
    zero = equations.tree.lift.scalar(0)
    return {
        "J": jacobian(equations, held),
        "c": [row.form.of(REMAINDER, zero) for row in held],
        "bias": [row.bias for row in held],
    }


def _columns(vectors: Sequence[Any]) -> list[list[Any]]:
    """Vectors as the columns of a matrix."""
    return [[vector[axis] for vector in vectors] for axis in range(3)]
