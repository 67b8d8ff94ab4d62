"""Constraints: relations that the motion must keep, J u + c = 0 once derived.

Two kinds say it all: `Motion`, a relation of velocities, and `Configuration`, a relation of
places, whose rate is a relation of velocities. The others (closures.py) are made of these.

From: loads.py    Next: closures.py
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from kane.algebra.expr import Equality

CHOSEN: Final = "chosen"  # in place of a dependent speed: the program names one if it can


@dataclass(frozen=True, slots=True, eq=False)
class Motion:
    """A relation of velocities, linear in them: `Motion("no skid", velocity(P).along(B.y) == 0)`.

    `dependent` names the generalized speed that the relation gives; then the relation is
    embedded and the speed eliminated; "chosen" leaves the name to the program, which takes one
    with a pivot that is constant and not small, and where there is none leaves the relation a row,
    whose independent speeds a run chooses and watches. With `active=False` it is derived but does
    not hold until it is imposed.
    """

    name: str
    relation: Equality
    dependent: str = ""
    active: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class Configuration:
    """A relation of places: `Configuration("rod", distance(P, Q) == L)`, φ(q, t) = 0.

    It holds from the start, where the coordinates are moved until it does; its rate φ̇ = 0 is the
    row that the motion keeps. With `row=False` other relations see to the rate.
    """

    name: str
    relation: Equality
    dependent: str = ""
    active: bool = True
    row: bool = True


Relation = Motion | Configuration


def has_row(relation: Relation) -> bool:
    """Whether a relation says something of velocities that no other says."""
    return isinstance(relation, Motion) or relation.row
