"""Modes: the motion while any of the open rows hold, in one straight line for all of them.

A row r holds where its mask m_r is 1. With X = M⁻¹ Gᵀ, A = J X and
A'_rs = m_r A_rs m_s + (1 − m_r) δ_rs,

    A' λ = −m (J u̇₀ + J̇u + ċ),   u̇ = u̇₀ + X λ,   λ_r = 0 where the row does not hold

so that masks are inputs like others, every method and every batch carries modes, and a change of
mode is a change of inputs. G is J where constraint forces do no work but along their rows. The
normal row n of a contact that slides with the direction ŝ, and any row whose force enters a load
(μN in a bearing), bring more into evidence, B λ, which is solved together with the motion:

    G_n = J_n − μ Σ_k ŝ_k J_k + (∂F_r/∂λ_n)_r                 [PfeifferGlocker1996 §5.2]

The same λ are the constraint forces, brought into evidence on request; without friction, S = A
leads back to the rows and, in change.py, gives impulses:

    S' κ = −m φ,          q⁺ = q + W D⁻¹ Jᵀ κ       (back to φ(q) = 0, one Newton step)
    S' Λ = −m (J u + c),  u⁺ = u + M⁻¹ Jᵀ Λ         (the M-orthogonal projection on the rows)

                                                     [Gillespie2003 Sec. 4; Djerassi1994]

From: rows.py, sliding.py    Next: motion.py
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import add
from typing import Any, Final

import numpy as np

from kane.algebra.evaluate import evaluate
from kane.algebra.expr import Expr
from kane.algebra.pattern import Pattern
from kane.algebra.rate import Rate
from kane.algebra.solve import solve
from kane.dynamics.composites import by_composites
from kane.dynamics.equations import Equations
from kane.dynamics.forces import free_numbers, sparse_mass
from kane.dynamics.rows import OpenRow, jacobian, open_rows, place_rows
from kane.dynamics.samples import random_states
from kane.dynamics.sliding import Sliding
from kane.model.closures import relations_of
from kane.model.constraints import Configuration
from kane.model.joints.stored import Stored

_SEED: Final = 2003
SHARING: Final = 1e-9  # of a row's own, the give of contacts that share what they carry
PASSING: Final = 1e-11  # the give of loops, for places where their rows depend on each other
_DEPENDENT: Final = 1e-9  # of its size, what is left of a row that follows from others


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
    def directions(self) -> list[Expr]:
        """d, a symbol for each row: where a contact slides, its direction along its slip rows."""
        return [self._symbol(f"direction({name})") for name in self.names]

    def accelerations(self, udot: Sequence[Any]) -> list[Any]:
        """u̇ of the mode, from u̇₀ of the motion without rows."""
        return _moved(udot, self._X, self._solved(udot))

    def forces(self, udot: Sequence[Any]) -> list[Any]:
        """λ of every row, from u̇₀; along the slip rows of a contact that slides, friction."""
        return self.sliding.with_friction(self._solved(udot))

    def after(self) -> list[Any]:
        """u⁺."""
        zero = self.equations.tree.lift.scalar(0)
        velocities = [row.form.value for row in self.rows]
        impulses = masked_solve(
            self._J, self._ideal, self.masks, velocities, zero, soft=self.soft, kin=self.kin
        )
        return _moved(self.equations.u, self._ideal, impulses)

    def projected(self) -> list[Any]:
        """q⁺, then u⁺."""
        return [*self._placed(), *self.after()]

    def terms(self, udot: Sequence[Any]) -> list[Any]:
        """What a change of mode has to know (kane/sim/modes/terms.py): M, J, M⁻¹Jᵀ and S by
        rows; A, J u + c and J u̇₀ + J̇u + ċ; and φ, μ and static μ of every contact."""
        mass, zero = self.equations.mass_matrix, self.equations.tree.lift.scalar(0)
        loaded = [solved(self.equations, row) for row in self.sliding.loaded]
        return [
            *(m for row in mass for m in row),
            *(j for row in self._J for j in row),
            *(x for row in self._ideal for x in row),
            *(_dot(J, X, zero) for J in self._J for X in self._ideal),
            *(_dot(J, X, zero) for J in self._J for X in loaded),
            *(row.form.value for row in self.rows),
            *self._residuals(udot),
            *(value for contact in self.sliding.contacts for value in contact.numbers),
        ]

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
        soft = dict(zip(self.names, self.soft, strict=True))
        shares = [soft.get(row.held_by, 0.0) for row in held]
        kin = _kin(equations, [row.name for row in held])
        phi = [row.phi for row in held]
        kappa = masked_solve(J, X, masks, phi, zero, soft=shares, kin=kin)
        shift = [zero] * len(tree.speed_names)
        for r, number in enumerate(numbers):
            shift[number] = _dot([row[r] for row in X], kappa, zero)
        return [q + dq for q, dq in zip(equations.q, self._rates(shift), strict=True)]

    def _rates(self, sigma: Sequence[Any]) -> list[Any]:
        """q̇ of natural speeds."""
        found: dict[str, Any] = {}
        for link in self.equations.tree.links:
            if isinstance(link.motion, Stored):
                found[link.motion.coordinate] = self.equations.tree.lift.scalar(0)
                continue
            own = [sigma[number] for number in link.speeds]
            found.update(zip(link.motion.names[0], link.motion.rates(link.q, own), strict=True))
        return [found[name] for name in self.equations.q_names]

    # ── inside ────────────────────────────────────────────────────────────────────────────
    def _symbol(self, name: str) -> Expr:
        return self.equations.tree.lift.symbol(name, Rate.INPUT)

    @cached_property
    def sliding(self) -> Sliding:
        """The contacts among the rows, and the rows' forces that enter loads."""
        return Sliding(
            equations=self.equations, rows=tuple(self.rows), directions=tuple(self.directions)
        )

    def _residuals(self, udot: Sequence[Any]) -> list[Any]:
        """J u̇₀ + J̇u + ċ."""
        return [_dot(j, udot, row.bias) for j, row in zip(self._J, self.rows, strict=True)]

    @cached_property
    def _J(self) -> list[list[Any]]:
        return jacobian(self.equations, self.rows)

    @cached_property
    def _ideal(self) -> list[list[Any]]:
        """M⁻¹ Jᵀ, a row for each row."""
        return [solved(self.equations, row) for row in self._J]

    @cached_property
    def _X(self) -> list[list[Any]]:
        """M⁻¹ Gᵀ, a row for each row."""
        return [solved(self.equations, row) for row in self.sliding.generalized]

    def _solved(self, udot: Sequence[Any]) -> list[Any]:
        """λ of the rows that hold."""
        zero = self.equations.tree.lift.scalar(0)
        alike = self.sliding.is_ideal
        return masked_solve(
            self._J, self._X, self.masks, self._residuals(udot), zero, alike, self.soft, self.kin
        )

    @property
    def shares(self) -> bool:
        """Whether rows of contacts depend on each other wherever the system is."""
        return any(self._shared)

    @cached_property
    def soft(self) -> tuple[float, ...]:
        """The rows that have a little give, which a second step takes away again.

        Contacts that share what they carry: four feet on a floor, say, of which no motion tells how
        much each carries; the shortest forces do. And loops, which pass places where their rows
        depend on each other: there the motion goes on in its own direction.
        """
        loops = _loops(self.equations, self.rows)
        return tuple(
            SHARING if shared else PASSING if name in loops else 0.0
            for name, shared in zip(self.names, self._shared, strict=True)
        )

    @cached_property
    def kin(self) -> tuple[tuple[int, ...], ...]:
        """For each row that has a little give, the rows of its loop."""
        found = _kin(self.equations, self.names)
        return tuple(
            own if soft == PASSING else () for own, soft in zip(found, self.soft, strict=True)
        )

    @cached_property
    def _shared(self) -> tuple[bool, ...]:
        """The rows of contacts that share what they carry."""
        points = self.equations.system.touchings
        own = {name for point in points for name in (point.normal, *point.slips)}
        numbers = [k for k, name in enumerate(self.names) if name in own]
        if len(points) < 2 or not numbers:
            return (False,) * len(self.names)
        found = generically_independent(self.equations, [self._J[k] for k in numbers])
        return tuple(len(found) < len(numbers) and name in own for name in self.names)


