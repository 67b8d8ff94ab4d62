"""What is written for SymPy: lists of variables, lazily, in memory linear in nodes."""

from __future__ import annotations

from typing import Any

import sympy
from sympy.physics.mechanics import find_dynamicsymbols

from benchmarks.sympy_cases import pendulum, stanford
from kane.sympy import KanesMethod
from kane.sympy.compare import difference
from tests.sympy_dropin.descriptions import disc, formed, sympys


def test_variables_put_in_give_the_equations_back() -> None:
    made = pendulum(3).formed(KanesMethod)
    variables, (M, forcing) = made.cse()
    known: dict[Any, Any] = {}
    for symbol, value in variables:
        known[symbol] = value.xreplace(known)
    put_in = {"M": M.xreplace(known), "forcing": forcing.xreplace(known)}
    found = difference(put_in, {"M": made.mass_matrix, "forcing": made.forcing})
    assert max(found.values()) <= 1e-13


def test_variables_take_as_many_operations_as_the_graph_has_nodes() -> None:
    made = stanford().formed(KanesMethod)
    variables, matrices = made.cse()
    exprs = [value for _, value in variables] + [x for matrix in matrices for x in matrix]
    written = sum(int(sympy.count_ops(expr)) for expr in exprs)
    assert written <= 1.5 * made.operations.total


def objects(expressions: Any) -> int:
    """How many different SymPy objects expressions are made of."""
    seen: set[int] = set()
    waiting = list(expressions)
    while waiting:
        part = waiting.pop()
        if id(part) not in seen:
            seen.add(id(part))
            waiting += part.args
    return len(seen)


def test_memory_of_export_is_linear_in_nodes() -> None:
    shares = []
    for links in (4, 8, 16):
        made = pendulum(links).formed(KanesMethod)
        exprs = [*made.mass_matrix_full, *made.forcing_full]
        graph = made._scalars.graph
        refs = [*made._forcing(), *(x for row in made._masses() for x in row)]
        shares.append(objects(exprs) / len(graph.live(refs)))
    assert max(shares) <= 2.5


def test_nothing_is_written_before_it_is_looked_at() -> None:
    made = stanford().formed(KanesMethod)
    assert not made._scalars._writer.found
    assert made.mass_matrix.shape == (6, 6)
    assert made._scalars._writer.found


def test_auxiliary_speeds_stay_out_of_the_motion() -> None:
    arguments, bodies, loads = disc(auxiliary=True)
    made, theirs = formed(KanesMethod, arguments, bodies, loads), sympys(arguments, bodies, loads)
    slip = arguments["u_auxiliary"][0]
    assert slip not in find_dynamicsymbols(made.forcing)
    (ours,), (sympys_own,) = made.auxiliary_eqs, theirs.auxiliary_eqs
    found = difference({"F": sympy.Matrix([ours])}, {"F": sympy.Matrix([sympys_own])})
    assert found["F"] <= 1e-13
