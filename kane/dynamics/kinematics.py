"""Kinematics: velocities and accelerations of every link, base to tip, in link axes.

For link L on parent P, with R = R_PL, p = p_PoLo, Ω = Σ A_i σ_i and v' = Σ B_i σ_i:

    ω_L = Rᵀ ω_P + Ω                                                                   (1)
    v_L = Rᵀ (v_P + ω_P × p) + v'                                                      (2)
    α_L = Rᵀ α_P + Σ A_i σ̇_i + Ȧσ + ω_L × Ω                                            (3)
    a_L = Rᵀ (a_P + U_P p) + Σ B_i σ̇_i + Ḃσ + (2 ω_L − Ω) × v'                         (4)

where U = [α×] + [ω×][ω×]. (1)–(2) hold for scalars and for Forms alike, so one pass gives
velocities, partial velocities and remainders [Gillespie2003 Eq. 23; Stoneking2008]. Where a
component *is* a generalized speed, its symbol stands for it from there on (an override), as
in [KaneLevinson1983].

From: tree.py    Next: speeds.py, wrenches.py
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, unique
from typing import Any

from kane.dynamics.inherited import Turned, inherited
from kane.dynamics.tree import Link, Tree
from kane.geometry.rotation import Rows
from kane.geometry.vector import GROUND, ZEROS, Components, Vector, dot


@unique
class Kind(Enum):
    """Which velocity of a link."""

    ANGULAR = "angular"
    LINEAR = "linear"


Place = tuple[Kind, int, int]  # which velocity, of which link, which component
Overrides = Mapping[Place, Any]
Natural = Sequence[Any] | Mapping[int, Any]  # something for each natural speed, by number


@dataclass(frozen=True, slots=True, kw_only=True)
class Velocities:
    """ω and v (of its origin) of every link, along its axes."""

    w: tuple[Vector, ...]
    v: tuple[Vector, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Accelerations:
    """α, a (of its origin) and U of every link, along its axes; D_i = U_jj − U_kk."""

    alpha: tuple[Vector, ...]
    a: tuple[Vector, ...]
    U: tuple[Rows, ...]
    D: tuple[Components, ...]


def velocities(tree: Tree, sigma: Sequence[Any], zero: Any, overrides: Overrides) -> Velocities:
    """Eqs. (1) and (2), with `sigma` and `zero` scalars, or Forms."""
    rest = Vector(GROUND, (zero, zero, zero))
    w: list[Vector] = []
    v: list[Vector] = []
    for link in tree.links:
        w_P, v_P = (w[link.parent], v[link.parent]) if link.parent >= 0 else (rest, rest)
        w_L = link.rotation.into(w_P) + along(link.angular, link, sigma, zero)
        w.append(overridden(w_L, Kind.ANGULAR, link, overrides))
        v_L = link.rotation.into(v_P + w_P.cross(link.offset))
        v_L = v_L + along(link.linear, link, sigma, zero)
        v.append(overridden(v_L, Kind.LINEAR, link, overrides))
    return Velocities(w=tuple(w), v=tuple(v))


def accelerations(
    tree: Tree,
    moving: Velocities,
    sigma: Sequence[Any],
    sigma_rates: Sequence[Any],
    override_rates: Overrides,
    base: Vector,
) -> Accelerations:
    """Eqs. (3) and (4); `base` is the ground's acceleration (−g for gravity, FINDINGS §2).

    An overridden component's rate replaces what (3) and (4) give; that of a velocity is joined
    by the basis' turning and the base: a·l_i = d(v·l_i)/dt + (ω × v)·l_i + base·l_i.
    """
    zero = base[0] - base[0]
    rest = Vector(GROUND, (zero, zero, zero))
    still = ((zero,) * 3,) * 3
    turns: list[Turned] = []
    a: list[Vector] = []
    bases = _bases(tree, base, override_rates)
    for link in tree.links:
        before = turns[link.parent] if link.parent >= 0 else None
        alpha_P, U_P = (before.alpha, before.U) if before else (rest, still)
        a_P = a[link.parent] if link.parent >= 0 else base
        w_L, v_L = moving.w[link.index], moving.v[link.index]
        omega = along(link.angular, link, sigma, zero)
        slide = along(link.linear, link, sigma, zero)
        drift = link.motion.drift(link.q, [sigma[i] for i in link.speeds])
        alpha_L = link.rotation.into(alpha_P) + along(link.angular, link, sigma_rates, zero)
        alpha_L = drifted(alpha_L, drift.angular) + w_L.cross(omega)
        alpha_L = overridden(alpha_L, Kind.ANGULAR, link, override_rates)
        a_L = link.rotation.into(a_P + applied(U_P, link.offset))
        a_L = drifted(a_L + along(link.linear, link, sigma_rates, zero), drift.linear)
        a_L = a_L + gyration(w_L, omega, slide)
        a_L = _turning_basis(a_L, w_L.cross(v_L), bases, link, override_rates)
        J = tree.inertias[link.index]
        turns.append(_turned(link, J, alpha_L, w_L, before, override_rates))
        a.append(a_L)
    return Accelerations(
        alpha=tuple(turned.alpha for turned in turns),
        a=tuple(a),
        U=tuple(turned.U for turned in turns),
        D=tuple(turned.D for turned in turns),
    )


def _turned(
    link: Link, J: Rows, alpha: Vector, w: Vector, before: Turned | None, given: Overrides
) -> Turned:
    """α and U of a link, from its parent's where these are at hand.

    Beside components with symbols of their own U_P is rarely asked for: only where no component
    of α_P or α_L has one, and the link's origin stands off the parent's, it is there already.
    """
    own = any((Kind.ANGULAR, i, k) in given for i in (link.index, link.parent) for k in range(3))
    if given and (own or not any(link.offset)):
        return plain(alpha, w)
    return inherited(link, J, alpha, w, before) or plain(alpha, w)


def gyration(w: Vector, omega: Vector, slide: Vector) -> Vector:
    """(2 ω − Ω) × v'; v' is doubled where that is shorter."""
    if any(omega) or sum(map(bool, slide)) > 1:
        return (w + w - omega).cross(slide)
    return w.cross(slide + slide)


def along(directions: Sequence[Vector], link: Link, sigma: Natural, zero: Any) -> Vector:
    """Σ direction_i σ_i over the link's natural speeds."""
    total = [zero, zero, zero]
    for direction, number in zip(directions, link.speeds, strict=True):
        for axis, component in enumerate(direction.components):
            if component:
                total[axis] = total[axis] + sigma[number] * component
    return Vector(link.frame, (total[0], total[1], total[2]))


