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
from typing import Any

from kane.algebra.affine import affine
from kane.algebra.derivative import tangent
from kane.algebra.expr import Expr
from kane.algebra.graph import Graph
from kane.algebra.pattern import Pattern
from kane.algebra.rate import Rate
from kane.algebra.solve import solve
from kane.algebra.substitute import substitute
from kane.algebra.text import text_of_many
from kane.dynamics.active import Active, active, gravity
from kane.dynamics.articulated import forward_dynamics
from kane.dynamics.constrain import Embedded, embed
from kane.dynamics.contributions import contributions
from kane.dynamics.cost import Cost
from kane.dynamics.form import REMAINDER
from kane.dynamics.kinematics import (
    Accelerations,
    Overrides,
    Velocities,
    accelerations,
    velocities,
)
from kane.dynamics.lift import Lift, Parameters
from kane.dynamics.mass_matrix import Symmetric, by_composites, by_partial_velocities
from kane.dynamics.meanings import Meanings
from kane.dynamics.projection import generalized
from kane.dynamics.report import (
    named_outputs,
    operations,
    partial_angular_velocities,
    partial_velocities,
    report,
)
from kane.dynamics.speeds import Speeds, moving
from kane.dynamics.tree import Tree, plant
from kane.dynamics.wrenches import inertia_wrenches
from kane.geometry.vector import Vector
from kane.model.joints.joint import Joint
from kane.model.system import System


