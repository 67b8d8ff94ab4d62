"""Accelerations: u̇ from M u̇ = forcing and Jd u̇ + cd = 0, the dependent ones put in first.

    u̇_D = D u̇_I + γ,     (M_I + M_D D) u̇_I = forcing − M_D γ          [Kane1985 p.43, p.99]

From: exported.py, solve.py    Next: method.py, built.py
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kane.algebra.graph import Graph
from kane.algebra.pattern import Pattern
from kane.algebra.solve import solve_refs
from kane.sympy.linear import Row
from kane.sympy.solve import solve

Solve = Callable[[list[Row], Row], Row]


@dataclass(frozen=True, slots=True, kw_only=True)
class Motion:
    """The rows of motion and of the constraints, columns by all speeds."""

    graph: Graph
    M: Sequence[Row]
    forcing: Row
    Jd: Sequence[Row]
    cd: Row

    @property
    def independent(self) -> int:
        """How many speeds are independent."""
        return len(self.M)

    def accelerations(self, solved: Solve) -> Row:
        """u̇, the independent ones first."""
        graph, p = self.graph, self.independent
        given = [[*(-x for x in row[:p]), -c] for row, c in zip(self.Jd, self.cd, strict=True)]
        put_in = solve(graph, [row[p:] for row in self.Jd], given)
        rows = [self._reduced(row, put_in) for row in self.M]
        right = [graph.add(x, -row[p]) for x, row in zip(self.forcing, rows, strict=True)]
        udot = solved([row[:p] for row in rows], right)
        return udot + [self._product(row, [*udot, 1]) for row in put_in]

    def _reduced(self, row: Row, put_in: Sequence[Row]) -> Row:
        """M_I + M_D D, and M_D γ."""
        p = self.independent
        total = [*row[:p], 0]
        for entry, others in zip(row[p:], put_in, strict=True):
            for place, other in enumerate(others):
                term = self.graph.mul(entry, other)
                total[place] = self.graph.add(total[place], term)
        return total

    def _product(self, a: Row, b: Row) -> int:
        total = 0
        for x, y in zip(a, b, strict=True):
            total = self.graph.add(total, self.graph.mul(x, y))
        return total


def symbolically(graph: Graph) -> Solve:
    """Solve on the graph, operation by operation."""
    return lambda matrix, right: [row[0] for row in solve(graph, matrix, [[x] for x in right])]


def at_run_time(graph: Graph, pattern: Callable[[int], Pattern]) -> Solve:
    """Solve by one node, which a pass expands; the pattern is `symmetric` or `full`."""

    def solved(matrix: list[Row], right: Row) -> Row:
        found = pattern(len(matrix))
        entries = [matrix[row][column] for row, column in found.entries]
        return list(solve_refs(graph, found, (*entries, *right)))

    return solved
