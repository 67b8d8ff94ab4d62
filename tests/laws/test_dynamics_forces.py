"""Generalized forces of random systems against sums of Newton's and Euler's equations.

τ is projected on the user's speeds by the oracle's numbers: Wᵀ times what the joints must do.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from kane.algebra import symbols_of
from kane.dynamics import observables
from kane.dynamics.composites import Symmetric, by_cut_composites
from kane.dynamics.equations import Equations
from kane.dynamics.mass_matrix import by_partial_velocities, cuts_at
from kane.model.body import Body
from tests.close import close
from tests.oracles import maximal
from tests.oracles.jet import Array
from tests.random_cases import CASES, HEAVY, drawn
from tests.random_systems import Moment

cases = pytest.mark.parametrize("case", list(CASES))


@cases
def test_inverse_dynamics_is_the_newton_euler_recursion(case: str) -> None:
    check_inverse_dynamics(drawn(case))


def check_inverse_dynamics(moment: Moment) -> None:
    needed = moment.evaluate(moment.pair.equations.inverse_dynamics)
    assert close(needed - given(moment), moment.tau, moment.limit(moment.size))


@cases
def test_mass_matrix_is_the_oracles(case: str) -> None:
    check_mass_matrix(drawn(case))


def check_mass_matrix(moment: Moment) -> None:
    """… symmetric and positive definite, and what each of its formulations gives."""
    M = moment.evaluate(moment.pair.equations.mass_matrix)
    limit = moment.limit(moment.size)
    assert close(M, moment.mass_matrix, limit)
    assert close(M, M.T, 0.0)
    for way in formulations(moment.pair.equations):
        assert close(moment.evaluate(way), moment.mass_matrix, limit)
    smallest = float(np.linalg.eigvalsh(moment.mass_matrix).min())
    assert np.linalg.eigvalsh(M).min() > smallest / 2 > 0


def formulations(equations: Equations) -> list[Symmetric]:
    """M by partial velocities, from composites, and from composites cut at the speeds' symbols."""
    tree, forms, speeds = equations.tree, equations.forms, equations.speeds
    count, cuts = len(speeds.u), cuts_at(speeds)
    ways = (by_cut_composites(tree, speeds.sigma, forms, at, count) for at in ((), cuts))
    return [by_partial_velocities(tree, forms, count), *ways]


@cases
def test_inverse_dynamics_is_mass_times_rates_and_bias(case: str) -> None:
    check_affine(drawn(case))


def check_affine(moment: Moment) -> None:
    equations = moment.pair.equations
    M, f = moment.evaluate(equations.mass_matrix), moment.evaluate(equations.bias)
    tau = moment.evaluate(equations.inverse_dynamics)
    assert close(M @ moment.state.udot + f, tau, moment.limit(moment.size))


@cases
def test_input_matrix_is_what_inputs_add(case: str) -> None:
    check_inputs(drawn(case))


def check_inputs(moment: Moment) -> None:
    """Columns of B by the oracle: what one unit more of a linear input takes off τ."""
    pair, state = moment.pair, moment.state
    names = [str(symbol) for symbol in pair.equations.linear_inputs]
    B = moment.evaluate(pair.equations.input_matrix).reshape(len(state.u), len(names))
    for column, name in zip(B.T, names, strict=True):
        more = replace(state, given={**state.given, name: state.given[name] + 1.0})
        gained = moment.tau - Moment(pair=pair, state=more).tau
        assert close(column, gained, moment.limit(moment.size))


@cases
def test_every_input_changes_what_is_needed_as_it_does_the_oracles(case: str) -> None:
    check_changed_inputs(drawn(case))


def check_changed_inputs(moment: Moment) -> None:
    """τ − B a with one input after the other changed, those too in which loads are not linear."""
    for name in moment.pair.system.inputs:
        state = replace(moment.state, given={**moment.state.given, name: 0.4})
        changed = Moment(pair=moment.pair, state=state)
        needed = changed.evaluate(moment.pair.equations.inverse_dynamics) - given(changed)
        assert close(needed, changed.tau, changed.limit(changed.size))


def test_some_of_the_cases_have_inputs_in_which_loads_are_not_linear() -> None:
    found = [drawn(case).pair.equations for case in CASES]
    bent = [equations for equations in found if equations.nonlinear_inputs]
    assert len(found) > len(bent) > 2
    assert any(depend_on_inputs(equations.input_matrix, equations) for equations in bent)


