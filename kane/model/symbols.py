"""The scalars a description is written in: parameters, inputs, coordinates, time.

Each call makes symbols in a graph of their own; they meet by name when they are used
together, so nothing here is shared between systems.

From: kane/algebra/expr.py    Next: body.py
"""

from __future__ import annotations

from dataclasses import dataclass

from kane.algebra.expr import Expr
from kane.algebra.graph import Graph
from kane.algebra.rate import Rate


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """What a parameter's symbol carries: its value in SI units, and the unit it is shown in."""

    value: float
    unit: str = ""


def parameter(name: str, value: float, unit: str = "") -> Expr:
    """A named constant of the system, which may change between runs."""
    graph = Graph()
    ref = graph.symbol(name, Rate.PARAMETER)
    graph.attributes[ref] = Parameter(value=float(value), unit=unit)
    return Expr(graph, ref)


def parameters(**values: float) -> tuple[Expr, ...]:
    """Named constants, in the order given: `m, L = parameters(m=2.0, L=0.3)`."""
    return tuple(parameter(name, value) for name, value in values.items())


def inputs(*names: str) -> tuple[Expr, ...]:
    """Named inputs: forces and torques that come from outside while the system runs."""
    return tuple(_alone(name, Rate.INPUT) for name in names)


def coordinate(name: str) -> Expr:
    """A generalized coordinate, by its name in a joint."""
    return _alone(name, Rate.CONFIGURATION)


def clock() -> Expr:
    """The time t, of which loads and prescribed motions may depend."""
    return _alone("t", Rate.CONFIGURATION)


def _alone(name: str, rate: Rate) -> Expr:
    graph = Graph()
    return Expr(graph, graph.symbol(name, rate))
