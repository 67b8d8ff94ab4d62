"""Independent speeds at a state: D, γ and the p equations, against multipliers."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from kane import (
    GROUND,
    Body,
    Gravity,
    Joined,
    Model,
    Motion,
    Point,
    Revolute,
    System,
    Z,
    build,
    rate,
)
from kane.analysis.independent import independent
from kane.analysis.moment import moment
from kane.errors import DerivationError
from tests.close import close, method_error, round_off
from tests.sim.modes.oracle import Case, accelerations

Array = NDArray[np.float64]


def chain(*constraints: Motion | Joined) -> System:
    """Four uniform bars of 0.6 m, one after the other, from the ground."""
    parent, joints = GROUND, []
    for k in range(4):
        bar = Body(f"bar{k}", mass=1, centre=(0.3, 0, 0), inertia=(0, 0, 0.03))
        at = (0.6, 0, 0) if k else (0, 0, 0)
        joints.append(Revolute(f"q{k}", parent, bar, axis=Z, at=at))
        parent = bar
    return System("chain", joints=joints, loads=[Gravity(along=-GROUND.y)], constraints=constraints)


def closed() -> System:
    """The chain with its end held and two of its angles geared."""
    bare = chain()
    end = Point("end", bare.joints[-1].child, (0.6, 0, 0))
    foot = Point("foot", GROUND, (1.5, 0, 0))
    gears = Motion("gears", rate("q1") - 0.5 * rate("q0") == 0.3)
    return bare.replace(constraints=[Joined("loop", foot, end, along="xy"), gears])


Q, U = (1.0, -0.7, -0.8, -0.5), (0.4, 0.1, -1.0, 0.3)


def terms(model: Model) -> Case:
    """M, J, c, the biases and M u̇₀ on the constraints, by the model's other functions."""
    at = moment(model, q=Q, u=U, t=0.0, inputs=None)
    q, u = at.y[:4], at.y[4:]
    J, c, bias = model.constraint_rows(q, u)
    h = -model.bias(q, u)
    return Case(M=model.mass_matrix(q), J=J, c=c, bias=bias, h=h, u=u)


def test_dependent_speeds_and_rates_are_what_the_independent_ones_make_them() -> None:
    model = build(closed())
    case, found = terms(model), independent(model, q=Q, u=U)
    place = model.u_names.index
    own, others = ([place(n) for n in names] for names in (found.independent, found.dependent))
    udot = np.array([found.udot[name] for name in model.u_names])
    assert len(own) == 1
    assert close(found.D @ case.u[own] + found.E, case.u[others], round_off(10, 100))
    assert close(found.D @ udot[own] + found.gamma, udot[others], round_off(100, 100))
    assert found.gain <= 2.0


def test_the_equations_in_independent_speeds_give_the_motion_of_multipliers() -> None:
    model = build(closed())
    case, found = terms(model), independent(model, q=Q, u=U)
    q = moment(model, q=Q, u=U, t=0.0, inputs=None).y[:4]
    expected, _ = accelerations(case, np.arange(3))
    udot = np.array([found.udot[name] for name in model.u_names])
    assert close(udot, expected, round_off(float(np.abs(expected).max()), 1000))
    assert close(udot, model.forward_dynamics(q, case.u, np.zeros(4)), round_off(100, 1000))
    P = np.zeros((4, 1))
    P[[model.u_names.index(n) for n in found.independent]] = 1.0
    P[[model.u_names.index(n) for n in found.dependent]] = found.D
    shift = np.zeros(4)
    shift[[model.u_names.index(n) for n in found.dependent]] = found.gamma
    assert close(found.mass, P.T @ case.M @ P, round_off(10, 100))
    assert close(found.force, P.T @ (case.h - case.M @ shift), round_off(100, 100))


def test_rows_that_follow_from_others_are_named_and_change_nothing() -> None:
    system = closed()
    double = Motion("again", 2 * rate("q1") - rate("q0") == 0.6)
    more = system.replace(constraints=[*system.constraints, double])
    alone, both = (independent(build(one), q=Q, u=U) for one in (system, more))
    assert len(both.superfluous) == 1
    assert set(both.superfluous) <= {"again", "gears"}
    assert close(list(both.udot.values()), list(alone.udot.values()), round_off(100, 1000))


def test_without_rows_all_speeds_are_independent() -> None:
    model = build(chain())
    found = independent(model, q=Q, u=U)
    expected = model.forward_dynamics(np.array(Q), np.array(U), np.zeros(4))
    assert found.independent == model.u_names
    assert close(list(found.udot.values()), expected, round_off(100, 1000))
    assert found.condition == pytest.approx(1.0)


def test_the_text_says_what_each_dependent_speed_is() -> None:
    text = str(independent(build(chain(Motion("lock", rate("q2") == 0))), q=Q, u=U))
    assert "independent: u0, u1, u3" in text
    assert "u2 = 0" in text


def test_derivatives_of_forward_dynamics_are_those_of_the_motion_with_its_rows() -> None:
    """Against differences of u̇ by multipliers, and ∂u̇/∂τ = M⁻¹ − M⁻¹Jᵀ S⁻¹ J M⁻¹."""
    model = build(closed())
    at = moment(model, q=Q, u=U, t=0.0, inputs=None)
    q, u, tau = at.y[:4], at.y[4:], np.array([0.3, -0.2, 0.5, 0.1])

    def udot(q: Array, u: Array) -> Array:
        J, c, bias = model.constraint_rows(q, u)
        h = tau - model.bias(q, u)
        case = Case(M=model.mass_matrix(q), J=J, c=c, bias=bias, h=h, u=u)
        return accelerations(case, np.arange(3))[0]

    by_q, by_u, by_tau = model.derivatives("forward_dynamics")(q, u, tau)
    step = 1e-5
    each = step * np.eye(4)
    expected_q = np.transpose([udot(q + e, u) - udot(q - e, u) for e in each]) / (2 * step)
    expected_u = np.transpose([udot(q, u + e) - udot(q, u - e) for e in each]) / (2 * step)
    limit = method_error(step, 2, 1e3) + round_off(1e3 / step, 100)
    assert close(by_q, expected_q, limit)
    assert close(by_u, expected_u, limit)
    M, (J, _, _) = model.mass_matrix(q), model.constraint_rows(q, u)
    X = np.linalg.solve(M, J.T)
    inner = np.linalg.inv(M) - X @ np.linalg.solve(J @ X, X.T)
    assert close(by_tau, inner, round_off(100, 1000))


def test_what_a_joint_transmits_is_refused_where_it_is_not_told() -> None:
    model = build(closed())
    with pytest.raises(DerivationError, match=r"'loop, x', 'loop, y' act on what it carries"):
        model.reactions("q0")
    with pytest.raises(DerivationError, match="Record reaction"):
        model.reactions("q3")
