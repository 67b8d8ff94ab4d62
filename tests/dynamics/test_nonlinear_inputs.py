"""Inputs in which loads are not linear: a boat with a turning thruster and a sail of any size.

    m ẍ = F cos δ − k² ẋ,   m ÿ = F sin δ          so f = (k² ẋ, 0) and B(δ) = (cos δ, sin δ)

That random systems with such loads obey Newton and Euler is tested in tests/laws.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import kane
from kane import Body, Force, JointDamper, JointSpring, Prismatic, Revolute, System, Torque
from kane.algebra import cos, sin
from kane.analysis.linearize import linearize
from kane.errors import ArgumentError
from kane.geometry import GROUND, X, Y, Z
from kane.machine.model import Model
from kane.model.loads import JointForce
from kane.model.quantities import energy, rate, velocity
from kane.model.symbols import clock, inputs, parameters
from kane.sim.signals import Between, Table
from kane.sim.simulate import simulate
from tests.close import close, method_error, round_off, run_error

F, delta, k = inputs("F", "delta", "k")
MASS = 2.0


@cache
def boat(live: bool = False) -> Model:
    (m,) = parameters(m=MASS)
    stage, hull = kane.Frame("stage"), Body("hull", mass=m)
    thrust = Force(F * cos(delta) * GROUND.x + F * sin(delta) * GROUND.y, at=hull.mass_centre)
    system = System(
        "boat",
        joints=[Prismatic("x", GROUND, stage, axis=X), Prismatic("y", stage, hull, axis=Y)],
        loads=[thrust, JointForce("x", -(k**2) * rate("x"))],
    )
    return kane.build(system, parameters="live" if live else "fold")


def test_inputs_are_told_apart() -> None:
    assert boat().linear_inputs == ("F",)
    assert boat().nonlinear_inputs == ("delta", "k")


@pytest.mark.parametrize("live", [False, True])
def test_functions_take_them_as_one_more_array(live: bool, rng: np.random.Generator) -> None:
    model, (q, u, udot) = boat(live), rng.normal(size=(3, 2))
    angle, size = 0.7, 1.3
    drag = np.array([size**2 * u[0], 0.0])
    tau = model.inverse_dynamics(q, u, udot, [angle, size])
    assert close(tau, MASS * udot + drag, round_off(10.0, 10))
    assert close(model.bias(q, u, [angle, size]), drag, round_off(10.0, 10))
    assert close(model.forward_dynamics(q, u, tau, [angle, size]), udot, round_off(10.0, 20))
    B = model.input_matrix(q, [angle, size])
    assert close(np.ravel(B), [np.cos(angle), np.sin(angle)], round_off(1.0, 4))
    assert close(model.mass_matrix(q), MASS * np.eye(2), round_off(MASS))


def test_many_states_have_a_row_of_them_each(rng: np.random.Generator) -> None:
    q, u, udot, bent = rng.normal(size=(4, 9, 2))
    tau = boat().inverse_dynamics(q, u, udot, bent)
    assert close(tau[:, 0], MASS * udot[:, 0] + bent[:, 1] ** 2 * u[:, 0], round_off(20.0, 10))
    assert close(boat().forward_dynamics(q, u, tau, bent), udot, round_off(20.0, 20))


def test_derivatives_take_them_too() -> None:
    found = boat().derivatives("forward_dynamics")([0, 0], [1, 2], [3, 4], [0.7, 1.3])
    assert close(found.udot_u, [[-(1.3**2) / MASS, 0.0], [0.0, 0.0]], round_off(2.0, 10))
    assert close(found.M_inverse, np.eye(2) / MASS, round_off(1.0, 10))


def test_small_changes_of_them_move_it() -> None:
    """∂ẍ/∂(F, δ, k) = (cos δ, −F sin δ, −2 k ẋ)/m."""
    at = {"F": 2.0, "delta": 0.7, "k": 1.3}
    linear = linearize(boat(), u=[1.5, 0.0], inputs=at)
    expected = np.array(
        [[np.cos(0.7), -2 * np.sin(0.7), -2 * 1.3 * 1.5], [np.sin(0.7), 2 * np.cos(0.7), 0.0]]
    )
    columns = [linear.inputs.index(name) for name in at]
    assert close(linear.B[2:, columns], expected / MASS, round_off(5.0, 20))


def test_it_moves_as_newton_says() -> None:
    """v = v_∞ + (v₀ − v_∞) e^(−k²t/m), y = F sin δ t²/2m."""
    given = {"F": 2.0, "delta": 0.7, "k": 1.3}
    motion = simulate(boat(), u=[3.0, 0.0], until=2.0, rtol=1e-11, inputs=given)
    last, slow = 2.0 * np.cos(0.7) / 1.3**2, 1.3**2 / MASS
    expected = last + (3.0 - last) * np.exp(-slow * motion.t)
    limit = run_error(1e-11, 10.0, len(motion))
    assert close(motion["u_x"], expected, limit)
    assert close(motion["y"], 2.0 * np.sin(0.7) * motion.t**2 / 2 / MASS, limit)


def test_an_input_moves_it_as_the_same_function_of_time_in_the_load_does() -> None:
    """a² with a = 1 + sin t as a table, as an expression and as (1 + sin t)² in the load."""
    (a,) = inputs("a")
    law = 1 + sin(clock())
    t = np.linspace(0, 2, 401)
    table = Table(t=t.tolist(), values=(1 + np.sin(t)).tolist(), between=Between.CUBIC)
    plain = simulate(spun(law**2), until=2.0, rtol=1e-11)
    for given in (table, law):
        motion = simulate(spun(a**2), until=2.0, rtol=1e-11, inputs={"a": given})
        limit = run_error(1e-11, 10.0, len(plain)) + method_error(t[1], 4, 10.0)
        assert close(motion["q1"][-1], plain["q1"][-1], limit)


def spun(torque: Any) -> Model:
    body = Body("b", mass=1, centre=(0, 0, -0.5), inertia=(0.1, 0.1, 0.1))
    loads: list[kane.Load] = [kane.Gravity(along=-GROUND.z), Torque(torque * body.y, on=body)]
    return kane.build(System("b", joints=[Revolute("q1", GROUND, body, axis=Y)], loads=loads))


def test_power_of_the_load_is_the_rate_of_energy() -> None:
    """E grows by ∫ a² u dt, by Simpson's rule over equal samples."""
    (a,) = inputs("a")
    asked = [energy(), "a"]
    motion = simulate(spun(a**2), until=1.0, dt=1e-3, inputs={"a": 1.7}, record=asked)
    power = motion["a"] ** 2 * motion["u1"]
    weights = np.r_[1, np.tile([4, 2], 499), 4, 1] / 3e3
    gained = motion["energy()"][-1] - motion["energy()"][0]
    assert close(gained, weights @ power, method_error(1e-3, 4, 1e3))


