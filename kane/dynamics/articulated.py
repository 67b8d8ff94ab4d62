"""Articulated bodies: u̇ without M, linear in the number of links [Featherstone2008 Sec. 7.3].

A link with all that it carries, its joints left free, answers an acceleration (α, a) with

    [N; F] = I (α, a) + p,         I symmetric, 6 × 6, about the link's origin in its axes

From tip to base: the joint with columns S = (A, B) takes its share out, with U = I S,
D = Sᵀ U and ρ = Q − Sᵀ p,

    I' = I − U D⁻¹ Uᵀ,     p' = p + I' c + U D⁻¹ ρ

where c is the acceleration that the joint's motion alone gives; both are then carried to the
parent. From base to tip: σ̇ = D⁻¹ (ρ − Uᵀ a'), with a' the link's acceleration but for S σ̇.
A column along one axis leaves an exact zero row behind, which is never computed.

From: wrenches.py    Next: equations.py
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kane.algebra.pattern import Pattern
from kane.algebra.solve import solve
from kane.dynamics.kinematics import Velocities, along, drifted, plain
from kane.dynamics.tree import Link, Tree
from kane.dynamics.wrenches import Moving, Wrench, inertia_wrench
from kane.geometry.rotation import Rotation, Rows
from kane.geometry.vector import GROUND, Components, Vector

Six = list[Any]  # angular components, then linear
Matrix = list[list[Any]]  # 6 × 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Pivot:
    """What a link keeps of the inward pass for the outward one."""

    U: tuple[Six, ...]  # I S, one column a natural speed
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
    bias = [_bias(tree, moving, link, load) for link, load in zip(tree.links, loads, strict=True)]
    pivots: dict[int, Pivot] = {}
    for link in reversed(tree.links):
        c = _relative(link, moving, sigma, zero)
        pivot = _pivot(link, inertia[link.index], bias[link.index], forces, c)
        pivots[link.index] = pivot
        if link.parent >= 0:
            left = _projected(link, inertia[link.index], pivot)
            p = _passed(link, bias[link.index], left, pivot)
            _carry(link, left, p, inertia, bias)
    return _outward(tree, pivots, base, zero)


def _own(tree: Tree, link: Link) -> Matrix:
    """The link's rigid-body inertia: [J, h×; (h×)ᵀ, m]."""
    mass, J = tree.masses[link.index], tree.inertias[link.index]
    hx = skew(mass.first)
    zero = tree.lift.scalar(0)
    top = [[*J[i], *hx[i]] for i in range(3)]
    low = [
        [*[hx[j][i] for j in range(3)], *[mass.mass if i == j else zero for j in range(3)]]
        for i in range(3)
    ]
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
    known = [link.known[i].acceleration if i in link.known else zero for i in range(len(sigma))]
    alpha = drifted(w.cross(omega), drift.angular) + along(link.angular, link, known, zero)
    a = drifted((w + w - omega).cross(slide), drift.linear) + along(link.linear, link, known, zero)
    if link.parent >= 0:
        w_P = moving.w[link.parent]
        a = a + link.rotation.into(w_P.cross(w_P.cross(link.offset)))
    return [*alpha.components, *a.components]


def _pivot(link: Link, own: Matrix, p: Six, forces: Sequence[Any], c: Six) -> Pivot:
    columns = free(link)
    U = tuple([weighted(row, S) for row in own] for S in columns.values())
    rho = tuple(forces[number] - weighted(p, S) for number, S in columns.items())
    return Pivot(U=U, rho=rho, c=c)


def free(link: Link) -> dict[int, Six]:
    """S_k = (A_k, B_k) of the natural speeds that follow no function of time."""
    return {
        number: [*A.components, *B.components]
        for number, A, B in zip(link.speeds, link.angular, link.linear, strict=True)
        if number not in link.known
    }


def weighted(row: Sequence[Any], S: Six) -> Any:
    """row · S, skipping the zeros of S."""
    terms = [x * s for x, s in zip(row, S, strict=True) if s]
    return sum(terms[1:], terms[0])


def _solved(link: Link, pivot: Pivot, right: Sequence[Any]) -> list[Any]:
    """D⁻¹ right."""
    columns = list(free(link).values())
    count = len(columns)
    if count == 1:
        return [right[0] * (1 / weighted(pivot.U[0], columns[0]))]
    entries = tuple((i, j) for i in range(count) for j in range(i + 1))
    D = [weighted(pivot.U[i], columns[j]) for i, j in entries]
    return list(solve(Pattern(size=count, entries=entries, symmetric=True), D, list(right)))


