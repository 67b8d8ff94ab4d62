"""Responses: how a joint's force answers a change of motion before it, and what it passes inward.

Let joint k be displaced a little along one of its speeds, by A and B, while all speeds and their
rates are held. Seen from the axes that it moves, every element beyond it at ρ is accelerated by

    δa + β × ρ + 2 W × ρ̇                                                             (1)

more than before, where, with ω_P, U_P and a_P the parent's as seen at the joint's outer point,

    W = ω_P × A,   β = U_P A,   δa = a_P × A + U_P B + 2 W × v'                      (2)

and for a change of the speed itself

    W = A,   β = (ω_P + ω) × A,   δa = (ω_P + ω) × B + A × v'                        (3)

A joint further out at o answers (1) by F·δa + N·β + G·W with

    F = A × h + m B,   N = J A + h × B,   G = 2 (tr P A − P A + ḣ × B)               (4)

and joint k passes inward, of (1) and of its own displacement's turning what it carries,

    f = m δa + β × h + 2 W × ḣ,   n = h × δa + J β + 2 (tr P W − Pᵀ W)               (5)

and A × f_k, A × n_k + B × f_k besides (2). For turning joints these are FINDINGS §9's; in words of
spatial vectors [Singh2022].

From: moments.py    Next: sensitivity.py
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kane.dynamics.kinematics import Accelerations, Velocities, along, applied, second_rate
from kane.dynamics.moments import Moments
from kane.dynamics.tree import Link, Tree
from kane.dynamics.wrenches import Wrench
from kane.geometry.rotation import Rows, transposed
from kane.geometry.vector import Vector


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """δa, β and W of Eq. (1)."""

    linear: Vector
    angular: Vector
    spin: Vector


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """F, N and G of Eq. (4)."""

    F: Vector
    N: Vector
    G: Vector

    def to(self, change: Change) -> Any:
        """F·δa + N·β + G·W."""
        return self.F.dot(change.linear) + self.N.dot(change.angular) + self.G.dot(change.spin)


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """What a link's parent brings to the joint's outer point, along the link's axes."""

    w: Vector  # ω_P
    a: Vector
    slide: Vector  # v', the joint's own
    U: Rows


def arrival(
    tree: Tree, link: Link, moving: Velocities, motion: Accelerations, sigma: Any, base: Vector
) -> Arrival:
    """ω_P, U_P, a_P at the outer point, and v'."""
    zero, P = tree.lift.scalar(0), link.parent
    slide = along(link.linear, link, sigma, zero)
    if P < 0:
        still = Vector(link.frame, (zero, zero, zero))
        nothing = (still.components,) * 3
        return Arrival(w=still, a=link.rotation.into(base), slide=slide, U=nothing)
    w = link.rotation.into(moving.w[P])
    a = link.rotation.into(motion.a[P] + applied(motion.U[P], link.offset))
    if _one_axis(link):
        return Arrival(w=w, a=a, slide=slide, U=motion.U[link.index])
    alpha = link.rotation.into(motion.alpha[P])
    return Arrival(w=w, a=a, slide=slide, U=second_rate(alpha, w))


def _one_axis(link: Link) -> bool:
    """Whether U_P c = U_L c for all c that (2) asks for: of a turn c is its axis."""
    turns = [A for A in link.angular if any(A)]
    if not turns:
        return True
    return len(link.angular) == 1 and not any(turns[0].cross(link.linear[0]))


def displaced(came: Arrival, A: Vector, B: Vector) -> Change:
    """Eq. (2)."""
    W = came.w.cross(A)
    linear = came.a.cross(A) + applied(came.U, B) + (W + W).cross(came.slide)
    return Change(linear=linear, angular=applied(came.U, A), spin=W)


def quickened(came: Arrival, w: Vector, A: Vector, B: Vector) -> Change:
    """Eq. (3)."""
    both = came.w + w
    linear = both.cross(B) + A.cross(came.slide)
    return Change(linear=linear, angular=both.cross(A), spin=A)


def answer(moments: Moments, J: Rows, A: Vector, B: Vector) -> Answer:
    """Eq. (4)."""
    h, hdot = Vector(A.frame, moments.mass.first), Vector(A.frame, moments.rate)
    G = applied(_turning(moments.mixed), A) + hdot.cross(B)
    return Answer(F=A.cross(h) + B * moments.mass.mass, N=applied(J, A) + h.cross(B), G=G)


def passed(moments: Moments, J: Rows, change: Change) -> Wrench:
    """Eq. (5)."""
    h = Vector(change.spin.frame, moments.mass.first)
    hdot = Vector(h.frame, moments.rate)
    W = change.spin
    force = change.linear * moments.mass.mass + change.angular.cross(h) + W.cross(hdot)
    turning = applied(_turning(transposed(moments.mixed)), W)
    torque = h.cross(change.linear) + applied(J, change.angular) + turning
    return Wrench(force=force, torque=torque)


def carried_along(own: Wrench, A: Vector, B: Vector) -> Wrench:
    """A × f and A × n + B × f: what a displacement makes of a wrench that moves with it."""
    return Wrench(force=A.cross(own.force), torque=A.cross(own.torque) + B.cross(own.force))


def _turning(P: Rows) -> Rows:
    """tr P 1 − P."""
    (a, b, c), (d, e, f), (g, h, i) = P
    return ((e + i, -b, -c), (-d, a + i, -f), (-g, -h, a + e))