def test_events_and_laws_see_them() -> None:
    """The sail is set where the boat is slow enough."""
    law = kane.where(rate("x") < 2.0, 0.0, 1.0)
    slow = kane.When(rate("x") < 1.0, stop="slow")
    motion = simulate(boat(), u=[3.0, 0.0], until=9.0, inputs={"k": law, "F": 0.0}, events=[slow])
    assert motion.t[-1] == 9.0  # no drag below 2 m/s
    assert motion["u_x"][-1] == pytest.approx(2.0, abs=1e-3)


# ── what depends on any of the inputs ─────────────────────────────────────────────────────────
def test_dampers_with_a_strength_from_outside_have_columns_that_depend_on_speeds() -> None:
    (c,) = inputs("c")
    model = one_joint(JointDamper("q1", c))
    assert close(np.ravel(model.input_matrix([0.3], [2.0])), [-2.0], round_off(2.0))


def test_springs_with_a_stiffness_from_outside_have_the_energy_that_it_gives_them() -> None:
    (stiff,) = inputs("stiff")
    model = one_joint(JointSpring("q1", stiff))
    assert close(np.ravel(model.potential_energy([0.3], [5.0])), [0.5 * 5 * 0.09], round_off(1.0))


def test_a_joint_transmits_what_an_input_pushes_beyond_it() -> None:
    """A body at rest on the ground: the joint gives back what pushes it."""
    (push,) = inputs("push")
    body = Body("b", mass=1, inertia=(1, 1, 1))
    system = System(
        "b",
        joints=[Revolute("q1", GROUND, body, axis=Z)],
        loads=[Force(push * GROUND.x, at=body.mass_centre)],
    )
    force, _ = kane.build(system).reactions("q1")([0.0], [0.0], [0.0], [7.0])
    assert close(force, [-7.0, 0, 0], round_off(7.0))


def one_joint(load: kane.Load) -> Model:
    body = Body("b", mass=1, inertia=(1, 1, 1))
    return kane.build(System("b", joints=[Revolute("q1", GROUND, body, axis=Z)], loads=[load]))


@pytest.mark.parametrize("values", [[1.0, 2.0, 1.0], [1.0, 1.0, 1.0]])
def test_energy_that_an_input_changes_is_not_said_to_be_kept(values: list[float]) -> None:
    """… and of a spring whose stiffness stays, it is."""
    (stiff,) = inputs("stiff")
    model, table = one_joint(JointSpring("q1", stiff)), Table(t=[0, 1, 2], values=values)
    motion = simulate(model, q=[0.3], until=2.0, rtol=1e-9, inputs={"stiff": table})
    assert ("energy kept" in str(motion)) == (len(set(values)) == 1)


def test_a_load_that_divides_by_an_input_at_zero_ends_the_run_in_words() -> None:
    (width,) = inputs("width")
    motion = simulate(one_joint(JointForce("q1", 1 / width)), until=1.0, inputs={"width": 0.0})
    assert "not finite" in str(motion)


def test_a_function_without_them_says_what_it_takes() -> None:
    with pytest.raises(ArgumentError, match="q, u, udot, nonlinear_inputs"):
        boat().inverse_dynamics([0, 0], [0, 0], [0, 0])


def test_velocities_may_stand_beside_inputs() -> None:
    """Drag c(a) v: f holds a² v along the body's own direction."""
    (a,) = inputs("a")
    body = Body("b", mass=1, centre=(0, 0, -1), inertia=(0, 0, 0))
    v = velocity(body.mass_centre).along(GROUND.x)
    load = Force(-(a**2) * v * GROUND.x, at=body.mass_centre)
    model = kane.build(System("b", joints=[Revolute("q1", GROUND, body, axis=Y)], loads=[load]))
    q, u = 0.4, 1.5
    expected = 0.9**2 * np.cos(q) ** 2 * u  # v = −cos q u along x, twice the lever −cos q
    assert close(model.bias([q], [u], [0.9]), [expected], round_off(1.0, 20))
