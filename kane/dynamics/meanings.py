"""Meanings: the values of named quantities, once the motion is known.

From: locate.py    Next: active.py
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kane.dynamics.form import REMAINDER, Form
from kane.dynamics.kinematics import Velocities
from kane.dynamics.locate import Definitions
from kane.dynamics.place_values import place_value
from kane.dynamics.tree import Tree
from kane.errors import DerivationError
from kane.geometry.vector import Vector
from kane.model.body import Point
from kane.model.meeting import Apart, Approach, Slipping
from kane.model.quantities import (
    AngularVelocity,
    CoordinateRate,
    Cosine,
    Definition,
    Distance,
    Gap,
    Position,
    RimVelocity,
    Velocity,
)


class Meanings:
    """What quantities are worth while the system moves with these velocities."""

    def __init__(self, tree: Tree, values: Velocities, sigma: Sequence[Any]) -> None:
        w = tuple(as_forms(vector) for vector in values.w)
        v = tuple(as_forms(vector) for vector in values.v)
        self.tree = tree
        self.sigma = sigma
        self.definitions = Definitions(tree, Velocities(w=w, v=v), [as_form(s) for s in sigma])

    def of(self, definition: Definition) -> Any:
        """The value of a named quantity."""
        express = self.definitions.express
        match definition:
            case CoordinateRate():
                return self._rate(definition.coordinate)
            case AngularVelocity() | Velocity() | RimVelocity() | Approach() | Slipping():
                return self.definitions.form(definition).value
            case Position() | Distance() | Cosine() | Gap() | Apart():
                return place_value(definition, express)
            case _:
                raise DerivationError(
                    f"'{definition}' follows from the equations of motion and cannot enter them. "
                    "Take it as an output or in an event."
                )

    def value(self, expression: Any) -> Any:
        """The value of an expression of quantities."""
        return self.tree.lift.scalar(expression, self.of)

    def natural(self, number: int) -> Any:
        """The value of a natural speed σ."""
        return self.sigma[number]

    def point_velocity(self, point: Point) -> Vector:
        """v of a point, along its link's axes."""
        v = self.definitions.point_velocity(point)
        return Vector(v.frame, tuple(form.value for form in v.components))

    def _rate(self, coordinate: str) -> Any:
        for link in self.tree.links:
            names = link.motion.names[0]
            if coordinate in names:
                rates = link.motion.rates(link.q, [self.sigma[i] for i in link.speeds])
                return rates[names.index(coordinate)]
        known = ", ".join(self.tree.coordinates)
        raise DerivationError(
            f"rate('{coordinate}'): the system has no such coordinate; it has {known}."
        )


def as_forms(vector: Vector) -> Vector:
    """Scalars as Forms whose coefficients nobody asks for."""
    x, y, z = (as_form(component) for component in vector.components)
    return Vector(vector.frame, (x, y, z))


def as_form(scalar: Any) -> Form:
    """A scalar as a Form whose coefficients nobody asks for."""
    return Form({REMAINDER: scalar} if scalar else {}, scalar)
