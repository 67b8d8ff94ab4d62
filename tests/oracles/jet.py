"""Taylor polynomials in time to second order: x(t) = x + ẋ t + ½ ẍ t² with array coefficients.

Positions written with jets bring their velocities and accelerations along, exact to round-off:
nobody has to write down a Coriolis term, so none can be wrong.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Jet:
    """x, ẋ and ẍ at one time, each of the same shape."""

    x: Array
    rate: Array
    second: Array

    # numpy leaves products of its arrays with jets to the jets
    __array_ufunc__ = None

    def __add__(self, other: Jet | Array) -> Jet:
        o = jet(other)
        return Jet(self.x + o.x, self.rate + o.rate, self.second + o.second)

    def __radd__(self, other: Array) -> Jet:
        return self + other

    def __neg__(self) -> Jet:
        return Jet(-self.x, -self.rate, -self.second)

    def __sub__(self, other: Jet | Array) -> Jet:
        return self + (-jet(other))

    def __rsub__(self, other: Array) -> Jet:
        return jet(other) - self

    def __mul__(self, other: Jet | Array) -> Jet:
        a, b = self, jet(other)
        second = a.second * b.x + 2 * a.rate * b.rate + a.x * b.second
        return Jet(a.x * b.x, a.rate * b.x + a.x * b.rate, second)

    def __rmul__(self, other: Array) -> Jet:
        return self * other

    def __matmul__(self, other: Jet | Array) -> Jet:
        a, b = self, jet(other)
        second = a.second @ b.x + 2 * a.rate @ b.rate + a.x @ b.second
        return Jet(a.x @ b.x, a.rate @ b.x + a.x @ b.rate, second)

    def __rmatmul__(self, other: Array) -> Jet:
        return jet(other) @ self


def jet(x: Any) -> Jet:
    """A constant, or the jet it is already."""
    if isinstance(x, Jet):
        return x
    array = np.asarray(x)
    return Jet(array, np.zeros_like(array), np.zeros_like(array))


def sin(angle: Jet) -> Jet:
    """sin, ẋ cos, ẍ cos − ẋ² sin."""
    s, c = np.sin(angle.x), np.cos(angle.x)
    return Jet(s, c * angle.rate, c * angle.second - s * angle.rate**2)


def cos(angle: Jet) -> Jet:
    """cos, −ẋ sin, −ẍ sin − ẋ² cos."""
    s, c = np.sin(angle.x), np.cos(angle.x)
    return Jet(c, -s * angle.rate, -s * angle.second - c * angle.rate**2)
