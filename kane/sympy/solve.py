"""Solve: linear systems on the graph, with divisions that fail only where the system does.

An entry alone in its row or column is divided by as it is: it is a factor of the determinant. A
block of at most four rows that is left takes Cramer's rule with shared minors: its one divisor is
the determinant, and not a pivot, which may vanish where the system is sound (an upright bicycle).
Larger blocks are eliminated, with pivots that are not zero at random points.

From: linear.py    Next: kinematic_equations.py
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sympy.matrices.exceptions import NonInvertibleMatrixError

from kane.algebra.expr import Expr
from kane.algebra.graph import Graph
from kane.algebra.zero import Samples, Verdict
from kane.sympy.linear import Row

CRAMER: Final = 4  # rows; the minors of more cost more than an elimination


def solve(graph: Graph, matrix: Sequence[Row], right: Sequence[Row]) -> list[Row]:
    """X in A X = B."""
    return _System(graph, matrix, right).solution()


class _System:
    """The rows that are left, as dictionaries of what is not zero in them."""

    def __init__(self, graph: Graph, matrix: Sequence[Row], right: Sequence[Row]) -> None:
        self.graph = graph
        self.samples = Samples(graph)
        self.rows = [{j: x for j, x in enumerate(row) if not self._is_zero(x)} for row in matrix]
        self.right = [list(row) for row in right]
        self.width = len(self.right[0]) if self.right else 0
        self.waiting = list(range(len(self.rows)))
        self.found: dict[int, Row] = {}

    def solution(self) -> list[Row]:
        """X, row by row."""
        later: list[tuple[int, int]] = []
        while self.waiting:
            alone = self._alone()
            if alone is None and len(self.waiting) <= CRAMER:
                self._cramer()
                break
            i, j = alone or self._pivot()
            self.waiting.remove(i)
            later.append((i, j))
            for other in self.waiting:
                self._reduce(other, i, j)
        for i, j in reversed(later):
            self.found[j] = [self._value(i, j, column) for column in range(self.width)]
        return [self.found[j] for j in range(len(self.rows))]

    def _value(self, i: int, j: int, column: int) -> int:
        """x_j = (b_i − Σ a_ik x_k)/a_ij."""
        graph, row, total = self.graph, self.rows[i], self.right[i][column]
        for k, entry in row.items():
            if k != j:
                total = graph.add(total, -graph.mul(entry, self.found[k][column]))
        return graph.div(total, row[j])

    def _reduce(self, other: int, i: int, j: int) -> None:
        """Row `other` without its entry in column j."""
        graph, row = self.graph, self.rows[other]
        if j not in row:
            return
        factor = graph.div(row.pop(j), self.rows[i][j])
        for k, entry in self.rows[i].items():
            if k != j:
                changed = graph.add(row.get(k, 0), -graph.mul(factor, entry))
                if self._is_zero(changed):
                    row.pop(k, None)
                else:
                    row[k] = changed
        for column in range(self.width):
            taken = graph.mul(factor, self.right[i][column])
            self.right[other][column] = graph.add(self.right[other][column], -taken)

    # ── which entry is divided by ─────────────────────────────────────────────────────────
    def _alone(self) -> tuple[int, int] | None:
        """An entry that stands alone in its row or its column."""
        columns = self._columns()
        for i in self.waiting:
            if not self.rows[i]:
                raise _singular()
            for j in self.rows[i]:
                if len(self.rows[i]) == 1 or columns[j] == 1:
                    return i, j
        return None

    def _columns(self) -> dict[int, int]:
        """How many of the waiting rows have an entry in a column."""
        columns: dict[int, int] = {}
        for i in self.waiting:
            for j in self.rows[i]:
                columns[j] = columns.get(j, 0) + 1
        return columns

    def _pivot(self) -> tuple[int, int]:
        """The entry that spreads least and divides by least [Markowitz1957], and is not small
        beside the rest of its row [Golub2013 §3.4]."""
        columns, small = self._columns(), (0.0, -1, -1)
        places = sorted(
            ((len(self.rows[i]) - 1) * (columns[j] - 1), self._division(x), i, j)
            for i in self.waiting
            for j, x in self.rows[i].items()
        )
        for _, division, i, j in places:
            share = self._share(i, j) if division == 2 else 1.0
            if share >= 0.1:
                return i, j
            small = max(small, (share, i, j))
        if not small[0]:
            raise _singular()
        return small[1:]

    def _share(self, i: int, j: int) -> float:
        entries = [Expr(self.graph, x) for x in self.rows[i].values()]
        return self.samples.share(entries, list(self.rows[i]).index(j))

    def _division(self, x: int) -> int:
        """How dear a division is: none, by a constant, by an expression."""
        if abs(x) == 1:
            return 0
        return 1 if self.graph.number(x) is not None else 2

    def _is_zero(self, x: int) -> bool:
        if x == 0 or self.graph.number(x) is not None:
            return x == 0
        return self.samples.verdict(Expr(self.graph, x)) is Verdict.ZERO

    # ── Cramer's rule ─────────────────────────────────────────────────────────────────────
    def _cramer(self) -> None:
        """x_j = Σ_i cofactor_ij b_i / det, for the rows that wait."""
        rows, columns = tuple(self.waiting), tuple(sorted(self._columns()))
        if len(rows) != len(columns):
            raise _singular()
        minors: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}
        determinant = self._minor(rows, columns, minors)
        if self._is_zero(determinant):
            raise _singular()
        graph = self.graph
        for c, j in enumerate(columns):
            totals = [0] * self.width
            for r, i in enumerate(rows):
                cofactor = self._minor(without(rows, r), without(columns, c), minors)
                signed = -cofactor if (r + c) % 2 else cofactor
                for column in range(self.width):
                    term = graph.mul(signed, self.right[i][column])
                    totals[column] = graph.add(totals[column], term)
            self.found[j] = [graph.div(total, determinant) for total in totals]

    def _minor(
        self,
        rows: tuple[int, ...],
        columns: tuple[int, ...],
        known: dict[tuple[tuple[int, ...], tuple[int, ...]], int],
    ) -> int:
        """The determinant of some rows and columns, by its first row."""
        if not rows:
            return 1
        if (rows, columns) not in known:
            graph, total = self.graph, 0
            for c, j in enumerate(columns):
                entry = self.rows[rows[0]].get(j, 0)
                if entry:
                    rest = self._minor(rows[1:], without(columns, c), known)
                    term = graph.mul(entry, rest)
                    total = graph.add(total, -term if c % 2 else term)
            known[rows, columns] = total
        return known[rows, columns]


def without(places: tuple[int, ...], index: int) -> tuple[int, ...]:
    """The places but one."""
    return places[:index] + places[index + 1 :]


def _singular() -> NonInvertibleMatrixError:
    return NonInvertibleMatrixError(
        "Matrix det == 0; not invertible: the equations do not determine all that they are solved "
        "for. Check for equations that follow from each other."
    )