def depend_on_inputs(rows: Symmetric, equations: Equations) -> bool:
    """Whether some entry of a matrix contains an input."""
    entries = [entry for row in rows for entry in row]
    return bool(entries) and bool(set(symbols_of(*entries)) & set(equations.inputs))


@cases
def test_active_and_inertia_forces_balance_what_the_joints_do(case: str) -> None:
    check_kanes_equation(drawn(case))


def check_kanes_equation(moment: Moment) -> None:
    """F_r + F*_r = −τ, with F_r the sum over loads."""
    equations = moment.pair.equations
    active = moment.evaluate(equations.active_forces)
    inertia = moment.evaluate(equations.inertia_forces)
    assert close(active + inertia, -moment.tau, moment.limit(moment.size))


@cases
def test_every_load_gives_what_it_does_to_the_oracles_bodies(case: str) -> None:
    check_contributions(drawn(case))


def check_contributions(moment: Moment) -> None:
    """F_r of each load: Σ v_r·F + ω_r·N over the oracle's bodies, and Wᵀ Q."""
    v_r, w_r = moment.partials
    found = moment.pair.equations.contributions
    for acting, forces in zip(moment.pair.acting, found.values(), strict=True):
        push = acting.of(moment.now)
        expected = moment.W.T @ push.along(len(moment.s))
        for k, (body, motion) in enumerate(zip(moment.now.tree, moment.now.motions, strict=True)):
            expected = expected + v_r[:, k] @ (body.mass * push.gravity)
            for number, point, force in push.forces:
                if number == k:
                    arm = motion.R @ (point - body.centre)
                    expected = expected + v_r[:, k] @ force + w_r[:, k] @ np.cross(arm, force)
            for number, torque in push.torques:
                if number == k:
                    expected = expected + w_r[:, k] @ torque
        assert close(moment.evaluate(forces), expected, moment.limit(moment.size))


@cases
def test_forward_dynamics_undoes_inverse_dynamics(case: str) -> None:
    check_forward_dynamics(drawn(case))


def check_forward_dynamics(moment: Moment) -> None:
    """u̇ for the oracle's τ, by the factored mass matrix and by articulated bodies."""
    equations = moment.pair.equations
    tau = moment.tau + given(moment)
    values = {f"tau({name})": x for name, x in zip(equations.u_names, tau, strict=True)}
    limit = moment.limit(moment.size) * softness(moment)
    ways = [equations.forward_dynamics]
    if not moment.pair.system.speeds and not equations.embedded.dependent:
        ways.append(equations.articulated)
    for udot in ways:
        assert close(moment.evaluate(udot, **values), moment.state.udot, limit)


@pytest.mark.parametrize("case", list(HEAVY))
def test_bodies_accelerate_as_free_ones_held_by_multipliers(case: str) -> None:
    moment = drawn(case)
    pair, now, push = moment.pair, moment.now, moment.push
    tau = np.random.default_rng(7).normal(size=len(moment.s))  # along the oracle's joint rates
    names = [f"tau({name})" for name in pair.equations.u_names]
    values = dict(zip(names, moment.W.T @ tau + given(moment), strict=True))
    for udot in (pair.equations.forward_dynamics, pair.equations.articulated):
        rates = moment.evaluate(udot, **values)
        then = Moment(pair=pair, state=replace(moment.state, udot=rates))
        both = tau + push.along(len(tau))
        solution = maximal.solve(now.tree, now.q, now.s, both, push.loads())
        for k, frame in enumerate(pair.grown.frames):
            centre = frame.mass_centre if isinstance(frame, Body) else None
            assert centre is not None
            a = then.evaluate(observables.acceleration(pair.equations, centre).components)
            assert close(a, solution.a[k], softness(then) * moment.limit(then.size))


def softness(moment: Moment) -> float:
    """How far a force can go wrong in acceleration: the largest of M⁻¹."""
    return float(1 / np.linalg.eigvalsh(moment.mass_matrix).min()) * (1 + moment.far)


def given(moment: Moment) -> Array:
    """B a: the inputs' part, which τ of the library's functions is apart from."""
    pair = moment.pair
    B = moment.evaluate(pair.equations.input_matrix)
    a = np.array([moment.state.given[str(symbol)] for symbol in pair.equations.linear_inputs])
    found: Array = B.reshape(len(moment.state.u), len(a)) @ a
    return found
