"""Derivatives of inverse and forward dynamics against complex steps [Squire1998], on systems with
every joint, load and kind of speed; τ and u̇ themselves are tested against Newton and Euler."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import kane
from kane.dynamics.derivatives import (
    as_expressions,
    of_forward_dynamics,
    of_inverse_dynamics,
    recursive,
)
from kane.dynamics.sensitivity import Sensitivity
from kane.errors import ArgumentError
from tests import random_joints as joint
from tests.close import close, gap
from tests.draw import Clock
from tests.oracles.jet import Array
from tests.random_cases import CASES, HEAVY, Case, drawn, random_pair
from tests.random_systems import STEP, Moment
from tests.systems import stanford

STEADY = Case(
    makers=(
        joint.revolute,
        joint.prismatic,
        joint.screw,
        joint.planar,
        joint.cylindrical,
        joint.spherical,
        joint.universal,
        joint.free,
    ),
    clock=Clock.STANDS,
)
Given = dict[str, Any]
cases = pytest.mark.parametrize("case", list(CASES))


def stepped(moment: Moment, exprs: Any, given: Given) -> tuple[Array, Array]:
    """How expressions change with each displacement W e_r and with each speed."""
    equations, state = moment.pair.equations, moment.state
    W = moment.evaluate(equations.kinematics.W).reshape(len(equations.q), -1)
    index, later = moment.pair.grown.index.q, 1j * STEP
    by_q, by_u = [], []
    for r, speed in enumerate(equations.u_names):
        moved: Given = {
            name: state.q[index[name]] + later * w
            for name, w in zip(equations.q_names, W[:, r], strict=True)
        }
        by_q.append(np.imag(moment.evaluate(exprs, **given, **moved)) / STEP)
        faster = {speed: state.u[r] + later}
        by_u.append(np.imag(moment.evaluate(exprs, **given, **faster)) / STEP)
    return np.transpose(by_q), np.transpose(by_u)


def agree(moment: Moment, found: Sensitivity, exprs: Any, size: float) -> bool:
    """Whether derivatives are the complex steps of what they are derivatives of."""
    by_q, by_u = stepped(moment, exprs, {})
    scale = size + float(np.abs(by_q).max() + np.abs(by_u).max())
    limit = moment.limit(scale * moment.condition)
    return close(moment.evaluate(found.q), by_q, limit) and close(
        moment.evaluate(found.u), by_u, limit
    )


@cases
def test_derivatives_of_inverse_dynamics_are_its_complex_steps(case: str) -> None:
    moment = drawn(case)
    found = of_inverse_dynamics(moment.pair.equations)

    assert agree(moment, found, moment.pair.equations.inverse_dynamics, moment.size)
    assert close(moment.evaluate(found.M), moment.mass_matrix, moment.limit(moment.size))


@pytest.mark.parametrize("case", list(HEAVY))
def test_derivatives_of_forward_dynamics_are_its_complex_steps(case: str) -> None:
    moment = drawn(case)
    equations = moment.pair.equations
    given: Given = dict(zip(map(str, equations.tau), moment.tau, strict=True))
    found, inverse = of_forward_dynamics(equations), np.linalg.inv(moment.mass_matrix)
    by_q, by_u = stepped(moment, equations.forward_dynamics, given)

    limit = moment.limit(np.linalg.cond(moment.mass_matrix) * np.abs(inverse).max() * moment.size)
    assert close(moment.evaluate(found.M, **given), inverse, limit)
    assert close(moment.evaluate(found.q, **given), by_q, limit)
    assert close(moment.evaluate(found.u, **given), by_u, limit)


@pytest.mark.parametrize(
    "seed", [pytest.param(seed, marks=() if seed == 1 else pytest.mark.slow) for seed in range(4)]
)
def test_recursion_holds_for_every_joint_that_is_fixed_in_its_links(seed: int) -> None:
    """Turning, sliding, screwing, balls and free bodies, singly and in chains, on each other."""
    moment = steady(seed)
    equations = moment.pair.equations
    found = of_inverse_dynamics(equations)

    assert recursive(equations)
    assert agree(moment, found, equations.inverse_dynamics, moment.size)
    other = as_expressions(equations)
    limit = moment.limit(moment.size * moment.condition)
    assert close(moment.evaluate(found.q), moment.evaluate(other.q), limit)
    assert close(moment.evaluate(found.M), moment.mass_matrix, limit)


def steady(seed: int) -> Moment:
    """A random tree in its joints' own speeds, in one state."""
    for more in range(20):
        rng = np.random.default_rng([seed, more])
        moment = random_pair(rng, STEADY).moment(rng)
        if recursive(moment.pair.equations):
            return moment
    raise AssertionError("no free body had its speeds along its own axes")


def test_model_gives_them_for_a_state_and_for_a_batch() -> None:
    model = kane.build(stanford())
    q, u, udot = np.random.default_rng(1).normal(size=(3, 5, 6))
    tau = model.inverse_dynamics(q, u, udot)

    inverse = model.derivatives("inverse_dynamics")(q, u, udot)
    forward = model.derivatives("forward_dynamics")(q, u, tau)
    for k in range(5):
        alone = model.derivatives("inverse_dynamics")(q[k], u[k], udot[k])
        scale = np.abs(alone.tau_q).max() * np.linalg.cond(alone.M)
        assert gap(inverse.tau_q[k], alone.tau_q) <= 1e-14 * scale
        assert gap(alone.M @ forward.udot_u[k], -alone.tau_u) <= 1e-13 * scale
        assert gap(alone.M @ forward.M_inverse[k], np.eye(6)) <= 1e-14 * np.linalg.cond(alone.M)


def test_derivatives_of_something_else_are_refused() -> None:
    with pytest.raises(ArgumentError, match=r"no derivatives of 'bias'.*forward_dynamics"):
        kane.build(stanford()).derivatives("bias")  # type: ignore[arg-type]
