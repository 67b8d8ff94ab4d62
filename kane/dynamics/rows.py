"""Rows that may hold while a system runs: what a mode needs of them, whichever are active.

    u̇₀ = M⁻¹ (τ − f),   X = M⁻¹ Jᵀ,   S = J X,   a = J u̇₀ + J̇u + ċ,   r = J u + c

With the rows that hold picked out, λ = −S⁻¹ a and u̇ = u̇₀ + X λ (kane/sim/modes/schur.py). All
solves share one factorization of M, whose zeros and those of J are known here; so a step with
eight rows costs about what a dense one without any costs (docs/decisions/0012-constraint-forces-first.md).

From: constrain.py, constraint_rows.py    Next: requests.py
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add
from typing import Any

from kane.algebra.derivative import tangent
from kane.algebra.solve import solve
from kane.dynamics.constrain import difference, in_speeds
from kane.dynamics.equations import Equations
from kane.dynamics.forces import sparse_mass
from kane.dynamics.form import REMAINDER, Form
from kane.dynamics.locate import Definitions
from kane.dynamics.places import place
from kane.dynamics.speeds import moving
from kane.model.constraints import Configuration, Relation, has_row


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenRow:
    """A row J u + c in the independent speeds, and its bias J̇u + ċ."""

    name: str
    active: bool
    form: Form
    bias: Any


def open_relations(equations: Equations) -> list[Relation]:
    """The relations that neither the choice of speeds nor a dependent speed sees to."""
    settled = {*equations.constraints.embedded, *equations.constraints.encapsulated}
    return [one for one in equations.system.relations if has_row(one) and one.name not in settled]


def open_rows(equations: Equations) -> list[OpenRow]:
    """The rows of these relations."""
    relations = open_relations(equations)
    forms = [in_speeds(equations.tree, equations.speeds, one) for one in relations]
    zero = equations.tree.lift.scalar(0)
    still = equations.seeds((zero,) * len(equations.u))
    biases = tangent([form.value for form in forms], still) if forms else []
    return [
        OpenRow(name=one.name, active=one.active, form=form, bias=bias)
        for one, form, bias in zip(relations, forms, biases, strict=True)
    ]


def jacobian(equations: Equations, rows: Sequence[OpenRow]) -> list[list[Any]]:
    """J, one row for each, one column for each speed."""
    zero = equations.tree.lift.scalar(0)
    return [[row.form.of(r, zero) for r in range(len(equations.u))] for row in rows]


def mode_terms(equations: Equations) -> dict[str, Any]:
    """u̇₀, X, S, a and r of all rows, and J for the choice of independent speeds."""
    zero = equations.tree.lift.scalar(0)
    rows = open_rows(equations)
    J = jacobian(equations, rows)
    pattern, entries = sparse_mass(equations)
    udot = equations.forward_dynamics
    X = [list(solve(pattern, entries, row)) if any(row) else row for row in J]
    S = [[_dot(J[a], X[b], zero) for b in range(a + 1)] for a in range(len(rows))]
    return {
        "udot": udot,
        "X": X,
        "S": [[S[max(a, b)][min(a, b)] for b in range(len(rows))] for a in range(len(rows))],
        "acceleration": [_dot(j, udot, row.bias) for j, row in zip(J, rows, strict=True)],
        "velocity": [row.form.value for row in rows],
    }


def row_terms(equations: Equations) -> dict[str, Any]:
    """J, c and J̇u + ċ of all rows and M, for the choice of independent speeds."""
    zero, rows = equations.tree.lift.scalar(0), open_rows(equations)
    return {
        "M": equations.mass_matrix,
        "J": jacobian(equations, rows),
        "c": [row.form.of(REMAINDER, zero) for row in rows],
        "bias": [row.bias for row in rows],
    }


def places(equations: Equations) -> dict[str, Any]:
    """φ(q, t) of every configuration relation, by name."""
    tree = equations.tree
    definitions = Definitions(tree, moving(tree, equations.speeds), equations.speeds.sigma)
    return {
        one.name: place(tree, difference(one), definitions)
        for one in equations.system.relations
        if isinstance(one, Configuration)
    }


def _dot(a: Sequence[Any], b: Sequence[Any], start: Any) -> Any:
    return reduce(add, (x * y for x, y in zip(a, b, strict=True) if x and y), start)
