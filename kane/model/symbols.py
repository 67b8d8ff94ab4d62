"""The scalars a description is written in: parameters, inputs, coordinates, time.

Each call makes symbols in a graph of their own; they meet by name when they are used
together, so nothing here is shared between systems.

From: kane/algebra/expr.py, units.py    Next: body.py
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from kane.algebra.expr import Expr
from kane.algebra.graph import Graph
from kane.algebra.rate import Rate
from kane.errors import Fault, ModelError
from kane.model.given import shown
from kane.model.units import Amount, amount, unit

Given = float | str


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """What a parameter's symbol carries: its value in SI units, and the unit it is shown in."""

    value: float
    unit: str = field(default="", compare=False)


def parameter(name: str, value: Given, unit: str = "") -> Expr:
    """A named constant of the system, which may change between runs.

    `parameter("L", 0.3)`, `parameter("L", 30, "cm")` and `parameter("L", "30 cm")` have the
    same value. Where a unit is given, sums, arguments and places are checked for its dimension.
    """
    graph = Graph()
    ref = graph.symbol(_name(name, "Parameter"), Rate.PARAMETER)
    given = _amount(f"Parameter '{name}'", value, unit)
    graph.attributes[ref] = Parameter(value=given.value, unit=given.unit)
    return Expr(graph, ref)


def parameters(**values: Given) -> tuple[Expr, ...]:
    """Named constants, in the order given: `m, L = parameters(m=2.0, L="30 cm")`."""
    return tuple(parameter(name, value) for name, value in values.items())


def inputs(*names: str) -> tuple[Expr, ...]:
    """Named inputs: forces and torques that come from outside while the system runs."""
    return tuple(_alone(_name(name, "Input"), Rate.INPUT) for name in names)


def coordinate(name: str) -> Expr:
    """A generalized coordinate, by its name in a joint."""
    return _alone(_name(name, "Coordinate"), Rate.CONFIGURATION)


def clock() -> Expr:
    """The time t, of which loads and prescribed motions may depend."""
    return _alone("t", Rate.CONFIGURATION)


def _alone(name: str, rate: Rate) -> Expr:
    graph = Graph()
    return Expr(graph, graph.symbol(name, rate))


def _name(name: object, kind: str) -> str:
    if isinstance(name, str) and name.strip():
        return name
    raise ModelError(
        Fault(path=f"{kind} {shown(name)}", what="has no name.", remedy="Give it a text as a name.")
    )


def _amount(path: str, value: object, written: object) -> Amount:
    """A finite SI value with the unit it was given in."""
    if not isinstance(written, str) or (isinstance(value, str) and written):
        what = f"is given {shown(value)} with the unit {shown(written)}."
        raise ModelError(Fault(path=path, what=what, remedy='Write "0.3 m", or 0.3 and then "m".'))
    if isinstance(value, str):
        given = amount(value)
    else:
        number = _number(path, value)
        given = Amount(value=unit(written).to_si(number) if written else number, unit=written)
    if not math.isfinite(given.value):
        raise ModelError(_no_number(path, given.value))
    return given


def _number(path: str, value: object) -> float:
    if (isinstance(value, Expr) and value.value is None) or isinstance(value, bool):
        raise ModelError(_no_number(path, value))
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        raise ModelError(_no_number(path, value)) from None


def _no_number(path: str, value: object) -> Fault:
    what = f"its value {shown(value)} is no finite number."
    return Fault(path=path, what=what, remedy='Give a number, or a text such as "0.3 m".')