def _loops(equations: Equations, rows: Sequence[OpenRow]) -> set[str]:
    """The rows of closed loops that hold from the start."""
    active = {row.name for row in rows if row.active}
    return {
        one.name
        for one in equations.system.relations
        if isinstance(one, Configuration) and one.name in active
    }


def _kin(equations: Equations, names: Sequence[str]) -> tuple[tuple[int, ...], ...]:
    """For each row, the numbers of all rows of its constraint."""
    whole = {
        relation.name: number
        for number, one in enumerate(equations.system.constraints)
        for relation in relations_of(one)
    }
    own = [whole.get(name, name) for name in names]
    return tuple(tuple(k for k, other in enumerate(own) if other == one) for one in own)


def while_held(equations: Equations, udot: Sequence[Any]) -> list[Any]:
    """u̇ while the rows hold that are active from the start, from u̇₀."""
    return held_together(equations, udot, [row for row in open_rows(equations) if row.active])


def held_together(equations: Equations, udot: Sequence[Any], rows: Sequence[OpenRow]) -> list[Any]:
    """u̇ while exactly these rows hold, those apart that follow from others; from u̇₀."""
    if not rows:
        return list(udot)
    zero, J = equations.tree.lift.scalar(0), jacobian(equations, rows)
    chosen = generically_independent(equations, J)
    rows, J = [rows[k] for k in chosen], [J[k] for k in chosen]
    X = [solved(equations, row) for row in J]
    residuals = [_dot(j, udot, row.bias) for j, row in zip(J, rows, strict=True)]
    return _moved(udot, X, masked_solve(J, X, [zero + 1] * len(rows), residuals, zero))


