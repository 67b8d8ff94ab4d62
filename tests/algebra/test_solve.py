"""Linear systems: on floats, as a node, and what a pattern may be."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from kane.algebra import Expr, Graph, Pattern, Rate, evaluate, solve, symbol
from kane.algebra.pattern import full, symmetric
from kane.program.interpret import interpret
from kane.program.lower import lower
from tests.algebra.derivation import seeds
from tests.close import close, round_off


@given(seeds())
def test_the_solution_solves_the_system(seed: int) -> None:
    rng = np.random.default_rng(seed)
    pattern = Pattern(size=3, entries=((0, 0), (1, 0), (1, 1), (2, 0), (2, 2)), symmetric=True)
    entries = rng.uniform(-1, 1, 5) + np.array([4, 0, 4, 0, 4])
    right = rng.uniform(-1, 1, 3)
    a, b, d, c, e = entries
    matrix = np.array([[a, b, c], [b, d, 0], [c, 0, e]])
    x = solve(pattern, entries.tolist(), right.tolist())
    assert close(matrix @ x, right, round_off(scale=4.0, operations=9))


def test_floats_expressions_and_programs_agree() -> None:
    graph = Graph()
    symbols = [symbol(f"a{k}", Rate.SPEED, graph) for k in range(6)]
    values = [5.0, 1.0, -0.5, 4.0, 0.3, -2.0]
    on_floats = solve(full(2), values[:4], values[4:])
    on_exprs = solve(full(2), symbols[:4], symbols[4:])
    program = lower("solve", {"a": symbols}, {"x": on_exprs})
    assert close(evaluate(list(on_exprs), dict(zip(symbols, values, strict=True))), on_floats, 0)
    assert close(interpret(program, values)[0], on_floats, 0)


def test_one_node_serves_all_components_and_repeats() -> None:
    graph = Graph()
    a, b = (symbol(name, Rate.SPEED, graph) for name in "ab")
    first = solve(symmetric(2), [a, 1, b], [a, b])
    size = len(graph)
    assert solve(symmetric(2), [a, 1, b], [a, b])[1] == first[1]
    assert len(graph) == size


def test_a_right_hand_side_of_zeros_gives_zeros() -> None:
    a = symbol("a", Rate.SPEED, Graph())
    assert all(bool(x == 0) for x in solve(full(1), [a], [a - a]))


def test_a_singular_system_gives_nan_where_it_is_singular() -> None:
    assert np.isnan(solve(full(2), [1, 2, 2, 4], [1, 1])).all()
    a = symbol("a", Rate.SPEED, Graph())
    x = solve(full(1), [a], [1.0])[0]
    assert isinstance(x, Expr)
    found = evaluate(x, {a: np.array([2.0, 0.0])})
    assert found[0] == 0.5
    assert np.isnan(found[1])


def test_the_right_number_of_operands_is_asked_for() -> None:
    with pytest.raises(
        ValueError, match="4 entries and 2 rows is given 3 entries and 2 right-hand"
    ):
        solve(full(2), [1, 2, 3], [1, 1])


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        (((1, 0), (0, 0)), "not in ascending order"),
        (((0, 0), (0, 0)), "each once"),
        (((0, 2),), r"Entry \(0, 2\) of a pattern lies outside its 2 rows"),
        (((0, 1),), r"above the diagonal\. Give its mirror image \(1, 0\) alone"),
    ],
)
def test_patterns_that_are_none_are_refused(
    entries: tuple[tuple[int, int], ...], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        Pattern(size=2, entries=entries, symmetric=True)
