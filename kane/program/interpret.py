"""A Program run in plain Python: slow, obvious, and the oracle of every emitter.

From: program.py    Next: kane/emitters/llvm.py, which must agree with it
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kane.algebra.graph import FUNCTIONS
from kane.algebra.op import Op
from kane.algebra.pattern import Pattern
from kane.program.program import Program

Value = Any  # a float, a bool, or a list of floats


def interpret(program: Program, *arguments: ArrayLike) -> tuple[np.ndarray, ...]:
    """The outputs of a Program for these arguments, one array an output.

    Invalid operations give NaN or ±∞ as IEEE 754 asks, never an exception.
    """
    made = values(program, *arguments)
    return tuple(
        np.array([_signed(made, ref) for ref in output.refs], dtype=float).reshape(output.shape)
        for output in program.outputs
    )


def values(program: Program, *arguments: ArrayLike) -> list[Value]:
    """The value of every instruction, by index."""
    given = [np.asarray(argument, dtype=float).ravel().tolist() for argument in arguments]
    made: list[Value] = []
    for index, (op, args) in enumerate(zip(program.ops, program.args, strict=True)):
        if op == Op.CONSTANT:
            made.append(program.values[index])
        elif op == Op.INPUT:
            made.append(given[args[0]][args[1]])
        elif op == Op.ITEM:
            made.append(made[args[0]][program.attributes[index]])
        elif op == Op.SOLVE:
            made.append(_solve(program.attributes[index], [_signed(made, arg) for arg in args]))
        else:
            made.append(APPLY[Op(op)](*[_signed(made, arg) for arg in args]))
    return made


def _signed(made: list[Value], ref: int) -> Value:
    return made[ref] if ref >= 0 else -made[-ref]


def _solve(pattern: Any, operands: list[float]) -> list[float]:
    assert isinstance(pattern, Pattern)
    matrix = np.zeros((pattern.size, pattern.size))
    for (row, column), value in zip(pattern.entries, operands, strict=False):
        matrix[row, column] = value
        if pattern.symmetric:
            matrix[column, row] = value
    right = np.array(operands[len(pattern.entries) :])
    try:
        solution: list[float] = np.linalg.solve(matrix, right).tolist()
    except np.linalg.LinAlgError:
        return [math.nan] * pattern.size
    return solution


def _guarded(function: Callable[[float], float]) -> Callable[[float], float]:
    """A function of `math` that gives NaN or ∞ where Python would raise."""

    def guarded(x: float) -> float:
        try:
            return function(x)
        except OverflowError:
            return math.inf
        except ValueError:
            return -math.inf if function is math.log and x == 0 else math.nan

    return guarded


def _divide(x: float, y: float) -> float:
    with np.errstate(all="ignore"):
        return float(np.float64(x) / np.float64(y))


def _minimum(x: float, y: float) -> float:
    return x if x != x else y if y != y else min(x, y)


def _maximum(x: float, y: float) -> float:
    return x if x != x else y if y != y else max(x, y)


def _sincos(*angles: float) -> list[float]:
    sine, cosine = APPLY[Op.SIN], APPLY[Op.COS]
    return [value for angle in angles for value in (sine(angle), cosine(angle))]


APPLY: dict[Op, Callable[..., Value]] = {
    Op.ADD: lambda x, y: x + y,
    Op.SUB: lambda x, y: x - y,
    Op.MUL: lambda x, y: x * y,
    Op.DIV: _divide,
    **{op: _guarded(function) for op, function in FUNCTIONS.items()},
    Op.ATAN2: math.atan2,
    Op.MIN: _minimum,
    Op.MAX: _maximum,
    Op.LESS: lambda x, y: x < y,
    Op.LESS_EQUAL: lambda x, y: x <= y,
    Op.EQUAL: lambda x, y: x == y,
    Op.AND: lambda a, b: bool(a) and bool(b),
    Op.OR: lambda a, b: bool(a) or bool(b),
    Op.NOT: lambda a: not a,
    Op.WHERE: lambda condition, a, b: a if condition else b,
    Op.SINCOS: _sincos,
}
