"""What constraints exert on all that a joint carries, for each unit of their forces λ.

An auxiliary speed for each of six motions of what the joint carries, as one rigid body against its
parent, makes a row J u + c read

    J u + J_ω·ω_a + J_v·v_a + c,        F = J_v λ,   N = J_ω λ about the link's origin

so that a row between two bodies that both are carried, or both are not, adds nothing, and a row of
the joint's own coordinate is what the joint transmits itself.         [Kane1985 Sec. 4.9]

From: constrain.py, locate.py    Next: motion.py
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kane.dynamics.constrain import in_terms
from kane.dynamics.form import Form
from kane.dynamics.kinematics import Kind, Place, Velocities, velocities
from kane.dynamics.locate import Definitions
from kane.dynamics.speeds import natural_speeds
from kane.dynamics.tree import Link, Tree
from kane.geometry.vector import Vector
from kane.model.constraints import Relation

Wrench = tuple[Vector, Vector]  # force and torque, along the link's axes


class Loosened(Definitions):
    """Velocities of a tree in which what one link carries may also move as one rigid body."""

    def __init__(self, tree: Tree, at: int) -> None:
        sigma = natural_speeds(tree).sigma
        super().__init__(tree, _loose(tree, sigma, at), sigma)
        self.at = at

    def _own(self, kind: Kind, link: Link) -> Vector:
        own = super()._own(kind, link)
        return own + _auxiliary(self.tree, link, kind) if link.index == self.at else own


def exerted(tree: Tree, at: int, relations: Sequence[Relation]) -> Iterator[Wrench]:
    """Force and torque on what a link carries, one pair for each relation with λ = 1."""
    definitions, first = Loosened(tree, at), len(tree.speed_names)
    frame, zero = tree.links[at].frame, tree.lift.scalar(0)
    for relation in relations:
        row = in_terms(tree, definitions, relation)
        w1, w2, w3, v1, v2, v3 = (row.of(first + k, zero) for k in range(6))
        yield Vector(frame, (v1, v2, v3)), Vector(frame, (w1, w2, w3))


def _loose(tree: Tree, sigma: Sequence[Form], at: int) -> Velocities:
    """The velocities of every link, the auxiliary ones added where they begin."""
    none = Form({}, tree.lift.scalar(0))
    plain, link = velocities(tree, sigma, none, {}), tree.links[at]
    overrides: dict[Place, Any] = {}
    for kind, vectors in ((Kind.ANGULAR, plain.w), (Kind.LINEAR, plain.v)):
        moving = vectors[at] + _auxiliary(tree, link, kind)
        overrides |= {(kind, at, axis): moving[axis] for axis in range(3)}
    return velocities(tree, sigma, none, overrides)


def _auxiliary(tree: Tree, link: Link, kind: Kind) -> Vector:
    """Three auxiliary speeds along a link's axes: those of ω, or after them those of v."""
    one, zero = tree.lift.scalar(1), tree.lift.scalar(0)
    begin = len(tree.speed_names) + (0 if kind is Kind.ANGULAR else 3)
    x, y, z = (Form({begin + axis: one}, zero) for axis in range(3))
    return Vector(link.frame, (x, y, z))


def is_nothing(wrench: Wrench) -> bool:
    """Whether all six components vanish as expressions."""
    return not any((*wrench[0].components, *wrench[1].components))


def total(wrenches: Sequence[Wrench], forces: Sequence[Any], start: Wrench) -> Wrench:
    """start − Σ λ (force, torque)."""
    force, torque = start
    for (F, N), size in zip(wrenches, forces, strict=True):
        if not is_nothing((F, N)):
            force, torque = force - F * size, torque - N * size
    return force, torque
