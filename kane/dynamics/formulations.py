"""Formulations: what the same result costs by each of the ways that lead to it.

    M    by sums of partial velocities, and from composite bodies
    τ    by the recursion that never brings u̇ into evidence, and as M u̇ + f
    u̇    by articulated bodies, in the joints' own speeds

From: mass_matrix.py, forces.py    Next: report.py
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kane.dynamics.composites import Symmetric, by_cut_composites
from kane.dynamics.cost import Cost, Costs, cost
from kane.dynamics.mass_matrix import by_partial_velocities, cuts_at
from kane.dynamics.rates import sum_of_products

if TYPE_CHECKING:
    from kane.dynamics.equations import Equations


def formulations(equations: Equations) -> Costs:
    """The operations of every formulation, as derived; set-up is not counted."""
    tree, speeds, forms = equations.riding, equations.speeds, equations.forms
    size = len(equations.u)
    composed = by_cut_composites(tree, speeds.sigma, forms, cuts_at(speeds), size)
    found: dict[str, Cost] = {
        "M by sums of partial velocities": cost(_lower(by_partial_velocities(tree, forms, size))),
        "M from composite bodies": cost(_lower(composed)),
        "tau by its own recursion": cost(equations.inverse_dynamics),
        "tau as M u' + f": cost(_through_M(equations)),
    }
    if equations.natural_speeds:
        found["u' by articulated bodies"] = cost(equations.articulated)
    return Costs(found)


def _lower(M: Symmetric) -> list[Any]:
    return [entry for r, row in enumerate(M) for entry in row[: r + 1]]


def _through_M(equations: Equations) -> list[Any]:
    zero = equations.tree.lift.scalar(0)
    rows = zip(equations.mass_matrix, equations.bias, strict=True)
    return [f + sum_of_products(row, equations.udot, zero) for row, f in rows]
