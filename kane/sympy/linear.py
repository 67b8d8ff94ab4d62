"""Linear: expressions taken apart by the symbols they are linear in.

From: scalars.py    Next: solve.py
"""

from __future__ import annotations

from collections.abc import Sequence

from sympy.solvers.solveset import NonlinearError

from kane.algebra.affine import affine_all
from kane.algebra.derivative import tangent
from kane.algebra.expr import Expr
from kane.algebra.graph import Graph
from kane.algebra.substitute import substitute
from kane.algebra.zero import Samples, Verdict
from kane.errors import DerivationError

Row = list[int]
Coefficients = dict[int, int]


def linear(
    graph: Graph, refs: Sequence[int], symbols: Sequence[int]
) -> list[tuple[Coefficients, int]]:
    """For each reference the coefficients of the symbols, by their place, and the remainder."""
    places = [Expr(graph, symbol) for symbol in symbols]
    number = {symbol: place for place, symbol in enumerate(symbols)}
    try:
        forms = affine_all([Expr(graph, ref) for ref in refs], places)
    except DerivationError:
        return [_by_derivatives(graph, ref, symbols) for ref in refs]
    return [
        ({number[key.ref]: value.ref for key, value in coefficients.items()}, rest.ref)
        for coefficients, rest in forms
    ]


def _by_derivatives(graph: Graph, ref: int, symbols: Sequence[int]) -> tuple[Coefficients, int]:
    """The same of what is linear only once its terms are cancelled; else SymPy's refusal."""
    expr, places = Expr(graph, ref), [Expr(graph, symbol) for symbol in symbols]
    absent = dict.fromkeys(places, 0)
    slopes = [tangent([expr], {place: 1})[0] for place in places]
    samples = Samples(graph)
    bent = [
        place
        for slope in slopes
        for place in places
        if samples.verdict(tangent([slope], {place: 1})[0]) is not Verdict.ZERO
    ]
    if bent:
        several = ", ".join(sorted({str(place) for place in bent}))
        raise NonlinearError(
            f"An expression is not linear in {several}. Write it so that speeds, or their "
            "rates, occur only as factors of what is free of them."
        )
    values = [value.ref for value in substitute([*slopes, expr], absent)]
    return {k: value for k, value in enumerate(values[:-1]) if value}, values[-1]
