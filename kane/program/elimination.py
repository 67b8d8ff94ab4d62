"""The straight-line solution of a linear system with a given sparsity.

    A = Lᵀ D L,  L unit lower triangular        (symmetric)     [Featherstone2008 §6.5]
    A = U D L,   U, L unit triangular           (otherwise)

Rows are eliminated from the last to the first. Where A is the mass matrix of a tree, numbered
from the base outward, this makes no entry that was not there: A_ij stands only where i is an
ancestor of j, and so does L. Elsewhere the fill is found on the way. There are exactly as many
divisions as rows, and no pivoting.

From: rewrite.py    Next: kane/passes/expand_solve.py, count.py
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from enum import Enum, unique

from kane.algebra.graph import Graph
from kane.algebra.op import Op
from kane.algebra.pattern import Pattern
from kane.errors import DerivationError
from kane.program.program import Program
from kane.program.rewrite import Rewriting, Special

Row = dict[int, int]
Terms = tuple[tuple[int, int], ...]


@unique
class Scaling(Enum):
    """When an unknown is divided by its pivot."""

    BEFORE = "before"  # x_k = b_k/d_k − Σ (A_kj/d_k) x_j: factors at hand where A is symmetric
    AFTER = "after"  # x_k = (b_k − Σ A_kj x_j)/d_k


@dataclass(frozen=True, slots=True, kw_only=True)
class Factors:
    """What a matrix leaves for its right-hand sides; all rows hold columns before the diagonal.

    `eliminate[k]` lists (i, factor): b_i −= factor·b_k, for k from last to first.
    `substitute[k]` lists (j, factor): x_k −= factor·x_j, for k from first to last.
    """

    pivots: tuple[int, ...]
    reciprocals: tuple[int, ...]
    eliminate: tuple[Terms, ...]
    substitute: tuple[Terms, ...]
    scaling: Scaling


class Expansion:
    """The SOLVE instructions of a Program as arithmetic; equal matrices are factored once."""

    def __init__(self, program: Program) -> None:
        self.factored: dict[Hashable, Factors] = {}
        self.solutions: dict[int, list[int]] = {}
        self.users = Counter(
            _matrix_key(program, index, program.args[index])
            for index, op in enumerate(program.ops)
            if op == Op.SOLVE
        )

    def special(self, otherwise: Special) -> dict[int, Special]:
        """What to make of SOLVE and of its items; `otherwise` of other items."""

        def item(rewriting: Rewriting, index: int) -> int:
            solution = self.solutions.get(rewriting.program.args[index][0])
            if solution is None:
                return otherwise(rewriting, index)
            place = rewriting.program.attributes[index]
            assert isinstance(place, int)
            return solution[place]

        return {Op.SOLVE: self._solve, Op.ITEM: item}

    def _solve(self, rewriting: Rewriting, index: int) -> int:
        program, operands = rewriting.program, rewriting.operands(index)
        pattern = program.attributes[index]
        assert isinstance(pattern, Pattern)
        entries = len(pattern.entries)
        key = (pattern, operands[:entries])
        factors = self.factored.get(key)
        if factors is None:
            factors = factored(rewriting.graph, pattern, operands[:entries])
            self.factored[key] = factors
        alone = self.users[_matrix_key(program, index, program.args[index])] == 1
        solve = solution_alone if alone else solution
        self.solutions[index] = solve(rewriting.graph, factors, operands[entries:])
        return 0


def _matrix_key(program: Program, index: int, args: tuple[int, ...]) -> Hashable:
    pattern = program.attributes[index]
    assert isinstance(pattern, Pattern)
    return pattern, args[: len(pattern.entries)]


def factored(graph: Graph, pattern: Pattern, entries: tuple[int, ...]) -> Factors:
    """The factors of a matrix with these entries."""
    rows: list[Row] = [{} for _ in range(pattern.size)]
    for (row, column), entry in zip(pattern.entries, entries, strict=True):
        if entry:
            rows[row][column] = entry
    return _symmetric(graph, rows) if pattern.symmetric else _general(graph, rows)


def _symmetric(graph: Graph, rows: list[Row]) -> Factors:
    """Factors of a symmetric matrix given by the rows of its lower triangle."""
    size = len(rows)
    reciprocals = [0] * size
    factors: list[Terms] = [()] * size
    for k in range(size - 1, -1, -1):
        reciprocals[k] = _reciprocal(graph, rows, k)
        before = sorted(column for column in rows[k] if column < k)
        scaled = {i: product(graph, rows[k][i], reciprocals[k]) for i in before}
        for place, i in enumerate(before):
            for j in before[: place + 1]:
                _take_away(graph, rows[i], j, product(graph, scaled[i], rows[k][j]))
        factors[k] = tuple(scaled.items())
    return Factors(
        pivots=tuple(row[k] for k, row in enumerate(rows)),
        reciprocals=tuple(reciprocals),
        eliminate=tuple(factors),
        substitute=tuple(factors),
        scaling=Scaling.BEFORE,
    )


def _general(graph: Graph, rows: list[Row]) -> Factors:
    """Factors of any matrix given by its rows."""
    size = len(rows)
    reciprocals = [0] * size
    eliminate: list[Terms] = [()] * size
    substitute: list[Terms] = [()] * size
    for k in range(size - 1, -1, -1):
        reciprocals[k] = _reciprocal(graph, rows, k)
        above = [i for i in range(k) if k in rows[i]]
        eliminate[k] = tuple((i, product(graph, rows[i][k], reciprocals[k])) for i in above)
        substitute[k] = tuple(sorted(item for item in rows[k].items() if item[0] < k))
        for i, factor in eliminate[k]:
            for j, entry in substitute[k]:
                _take_away(graph, rows[i], j, product(graph, factor, entry))
    return Factors(
        pivots=tuple(row[k] for k, row in enumerate(rows)),
        reciprocals=tuple(reciprocals),
        eliminate=tuple(eliminate),
        substitute=tuple(substitute),
        scaling=Scaling.AFTER,
    )


def _reciprocal(graph: Graph, rows: list[Row], k: int) -> int:
    pivot = rows[k].get(k, 0)
    if pivot == 0:
        raise DerivationError(
            f"A linear system of {len(rows)} unknowns has no pivot: row {k}, eliminated "
            f"after rows {k + 1} to {len(rows) - 1}, is zero on the diagonal for all inputs. Order "
            "the unknowns so that diagonal entries stay, or solve it in a Routine with pivoting."
        )
    return quotient(graph, 1, pivot)


def _take_away(graph: Graph, row: Row, column: int, value: int) -> None:
    row[column] = difference(graph, row.get(column, 0), value)


def solution(graph: Graph, factors: Factors, right: tuple[int, ...]) -> list[int]:
    """The unknowns, with pivots' reciprocals that several right-hand sides share."""

    def scaled(k: int, b: int) -> int:
        return product(graph, b, factors.reciprocals[k])

    return _solution(graph, factors, right, scaled)


