"""Inverse dynamics of a serial chain written directly on `algebra`: the compiler's yardstick.

Joint i turns body i about its own z axis; in the parent's frame the axis is twisted by α about x
and stands `length` along x. Bodies carry second moments S = ∫ r rᵀ dm about the joint's origin;
what sits on the axis (m, h_z, S_zz) is moved inward, because the parent carries it alike. The
recursion in body frames, about 140 operations a joint, is Newton–Euler's [Luh1980] with

    U = [α×] + [ω×][ω×],   f = m a + U h,   n = h × a + ∫ r × U r dm

The same lines run on floats and on Exprs.

From: kane/algebra/expr.py    Next: kane/program/lower.py, spine.py
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from kane.algebra.expr import Expr, Scalar, symbol
from kane.algebra.functions import cos, sin
from kane.algebra.graph import Graph
from kane.algebra.rate import Rate
from kane.program.lower import lower
from kane.program.program import Program

Vec3 = tuple[Scalar, Scalar, Scalar]
Mat3 = tuple[Vec3, Vec3, Vec3]
Turn = tuple[float, float, Scalar, Scalar]  # cos α, sin α, cos q, sin q
Moments = tuple[tuple[float, ...], ...]

GRAVITY = 9.81  # along −z of the ground
SIZES = {1_200: 10, 11_000: 80, 55_000: 394, 220_000: 1_572}  # operations (nearly): joints


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A body and the joint that carries it; h and S about the joint's origin, in body axes."""

    twist: float
    length: float
    m: float
    h: tuple[float, float, float]
    S: Moments


def random_links(joints: int, seed: int = 0) -> tuple[Link, ...]:
    """Links with any twists and with the moments of seven random point masses each."""
    random = Random(seed)
    return tuple(_random_link(random) for _ in range(joints))


def _random_link(random: Random) -> Link:
    points = [[random.uniform(-0.2, 0.2) for _ in range(3)] for _ in range(7)]
    return Link(
        twist=random.uniform(-math.pi, math.pi),
        length=random.uniform(0.1, 0.4),
        m=7.0,
        h=(sum(p[0] for p in points), sum(p[1] for p in points), sum(p[2] for p in points)),
        S=tuple(tuple(sum(p[i] * p[j] for p in points) for j in range(3)) for i in range(3)),
    )


def regrouped(links: Sequence[Link]) -> tuple[Link, ...]:
    """Links that move alike, with m = h_z = S_zz = 0.

    A mass on the axis, at (0, 0, s), stands still in the parent at d + s e with d the joint's
    origin and e = (0, −sin α, cos α) its axis there: so m, h_z, S_zz go to the parent.
    """
    result: list[Link] = []
    carried = Link(twist=0, length=0, m=0, h=(0, 0, 0), S=((0.0,) * 3,) * 3)
    for link in reversed(links):
        m, h, S = _plus(link, carried)
        free = tuple(tuple(0.0 if i == j == 2 else S[i][j] for j in range(3)) for i in range(3))
        result.append(Link(twist=link.twist, length=link.length, m=0, h=(h[0], h[1], 0), S=free))
        carried = _on_axis(link, m, h[2], S[2][2])
    return tuple(reversed(result))


def _plus(link: Link, other: Link) -> tuple[float, list[float], list[list[float]]]:
    h = [a + b for a, b in zip(link.h, other.h, strict=True)]
    S = [[a + b for a, b in zip(x, y, strict=True)] for x, y in zip(link.S, other.S, strict=True)]
    return link.m + other.m, h, S


def _on_axis(link: Link, m: float, h_z: float, S_zz: float) -> Link:
    """The moments, about the parent's origin, of what sits on the axis."""
    d, e = (link.length, 0.0, 0.0), (0.0, -math.sin(link.twist), math.cos(link.twist))
    S = tuple(
        tuple(
            m * d[i] * d[j] + h_z * (d[i] * e[j] + e[i] * d[j]) + S_zz * e[i] * e[j]
            for j in range(3)
        )
        for i in range(3)
    )
    h = (m * d[0] + h_z * e[0], m * d[1] + h_z * e[1], m * d[2] + h_z * e[2])
    return Link(twist=0, length=0, m=m, h=h, S=S)


# ── the recursion ─────────────────────────────────────────────────────────────────────────────
def inverse_dynamics(
    links: Sequence[Link], q: Sequence[Scalar], u: Sequence[Scalar], udot: Sequence[Scalar]
) -> list[Scalar]:
    """Joint torques of a chain whose links are regrouped."""
    w: Vec3 = (0, 0, 0)
    wdot: Vec3 = (0, 0, 0)
    a: Vec3 = (0, 0, GRAVITY)
    U: Mat3 = ((0, 0, 0), (0, 0, 0), (0, 0, 0))
    turns: list[Turn] = []
    forces: list[Vec3] = []
    moments: list[Vec3] = []
    for link, q_i, u_i, udot_i in zip(links, q, u, udot, strict=True):
        turn = (math.cos(link.twist), math.sin(link.twist), cos(q_i), sin(q_i))
        a = _to_child(turn, _add(a, _column(U, link.length)))
        w, wdot = _rates(_to_child(turn, w), _to_child(turn, wdot), u_i, udot_i)
        U = _acceleration_matrix(w, wdot)
        turns.append(turn)
        forces.append(_add(_scaled(link.m, a), _times(U, link.h)))
        moments.append(_add(_cross(link.h, a), _moment(U, link.S)))
    return _collected(links, turns, forces, moments)


