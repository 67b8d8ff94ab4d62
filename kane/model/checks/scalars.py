"""Scalars: that each is a finite number of the right sign, and depends only on what it may.

From: entries.py    Next: dimensions.py
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from kane.algebra.expr import Expr, is_scalar
from kane.algebra.number import finite
from kane.errors import Fault
from kane.model.asked import OfSystem
from kane.model.checks.entry import HUGE, Entry, Leaf, May, Sign
from kane.model.given import shown
from kane.model.quantities import Energy, Reaction


def scalar_faults(listed: list[Entry]) -> Iterator[Fault]:
    """Everything that is no scalar, not finite, of the wrong sign, or depends on too much."""
    for item in listed:
        if not is_scalar(item.value) or isinstance(item.value, bool):
            what = f"{item.field} {shown(item.value)} is no number."
            remedy = "Give a number, a parameter, or an expression of them."
            yield Fault(path=item.path, what=what, remedy=remedy)
        else:
            yield from _dependence(item)
            yield from _value(item)


def _dependence(item: Entry) -> Iterator[Fault]:
    for leaf in item.leaves:
        if not _allowed(leaf, item.may):
            what = f"{item.field} depends on {described(leaf)}"
            if isinstance(leaf.carries, Energy | Reaction | OfSystem):
                what += ", which follows from the equations of motion."
                remedy = "Take it as an output or in an event."
            else:
                what += "."
                remedy = f"It may depend on {item.may.value} alone."
            yield Fault(path=item.path, what=what, remedy=remedy)


def _allowed(leaf: Leaf, may: May) -> bool:
    if isinstance(leaf.carries, Energy | Reaction | OfSystem):
        return False
    if leaf.is_quantity:
        return may in (May.MOTION, May.ANY)
    if leaf.is_input:
        return may in (May.OUTSIDE, May.ANY)
    if leaf.is_place:
        timely = may is not May.FIXED
        return timely if leaf.name == "t" else may in (May.PLACE, May.MOTION, May.ANY)
    return leaf.carries is not None  # a parameter with its value; no other symbol has a meaning


def described(leaf: Leaf) -> str:
    """A symbol in words."""
    if leaf.is_quantity:
        return f"'{leaf.name}'"
    if leaf.is_input:
        return f"input '{leaf.name}'"
    if leaf.is_place:
        return "the time t" if leaf.name == "t" else f"coordinate '{leaf.name}'"
    return f"symbol '{leaf.name}', which is no parameter, input or coordinate"


def _value(item: Entry) -> Iterator[Fault]:
    value = item.number
    if value is None:
        if isinstance(item.value, Expr) and not _constants_finite(item.value):
            what = f"{item.field} contains a constant that is infinite or no number."
            yield Fault(path=item.path, what=what, remedy="Look where it is divided by zero.")
    elif not math.isfinite(value):
        what = f"{item.field}{_as_written(item)} is {value}."
        yield Fault(path=item.path, what=what, remedy="Give a finite number.")
    elif abs(value) > HUGE:
        what = f"{item.field}{_as_written(item)} is {value:g}, too large to compute with."
        yield Fault(path=item.path, what=what, remedy="Check its unit.")
    elif value < 0 and item.sign is Sign.NOT_NEGATIVE:
        what = f"{item.field}{_as_written(item)} is {value:g}, which is negative."
        yield Fault(path=item.path, what=what, remedy="Give zero or more; check the sign.")
    elif value <= 0 and item.sign is Sign.POSITIVE:
        what = f"{item.field}{_as_written(item)} is {value:g}, which is not positive."
        yield Fault(path=item.path, what=what, remedy="Give more than zero.")


def _as_written(item: Entry) -> str:
    return f" '{item.value}'" if isinstance(item.value, Expr) and item.leaves else ""


def _constants_finite(value: Expr) -> bool:
    graph = value.graph
    if not graph.nonfinite:
        return True
    return all(finite(graph.values.get(node, 0)) for node in graph.live([value.ref]))
