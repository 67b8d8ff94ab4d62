"""Touching: gaps, slips and laws of contacts that are of no use.

From: kane/model/touching.py    Next: parts.py
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from kane.algebra.expr import Expr
from kane.errors import Fault
from kane.model.given import shown
from kane.model.touching import Touching


def touching_faults(point: Touching) -> Iterator[Fault]:
    """A point whose gap, slip or numbers are of no use."""
    path = f"Contact {shown(point.name)}"
    if not isinstance(point.gap, Expr):
        remedy = "Give a place: position(O, P).along(GROUND.z)."
        yield Fault(path=path, what=f"its gap {shown(point.gap)} is no place.", remedy=remedy)
    slip: Any = point.slip
    if not isinstance(slip, tuple) or len(slip) > 2 or any(not isinstance(s, Expr) for s in slip):
        what = f"its slip {shown(slip)} is no tuple of at most two velocities."
        yield Fault(path=path, what=what, remedy="Give (), (v,) or (v, w): velocities.")
    for what, value, most in (
        ("friction", point.friction, math.inf),
        ("static friction", point.static_friction or 0.0, math.inf),
        ("restitution", point.restitution, 1.0),
    ):
        if not isinstance(value, Expr) and not 0 <= value <= most:
            told = f"its {what} is {shown(value)}."
            remedy = "Give a number from 0 to 1." if most == 1 else "Give a number from 0 on."
            yield Fault(path=path, what=told, remedy=remedy)
