"""The mass matrix from composite bodies, also where velocities have symbols of their own.

Each joint column (A, B) of link L lifts the composite of all that L carries; with its m, h, J
about L's origin, the wrench is

    F = m B + A × h,   N = J A + h × B                         [Featherstone2008 p.102]

and, carried inward, it meets the columns of the joints on the way to the ground. Where ω_L or
v_L has components that are generalized speeds (overrides), all three are columns of their own,
(e_k, 0) or (0, e_k), and what is inward of such a cut no longer turns, or moves, what is beyond:

    ω_L cut   the parent carries L's m alone; N meets the three columns and goes no further
    v_L cut   the parent carries L's J alone, without an arm; F likewise

With p all columns' speeds and p = C u + …: M = Cᵀ M_p C.

From: kinematics.py, form.py    Next: mass_matrix.py
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kane.dynamics.form import Form
from kane.dynamics.kinematics import Kind, Velocities, applied
from kane.dynamics.trailing import grouped
from kane.dynamics.tree import Link, Tree
from kane.geometry.mass import MassProperties
from kane.geometry.rotation import Rows
from kane.geometry.vector import Vector

Symmetric = list[list[Any]]
Cut = tuple[Kind, int]  # which velocity, of which link
Cuts = tuple[Cut, ...]
NOWHERE: Cuts = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A speed p by its number, and what it does to its link: ω = A p, v = B p."""

    number: int
    A: Vector
    B: Vector


def by_composites(tree: Tree) -> Symmetric:
    """M in the natural speeds σ."""
    return _assembled(tree, _columns(tree, NOWHERE), len(tree.speed_names), NOWHERE)


def by_cut_composites(
    tree: Tree, sigma: Sequence[Form], forms: Velocities, cuts: Cuts, count: int
) -> Symmetric:
    """M = Cᵀ M_p C in any speeds; `cuts` are the velocities with overridden components."""
    columns = _columns(tree, cuts)
    natural = _assembled(tree, columns, len(sigma) + 3 * len(cuts), cuts)
    moving = [*sigma, *(form for cut in cuts for form in _velocity(forms, cut).components)]
    zero = tree.lift.scalar(0)
    return _congruent(*gathered(natural, moving, zero), count, zero)


def momentum(mass: MassProperties, J: Rows, w: Vector, v: Vector) -> tuple[Vector, Vector]:
    """Linear momentum m v + ω × h, and angular momentum J ω + h × v about the origin."""
    h = Vector(v.frame, mass.first)
    return v * mass.mass + w.cross(h), applied(J, w) + h.cross(v)


def composites(tree: Tree, cuts: Cuts = NOWHERE) -> list[MassProperties]:
    """Every link's mass properties with all that it carries, about its origin, in its axes."""
    zero = tree.lift.scalar(0)
    carried = list(tree.masses)
    for link in reversed(tree.links):
        if link.parent >= 0:
            left = _left(carried[link.index], link.index, cuts, zero)
            turned = MassProperties(
                mass=left.mass,
                first=link.rotation.out(Vector(link.frame, left.first)).components,
                second=link.rotation.out_symmetric(left.second),
            )
            carried[link.parent] = carried[link.parent] + turned.moved(link.offset.components)
    return carried


def _left(own: MassProperties, index: int, cuts: Cuts, zero: Any) -> MassProperties:
    """What of a composite the parent still moves (m) and turns (S)."""
    turns, slides = (Kind.ANGULAR, index) not in cuts, (Kind.LINEAR, index) not in cuts
    none = (zero, zero, zero)
    return MassProperties(
        mass=own.mass if slides else zero,
        first=own.first if turns and slides else none,
        second=own.second if turns else (none, none, none),
    )