def derive(system: System, parameters: Parameters = Parameters.LIVE) -> Equations:
    """The equations of motion of a system, its parameters as symbols or as their values."""
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

    def acceleration(self, udot: tuple[Any, ...], base: Vector) -> Accelerations:
        """α, a and U of every link for these u̇, on a ground accelerated by `base`."""
        sigma_rates, override_rates = self._second(udot)
        return accelerations(self.tree, self.motion, self.sigma, sigma_rates, override_rates, base)

    # ── dynamics ──────────────────────────────────────────────────────────────────────────
    @cached_property
    def active(self) -> Active:
        """The loads, but for uniform gravity."""
        return active(self.tree, self.system.loads, self.meanings)

    @cached_property
    def contributions(self) -> Mapping[str, list[Any]]:
        """F_r of every load, inputs included; one that gives nothing has zeros."""
        return contributions(self)

    @cached_property
    def active_forces(self) -> list[Any]:
        """F_r, the generalized active forces of all loads, inputs included."""
        total = [self._zero] * len(self.u)
        for forces in self.contributions.values():
            total = [a + b for a, b in zip(total, forces, strict=True)]
        return total

    @cached_property
    def inertia_forces(self) -> list[Any]:
        """F*_r, the generalized inertia forces, for the symbols u̇; Kane: F_r + F*_r = 0."""
        motion = self.acceleration(self.udot, -gravity(self.tree, ()))
        taken = inertia_wrenches(self.tree, self.motion, motion)
        forms = self.forms if self.speeds.overrides else None
        return [-force for force in generalized(self.tree, self.speeds, forms, taken)]

    @cached_property
    def mass_matrix(self) -> Symmetric:
        """M."""
        if self.natural_speeds:
            return by_composites(self.tree)
        return by_partial_velocities(self.tree, self.forms, len(self.u))

    @cached_property
    def bias(self) -> list[Any]:
        """f, without the inputs' part B a."""
        return self._loaded[0]

    @cached_property
    def input_matrix(self) -> list[list[Any]]:
        """B in τ = B a, one row a speed, one column an input."""
        return self._loaded[1]

    @cached_property
    def inverse_dynamics(self) -> list[Any]:
        """τ = M u̇ + f in one recursion that never brings M into evidence."""
        return self._without_inputs(self._forces(self.udot))

    @cached_property
    def tau(self) -> tuple[Expr, ...]:
        """The symbols of τ, the generalized forces conjugate to u."""
        return tuple(self.tree.lift.symbol(f"tau({name})", Rate.INPUT) for name in self.u_names)

    @cached_property
    def forward_dynamics(self) -> list[Any]:
        """u̇ = M⁻¹ (τ − f) by the factored mass matrix."""
        pattern, entries = self._pattern
        right = [tau - f for tau, f in zip(self.tau, self.bias, strict=True)]
        return list(solve(pattern, entries, right))

    @cached_property
    def articulated(self) -> list[Any]:
        """u̇ by articulated bodies; for the joints' own speeds."""
        forces = [
            tau + Q for tau, Q in zip(self._per_natural(self.tau), self.active.natural, strict=True)
        ]
        base = -gravity(self.tree, self.system.loads)
        rates = forward_dynamics(
            self.tree, self.motion, self.sigma, self.active.wrenches, forces, base
        )
        return self._without_inputs([rates[number] for number in self._free_numbers])

    @cached_property
    def row_biases(self) -> list[Any]:
        """J̇u + ċ of the constraints that are rows: their rates with u̇ = 0.

        Dependent speeds are put in.
        """
        rows = [form.value for form in self.embedded.rows.values()]
        if not rows:
            return []
        free, dependent = self.embedded.free, self.embedded.dependent
        known = {
            u: dependent[name].value
            for name, u in zip(free.names, free.u, strict=True)
            if name in dependent
        }
        rates = tangent(rows, self.seeds((self._zero,) * len(self.u)))
        return substitute(rates, known) if known else rates

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
    def text(self) -> str:
        """q̇, M and f as lines of text, with what they share named Z1, Z2, …."""
        return text_of_many(named_outputs(self))

    @property
    def operations(self) -> Mapping[str, Cost]:
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

    def __str__(self) -> str:
        return report(self)

    # ── inside ────────────────────────────────────────────────────────────────────────────
    @property
    def _zero(self) -> Expr:
        return self.tree.lift.scalar(0)

    @property
    def _free_numbers(self) -> list[int]:
        """The natural speeds that follow no function of time."""
        known = {number for link in self.tree.links for number in link.known}
        return [n for n in range(len(self.tree.speed_names)) if n not in known]

    def _per_natural(self, forces: tuple[Any, ...]) -> list[Any]:
        """Forces along the speeds as forces along all natural speeds."""
        spread = [self._zero] * len(self.tree.speed_names)
        for number, force in zip(self._free_numbers, forces, strict=True):
            spread[number] = force
        return spread

    @property
    def _pattern(self) -> tuple[Pattern, list[Any]]:
        """Where M is not zero, and what it is there (its lower triangle)."""
        M = self.mass_matrix
        places = [(r, s) for r in range(len(M)) for s in range(r + 1) if M[r][s] or r == s]
        pattern = Pattern(size=len(M), entries=tuple(places), symmetric=True)
        return pattern, [M[r][s] for r, s in places]

    def _without_inputs(self, values: list[Any]) -> list[Any]:
        absent = {self.tree.lift.symbol(name, Rate.INPUT): 0 for name in self.system.inputs}
        return substitute(values, absent) if absent else values

    @cached_property
    def _rates(self) -> Mapping[str, Any]:
        found: dict[str, Any] = {}
        for link in self.tree.links:
            sigma = [self.sigma[number] for number in link.speeds]
            found.update(zip(link.motion.names[0], link.motion.rates(link.q, sigma), strict=True))
        return found

    def _forces(self, udot: tuple[Any, ...]) -> list[Any]:
        """Σ v_r·(m a − F) + ω_r·(…) − Σ ∂σ_i/∂u_r Q_i, gravity as the ground's acceleration."""
        base = -gravity(self.tree, self.system.loads)
        taken = inertia_wrenches(self.tree, self.motion, self.acceleration(udot, base))
        net = [need - load for need, load in zip(taken, self.active.wrenches, strict=True)]
        forms = self.forms if self.speeds.overrides else None
        forces = generalized(self.tree, self.speeds, forms, net)
        for form, Q in zip(self.speeds.sigma, self.active.natural, strict=True):
            for r, c in form.coefficients.items():
                if r != REMAINDER:
                    forces[r] = forces[r] - c * Q
        return forces

    @cached_property
    def _loaded(self) -> tuple[list[Any], list[list[Any]]]:
        """f without the inputs' part, and B."""
        symbols = [self.tree.lift.symbol(name, Rate.INPUT) for name in self.system.inputs]
        forces = self._forces((self._zero,) * len(self.u))
        if not symbols:
            return forces, [[] for _ in forces]
        rests, rows = [], []
        for force in forces:
            coefficients, rest = affine(force, symbols)
            rests.append(rest)
            rows.append([-coefficients.get(symbol, self._zero) for symbol in symbols])
        return rests, rows

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
        rates = tangent(values, self.seeds(udot))
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
