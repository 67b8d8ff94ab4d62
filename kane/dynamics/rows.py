"""Rows that may hold while a system runs: J u + c in the independent speeds, J̇u + ċ, and φ.

From: constrain.py, constraint_rows.py    Next: modes.py
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kane.algebra.derivative import tangent
from kane.dynamics.constrain import difference, in_speeds
from kane.dynamics.equations import Equations
from kane.dynamics.form import REMAINDER, Form
from kane.dynamics.locate import Definitions
from kane.dynamics.places import place, place_rate
from kane.dynamics.speeds import moving, natural_speeds
from kane.model.closures import relations_of
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
    forms = in_speeds(equations.tree, equations.speeds, relations)
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


def row_terms(equations: Equations) -> dict[str, Any]:
    """J, c and J̇u + ċ of all rows and M, for the choice of independent speeds."""
    zero, rows = equations.tree.lift.scalar(0), open_rows(equations)
    return {
        "M": equations.mass_matrix,
        "J": jacobian(equations, rows),
        "c": [row.form.of(REMAINDER, zero) for row in rows],
        "bias": [row.bias for row in rows],
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceRow:
    """A relation φ(q, t) = 0, and ∂φ/∂σ: its row in the natural speeds.

    `held_by` names the open row whose mask is its own; "" where it always holds.
    """

    name: str
    phi: Any
    form: Form
    held_by: str


def place_rows(equations: Equations) -> list[PlaceRow]:
    """Every configuration relation of a system."""
    tree, open_names = equations.tree, [one.name for one in open_relations(equations)]
    speeds = natural_speeds(tree)
    definitions = Definitions(tree, moving(tree, speeds), speeds.sigma, speeds.u)
    found = []
    system = equations.system
    groups = [*map(relations_of, system.constraints), *(p.relations for p in system.touchings)]
    for relations in groups:
        for one in relations:
            if isinstance(one, Configuration):
                own = [one.name] if one.row else [other.name for other in relations]
                holding = [name for name in own if name in open_names]
                found.append(
                    PlaceRow(
                        name=one.name,
                        phi=place(tree, difference(one), definitions),
                        form=place_rate(tree, difference(one), definitions),
                        held_by=holding[0] if holding else "",
                    )
                )
    return found
