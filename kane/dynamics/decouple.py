"""Decoupling: speeds built from M so that some of them stand alone in it.

Where M_rr does not change while the system moves,

    u_r = q̇_r + Σ_s (M_rs / M_rr) q̇_s

meets no other speed in M: ½ M_rr u_r² is a part of the kinetic energy, and what is left of M for
the others is M_st − M_sr M_rt / M_rr (a step of the factorization L D Lᵀ, so that Y has ones on
its diagonal and W no singularity). Of a cart with a pendulum, u_r is the velocity of the mass
centre. Steps go on while there is an M_rr to divide by.

From: mass_matrix.py    Next: suggest.py
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from kane.algebra.adopt import rebuilt
from kane.algebra.dependence import rate_of
from kane.algebra.expr import Expr
from kane.algebra.graph import Graph
from kane.algebra.op import Op
from kane.algebra.rate import Rate
from kane.dynamics.cost import cost
from kane.dynamics.equations import derive
from kane.model.quantities import rate
from kane.model.scalars import parameters_of
from kane.model.symbols import Parameter
from kane.model.system import System

LONGEST: Final = 60  # operations of a speed's factors beyond which it is not worth its equation
Row = Mapping[int, Any]


def decoupled(system: System, coordinates: Sequence[str]) -> list[Expr] | None:
    """Definitions of speeds by M, one for each of these coordinates; None where none stands alone.

    The joints' own speeds must be the rates of the coordinates.
    """
    M = [list(row) for row in derive(system.replace(speeds=[])).mass_matrix]
    rows: dict[int, Row] = {}
    left = list(range(len(M)))
    while (r := _next(M, left)) is not None:
        left.remove(r)
        row = {s: M[r][s] / M[r][r] for s in left if M[r][s]}
        if row and cost(list(row.values())).weight <= LONGEST:
            rows[r] = row
            for s in row:
                for t in row:
                    M[s][t] = M[s][t] - M[s][r] * row[t]
    if not rows:
        return None
    known = parameters_of(system)
    return [
        _defined(name, rows.get(r, {}), coordinates, known) for r, name in enumerate(coordinates)
    ]


def _next(M: Sequence[Sequence[Any]], left: Sequence[int]) -> int | None:
    """The first row with something beside a diagonal that does not change."""
    for r in left:
        beside = any(M[r][s] for s in left if s != r)
        if M[r][r] and beside and rate_of(M[r][r]) <= Rate.PARAMETER:
            return r
    return None


def _defined(
    name: str, row: Row, coordinates: Sequence[str], known: Mapping[str, Parameter]
) -> Expr:
    total = rate(name)
    for s, factor in row.items():
        total = total + described(factor, known) * rate(coordinates[s])
    return total


def described(expr: Expr, known: Mapping[str, Parameter]) -> Expr:
    """An expression of a derivation as one of a description, parameters with their values."""
    graph, source, moved = Graph(), expr.graph, dict[int, int]()
    for node in source.live([expr.ref]):
        moved[node] = rebuilt(graph, source, node, moved)
        if source.ops[node] == Op.SYMBOL and source.symbols[node] in known:
            graph.attributes[moved[node]] = known[source.symbols[node]]
    return Expr(graph, moved[expr.ref] if expr.ref >= 0 else -moved[-expr.ref])
