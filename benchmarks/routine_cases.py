"""What Routines are timed on: factorizations of the sizes of a robot's equations.

Each case is a Routine that repeats its work within native code, so that a call from Python is
not timed. The same source runs under Numba (`standalone`).

From: kane/program/numeric/library.py    Next: routines.py
"""

from __future__ import annotations

import ast
from typing import Final

from kane.program.arrays import Floats, Ints
from kane.program.numeric.cholesky import cholesky_factor, cholesky_solve, ltdl_factor, ltdl_solve
from kane.program.numeric.lu import lu_factor, lu_solve
from kane.program.numeric.pivoting import independent
from kane.program.numeric.products import matrix_matrix
from kane.program.numeric.qr import qr_factor
from kane.program.routine import Library, library, routine
from kane.program.routine_closure import together
from kane.program.routine_source import source_of


@routine
def fetch(given: Floats, a: Floats, count: int) -> None:
    """a ← given."""
    for i in range(count):
        a[i] = given[i]


@routine
def cholesky(
    given: Floats, n: int, a: Floats, b: Floats, p: Ints, q: Ints, work: Floats, times: int
) -> float:
    """Factor and solve, definite."""
    total = 0.0
    for _ in range(times):
        fetch(given, a, n * n)
        failed = cholesky_factor(a, n)
        fetch(given[failed + 1 :], b, n)
        cholesky_solve(a, n, b)
        total += b[n - 1]
    return total


@routine
def ltdl(
    given: Floats, n: int, a: Floats, b: Floats, p: Ints, q: Ints, work: Floats, times: int
) -> float:
    """Factor and solve, from the last row inward."""
    total = 0.0
    for _ in range(times):
        fetch(given, a, n * n)
        failed = ltdl_factor(a, n)
        fetch(given[failed + 1 :], b, n)
        ltdl_solve(a, n, b)
        total += b[n - 1]
    return total


@routine
def lu(
    given: Floats, n: int, a: Floats, b: Floats, p: Ints, q: Ints, work: Floats, times: int
) -> float:
    """Factor and solve, general."""
    total = 0.0
    for _ in range(times):
        fetch(given, a, n * n)
        failed = lu_factor(a, n, p)
        fetch(given[failed + 1 :], b, n)
        lu_solve(a, n, p, b)
        total += b[n - 1]
    return total


@routine
def selection(
    given: Floats, n: int, a: Floats, b: Floats, p: Ints, q: Ints, work: Floats, times: int
) -> float:
    """Independent columns for two rows in five."""
    rows = 2 * n // 5
    total = 0.0
    for _ in range(times):
        fetch(given, a, rows * n)
        rank = independent(a, rows, n, work, work, p, q, 1e-9)
        total += rank + a[0]
    return total


@routine
def qr(
    given: Floats, n: int, a: Floats, b: Floats, p: Ints, q: Ints, work: Floats, times: int
) -> float:
    """Pivoted factor of two rows in five."""
    rows = 2 * n // 5
    total = 0.0
    for _ in range(times):
        fetch(given, a, rows * n)
        rank = qr_factor(a, rows, n, p, b, work, 1e-9)
        total += rank + a[0]
    return total


@routine
def product(
    given: Floats, n: int, a: Floats, b: Floats, p: Ints, q: Ints, work: Floats, times: int
) -> float:
    """The square of a matrix."""
    total = 0.0
    for _ in range(times):
        matrix_matrix(given, n, n, n, given, a)
        total += a[0]
    return total


CASES: Final[Library] = library("cases", cholesky, ltdl, lu, selection, qr, product)
SIZES: Final = (6, 20, 40)  # an arm, a humanoid's limbs, a humanoid with its hands


def standalone(cases: Library, decorator: str) -> str:
    """The source of a Library without our names: constants, and functions without annotations."""
    constants: dict[str, float] = {}
    functions = []
    for one in together(cases):
        node = ast.parse(ast.unparse(source_of(one.function).node)).body[0]
        assert isinstance(node, ast.FunctionDef)
        node.decorator_list, node.returns = [], None
        for argument in node.args.args:
            argument.annotation = None
        for name in one.function.__code__.co_names:
            value = one.function.__globals__.get(name)
            if isinstance(value, int | float):
                constants[name] = value
        functions.append(f"@{decorator}\n{ast.unparse(node)}\n")
    values = [f"{name} = {value!r}" for name, value in constants.items()]
    return "\n".join(["from math import *", *values, *functions])
