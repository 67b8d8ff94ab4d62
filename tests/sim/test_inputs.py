"""Inputs: constants, tables, expressions and functions of Python, against closed forms."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kane.algebra import sin
from kane.errors import ArgumentError, KaneError
from kane.model.quantities import rate
from kane.model.symbols import clock, coordinate
from kane.sim.signals import Between, Held, Sampled, Table
from kane.sim.simulate import simulate
from tests.close import method_error
from tests.sim.systems import oscillator

Array = np.ndarray


def test_linear_table_is_followed_and_bends_are_stepped_on() -> None:
    """F rises 0 → 4 in 1 s and stays: q = t − sin(2t)/2 while it rises (k = 4, ω = 2)."""
    ramp = Table(t=[0.0, 1.0], values=[0.0, 4.0])
    motion = simulate(oscillator(), until=2.0, rtol=1e-12, inputs={"F": ramp})

    rising = motion.t <= 1.0
    t = motion.t[rising]
    assert np.max(np.abs(motion["q1"][rising] - (t - np.sin(2 * t) / 2))) < 1e-11
    assert 1.0 in motion.t
    a, b = 1 - np.sin(2) / 2 - 1, (1 - np.cos(2)) / 2
    later = motion.t[~rising] - 1.0
    exact = 1 + a * np.cos(2 * later) + b * np.sin(2 * later)
    assert np.max(np.abs(motion["q1"][~rising] - exact)) < 1e-11


def test_held_table_jumps_and_the_motion_is_exact_on_both_sides() -> None:
    step = Table(t=[0.0, 0.5], values=[4.0, 0.0], between=Between.HELD)
    motion = simulate(oscillator(), until=3.0, dt=0.01, inputs={"F": step})

    q, u = 1 - np.cos(1.0), 2 * np.sin(1.0)
    later = motion.t[motion.t >= 0.5] - 0.5
    exact = q * np.cos(2 * later) + u / 2 * np.sin(2 * later)
    assert np.max(np.abs(motion["q1"][motion.t >= 0.5] - exact)) < 1e-8


def test_cubic_table_follows_a_smooth_function() -> None:
    t = np.linspace(0, 5, 501)
    table = Table(t=t.tolist(), values=np.sin(t).tolist(), between=Between.CUBIC)
    smooth = simulate(oscillator(), until=5.0, rtol=1e-10, inputs={"F": table}, record=["F"])

    exact = (np.sin(smooth.t) - np.sin(2 * smooth.t) / 2) / 3
    assert np.max(np.abs(smooth["q1"] - exact)) < 1e-8
    assert np.max(np.abs(smooth["F"] - np.sin(smooth.t))) < 1e-8


def test_expression_of_time_and_state_closes_the_loop() -> None:
    """F = sin t − 5 q − 2·3 q̇ makes a critically damped oscillator of ω = 3."""
    law = sin(clock()) - 5 * coordinate("q1") - 6 * rate("q1")
    motion = simulate(oscillator(), q=[0.1], until=4.0, rtol=1e-11, inputs={"F": law})

    t = motion.t
    a, b = 0.1 + 6 / 100, 0.0
    b = 3 * a - 8 / 100
    exact = (a + b * t) * np.exp(-3 * t) + (8 * np.sin(t) - 6 * np.cos(t)) / 100
    assert np.max(np.abs(motion["q1"] - exact)) < 1e-9


def test_python_function_is_asked_at_its_rate_and_held_in_between() -> None:
    """Discrete control of the oscillator equals the product of its exact transition matrices."""
    asked = []

    def control(t: float, q: Array, u: Array) -> float:
        asked.append(t)
        return float(-2.0 * q[0] - 0.5 * u[0])

    period = 0.1
    motion = simulate(
        oscillator(), q=[1.0], until=2.0, rtol=1e-12, every=period,
        inputs={"F": Sampled(function=control, period=period)}, record=["F"],
    )  # fmt: skip

    c, s = np.cos(2 * period), np.sin(2 * period)
    A, B = np.array([[c, s / 2], [-2 * s, c]]), np.array([(1 - c) / 4, s / 2])
    y, exact = np.array([1.0, 0.0]), []
    for _ in range(20):
        exact.append(y)
        y = A @ y + B * (-2.0 * y[0] - 0.5 * y[1])
    exact.append(y)
    assert np.max(np.abs(motion.y - np.array(exact))) < 1e-11
    assert np.allclose(asked[:20], np.arange(20) * period, atol=1e-12)


@pytest.mark.parametrize("how", [{"rtol": 1e-12}, {"dt": 0.01}, {"dt": 0.03}])
def test_held_law_is_the_product_of_exact_transition_matrices(how: dict[str, Any]) -> None:
    """As above, natively: whatever the steps are, they end where the law is asked again."""
    period = 0.1
    law = Held(value=-2.0 * coordinate("q1") - 0.5 * rate("q1"), period=period)
    motion = simulate(
        oscillator(), q=[1.0], until=2.0, every=period, inputs={"F": law}, record=["F"], **how
    )

    c, s = np.cos(2 * period), np.sin(2 * period)
    A, B = np.array([[c, s / 2], [-2 * s, c]]), np.array([(1 - c) / 4, s / 2])
    y, exact = np.array([1.0, 0.0]), []
    for _ in range(21):
        exact.append(y)
        y = A @ y + B * (-2.0 * y[0] - 0.5 * y[1])
    limit = 1e-11 if "rtol" in how else method_error(how["dt"], 4, C=2.0**5 * 2.0)
    assert np.max(np.abs(motion.y - np.array(exact))) < limit


def test_held_law_equals_the_same_function_of_python_to_the_bit() -> None:
    law = Held(value=-2.0 * coordinate("q1"), period=0.07)
    asked = Sampled(function=lambda t, q, u: -2.0 * q[0], period=0.07)
    given: dict[str, Any] = {"q": [1.0], "until": 3.0, "dt": 0.02, "every": 0.1}
    native, python = (simulate(oscillator(), inputs={"F": f}, **given) for f in (law, asked))

    assert np.array_equal(native.rows, python.rows)


def test_held_laws_go_on_from_a_checkpoint_to_the_same_bits() -> None:
    law = Held(value=-2.0 * coordinate("q1"), period=0.07)
    given: dict[str, Any] = {"q": [1.0], "dt": 0.02, "every": 0.1, "inputs": {"F": law}}
    whole = simulate(oscillator(), until=3.0, **given)
    part = simulate(oscillator(), until=1.25, **given)

    assert np.array_equal(simulate(oscillator(), until=3.0, resume=part, **given).rows, whole.rows)


def test_one_function_may_give_several_inputs_and_is_asked_once() -> None:
    asked = []

    def control(t: float, q: Array, u: Array) -> list[float]:
        asked.append(t)
        return [0.0, 1.0]

    one = Sampled(function=control, period=0.25, component=1)
    motion = simulate(oscillator(), until=1.0, rtol=1e-10, inputs={"F": one})

    assert np.max(np.abs(motion["q1"] - (1 - np.cos(2 * motion.t)) / 4)) < 1e-8


@pytest.mark.parametrize(
    ("inputs", "said"),
    [
        ({"G": 1.0}, "'G' is no input of 'oscillator', which has F"),
        ({"F": float("nan")}, "no finite number"),
        ({"F": Table(t=[0.0], values=[1.0])}, "two at least"),
        ({"F": Table(t=[1.0, 0.0], values=[1.0, 2.0])}, "do not ascend"),
        ({"F": Sampled(function=lambda t, q, u: 0.0, period=0.0)}, "not above zero"),
        ({"F": Held(value=coordinate("q1"), period=-1.0)}, "not above zero"),
    ],
)
def test_what_is_no_input_is_refused(inputs: dict[str, object], said: str) -> None:
    with pytest.raises(ArgumentError, match=said):
        simulate(oscillator(), until=1.0, inputs=inputs)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"q": [1.0, 2.0]}, "2 values for 1"),
        ({"q": {"q7": 1.0}}, "'q7' is none of q1"),
        ({"until": -1.0}, "does not come after the start"),
        ({"until": "soon"}, "until: 'soon' is no finite number. Give one"),
        ({"until": None}, "until: None is no finite number"),
        ({"until": float("inf")}, "until: inf is no finite number"),
        ({"t": "now"}, "t: 'now' is no finite number"),
        ({"dt": "short"}, "dt: 'short' is no finite number"),
        ({"atol": "1e-9"}, "atol: '1e-9' is no finite number"),
        ({"rtol": "fine"}, "rtol: 'fine' is no finite number"),
        ({"slowest": "0"}, "slowest: '0' is no finite number"),
        ({"looks": "often"}, "looks: 'often' is no whole number"),
        ({"method": "rk5"}, "'rk5' is none of"),
        ({"method": "rk4"}, "takes steps of one length"),
        ({"dt": 0.1, "method": "dopri5"}, "chooses its own steps"),
        ({"record": ["q9"]}, "'q9' is no coordinate"),
        ({"rtol": -1.0}, "not above zero"),
    ],
)
def test_what_cannot_be_run_is_refused(more: dict[str, object], said: str) -> None:
    with pytest.raises(KaneError, match=said):
        simulate(oscillator(), **{"until": 1.0, **more})  # type: ignore[arg-type]