def drifted(vector: Vector, drift: Components) -> Vector:
    """The vector with a joint's drift, which most joints have not."""
    return vector if drift is ZEROS else vector + Vector(vector.frame, drift)


def overridden(vector: Vector, kind: Kind, link: Link, overrides: Overrides) -> Vector:
    """The vector with the components that have a symbol of their own."""
    if not overrides:
        return vector
    x, y, z = (
        overrides.get((kind, link.index, axis), component)
        for axis, component in enumerate(vector.components)
    )
    return Vector(vector.frame, (x, y, z))


def second_rate(alpha: Vector, w: Vector) -> Rows:
    """U = [α×] + [ω×][ω×], with the six products of ω shared."""
    w1, w2, w3 = w.components
    a1, a2, a3 = alpha.components
    w11, w22, w33 = w1 * w1, w2 * w2, w3 * w3
    w12, w13, w23 = w1 * w2, w1 * w3, w2 * w3
    return (
        (-(w22 + w33), w12 - a3, w13 + a2),
        (w12 + a3, -(w11 + w33), w23 - a1),
        (w13 - a2, w23 + a1, -(w11 + w22)),
    )


def plain(alpha: Vector, w: Vector) -> Turned:
    """U as it is defined, and D_i = ω_j² − ω_k²."""
    x, y, z = (component * component for component in w)
    return Turned(alpha=alpha, U=second_rate(alpha, w), D=(y - z, z - x, x - y))


def applied(rows: Rows, v: Vector) -> Vector:
    """U v, along the same axes."""
    x, y, z = (dot(row, v.components) for row in rows)
    return Vector(v.frame, (x, y, z))


def _bases(tree: Tree, base: Vector, override_rates: Overrides) -> list[Vector]:
    """The base's acceleration along every link's axes; nothing where no velocity is overridden."""
    if not any(kind is Kind.LINEAR for kind, _, _ in override_rates):
        return []
    found: list[Vector] = []
    for link in tree.links:
        found.append(link.rotation.into(found[link.parent] if link.parent >= 0 else base))
    return found


def _turning_basis(
    a_L: Vector,
    turning: Vector,
    bases: Sequence[Vector],
    link: Link,
    override_rates: Overrides,
) -> Vector:
    components = list(a_L.components)
    for i in range(3):
        rate = override_rates.get((Kind.LINEAR, link.index, i))
        if rate is not None:
            components[i] = rate + turning[i] + bases[link.index][i]
    return Vector(a_L.frame, (components[0], components[1], components[2]))
