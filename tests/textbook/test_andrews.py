"""Andrews' squeezer against the published numbers [HairerWanner1996 Sec. VII.7]."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from kane import coordinate, energy, load, rate, simulate
from kane.model.system import System
from kane.pipeline import build
from kane.sim.trajectory import Trajectory
from tests.close import close, printed
from tests.house.tree import ROOT
from tests.textbook.reference import read_json

KNOWN: dict[str, Any] = read_json("andrews_squeezer.json")
NAMES = tuple(KNOWN["start"])
WORK = energy() - 0.033 * coordinate("beta")
SIZES = {"q": 15.81, "qdot": 1424.4}
EMBEDDED = {"loop 1": "u_theta u_gamma", "loop 2": "u_phi u_delta", "loop 3": "u_omega u_epsilon"}


def squeezer(embedded: bool) -> System:
    """The mechanism, with six of its speeds in terms of the crank's, or with rows."""
    system = load(ROOT / "examples" / "models" / "andrews_squeezer.toml")
    if not embedded:
        return system
    closed: list[Any] = [replace(one, dependent=EMBEDDED[one.name]) for one in system.constraints]
    return system.replace(constraints=closed)


@pytest.fixture(scope="module", params=[False, True], ids=["rows", "embedded"])
def run(request: pytest.FixtureRequest) -> Trajectory:
    """The motion until 0.03 s."""
    record = [WORK, *(rate(name) for name in NAMES)]
    model = build(squeezer(request.param))
    return simulate(model, q=KNOWN["start"], until=0.03, rtol=1e-13, record=record)


def ends(run: Trajectory) -> dict[str, list[float]]:
    """The last coordinates and their rates."""
    return {
        "q": [float(run[name][-1]) for name in NAMES],
        "qdot": [float(run[rate(name)][-1]) for name in NAMES],
    }


@pytest.mark.parametrize(("kind", "digits"), [("q", 9), ("qdot", 7)])
def test_the_end_is_the_published_one(run: Trajectory, kind: str, digits: int) -> None:
    published = [KNOWN["published"][kind][name] for name in NAMES]
    assert close(ends(run)[kind], published, printed(SIZES[kind], digits))


@pytest.mark.parametrize(("kind", "digits"), [("q", 12), ("qdot", 12)])
def test_the_end_is_the_better_one(run: Trajectory, kind: str, digits: int) -> None:
    better = [KNOWN["better"][kind][name] for name in NAMES]
    assert close(ends(run)[kind], better, printed(SIZES[kind], digits))


def test_what_the_motor_gives_is_in_the_energy(run: Trajectory) -> None:
    assert np.ptp(run[WORK]) < 1e-12


def test_it_starts_with_the_published_accelerations() -> None:
    model = build(squeezer(False))
    q = np.array([KNOWN["start"][name] for name in model.q_names])
    flow = model.flows({}).motion
    a = np.array([1.0] * 6 + [0.0] * 6)
    ydot = np.asarray(flow.kernel(np.zeros(1), np.append(q, np.zeros(7)), a, np.empty(0)))
    given = KNOWN["accelerations at the start"]
    found = [ydot.ravel()[7 + model.q_names.index(name)] for name in given]
    assert close(found, list(given.values()), printed(2e4, 14))
