"""Entry: one scalar of a description, with its path, its symbols and what it is meant to be.

From: parts.py    Next: entries.py
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from enum import Enum, unique
from typing import Any, Final, NamedTuple

from kane.algebra.evaluate import values
from kane.algebra.expr import Expr, is_scalar
from kane.algebra.rate import Rate
from kane.model.dimension import Dimension
from kane.model.quantities import Definition
from kane.model.symbols import Parameter

HUGE: Final = 1e60  # its cube, times a mass of this size, is still a number


@unique
class May(Enum):
    """On what a scalar of the description may depend."""

    FIXED = "numbers and parameters"
    TIME = "parameters and time"
    OUTSIDE = "parameters, time and inputs"
    PLACE = "parameters, coordinates and time"
    MOTION = "parameters, coordinates, time and velocities"
    ANY = "parameters, coordinates, time, velocities and inputs"


@unique
class Sign(Enum):
    """Which values a scalar may have."""

    ANY = "any"
    NOT_NEGATIVE = "not negative"
    POSITIVE = "positive"


class Leaf(NamedTuple):
    """A symbol in an expression: its name, how often it changes, and what it carries."""

    name: str
    rate: Rate
    carries: Any

    @property
    def is_quantity(self) -> bool:
        """Whether it stands for a named quantity."""
        return self.carries is not None and not isinstance(self.carries, Parameter)

    @property
    def is_input(self) -> bool:
        """Whether it comes from outside while the system runs."""
        return self.carries is None and self.rate is Rate.INPUT

    @property
    def is_place(self) -> bool:
        """Whether it is a coordinate or the time."""
        return self.carries is None and self.rate is Rate.CONFIGURATION


class Entry(NamedTuple):
    """One scalar of the description, where it stands, and what it is meant to be."""

    path: str
    field: str
    value: Any
    leaves: tuple[Leaf, ...]
    may: May
    sign: Sign = Sign.ANY
    dimension: Dimension | None = None

    @property
    def number(self) -> float | None:
        """Its value with the parameters at theirs; None where it depends on more."""
        return number(self.value, self.leaves)


def entry(
    path: str,
    field: str,
    value: Any,
    may: May,
    dimension: Dimension | None = None,
    sign: Sign = Sign.ANY,
) -> Entry:
    """The entry of one scalar."""
    return Entry(path, field, value, leaves(value), may, sign, dimension)


def leaves(value: Any) -> tuple[Leaf, ...]:
    """The symbols in a scalar."""
    if not isinstance(value, Expr):
        return ()
    graph = value.graph
    return tuple(
        Leaf(graph.symbols[ref], graph.symbol_rates[ref], graph.attributes.get(ref))
        for ref in graph.live([value.ref])
        if ref in graph.symbols
    )


def number(value: Any, symbols: tuple[Leaf, ...]) -> float | None:
    """The value of a scalar with its parameters at theirs; None where it depends on more."""
    if not is_scalar(value) or isinstance(value, bool):
        return None
    if not isinstance(value, Expr):
        return _float(value)
    if not all(isinstance(leaf.carries, Parameter) for leaf in symbols):
        return None
    graph, ref = value.graph, value.ref
    if abs(ref) in graph.symbols:
        return math.copysign(1.0, ref) * float(symbols[0].carries.value)
    made = values(graph, [ref], {leaf.name: leaf.carries.value for leaf in symbols})
    return float(made[abs(ref)]) * (1.0 if ref >= 0 else -1.0)


def _float(value: Any) -> float | None:
    try:
        return float(value)
    except OverflowError:
        return math.inf
    except (TypeError, ValueError):
        return None


def definitions(listed: list[Entry]) -> Iterator[tuple[str, Definition]]:
    """Every quantity that the description names, with the path of its first use."""
    seen: set[int] = set()
    for item in listed:
        for leaf in item.leaves:
            if leaf.is_quantity and id(leaf.carries) not in seen:
                yield item.path, leaf.carries
                seen.add(id(leaf.carries))