def generically_independent(equations: Equations, J: Sequence[Sequence[Any]]) -> list[int]:
    """The rows that do not follow from those before them, at a state that is like any other."""
    (state,) = random_states(equations, _SEED, 1)
    values = np.array(evaluate([x for row in J for x in row], state), dtype=float)
    basis, found = np.zeros((0, len(equations.u))), []
    for number, row in enumerate(values.reshape(len(J), -1)):
        rest = row - basis.T @ (basis @ row)
        if np.linalg.norm(rest) > _DEPENDENT * (1e-300 + np.linalg.norm(row)):
            found.append(number)
            basis = np.vstack([basis, rest / np.linalg.norm(rest)])
    return found


def solved(equations: Equations, row: Sequence[Any]) -> list[Any]:
    """M⁻¹ times a row."""
    if not any(row):
        return list(row)
    pattern, entries = sparse_mass(equations)
    return list(solve(pattern, entries, row))


def _moved(v: Sequence[Any], X: Sequence[Sequence[Any]], forces: Sequence[Any]) -> list[Any]:
    """v + Xᵀ λ."""
    return [_dot([row[r] for row in X], forces, start) for r, start in enumerate(v)]


def _dot(a: Sequence[Any], b: Sequence[Any], start: Any) -> Any:
    return reduce(add, (x * y for x, y in zip(a, b, strict=True) if x and y), start)


def masked_solve(
    J: Sequence[Sequence[Any]],
    X: Sequence[Sequence[Any]],
    masks: Sequence[Any],
    residuals: Sequence[Any],
    zero: Any,
    alike: bool = True,
    soft: Sequence[float] = (),
    kin: Sequence[Sequence[int]] = (),
) -> list[Any]:
    """−A'⁻¹ m r, A'_rs = m_r (J_r·X_s) m_s + (1 − m_r) δ_rs; `alike`: A is symmetric.

    Rows that share have (1 + ε) A_rr on the diagonal, and a second step meets what is left; those
    of a loop, their kin, have ε of all their A_rr, since where it lies flat a row may be zero.
    """
    if not masks:
        return []
    soft = soft or (0.0,) * len(masks)
    kin = kin or ((),) * len(masks)
    places, entries = [], []
    for a, held in enumerate(masks):
        for b in range(a + 1 if alike else len(masks)):
            entry = _dot(J[a], X[b], zero) * (held * masks[b])
            if a == b and soft[a]:
                given = [_dot(J[k], X[k], zero) * masks[k] for k in kin[a] if k != a]
                entry = entry * (1 + soft[a]) + sum(given, zero) * (soft[a] * held)
            entry = entry + (1 - held) if a == b else entry
            if entry or a == b:
                places.append((a, b))
                entries.append(entry)
    pattern = Pattern(size=len(masks), entries=tuple(places), symmetric=alike)
    right = [-(m * r) for m, r in zip(masks, residuals, strict=True)]
    found = list(solve(pattern, entries, right))
    if not any(soft):
        return found
    change = [_dot([row[r] for row in X], found, zero) for r in range(len(J[0]))]
    left = [r - m * _dot(row, change, zero) for r, m, row in zip(right, masks, J, strict=True)]
    left = [r * m for r, m in zip(left, masks, strict=True)]
    return [x + dx for x, dx in zip(found, solve(pattern, entries, left), strict=True)]
