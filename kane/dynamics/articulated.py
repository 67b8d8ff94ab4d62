"""Articulated bodies: u̇ without M, linear in the number of links [Featherstone2008 Sec. 7.3].

A link with all that it carries, its joints left free, answers an acceleration (α, a) with

    [N; F] = I (α, a) + p,         I symmetric, 6 × 6, about the link's origin in its axes

From tip to base: the joint with columns S = (A, B) takes its share out, with U = I S,
D = Sᵀ U and ρ = Q − Sᵀ p,

    I' = I − U D⁻¹ Uᵀ,     p' = p + I' c + U D⁻¹ ρ

where c is the acceleration that the joint's motion alone gives. Both are then carried to the
parent, where what its own rotation adds at the joint, b = ω × (ω × d), is taken in its own axes.
From base to tip: σ̇ = D⁻¹ (ρ − Uᵀ a'), with a' the link's acceleration but for S σ̇.
A column along one axis leaves an exact zero row behind, which is never computed.

From: wrenches.py    Next: equations.py
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from kane.algebra.pattern import Pattern
from kane.algebra.solve import solve
from kane.dynamics.kinematics import Velocities, along, applied, drifted, plain, second_rate
from kane.dynamics.tree import Link, Tree
from kane.dynamics.wrenches import Moving, Wrench, inertia_wrench
from kane.geometry.rotation import Rows
from kane.geometry.vector import GROUND, Components, Vector, cross

Six = list[Any]  # angular components, then linear
Matrix = list[list[Any]]  # 6 × 6, of which the upper triangle is kept: [i][j] with i ≤ j


@dataclass(frozen=True, slots=True, kw_only=True)
class Pivot:
    """What a link keeps of the inward pass for the outward one."""

    columns: dict[int, Six]  # S, one column for each natural speed that is free
    U: tuple[Six, ...]  # I S
    solved: Callable[[Sequence[Any]], list[Any]]  # D⁻¹ times something
    rho: tuple[Any, ...]
    c: Six


def forward_dynamics(
    tree: Tree,
    moving: Velocities,
    sigma: Sequence[Any],
    loads: Sequence[Wrench],
    forces: Sequence[Any],
    base: Vector,
) -> list[Any]:
    """σ̇ for these wrenches on links and these forces along the natural speeds."""
    zero = tree.lift.scalar(0)
    inertia = [_own(tree, link) for link in tree.links]
    bias: list[Six] = [[zero] * 6 for _ in tree.links]
    pivots: dict[int, Pivot] = {}
    offsets: dict[int, Vector] = {}
    for link in reversed(tree.links):
        own, outer = inertia[link.index], bias[link.index]
        mine = _bias(tree, moving, link, loads[link.index])  # made here, so that it lives shortly
        p = [a + b for a, b in zip(mine, outer, strict=True)]
        pivot = _pivot(link, own, p, forces, _relative(link, moving, sigma, zero))
        pivots[link.index] = pivot
        if link.parent >= 0:
            left = _projected(own, pivot, zero)
            b = offsets[link.index] = _centripetal(link, moving)
            _carry(link, left, (_passed(p, left, pivot), b), inertia, bias)
    return _outward(tree, pivots, offsets, base)


def _own(tree: Tree, link: Link) -> Matrix:
    """The link's rigid-body inertia: [J, h×; (h×)ᵀ, m]."""
    mass, J = tree.masses[link.index], tree.inertias[link.index]
    hx, m = skew(mass.first), mass.mass
    zero = tree.lift.scalar(0)
    top = [[*J[i], *hx[i]] for i in range(3)]
    low = [[zero] * 3 + [m if i == j else zero for j in range(3)] for i in range(3)]
    return [*top, *low]


def _bias(tree: Tree, moving: Velocities, link: Link, load: Wrench) -> Six:
    """What the link's rotation asks for, less the loads on it."""
    zero = tree.lift.scalar(0)
    still = Vector(link.frame, (zero, zero, zero))
    w = moving.w[link.index]
    own = plain(still, w)
    moved = Moving(w=w, alpha=still, a=still, U=own.U, D=own.D)
    need = inertia_wrench(tree.masses[link.index], tree.inertias[link.index], moved) - load
    return [*need.torque.components, *need.force.components]


