"""How far round-off can carry a Program's results: the tolerance where two evaluations meet.

assert agree(interpret(after, *x), interpret(before, *x), error_bound(before, *x))
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike

from kane.algebra.op import CONDITIONS, LEAVES, Op
from kane.program.interpret import values
from kane.program.program import Program
from tests.close import DOUBLE

Arrays = tuple[np.ndarray, ...]


def agree(actual: Arrays, expected: Arrays, bounds: Arrays) -> bool:
    """Whether every element differs by no more than its bound; equal infinities and NaNs agree."""
    same = all(
        bool(np.all((a == b) | (np.isnan(a) & np.isnan(b)) | (np.abs(a - b) <= bound)))
        for a, b, bound in zip(actual, expected, bounds, strict=True)
    )
    return same and len(actual) == len(expected)


def error_bound(program: Program, *arguments: ArrayLike, k: float = 8.0) -> Arrays:
    """k times the running error bound of every output [Higham2002 §3.3].

    Each operation adds half a unit in its last place and passes its operands' errors on by its
    derivative, |δf| ≤ Σ |∂f/∂x| |δx| + (ε/2)|f|; where a comparison lies within its operands'
    errors, what it chooses has no bound (∞). k = 8 leaves room for a second evaluation in
    another order, for functions that are right to 2 ulp, and for the second-order terms.
    """
    made = values(program, *arguments)
    errors: list[Any] = []
    for index, (op, args) in enumerate(zip(program.ops, program.args, strict=True)):
        errors.append(_error(program, index, Op(op), args, made, errors))
    bounds = ([errors[abs(ref)] for ref in output.refs] for output in program.outputs)
    with np.errstate(over="ignore"):  # a bound too large for a number is none
        return tuple(
            np.nan_to_num(k * np.array(bound, dtype=float).reshape(output.shape), nan=math.inf)
            for bound, output in zip(bounds, program.outputs, strict=True)
        )


def _error(
    program: Program, index: int, op: Op, args: tuple[int, ...], made: list[Any], errors: list[Any]
) -> Any:
    value = made[index]
    if op in LEAVES:
        rounded = op is Op.CONSTANT and not float(value).is_integer()
        return DOUBLE / 2 * abs(value) if rounded else 0.0
    if op is Op.ITEM:
        return errors[args[0]][program.attributes[index]]
    x = [made[arg] if arg >= 0 else -made[-arg] for arg in args]
    e = [errors[abs(arg)] for arg in args]
    if op is Op.SOLVE:
        return _error_of_solution(program.attributes[index], x, e, value)
    if op is Op.SINCOS:
        return [error + DOUBLE / 2 for error in e for _ in range(2)]
    carried: float = _CARRIED[op](x, e, value)
    return carried if op in _EXACT else carried + DOUBLE / 2 * abs(value)


def _error_of_solution(pattern: Any, x: list[float], e: list[float], value: list[float]) -> Any:
    """|δx| ≤ |A⁻¹| (|δA||x| + |δb| + n ε |A||x|) [Higham2002 §7.2, §9.3]."""
    n, count = pattern.size, len(pattern.entries)
    A, δA = np.zeros((n, n)), np.zeros((n, n))
    for (row, column), entry, error in zip(pattern.entries, x, e, strict=False):
        A[row, column], δA[row, column] = entry, error
        if pattern.symmetric:
            A[column, row], δA[column, row] = entry, error
    size = np.abs(value)
    with np.errstate(invalid="ignore"):  # ∞·0, which is then no bound either
        residual = δA @ size + np.array(e[count:]) + 3 * n * DOUBLE * (np.abs(A) @ size)
        bound: list[float] = (np.abs(np.linalg.inv(A)) @ residual).tolist()
    return bound


def _uncertain(x: list[float], e: list[float], _: Any) -> float:
    """∞ where the two sides are within their errors of each other."""
    room = e[0] + e[1]
    return math.inf if room and abs(x[0] - x[1]) <= 64 * room else 0.0


def _chosen(x: list[Any], e: list[float], _: Any) -> float:
    return math.inf if e[0] else e[1] if x[0] else e[2]


_EXACT: Final = CONDITIONS | {Op.ABS, Op.SIGN, Op.MIN, Op.MAX, Op.WHERE}
_CARRIED: Final[dict[Op, Callable[[list[Any], list[float], Any], float]]] = {
    Op.ADD: lambda x, e, v: e[0] + e[1],
    Op.SUB: lambda x, e, v: e[0] + e[1],
    Op.MUL: lambda x, e, v: abs(x[0]) * e[1] + abs(x[1]) * e[0],
    Op.DIV: lambda x, e, v: (e[0] + abs(v) * e[1]) / abs(x[1]) if x[1] else math.inf,
    Op.SQRT: lambda x, e, v: e[0] / (2 * v) if v else math.sqrt(e[0]),
    **dict.fromkeys((Op.SIN, Op.COS, Op.ATAN, Op.TANH, Op.ABS), lambda x, e, v: e[0]),
    Op.TAN: lambda x, e, v: (1 + v * v) * e[0],
    Op.ASIN: lambda x, e, v: e[0] / math.sqrt(1 - x[0] * x[0]),
    Op.ACOS: lambda x, e, v: e[0] / math.sqrt(1 - x[0] * x[0]),
    Op.ATAN2: lambda x, e, v: (abs(x[0]) * e[1] + abs(x[1]) * e[0]) / (x[0] ** 2 + x[1] ** 2),
    Op.EXP: lambda x, e, v: v * e[0],
    Op.LOG: lambda x, e, v: e[0] / abs(x[0]),
    Op.SIGN: lambda x, e, v: math.inf if e[0] and abs(x[0]) <= 64 * e[0] else 0.0,
    Op.MIN: lambda x, e, v: max(e),
    Op.MAX: lambda x, e, v: max(e),
    Op.LESS: _uncertain,
    Op.LESS_EQUAL: _uncertain,
    Op.EQUAL: _uncertain,
    Op.AND: lambda x, e, v: max(e),
    Op.OR: lambda x, e, v: max(e),
    Op.NOT: lambda x, e, v: e[0],
    Op.WHERE: _chosen,
}
