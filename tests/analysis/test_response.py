"""Frequency response: the closed form, a simulated swing, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

from kane.algebra.functions import sin
from kane.analysis.linearize import linearize
from kane.errors import ArgumentError
from kane.model.symbols import clock
from kane.sim.simulate import simulate
from tests.analysis.systems import conical
from tests.close import close, round_off, run_error
from tests.sim.systems import oscillator

STIFFNESS, DAMPING = 9.0, 0.9


def closed(omega: np.ndarray) -> np.ndarray:
    """1/(k − ω² + iωc) of a mass of 1 kg."""
    return np.asarray(1.0 / (STIFFNESS - omega**2 + 1j * omega * DAMPING))


def test_response_of_the_oscillator_is_the_closed_form() -> None:
    omega = np.geomspace(0.1, 100.0, 50)
    found = linearize(oscillator(STIFFNESS, DAMPING), outputs=["q1"]).frequency_response(omega)

    assert close(np.abs(found.of("q1", "F") - closed(omega)), 0.0, round_off(1.0, 100))


def test_swing_of_a_long_run_is_the_response() -> None:
    omega = 2.0
    model = oscillator(STIFFNESS, DAMPING)
    motion = simulate(model, until=80.0, every=0.05, rtol=1e-10, inputs={"F": sin(omega * clock())})

    late = motion.t > 70.0  # exp(−0.45·70) is left of the start
    expected = np.imag(closed(np.array(omega)) * np.exp(1j * omega * motion.t))
    assert close(motion["q1"][late], expected[late], run_error(1e-10, 1.0, motion.effort.steps))


def test_picture_has_a_curve_for_every_pair() -> None:
    linear = linearize(oscillator(STIFFNESS, DAMPING), outputs=["q1", "u1"])
    size, phase = linear.frequency_response(np.geomspace(0.1, 10, 20)).plot().axes
    assert len(size.lines) == len(phase.lines) == 2
    assert [line.get_label() for line in size.lines] == ["q1 from F", "u1 from F"]


def test_systems_without_inputs_have_none() -> None:
    with pytest.raises(ArgumentError, match=r"from inputs \(none\)"):
        linearize(conical(), q={"q2": 0.5}, outputs=["q2"]).frequency_response([1.0])


def test_unknown_pairs_are_refused() -> None:
    found = linearize(oscillator(), outputs=["q1"]).frequency_response([1.0])
    with pytest.raises(ArgumentError, match="'q2' is none of q1"):
        found.of("q2", "F")
