"""Touching: one point of two bodies that may touch, with what it does when it does.

    gap φ(q, t) ≥ 0,   N ≥ 0,   φ N = 0,        φ̇ = J_n u + c is the normal row
    |F| ≤ μ N while it sticks,   F = −μ N v/|v| while it slides with velocity v = J_t u + c

A contact is a name and its points. One that may touch in a single point is its own contact:

    Touching("floor", position(O, P).along(N.z), slip=(velocity(P).along(N.x),), friction=0.4)

From: constraints.py    Next: system.py
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, unique
from typing import Protocol

from kane.algebra.expr import Equality, Expr, Scalar
from kane.model.constraints import Configuration, Motion, Relation


@unique
class Law(Enum):
    """What a restitution e restores: velocity, impulse, or the energy of the normal motion."""

    NEWTON = "newton"  # v_n⁺ = −e v_n⁻
    POISSON = "poisson"  # the impulse of restitution is e times that of compression
    STRONGE = "stronge"  # its work is −e² that of compression             [Stronge2000 §3.2]


@dataclass(frozen=True, slots=True, eq=False)
class Touching:
    """A point that may touch: its gap, the velocities with which it slips, and its laws.

    `gap` is positive apart and made of places; `slip` holds no velocity where there is no
    friction, one in a plane and two, along tangents at right angles, in space: those of one
    body's material point past the other's. `static_friction` is `friction` unless it is given.
    """

    name: str
    gap: Expr
    slip: tuple[Expr, ...] = ()
    friction: Scalar = 0.0
    static_friction: Scalar | None = None
    restitution: float = 0.0
    law: Law = Law.NEWTON

    @property
    def points(self) -> tuple[Touching, ...]:
        """Itself: a contact of one point."""
        return (self,)

    @property
    def static(self) -> Scalar:
        """μ while it sticks."""
        return self.friction if self.static_friction is None else self.static_friction

    @property
    def normal(self) -> str:
        """The name of the normal row."""
        return f"{self.name}, normal"

    @property
    def slips(self) -> tuple[str, ...]:
        """The names of the tangent rows."""
        return tuple(f"{self.name}, slip {number}" for number in range(1, len(self.slip) + 1))

    @property
    def relations(self) -> tuple[Relation, ...]:
        """The gap that closes, and the velocities that vanish while it sticks."""
        normal = Configuration(self.normal, _equality(self.gap), active=False)
        named = zip(self.slips, self.slip, strict=True)
        return (normal, *(Motion(name, _equality(one), active=False) for name, one in named))


class Touchable(Protocol):
    """Whatever may touch in one point or several: a `Touching` is the smallest."""

    @property
    def name(self) -> str:
        """Its name."""
        ...

    @property
    def points(self) -> tuple[Touching, ...]:
        """Where it may touch, "NAME" or "NAME, …" each."""
        ...


def _equality(expr: Expr) -> Equality:
    relation = expr == 0
    assert isinstance(relation, Equality), "the sides of an Expr's relation are known"
    return relation
