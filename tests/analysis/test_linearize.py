"""Small motions: exact derivatives, and eigenvalues that are known in closed form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from kane.analysis.linearize import along, linearize
from kane.errors import ArgumentError
from kane.machine.model import Model
from kane.model.quantities import energy
from kane.sim.simulate import simulate
from tests.analysis.systems import LENGTH, G, conical, double_pendulum, gimballed, tied
from tests.close import close, method_error, round_off
from tests.sim.systems import oscillator

STEP = 1e-5


def test_oscillator_has_its_textbook_matrices() -> None:
    linear = linearize(oscillator(9.0, 0.6), outputs=["q1", "F"])

    assert close(linear.A, [[0.0, 1.0], [-9.0, -0.6]], round_off(9.0, 4))
    assert close(linear.B, [[0], [1]], round_off(1.0, 4))
    assert close(linear.C, [[1, 0], [0, 0]], 0.0)
    assert close(linear.D, [[0], [1]], 0.0)
    assert linear.modes[0].damping == pytest.approx(0.6 / (2 * 3.0), abs=round_off(1.0, 10))


def test_double_pendulum_swings_with_its_two_frequencies() -> None:
    """ω² = (2 ± √2) g/L of equal masses and rods [Goldstein2002 ch. 6]."""
    found = np.sort([mode.frequency for mode in linearize(double_pendulum()).modes])

    expected = np.sqrt(np.array([2 - np.sqrt(2), 2 + np.sqrt(2)]) * G / LENGTH)
    assert close(found, np.repeat(expected, 2), round_off(10.0, 100))


def test_quaternions_give_the_motions_that_can_happen() -> None:
    """ω² = m g l/(I + m l²) about two axes, and a turn about the vertical that stays."""
    linear = linearize(gimballed())

    squares = np.sort(-(linear.eigenvalues**2).real)
    swings = 2.0 * G * LENGTH / (np.array([0.4, 0.3]) + 2.0 * LENGTH**2)
    assert linear.A.shape == (7, 7)
    assert close(
        squares, np.sort(np.concatenate([[0, 0], np.repeat(swings, 2)])), round_off(10.0, 1000)
    )


def test_conical_pendulum_nods_about_its_steady_turn() -> None:
    """ω² = Ω² (1 + 3 cos²θ), Ω² cos θ = g/L."""
    theta = 0.8
    turn = np.sqrt(G / (LENGTH * np.cos(theta)))
    linear = linearize(conical(), q={"q2": theta}, u={"u1": turn})

    nod = max(mode.frequency for mode in linear.modes)
    assert close(linear.ydot[2:], 0.0, round_off(20.0, 100))
    assert close(nod, turn * np.sqrt(1 + 3 * np.cos(theta) ** 2), round_off(20.0, 1000))


def test_constrained_motions_are_those_of_the_pendulum_it_is() -> None:
    linear = linearize(tied(), q={"z": -LENGTH})

    assert linear.N.shape == (4, 2)
    assert close(np.abs(linear.eigenvalues), np.sqrt(G / LENGTH), round_off(10.0, 1000))
    assert not linear.stable  # it swings for ever


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(double_pendulum, marks=pytest.mark.slow),
        pytest.param(gimballed, marks=pytest.mark.slow),
        conical,
    ],
)
def test_matrices_along_a_motion_equal_differences(make: Callable[[], Model]) -> None:
    model = make()
    start = np.linspace(0.2, 0.9, len(model.q_names))
    motion = simulate(model, q=start, u=[0.7] * len(model.u_names), until=0.5, every=0.25)
    for linear in along(model, motion, outputs=[energy()]):
        columns = [differences(model, linear.y, k) for k in range(len(linear.y))]

        scale = 10.0 * (1.0 + np.abs(linear.A).max())  # third derivatives, and round-off over h
        bound = method_error(STEP, 2, scale * 50) + round_off(scale, 1e4) / STEP
        assert close(linear.A, np.transpose(columns), bound)


def differences(model: Model, y: Any, k: int) -> Any:
    """∂ẏ/∂y_k by a central difference."""
    flow = model.flows().motion
    a, p = np.zeros(len(model.input_names)), flow.parameters(model.parameters)
    step = STEP * np.eye(len(y))[k]
    ahead, behind = (flow.kernel(np.zeros(1), y + d, a, p) for d in (step, -step))
    return np.asarray((ahead - behind) / (2 * STEP))


def test_modes_print_what_moves() -> None:
    text = str(linearize(double_pendulum()))
    assert "small motions about" in text
    assert "q1" in text


def test_named_matrices_are_looked_up_by_name() -> None:
    found = linearize(oscillator(9.0, 0.6)).dataset
    assert float(found.A.sel(rate="u1", state="q1")) == -9.0
    assert float(found.B.sel(rate="u1", input="F")) == 1.0


def test_unknown_inputs_are_refused() -> None:
    with pytest.raises(ArgumentError, match="'G' is no input of 'oscillator', which has F"):
        linearize(oscillator(), inputs={"G": 1.0})
