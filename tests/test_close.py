"""The tolerances find what they are for, and forgive only round-off."""

from __future__ import annotations

import numpy as np
import pytest

from tests.close import close, gap, method_error, printed, round_off, run_error, single, ulps


def test_round_off_covers_a_long_sum_and_no_wrong_term(rng: np.random.Generator) -> None:
    terms = rng.standard_normal(10_000)
    exact = float(np.sum(terms.astype(np.longdouble)))

    naive = 0.0
    for term in terms:
        naive += float(term)

    tolerance = round_off(scale=float(np.max(np.abs(np.cumsum(terms)))), operations=10_000)
    assert close(naive, exact, tolerance)
    assert not close(naive + np.min(np.abs(terms)), exact, tolerance)


def test_single_covers_a_long_sum_in_single_precision(rng: np.random.Generator) -> None:
    terms = rng.standard_normal(1000).astype(np.float32)
    naive = np.float32(0)
    for term in terms:
        naive += term

    scale = float(np.max(np.abs(np.cumsum(terms.astype(float)))))
    assert close(naive, np.sum(terms.astype(float)), single(scale, operations=1000))


def test_method_error_falls_with_the_order() -> None:
    assert method_error(0.05, 4, C=3.0) * 16 == pytest.approx(method_error(0.1, 4, C=3.0))


def test_printed_forgives_the_last_digit_by_half() -> None:
    assert close(float(f"{2 / 3:.12e}"), 2 / 3, printed(1.0, 13))
    assert not close(float(f"{2 / 3:.11e}"), 2 / 3, printed(1.0, 13))


def test_run_error_is_the_sum_of_its_steps() -> None:
    assert run_error(1e-9, 2.0, steps=50, growth=3.0) == pytest.approx(3e-7)


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (np.inf, np.inf, 0.0),
        (np.nan, np.nan, 0.0),
        (np.inf, -np.inf, np.inf),
        (np.nan, 1.0, np.inf),
        ([1.0, 2.0], [1.0, 2.5], 0.5),
        ([], [], 0.0),
    ],
)
def test_infinities_and_nans_agree_only_with_their_like(
    a: list[float], b: list[float], expected: float
) -> None:
    assert gap(a, b) == expected


def test_one_step_of_the_last_place_is_one_ulp() -> None:
    assert ulps(np.nextafter(1.0, 2.0), 1.0) == 1.0
