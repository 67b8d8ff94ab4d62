"""From a robot's file to native code, in a process that has done it before.

From: timing.py    Next: manipulators.py
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import Any, Final

import numpy as np

import kane
from benchmarks.claim import Claim, Effort, Measurement, Sense
from benchmarks.manipulator_systems import HELD, model, robot_file
from benchmarks.timing import time_fresh
from kane.machine.cpu import Tier
from tests.close import close, round_off

STATE: Final = np.linspace(-1, 1, 21).reshape(3, 7)
HOW: Final = (
    "Panda's URDF (fingers held) to the optimized code of its inverse dynamics and a first call, "
    "in a process that has loaded and compiled another before; {}"
)


def made() -> Any:
    """Panda's inverse dynamics, from its file to its optimized code, called once."""
    path = robot_file("panda")
    assert path is not None
    function = kane.build(kane.load(path, dynamics="ignore", hold=HELD)).inverse_dynamics
    function.address(Tier.OPTIMIZED)
    return function(*STATE)


def warm(effort: Effort) -> Measurement:
    """Milliseconds where nothing of it is kept on disk."""

    def fresh() -> None:
        with TemporaryDirectory() as folder, _cached_in(folder):
            made()

    return _measured(fresh, effort)


def cached(effort: Effort) -> Measurement:
    """Milliseconds where the object is kept on disk."""
    with TemporaryDirectory() as folder, _cached_in(folder):
        made()
        return _measured(made, effort)


def _measured(call: Any, effort: Effort) -> Measurement:
    expected = model("panda", shorten="off").inverse_dynamics(*STATE)
    assert close(made(), expected, round_off(float(np.abs(expected).max()), 1000))
    came = time_fresh(lambda: None, lambda _: call(), effort, most=15)
    return Measurement(
        value=came.minimum * 1e3,
        median=came.median * 1e3,
        spread=came.spread * 1e3,
        repeats=came.repeats,
    )


@contextmanager
def _cached_in(folder: str) -> Iterator[None]:
    """Compiled objects kept in a folder."""
    before = os.environ.get("KANE_CACHE")
    os.environ["KANE_CACHE"] = folder
    try:
        yield
    finally:
        if before is None:
            del os.environ["KANE_CACHE"]
        else:
            os.environ["KANE_CACHE"] = before


START: Final = tuple(
    Claim(
        name=f"from URDF to native, {name}",
        how=HOW.format(words),
        unit="ms",
        sense=Sense.AT_MOST,
        target=target,
        measure=measure,
    )
    for name, words, target, measure in (
        ("warm", "nothing kept on disk", 80, warm),
        ("cached", "its object kept on disk", 10, cached),
    )
)
