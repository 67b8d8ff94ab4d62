"""Multipliers: u̇ and λ at once, nothing embedded and nothing eliminated beforehand.

    ┌ M  Jᵀ ┐ ┌  u̇ ┐   ┌   τ − f  ┐
    └ J  0  ┘ └ −λ ┘ = └ −(J̇u + ċ) ┘                             [Featherstone2008 Ch. 8]

One linear system of all speeds and rows, solved by the sparse LᵀDL without pivots: M is eliminated
first, so that −J M⁻¹ Jᵀ is left for the rows, whose pivots are negative. It is longer than what the
embedding leaves, and serves to compare with: what both share is M, f and J.

Rows may come and go by masks as in modes.py, and a row of a contact that slides brings friction
with it: its column is Gᵀ then.

From: modes.py    Next: motion.py
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from kane.algebra.pattern import Pattern
from kane.algebra.solve import solve
from kane.dynamics.equations import Equations
from kane.dynamics.modes import Modes, generically_independent
from kane.dynamics.rows import OpenRow, jacobian
from kane.model.system import System


def nothing_embedded(system: System) -> System:
    """The system with no dependent speeds: every constraint is a row, every speed stays."""
    kept = [
        replace(one, dependent="") if getattr(one, "dependent", "") else one
        for one in system.constraints
    ]
    return system.replace(constraints=kept)


@dataclass(frozen=True, kw_only=True)
class Multiplied(Modes):
    """The open rows of a system, whose motion and forces come from the whole linear system."""

    right: tuple[Any, ...]  # τ − f

    def accelerations(self, udot: Sequence[Any]) -> list[Any]:
        """u̇ of the mode."""
        return self._solution[1]

    def forces(self, udot: Sequence[Any]) -> list[Any]:
        """λ of every row; along the slip rows of a contact that slides, friction."""
        return self.sliding.with_friction(self._solution[0])

    @cached_property
    def _solution(self) -> tuple[list[Any], list[Any]]:
        """λ and u̇."""
        G = None if self.sliding.is_ideal else self.sliding.generalized
        biases = [row.bias for row in self.rows]
        return multiplied(
            self.equations, self._J, biases, self.right, self.masks, self.soft, self.kin, G
        )


def held_by_multipliers(
    equations: Equations, right: Sequence[Any], rows: Sequence[OpenRow]
) -> tuple[list[Any], list[Any]]:
    """λ and u̇ while exactly these rows hold, those apart that follow from others."""
    J = jacobian(equations, rows)
    chosen = generically_independent(equations, J) if rows else []
    one = equations.tree.lift.scalar(1)
    biases = [rows[k].bias for k in chosen]
    forces, udot = multiplied(
        equations, [J[k] for k in chosen], biases, right, [one] * len(chosen), (), (), None
    )
    found = dict(zip(chosen, forces, strict=True))
    return [found.get(k, one * 0) for k in range(len(rows))], udot


def multiplied(
    equations: Equations,
    J: Sequence[Sequence[Any]],
    biases: Sequence[Any],
    right: Sequence[Any],
    masks: Sequence[Any],
    soft: Sequence[float],
    kin: Sequence[Sequence[int]],
    G: Sequence[Sequence[Any]] | None,
) -> tuple[list[Any], list[Any]]:
    """λ and u̇ of rows with masks; rows that share have a little give, taken away again."""
    M, count, soft = equations.mass_matrix, len(J), soft or (0.0,) * len(J)
    sizes = [sum((j * j / M[r][r] for r, j in enumerate(row) if j), 0 * M[0][0]) for row in J]
    places: dict[tuple[int, int], Any] = {}
    for a, m in enumerate(masks):
        others = [sizes[k] * masks[k] for k in kin[a] if k != a] if soft[a] else []
        places[a, a] = (m - 1) - soft[a] * m * sum(others, sizes[a])
        for r, j in enumerate(J[a]):
            g = j if G is None else G[a][r]
            if g:
                places[count + r, a] = m * g
            if j and G is not None:
                places[a, count + r] = m * j
    size = len(M)
    for r in range(size):
        for s in range(size if G is not None else r + 1):
            if M[r][s] or r == s:
                places[count + r, count + s] = M[r][s]
    order = sorted(places)
    pattern = Pattern(size=count + size, entries=tuple(order), symmetric=G is None)
    entries = [places[place] for place in order]
    wanted = [-(m * bias) for m, bias in zip(masks, biases, strict=True)]
    found = list(solve(pattern, entries, [*wanted, *right]))
    if any(soft):
        left = [
            need - m * sum((j * x for j, x in zip(row, found[count:], strict=True) if j), 0 * m)
            for need, m, row in zip(wanted, masks, J, strict=True)
        ]
        second = solve(pattern, entries, [*left, *[0 * x for x in right]])
        found = [x + dx for x, dx in zip(found, second, strict=True)]
    return [-x for x in found[:count]], found[count:]
