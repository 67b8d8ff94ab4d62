"""Equations: what Kane's method says of a system, and the order in which it says it.

    q̇ = W u + X,      M u̇ + f = τ,      J u + c = 0

`derive` is the table of contents: plant the tree, settle the speeds, and the rest follows when
it is asked for: velocities, partial velocities, F_r, F*_r, M, f.

From: kane/model/system.py    Next: kane/program/lower.py, through kane/pipeline.py
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from kane.algebra.derivative import tangent
from kane.algebra.expr import Expr
from kane.algebra.graph import Graph
from kane.algebra.intermediates import Intermediates
from kane.algebra.latex import PLAIN, Style
from kane.algebra.rate import Rate
from kane.algebra.text import text_of_many
from kane.dynamics import forces
from kane.dynamics.active import Active, active, gravity
from kane.dynamics.composites import Symmetric, by_composites
from kane.dynamics.constrain import Embedded, embed
from kane.dynamics.constraint_rows import ConstraintRows, constraint_rows
from kane.dynamics.contributions import contributions
from kane.dynamics.cost import Costs
from kane.dynamics.equations_latex import equations_latex
from kane.dynamics.equations_sympy import SympyEquations, equations_in_sympy
from kane.dynamics.kinematics import (
    Accelerations,
    Overrides,
    Velocities,
    accelerations,
    velocities,
)
from kane.dynamics.lift import Lift, Parameters
from kane.dynamics.mass_matrix import shorter
from kane.dynamics.meanings import Meanings
from kane.dynamics.projection import generalized
from kane.dynamics.rates import Kinematics, coordinate_rates, kinematics, sum_of_products
from kane.dynamics.report import (
    named_outputs,
    operations,
    partial_angular_velocities,
    partial_velocities,
    report,
)
from kane.dynamics.riding import riding
from kane.dynamics.speeds import Speeds, moving
from kane.dynamics.tree import Tree, plant
from kane.dynamics.wrenches import inertia_wrenches
from kane.geometry.vector import Vector
from kane.model.joints.joint import Joint
from kane.model.system import System, require_system


def derive(system: System, parameters: Parameters = Parameters.LIVE) -> Equations:
    """The equations of motion of a system, its parameters as symbols or as their values."""
    require_system(system)
    graph = Graph()
    lift = Lift(graph=graph, parameters=parameters, values={})
    lift = Lift(graph=graph, parameters=parameters, values=_coordinates(system, lift))
    tree = plant(system, lift)
    embedded = embed(system, tree)
    return Equations(system=system, tree=tree, speeds=embedded.speeds, embedded=embedded)


def cut(equations: Equations, joint: Joint) -> Equations:
    """The same equations with a link of its own for what a Fixed joint carries."""
    system, lift = equations.system, equations.tree.lift
    tree = plant(system, lift, frozenset({joint.name}))
    embedded = embed(system, tree)
    return Equations(system=system, tree=tree, speeds=embedded.speeds, embedded=embedded)


@dataclass(frozen=True, kw_only=True)
class Equations:
    """The equations of one system in one set of speeds; each part is derived when first read."""

    system: System
    tree: Tree
    speeds: Speeds
    embedded: Embedded

    # ── names ─────────────────────────────────────────────────────────────────────────────
    @property
    def q_names(self) -> tuple[str, ...]:
        """The coordinates, in order."""
        return self.system.coordinates

    @property
    def u_names(self) -> tuple[str, ...]:
        """The (independent) generalized speeds, in order."""
        return self.speeds.names

    @property
    def q(self) -> tuple[Expr, ...]:
        """The coordinates' symbols."""
        return tuple(self.tree.coordinates[name] for name in self.q_names)

    @property
    def u(self) -> tuple[Expr, ...]:
        """The speeds' symbols."""
        return self.speeds.u

    @cached_property
    def udot(self) -> tuple[Expr, ...]:
        """The symbols of u̇."""
        return tuple(self.tree.lift.symbol(f"{name}'", Rate.INPUT) for name in self.u_names)

    @cached_property
    def inputs(self) -> tuple[Expr, ...]:
        """The inputs' symbols."""
        return tuple(self.tree.lift.symbol(name, Rate.INPUT) for name in self.system.inputs)

    @cached_property
    def nonlinear_inputs(self) -> tuple[Expr, ...]:
        """Those in which some load is not linear: f depends on them, and B may."""
        return forces.not_linear(self)

    @cached_property
    def linear_inputs(self) -> tuple[Expr, ...]:
        """The others: a in τ = B a, in the order of `input_matrix`'s columns."""
        bent = {str(symbol) for symbol in self.nonlinear_inputs}
        return tuple(symbol for symbol in self.inputs if str(symbol) not in bent)

    @cached_property
    def parameters(self) -> Mapping[str, float]:
        """The parameters' values, by name."""
        return self.system.parameters

    @property
    def live_parameters(self) -> tuple[Expr, ...]:
        """The parameters' symbols, where they are inputs."""
        if self.tree.lift.parameters is Parameters.FOLD:
            return ()
        return tuple(self.tree.lift.symbol(name, Rate.PARAMETER) for name in self.parameters)

    @property
    def depends_on_time(self) -> bool:
        """Whether the description mentions the time t."""
        return "t" in self.system.symbols

    # ── kinematics ────────────────────────────────────────────────────────────────────────
    @cached_property
    def forms(self) -> Velocities:
        """ω and v of every link with their partial velocities in evidence."""
        return moving(self.tree, self.speeds)

    @cached_property
    def sigma(self) -> list[Any]:
        """The natural speeds' values."""
        return [form.value for form in self.speeds.sigma]

    @cached_property
    def motion(self) -> Velocities:
        """ω and v of every link, by recursion."""
        known = {place: form.value for place, form in self.speeds.overrides.items()}
        return velocities(self.tree, self.sigma, self._zero, known)

    @cached_property
    def qdot(self) -> list[Any]:
        """q̇ = W u + X."""
        return [self._rates[name] for name in self.q_names]

    @cached_property
    def meanings(self) -> Meanings:
        """The values of named quantities."""
        return Meanings(self.tree, self.motion, self.sigma)

    @property
    def named(self) -> set[int]:
        """The links of whose velocities components are speeds: what they carry stays there."""
        return {link for _, link, _ in self.speeds.overrides}

    @cached_property
    def riding(self) -> Tree:
        """The tree with masses where they ride: for sums in which reactions do not appear."""
        return riding(self.tree, self.named)

    def acceleration(self, udot: tuple[Any, ...], base: Vector) -> Accelerations:
        """α, a and U of every link for these u̇, on a ground accelerated by `base`."""
        sigma_rates, override_rates = self._second(udot)
        return accelerations(self.tree, self.motion, self.sigma, sigma_rates, override_rates, base)

    @cached_property
    def kinematics(self) -> Kinematics:
        """W and X in q̇ = W u + X."""
        return kinematics(self.tree, self.speeds, self.q_names, self.meanings.of)

    # ── dynamics ──────────────────────────────────────────────────────────────────────────
    @cached_property
    def active(self) -> Active:
        """The loads, but for uniform gravity, where they act."""
        return active(self.tree, self.system.loads, self.meanings)

    @cached_property
    def pushing(self) -> Active:
        """The same where their points ride: for sums in which reactions do not appear."""
        return active(self.tree, self.system.loads, self.meanings, self.named)

    @cached_property
    def contributions(self) -> Mapping[str, list[Any]]:
        """F_r of every load, inputs included; one that gives nothing has zeros."""
        return contributions(self)

    @cached_property
    def active_forces(self) -> list[Any]:
        """F_r, the generalized active forces of all loads, inputs included."""
        total = [self._zero] * len(self.u)
        for given in self.contributions.values():
            total = [a + b for a, b in zip(total, given, strict=True)]
        return forces.gathered(self, total)

    @cached_property
    def inertia_forces(self) -> list[Any]:
        """F*_r, the generalized inertia forces, for the symbols u̇; Kane: F_r + F*_r = 0."""
        motion = self.acceleration(self.udot, -gravity(self.tree, ()))
        taken = inertia_wrenches(self.riding, self.motion, motion)
        forms = self.forms if self.speeds.overrides else None
        return [-force for force in generalized(self.tree, self.speeds, forms, taken)]

    @cached_property
    def mass_matrix(self) -> Symmetric:
        """M."""
        if self.natural_speeds:
            return by_composites(self.tree)
        return shorter(self.riding, self.forms, self.speeds)

    @cached_property
    def bias(self) -> list[Any]:
        """f, without the linear inputs' part B a."""
        return self._loaded[0]

    @cached_property
    def input_matrix(self) -> list[list[Any]]:
        """B in τ = B a, one row a speed, one column a linear input."""
        return self._loaded[1]

    @cached_property
    def inverse_dynamics(self) -> list[Any]:
        """τ = M u̇ + f in one recursion that never brings M into evidence."""
        return forces.without_inputs(self, forces.required(self, self.udot))

    @cached_property
    def tau(self) -> tuple[Expr, ...]:
        """The symbols of τ, the generalized forces conjugate to u."""
        return tuple(self.tree.lift.symbol(f"tau({name})", Rate.INPUT) for name in self.u_names)

    @cached_property
    def forcing(self) -> list[Any]:
        """What M u̇ equals without τ: −f + B a, the inputs among it."""
        a, B = self.linear_inputs, self.input_matrix
        spread = [sum_of_products(row, a, self._zero) for row in B]
        return [part - f for part, f in zip(spread, self.bias, strict=True)]

    @cached_property
    def forward_dynamics(self) -> list[Any]:
        """u̇ = M⁻¹ (τ − f) by the factored mass matrix."""
        return forces.factored(self)

    @cached_property
    def articulated(self) -> list[Any]:
        """u̇ by articulated bodies; for the joints' own speeds."""
        return forces.articulated(self)

    # ── constraints ───────────────────────────────────────────────────────────────────────
    @cached_property
    def constraints(self) -> ConstraintRows:
        """J u + c = 0 in all speeds, J̇u + ċ, and what was made of each constraint."""
        return constraint_rows(self)

    @property
    def row_biases(self) -> list[Any]:
        """J̇u + ċ of the constraints that are rows; dependent speeds are put in."""
        return list(self.constraints.bias)

    @property
    def natural_speeds(self) -> bool:
        """Whether the speeds are the joints' own, one for each."""
        return (
            not self.speeds.overrides
            and len(self.u) == len(self.tree.speed_names)
            and all(
                tuple(form.coefficients) == (r,) and form.coefficients[r] == 1
                for r, form in enumerate(self.speeds.sigma)
            )
        )

    # ── for people ────────────────────────────────────────────────────────────────────────
    def text(
        self, intermediates: Intermediates | Literal["long", "shared"] = Intermediates.WHERE_LONG
    ) -> str:
        """q̇, M, f and B as lines of text; what gets a name Z1, Z2, … is the reader's choice."""
        return text_of_many(named_outputs(self), Intermediates(intermediates))

    def latex(self, style: Style = PLAIN) -> str:
        """q̇, M, f and B as LaTeX: an `align*` with a line for each, the Z_i before them."""
        return equations_latex(self, style)

    def sympy(self, symbols: Mapping[str, Any] | None = None) -> SympyEquations:
        """W, X, M, f and the rest as SymPy matrices (extra `[sympy]`).

        `symbols` says what stands for a name: `{"q1": dynamicsymbols("q1")}`; the rest become
        Symbols of the same name.
        """
        return equations_in_sympy(self, symbols or {})

    @property
    def operations(self) -> Costs:
        """What each part costs as derived; set-up is not counted."""
        return operations(self)

    @property
    def partial_velocities(self) -> Mapping[str, tuple[Vector, ...]]:
        """v_r of every body's mass centre, and last the remainder v_t, along its axes."""
        return partial_velocities(self)

    @property
    def partial_angular_velocities(self) -> Mapping[str, tuple[Vector, ...]]:
        """ω_r of every body, and last the remainder ω_t, along its axes."""
        return partial_angular_velocities(self)

    def _repr_latex_(self) -> str | None:
        """What a notebook shows; nothing where that would be too long to be set."""
        text = self.latex()
        return text if len(text) <= 20_000 else None

    def __str__(self) -> str:
        return report(self)

    # ── inside ────────────────────────────────────────────────────────────────────────────
    @property
    def _zero(self) -> Expr:
        return self.tree.lift.scalar(0)

    @cached_property
    def _rates(self) -> Mapping[str, Any]:
        return coordinate_rates(self.tree, self.sigma, self.meanings.of)

    @cached_property
    def _loaded(self) -> tuple[list[Any], list[list[Any]]]:
        """f without the linear inputs' part, and B."""
        return forces.parted(self, forces.required(self, (self._zero,) * len(self.u)))

    def seeds(self, udot: tuple[Any, ...]) -> dict[Expr, Any]:
        """How coordinates, time and speeds change."""
        seeds = {self.tree.coordinates[name]: self._rates[name] for name in self.q_names}
        seeds[self.tree.lift.symbol("t", Rate.CONFIGURATION)] = self.tree.lift.scalar(1)
        seeds.update(zip(self.u, udot, strict=True))
        return seeds

    def _second(self, udot: tuple[Any, ...]) -> tuple[list[Any], Overrides]:
        """σ̇ and the overridden components' rates, for these u̇."""
        if self.natural_speeds:
            return list(udot), {}
        places = list(self.speeds.overrides)
        values = self.sigma + [self.speeds.overrides[place].value for place in places]
        seeds = self.seeds(udot)
        rates = tangent(values, {**seeds, **self.embedded.rates(seeds)})
        count = len(self.sigma)
        return rates[:count], dict(zip(places, rates[count:], strict=True))


def _coordinates(system: System, lift: Lift) -> dict[str, Expr]:
    """Every coordinate's symbol, or the function of time that it follows."""
    found: dict[str, Expr] = {}
    for joint in system.joints:
        for name in joint.coordinates:
            if name in joint.prescribed:
                found[name] = lift.scalar(joint.prescribed[name])
            else:
                found[name] = lift.symbol(name, Rate.CONFIGURATION)
    return found