def solution_alone(graph: Graph, factors: Factors, right: tuple[int, ...]) -> list[int]:
    """The unknowns; where nothing else needs a pivot's reciprocal, by dividing by the pivot."""

    def scaled(k: int, b: int) -> int:
        if factors.eliminate[k]:
            return product(graph, b, factors.reciprocals[k])
        return quotient(graph, b, factors.pivots[k])

    return _solution(graph, factors, right, scaled)


def _solution(
    graph: Graph, factors: Factors, right: tuple[int, ...], scaled: Callable[[int, int], int]
) -> list[int]:
    x = list(right)
    for k in range(len(x) - 1, -1, -1):
        x_k = x[k]
        for i, factor in factors.eliminate[k]:
            x[i] = difference(graph, x[i], product(graph, factor, x_k))
    for k, b in enumerate(x):
        x_k = scaled(k, b) if factors.scaling is Scaling.BEFORE else b
        for j, factor in factors.substitute[k]:
            x_k = difference(graph, x_k, product(graph, factor, x[j]))
        x[k] = x_k if factors.scaling is Scaling.BEFORE else scaled(k, x_k)
    return x


# ── arithmetic that moves no constants about, so that counts are those of the elimination ─────
def product(graph: Graph, x: int, y: int) -> int:
    """x·y, its sign outside; unlike the graph's own product it opens no other product."""
    if x < 0:
        return -product(graph, -x, y)
    if y < 0:
        return -product(graph, x, -y)
    if x < 2 or y < 2:
        return x * y
    if x in graph.values and y in graph.values:
        return graph.mul(x, y)
    return graph.node(Op.MUL, (x, y) if x < y else (y, x))


def difference(graph: Graph, x: int, y: int) -> int:
    """x − y, its sign outside."""
    if x == 0 or y == 0 or x == y:
        return x if y == 0 else -y if x == 0 else 0
    if x < 0:
        return -_sum(graph, -x, y) if y > 0 else difference(graph, -y, -x)
    if y < 0:
        return _sum(graph, x, -y)
    return graph.node(Op.SUB, (x, y)) if x < y else -graph.node(Op.SUB, (y, x))


def _sum(graph: Graph, x: int, y: int) -> int:
    return graph.node(Op.ADD, (x, y) if x < y else (y, x))


def quotient(graph: Graph, x: int, y: int) -> int:
    """x / y, its sign outside."""
    if x < 0 or y < 0:
        outside = quotient(graph, abs(x), abs(y))
        return outside if (x < 0) == (y < 0) else -outside
    return x if x == 0 or y == 1 else graph.node(Op.DIV, (x, y))


def expanded(program: Program) -> Program:
    """The Program with every SOLVE as arithmetic, all else as it was."""
    if Op.SOLVE not in program.ops:
        return program
    rewriting = Rewriting(program)
    special: Mapping[int, Special] = Expansion(program).special(Rewriting.as_written)
    rewriting.run(Graph.node, special)
    return rewriting.result()
