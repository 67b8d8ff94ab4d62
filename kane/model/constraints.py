"""Constraints: relations that the motion must keep, J u + c = 0 once derived.

From: loads.py    Next: system.py
"""

from __future__ import annotations

from dataclasses import dataclass

from kane.algebra.expr import Equality


@dataclass(frozen=True, slots=True, eq=False)
class Motion:
    """A relation of velocities, linear in them: `Motion("no skid", velocity(P).along(B.y) == 0)`.

    `dependent` names the generalized speed that the relation gives; then the relation is
    embedded and the speed eliminated. With `active=False` it is derived but does not hold
    until it is imposed.
    """

    name: str
    relation: Equality
    dependent: str = ""
    active: bool = True


Constraint = Motion
