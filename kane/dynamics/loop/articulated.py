"""Articulated inertia of a body with all that it carries, its joints left free.

    [N; F] = I (α, a) + p,     I = [J, H; Hᵀ, M],   about the body's origin

A joint with columns S takes its share out: U = I S, D = Sᵀ U, K = D⁻¹ Uᵀ, ρ = τ − Sᵀ p,

    I' = I − U K,   p' = p + I' c + U D⁻¹ ρ,   σ̇ = D⁻¹ ρ − K (α', a')    [Featherstone2008 Sec. 7.3]

with (α', a') the body's acceleration but for S σ̇.

From: moving.py    Next: tree_steps.py, chain_steps.py
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kane.algebra.pattern import symmetric as full_symmetric
from kane.algebra.solve import solve
from kane.dynamics.loop.moving import (
    Moving,
    Six,
    matrix,
    symmetric,
    times,
    triple,
    upper,
)
from kane.geometry.mass import add, add_rows
from kane.geometry.rotation import Rows, transposed
from kane.geometry.vector import Components, cross

SIZE = 27


@dataclass(frozen=True, slots=True, kw_only=True)
class Articulated:
    """J and M (symmetric), H, and the bias (n, f)."""

    J: Rows
    H: Rows
    M: Rows
    p: Six

    @classmethod
    def of(cls, flat: Sequence[Any]) -> Articulated:
        """From 27 scalars: J (6), H (9), M (6), n, f."""
        return cls(
            J=symmetric(flat[0:6]),
            H=matrix(flat, 6),
            M=symmetric(flat[15:21]),
            p=tuple(flat[21:27]),
        )

    def flat(self) -> list[Any]:
        """As 27 scalars."""
        return [*upper(self.J), *self.H[0], *self.H[1], *self.H[2], *upper(self.M), *self.p]

    def with_body(self, body: Moving) -> Articulated:
        """With a rigid body's J, h×, m and bias."""
        m, zero = body.mass, body.mass * 0
        x, y, z = body.first
        skew: Rows = ((zero, -z, y), (z, zero, -x), (-y, x, zero))
        return Articulated(
            J=add_rows(self.J, body.inertia),
            H=add_rows(self.H, skew),
            M=add_rows(self.M, ((m, zero, zero), (zero, m, zero), (zero, zero, m))),
            p=tuple(a + b for a, b in zip(self.p, body.bias, strict=True)),
        )

    def applied(self, v: Six) -> Six:
        """I v."""
        a, b = triple(v), triple(v, 3)
        return (
            *add(times(self.J, a), times(self.H, b)),
            *add(times(transposed(self.H), a), times(self.M, b)),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Freed:
    """What a joint leaves of an articulated inertia, and what it keeps to find its rates."""

    left: Articulated  # still at the body's origin
    U: tuple[Six, ...]
    K: tuple[Six, ...]
    rates: tuple[Any, ...]  # D⁻¹ ρ
    inverse: Any  # D⁻¹ of a single column


def freed(whole: Articulated, body: Moving, tau: Sequence[Any], rest: Any = 0) -> Freed:
    """The joint's share taken out; `rest` is added to D where nothing is carried."""
    U = tuple(whole.applied(S) for S in body.columns)
    rho = [t - inner(S, whole.p) for t, S in zip(tau, body.columns, strict=True)]
    K, rates, inverse = _shares(U, rho, body.columns, rest)
    left = Articulated(
        J=_less(whole.J, U, K, 0, 0),
        H=_less(whole.H, U, K, 0, 3),
        M=_less(whole.M, U, K, 3, 3),
        p=whole.p,
    )
    p = tuple(x + y for x, y in zip(whole.p, left.applied(body.c), strict=True))
    for column, rate in zip(U, rates, strict=True):
        p = tuple(x + y * rate for x, y in zip(p, column, strict=True))
    return Freed(
        left=Articulated(J=left.J, H=left.H, M=left.M, p=p),
        U=U,
        K=K,
        rates=tuple(rates),
        inverse=inverse,
    )


def _shares(
    U: Sequence[Six], rho: Sequence[Any], columns: Sequence[Six], rest: Any
) -> tuple[tuple[Six, ...], list[Any], Any]:
    """K = D⁻¹ Uᵀ and D⁻¹ ρ; of a single column D⁻¹ too."""
    count = len(U)
    if count == 1:
        d = 1 / (inner(columns[0], U[0]) + rest)
        return (tuple(x * d for x in U[0]),), [rho[0] * d], d
    pattern = full_symmetric(count)
    D = [inner(columns[i], U[j]) for i, j in pattern.entries]
    shares = [solve(pattern, D, [column[k] for column in U]) for k in range(6)]
    K = tuple(tuple(shares[k][i] for k in range(6)) for i in range(count))
    return K, list(solve(pattern, D, list(rho))), None


def _less(block: Rows, U: Sequence[Six], K: Sequence[Six], row: int, column: int) -> Rows:
    """A block of I − U K; of a symmetric one each entry once."""
    found = [list(r) for r in block]
    for i in range(3):
        for j in range(3):
            if row == column and j < i:
                found[i][j] = found[j][i]
                continue
            for u, k in zip(U, K, strict=True):
                found[i][j] = found[i][j] - u[row + i] * k[column + j]
    return (triple(found[0]), triple(found[1]), triple(found[2]))


def shifted(own: Articulated, p: Components) -> Articulated:
    """The same about the parent's origin, p from there to here.

    H' = H + p× M,   J' = J − H p× + p× H'ᵀ,   n' = n + p × f
    """
    across = [cross(p, column) for column in transposed(own.M)]  # p× M by columns
    H = add_rows(own.H, transposed((across[0], across[1], across[2])))
    J = [list(row) for row in own.J]
    turned = [cross(p, row) for row in H]  # p× H'ᵀ by columns
    for i in range(3):
        given = cross(own.H[i], p)  # row i of H p×
        for j in range(i, 3):
            J[i][j] = J[i][j] + (turned[j][i] - given[j])
            J[j][i] = J[i][j]
    return Articulated(
        J=(triple(J[0]), triple(J[1]), triple(J[2])),
        H=H,
        M=own.M,
        p=wrench_shifted(own.p, p),
    )


def wrench_shifted(wrench: Six, p: Components) -> Six:
    """(n + p × f, f)."""
    f = triple(wrench, 3)
    return (*add(triple(wrench), cross(p, f)), *f)


def inner(a: Six, b: Six) -> Any:
    """a · b, skipping the exact zeros of a."""
    terms = [x * y for x, y in zip(a, b, strict=True) if x]
    return sum(terms[1:], terms[0]) if terms else a[0] * b[0]
