"""Directions given by three numbers: unit vectors, and what is across them.

From: kane/geometry/vector.py    Next: parts.py
"""

from __future__ import annotations

import math
from typing import Any

from kane.geometry.vector import Components, cross
from kane.model.given import is_number, refuse, shown, triple

Numbers = tuple[float, float, float]


def unit_of(direction: Any, path: str) -> Numbers:
    """A direction at length one; coordinate axes stay exact."""
    given = triple(direction, path, "direction")
    if not all(is_number(x) for x in given):
        refuse(path, f"direction {shown(given)} is not made of numbers.", "Give three numbers.")
    length = math.sqrt(sum(float(x) ** 2 for x in given))
    if not (length > 0 and math.isfinite(length)):
        refuse(path, f"direction {shown(given)} has length {length}.", "Give a direction.")
    x, y, z = (float(x) / length for x in given)
    return (x, y, z)


def across(z: Components) -> tuple[Numbers, Numbers]:
    """Two unit vectors x and y, with (x, y, z) right-handed."""
    least = min(range(3), key=lambda k: abs(z[k]))
    other = tuple(float(k == least) for k in range(3))
    y = unit_of(cross(z, (other[0], other[1], other[2])), "across")
    x, y2, z2 = cross(y, z)
    return (x, y2, z2), y


def combined(parts: Any) -> Any:
    """Σ scalar · direction, as components; exact zeros add nothing."""
    total: list[Any] = [0, 0, 0]
    for scalar, direction in parts:
        for k in range(3):
            if direction[k]:
                term = scalar if direction[k] == 1 else scalar * direction[k]
                total[k] = total[k] + term
    return tuple(total)
