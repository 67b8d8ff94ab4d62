"""The packed sine and cosine: errors in units in the last place, and everything special.

References: the C library's long double functions for the mass, mpmath near multiples of π/2
and for huge angles.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable
from dataclasses import replace
from functools import cache

import mpmath
import numpy as np
import pytest

from kane.emitters.literal import vector
from kane.emitters.sincos import COSINE, LIMIT, LIMIT_FUSED, SINE, sincos
from kane.emitters.sincos_group import sincos_group
from kane.machine.cpu import MidEnd, Tier, assemble, function, host, load

Both = tuple[np.ndarray, np.ndarray]
LONG = np.longdouble
WORST = 2.0  # units in the last place, promised
EXTENDED = np.finfo(LONG).nmant >= 63

forms = pytest.mark.parametrize(
    ("lanes", "fused"), [(8, True), (8, False), (4, True), (2, True), (1, True), (1, False)]
)
grouped = pytest.mark.parametrize(("lanes", "count"), [(8, 4), (4, 3), (2, 8)])


@cache
def compiled(lanes: int, fused: bool) -> Callable[[np.ndarray], Both]:
    """Sines and cosines of an array whose length is a multiple of the lanes."""
    V = vector("double", lanes)
    declared = "declare double @sin(double)\ndeclare double @cos(double)"
    loop = f"""
