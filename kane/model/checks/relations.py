"""Relations: the rows of a description's permanent constraints, in floats at one state.

From: sample.py    Next: massless.py
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kane.algebra.evaluate import values
from kane.algebra.expr import Expr
from kane.model.checks.entry import Leaf, leaves
from kane.model.checks.parts import Parts
from kane.model.checks.sample import Sample
from kane.model.constraints import CHOSEN, Motion, Relation, has_row
from kane.model.quantities import (
    AngularVelocity,
    CoordinateRate,
    Definition,
    RimVelocity,
    Velocity,
)

Array = NDArray[np.float64]


def embedded(parts: Parts, free: int) -> list[Relation]:
    """The constraints that are embedded in the equations of a system of `free` natural speeds.

    Those that give a dependent speed; and, where there are fewer speeds than natural ones, the
    others in order, as many as are missing.
    """
    active = [item for item in parts.constraints.values() if item.active and has_row(item)]
    missing = free - len(parts.speeds) if parts.speeds else 0
    spare = [item for item in active if not item.dependent]
    named = [item for item in active if item.dependent not in ("", CHOSEN)]
    return named + spare[: max(missing, 0)]


def plain(relation: Relation) -> bool:
    """Whether a row is made of velocities that are known here without deriving anything."""
    sides = (relation.relation.left, relation.relation.right)
    named = [leaf.carries for side in sides if isinstance(side, Expr) for leaf in leaves(side)]
    return isinstance(relation, Motion) and not any(isinstance(n, RimVelocity) for n in named)


def rows(constraints: Sequence[Relation], state: Sample) -> Array:
    """J, one row a constraint, one column a natural speed."""
    found = [
        _coefficients(item.relation.left, state) - _coefficients(item.relation.right, state)
        for item in constraints
    ]
    return np.array(found).reshape(len(constraints), len(state.movers))


def _coefficients(side: Any, state: Sample) -> Array:
    """∂side/∂σ of a side that is linear in the velocities: its values for unit speeds."""
    size = len(state.movers)
    if not isinstance(side, Expr):
        return np.zeros(size)
    given = {leaf.name: _value(leaf, state) for leaf in leaves(side)}
    made = values(side.graph, [side.ref], given)[abs(side.ref)]
    found = np.broadcast_to(np.asarray(made, dtype=float), (size + 1,))
    difference: Array = (found[1:] - found[0]) * (1 if side.ref >= 0 else -1)
    return difference


def _value(leaf: Leaf, state: Sample) -> Any:
    """A symbol's value at rest, and then for each unit speed."""
    if leaf.is_quantity:
        return np.concatenate([[0.0], velocity_row(leaf.carries, state)])
    return getattr(leaf.carries, "value", state.coordinates.get(leaf.name, 0.0))


def velocity_row(definition: Definition, state: Sample) -> Array:
    """∂/∂σ of a named velocity, one entry a natural speed."""
    row = np.zeros(len(state.movers))
    match definition:
        case CoordinateRate():
            for i, rate in state.rates[definition.coordinate].items():
                row[i] = rate
        case AngularVelocity():
            along = state.along(definition.along.frame, definition.along.components)
            for sign, frame in ((1, definition.frame), (-1, definition.seen_from)):
                movers = state.path(frame)
                row[movers] += sign * (along @ state.angular(movers))
        case Velocity():
            along = state.along(definition.along.frame, definition.along.components)
            point = definition.point
            for sign, frame in ((1, definition.carrier), (-1, definition.seen_from)):
                movers = state.path(frame)
                row[movers] += sign * (along @ state.linear(state.place(point), movers))
        case _:
            pass
    return row
