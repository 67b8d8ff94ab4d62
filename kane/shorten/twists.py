"""Twists: R_x(α) R_z(θ) with cos α taken out, so that a vector costs seven products, not eight.

With t = tan α, and s' = cos α sin θ and c' = cos α cos θ made once for all vectors of a joint:

    out:   y' = s' x + c' y,   z' = z cos α,   (c x − s y,  y' − t z',  z' + t y')
    into:  y' = y + t z,   z' = z − t y,       (c x + s' y',  c' y' − s x,  z' cos α)

Beyond α = 45° the cotangent stands in for the tangent and y and z change their parts, so that
nothing grows large; a twist of parameters takes the tangent as long as its value is below one.
Two products a joint for s' and c', one saved a vector: worth it where three or more pass.

From: planting.py    Next: shorten.py
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from kane.dynamics.tree import Link, Tree
from kane.geometry.rotation import Factor, Plane, Rotation, Rows
from kane.geometry.vector import Components


@dataclass(frozen=True, slots=True)
class Twist:
    """R_x(α) R_z(θ) by tan α, cos α; or by R_x(±90°) R_x(α ∓ 90°) R_z(θ) through `quarter`."""

    tangent: Any
    level: Any  # cos α
    turn: Plane  # R_z(θ)
    plain: Plane  # R_x(α)

    def out(self, v: Components) -> Components:
        """R v."""
        if not v[2] or not (v[0] or v[1]):
            return self.plain.out(self.turn.out(v))
        s, c, t = self.turn.sine, self.turn.cosine, self.tangent
        x, y, z = v
        up, side = (s * self.level) * x + (c * self.level) * y, z * self.level
        return (x * c - y * s, up - t * side, t * up + side)

    def into(self, v: Components) -> Components:
        """Rᵀ v."""
        x, y, z = v
        if not y or not z:
            return self.turn.into(self.plain.into(v))
        s, c, t = self.turn.sine, self.turn.cosine, self.tangent
        up, side = y + t * z, z - t * y
        return (x * c + (s * self.level) * up, (c * self.level) * up - x * s, side * self.level)

    def out_symmetric(self, tensor: Rows) -> Rows:
        """R T Rᵀ."""
        return self.plain.out_symmetric(self.turn.out_symmetric(tensor))

    def out_tensor(self, tensor: Rows) -> Rows:
        """R T Rᵀ of any T."""
        return self.plain.out_tensor(self.turn.out_tensor(tensor))


def twists(tree: Tree) -> Tree:
    """The tree with every general twist and turn joined."""
    return replace(tree, links=tuple(map(_twisted, tree.links)))


def _twisted(link: Link) -> Link:
    factors = joined(link.rotation.factors)
    if len(factors) == len(link.rotation.factors):
        return link
    rotation = Rotation(link.rotation.outer, link.rotation.inner, factors)
    return replace(link, rotation=rotation)


def joined(factors: Sequence[Factor]) -> tuple[Factor, ...]:
    """Factors with R_x(α) R_z(θ) as one, where α is general."""
    found: list[Factor] = []
    for factor in factors:
        before = found[-1] if found else None
        if isinstance(before, Plane) and isinstance(factor, Plane) and _general(before, factor):
            found[-1] = Twist(before.sine / before.cosine, before.cosine, factor, before)
        else:
            found.append(factor)
    return tuple(found)


def _general(twist: Plane, turn: Plane) -> bool:
    return twist.axis == 0 and turn.axis == 2 and bool(twist.sine) and bool(twist.cosine)