def _projected(link: Link, own: Matrix, pivot: Pivot) -> Matrix:
    """I − U D⁻¹ Uᵀ, with the rows along single-axis columns exactly zero."""
    zero = own[0][0] * 0
    gone = {axis for S in free(link).values() for axis in _single(S)}
    left = [[zero] * 6 for _ in range(6)]
    for j in range(6):
        if j in gone:
            continue
        share = _solved(link, pivot, [U[j] for U in pivot.U]) if pivot.U else []
        for i in range(j + 1):
            if i not in gone:
                taken = sum((U[i] * s for U, s in zip(pivot.U, share, strict=True)), zero)
                left[i][j] = left[j][i] = own[i][j] - taken
    return left


def _single(S: Six) -> tuple[int, ...]:
    """The axis along which a column lies, if it is one."""
    axes = tuple(i for i, s in enumerate(S) if s)
    return axes if len(axes) == 1 else ()


def _passed(link: Link, p: Six, left: Matrix, pivot: Pivot) -> Six:
    """p + I' c + U D⁻¹ ρ."""
    share = _solved(link, pivot, pivot.rho) if pivot.U else []
    passed = []
    for i in range(6):
        moved = sum((left[i][j] * pivot.c[j] for j in range(6)), p[i])
        passed.append(sum((U[i] * s for U, s in zip(pivot.U, share, strict=True)), moved))
    return passed


def _carry(link: Link, own: Matrix, p: Six, inertia: list[Matrix], bias: list[Six]) -> None:
    """Add I and p, seen from the parent's origin and axes, to the parent's.

    M' = M,   H' = H + p× M,   J' = J − H p× + p× H'ᵀ
    """
    R, x = link.rotation, skew(link.offset.components)
    J = _turned(R, [row[:3] for row in own[:3]])
    H = _turned(R, [row[3:] for row in own[:3]])
    M = _turned(R, [row[3:] for row in own[3:]])
    H2 = _plus(H, _times(x, M))
    J2 = _plus(_minus(J, _times(H, x)), _times(x, _transposed(H2)))
    F = R.out(Vector(link.frame, (p[3], p[4], p[5])))
    N = R.out(Vector(link.frame, (p[0], p[1], p[2]))) + link.offset.cross(F)
    P = link.parent
    whole = [[*J2[i], *H2[i]] for i in range(3)]
    whole += [[*[H2[j][i] for j in range(3)], *M[i]] for i in range(3)]
    inertia[P] = [
        [a + b for a, b in zip(r, s, strict=True)] for r, s in zip(inertia[P], whole, strict=True)
    ]
    moved = [*N.components, *F.components]
    bias[P] = [a + b for a, b in zip(bias[P], moved, strict=True)]


def _outward(tree: Tree, pivots: dict[int, Pivot], base: Vector, zero: Any) -> list[Any]:
    """σ̇, base to tip."""
    rest = Vector(GROUND, (zero, zero, zero))
    alpha: list[Vector] = []
    a: list[Vector] = []
    rates: list[Any] = [zero] * len(tree.speed_names)
    for link in tree.links:
        P, pivot = link.parent, pivots[link.index]
        alpha_P, a_P = (alpha[P], a[P]) if P >= 0 else (rest, base)
        alpha_L = link.rotation.into(alpha_P)
        a_L = link.rotation.into(a_P + alpha_P.cross(link.offset))
        six = [x + c for x, c in zip([*alpha_L.components, *a_L.components], pivot.c, strict=True)]
        right = [
            rho - sum((u * x for u, x in zip(U, six, strict=True)), zero)
            for U, rho in zip(pivot.U, pivot.rho, strict=True)
        ]
        solved = _solved(link, pivot, right) if right else []
        for (number, S), rate in zip(free(link).items(), solved, strict=True):
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


def _turned(R: Rotation, block: Sequence[Sequence[Any]]) -> Matrix:
    """R X Rᵀ."""
    inner = R.inner
    half = [R.out(Vector(inner, (row[0], row[1], row[2]))).components for row in block]
    columns = [
        R.out(Vector(inner, (half[0][j], half[1][j], half[2][j]))).components for j in range(3)
    ]
    return [[columns[j][i] for j in range(3)] for i in range(3)]


def _times(a: Sequence[Sequence[Any]], b: Sequence[Sequence[Any]]) -> Matrix:
    return [
        [a[i][0] * b[0][j] + a[i][1] * b[1][j] + a[i][2] * b[2][j] for j in range(3)]
        for i in range(3)
    ]


def _plus(a: Matrix, b: Matrix) -> Matrix:
    return [[x + y for x, y in zip(r, s, strict=True)] for r, s in zip(a, b, strict=True)]


def _minus(a: Matrix, b: Matrix) -> Matrix:
    return [[x - y for x, y in zip(r, s, strict=True)] for r, s in zip(a, b, strict=True)]


def _transposed(a: Matrix) -> Matrix:
    return [list(column) for column in zip(*a, strict=True)]