define void @all(ptr %x, ptr %s, ptr %c, i64 %count) {{
entry:
  br label %block
block:
  %k = phi i64 [0, %entry], [%next, %block]
  %x.k = getelementptr double, ptr %x, i64 %k
  %s.k = getelementptr double, ptr %s, i64 %k
  %c.k = getelementptr double, ptr %c, i64 %k
  %angles = load {V}, ptr %x.k, align 8
  call void @kane.sincos.{lanes}({V} %angles, ptr %s.k, ptr %c.k)
  %next = add i64 %k, {lanes}
  %more = icmp ult i64 %next, %count
  br i1 %more, label %block, label %done
done:
  ret void
}}"""
    text = "\n".join((declared, sincos(lanes, fused), loop))
    processor = host() if fused else replace(host(), features=f"{host().features},-fma,-fma4")
    made = assemble(text, processor, Tier.OPTIMIZED, MidEnd.NONE)
    types = [ctypes.c_void_p] * 3 + [ctypes.c_int64]
    run = function(load(made, ("all",)), "all", None, *types)

    def call(x: np.ndarray) -> Both:
        sines, cosines = np.empty_like(x), np.empty_like(x)
        run(x.ctypes.data, sines.ctypes.data, cosines.ctypes.data, len(x))
        return sines, cosines

    return call


@cache
def compiled_group(lanes: int, count: int) -> Callable[[np.ndarray], Both]:
    """The same by groups of so many vectors; the array's length is a multiple of both."""
    V, every = vector("double", lanes), range(count)
    loads = "\n".join(
        f"  %at{n} = getelementptr {V}, ptr %x, i64 {n}\n  %x{n} = load {V}, ptr %at{n}, align 8"
        for n in every
    )
    group = f"""
define void @group(ptr %x, ptr %s, ptr %c) {{
{loads}
  call void @kane.sincos.{lanes}x{count}({", ".join(f"{V} %x{n}" for n in every)}, ptr %s, ptr %c)
  ret void
}}"""
    declared = "declare double @sin(double)\ndeclare double @cos(double)"
    text = "\n".join((declared, sincos(lanes, True), sincos_group(lanes, count), group))
    made = assemble(text, host(), Tier.OPTIMIZED, MidEnd.NONE)
    run = function(load(made, ("group",)), "group", None, *[ctypes.c_void_p] * 3)

    def call(x: np.ndarray) -> Both:
        size = lanes * count
        padded = np.zeros(-(-len(x) // size) * size)
        padded[: len(x)] = x
        sines, cosines = np.empty_like(padded), np.empty_like(padded)
        for start in range(0, len(padded), size):
            run(*(one.ctypes.data + 8 * start for one in (padded, sines, cosines)))
        return sines[: len(x)], cosines[: len(x)]

    return call


def worst(made: np.ndarray, reference: np.ndarray) -> float:
    """The largest error in units in the last place of the (long double) reference."""
    unit = np.spacing(np.abs(reference.astype(float)))
    return float(np.max(np.abs(made.astype(LONG) - reference) / unit))


def assert_accurate(x: np.ndarray, lanes: int, fused: bool) -> None:
    """Errors of at most WORST against the C library's long double functions."""
    if not EXTENDED:
        pytest.skip("long double is no wider than double here")
    sines, cosines = compiled(lanes, fused)(x)
    exact = x.astype(LONG)
    assert worst(sines, np.sin(exact)) <= WORST
    assert worst(cosines, np.cos(exact)) <= WORST


def precise(x: np.ndarray) -> Both:
    """Sines and cosines by mpmath, rounded to long double."""
    with mpmath.workprec(1200):
        exact = [mpmath.mpf(value) for value in x.tolist()]
        return _rounded(map(mpmath.sin, exact)), _rounded(map(mpmath.cos, exact))


def _rounded(values: object) -> np.ndarray:
    """Long doubles: each value as a double and the rest as another."""
    pairs = [(float(value), value) for value in values]  # type: ignore[attr-defined]
    high = np.array([pair[0] for pair in pairs])
    low = np.array([float(value - high) for high, value in pairs])
    return high.astype(LONG) + low.astype(LONG)


def near_quarter_turns(count: int, largest: float, rng: np.random.Generator) -> np.ndarray:
    """The doubles next to multiples of π/2, of either sign."""
    most = int(largest / (math.pi / 2))
    turns = {*range(1, count // 10), *rng.integers(1, most, count).tolist(), most}
    with mpmath.workprec(200):
        nearest = np.array([float(mpmath.pi / 2 * k) for k in sorted(turns)])
    x = np.concatenate([nearest, np.nextafter(nearest, 0), -np.nextafter(nearest, np.inf)])
    return np.resize(x, -(-len(x) // 8) * 8)


@forms
@pytest.mark.parametrize("largest", [1e-3, 1.0, 100.0, 1e6])
def test_random_angles_are_right(
    lanes: int, fused: bool, largest: float, rng: np.random.Generator
) -> None:
    assert_accurate(rng.uniform(-largest, largest, 50_000 // 8 * 8), lanes, fused)


@pytest.mark.slow
@pytest.mark.parametrize("fused", [True, False])
def test_ten_million_random_angles_are_right(fused: bool, rng: np.random.Generator) -> None:
    for largest in (1.0, 10.0, 1e3, 1e6):
        for _ in range(4):
            assert_accurate(rng.uniform(-largest, largest, 400_000), 8, fused)
    for _ in range(10):  # every exponent alike
        sizes = np.exp(rng.uniform(math.log(1e-300), math.log(1e6), 400_000))
        assert_accurate(np.copysign(sizes, rng.uniform(-1, 1, len(sizes))), 8, fused)
    for k in range(0, 600_000, 60_000):  # densely around quarter turns
        assert_accurate(k * math.pi / 2 + rng.uniform(-1e-6, 1e-6, 40_000), 8, fused)


@pytest.mark.parametrize("fused", [True, False])
@pytest.mark.parametrize("largest", [10.0, 1e6])
def test_angles_next_to_quarter_turns_are_right(
    fused: bool, largest: float, rng: np.random.Generator
) -> None:
    x = near_quarter_turns(1000, largest, rng)
    for made, reference in zip(compiled(8, fused)(x), precise(x), strict=True):
        assert worst(made, reference) <= WORST


@pytest.mark.parametrize(("fused", "limit"), [(True, LIMIT_FUSED), (False, LIMIT)])
def test_both_sides_of_the_limit_are_right(
    fused: bool, limit: float, rng: np.random.Generator
) -> None:
    x = np.concatenate([limit * (1 + rng.uniform(-1, 1, 400) / 2**k) for k in (1, 10, 40)])
    x = np.concatenate([x, near_quarter_turns(200, limit, rng)[-400:]])
    for made, reference in zip(compiled(8, fused)(x), precise(x), strict=True):
        assert worst(made, reference) <= WORST


@forms
def test_huge_angles_are_right(lanes: int, fused: bool, rng: np.random.Generator) -> None:
    x = np.concatenate([2.0 ** rng.uniform(20, 1023.9, 200) * rng.choice([-1, 1], 200), [1e22] * 8])
    for made, reference in zip(compiled(lanes, fused)(x), precise(x), strict=True):
        assert worst(made, reference) <= WORST


@forms
def test_special_angles_are_right(lanes: int, fused: bool) -> None:
    x = np.array([0.0, -0.0, math.inf, -math.inf, math.nan, 5e-324, -5e-324, -1e-300])
    sines, cosines = compiled(lanes, fused)(x)
    assert np.array_equal(sines, [0.0, 0.0, *[math.nan] * 3, *x[5:]], equal_nan=True)
    assert np.array_equal(np.signbit(sines[[0, 1, 5, 6, 7]]), [False, True, False, True, True])
    assert np.array_equal(cosines, [1.0, 1.0, *[math.nan] * 3, 1.0, 1.0, 1.0], equal_nan=True)


@forms
def test_sine_is_odd_and_cosine_even(lanes: int, fused: bool, rng: np.random.Generator) -> None:
    x = rng.uniform(0, 1e7, 8_000)
    (sines, cosines), (negative, same) = compiled(lanes, fused)(x), compiled(lanes, fused)(-x)
    assert np.array_equal(sines, -negative)
    assert np.array_equal(cosines, same)


def test_polynomials_are_as_close_as_they_say() -> None:
    """sin r = r + r z S(z) to 2⁻⁵⁷·² and cos r = 1 − z/2 + z² C(z) to 2⁻⁶⁰·⁹, |r| ≤ π/4."""
    with mpmath.workprec(200):
        for k in range(1, 401):
            r = mpmath.pi / 4 * k / 400
            z = r * r
            S, C = (mpmath.polyval([mpmath.mpf(c) for c in P[::-1]], z) for P in (SINE, COSINE))
            assert abs((r + r * z * S) / mpmath.sin(r) - 1) < mpmath.mpf(2) ** -57.2
            assert abs((1 - z / 2 + z * z * C) / mpmath.cos(r) - 1) < mpmath.mpf(2) ** -60.9


# ── several vectors in one function ───────────────────────────────────────────────────────────
@grouped
@pytest.mark.parametrize("largest", [1e-3, 1.0, 100.0, 1e6])
def test_groups_of_random_angles_are_right(
    lanes: int, count: int, largest: float, rng: np.random.Generator
) -> None:
    if not EXTENDED:
        pytest.skip("long double is no wider than double here")
    x = rng.uniform(-largest, largest, 20_000)
    sines, cosines = compiled_group(lanes, count)(x)
    assert worst(sines, np.sin(x.astype(LONG))) <= WORST
    assert worst(cosines, np.cos(x.astype(LONG))) <= WORST


@grouped
def test_groups_of_angles_next_to_quarter_turns_and_to_the_limit_are_right(
    lanes: int, count: int, rng: np.random.Generator
) -> None:
    limit = np.concatenate(
        [LIMIT_FUSED * (1 + rng.uniform(-1, 1, 100) / 2**k) for k in (1, 10, 40)]
    )
    near = [near_quarter_turns(200, largest, rng) for largest in (10.0, 1e6, LIMIT_FUSED)]
    x = np.concatenate([limit, *near, 2.0 ** rng.uniform(20, 1023.9, 100)])
    for made, reference in zip(compiled_group(lanes, count)(x), precise(x), strict=True):
        assert worst(made, reference) <= WORST


@grouped
def test_special_angles_in_groups_are_right(lanes: int, count: int) -> None:
    x = np.array([0.0, -0.0, math.inf, -math.inf, math.nan, 5e-324, -5e-324, -1e-300])
    for spread in (x, np.repeat(x, lanes * count)):  # beside far ones, and among themselves
        sines, cosines = compiled_group(lanes, count)(spread)
        expected = np.where(np.isfinite(spread), spread, math.nan)
        assert np.array_equal(sines, expected, equal_nan=True)
        known = np.isfinite(spread)
        assert np.array_equal(np.signbit(sines[known]), np.signbit(spread[known]))
        assert np.array_equal(cosines, np.where(np.isfinite(spread), 1.0, math.nan), equal_nan=True)


@grouped
def test_sine_is_odd_and_cosine_even_in_groups(
    lanes: int, count: int, rng: np.random.Generator
) -> None:
    x = rng.uniform(0, 1e7, 8_000)
    call = compiled_group(lanes, count)
    (sines, cosines), (negative, same) = call(x), call(-x)
    assert np.array_equal(sines, -negative)
    assert np.array_equal(cosines, same)
