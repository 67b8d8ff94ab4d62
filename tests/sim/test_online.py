"""Modes prepared on line: the same motion, whatever becomes of the process that prepares them."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kane import When, clock, simulate
from kane.errors import ArgumentError
from kane.machine.apart import Apart
from kane.machine.model import Model
from kane.sim.modes import online
from kane.sim.trajectory import Trajectory
from tests.close import close, run_error
from tests.sim.test_prepared import arm

PROCESSES: list[int] = []


class Awaited(Apart):
    """Where the process has ended at the next look, so that nothing depends on how fast it is."""

    def __init__(self, function: Callable[[], bytes]) -> None:
        super().__init__(function)
        PROCESSES.append(self.pid)

    def poll(self) -> bytes | None:
        os.set_blocking(self._reading, True)
        return super().poll()


class Killed(Awaited):
    """Where it is killed at work."""

    def __init__(self, function: Callable[[], bytes]) -> None:
        super().__init__(function)
        os.kill(self.pid, signal.SIGKILL)


def _never() -> bytes:
    signal.pause()
    return b""


class Endless(Apart):
    """Where it never comes to an end."""

    def __init__(self, function: Callable[[], bytes]) -> None:
        super().__init__(_never)
        PROCESSES.append(self.pid)


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KANE_CACHE", str(tmp_path))
    monkeypatch.setattr(online, "_WORTH", 1e9)  # also where the gain is small
    PROCESSES.clear()


def moved(made: Model, prepare: Any) -> Trajectory:
    return simulate(
        made, q=[0.1, 0.4, -0.3], u=[1.0, -0.5, 2.0], until=3.0, dt=1e-4, every=0.1, looks=1,
        events=[When(clock() > 0.05, impose="lock 2")], prepare=prepare,
    )  # fmt: skip


def none_is_left() -> bool:
    for process in PROCESSES:
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)
    return bool(PROCESSES)


def test_a_mode_that_comes_up_and_stays_is_prepared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(online, "Apart", Awaited)
    made = arm()
    one, other = moved(made, ()), moved(made, "online")
    assert not one.notes
    (note,) = other.notes
    assert note.startswith("mode 'lock 2' by code of its own after step ")
    assert note in other.report
    assert close(one.y, other.y, run_error(1e-13, 10.0, one.effort.steps))
    assert np.any(one.y != other.y)  # other code, from some step on
    assert none_is_left()


@pytest.mark.parametrize("how", [Killed, Endless])
def test_a_process_that_ends_early_or_never_changes_no_bit(
    how: type[Apart], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(online, "Apart", how)
    made = arm()
    one, other = moved(made, ()), moved(made, "online")
    assert np.array_equal(one.rows, other.rows)
    told = {Killed: "its process ended early", Endless: "was not ready when the run ended"}
    assert told[how] in other.report
    assert none_is_left()


@pytest.mark.parametrize(("limit", "why"), [("_WORTH", "as fast as its own"), ("_SAME", "differs")])
def test_what_is_slower_or_different_is_not_taken(
    limit: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(online, "Apart", Awaited)
    monkeypatch.setattr(online, limit, -1.0)
    made = arm()
    one, other = moved(made, ()), moved(made, "online")
    assert np.array_equal(one.rows, other.rows)
    assert why in other.report


def test_without_a_cache_nothing_is_handed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(online, "Apart", Awaited)
    monkeypatch.setenv("KANE_CACHE", "off")
    other = moved(arm(), "online")
    assert "there is no cache of compiled code" in other.report


def test_live_parameters_come_along(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(online, "Apart", Awaited)
    made = arm(parameters="live")
    one, other = moved(made, ()), moved(made, "online")
    assert "by code of its own" in other.report
    assert close(one.y, other.y, run_error(1e-13, 10.0, one.effort.steps))


def test_a_word_that_is_no_list_of_modes_is_refused() -> None:
    with pytest.raises(ArgumentError, match="'lock 2' is no list of modes"):
        simulate(arm(), until=1.0, prepare="lock 2")


def test_a_run_that_breaks_off_leaves_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(online, "Apart", Endless)

    def broken(t: float, until: float) -> None:
        if PROCESSES:
            raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        simulate(arm(), u=[1.0, -0.5, 2.0], until=3.0, dt=1e-4, every=0.1, progress=broken,
                 events=[When(clock() > 0.05, impose="lock 2")], prepare="online")  # fmt: skip
    assert none_is_left()
