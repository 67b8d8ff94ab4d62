"""An independent oracle: all bodies of a mobile robot free in space, held by multipliers.

    M x = f + Aᵀ λ,   A x = −(Ȧ v)          x = (a, α) of all bodies, v = (v, ω)   [Haug1989 §11]

Constraints are functions of poses and velocities, linear in the velocities, written for two bodies
at a time: points that stay together, axles that stay level, rims that do not slip. A is read off by
unit velocities, Ȧ v by a complex step along the motion [Squire1998], so that nothing is derived.
Redundant rows are welcome: x is unique where λ is not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
STEP = 1e-30


@dataclass(frozen=True, slots=True, kw_only=True)
class Moving:
    """A body: its axes, its mass centre, and how they move, along the ground's axes."""

    R: Array
    p: Array
    v: Array
    w: Array

    def at(self, place: Array) -> Array:
        """Where a point of it is, its place from the mass centre along the body's axes."""
        return np.asarray(self.p + self.R @ place)

    def velocity(self, place: Array) -> Array:
        """How fast."""
        return np.asarray(self.v + np.cross(self.w, self.R @ place))


@dataclass(frozen=True, slots=True, kw_only=True)
class Massive:
    """What a body weighs and how it resists turning, about its mass centre along its axes."""

    mass: float
    inertia: Array


