"""Constraint forces λ: what each relation exerts so that it holds, brought into evidence.

In the natural speeds σ, where nothing is embedded, the motion asks for

    R_σ = Σ_rows J_σᵀ λ,      R_σ = −(F_σ + F*_σ)

for the constraints do no work but along their rows. λ of rows that may come and go is known
(modes.py); that of relations settled by the choice of speeds follows from as many of these
equations as there are such relations: Kane's auxiliary generalized speeds, all at once
[Kane1985 §4.9], with the dependent columns −J_D⁻ᵀ (F_D + F*_D) [Gillespie2003 Sec. 4].

From: modes.py, forces.py    Next: motion.py
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from kane.dynamics.constrain import in_speeds
from kane.dynamics.elimination import Row, cheapest, reduced, substituted
from kane.dynamics.equations import Equations
from kane.dynamics.forces import required
from kane.dynamics.form import REMAINDER, Form
from kane.dynamics.modes import Modes
from kane.dynamics.rows import open_relations
from kane.dynamics.samples import samples
from kane.dynamics.speeds import natural_speeds
from kane.errors import DerivationError
from kane.model.constraints import Relation, has_row


@dataclass(frozen=True, kw_only=True)
class ConstraintForces:
    """λ of every relation of a system, while it moves with these u̇."""

    modes: Modes
    udot: tuple[Any, ...]  # of the motion, all rows that hold included
    free: tuple[Any, ...]  # u̇₀, without them

    def of(self, name: str) -> Mapping[str, Any]:
        """λ by component: "" for a relation that stands alone, else "x", "y", …"""
        found = {
            relation.removeprefix(name).removeprefix(", "): value
            for relation, value in self.all.items()
            if relation == name or relation.startswith(f"{name}, ")
        }
        if not found:
            known = ", ".join(f"'{c.name}'" for c in self.modes.equations.system.constraints)
            raise DerivationError(
                f"reaction('{name}'): the system has no such constraint; it has {known or 'none'}."
            )
        return found

    @cached_property
    def all(self) -> dict[str, Any]:
        """λ of all relations, by name."""
        equations = self.modes.equations
        now = dict(zip(self.modes.names, self.modes.forces(self.free), strict=True))
        settled = settled_relations(equations)
        if settled:
            solved = self._solved(equations, settled, now)
            now |= {one.name: form.value for one, form in zip(settled, solved, strict=True)}
        return now

    def _solved(
        self, equations: Equations, settled: Sequence[Relation], now: Mapping[str, Any]
    ) -> tuple[Form, ...]:
        """λ of the settled relations, from as many equations in σ."""
        tree = equations.tree
        speeds = natural_speeds(tree)
        needs = required(equations, self.udot, speeds)
        waiting = open_relations(equations)
        for relation, row in zip(waiting, in_speeds(tree, speeds, waiting), strict=True):
            for r, c in row.coefficients.items():
                if r != REMAINDER:
                    needs[r] = needs[r] - c * now[relation.name]
        columns = [form.coefficients for form in in_speeds(tree, speeds, settled)]
        rows = [
            Row(
                coefficients={k: J[r] for k, J in enumerate(columns) if r in J},
                equals=Form({REMAINDER: need}, need),
            )
            for r, need in enumerate(needs)
        ]
        return _independent(rows, settled, samples(tree))


def names_of_forces(equations: Equations) -> set[str]:
    """The names of all constraints and contacts, of their points and their relations."""
    system = equations.system
    named = (*system.constraints, *system.contacts, *system.touchings, *system.relations)
    return {one.name for one in named}


def settled_relations(equations: Equations) -> list[Relation]:
    """The relations that the choice of speeds or a dependent speed sees to."""
    waiting = {one.name for one in open_relations(equations)}
    return [one for one in equations.system.relations if has_row(one) and one.name not in waiting]


def _independent(rows: list[Row], settled: Sequence[Relation], at: Any) -> tuple[Form, ...]:
    """The unknowns, from those rows that determine them best."""
    solved: list[tuple[int, Row]] = []
    while len(solved) < len(settled):
        found = cheapest(rows, at)
        if found is None:
            names = ", ".join(f"'{one.name}'" for one in settled)
            raise DerivationError(
                f"The forces of the constraints {names} do not follow from the motion, for one of "
                "them follows from the others. Leave out the one that is superfluous."
            )
        chosen, pivot = found
        solved.append((pivot, rows.pop(chosen)))
        rows = [reduced(row, solved[-1][1], pivot) for row in rows]
    return substituted(solved, len(settled))
