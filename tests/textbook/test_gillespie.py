"""Gillespie's examples: the transcribed equations against mechanics and the reference runs."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from tests.close import close, printed, round_off, run_error
from tests.textbook import gillespie as paper
from tests.textbook.formula import Count
from tests.textbook.reference import columns, read_json, read_table

INFO = read_json("000_wrist_disk_cart_info.json")


def test_rolling_disk_gains_the_energy_it_loses_in_height() -> None:
    disk = paper.Disk(**INFO["disk"]["params"])
    udot = paper.disk_rolling(disk)
    power_of_gravity = -disk.m * disk.g * np.sin(disk.phi)  # per unit u1
    assert close((disk.m + disk.J / disk.r**2) * udot, power_of_gravity, round_off(20.0, 8))
    assert close(udot, INFO["disk"]["by_energy"], round_off(3.0, 8))


def test_sliding_disk_with_the_rolling_friction_rolls() -> None:
    disk = paper.Disk(m=1.3, J=0.11, r=0.27, phi=0.8)
    udot = paper.disk_sliding(disk, paper.disk_rolling_friction(disk))
    assert close(udot, [paper.disk_rolling(disk), -paper.disk_rolling(disk)], round_off(10.0, 20))


def test_recombination_of_the_disk_gives_the_rolling_equation() -> None:
    disk, D = paper.Disk(), -1.0  # (7), (44), (45), (47)
    F, M = paper.disk_active_forces(disk, 0.7), paper.disk_mass_matrix(disk)
    P = np.array([1.0, D])
    assert close(P @ F / (P @ M @ P), paper.disk_rolling(disk), round_off(10.0, 20))


def test_printed_wrist_equations_have_the_counts_of_table_3() -> None:
    assert paper.WRIST_DYNAMICS.count() == paper.TABLE_3[1]
    kinematics = paper.WRIST_KINEMATICS.count()
    assert kinematics == Count(9, 4, 9)  # one multiplication fewer than printed
    assert list(kinematics) == INFO["count eq50 as printed [mult,add,trig] (published 10,4,9)"]
    assert (
        list(paper.TABLE_3[1]) == INFO["count eq49 as printed [mult,add,trig] (published 29,16,10)"]
    )


def test_wrist_kinematics_invert_the_definition_of_the_speeds(rng: np.random.Generator) -> None:
    q, qdot = rng.uniform(0.3, 1.2, 3), rng.normal(size=3)
    assert close(paper.wrist_qdot(q, paper.wrist_Y(q) @ qdot), qdot, round_off(20.0, 30))


def test_wrist_speeds_are_the_angular_velocity_in_C(rng: np.random.Generator) -> None:
    q, qdot = rng.uniform(0.3, 1.2, 3), rng.normal(size=3)
    R = orientation_of_C(q)
    w_tilde = R.T @ paper.along(orientation_of_C, q, qdot)
    w = [w_tilde[2, 1], w_tilde[0, 2], w_tilde[1, 0]]
    assert close(paper.wrist_Y(q) @ qdot, w, round_off(5.0, 50))


def test_wrist_power_equals_rate_of_energy(rng: np.random.Generator) -> None:
    wrist, q, u = paper.Wrist(), rng.uniform(0.3, 1.2, 3), rng.normal(size=3)
    force, torque = rng.normal(size=3), rng.normal(size=3)
    udot = paper.wrist_udot(wrist, q, u, force, torque)
    v = wrist.L * np.array([u[1], -u[0], 0.0])  # ω × L c3
    height_rate = orientation_of_C(q)[0] @ v  # n1 up
    energy_rate = u @ paper.wrist_mass_matrix(wrist) @ udot + wrist.M * wrist.g * height_rate
    assert close(energy_rate, force @ v + torque @ u, round_off(20.0, 100))


def test_cart_caster_does_not_slip_sideways(rng: np.random.Generator) -> None:
    cart, q, u = paper.Cart(), rng.uniform(0.3, 2.0, 4), rng.normal(size=2)
    u3 = paper.cart_u3(cart, q, u)
    assert close(paper.cart_constraint(cart, q) @ [*u, u3], 0.0, round_off(5.0, 10))
    partials = paper.cart_partial_velocities(cart, q)
    c2 = np.array([-np.sin(q[3]), np.cos(q[3]), 0.0])
    assert close(u @ partials["P3"] @ c2, 0.0, round_off(3.0, 10))
    assert close(u @ partials["C"], [0, 0, u3], round_off(abs(u3) + 1, 10))


def test_cart_mass_matrix_is_the_sum_over_partial_velocities(rng: np.random.Generator) -> None:
    cart, q = paper.Cart(), rng.uniform(0.3, 2.0, 4)
    partials = paper.cart_partial_velocities(cart, q)
    basket = cart.m_B * partials["Bo"] @ partials["Bo"].T
    turning = cart.I_B * partials["B"] @ partials["B"].T
    caster = cart.m_C * partials["P3"] @ partials["P3"].T
    expected = paper.cart_mass_matrix(cart, q)
    assert close(basket + turning + caster, expected, round_off(25.0, 20))


def test_cart_power_equals_rate_of_energy(rng: np.random.Generator) -> None:
    cart, q, u = paper.Cart(), rng.uniform(0.3, 2.0, 4), rng.normal(size=2)
    F, tau = rng.normal(size=2)
    udot = paper.cart_udot(cart, q, u, F, tau)
    u3 = paper.cart_u3(cart, q, u)
    qdot = paper.cart_qdot(q, np.array([*u, u3]))
    M, Mdot = (paper.cart_mass_matrix(cart, q), along_matrix(cart, q, qdot))
    energy_rate = u @ M @ udot + u @ Mdot @ u / 2
    assert close(energy_rate, F * u[0] + tau * u[1], round_off(200.0 * (1 + u3**2), 100))


def test_cart_side_forces_and_push_give_the_momentum_rate(rng: np.random.Generator) -> None:
    cart, q, u = paper.Cart(), rng.uniform(0.3, 2.0, 4), rng.normal(size=2)
    F, tau = rng.normal(size=2)
    udot = paper.cart_udot(cart, q, u, F, tau)
    rear, caster = paper.cart_side_forces(cart, q, u, udot)
    s, c = np.sin(q[3]), np.cos(q[3])
    w = c * u[0] + cart.L2 * s * u[1]
    u3 = paper.cart_u3(cart, q, u)
    forward = cart.m_B * (udot[0] - cart.L1 * u[1] ** 2)  # along b1
    wdot = c * udot[0] + cart.L2 * s * udot[1] + (u3 - u[1]) * (cart.L2 * c * u[1] - s * u[0])
    forward += cart.m_C * (wdot * c - w * u3 * s)
    scale = 200.0 * (1 + u3**2)
    assert close(forward, F - caster * s, round_off(scale, 100))
    spin = cart.I_B * udot[1]  # moments about the basket's mass centre
    reach = cart.L2 - cart.L1
    pivot = caster * c - cart.m_C * (wdot * s + w * u3 * c)  # along b2, caster on basket
    assert close(spin, tau - cart.L1 * rear + reach * pivot, round_off(scale, 100))


def test_sticking_cart_is_the_free_one_with_a_locked_caster(rng: np.random.Generator) -> None:
    cart, q, u1 = paper.Cart(), rng.uniform(0.4, 1.2, 4), 0.8
    F, tau = rng.normal(size=2)
    Z2 = cart.L3 - cart.L2 * np.cos(q[3])
    P = np.array([1.0, -np.sin(q[3]) / Z2])  # (65): u2 = u3, q4 constant
    M, f = paper.cart_mass_matrix(cart, q), paper.cart_bias(cart, q, u1 * P)
    udot = P @ (np.array([F, tau]) - f) / (P @ M @ P)
    assert close(udot, paper.cart_sticking_udot(cart, q, F, tau), round_off(50.0, 100))


@pytest.mark.parametrize("moment", [1.0, 5.0])
def test_cart_runs_as_the_reference_simulation(moment: float) -> None:
    cart = paper.Cart(**INFO["cart free caster simulation"]["parameters"])
    table = read_table("000_cart_free_simulation.csv")

    def rates(_t: float, x: np.ndarray) -> np.ndarray:
        q, u = x[:4], x[4:]
        full = np.array([*u, paper.cart_u3(cart, q, u)])
        return np.concatenate([paper.cart_qdot(q, full), paper.cart_udot(cart, q, u, 0.0, 0.0)])

    start, rtol = np.concatenate(paper.CART_START), 1e-11
    run = solve_ivp(rates, (0.0, moment), start, "DOP853", rtol=rtol, atol=rtol / 10)
    end, row = run.y[:, -1], int(np.argmin(np.abs(table["t"] - moment)))
    limit = run_error(rtol, 5.0, len(run.t)) + printed(10.0, 13)  # the caster settles: no growth
    assert close(end, columns(table, "q1", "q2", "q3", "q4", "u1", "u2")[row], limit)
    energy = paper.cart_energy(cart, end[:4], end[4:])
    assert close(energy, table["KE"][row], cart.m_B * limit)


def orientation_of_C(q: np.ndarray) -> np.ndarray:
    """R_NC: n3 by q1, a2 by q2, b3 by q3."""
    R: np.ndarray = turn_3(q[0]) @ turn_2(q[1]) @ turn_3(q[2])
    return R


def turn_2(angle: complex) -> np.ndarray:
    s, c = np.sin(angle), np.cos(angle)
    return np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])


def turn_3(angle: complex) -> np.ndarray:
    s, c = np.sin(angle), np.cos(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def along_matrix(cart: paper.Cart, q: np.ndarray, qdot: np.ndarray) -> np.ndarray:
    """Ṁ along the motion."""
    return paper.along(lambda p: paper.cart_mass_matrix(cart, p), q, qdot)