Motion = Sequence[Moving]
Rows = Callable[[Motion], Array]
Quantity = Callable[[Motion], Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class FullBodies:
    """Bodies with what holds them."""

    masses: Sequence[Massive]
    rows: Sequence[Rows]

    def accelerations(self, motion: Motion, forces: Array) -> tuple[Array, list[Array]]:
        """(a, α) by body, and λ by rows, under forces and torques at the mass centres."""
        n = len(motion)
        A = np.column_stack([self.all(unit(motion, k)) for k in range(6 * n)])
        bias = self.all(advanced(motion, np.zeros((n, 6)))).imag / STEP
        M, f = np.zeros((6 * n, 6 * n)), forces.copy()
        for k, (mass, moving) in enumerate(zip(self.masses, motion, strict=True)):
            inertia = moving.R @ mass.inertia @ moving.R.T
            M[6 * k : 6 * k + 3, 6 * k : 6 * k + 3] = mass.mass * np.eye(3)
            M[6 * k + 3 : 6 * k + 6, 6 * k + 3 : 6 * k + 6] = inertia
            f[k, 3:] -= np.cross(moving.w, inertia @ moving.w)
        # λ of least norm from A M⁻¹ Aᵀ λ = −Ȧv − A M⁻¹ f, by the factored A M^(−1/2)
        root = np.linalg.cholesky(M)
        B = np.linalg.solve(root, A.T)
        free = np.linalg.solve(root, f.ravel())
        U, s, V = np.linalg.svd(B, full_matrices=False)
        kept = s > 1e-10 * s[0]
        across = V[kept] @ (-bias) / s[kept] - U[:, kept].T @ free
        x = np.linalg.solve(root.T, free + U[:, kept] @ across)
        multipliers = V[kept].T @ (across / s[kept])
        ends = np.cumsum([len(np.atleast_1d(row(motion))) for row in self.rows])
        return x.reshape(n, 6), np.split(multipliers, ends[:-1])

    def all(self, motion: Motion) -> Array:
        """All constraints' velocities, one after the other."""
        return np.concatenate([np.atleast_1d(row(motion)) for row in self.rows])


def unit(motion: Motion, k: int) -> list[Moving]:
    """The same poses, with one velocity of one and all others zero."""
    still = [replace(one, v=np.zeros(3), w=np.zeros(3)) for one in motion]
    body, place = divmod(k, 6)
    e = np.eye(6)[place]
    still[body] = replace(still[body], v=e[:3], w=e[3:])
    return still


def advanced(motion: Motion, x: Array) -> list[Moving]:
    """The motion a complex step later, with these accelerations."""
    h = STEP * 1j
    return [
        Moving(
            R=one.R + h * (skew(one.w) @ one.R),
            p=one.p + h * one.v,
            v=one.v + h * a[:3],
            w=one.w + h * a[3:],
        )
        for one, a in zip(motion, x, strict=True)
    ]


def rate_of(quantity: Quantity, motion: Motion, x: Array) -> float:
    """d/dt of a scalar of the motion."""
    return float(np.imag(quantity(advanced(motion, x))) / STEP)


def skew(w: Array) -> Array:
    """[w ×]."""
    return np.array([[0, -w[2], w[1]], [w[2], 0, -w[0]], [-w[1], w[0], 0]])


# ── rows ──────────────────────────────────────────────────────────────────────────────────
def together(i: int, a: Array, j: int, b: Array) -> Rows:
    """A point of one body stays on a point of another."""
    return lambda motion: motion[i].velocity(a) - motion[j].velocity(b)


def level(i: int, a: Array, j: int, b: Array) -> Rows:
    """A direction of one body keeps its angle to one of another."""

    def row(motion: Motion) -> Array:
        one, two = motion[i], motion[j]
        first, second = one.R @ a, two.R @ b
        change = np.cross(one.w, first) @ second + first @ np.cross(two.w, second)
        return np.array([change])

    return row


def slides(i: int, a: Array, j: int, b: Array, across: Array) -> Rows:
    """Two points apart only along the axis to which `across`, of body i, is at right angles."""

    def row(motion: Motion) -> Array:
        one, two = motion[i], motion[j]
        direction = one.R @ across
        apart = two.at(b) - one.at(a)
        change = (two.velocity(b) - one.velocity(a)) @ direction
        return np.array([change + apart @ np.cross(one.w, direction)])

    return row


def trails(i: int, pivot: Array, j: int, axle: Array, up: Array, trail: float) -> Rows:
    """A castered wheel's centre stays `trail` behind its pivot: C + trail h = P, h = a × n."""

    def row(motion: Motion) -> Array:
        body, wheel = motion[i], motion[j]
        a, n = wheel.R @ axle, body.R @ up
        turning = np.cross(np.cross(wheel.w, a), n) + np.cross(a, np.cross(body.w, n))
        return wheel.v + trail * turning - body.velocity(pivot)

    return row


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """Rows of a wheel whose multipliers are the ground's forces on it."""

    wheel: int
    kind: str
    of: Rows

    def __call__(self, motion: Motion) -> Array:
        return self.of(motion)


def rolls(j: int, axle: Array, up: Array, radius: float, rollers: float | None) -> Rows:
    """The wheel's touching point is at rest, across and along; along its rollers alone if any."""

    def row(motion: Motion) -> Array:
        wheel = motion[j]
        a = wheel.R @ axle
        h = np.cross(a, up)
        touching = wheel.v + np.cross(wheel.w, -radius * up)
        if rollers is not None:
            return np.array([touching @ (h * np.cos(rollers) + a * np.sin(rollers))])
        return np.array([touching @ h, touching @ a])

    return Ground(wheel=j, kind="rolls", of=row)


def stands(j: int, up: Array, radius: float) -> Rows:
    """The wheel's touching point does not leave the ground."""

    def row(motion: Motion) -> Array:
        wheel = motion[j]
        return np.array([(wheel.v + np.cross(wheel.w, -radius * up)) @ up])

    return Ground(wheel=j, kind="stands", of=row)


def stays_level(i: int, up: Array) -> Rows:
    """The platform neither rises nor tilts."""

    def row(motion: Motion) -> Array:
        body = motion[i]
        return np.array([body.v @ up, body.w @ (body.R[:, 0]), body.w @ (body.R[:, 1])])

    return row


def same_turning(i: int, j: int) -> Rows:
    """Two bodies turn together."""
    return lambda motion: motion[i].w - motion[j].w


def turns_with(i: int, j: int, up: Array) -> Rows:
    """A wheel does not steer on its body."""
    return lambda motion: np.array([(motion[j].w - motion[i].w) @ up])


def axles_meet(
    i: int, wheels: Sequence[tuple[int, Array]], axle: Array, across: tuple[Array, Array]
) -> Rows:
    """Three axles meet in one point: those of two steered wheels (body, place) and a fixed one.

    `across` is the fixed axle's place and direction in body i, whose first two axes are level.
    """
    place, direction = across

    def row(motion: Motion) -> Array:
        body = motion[i]
        lines, changes = [(place, direction)], [np.zeros(3)]
        for j, at in wheels:
            wheel = motion[j]
            a = wheel.R @ axle
            lines.append((at, body.R.T @ a))
            changes.append(body.R.T @ np.cross(wheel.w - body.w, a))
        # each line is y a_x − x a_y = c, n = (−a_y, a_x, −c); three meet where det(n1, n2, n3) = 0
        n = [_line(at, a) for at, a in lines]
        dn = [_line(at, da) for (at, _), da in zip(lines, changes, strict=True)]
        total = 0.0
        for k in range(3):
            rows = [dn[m] if m == k else n[m] for m in range(3)]
            total = total + rows[0] @ np.cross(rows[1], rows[2])
        return np.array([total])

    return row


def _line(at: Array, a: Array) -> Array:
    return np.array([-a[1], a[0], at[0] * a[1] - at[1] * a[0]])
