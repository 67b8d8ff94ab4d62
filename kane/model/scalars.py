"""The scalars that a description uses, wherever they stand.

From: loads.py, constraints.py    Next: system.py
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

from kane.algebra.expr import Equality, Expr
from kane.algebra.rate import Rate
from kane.geometry.vector import Frame, Vector
from kane.model.body import Body, Point
from kane.model.symbols import Parameter

if TYPE_CHECKING:
    from kane.model.system import System


def parameters_of(system: System) -> Mapping[str, Parameter]:
    """Every parameter that the description uses, in order of appearance."""
    found: dict[str, Parameter] = {}
    for expr in scalars_of(system):
        for ref in expr.graph.live([expr.ref]):
            carried = expr.graph.attributes.get(ref)
            if isinstance(carried, Parameter):
                found.setdefault(expr.graph.symbols[ref], carried)
    return found


def inputs_of(system: System) -> tuple[str, ...]:
    """The names of the inputs that the description uses, in order of appearance."""
    found: dict[str, None] = {}
    for expr in scalars_of(system):
        for ref in expr.graph.live([expr.ref]):
            rates = expr.graph.symbol_rates
            if rates.get(ref) is Rate.INPUT and ref not in expr.graph.attributes:
                found.setdefault(expr.graph.symbols[ref])
    return tuple(found)


def symbols_of(system: System) -> frozenset[str]:
    """The names of all symbols that the description uses, quantities' aside."""
    return frozenset(
        expr.graph.symbols[ref]
        for expr in scalars_of(system)
        for ref in expr.graph.live([expr.ref])
        if ref in expr.graph.symbols
    )


def scalars_of(system: System) -> Iterator[Expr]:
    """Every Expr in the description, definitions of quantities included."""
    for joint in system.joints:
        yield from within(joint)
    parts = (*system.loads, *system.constraints, *system.contacts, *system.touchings)
    for part in (*parts, *system.speeds.values()):
        yield from within(part)


def within(part: Any) -> Iterator[Expr]:
    """Every Expr within a part of a description."""
    if isinstance(part, Expr):
        yield part
        for ref in part.graph.live([part.ref]):
            carried = part.graph.attributes.get(ref)
            if is_dataclass(carried) and not isinstance(carried, Parameter):
                yield from within(carried)
    elif isinstance(part, Equality):
        yield from within(part.left)
        yield from within(part.right)
    elif isinstance(part, Vector):
        yield from within(part.components)
    elif isinstance(part, Point):
        yield from within(part.position)
    elif isinstance(part, Body):
        yield from within((part.mass, part.centre, part.inertia, part.shape))
    elif isinstance(part, Mapping):
        yield from within(tuple(part.values()))
    elif isinstance(part, tuple | list):
        for item in part:
            yield from within(item)
    elif is_dataclass(part) and not isinstance(part, type | Frame):
        for entry in fields(part):
            yield from within(getattr(part, entry.name))