def _relative(link: Link, moving: Velocities, sigma: Sequence[Any], zero: Any) -> Six:
    """c: Eqs. (3), (4) of kinematics.py with the parent's α, a and σ̇ at zero."""
    w = moving.w[link.index]
    omega, slide = along(link.angular, link, sigma, zero), along(link.linear, link, sigma, zero)
    drift = link.motion.drift(link.q, [sigma[i] for i in link.speeds])
    alpha = drifted(w.cross(omega), drift.angular)
    a = drifted((w + w - omega).cross(slide), drift.linear)
    if link.known:
        known = {i: link.known[i].acceleration if i in link.known else zero for i in link.speeds}
        alpha = alpha + along(link.angular, link, known, zero)
        a = a + along(link.linear, link, known, zero)
    return [*alpha.components, *a.components]


def _centripetal(link: Link, moving: Velocities) -> Vector:
    """b = ω × (ω × d) of the parent, along its axes; its own bias shares the products."""
    w = moving.w[link.parent]
    return applied(second_rate(w - w, w), link.offset)


def _pivot(link: Link, own: Matrix, p: Six, forces: Sequence[Any], c: Six) -> Pivot:
    columns = free(link)
    U = tuple(_applied(own, S) for S in columns.values())
    rho = tuple(forces[number] - weighted(p, S) for number, S in columns.items())
    return Pivot(columns=columns, U=U, solved=_divided(columns, U), rho=rho, c=c)


def free(link: Link) -> dict[int, Six]:
    """S_k = (A_k, B_k) of the natural speeds that follow no function of time."""
    return {
        number: [*A.components, *B.components]
        for number, A, B in zip(link.speeds, link.angular, link.linear, strict=True)
        if number not in link.known
    }


def _applied(own: Matrix, S: Six) -> Six:
    """I S, skipping the zeros of S."""
    present = [j for j in range(6) if S[j]]
    found = []
    for i in range(6):
        terms = [(own[i][j] if i <= j else own[j][i]) * S[j] for j in present]
        found.append(sum(terms[1:], terms[0]))
    return found


def weighted(row: Sequence[Any], S: Six) -> Any:
    """row · S, skipping the zeros of S."""
    terms = [x * s for x, s in zip(row, S, strict=True) if s]
    return sum(terms[1:], terms[0])


def _divided(columns: dict[int, Six], U: Sequence[Six]) -> Callable[[Sequence[Any]], list[Any]]:
    """The function that gives D⁻¹ x."""
    if not U:
        return list
    S = list(columns.values())
    if len(S) == 1:
        inverse = 1 / weighted(U[0], S[0])
        return lambda right: [right[0] * inverse]
    entries = tuple((i, j) for i in range(len(S)) for j in range(i + 1))
    D = [weighted(U[i], S[j]) for i, j in entries]
    pattern = Pattern(size=len(S), entries=entries, symmetric=True)
    return lambda right: list(solve(pattern, D, list(right)))


def _projected(own: Matrix, pivot: Pivot, zero: Any) -> Matrix:
    """I − U D⁻¹ Uᵀ, with the rows along single-axis columns exactly zero."""
    gone = {axis for S in pivot.columns.values() for axis in _single(S)}
    left = [[zero] * 6 for _ in range(6)]
    for j in range(6):
        if j in gone:
            continue
        share = pivot.solved([U[j] for U in pivot.U])
        for i in range(j + 1):
            if i not in gone:
                left[i][j] = own[i][j]
                for U, s in zip(pivot.U, share, strict=True):
                    left[i][j] = left[i][j] - U[i] * s
    return left


def _single(S: Six) -> tuple[int, ...]:
    """The axis along which a column lies, if it is one."""
    axes = tuple(i for i, s in enumerate(S) if s)
    return axes if len(axes) == 1 else ()


def _passed(p: Six, left: Matrix, pivot: Pivot) -> Six:
    """p + I' c + U D⁻¹ ρ."""
    share = pivot.solved(pivot.rho)
    passed = list(p)
    for j, c in enumerate(pivot.c):
        if c:
            for i in range(6):
                passed[i] = passed[i] + (left[i][j] if i <= j else left[j][i]) * c
    for U, s in zip(pivot.U, share, strict=True):
        for i in range(6):
            passed[i] = passed[i] + U[i] * s
    return passed


