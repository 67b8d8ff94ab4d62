"""Places: relations of positions, φ(q, t) = 0, and their rates φ̇ = J u + c as Forms.

    φ̇ = Σ ∂φ/∂x ẋ + ∂φ/∂t  over the quantities and coordinates x of the relation

where the rate of a position is a velocity seen from the frame along which it is measured, that of
a distance d the velocity along the line, and

    d(a·b)/dt = (ω_B − ω_A)·(b × a)

of directions a, b fixed in frames A, B.

From: locate.py, rims.py    Next: constrain.py
"""

from __future__ import annotations

from typing import Any

from kane.algebra.derivative import derivative
from kane.algebra.expr import Expr
from kane.algebra.rate import Rate
from kane.algebra.substitute import substitute
from kane.dynamics.form import REMAINDER, Form
from kane.dynamics.locate import Definitions
from kane.dynamics.place_values import place_value
from kane.dynamics.tree import Tree
from kane.geometry.vector import X, Y, Z
from kane.model.meeting import Apart, Approach
from kane.model.quantities import (
    AngularVelocity,
    CoordinateRate,
    Cosine,
    Definition,
    Direction,
    Distance,
    Gap,
    Position,
    RimVelocity,
    Velocity,
)


def place(tree: Tree, relation: Expr, definitions: Definitions) -> Any:
    """φ as an expression of coordinates, time and parameters."""
    express = definitions.express
    return tree.lift.scalar(relation, lambda definition: place_value(definition, express))


def place_rate(tree: Tree, relation: Expr, definitions: Definitions) -> Form:
    """φ̇ as a Form in the speeds."""
    stands_for: dict[Definition, Expr] = {}

    def stand_in(definition: Definition) -> Expr:
        symbol = tree.lift.symbol(f"<{definition}>", Rate.CONFIGURATION)
        return stands_for.setdefault(definition, symbol)

    lifted = tree.lift.scalar(relation, stand_in)
    values = {
        symbol: place_value(definition, definitions.express)
        for definition, symbol in stands_for.items()
    }
    total = _partial(tree, lifted, values)
    for definition, symbol in stands_for.items():
        total = total + rate(definition, definitions) * _slope(lifted, symbol, values)
    for name, symbol in tree.coordinates.items():
        slope = _slope(lifted, symbol, values)
        if slope:
            total = total + definitions.form(CoordinateRate(coordinate=name)) * slope
    return total


def rate(definition: Definition, definitions: Definitions) -> Form:
    """The rate of a named place."""
    match definition:
        case Position():
            return _moving(definition.end, definition, definitions) - _moving(
                definition.start, definition, definitions
            )
        case Distance():
            return _lengthening(definition, definitions)
        case Cosine():
            return _opening(definition, definitions)
        case Gap():
            rim = definition.rim
            return definitions.form(RimVelocity(rim=rim, along=rim.normal))
        case Apart():
            return definitions.form(Approach(pair=definition.pair))
        case _:
            raise AssertionError(f"{definition} is no place; the checks let it pass: our fault")


def _moving(point: Any, position: Position, definitions: Definitions) -> Form:
    """v of a point seen from the frame of the direction, along it; none if it is fixed there."""
    if point.frame is position.along.frame:
        return definitions.none
    seen = position.along.frame
    return definitions.form(Velocity(point=point, seen_from=seen, along=position.along))


def _lengthening(distance: Distance, definitions: Definitions) -> Form:
    """ḋ = Σ p_i v_i / d, v that of the end seen from the frame of the start."""
    frame = distance.start.frame
    total = definitions.none
    for axis in (X, Y, Z):
        along = Direction(frame=frame, components=axis)
        p = place_value(
            Position(start=distance.start, end=distance.end, along=along), definitions.express
        )
        v = definitions.form(Velocity(point=distance.end, seen_from=frame, along=along))
        total = total + v * p
    length: Form = total / place_value(distance, definitions.express)
    return length


def _opening(cosine: Cosine, definitions: Definitions) -> Form:
    """(ω_B − ω_A)·(b × a), along A's axes."""
    A, express = cosine.first.frame, definitions.express
    index = express.tree.mounts[A].link
    a, b = express.direction(cosine.first, index), express.direction(cosine.second, index)
    across, total = b.cross(a), definitions.none
    for axis in (X, Y, Z):
        along = Direction(frame=A, components=axis)
        w = AngularVelocity(frame=cosine.second.frame, seen_from=A, along=along)
        part = express.direction(along, index).dot(across)
        if part:
            total = total + definitions.form(w) * part
    return total


def _slope(relation: Any, symbol: Any, values: dict[Expr, Any]) -> Any:
    """∂φ/∂x with the quantities put in."""
    if not isinstance(symbol, Expr) or not isinstance(relation, Expr):
        return 0
    return substitute([derivative(relation, symbol)], values)[0]


def _partial(tree: Tree, relation: Any, values: dict[Expr, Any]) -> Form:
    """∂φ/∂t where time stands in the relation itself."""
    slope = _slope(relation, tree.lift.symbol("t", Rate.CONFIGURATION), values)
    zero = tree.lift.scalar(0)
    return Form({REMAINDER: slope} if slope else {}, zero + slope)
