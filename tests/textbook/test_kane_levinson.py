"""The Stanford arm's printed equations against geometry and mechanics.

Velocities meet the rates of positions, accelerations the rates of velocities, X and the
remainders the sums over bodies: with parameters that leave nothing symmetric.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.close import close, round_off
from tests.textbook import stanford_geometry as shape
from tests.textbook.formula import Count, count
from tests.textbook.kane_levinson import (
    BODIES,
    PARAMETERS,
    VELOCITY_BASIS,
    Z_X_W,
    arm,
    rates,
    speeds,
)
from tests.textbook.reference import read_json
from tests.textbook.stanford_motion import PUSHING

Array = NDArray[np.float64]
UNLIKE: Final = {name: 0.3 + 0.07 * k for k, name in enumerate(PARAMETERS)}


@pytest.fixture
def state(rng: np.random.Generator) -> tuple[Array, Array]:
    """q and u away from q2 = 0 and 180°."""
    return rng.uniform([-2, 0.5, -2, -2, -2, 0], [2, 2.5, 2, 2, 2, 0.3]), rng.normal(size=6)


def moments(body: str) -> Array:
    return np.array([UNLIKE[f"{body}{k}"] for k in (1, 2, 3)])


def test_printed_rates_invert_the_printed_speeds(state: tuple[Array, Array]) -> None:
    q, qdot = state
    assert close(rates(q, speeds(q, qdot)), qdot, round_off(20.0, 30))


def test_speeds_stay_regular_at_q3_of_90_degrees() -> None:
    q, qdot = np.array([0.3, 1.1, np.pi / 2, 0.4, -0.2, 0.1]), np.arange(1.0, 7.0)
    assert close(rates(q, speeds(q, qdot)), qdot, round_off(20.0, 30))


def test_first_speeds_are_the_angular_velocity_of_D(state: tuple[Array, Array]) -> None:
    q, qdot = state
    w = shape.angular_velocity("D", q, qdot)
    assert close(speeds(q, qdot), [*w, *qdot[3:]], round_off(10.0, 60))


@pytest.mark.parametrize("body", BODIES)
def test_printed_velocities_are_the_rates_of_positions(
    body: str, state: tuple[Array, Array]
) -> None:
    q, u = state
    printed, qdot = arm(q, u, UNLIKE).body(body), rates(q, u)
    v = shape.along(lambda p: shape.position(body, p, UNLIKE), q, qdot)
    basis = shape.orientation(VELOCITY_BASIS[body], q)
    assert close(u @ printed.v_r, basis.T @ v, round_off(50.0, 200))
    w = shape.angular_velocity(body, q, qdot)
    assert close(u @ printed.omega_r, w, round_off(20.0, 100))


@pytest.mark.parametrize("body", BODIES)
def test_printed_accelerations_are_the_rates_of_velocities(
    body: str, state: tuple[Array, Array], rng: np.random.Generator
) -> None:
    q, u = state
    udot, qdot, printed = rng.normal(size=6), rates(q, u), arm(q, u, UNLIKE).body(body)
    later_q: Any = q + 1j * shape.STEP * qdot
    later_u: Any = u + 1j * shape.STEP * udot
    later = arm(later_q, later_u, UNLIKE).body(body)
    v = shape.orientation(VELOCITY_BASIS[body], later_q) @ (later_u @ later.v_r)
    w = shape.orientation(body, later_q) @ (later_u @ later.omega_r)
    a = shape.orientation(VELOCITY_BASIS[body], q).T @ np.imag(v) / shape.STEP
    alpha = shape.orientation(body, q).T @ np.imag(w) / shape.STEP
    assert close(udot @ printed.v_r + printed.a_t, a, round_off(300.0, 500))
    assert close(udot @ printed.omega_r + printed.alpha_t, alpha, round_off(100.0, 300))


def test_X_is_the_sum_over_partial_velocities(state: tuple[Array, Array]) -> None:
    now, total = arm(*state, UNLIKE), np.zeros((6, 6))
    for body in BODIES:
        part = now.body(body)
        total += UNLIKE[f"m{body}"] * part.v_r @ part.v_r.T
        total += part.omega_r @ (moments(body)[:, None] * part.omega_r.T)
    M = now.mass_matrix()
    assert close(M, total, round_off(float(np.abs(total).max()), 300))
    assert close(M, M.T, 0.0)
    assert np.linalg.eigvalsh(M).min() > 0


def test_remainders_and_gravity_are_the_sums_over_bodies(state: tuple[Array, Array]) -> None:
    q, u = state
    now, inertial, gravity = arm(q, u, UNLIKE), np.zeros(6), np.zeros(6)
    for body in BODIES:
        part, mass = now.body(body), UNLIKE[f"m{body}"]
        w = u @ part.omega_r
        torque = moments(body) * part.alpha_t + np.cross(w, moments(body) * w)
        inertial += mass * part.v_r @ part.a_t + part.omega_r @ torque
        down = -shape.orientation(VELOCITY_BASIS[body], q).T @ shape.UP
        gravity += mass * UNLIKE["g"] * part.v_r @ down
    scale = float(np.abs(inertial).max() + np.abs(gravity).max()) * 30
    assert close(now.inertia_remainders(), inertial, round_off(scale, 500))
    assert close(now.gravity(), gravity, round_off(scale, 300))


def test_input_matrix_does_the_power_of_the_motors(state: tuple[Array, Array]) -> None:
    q, u = state
    assert close(arm(q, u).input_matrix().T @ u, PUSHING * rates(q, u), round_off(20.0, 50))


def test_W31_is_the_vertical_angular_momentum(state: tuple[Array, Array]) -> None:
    q, u = state
    now, total = arm(q, u, UNLIKE), 0.0
    for body in BODIES:
        part = now.body(body)
        v = shape.orientation(VELOCITY_BASIS[body], q) @ (u @ part.v_r)
        spin = shape.orientation(body, q) @ (moments(body) * (u @ part.omega_r))
        orbit = np.cross(shape.position(body, q, UNLIKE), v)
        total += shape.UP @ (spin + UNLIKE[f"m{body}"] * orbit)
    assert close(now.constant_of_motion(), total, round_off(200.0, 500))


def test_printed_appendices_have_the_recorded_counts() -> None:
    recorded = read_json("002_operation_count.json")["textual"]["groups"]
    ours: dict[str, Count] = {}
    for names, text in Z_X_W.texts.items():
        group = group_of(names[0])
        ours[group] = Count(*np.add(ours.get(group, Count(0, 0, 0)), count(text)))
    assert {group: list(each[:2]) for group, each in ours.items()} == {
        group: recorded[group] for group in ours
    }


def group_of(name: str) -> str:
    """The group of the record to which a Z, X or W belongs."""
    if name[0] != "Z":
        return name[0]
    last_of = {"Z1_62": 62, "Z63_136": 136, "Z137_187": 187, "Z188_196": 196}
    return next(group for group, last in last_of.items() if int(name[1:]) <= last)
