"""Equilibria that are known, trims, steady motions, and those that do not exist."""

from __future__ import annotations

import numpy as np
import pytest

from kane.analysis.equilibrium import equilibrium
from kane.errors import ArgumentError
from tests.analysis.systems import (
    LENGTH,
    G,
    conical,
    double_pendulum,
    falling,
    gimballed,
    tied,
)
from tests.close import close, round_off
from tests.sim.systems import oscillator


@pytest.mark.parametrize(("near", "expected"), [(0.2, 0.0), (3.0, np.pi)])
def test_pendulum_rests_below_and_above(near: float, expected: float) -> None:
    found = equilibrium(double_pendulum(), q=[near, 0.1])

    assert close(list(found.q.values()), [expected, 0.0], round_off(10.0, 100))
    assert found.residual <= round_off(30.0, 100)


def test_trim_is_the_slope_of_the_potential() -> None:
    found = equilibrium(double_pendulum(), q=[0.6, -0.6], free=["tau"], held=["q1"])

    torque = 2 * G * LENGTH * np.sin(found.q["q1"])
    assert found.q["q1"] == 0.6
    assert close(found.q["q2"], -0.6, round_off(10.0, 100))  # the lower rod hangs
    assert close(found.inputs["tau"], torque, round_off(30.0, 100))


def test_force_stretches_a_spring_by_its_stiffness() -> None:
    found = equilibrium(oscillator(9.0, 0.6), inputs={"F": 1.8})
    assert close(found.q["q1"], 0.2, round_off(1.0, 10))
    assert found.stable


def test_steady_turn_of_the_conical_pendulum() -> None:
    """cos θ = g/(Ω² L)."""
    turn = 5.0
    found = equilibrium(conical(), q={"q2": 1.0}, u={"u1": turn})
    assert close(np.cos(found.q["q2"]), G / (turn**2 * LENGTH), round_off(1.0, 1000))


def test_speed_can_be_what_is_sought() -> None:
    found = equilibrium(conical(), q={"q2": 0.8}, u={"u1": 3.0}, held=["q2"], free=["u1"])
    assert close(found.u["u1"] ** 2, G / (LENGTH * np.cos(0.8)), round_off(20.0, 1000))


def test_hung_body_hangs() -> None:
    found = equilibrium(gimballed(), q=[0.9, 0.3, -0.2, 0.25])
    w, x, y, z = found.q.values()
    assert close(w * w + x * x + y * y + z * z, 1.0, round_off(1.0, 100))
    assert close(np.hypot(x, y), 0.0, round_off(10.0, 100))  # only a turn about the vertical


def test_constrained_particle_rests_at_the_bottom() -> None:
    found = equilibrium(tied(), q={"x": 0.3, "z": -0.6})
    assert close(list(found.q.values()), [0.0, -LENGTH], round_off(10.0, 100))


def test_falling_body_has_none() -> None:
    with pytest.raises(ArgumentError, match=r"none was found by changing .*v\w/dt = "):
        equilibrium(falling())


def test_a_moment_that_passes_is_no_equilibrium() -> None:
    with pytest.raises(ArgumentError, match="at this moment only"):
        equilibrium(double_pendulum(), u=[1.0, 0.0])


def test_unknown_names_are_refused() -> None:
    with pytest.raises(ArgumentError, match="'q9' is none of q1, q2"):
        equilibrium(double_pendulum(), held=["q9"])
