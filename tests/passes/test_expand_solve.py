"""The structured solve as arithmetic: numpy's solution, and not one operation too many."""

import numpy as np
import pytest
from hypothesis import given

from kane.algebra.expr import Expr
from kane.algebra.graph import Graph
from kane.algebra.op import Op
from kane.algebra.pattern import Pattern
from kane.algebra.rate import Rate
from kane.errors import DerivationError
from kane.passes.expand_solve import expand_solve
from kane.program.count import Operations, count
from kane.program.interpret import interpret
from kane.program.lower import lower
from kane.program.program import Program, verify
from tests.close import close, round_off
from tests.error_bound import agree, error_bound
from tests.passes.texts import shown
from tests.programs import programs, random_arguments, seeds

Parents = tuple[int, ...]  # of each body; −1 for the ground

CHAIN: Parents = (-1, 0, 1, 2, 3, 4)
BRANCHED: Parents = (-1, 0, 1, 1, 3, 0, 5, 5)
FOREST: Parents = (-1, -1, 0, 1, 2)


def ancestors(parents: Parents, body: int) -> list[int]:
    """The bodies that carry this one, inmost last."""
    path = []
    while parents[body] >= 0:
        body = parents[body]
        path.append(body)
    return path


def tree_pattern(parents: Parents) -> Pattern:
    """Where the mass matrix of a tree may be non-zero: between bodies of one path."""
    places = tuple(
        (row, column)
        for row in range(len(parents))
        for column in sorted([*ancestors(parents, row), row])
    )
    return Pattern(size=len(parents), entries=places, symmetric=True)


def system(pattern: Pattern, sides: int = 1) -> Program:
    """The Program with a system's entries as input A, its right-hand sides as b, solution x."""
    graph = Graph()
    A = [graph.symbol(f"A{k}", Rate.CONFIGURATION) for k in range(len(pattern.entries))]
    b = [graph.symbol(f"b{k}", Rate.INPUT) for k in range(sides * pattern.size)]
    x = []
    for side in range(sides):
        right = b[side * pattern.size : (side + 1) * pattern.size]
        node = graph.node(Op.SOLVE, (*A, *right), pattern)
        x += [graph.item(node, k) for k in range(pattern.size)]
    inputs = {"A": [Expr(graph, ref) for ref in A], "b": [Expr(graph, ref) for ref in b]}
    return lower("system", inputs, {"x": [Expr(graph, ref) for ref in x]})


def dominant(pattern: Pattern, rng: np.random.Generator) -> np.ndarray:
    """Entries of a well-conditioned matrix."""
    off = rng.uniform(-1, 1, len(pattern.entries))
    diagonal = [row == column for row, column in pattern.entries]
    return np.where(diagonal, pattern.size + rng.uniform(0, 1, off.shape), off)


def dense(pattern: Pattern, entries: np.ndarray) -> np.ndarray:
    A = np.zeros((pattern.size, pattern.size))
    for (row, column), entry in zip(pattern.entries, entries, strict=True):
        A[row, column] = entry
        if pattern.symmetric:
            A[column, row] = entry
    return A