def _columns(tree: Tree, cuts: Cuts) -> list[list[Column]]:
    """Every link's columns: its joint's, as far as no cut is beyond them, and its cuts'."""
    one, zero = tree.lift.scalar(1), tree.lift.scalar(0)
    found: list[list[Column]] = []
    for link in tree.links:
        none = Vector(link.frame, (zero, zero, zero))
        turns, slides = ((kind, link.index) not in cuts for kind in (Kind.ANGULAR, Kind.LINEAR))
        joint = zip(link.speeds, link.angular, link.linear, strict=True)
        parts = [(i, A if turns else none, B if slides else none) for i, A, B in joint]
        found.append([Column(number=i, A=A, B=B) for i, A, B in parts if any(A) or any(B)])
    for place, (kind, index) in enumerate(cuts):
        frame = tree.links[index].frame
        none = Vector(frame, (zero, zero, zero))
        for axis in range(3):
            x, y, z = (one if axis == i else zero for i in range(3))
            A, B = Vector(frame, (x, y, z)), none
            A, B = (A, B) if kind is Kind.ANGULAR else (B, A)
            number = len(tree.speed_names) + 3 * place + axis
            found[index].append(Column(number=number, A=A, B=B))
    return found


def _assembled(tree: Tree, columns: Sequence[Sequence[Column]], size: int, cuts: Cuts) -> Symmetric:
    """M_p, each entry a wrench of the outer column on the inner one."""
    zero = tree.lift.scalar(0)
    M: Symmetric = [[zero] * size for _ in range(size)]
    carried = composites(tree, cuts)
    bearing = {link.parent for link in tree.links}
    for link in tree.links:
        mass = carried[link.index]  # of a link that carries nothing, J as it was given
        J = mass.inertia() if link.index in bearing else tree.inertias[link.index]
        for column in columns[link.index]:
            F, N = momentum(mass, J, column.A, column.B)
            _meet(tree, M, column.number, link, F, N, columns, cuts)
    return M


def _meet(
    tree: Tree,
    M: Symmetric,
    number: int,
    link: Link,
    F: Vector,
    N: Vector,
    columns: Sequence[Sequence[Column]],
    cuts: Cuts,
) -> None:
    """The products of one column's wrench with the columns from its link to the ground."""
    while True:
        for other in columns[link.index]:
            met = other.A.dot(N) + other.B.dot(F)
            M[number][other.number] = M[other.number][number] = met
        if link.parent < 0:
            return
        F = F if (Kind.LINEAR, link.index) not in cuts else F - F
        N = N if (Kind.ANGULAR, link.index) not in cuts else N - N
        F = link.rotation.out(F)
        N = link.rotation.out(N) + link.offset.cross(F)
        link = tree.links[link.parent]


def _velocity(forms: Velocities, cut: Cut) -> Vector:
    kind, index = cut
    return (forms.w if kind is Kind.ANGULAR else forms.v)[index]


def _congruent(inner: Symmetric, moving: Sequence[Form], count: int, zero: Any) -> Symmetric:
    """Cᵀ M C, C's rows the coefficients of Forms."""
    columns = [
        {i: form.coefficients[r] for i, form in enumerate(moving) if r in form.coefficients}
        for r in range(count)
    ]
    M: Symmetric = [[zero] * count for _ in range(count)]
    for r in range(count):
        half = [_weighted(row, columns[r], zero) for row in inner]
        for s in range(r + 1):
            M[r][s] = M[s][r] = _weighted(half, columns[s], zero)
    return M


def gathered(
    inner: Symmetric, moving: Sequence[Form], zero: Any
) -> tuple[Symmetric, Sequence[Form]]:
    """M of fewer speeds, where some are others times constants."""
    bases, places = grouped(moving)
    if len(bases) == len(moving):
        return inner, moving
    M: Symmetric = [[zero] * len(bases) for _ in bases]
    for row, (r, a) in zip(inner, places, strict=True):
        for entry, (s, b) in zip(row, places, strict=True):
            if entry:
                part = entry if a is None else entry * a
                M[r][s] = M[r][s] + (part if b is None else part * b)
    return M, bases


def _weighted(row: Sequence[Any], column: Mapping[int, Any], zero: Any) -> Any:
    total = zero
    for i, c in column.items():
        if row[i]:
            total = total + row[i] * c
    return total
