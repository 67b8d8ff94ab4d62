"""The Whipple bicycle against the published benchmark [Meijaard2007]."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.optimize import brentq

from kane import energy, load, simulate
from kane.analysis.linearize import linearize
from kane.machine.cpu import host_target
from kane.machine.model import Model
from kane.model.closures import Rolling
from kane.model.system import System
from kane.pipeline import build, optimize
from kane.program.count import count
from tests.close import close, printed, round_off, run_error
from tests.house.tree import ROOT
from tests.textbook.reference import read_json

Array = NDArray[Any]
PUBLISHED = read_json("bicycle.json")
TILT = np.pi / 10
DIGITS = 12  # of those printed, the implementations that made the benchmark agree in as many


def system() -> System:
    """The bicycle with three of its speeds embedded."""
    return load(ROOT / "examples" / "models" / "bicycle.toml")


@pytest.fixture(scope="module")
def bicycle() -> Model:
    """In native code."""
    return build(system())


def eigenvalues(model: Model, v: float) -> Array:
    """Those of leaning and steering, upright at a speed."""
    small = linearize(model, q={"pitch": TILT}, u={"u2": v})
    kept = [small.states.index(name) for name in ("lean", "steer", "u1", "u3")]
    return np.linalg.eigvals(small.A[np.ix_(kept, kept)])


def published(number: int) -> list[complex]:
    """The four eigenvalues at a speed."""
    weave = PUBLISHED["weave real"][number]
    swing = PUBLISHED["weave imaginary"][number]
    pair = [weave + 1j * swing, weave - 1j * swing] if swing else weave
    return [PUBLISHED["castering"][number], PUBLISHED["capsize"][number], *pair]


@pytest.mark.parametrize("number", range(11))
def test_eigenvalues_are_those_published(bicycle: Model, number: int) -> None:
    found = eigenvalues(bicycle, PUBLISHED["speeds"][number])
    for value in published(number):
        assert np.min(np.abs(found - value)) < printed(100.0, DIGITS)


def test_weave_and_capsize_become_stable_at_the_published_speeds(bicycle: Model) -> None:
    weave = brentq(lambda v: _growth(bicycle, v, swings=True), 4.0, 5.0, xtol=1e-14)
    capsize = brentq(lambda v: _growth(bicycle, v, swings=False), 5.5, 6.5, xtol=1e-14)
    assert close(weave, PUBLISHED["weave speed"], printed(10.0, DIGITS))
    assert close(capsize, PUBLISHED["capsize speed"], printed(10.0, DIGITS))


def _growth(model: Model, v: float, swings: bool) -> float:
    """The largest real part of the eigenvalues that swing, or of the others."""
    found = eigenvalues(model, v)
    return float(max(one.real for one in found if (abs(one.imag) > 0.1) == swings))


@pytest.mark.parametrize(("v", "lean_rate"), [(4.0, 0.05), (4.6, 0.5), (8.0, 0.05)])
def test_energy_is_kept_in_the_manoeuvres_of_the_iftomm_benchmark(
    bicycle: Model, v: float, lean_rate: float
) -> None:
    start = {"u1": lean_rate, "u2": v}
    rtol = 1e-12
    run = simulate(bicycle, q={"pitch": TILT}, u=start, until=20.0, rtol=rtol, record=[energy()])
    values = run[energy()]
    assert run.t[-1] == 20.0
    assert np.ptp(values) < run_error(rtol, float(values[0]), len(run.t))
    assert np.ptp(values) < 1e-9 * values[0]


def test_embedded_speeds_accelerate_as_multipliers_make_them(
    bicycle: Model, rng: np.random.Generator
) -> None:
    free = build(in_rates(system()))
    q, u = rng.normal(0, 0.3, 8), np.array([0.3, 4.0, -0.7])
    rates = bicycle.rates(q, u)
    M, f = free.mass_matrix(q), free.bias(q, rates)
    J, c, bias = free.constraint_rows(q, rates)
    assert close(J @ rates + c, 0.0, round_off(10.0, 50))
    kkt = np.block([[M, J.T], [J, np.zeros((5, 5))]])
    expected = np.linalg.solve(kkt, np.concatenate([-f, -bias]))
    udot = bicycle.forward_dynamics(q, u, np.zeros(3))
    spin = -udot[1] / 0.3
    named = [expected[free.q_names.index(name)] for name in ("lean", "steer", "rear_spin")]
    tolerance = round_off(float(np.linalg.cond(M)), 500)
    assert close([udot[0], udot[2], spin], named, tolerance)


def in_rates(bicycle: System) -> System:
    """The bicycle in the joints' speeds, with all its constraints as rows."""
    loose = [
        replace(one, dependent="") if isinstance(one, Rolling) else one
        for one in bicycle.constraints
    ]
    return bicycle.replace(speeds=(), constraints=loose)


def test_the_equations_are_as_short_as_stated(bicycle: Model) -> None:
    flow = bicycle.flows({}).motion.kernel.program
    assert flow is not None
    counted = count(optimize(flow, host_target()))
    assert counted.mul <= 517
    assert counted.add <= 401
    assert counted.div <= 17
