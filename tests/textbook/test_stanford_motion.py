"""The Stanford arm's motions against the reference runs and against statics."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.integrate import solve_ivp

from tests.close import close, printed, round_off, run_error
from tests.textbook import stanford_motion as motion
from tests.textbook.kane_levinson import PARAMETERS, arm, rates
from tests.textbook.reference import columns, read_table

Array = NDArray[np.float64]
Q_NAMES = [f"q{k}" for k in range(1, 7)]
EFFORTS = ["tau1", "tau2", "tau3", "tau4", "tau5", "sigma"]
RTOL = 1e-10


@pytest.mark.parametrize("row", [0, 13, 50, 77, 100])
def test_inverse_dynamics_gives_figure_1(row: int) -> None:
    table = read_table("002_fig1_inverse_dynamics.csv")
    q, qdot, qddot = motion.prescribed(table["t"][row])
    assert close(q, columns(table, *Q_NAMES)[row], printed(2.0, 15) + round_off(2.0, 8))
    efforts = motion.inverse_dynamics(q, qdot, qddot)
    assert close(efforts, columns(table, *EFFORTS)[row], printed(30.0, 15) + round_off(60.0, 500))


def test_efforts_at_both_ends_of_figure_1_are_the_static_ones() -> None:
    p = PARAMETERS
    hand = p["mE"] * p["L6"] + p["mF"] * p["L3"]
    reach = p["mD"] * p["L5"] + hand + (p["mE"] + p["mF"]) * p["L2"]
    start = motion.inverse_dynamics(*motion.prescribed(0.0))
    assert close(start, p["g"] * np.array([0, reach, 0, hand, 0, 0]), round_off(30.0, 300))
    end = motion.inverse_dynamics(*motion.prescribed(motion.DURATION))
    moved = p["mC"] + p["mD"] + p["mE"] + p["mF"]
    assert close(end[5], -p["g"] * moved / 2, round_off(60.0, 300))
    assert close(end, motion.gravity_compensation(motion.GOAL), round_off(60.0, 300))


def test_control_law_holds_the_arm_against_gravity(rng: np.random.Generator) -> None:
    q = rng.uniform([-2, 0.5, -2, -2, -2, 0], [2, 2.5, 2, 2, 2, 0.3])
    now = arm(q, np.zeros(6))
    held = now.input_matrix() @ motion.gravity_compensation(q)
    assert close(held + now.gravity(), 0.0, round_off(60.0, 300))


def test_W31_is_kept_without_tau1() -> None:
    start = np.concatenate([motion.REST, [0.2, -0.1, 0.4, 0.3, -0.2, 0.05]])
    (x, steps) = run(lambda x: motion.motion_rates(x, efforts_without_tau1(x)), start, until=0.5)
    before, after = (arm(y[:6], y[6:]).constant_of_motion() for y in (start, x))
    assert abs(before) > 0.5
    assert close(after, before, run_error(RTOL, abs(before), steps))


def efforts_without_tau1(x: Array) -> Array:
    efforts = motion.control(x[:6], rates(x[:6], x[6:]))
    return np.array([0.0, *efforts[1:]])


def test_controlled_motion_starts_as_figure_3() -> None:
    check_figure_3(until=0.5)


@pytest.mark.slow
def test_controlled_motion_is_figure_3() -> None:
    check_figure_3(until=10.0)


def check_figure_3(until: float) -> None:
    """The end of the controlled motion, compared with the table; control forgets early errors."""
    table = read_table("002_fig3_simulation.csv")
    row = int(np.argmin(np.abs(table["t"] - until)))
    x, steps = run(motion.controlled_rates, np.concatenate([motion.REST, np.zeros(6)]), until)
    q, u = x[:6], x[6:]
    limit = run_error(RTOL, 1.0, steps) + printed(10.0, 13)
    assert close(q, columns(table, *Q_NAMES)[row], limit)
    assert close(arm(q, u).constant_of_motion(), table["H_n2"][row], limit)
    efforts = motion.control(q, rates(q, u))
    gain = float(motion.STIFFNESS.max() + motion.DAMPING.max())
    assert close(efforts, columns(table, *EFFORTS)[row], gain * limit)


def run(derivative: Callable[[Array], Array], start: Array, until: float) -> tuple[Array, int]:
    """End of a motion and the number of steps it took."""
    found = solve_ivp(
        lambda _t, x: derivative(x), (0.0, until), start, "DOP853", rtol=RTOL, atol=RTOL / 100
    )
    return found.y[:, -1], len(found.t)
