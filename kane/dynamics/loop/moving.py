"""Moving: one body of the loop at one state, all along the same axes.

With R the rotation from the body's axes to those used, and the joint's columns S = (A, B):

    ω_P = ω − Σ A_i u_i
    c = (Ȧu + ω_P × Σ A_i u_i,   Ḃu + (2 ω − Σ A_i u_i) × Σ B_i u_i + ω_P × (ω_P × p))

so that (α, a) = (α_P, a_P + α_P × p) + c + Σ S_i u̇_i    [kinematics.py, Eqs. (3), (4)].

From: kind.py    Next: articulated.py
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kane.dynamics.loop.kind import Kind
from kane.geometry.mass import add
from kane.geometry.rotation import IDENTITY, Matrix, Rows, transposed
from kane.geometry.vector import Components, cross, dot

Six = tuple[Any, ...]  # angular components, then linear


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """R_PL and p along P's axes, and the joint's columns along L's."""

    rotation: Matrix
    p: Components
    columns: tuple[Six, ...]
    drift: Six


@dataclass(frozen=True, slots=True, kw_only=True)
class Moving:
    """S, p and c of a body, and its rigid inertia with the wrench that its turning takes."""

    columns: tuple[Six, ...]
    p: Components
    c: Six
    w_P: Components
    mass: Any
    first: Components
    inertia: Rows
    bias: Six


def placed(kind: Kind, fixed: Sequence[Any], q: Sequence[Any], u: Sequence[Any]) -> Placed:
    """Where the joint's coordinates put the body: R_PL = R_PJ R_JK, p = p_PoJo + R_PJ t."""
    motion = kind.joint.motion(fixed[12])
    axes, pose = Matrix(matrix(fixed)), motion.pose(q)
    columns = []
    for unit in IDENTITY:
        for factor in reversed(pose.factors):
            unit = factor.out(unit)
        columns.append(axes.out(unit))
    directions, drift = motion.directions(q), motion.drift(q, u)
    return Placed(
        rotation=Matrix(transposed((columns[0], columns[1], columns[2]))),
        p=add(triple(fixed, 9), axes.out(pose.translation)),
        columns=tuple((*A, *B) for A, B in zip(directions.angular, directions.linear, strict=True)),
        drift=(*drift.angular, *drift.linear),
    )


def moving(
    own: Placed, R: Matrix, p: Components, w: Components, mass: Sequence[Any], u: Sequence[Any]
) -> Moving:
    """The body turned into the axes used, moving with ω and its joint's speeds."""
    columns = tuple(turned(R, S) for S in own.columns)
    w_P = minus(w, total(columns, u, 0))
    h = R.out(triple(mass, 1))
    J = R.out_symmetric(symmetric(mass[4:10]))
    turning, spun = cross(w, times(J, w)), cross(w, cross(w, h))
    return Moving(
        columns=columns,
        p=p,
        c=plus(turned(R, own.drift), joint_acceleration(columns, u, w, w_P, p)),
        w_P=w_P,
        mass=mass[0],
        first=h,
        inertia=J,
        bias=(*turning, *spun),
    )


def joint_acceleration(
    columns: Sequence[Six], u: Sequence[Any], w: Components, w_P: Components, p: Components
) -> Six:
    """c of columns that are fixed in the body."""
    omega, slide = total(columns, u, 0), total(columns, u, 3)
    return (*cross(w_P, omega), *add(cross(add(w, w_P), slide), cross(w_P, cross(w_P, p))))


def turned(R: Matrix, v: Six) -> Six:
    """Both parts along the other axes."""
    return (*R.out(triple(v)), *R.out(triple(v, 3)))


def plus(a: Six, b: Six) -> Six:
    """a + b."""
    return tuple(x + y for x, y in zip(a, b, strict=True))


def total(columns: Sequence[Six], weights: Sequence[Any], start: int) -> Components:
    """Σ S_i w_i, its angular (0) or linear (3) part."""
    found: Components = (0, 0, 0)
    for S, w in zip(columns, weights, strict=True):
        found = add(found, scaled(triple(S, start), w))
    return found


def triple(values: Sequence[Any], start: int = 0) -> Components:
    """Three of these."""
    return (values[start], values[start + 1], values[start + 2])


def matrix(values: Sequence[Any], start: int = 0) -> Rows:
    """Nine of these, by rows."""
    return (triple(values, start), triple(values, start + 3), triple(values, start + 6))


def symmetric(values: Sequence[Any]) -> Rows:
    """xx, xy, xz, yy, yz, zz as rows."""
    xx, xy, xz, yy, yz, zz = values
    return ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))


def upper(rows: Rows) -> tuple[Any, ...]:
    """Rows of a symmetric matrix as xx, xy, xz, yy, yz, zz."""
    return tuple(rows[i][j] for i in range(3) for j in range(i, 3))


def minus(a: Components, b: Components) -> Components:
    """a − b."""
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def scaled(a: Components, factor: Any) -> Components:
    """a factor."""
    return (a[0] * factor, a[1] * factor, a[2] * factor)


def times(rows: Rows, v: Components) -> Components:
    """A v."""
    return (dot(rows[0], v), dot(rows[1], v), dot(rows[2], v))
