"""Modes: the motion while any of the open rows hold, in one straight line for all of them.

A row r holds where its mask m_r is 1. With S = J M⁻¹ Jᵀ and S'_rs = m_r S_rs m_s + (1 − m_r) δ_rs,

    S' λ = −m (J u̇₀ + J̇u + ċ),   u̇ = u̇₀ + M⁻¹ Jᵀ λ,   λ_r = 0 where the row does not hold

so that masks are inputs like others, every method and every batch carries modes, and a change of
mode is a change of inputs. The same λ are the constraint forces, brought into evidence on request;
the same S' gives impulses and projections:

    S' Λ = −m (1 + e) (J u + c),   u⁺ = u + M⁻¹ Jᵀ Λ        (e the restitution, 0: plastic)
    S' κ = −m φ,                   q⁺ = q + W D⁻¹ Jᵀ κ      (back to φ(q) = 0, one Newton step)

u⁺ is the M-orthogonal projection on the rows, and what is lost ½ (u⁺ − u)ᵀ M (u⁺ − u)
[Gillespie2003 Sec. 4; Djerassi1994].

From: rows.py    Next: motion.py
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import add
from typing import Any

from kane.algebra.expr import Expr
from kane.algebra.pattern import Pattern
from kane.algebra.rate import Rate
from kane.algebra.solve import solve
from kane.dynamics.composites import by_composites
from kane.dynamics.equations import Equations
from kane.dynamics.forces import free_numbers, sparse_mass
from kane.dynamics.rows import OpenRow, jacobian, open_rows, place_rows


@dataclass(frozen=True, kw_only=True)
class Modes:
    """The open rows of a system, and what they do to its motion."""

    equations: Equations

    @cached_property
    def rows(self) -> list[OpenRow]:
        """The rows."""
        return open_rows(self.equations)

    @property
    def names(self) -> tuple[str, ...]:
        """Of the rows, in order."""
        return tuple(row.name for row in self.rows)

    @property
    def first(self) -> tuple[bool, ...]:
        """Which rows hold from the start."""
        return tuple(row.active for row in self.rows)

    @cached_property
    def masks(self) -> list[Expr]:
        """m, a symbol for each row: 1 where it holds, else 0."""
        return [self._symbol(f"holds({name})") for name in self.names]

    @cached_property
    def restitutions(self) -> list[Expr]:
        """e, a symbol for each row."""
        return [self._symbol(f"restitution({name})") for name in self.names]

    def accelerations(self, udot: Sequence[Any]) -> list[Any]:
        """u̇ of the mode, from u̇₀ of the motion without rows."""
        return self._moved(udot, self.forces(udot))

    def forces(self, udot: Sequence[Any]) -> list[Any]:
        """λ of every row, from u̇₀."""
        return self._solved([_dot(j, udot, row.bias) for j, row in self._pairs])

    def impulses(self) -> list[Any]:
        """Λ of every row."""
        velocities = [
            row.form.value * (1 + e) for row, e in zip(self.rows, self.restitutions, strict=True)
        ]
        return self._solved(velocities)

    def after(self) -> list[Any]:
        """u⁺."""
        return self._moved(self.equations.u, self.impulses())

    def projected(self) -> list[Any]:
        """q⁺, then u⁺ of rows without restitution."""
        velocities = [row.form.value for row in self.rows]
        return [*self._placed(), *self._moved(self.equations.u, self._solved(velocities))]

    def place_terms(self) -> dict[str, Any]:
        """φ and ∂φ/∂σ of every configuration relation, diag M_σ, and W of q̇ = W σ."""
        tree, held = self.equations.tree, place_rows(self.equations)
        numbers, mass = free_numbers(tree), by_composites(tree)
        one, zero = tree.lift.scalar(1), tree.lift.scalar(0)
        columns = []
        for number in numbers:
            unit = [zero] * len(tree.speed_names)
            unit[number] = one
            columns.append(self._rates(unit))
        return {
            "phi": [row.phi for row in held],
            "J": [[row.form.of(r, zero) for r in range(len(numbers))] for row in held],
            "D": [mass[number][number] for number in numbers],
            "W": [[column[i] for column in columns] for i in range(len(self.equations.q))],
        }

    def _placed(self) -> list[Any]:
        """q⁺ of every configuration relation that holds, in the natural speeds.

        The diagonal of their mass matrix weighs them: any weights lead back, these keep units.
        """
        equations, tree = self.equations, self.equations.tree
        held = place_rows(equations)
        if not held:
            return list(equations.q)
        numbers = free_numbers(tree)
        mass = by_composites(tree)
        one, zero = tree.lift.scalar(1), tree.lift.scalar(0)
        known = dict(zip(self.names, self.masks, strict=True))
        masks = [known.get(row.held_by, one) for row in held]
        J = [[row.form.of(r, zero) for r in range(len(numbers))] for row in held]
        D = [mass[number][number] for number in numbers]
        X = [[j / d if j else zero for j, d in zip(row, D, strict=True)] for row in J]
        kappa = masked_solve(J, X, masks, [row.phi for row in held], zero)
        shift = [zero] * len(tree.speed_names)
        for r, number in enumerate(numbers):
            shift[number] = _dot([row[r] for row in X], kappa, zero)
        return [q + dq for q, dq in zip(equations.q, self._rates(shift), strict=True)]

    def _rates(self, sigma: Sequence[Any]) -> list[Any]:
        """q̇ of natural speeds."""
        found: dict[str, Any] = {}
        for link in self.equations.tree.links:
            own = [sigma[number] for number in link.speeds]
            found.update(zip(link.motion.names[0], link.motion.rates(link.q, own), strict=True))
        return [found[name] for name in self.equations.q_names]

    # ── inside ────────────────────────────────────────────────────────────────────────────
    def _symbol(self, name: str) -> Expr:
        return self.equations.tree.lift.symbol(name, Rate.INPUT)

    @property
    def _pairs(self) -> list[tuple[list[Any], OpenRow]]:
        return list(zip(self._J, self.rows, strict=True))

    @cached_property
    def _J(self) -> list[list[Any]]:
        return jacobian(self.equations, self.rows)

    @cached_property
    def _X(self) -> list[list[Any]]:
        """M⁻¹ Jᵀ, a row for each row."""
        pattern, entries = sparse_mass(self.equations)
        return [list(solve(pattern, entries, row)) if any(row) else row for row in self._J]

    def _solved(self, residuals: Sequence[Any]) -> list[Any]:
        """−S'⁻¹ m r."""
        zero = self.equations.tree.lift.scalar(0)
        return masked_solve(self._J, self._X, self.masks, residuals, zero)

    def _moved(self, v: Sequence[Any], forces: Sequence[Any]) -> list[Any]:
        """v + X λ."""
        moved = []
        for r, start in enumerate(v):
            column = [X[r] for X in self._X]
            moved.append(_dot(column, forces, start))
        return moved


def _dot(a: Sequence[Any], b: Sequence[Any], start: Any) -> Any:
    return reduce(add, (x * y for x, y in zip(a, b, strict=True) if x and y), start)


def masked_solve(
    J: Sequence[Sequence[Any]],
    X: Sequence[Sequence[Any]],
    masks: Sequence[Any],
    residuals: Sequence[Any],
    zero: Any,
) -> list[Any]:
    """−S'⁻¹ m r, S'_rs = m_r (J_r·X_s) m_s + (1 − m_r) δ_rs."""
    if not masks:
        return []
    places, entries = [], []
    for a, held in enumerate(masks):
        for b in range(a + 1):
            entry = _dot(J[a], X[b], zero) * (held * masks[b])
            entry = entry + (1 - held) if a == b else entry
            if entry or a == b:
                places.append((a, b))
                entries.append(entry)
    pattern = Pattern(size=len(masks), entries=tuple(places), symmetric=True)
    return list(solve(pattern, entries, [-(m * r) for m, r in zip(masks, residuals, strict=True)]))
