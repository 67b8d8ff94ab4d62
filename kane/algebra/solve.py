"""Linear systems with a given sparsity: one node, expanded long after, by a pass.

From: pattern.py, expr.py    Next: derivative.py, kane/passes/expand_solve.py
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, overload

import numpy as np

from kane.algebra.expr import Expr, Scalar, shared
from kane.algebra.graph import Graph
from kane.algebra.op import Op
from kane.algebra.pattern import Pattern


@overload
def solve(
    pattern: Pattern, entries: Sequence[float], right: Sequence[float]
) -> tuple[float, ...]: ...
@overload
def solve(
    pattern: Pattern, entries: Sequence[Scalar], right: Sequence[Scalar]
) -> tuple[Scalar, ...]: ...
def solve(
    pattern: Pattern, entries: Sequence[Scalar], right: Sequence[Scalar]
) -> tuple[Scalar, ...]:
    """The solution x of A x = b, with A's entries in the pattern's order.

    Of plain numbers it is numpy's solution, NaN where A is singular.
    """
    if (len(entries), len(right)) != (len(pattern.entries), pattern.size):
        raise ValueError(
            f"A pattern of {len(pattern.entries)} entries and {pattern.size} rows is given "
            f"{len(entries)} entries and {len(right)} right-hand sides. Give one for each."
        )
    if any(isinstance(scalar, Expr) for scalar in (*entries, *right)):
        graph, refs = shared(*entries, *right)
        return tuple(Expr(graph, ref) for ref in solve_refs(graph, pattern, refs))
    matrix = dense(pattern, np.asarray(entries, dtype=float))
    return tuple(solutions(matrix, np.asarray(right, dtype=float)).tolist())


def solve_refs(graph: Graph, pattern: Pattern, operands: Sequence[int]) -> tuple[int, ...]:
    """The solution's references: items of one node; zeros where the right-hand side is zero."""
    right = operands[len(pattern.entries) :]
    if not any(right):
        return (0,) * pattern.size
    node = graph.node(Op.SOLVE, tuple(operands), pattern)
    return tuple(graph.item(node, index) for index in range(pattern.size))


def transposed(pattern: Pattern) -> tuple[Pattern, tuple[int, ...]]:
    """The pattern of Aᵀ, and which entry of A stands at each of its places."""
    if pattern.symmetric:
        return pattern, tuple(range(len(pattern.entries)))
    mirrored = [(column, row) for row, column in pattern.entries]
    order = tuple(sorted(range(len(mirrored)), key=mirrored.__getitem__))
    places = tuple(mirrored[index] for index in order)
    return Pattern(size=pattern.size, entries=places, symmetric=False), order


def dense(pattern: Pattern, entries: Any) -> np.ndarray:
    """The matrix of these entries, along the last two axes; entries along the first."""
    entries = np.asarray(entries)
    matrix = np.zeros((*entries.shape[1:], pattern.size, pattern.size), entries.dtype)
    for (row, column), value in zip(pattern.entries, entries, strict=True):
        matrix[..., row, column] = value
        if pattern.symmetric:
            matrix[..., column, row] = value
    return matrix


def solutions(matrix: np.ndarray, right: np.ndarray) -> np.ndarray:
    """The solutions of linear systems along the last axes, NaN where a matrix is singular."""
    try:
        return np.asarray(np.linalg.solve(matrix, right[..., None])[..., 0])
    except np.linalg.LinAlgError:
        if matrix.ndim == 2:
            return np.full_like(right, np.nan)
        return np.array([solutions(*one) for one in zip(matrix, right, strict=True)])
