"""The points of a system that have names: those that anything in it refers to, and mass centres.

From: kane/model/system.py    Next: handle.py
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

from kane.algebra.expr import Condition, Equality, Expr
from kane.model.body import Point
from kane.model.system import System


def points_of(system: System) -> dict[str, Point]:
    """By the text that names them: basket.P1, and basket* for the mass centre."""
    found: dict[str, Point] = {}
    for thing in (*system.speeds.values(), *system.constraints, *system.loads, *system.contacts):
        _collect(thing, found, 0)
    for body in system.bodies.values():
        centre = body.mass_centre
        found.setdefault(centre.path, centre)
    return {name: one for name, one in found.items() if one.frame.name in system.frames}


def _collect(thing: Any, found: dict[str, Point], depth: int) -> None:
    """Points in a value, its fields, and the definitions behind its symbols."""
    if depth > 6:
        return
    if isinstance(thing, Point):
        found.setdefault(thing.path, thing)
        return
    if isinstance(thing, Expr):
        for inner in thing.graph.attributes.values():
            _collect(inner, found, depth + 1)
        return
    if isinstance(thing, Equality | Condition):
        for name in getattr(thing, "__slots__", ()):
            _collect(getattr(thing, name, None), found, depth + 1)
        return
    if isinstance(thing, tuple | list):
        for inner in thing:
            _collect(inner, found, depth + 1)
    elif is_dataclass(thing) and not isinstance(thing, type):
        for field in fields(thing):
            _collect(getattr(thing, field.name, None), found, depth + 1)
