"""Newton's method on published systems, and its outcomes where there is nothing to find."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from kane.errors import Outcome
from kane.machine.routine import native_library
from kane.program.numeric.library import NUMERIC
from kane.program.numeric.newton import newton
from kane.program.routine import Routine, library
from tests.close import close, round_off
from tests.program.numeric import problems
from tests.program.numeric.problems import (
    arctangent,
    arctangent_jacobian,
    badly_scaled,
    badly_scaled_jacobian,
    broyden_tridiagonal,
    broyden_tridiagonal_jacobian,
    half_defined,
    half_defined_jacobian,
    powell_singular,
    powell_singular_jacobian,
    rosenbrock,
    rosenbrock_jacobian,
    trigonometric,
    trigonometric_jacobian,
    without_zero,
    without_zero_jacobian,
)

Function = Routine[..., Any]
PROBLEMS = library(
    "problems", *(one for one in vars(problems).values() if isinstance(one, Routine))
)
TOLERANCE = 1e-12


def solved(
    f: Function, jacobian: Function, start: list[float], most: int = 60, *, plain: bool = False
) -> tuple[Outcome, np.ndarray, int]:
    """Outcome, point and number of Jacobians."""
    n = len(start)
    x, data, work = np.array(start), np.array([float(n)]), np.zeros(n * (n + 4))
    pivots = np.zeros(n, dtype=np.int64)
    rest = (data, x, n, TOLERANCE, most, pivots, work)
    if plain:
        code = newton(f, jacobian, *rest)
    else:
        given = native_library(PROBLEMS)
        code = native_library(NUMERIC)[newton](given[f], given[jacobian], *rest)
    return Outcome(code), x, int(work[n * (n + 3)])


@pytest.mark.parametrize(
    ("f", "jacobian", "start", "zero"),
    [
        (rosenbrock, rosenbrock_jacobian, [-1.2, 1.0], [1.0, 1.0]),
        (rosenbrock, rosenbrock_jacobian, [-120.0, 100.0], [1.0, 1.0]),
        (badly_scaled, badly_scaled_jacobian, [0.0, 1.0], [1.09815932969982e-5, 9.10614673986652]),
    ],
)
def test_published_zeros_are_found(
    f: Function, jacobian: Function, start: list[float], zero: list[float]
) -> None:
    outcome, x, _ = solved(f, jacobian, start)
    assert outcome is Outcome.OK
    # |f| ≤ 1e-12 puts x within 1e-12·‖J⁻¹‖ of the zero; ‖J⁻¹‖ < 10⁴ for all of these
    assert close(x, zero, 1e4 * TOLERANCE)


@pytest.mark.parametrize("n", [1, 5, 30])
def test_broydens_tridiagonal_system_is_solved(n: int) -> None:
    outcome, x, jacobians = solved(broyden_tridiagonal, broyden_tridiagonal_jacobian, [-1.0] * n)
    padded = np.concatenate([[0.0], x, [0.0]])
    f = (3.0 - 2.0 * x) * x - padded[:-2] - 2.0 * padded[2:] + 1.0
    assert outcome is Outcome.OK
    assert np.abs(f).max() <= TOLERANCE + round_off(scale=10.0)
    assert jacobians <= 7


def test_the_trigonometric_system_is_solved_by_damped_steps() -> None:
    n = 5
    outcome, x, _ = solved(trigonometric, trigonometric_jacobian, [1.0 / n] * n)
    assert outcome is Outcome.OK
    i = np.arange(1, n + 1)
    f = n - np.cos(x).sum() + i * (1.0 - np.cos(x)) - np.sin(x)
    assert np.abs(f).max() <= TOLERANCE + round_off(scale=2.0 * n)


def test_a_zero_with_a_singular_jacobian_is_approached_linearly() -> None:
    outcome, x, jacobians = solved(powell_singular, powell_singular_jacobian, [3.0, -1.0, 0.0, 1.0])
    assert outcome is Outcome.OK
    assert np.abs(x).max() < 1e-5  # f is quadratic there: |x| ≈ √|f|
    assert 15 <= jacobians <= 40  # halves the distance each time: log₂(3·10⁶) ≈ 22


def test_steps_out_of_the_functions_domain_are_shortened() -> None:
    outcome, x, _ = solved(half_defined, half_defined_jacobian, [3.0])
    assert outcome is Outcome.OK
    assert close(x, [0.2], 1e2 * TOLERANCE)


def test_the_residual_decreases_at_every_step_also_where_full_steps_diverge() -> None:
    sizes = []
    for most in range(12):
        outcome, x, _ = solved(arctangent, arctangent_jacobian, [3.0], most)
        sizes.append(abs(np.arctan(x[0])))
    assert outcome is Outcome.OK
    assert all(b < a for a, b in pairwise(sizes) if a > TOLERANCE)


def test_convergence_is_quadratic() -> None:
    errors = []
    for most in range(3, 6):
        _, x, _ = solved(badly_scaled, badly_scaled_jacobian, [1e-5, 9.0], most - 2)
        errors.append(abs(x[1] - 9.10614673986652))
    assert errors[1] < errors[0] ** 2 * 10.0
    assert errors[2] < max(errors[1] ** 2 * 10.0, round_off(scale=10.0, operations=1e4))


def test_what_cannot_be_solved_is_told_by_its_outcome() -> None:
    assert solved(without_zero, without_zero_jacobian, [2.0])[0] is Outcome.NOT_CONVERGED
    assert solved(without_zero, without_zero_jacobian, [0.0])[0] is Outcome.SINGULAR
    assert solved(without_zero, without_zero_jacobian, [np.nan])[0] is Outcome.NOT_FINITE
    assert solved(rosenbrock, rosenbrock_jacobian, [-1.2, 1.0], 1)[0] is Outcome.NOT_CONVERGED
    assert solved(rosenbrock, rosenbrock_jacobian, [1.0, 1.0], 0)[0] is Outcome.OK


def test_plain_and_native_take_the_same_steps() -> None:
    for f, jacobian, start in (
        (rosenbrock, rosenbrock_jacobian, [-1.2, 1.0]),
        (broyden_tridiagonal, broyden_tridiagonal_jacobian, [-1.0] * 6),
    ):
        plain, native = solved(f, jacobian, start, plain=True), solved(f, jacobian, start)
        assert plain[0] is native[0] is Outcome.OK
        assert plain[2] == native[2]
        assert close(plain[1], native[1], 1e2 * TOLERANCE)