def _collected(
    links: Sequence[Link], turns: list[Turn], forces: list[Vec3], moments: list[Vec3]
) -> list[Scalar]:
    """Moments about the joint axes, of everything beyond each joint."""
    f, n = forces[-1], moments[-1]
    tau = [n[2]]
    for i in range(len(links) - 1, 0, -1):
        f_P, length = _to_parent(turns[i], f), links[i].length
        lever = (0, -length * f_P[2], length * f_P[1])
        n = _add(_add(moments[i - 1], _to_parent(turns[i], n)), lever)
        f = _add(forces[i - 1], f_P)
        tau.append(n[2])
    return tau[::-1]


def _rates(w: Vec3, wdot: Vec3, u: Scalar, udot: Scalar) -> tuple[Vec3, Vec3]:
    """Angular velocity and acceleration of the child: ω + u z, α + u̇ z + ω × u z."""
    return (w[0], w[1], w[2] + u), (wdot[0] + w[1] * u, wdot[1] - w[0] * u, wdot[2] + udot)


def _acceleration_matrix(w: Vec3, wdot: Vec3) -> Mat3:
    """U = [α×] + [ω×][ω×]: the acceleration of a point at r, relative to the origin, is U r."""
    x, y, z = w
    xx, yy, zz, xy, xz, yz = x * x, y * y, z * z, x * y, x * z, y * z
    return (
        (-(yy + zz), xy - wdot[2], xz + wdot[1]),
        (xy + wdot[2], -(xx + zz), yz - wdot[0]),
        (xz - wdot[1], yz + wdot[0], -(xx + yy)),
    )


def _moment(U: Mat3, S: Moments) -> Vec3:
    """∫ r × U r dm, the axial vector of U S − (U S)ᵀ."""
    return (
        U[2][0] * S[0][1] - U[1][0] * S[0][2] + (U[2][2] - U[1][1]) * S[1][2]
        + U[2][1] * S[1][1] - U[1][2] * S[2][2],
        U[0][1] * S[1][2] - U[2][1] * S[0][1] + (U[0][0] - U[2][2]) * S[0][2]
        + U[0][2] * S[2][2] - U[2][0] * S[0][0],
        U[1][2] * S[0][2] - U[0][2] * S[1][2] + (U[1][1] - U[0][0]) * S[0][1]
        + U[1][0] * S[0][0] - U[0][1] * S[1][1],
    )  # fmt: skip


def _to_child(turn: Turn, v: Vec3) -> Vec3:
    """A vector of the parent in the child's axes."""
    ca, sa, c, s = turn
    y, z = ca * v[1] + sa * v[2], ca * v[2] - sa * v[1]
    return c * v[0] + s * y, c * y - s * v[0], z


def _to_parent(turn: Turn, v: Vec3) -> Vec3:
    """A vector of the child in the parent's axes."""
    ca, sa, c, s = turn
    y = s * v[0] + c * v[1]
    return c * v[0] - s * v[1], ca * y - sa * v[2], sa * y + ca * v[2]


def _column(U: Mat3, length: float) -> Vec3:
    """U d for d = (length, 0, 0)."""
    return U[0][0] * length, U[1][0] * length, U[2][0] * length


def _times(U: Mat3, v: Vec3) -> Vec3:
    x, y, z = (row[0] * v[0] + row[1] * v[1] + row[2] * v[2] for row in U)
    return x, y, z


def _scaled(m: float, v: Vec3) -> Vec3:
    return m * v[0], m * v[1], m * v[2]


def _cross(a: Vec3, b: Vec3) -> Vec3:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def _add(a: Vec3, b: Vec3) -> Vec3:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


# ── as a Program ──────────────────────────────────────────────────────────────────────────────
def chain_program(joints: int, seed: int = 0) -> Program:
    """The lowered inverse dynamics of random links: inputs q, u, udot, output tau."""
    inputs, outputs = chain_expressions(joints, seed)
    return lower(f"chain_{joints}", inputs, outputs)


def chain_expressions(
    joints: int, seed: int = 0
) -> tuple[dict[str, list[Expr]], dict[str, list[Scalar]]]:
    """The inputs and outputs of the same, as `lower` takes them."""
    graph = Graph()
    rates = {"q": Rate.CONFIGURATION, "u": Rate.SPEED, "udot": Rate.INPUT}
    inputs = {
        name: [symbol(f"{name}{k + 1}", rate, graph) for k in range(joints)]
        for name, rate in rates.items()
    }
    links = regrouped(random_links(joints, seed))
    tau = inverse_dynamics(links, inputs["q"], inputs["u"], inputs["udot"])
    return inputs, {"tau": tau}
