"""A Routine run plainly: IEEE 754 arithmetic, checked indices, arguments by position."""

from __future__ import annotations

import math
from collections.abc import Callable
from math import ceil, copysign, exp, floor, log, sqrt
from typing import Any

import numpy as np
import pytest

from kane.errors import ArgumentError, RoutineError
from kane.program.arrays import Floats, Ints
from kane.program.routine import routine


@routine
def divide(a: float, b: float) -> float:
    """a / b."""
    return a / b


@routine
def divide_in_place(a: Floats, b: float) -> None:
    """a[0] ← a[0] / b."""
    a[0] /= b


@routine
def functions(x: float, out: Floats) -> None:
    """Functions where `math` raises."""
    out[0] = sqrt(x)
    out[1] = log(x)
    out[2] = exp(-x * 1e3)
    out[3] = math.acos(x)


@routine
def whole(x: float, out: Ints) -> None:
    """x made an integer in three ways."""
    out[0] = int(x)
    out[1] = floor(x)
    out[2] = ceil(x)


@routine
def least(i: int, x: float) -> float:
    """The smaller of an integer and a float, whose sign of zero shows."""
    return copysign(1.0, -min(i, x))


@routine
def rows(a: Floats, n: int) -> None:
    """Each row's number in its first column."""
    for i in range(n):
        row = a[i * n :]
        row[0] = i


@routine
def through_rows(a: Floats, n: int) -> None:
    """A call that leaves the array one level down."""
    rows(a[1:], n)


@routine
def remainder(i: int, j: int) -> int:
    """i % j."""
    return i % j


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (1.0, 0.0, math.inf),
        (1.0, -0.0, -math.inf),
        (-2.0, 0.0, -math.inf),
        (0.0, 0.0, math.nan),
        (math.nan, 0.0, math.nan),
        (math.inf, 0.0, math.inf),
        (3.0, 2.0, 1.5),
    ],
)
def test_division_by_zero_is_that_of_ieee(a: float, b: float, expected: float) -> None:
    array = np.array([a])
    divide_in_place(array, b)
    for found in (divide(a, b), array[0]):
        assert found == expected or (math.isnan(found) and math.isnan(expected))


def test_functions_give_nan_and_infinity_where_python_raises() -> None:
    out = np.zeros(4)
    functions(-2.0, out)
    assert np.isnan(out[[0, 1, 3]]).all()
    assert out[2] == math.inf
    functions(0.0, out)
    assert out[1] == -math.inf


@pytest.mark.parametrize(
    ("x", "expected"),
    [
        (2.5, [2, 2, 3]),
        (-2.5, [-2, -3, -2]),
        (math.nan, [0, 0, 0]),
        (math.inf, [2**63 - 1] * 3),
        (-1e300, [-(2**63)] * 3),
    ],
)
def test_integers_of_floats_are_held_within_64_bits(x: float, expected: list[int]) -> None:
    out = np.zeros(3, dtype=np.int64)
    whole(x, out)
    assert out.tolist() == expected


def test_a_mixed_minimum_is_a_float() -> None:
    assert least(0, 1.0) == -1.0  # −0.0, where Python's own min gives the integer 0


def test_an_index_outside_its_array_names_routine_line_and_sizes() -> None:
    array = np.zeros(8)
    line = rows.function.__code__.co_firstlineno + 4
    with pytest.raises(RoutineError) as caught:
        rows(array, 4)
    where = f"Routine 'rows', {__file__}:{line + 1}: "
    assert str(caught.value).startswith(f"{where}index 0 of an array of 0 elements. Check the")
    assert array.tolist() == [0, 0, 0, 0, 1, 0, 0, 0]


def test_an_index_outside_an_array_is_found_in_the_routine_that_was_called() -> None:
    with pytest.raises(RoutineError, match=r"'rows', .*: index 4 of an array of 3 elements"):
        through_rows(np.zeros(4), 4)


def test_a_negative_index_does_not_count_from_the_end() -> None:
    with pytest.raises(RoutineError, match="index -2 of an array of 4 elements"):
        negative(np.zeros(4), -2)


@routine
def negative(a: Floats, i: int) -> None:
    """a[i] ← 1."""
    a[i] = 1.0


def test_division_of_integers_by_zero_is_a_fault_of_the_routine() -> None:
    assert [remainder(i, j) for i, j in ((7, 3), (-7, 3), (7, -3), (-7, -3))] == [1, 2, -2, -1]
    with pytest.raises(RoutineError, match=r"Routine 'remainder', .*modulo by zero"):
        remainder(7, 0)


@pytest.mark.parametrize(
    ("argument", "words"),
    [
        ([1.0], "not a list"),
        (np.zeros(3, dtype=np.float32), r"not an array of float32 with shape \(3,\), contiguous"),
        (np.zeros(3, dtype=int), "not an array of int64"),
        (np.zeros(6)[::2], r"not an array of float64 with shape \(3,\), strides \(16,\)"),
    ],
)
def test_an_argument_that_is_no_array_of_doubles_is_refused(argument: Any, words: str) -> None:
    with pytest.raises(ArgumentError, match=f"'negative': argument 'a' must be .*{words}"):
        negative(argument, 0)


def test_arguments_are_given_by_position_and_all() -> None:
    with pytest.raises(ArgumentError, match=r"takes 2 arguments \(a, b\) by position, not 1 and 0"):
        divide(1.0)  # type: ignore[call-arg]
    with pytest.raises(ArgumentError, match=r"by position, not 1 and 1 by name"):
        divide(1.0, b=2.0)


def test_a_matrix_is_a_flat_array_in_row_major_order() -> None:
    matrix = np.zeros((3, 3))
    rows(matrix, 3)
    assert matrix[:, 0].tolist() == [0, 1, 2]


@routine
def calls(f: Callable[[Floats], float], a: Floats) -> float:
    """f of all but the first."""
    return f(a[1:])


def test_a_python_function_is_called_with_windows_on_the_arrays() -> None:
    seen = []

    def function(window: Floats) -> float:
        array = np.asarray(window)
        seen.append(array.tolist())
        array[0] = 7.0
        return 1

    array = np.arange(3.0)
    assert calls(function, array) == 1.0
    assert seen == [[1.0, 2.0]]
    assert array.tolist() == [0.0, 7.0, 2.0]


def test_a_routine_prints_its_heading() -> None:
    assert repr(calls) == "<routine calls(f: Callable[[Floats], float], a: Floats) -> float>"
