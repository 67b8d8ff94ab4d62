"""Steering laws: the angle of one steered wheel by that of another.

From: kinds.py    Next: platform.py
"""

from __future__ import annotations

from typing import Any

from kane.algebra.expr import Scalar
from kane.algebra.functions import atan2, cos, sin
from kane.model.rolling.kinds import Law, Place


def ackermann(leader: Place, follower: Place, axle: Scalar) -> Law:
    """φ_j(φ) with which both axles meet on the axle at x = `axle`.

    tan φ_j = b_j sin φ / (b cos φ + (y − y_j) sin φ),   b = x − axle       [Campion1996]
    """
    (x, y), (x_j, y_j) = leader, follower
    b, b_j = x - axle, x_j - axle

    def law(phi: Any) -> Any:
        s, c = sin(phi), cos(phi)
        across = b * c + (y - y_j) * s
        return atan2(b_j * s, across)

    return law
