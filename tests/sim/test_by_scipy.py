"""SciPy's solvers on our models: the same motions, and what they do not do."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kane.algebra.functions import sin
from kane.errors import ArgumentError
from kane.model.quantities import energy
from kane.model.symbols import clock, coordinate
from kane.pipeline import build
from kane.sim.by_scipy import SOLVERS
from kane.sim.signals import Table
from kane.sim.simulate import simulate
from kane.sim.when import When
from tests.sim.systems import oscillator, pendulum, pendulum_angle
from tests.systems import cart


@pytest.mark.parametrize("name", SOLVERS)
def test_every_solver_finds_the_pendulums_exact_way(name: str) -> None:
    motion = simulate(pendulum(), q=[1.0], until=2.0, rtol=1e-9, every=0.25, method=name)

    assert motion.t.tolist() == [k / 4 for k in range(9)]
    assert np.abs(motion["q1"] - pendulum_angle(1.0, motion.t)).max() < 1e-5
    assert motion.effort.method == name
    assert motion.ended


def test_inputs_and_records_are_those_of_our_own_run() -> None:
    given: dict[str, Any] = {
        "q": [0.3],
        "until": 1.0,
        "every": 0.1,
        "rtol": 1e-11,
        "inputs": {"F": sin(3 * clock()) - coordinate("q1")},
        "record": {"E": energy()},
    }
    ours = simulate(oscillator(), **given)
    theirs = simulate(oscillator(), method="scipy_dop853", **given)

    assert np.abs(ours.y - theirs.y).max() < 1e-9
    assert np.abs(ours["E"] - theirs["E"]).max() < 1e-8
    assert len(simulate(oscillator(), q=[0.3], until=1.0, method="scipy_lsoda")) > 5


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"events": [When(coordinate("q1") > 1, mark="far")]}, "takes no events"),
        ({"dt": 0.1}, "takes no dt"),
        ({"inputs": {"F": Table(t=[0, 1], values=[0, 1])}}, "takes no tables"),
    ],
)
def test_what_only_our_stepper_does_is_refused(more: dict[str, Any], words: str) -> None:
    with pytest.raises(ArgumentError, match=words):
        simulate(oscillator(), until=1.0, method="scipy_radau", **more)


def test_rows_are_refused() -> None:
    with pytest.raises(ArgumentError, match="constraints or contacts that are rows"):
        simulate(build(cart()), until=1.0, method="scipy_rk45")
