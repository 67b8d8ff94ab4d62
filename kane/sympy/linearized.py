"""Linearized: the linearizer of Kane's equations.

    f_0 = q̇,  f_1 = −(W u + X),  f_2 = −M u̇,  f_3 = F_r − f,  f_v = J u + c,  f_a = Jd u̇ + cd

SymPy's own counts what F*_r and the kinematic equations leave at u = 0 twice, once in f_0 or f_2
and again in f_1 or f_3; here everything is counted once.

From: linearizer.py, exported.py    Next: —
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from sympy.core.sorting import default_sort_key

from kane.algebra.graph import Graph
from kane.algebra.op import Op
from kane.sympy.kinematic_equations import Solver
from kane.sympy.linear import Row
from kane.sympy.linearizer import Forms, Linearizer, Sympy
from kane.sympy.scalars import rate_of

if TYPE_CHECKING:
    from kane.sympy.method import KanesMethod


def linearizer_of(method: KanesMethod, solver: Solver) -> Linearizer:
    """The linearizer of a method whose equations are formed."""
    formed, scalars = method._equations, method._scalars
    graph, unknowns, constraints = scalars.graph, method._unknowns, method._found_constraints
    count, gone = method._independent, method._velocities.gone
    assert method._kinematics is not None
    qdot = gone(method._kinematics.found.qdot)
    forcing = gone(formed.forcing[:count])
    masses = formed.found.M[:count]
    outside = [*qdot, *constraints.cd, *(x for row in (*masses, *constraints.Jd) for x in row)]
    _refuse_outside(method, outside)
    r = _specified(method, forcing)
    rates = zip(method._qdot_nodes, qdot, strict=True)
    forms = {
        "f_0": list(method._qdot_nodes),
        "f_1": [-x for _, x in rates],
        "f_2": [-x for x in _applied(graph, masses, unknowns.udot)],
        "f_3": forcing,
        "f_4": [0] * count,
        "f_c": scalars.read_all(method._f_h.flat()),
        "f_v": _sums(graph, _applied(graph, constraints.J, unknowns.u), gone(constraints.c)),
        "f_a": _sums(graph, _applied(graph, constraints.Jd, unknowns.udot), constraints.cd),
    }
    q, u = method.q.flat(), method.u.flat()
    n, o = len(q) - len(method._qdep), len(u) - len(method._udep)
    parts = (q[:n], q[n:], u[:o], u[o:], r)
    return Linearizer.of_forms(Forms(scalars=scalars, of=forms), q, u, parts, solver)


def _applied(graph: Graph, matrix: Iterable[Row], vector: Sequence[int]) -> Row:
    totals = []
    for row in matrix:
        total = 0
        for entry, x in zip(row, vector, strict=True):
            total = graph.add(total, graph.mul(entry, x))
        totals.append(total)
    return totals


def _sums(graph: Graph, a: Row, b: Row) -> Row:
    return [graph.add(x, y) for x, y in zip(a, b, strict=True)]


def _dynamic(method: KanesMethod, refs: Sequence[int]) -> list[Sympy]:
    """The functions of time in these references that are no part of the motion."""
    scalars, uaux = method._scalars, method._uaux.flat()
    known = {*method.q, *method._qdot, *method.u, *method._udot, *uaux, *map(rate_of, uaux)}
    graph = scalars.graph
    symbols = (node for node in graph.live(refs) if graph.ops[node] == Op.SYMBOL)
    found = [scalars.leaves[node] for node in symbols if scalars.is_dynamic(node)]
    return [leaf for leaf in found if leaf not in known]


def _refuse_outside(method: KanesMethod, refs: Sequence[int]) -> None:
    found = _dynamic(method, refs)
    if found:
        raise ValueError(
            "Cannot have dynamicsymbols outside dynamic forcing vector: "
            f"{', '.join(map(str, found))}. Put constants or functions of q and u in their place."
        )


def _specified(method: KanesMethod, forcing: Sequence[int]) -> list[Sympy]:
    """r, the inputs in the forcing, in SymPy's order."""
    r = sorted(_dynamic(method, forcing), key=default_sort_key)
    rated = [x for x in r if rate_of(x) in r]
    if rated:
        raise ValueError(
            "Cannot have derivatives of specified quantities when linearizing forcing terms: "
            f"{', '.join(map(str, rated))} and their rates. Name the rates as inputs of their own."
        )
    return r
