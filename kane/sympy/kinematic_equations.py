"""Kinematic differential equations: K q̇ + U u + F = 0, and q̇ from them.

From: linear.py    Next: constraint_equations.py
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sympy.solvers.solveset import NonlinearError

from kane.sympy.linear import Row, linear
from kane.sympy.scalars import Scalars
from kane.sympy.solve import solve

Sympy = Any  # SymPy publishes no types
Solver = str | Callable[[Sympy, Sympy], Sympy]

# What SymPy's Matrix.solve and Matrix.inv know; they name ways to the same solution.
METHODS = frozenset(
    {"GJ", "GE", "LU", "QR", "LDL", "CH", "PINV", "CRAMER", "CRM", "ADJ", "DET", "BLOCK", "RANK"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class KinematicEquations:
    """K q̇ + U u + F = 0 as given (auxiliary speeds stand in F), and q̇ + U' u + F' = 0."""

    K: list[Row]
    U: list[Row]
    F: Row
    explicit_U: list[Row]
    explicit_F: Row
    qdot: Row


def kinematic_equations(
    scalars: Scalars, given: Sequence[Sympy], qdot: Sequence[int], u: Sequence[int], solver: Solver
) -> KinematicEquations:
    """The equations taken apart by q̇ and u, and solved for q̇."""
    if len(given) != len(qdot):
        raise ValueError(
            f"There are {len(given)} kinematic differential equations for {len(qdot)} generalized "
            "coordinates; there must be an equal number. Give one for each coordinate."
        )
    graph, n, o = scalars.graph, len(qdot), len(u)
    try:
        forms = linear(graph, scalars.read_all(given), [*qdot, *u])
    except NonlinearError as refusal:
        raise ValueError(
            "The kinematic differential equations are nonlinear in generalized speeds or rates of "
            f"coordinates: {refusal}"
        ) from None
    K = [[form.get(j, 0) for j in range(n)] for form, _ in forms]
    U = [[form.get(n + j, 0) for j in range(o)] for form, _ in forms]
    F = [rest for _, rest in forms]
    solved = solved_by(scalars, solver, K, [[*row, rest] for row, rest in zip(U, F, strict=True)])
    rates = []
    for row in solved:
        total = row[o]
        for coefficient, speed in zip(row, u, strict=False):
            total = graph.add(total, graph.mul(coefficient, speed))
        rates.append(-total)
    return KinematicEquations(
        K=K,
        U=U,
        F=F,
        explicit_U=[row[:o] for row in solved],
        explicit_F=[row[o] for row in solved],
        qdot=rates,
    )


def solved_by(
    scalars: Scalars, solver: Solver, matrix: Sequence[Row], right: Sequence[Row]
) -> list[Row]:
    """X in A X = B: by a function of SymPy matrices where one is given, else by ours."""
    if callable(solver):
        found = solver(scalars.matrix(matrix), scalars.matrix(right))
        return [scalars.read_all(found[i, :]) for i in range(len(matrix))]
    named(solver)
    return solve(scalars.graph, matrix, right)


def named(method: str) -> None:
    """Refuse the name of a method that SymPy does not know either."""
    if str(method).upper() not in METHODS:
        raise ValueError(
            f"'{method}' names no way to solve a linear system. Give one of "
            f"{', '.join(sorted(METHODS))}, or a function of a matrix and a right-hand side."
        )
