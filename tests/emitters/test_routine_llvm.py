"""Routines as LLVM text: what the builds allow, what is known of arrays, and odd operands."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kane.emitters.routine_llvm import emit_routines
from kane.program.numeric.library import NUMERIC
from kane.program.routine import library
from kane.program.target import Build, Target
from tests.routines import fast, routines, strict

INTEGERS = """\
@routine
def of_integers(i: int, j: int, out: Ints) -> None:
    out[0] = i // j
    out[1] = i % j
    out[2] = abs(i)
    out[3] = min(i, j)
    out[4] = max(i, j)
"""
OVERLAP = """\
@routine
def shift(x: Floats, y: Floats, n: int) -> None:
    for i in range(n):
        y[i] = 2.0 * x[i]
@routine
def along(x: Floats, n: int) -> None:
    shift(x, x[1:], n)
"""
SUM = """\
@routine
def total(x: Floats, n: int) -> float:
    made = 0.0
    for i in range(n):
        made += x[i] * x[i]
    return made
"""
EXTREMES = """\
@routine
def extremes(x: float, y: float, out: Floats) -> None:
    out[0] = min(x, y)
    out[1] = max(x, y)
    out[2] = copysign(x, y)
"""
ORDER = """\
@routine
def mark(out: Ints, bit: int, answer: bool) -> bool:
    out[0] = out[0] * 2 + bit
    return answer
@routine
def short(out: Ints, a: bool, b: bool) -> bool:
    return mark(out, 1, a) and mark(out, 0, b) or mark(out, 1, True)
@routine
def chain(out: Ints, x: Floats, i: int) -> float:
    return x[i] if i >= 0 and x[i] > 0.0 else -1.0
@routine
def ends(out: Ints, n: int) -> int:
    last = -1
    for i in range(n):
        n = 100
        i += 5
        last = i
    return last
"""


@pytest.mark.parametrize(("i", "j"), [(i, j) for i in (7, -7, 0, 6, -6) for j in (3, -3, 1, -1)])
def test_integers_divide_as_pythons_do(i: int, j: int) -> None:
    out = np.zeros(5, dtype=np.int64)
    strict(routines(INTEGERS)["of_integers"])(i, j, out)
    assert out.tolist() == [i // j, i % j, abs(i), min(i, j), max(i, j)]


@pytest.mark.parametrize(("i", "j"), [(5, 0), (-5, 0), (-(2**63), -1), (-(2**63), 0)])
def test_divisions_that_trap_in_the_machine_do_not_end_the_process(i: int, j: int) -> None:
    out = np.zeros(5, dtype=np.int64)
    strict(routines(INTEGERS)["of_integers"])(i, j, out)
    assert out[:2].tolist() == [-(2**63) if j else 0, 0]


ODD = (1.0, -1.0, 0.0, -0.0, np.inf, -np.inf, np.nan)


@pytest.mark.parametrize("x", ODD)
@pytest.mark.parametrize("y", ODD)
def test_extremes_and_signs_are_nan_if_an_operand_is(x: float, y: float) -> None:
    made, native, plain = routines(EXTREMES)["extremes"], np.empty(3), np.empty(3)
    strict(made)(x, y, native)
    made(x, y, plain)
    assert np.array_equal(native, plain, equal_nan=True)
    assert (np.signbit(native) == np.signbit(plain))[~np.isnan(plain)].all()
    assert np.isnan(native[:2]).all() == bool(np.isnan(x) or np.isnan(y))
    fast(made)(x, y, native)
    assert np.array_equal(native, plain, equal_nan=True)


@pytest.mark.parametrize("build", [strict, fast])
def test_arrays_may_overlap_as_in_python(build: Any) -> None:
    made = routines(OVERLAP)["along"]
    native, plain = np.ones(40), np.ones(40)
    build(made)(native, 39)
    made(plain, 39)
    assert native.tolist() == plain.tolist() == [2.0**k for k in range(40)]


def test_operands_are_evaluated_in_order_and_no_further_than_needed() -> None:
    made = routines(ORDER)
    for a in (False, True):
        for b in (False, True):
            native, plain = np.ones(1, dtype=np.int64), np.ones(1, dtype=np.int64)
            assert strict(made["short"])(native, a, b) is made["short"](plain, a, b) is True
            assert native.tolist() == plain.tolist()
    out, x = np.zeros(1, dtype=np.int64), np.array([3.0])
    assert strict(made["chain"])(out, x, -(10**12)) == -1.0  # reading there would end the process
    assert strict(made["chain"])(out, x, 0) == 3.0


@pytest.mark.parametrize("n", [-3, 0, 4])
def test_a_range_is_fixed_before_its_loop_begins(n: int) -> None:
    made, out = routines(ORDER)["ends"], np.zeros(1, dtype=np.int64)
    assert strict(made)(out, n) == made(out, n) == (8 if n > 0 else -1)


def test_the_strict_build_keeps_the_order_of_a_sum_and_the_fast_build_need_not(
    rng: np.random.Generator,
) -> None:
    x = rng.standard_normal(1001)
    made = routines(SUM)["total"]
    assert strict(made)(x, 1001) == made(x, 1001)
    assert fast(made)(x, 1001) == pytest.approx(made(x, 1001), rel=1001 * 2.0**-53, abs=0.0)


def test_only_the_fast_build_allows_rounding_to_change() -> None:
    strict_text = emit_routines(NUMERIC, Target(build=Build.STRICT)).text
    fast_text = emit_routines(NUMERIC, Target(build=Build.FAST)).text
    assert not any(flag in strict_text for flag in ("contract", "reassoc", "nsz", "fast"))
    assert fast_text.replace("contract reassoc nsz ", "") == strict_text
    assert "noalias" not in fast_text


def test_routines_of_no_ones_concern_stay_within() -> None:
    code = emit_routines(library("test", routines(OVERLAP)["along"]), Target())
    assert code.symbols == {"along": "test_along"}
    assert "define internal void @test_shift(" in code.text
    assert "define void @test_along(" in code.text