def tree_operations(parents: Parents, sides: int) -> Operations:
    """Exact counts of LᵀDL without fill: with d_k ancestors of body k,

    factors    Σ d_k + d_k(d_k + 1)/2 multiplications, Σ d_k(d_k + 1)/2 subtractions, n divisions
    each side  Σ 2 d_k of both, and a multiplication by each pivot's reciprocal
    """
    depths = [len(ancestors(parents, body)) for body in range(len(parents))]
    n, d, pairs = len(depths), sum(depths), sum(k * (k + 1) // 2 for k in depths)
    scalings = n if sides > 1 else n - depths.count(0)  # one side: roots are divided by
    mul = d + pairs + sides * (2 * d + scalings)
    return Operations(mul=mul, add=pairs + sides * 2 * d, div=n)


@pytest.mark.parametrize("parents", [CHAIN, BRANCHED, FOREST])
@pytest.mark.parametrize("sides", [1, 3])
def test_a_trees_matrix_is_solved_without_fill(parents: Parents, sides: int) -> None:
    expanded = expand_solve(system(tree_pattern(parents), sides))
    verify(expanded)
    assert count(expanded) == tree_operations(parents, sides)


@pytest.mark.parametrize("parents", [CHAIN, BRANCHED, FOREST])
def test_solutions_are_numpys(parents: Parents, rng: np.random.Generator) -> None:
    pattern = tree_pattern(parents)
    entries, b = dominant(pattern, rng), rng.uniform(-1, 1, 2 * pattern.size)
    x = interpret(expand_solve(system(pattern, 2)), entries, b)[0].reshape(2, -1)
    expected = np.linalg.solve(dense(pattern, entries), b.reshape(2, -1).T).T
    assert close(x, expected, round_off(scale=1.0, operations=pattern.size**2))


def test_general_systems_are_numpys(rng: np.random.Generator) -> None:
    for size in range(1, 7):
        kept = rng.uniform(size=(size, size)) < 0.6
        places = [(i, j) for i in range(size) for j in range(size) if kept[i, j] or i == j]
        pattern = Pattern(size=size, entries=tuple(places), symmetric=False)
        entries, b = dominant(pattern, rng), rng.uniform(-1, 1, size)
        expanded = expand_solve(system(pattern))
        verify(expanded)
        expected = np.linalg.solve(dense(pattern, entries), b)
        tolerance = round_off(scale=1.0, operations=size**2)
        assert close(interpret(expanded, entries, b)[0], expected, tolerance)
        assert count(expanded).div == size


def test_a_dense_general_system_takes_the_textbook_count() -> None:
    """n(n−1)/2 + n(n−1)(2n−1)/6 multiplications for the factors [Higham2002 §9.1]; the inmost
    unknown is divided by its pivot, which saves one of n² for the side."""
    n = 5
    places = tuple((row, column) for row in range(n) for column in range(n))
    made = count(expand_solve(system(Pattern(size=n, entries=places, symmetric=False))))
    updates = n * (n - 1) * (2 * n - 1) // 6
    assert made == Operations(
        mul=n * (n - 1) // 2 + updates + n * n - 1, add=updates + n * (n - 1), div=n
    )


def test_two_unknowns_step_by_step() -> None:
    before = shown(
        "v7 v8",
        """v1 = input(q, 0)
        v2 = input(q, 1)
        v3 = input(q, 2)
        v4 = input(u, 0)
        v5 = input(u, 1)
        v6 = solve(2 symmetric: 0,0 1,0 1,1) v1 v2 v3 v4 v5
        v7 = item(0) v6
        v8 = item(1) v6""",
    )
    after = shown(
        "v13 v16",
        """v1 = constant(1.0)
        v2 = input(q, 0)
        v3 = input(q, 1)
        v4 = input(q, 2)
        v5 = input(u, 0)
        v6 = input(u, 1)
        v7 = div v1 v4
        v8 = mul v3 v7
        v9 = mul v3 v8
        v10 = sub v2 v9
        v11 = mul v6 v8
        v12 = sub v5 v11
        v13 = div v12 v10
        v14 = mul v6 v7
        v15 = mul v8 v13
        v16 = sub v14 v15""",
    )
    assert expand_solve(before) == after


def test_a_system_without_a_pivot_is_refused_in_words() -> None:
    pattern = Pattern(size=2, entries=((0, 1), (1, 0)), symmetric=False)
    with pytest.raises(DerivationError, match=r"2 unknowns has no pivot: row 1"):
        expand_solve(system(pattern))


def test_a_singular_system_is_not_finite() -> None:
    pattern = tree_pattern((-1, 0))
    x = interpret(expand_solve(system(pattern)), [1.0, 1.0, 1.0], [1.0, 2.0])[0]
    assert not np.isfinite(x).any()


@given(programs(), seeds())
def test_every_output_is_kept_to_round_off(program: Program, seed: int) -> None:
    arguments, after = random_arguments(program, seed), expand_solve(program)
    verify(after)
    assert Op.SOLVE not in after.ops
    expected, bound = interpret(program, *arguments), error_bound(program, *arguments)
    assert agree(interpret(after, *arguments), expected, bound)
    assert count(after) == count(program)
