"""Sensitivity: ∂τ/∂q, ∂τ/∂u and M of a tree in one recursion, for any joints [FINDINGS §9].

Every joint's answer (F, N, G) and what it passes inward are carried from its link to the ground;
on the way they meet the changes and directions of every joint between:

    row i:      ∂τ_i/∂q_k = F·δa_k + N·β_k + G·W_k,     M_ik = F·B_k + N·A_k     (k on i's way)
    column k:   ∂τ_j/∂q_k = A_j·n_k + B_j·f_k                                    (j on k's way)

With d the link's place on its parent:  N += d × F,   G += 2 ḋ × F,   n += d × f. Columns of ∂τ/∂q
are displacements along the natural speeds, which for turning and sliding joints are those of q.

From: response.py    Next: derivatives.py
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kane.dynamics.kinematics import Accelerations, Velocities, along
from kane.dynamics.moments import moments
from kane.dynamics.response import (
    Answer,
    Change,
    answer,
    arrival,
    carried_along,
    displaced,
    passed,
    quickened,
)
from kane.dynamics.tree import Link, Tree
from kane.dynamics.wrenches import Wrench, inertia_wrenches
from kane.geometry.vector import Vector

Square = list[list[Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """A tree in motion: ω, v, and α, a, U for some σ̇ on a ground accelerated by `base`."""

    tree: Tree
    sigma: Sequence[Any]
    moving: Velocities
    motion: Accelerations
    base: Vector


@dataclass(frozen=True, slots=True, kw_only=True)
class Sensitivity:
    """∂τ/∂q, ∂τ/∂u and M: row τ_i, column speed k."""

    q: Square
    u: Square
    M: Square


def sensitivity(moved: Moved) -> Sensitivity:
    """Of the inertia and gravity of a tree whose speeds are the joints' own."""
    passing = _Passing(moved)
    for link in moved.tree.links:
        for column in range(len(link.speeds)):
            passing.meet(link, column)
    return Sensitivity(q=passing.q, u=passing.u, M=passing.M)


class _Passing:
    """The matrices while they are filled, one joint's way to the ground after the other."""

    def __init__(self, moved: Moved) -> None:
        tree = moved.tree
        self.moved = moved
        zero, n = tree.lift.scalar(0), len(tree.speed_names)
        self.q, self.u, self.M = ([[zero] * n for _ in range(n)] for _ in range(3))
        self.carried = moments(tree, moved.moving, moved.sigma)
        self.J = [own.mass.inertia() for own in self.carried]
        self.wrenches = _inward(tree, _own_wrenches(moved))
        self.displaced, self.quickened = _changes(moved)
        self.lever = [self._lever(link) for link in tree.links]

    def meet(self, link: Link, column: int) -> None:
        """One speed's rows and columns."""
        i = link.speeds[column]
        A, B = link.angular[column], link.linear[column]
        carried, J = self.carried[link.index], self.J[link.index]
        given = answer(carried, J, A, B)
        by_q = passed(carried, J, self.displaced[i]) + carried_along(
            self.wrenches[link.index], A, B
        )
        by_u = passed(carried, J, self.quickened[i])
        self._row(i, link, given)
        while link.parent >= 0:
            given = self._inward(link, given)
            by_q, by_u = inward(link, by_q), inward(link, by_u)
            link = self.moved.tree.links[link.parent]
            self._row(i, link, given)
            for j, A_j, B_j in zip(link.speeds, link.angular, link.linear, strict=True):
                self.q[j][i] = A_j.dot(by_q.torque) + B_j.dot(by_q.force)
                self.u[j][i] = A_j.dot(by_u.torque) + B_j.dot(by_u.force)

    def _row(self, i: int, link: Link, given: Answer) -> None:
        for k, A, B in zip(link.speeds, link.angular, link.linear, strict=True):
            self.q[i][k] = given.to(self.displaced[k])
            self.u[i][k] = given.to(self.quickened[k])
            self.M[i][k] = self.M[k][i] = given.N.dot(A) + given.F.dot(B)

    def _inward(self, link: Link, given: Answer) -> Answer:
        F = link.rotation.out(given.F)
        N = link.rotation.out(given.N) + link.offset.cross(F)
        G = link.rotation.out(given.G) + self.lever[link.index].cross(F)
        return Answer(F=F, N=N, G=G)

    def _lever(self, link: Link) -> Vector:
        """2 ḋ = 2 (ω_P × d + R v'), along the parent's axes."""
        tree, moved = self.moved.tree, self.moved
        slide = along(link.linear, link, moved.sigma, tree.lift.scalar(0))
        outer = link.rotation.out(slide + slide)
        if link.parent < 0:
            return outer
        w = moved.moving.w[link.parent]
        return (w + w).cross(link.offset) + outer


def inward(link: Link, own: Wrench) -> Wrench:
    """A wrench about the parent's origin, along its axes."""
    force = link.rotation.out(own.force)
    torque = link.rotation.out(own.torque) + link.offset.cross(force)
    return Wrench(force=force, torque=torque)


def _own_wrenches(moved: Moved) -> list[Wrench]:
    return inertia_wrenches(moved.tree, moved.moving, moved.motion)


def _inward(tree: Tree, own: list[Wrench]) -> list[Wrench]:
    """The wrench that every link with all beyond it needs."""
    for link in reversed(tree.links):
        if link.parent >= 0:
            own[link.parent] = own[link.parent] + inward(link, own[link.index])
    return own


def _changes(moved: Moved) -> tuple[dict[int, Change], dict[int, Change]]:
    """By speed, what a displacement along it and a change of it do."""
    by_q: dict[int, Change] = {}
    by_u: dict[int, Change] = {}
    for link in moved.tree.links:
        came = arrival(moved.tree, link, moved.moving, moved.motion, moved.sigma, moved.base)
        w = moved.moving.w[link.index]
        for k, A, B in zip(link.speeds, link.angular, link.linear, strict=True):
            by_q[k], by_u[k] = displaced(came, A, B), quickened(came, w, A, B)
    return by_q, by_u
