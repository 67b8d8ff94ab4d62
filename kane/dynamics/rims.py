"""Rims: where a wheel or a ball comes nearest to a plane, and how fast that point of it moves.

With the plane's unit normal n and the wheel's unit axis a, centre C and radius R,

    e = (n − (n·a) a)/s,   s = |n − (n·a) a|,   p_CK = −R e,   gap = n·p_OC − R s

for a ball e = n and s = 1. K moves over the rim as the wheel turns, but always across n, so that
the gap's rate is the velocity along n of the material point that is at K [Gillespie2003 Sec. 3].

From: locate.py    Next: places.py
"""

from __future__ import annotations

from typing import Any

from kane.algebra.functions import sqrt
from kane.dynamics.express import Expression
from kane.geometry.vector import Vector
from kane.model.quantities import Rim


def upward(rim: Rim, express: Expression, index: int) -> tuple[Vector, Any]:
    """e along the axes of link `index`, and s."""
    n = express.direction(rim.normal, index)
    if rim.axis is None:
        return n, 1
    a = express.direction(rim.axis, index)
    across = n - a * n.dot(a)
    s = sqrt(across.dot(across))
    return across * (1 / s), s


def to_rim(rim: Rim, express: Expression, index: int) -> Vector:
    """p_CK along the axes of link `index`."""
    e, _ = upward(rim, express, index)
    return -(e * express.tree.lift.scalar(rim.radius))


def gap(rim: Rim, express: Expression) -> Any:
    """n·p_OC − R s, along the axes of the plane's link."""
    plane = express.tree.mounts[rim.on.frame].link
    n = express.direction(rim.normal, plane)
    index = plane if rim.axis is None else express.tree.mounts[rim.axis.frame].link
    _, s = upward(rim, express, index)
    height = express.between(rim.on, rim.centre, plane).dot(n)
    return height - express.tree.lift.scalar(rim.radius) * s
