"""Times are of single calls, whoever keeps the clock."""

from __future__ import annotations

import pytest

from benchmarks.claim import Effort
from benchmarks.timing import calibrate, interquartile, race, time_fresh, time_loop, timing
from tests.close import close, round_off


@pytest.mark.parametrize("seconds", [1e-8, 3e-6, 2e-3, 0.5])
def test_calibrated_runs_outlast_the_clocks_noise(seconds: float) -> None:
    n = calibrate(lambda n: n * seconds, Effort.FULL)

    assert n * seconds >= 4e-3
    assert n == 1 or n * seconds <= 4e-1


@pytest.mark.parametrize("seconds", [1e-8, 2e-3, 0.5])
def test_time_of_a_call_is_that_of_the_loop_shared_out(seconds: float) -> None:
    measured = time_loop(lambda n: n * seconds, Effort.QUICK)

    tolerance = round_off(seconds, 2)
    assert close([measured.minimum, measured.median], seconds, tolerance)
    assert measured.spread <= tolerance


def test_a_race_gives_how_many_times_faster_ours_is() -> None:
    result = race(lambda n: n * 1e-6, lambda n: n * 5e-6, Effort.QUICK)

    assert close(result.ratio, 5.0, round_off(5.0, 4))


def test_contestants_take_turns() -> None:
    turns: list[str] = []

    def loop(name: str, seconds: float) -> float:
        turns.append(name)
        return seconds

    result = race(lambda n: loop("ours", n * 1e-3), lambda n: loop("rival", n * 1e-3), Effort.QUICK)

    assert turns[-2 * result.ours.repeats :] == ["ours", "rival"] * result.ours.repeats


def test_what_is_made_for_each_call_is_used_once() -> None:
    made = iter(range(100))
    used: list[int] = []

    measured = time_fresh(lambda: next(made), used.append, Effort.FULL, most=5)

    assert used == [0, 1, 2, 3, 4]
    assert measured.calls == 1


def test_spread_is_the_range_of_the_middle_half() -> None:
    assert interquartile([1.0, 2.0, 3.0, 4.0, 5.0]) == 2.0
    assert interquartile([7.0]) == 0.0
    assert timing([3.0, 1.0, 2.0], calls=1).median == 2.0
