"""The named quantities of expressions: velocity(P), angular_velocity(B), rate(q4), energy() ….

From: expression_scope.py    Next: expression_meaning.py
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from kane.algebra.expr import Expr
from kane.formats.expression_scope import Scope
from kane.formats.expression_tree import Node
from kane.geometry.vector import GROUND
from kane.model import quantities
from kane.model.body import Point
from kane.model.quantities import VectorQuantity
from kane.model.rolling import conditions


def _turning(scope: Scope, given: Sequence[Node]) -> VectorQuantity:
    of, *seen = given
    return quantities.angular_velocity(scope.frame(of), scope.frame(seen[0]) if seen else GROUND)


def _going(scope: Scope, given: Sequence[Node]) -> VectorQuantity:
    of, *seen = given
    return quantities.velocity(scope.point(of), scope.frame(seen[0]) if seen else GROUND)


def _placed(scope: Scope, given: Sequence[Node]) -> VectorQuantity:
    return quantities.position(*_ends(scope, given))


def _apart(scope: Scope, given: Sequence[Node]) -> Expr:
    return quantities.distance(*_ends(scope, given))


def _ends(scope: Scope, given: Sequence[Node]) -> tuple[Any, Any]:
    """Two points; of one alone, it and the ground's origin before it."""
    if len(given) == 1:
        return Point("origin", GROUND, (0, 0, 0)), scope.point(given[0])
    start, end = (scope.point(one) for one in given)
    return start, end


def _reacting(scope: Scope, given: Sequence[Node]) -> Expr:
    item, *component = given
    return quantities.reaction(scope.reacting(item), scope.word(component[0]) if component else "")


Quantity = tuple[int, int, Callable[[Scope, Sequence[Node]], Any]]
QUANTITIES: Final[Mapping[str, Quantity]] = {
    "velocity": (1, 2, _going),
    "angular_velocity": (1, 2, _turning),
    "position": (1, 2, _placed),
    "distance": (1, 2, _apart),
    "rate": (1, 1, lambda scope, given: quantities.rate(scope.coordinate(given[0]))),
    "reaction": (1, 2, _reacting),
    "energy": (0, 0, lambda scope, given: quantities.energy()),
    "kinetic_energy": (0, 0, lambda scope, given: quantities.kinetic_energy()),
    "potential_energy": (0, 0, lambda scope, given: quantities.potential_energy()),
    "tip_over": (0, 0, lambda scope, given: conditions.tip_over()),
    "smallest_load": (0, 0, lambda scope, given: conditions.smallest_load()),
    "wheel_load": (1, 1, lambda scope, given: conditions.wheel_loads()[scope.word(given[0])]),
    "rolling_force": (1, 1, lambda scope, given: conditions.rolling_forces()[scope.word(given[0])]),
    "skid_force": (1, 1, lambda scope, given: conditions.skid_forces()[scope.word(given[0])]),
    "friction_use": (1, 1, lambda scope, given: conditions.friction_use()[scope.word(given[0])]),
}