def _carry(
    link: Link, own: Matrix, given: tuple[Six, Vector], inertia: list[Matrix], bias: list[Six]
) -> None:
    """Add I and p, seen from the parent's origin and axes, to the parent's.

    M' = M,   H' = H + d× M,   J' = J + d× H'ᵀ − H d× = J + d× H'ᵀ + (d× Hᵀ)ᵀ

    `given` are p but for what b asks for, and b: F' = F + M b,  N' = N + H b + d × F'.
    """
    p, b = given
    R, offset = link.rotation, link.offset
    J, M, H = (R.out_tensor(part) for part in (_block(own, 0), _block(own, 3), _coupling(own)))
    F = R.out(Vector(link.frame, (p[3], p[4], p[5]))) + applied(M, b)
    N = R.out(Vector(link.frame, (p[0], p[1], p[2]))) + applied(H, b) + offset.cross(F)
    to = inertia[link.parent]
    if any(offset.components):
        lever = offset.components
        columns = [cross(lever, (M[0][j], M[1][j], M[2][j])) for j in range(3)]
        x, y, z = ([H[i][j] + columns[j][i] for j in range(3)] for i in range(3))
        moved: Rows = ((x[0], x[1], x[2]), (y[0], y[1], y[2]), (z[0], z[1], z[2]))
        J = _lowered(J, lever, H, moved)
    else:
        moved = H
    for i in range(3):
        for j in range(i, 3):
            to[i][j] = to[i][j] + J[i][j]
            to[3 + i][3 + j] = to[3 + i][3 + j] + M[i][j]
        for j in range(3):
            to[i][3 + j] = to[i][3 + j] + moved[i][j]
    added = [*N.components, *F.components]
    bias[link.parent] = [a + b for a, b in zip(bias[link.parent], added, strict=True)]


def _outward(
    tree: Tree, pivots: dict[int, Pivot], offsets: dict[int, Vector], base: Vector
) -> list[Any]:
    """σ̇, base to tip."""
    zero = tree.lift.scalar(0)
    rest = Vector(GROUND, (zero, zero, zero))
    alpha: list[Vector] = []
    a: list[Vector] = []
    rates: list[Any] = [zero] * len(tree.speed_names)
    for link in tree.links:
        P, pivot = link.parent, pivots[link.index]
        alpha_P, a_P = (alpha[P], a[P]) if P >= 0 else (rest, base)
        alpha_L = link.rotation.into(alpha_P)
        a_P = a_P + alpha_P.cross(link.offset)
        a_L = link.rotation.into(a_P + offsets[link.index] if P >= 0 else a_P)
        six = [x + c for x, c in zip([*alpha_L.components, *a_L.components], pivot.c, strict=True)]
        right = [
            rho - sum((u * x for u, x in zip(U, six, strict=True)), zero)
            for U, rho in zip(pivot.U, pivot.rho, strict=True)
        ]
        for (number, S), rate in zip(pivot.columns.items(), pivot.solved(right), strict=True):
            rates[number] = rate
            six = [x + s * rate if s else x for x, s in zip(six, S, strict=True)]
        alpha.append(Vector(link.frame, (six[0], six[1], six[2])))
        a.append(Vector(link.frame, (six[3], six[4], six[5])))
    return rates


def skew(v: Components) -> Rows:
    """v×."""
    x, y, z = v
    zero = x * 0
    return ((zero, -z, y), (z, zero, -x), (-y, x, zero))


def _lowered(J: Rows, p: Components, H: Rows, moved: Rows) -> Rows:
    """J + p× H'ᵀ + (p× Hᵀ)ᵀ, which is symmetric: its upper triangle."""
    rows = [list(row) for row in J]
    for i in range(3):
        for j in range(i, 3):
            a, b, c, d = (i + 1) % 3, (i + 2) % 3, (j + 1) % 3, (j + 2) % 3
            first = p[a] * moved[j][b] - p[b] * moved[j][a]
            second = p[c] * H[i][d] - p[d] * H[i][c]
            rows[i][j] = rows[i][j] + (first + second)
    x, y, z = ((row[0], row[1], row[2]) for row in rows)
    return (x, y, z)


def _block(own: Matrix, start: int) -> Rows:
    """The symmetric 3 × 3 block whose upper triangle stands at this diagonal place."""
    a, b, c = (own[start + i][start : start + 3] for i in range(3))
    return ((a[0], a[1], a[2]), (a[1], b[1], b[2]), (a[2], b[2], c[2]))


def _coupling(own: Matrix) -> Rows:
    """The upper right block."""
    a, b, c = ((row[3], row[4], row[5]) for row in own[:3])
    return (a, b, c)
