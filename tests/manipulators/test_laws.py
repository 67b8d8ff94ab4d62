"""Laws from rest to rest, and motions of joints."""

from __future__ import annotations

import numpy as np
import pytest

from kane.errors import ArgumentError
from kane.manipulators import Cycloidal, Quintic, Spline, rest_to_rest, through
from kane.manipulators.laws import TimeLaw
from tests.close import close, gap, method_error, round_off
from tests.textbook import stanford_motion

LAWS: list[TimeLaw] = [Cycloidal(), Quintic(), Spline(), Spline((0.5,), (0.45,))]
laws = pytest.mark.parametrize("law", LAWS, ids=lambda law: repr(law))


@laws
def test_a_law_goes_from_rest_to_rest(law: TimeLaw) -> None:
    s, rate, second = law.at(np.array([0.0, 1.0]))
    assert close(s, [0, 1], round_off(1.0, 100))
    assert close(rate, [0, 0], round_off(10.0, 100))
    assert close(second, [0, 0], round_off(100.0, 100))


@laws
def test_rates_are_the_derivatives(law: TimeLaw) -> None:
    """Central differences err by h²/6 of the third derivative: at most 250 and 8000 here."""
    x, h = np.linspace(0.011, 0.989, 57), 1e-4
    (low, low1, _), (high, high1, _), (_, rate, second) = (law.at(y) for y in (x - h, x + h, x))
    assert close((high - low) / (2 * h), rate, method_error(h, 2, 250 / 6))
    # a cubic piece's third derivative jumps at its knots: first order there
    assert close((high1 - low1) / (2 * h), second, method_error(h, 1, 8000 / 6))


def test_a_spline_goes_through_what_is_given() -> None:
    law = Spline((0.25, 0.6), (0.7, 0.1))
    assert close(law.at(np.array([0.25, 0.6]))[0], [0.7, 0.1], round_off(1.0, 100))


def test_cycloidal_motion_is_the_papers() -> None:
    """(127) of Kane and Levinson: rates and second rates too."""
    motion = rest_to_rest(stanford_motion.REST, stanford_motion.GOAL, 10.0)
    expected = [stanford_motion.prescribed(t) for t in motion.t]
    found_parts = (motion.q, motion.u, motion.udot)
    for found, part in zip(found_parts, zip(*expected, strict=True), strict=True):
        assert gap(found, np.array(part)) <= round_off(10.0, 10)


def test_a_motion_passes_its_points_at_their_times() -> None:
    points = [[0.0, 1.0], [0.5, -1.0], [2.0, 0.5]]
    motion = through(points, [1.0, 2.0, 4.0], samples=4)
    assert close(motion.t, [1, 2, 3, 4], round_off(4.0))
    assert close(motion.q[[0, 1, 3]], points, round_off(2.0, 100))
    for part in (motion.u, motion.udot):
        assert close(part[[0, -1]], 0.0, round_off(100.0, 100))


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Spline((0.5,), ()), "1 places have 0 values"),
        (lambda: Spline((0.7, 0.3), (0.1, 0.2)), "do not rise between 0 and 1"),
        (lambda: Spline((0.5,), (np.nan,)), "not all finite"),
        (lambda: rest_to_rest([0, 1], [1], 1.0), "are not two of one length"),
        (lambda: rest_to_rest([0], [1], 0.0), "A motion of 0.0 s in 101 samples is none"),
        (lambda: through([[0], [1]], [0.0]), "do not fit"),
        (lambda: through([[0], [1]], [1.0, 0.0]), "do not rise"),
    ],
)
def test_misuse_is_refused_in_words(make: object, words: str) -> None:
    with pytest.raises(ArgumentError, match=words):
        make()  # type: ignore[operator]
