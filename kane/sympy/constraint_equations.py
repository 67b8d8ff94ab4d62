"""Constraint equations: J u + c = 0 and its rate, and the dependent speeds from them.

    u_D = A u_I + …,     A = −J_D⁻¹ J_I                                  [Kane1985 p.43]

Auxiliary speeds are independent ones here; they are zero in everything but their coefficients.

From: kinematic_equations.py    Next: equations.py
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from kane.algebra.graph import Graph
from kane.sympy.kinematic_equations import Solver, solved_by
from kane.sympy.linear import Row, linear
from kane.sympy.rates import Rates
from kane.sympy.scalars import Scalars

Sympy = Any  # SymPy publishes no types
Gone = Callable[[Sequence[int]], list[int]]  # auxiliary speeds put to zero


@dataclass(frozen=True, slots=True, kw_only=True)
class ConstraintEquations:
    """J u + c = 0 and Jd u̇ + cd = 0 in the speeds; A by independent and auxiliary speeds."""

    J: list[Row]
    c: Row
    Jd: list[Row]
    cd: Row
    A: list[Row]


NONE = ConstraintEquations(J=[], c=[], Jd=[], cd=[], A=[])


@dataclass(frozen=True, slots=True, kw_only=True)
class Unknowns:
    """The speeds, the dependent ones last, the auxiliary ones, and the rates of the speeds."""

    u: Sequence[int]
    auxiliary: Sequence[int]
    udot: Sequence[int]
    dependent: int


def constraint_equations(
    scalars: Scalars,
    velocity: Sequence[Sympy],
    acceleration: Sequence[Sympy],
    unknowns: Unknowns,
    rates: Rates,
    gone: Gone,
    solver: Solver,
) -> ConstraintEquations:
    """The equations taken apart, differentiated where no accelerations are given, and solved."""
    if not velocity:
        return NONE
    graph, o, p = scalars.graph, len(unknowns.u), len(unknowns.u) - unknowns.dependent
    forms = linear(graph, scalars.read_all(velocity), [*unknowns.u, *unknowns.auxiliary])
    every = [[form.get(j, 0) for j in range(o + len(unknowns.auxiliary))] for form, _ in forms]
    J, c = [row[:o] for row in every], [rest for _, rest in forms]
    if acceleration:
        seconds = linear(graph, scalars.read_all(acceleration), unknowns.udot)
        Jd = [[form.get(j, 0) for j in range(o)] for form, _ in seconds]
        cd = [rest for _, rest in seconds]
    else:
        Jd, cd = J, _rates(graph, J, c, unknowns.u, rates)
    rest = [row[:p] + row[o:] for row in every]
    solved = solved_by(scalars, solver, [row[p:o] for row in J], rest)
    A = [[-x for x in row] for row in solved]
    left = iter(gone([*cd, *(x for row in Jd for x in row)]))
    cd = [next(left) for _ in cd]
    Jd = [[next(left) for _ in row] for row in Jd]
    return ConstraintEquations(J=J, c=c, Jd=Jd, cd=cd, A=A)


def _rates(graph: Graph, J: Sequence[Row], c: Row, u: Sequence[int], rates: Rates) -> Row:
    """J̇ u + ċ."""
    changes = iter(rates.of([x for row in J for x in row] + c))
    found = []
    for row in J:
        total = 0
        for speed in u[: len(row)]:
            total = graph.add(total, graph.mul(next(changes), speed))
        found.append(total)
    return [graph.add(total, next(changes)) for total in found]
