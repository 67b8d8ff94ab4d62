"""Figures 3, 4 and 5 of the paper: motion, energy, loads, friction forces, tip-over measure.

The columns were computed by projection and by a model of full bodies in nine coordinates
(`tests/data/README.md`); they are printed with ten digits.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any, Final

import numpy as np
import pytest

from kane import Trajectory, build, mobile, simulate, velocity
from kane.model.quantities import kinetic_energy
from kane.model.rolling.tip_over import resultant
from kane.model.rolling.undercarriage import undercarriages
from tests.close import close, round_off
from tests.mobile.papers_robot import papers_robot
from tests.textbook.reference import read_table

Floats = np.ndarray[Any, np.dtype[np.float64]]
STEERED: Final = math.atan(0.3)
FIGURES: Final[dict[str, Any]] = {
    "004_fig3_straight": ({}, {"v": 1.0}),
    "004_fig4_first_link_spinning": ({}, {"u1": 1.0}),
    "004_fig5_circle_locked_steering": ({"phi": STEERED}, {"v": 1 / math.cos(STEERED)}),
}
STATES: Final = {"x": "x", "y": "y", "theta": "theta", "phi": "phi", "q1": "q1", "q2": "q2",
                 "q1dot": "u1", "q2dot": "u2"}  # fmt: skip
STATE_ERROR: Final = 2e-8  # of the reference: 4.8e-9 over 20 s between its two models
COLUMN_ERROR: Final = 1e-6  # of a column's maximum
TOLERANCE: Final = 1e-13
ROBOT: Final = papers_robot(locked=True)


@cache
def run_of(figure: str) -> Trajectory:
    """The motion of a figure, at the times of its table."""
    q, u = FIGURES[figure]
    t = read_table(f"{figure}.csv")["t"]
    asked = (
        mobile.wheel_loads(),
        mobile.rolling_forces(),
        mobile.skid_forces(),
        mobile.tip_over_angles(),
        mobile.tip_over(),
    )
    return simulate(
        build(ROBOT),
        q=q,
        u=u,
        until=t[-1],
        every=t[1] - t[0],
        rtol=TOLERANCE,
        atol=TOLERANCE,
        record=asked,
    )


@pytest.mark.parametrize("figure", FIGURES)
def test_states_of_the_figures(figure: str) -> None:
    run, table = run_of(figure), read_table(f"{figure}.csv")
    for column, name in STATES.items():
        assert close(run[name], table[column], STATE_ERROR), column
    assert close(np.ptp(run["phi"]), 0, STATE_ERROR)  # locked
    assert close(table["phidot"], 0, STATE_ERROR)
    body = ROBOT.bodies["platform"]
    ahead = velocity(body.point("axle", (-0.3, 0, 0))).along(body.x)
    assert close(run[ahead], table["V"], STATE_ERROR)


@pytest.mark.parametrize("figure", FIGURES)
def test_loads_friction_and_tip_over_of_the_figures(figure: str) -> None:
    run, table = run_of(figure), read_table(f"{figure}.csv")
    found = {
        "KE": run[kinetic_energy()],
        "Fskid_w0": run["skid_forces[w0]"],
        "Fskid_rear_total": run["skid_forces[w1+w2]"],
        "alpha": run["tip_over()"],
    }
    for i in range(3):
        found[f"N_w{i}"] = run[f"wheel_loads[w{i}]"]
        found[f"Froll_w{i}"] = run[f"rolling_forces[w{i}]"]
        found[f"th{i}"] = run[f"tip_over_angles[w{i}–w{(i + 1) % 3}]"]
    for column, values in found.items():
        assert close(values, table[column], COLUMN_ERROR * np.abs(table[column]).max()), column


@pytest.mark.parametrize("figure", FIGURES)
def test_the_measure_as_printed_is_the_column_with_the_moment_unprojected(figure: str) -> None:
    run, table = run_of(figure), read_table(f"{figure}.csv")
    (under,) = undercarriages(ROBOT)
    R, n = (run.values(list(vector)) for vector in resultant(under))
    centre = run.values(list(under.mass_centre))
    feet = [np.column_stack([run.values(list(xy)), 0 * run.t]) for xy in under.contacts.values()]
    sizes = np.linalg.norm(R, axis=1)
    angles = [_as_printed(R, n, feet[i - 1] - centre, feet[i] - feet[i - 1]) for i in range(3)]
    alpha = np.min(angles, axis=0) * sizes
    printed = table["alpha_n_not_projected"]
    assert close(alpha, printed, COLUMN_ERROR * np.abs(printed).max())
    assert np.abs(printed - table["alpha"]).max() > 100  # N rad: a misprint that matters


def _as_printed(R: Floats, n: Floats, to: Floats, edge: Floats) -> Floats:
    """sign{(l × f*)·a} arccos(f*·l / |f*||l|) with f* = f + l × n / |l|², n whole."""
    a = edge / np.linalg.norm(edge, axis=1)[:, None]
    arm = to - a * np.sum(a * to, axis=1)[:, None]
    f = R - a * np.sum(a * R, axis=1)[:, None]
    f = f + np.cross(arm, n) / np.sum(arm * arm, axis=1)[:, None]
    size = np.linalg.norm(arm, axis=1) * np.linalg.norm(f, axis=1)
    angle: Floats = np.arccos(np.sum(arm * f, axis=1) / size)
    sign: Floats = np.sign(np.sum(np.cross(arm, f) * a, axis=1))
    return sign * angle


@pytest.mark.parametrize("figure", FIGURES)
def test_kinetic_energy_stays(figure: str) -> None:
    energy = run_of(figure)[kinetic_energy()]
    assert np.ptp(energy) <= 1e-12 * energy[0]


@pytest.mark.parametrize("figure", FIGURES)
def test_force_angle_has_the_sign_of_the_smallest_load(figure: str) -> None:
    run = run_of(figure)
    smallest = run[mobile.wheel_loads()].min(axis=1)
    assert np.array_equal(np.sign(run["tip_over()"]), np.sign(smallest))
    assert figure == "004_fig3_straight" or smallest.min() < 0 < smallest.max()


def test_static_loads_are_those_of_a_level() -> None:
    # moments about the rear axle and the middle line; weight 66 g  [Tanner2001 Table I]
    run = simulate(build(papers_robot()), until=0.1, record=[mobile.wheel_loads()])
    assert close(run[mobile.wheel_loads()][0], [473.3325, 87.06375, 87.06375], 1e-10)


def test_static_loads_with_the_arm_to_the_left() -> None:
    q = {"q1": math.pi / 2}
    run = simulate(build(papers_robot()), q=q, until=1e-3, record=[mobile.wheel_loads()])
    assert close(run[mobile.wheel_loads()][0], [313.92, 326.1825, 7.3575], 1e-9)


def test_both_choices_of_speeds_move_alike() -> None:
    names, ends = ["x", "theta", "phi", "q1", "q2"], []
    for speeds, v in (("rolling", 1 / math.cos(STEERED)), ("forward", 1.0)):
        model = build(papers_robot(speeds=speeds))
        run = simulate(model, q={"phi": STEERED}, u={"v": v}, until=20, rtol=1e-12)
        ends.append([run[name][-1] for name in names])
    assert close(ends[0], ends[1], 1e-8)


def test_steering_at_a_right_angle_is_nothing_special() -> None:
    # the steered wheel rolls round the rear axle's middle, 0.6 m away: theta' = v / 0.6
    model = build(papers_robot(locked=True))
    run = simulate(model, q={"phi": math.pi / 2}, u={"v": 0.3}, until=2.0, rtol=1e-10)
    rate = model.rates(run.q[0], run.u[0])[model.q_names.index("theta")]
    assert close(rate, 0.3 / 0.6, round_off(scale=1.0))
    assert np.ptp(run[kinetic_energy()]) < 1e-8
