"""Form: a scalar that is affine in the generalized speeds, with its coefficients in evidence.

    x = Σ_r c_r u_r + c_t

The coefficients are components of partial velocities, c_t of the velocity remainder; `value`
is x itself, built in parallel so that it stays as short as recursion makes it.

From: kane/geometry/vector.py    Next: tree.py, kinematics.py
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from kane.geometry.vector import Components, Vector

REMAINDER: Final = -1  # the key of c_t among the coefficients


class Form:
    """Σ c_r u_r + c_t, with the same operators as a scalar, so that vectors may hold Forms."""

    __slots__ = ("coefficients", "value")

    def __init__(self, coefficients: Mapping[int, Any], value: Any) -> None:
        self.coefficients = coefficients
        self.value = value

    def __add__(self, other: Form) -> Form:
        if not other.coefficients:
            return self
        total = dict(self.coefficients)
        for r, c in other.coefficients.items():
            summed = total[r] + c if r in total else c
            if summed:
                total[r] = summed
            else:
                total.pop(r, None)  # it may have been too small for a float
        return Form(total, self.value + other.value)

    def __sub__(self, other: Form) -> Form:
        return self + -other if other.coefficients else self

    def __neg__(self) -> Form:
        return Form({r: -c for r, c in self.coefficients.items()}, -self.value)

    def __mul__(self, factor: Any) -> Form:
        if not factor:
            return Form({}, factor * self.value)
        return Form({r: c * factor for r, c in self.coefficients.items()}, self.value * factor)

    __rmul__ = __mul__

    def __truediv__(self, divisor: Any) -> Form:
        return self.__mul__(1 / divisor)  # one division, however many coefficients

    def of(self, speed: int, absent: Any = 0) -> Any:
        """The coefficient of a speed, or of the remainder; `absent` where it does not appear."""
        return self.coefficients.get(speed, absent)

    def __repr__(self) -> str:
        return f"Form({dict(self.coefficients)}, {self.value})"


def part(vector: Vector, speed: int, zero: Any) -> Vector:
    """The partial velocity for one speed of a vector of Forms (or the remainder)."""
    x, y, z = (form.coefficients.get(speed, zero) for form in vector.components)
    return Vector(vector.frame, (x, y, z))


def value(vector: Vector) -> Vector:
    """The vector itself: the values of its Forms."""
    a, b, c = vector.components
    return Vector(vector.frame, (a.value, b.value, c.value))


def speeds_in(*vectors: Vector) -> set[int]:
    """The speeds on which vectors of Forms depend."""
    found = {r for vector in vectors for form in vector.components for r in form.coefficients}
    return found - {REMAINDER}


def fixed(components: Components, zero: Any) -> Components:
    """Components that depend on no speed, as Forms."""
    a, b, c = components
    return (_known(a, zero), _known(b, zero), _known(c, zero))


def _known(x: Any, zero: Any) -> Form:
    return Form({REMAINDER: x} if x else {}, x + zero)
