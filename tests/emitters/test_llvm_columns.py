"""Columns: a solve for every column of the results, W in the lanes, is the solve one by one."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import kane
from kane import GROUND, Body, Gravity, Prismatic, Revolute, System
from kane.machine.cpu import Tier
from kane.machine.kernel import Kernel
from kane.machine.model import Model
from kane.pipeline import compile
from tests.close import close, round_off

AXES = ((0.0, 0.0, 1.0), (0.6, 0.0, 0.8), (0.0, 1.0, 0.0))


def tree(joints: int) -> System:
    """A tree of turning and sliding joints with three branches."""
    made, bodies = [], [GROUND]
    for k in range(joints):
        body = Body(f"B{k}", mass=1.0 + 0.1 * k, centre=(0.1, 0.02, 0.03), inertia=(0.1, 0.2, 0.15))
        parent = bodies[max(0, k - 2)] if k % 5 == 0 else bodies[-1]
        make = Prismatic if k % 4 == 3 else Revolute
        made.append(make(f"q{k}", parent, body, axis=AXES[k % 3], at=(0.3, 0.0, 0.1)))
        bodies.append(body)
    return System(f"tree of {joints}", joints=made, loads=[Gravity(along=-GROUND.z)])


def straight(model: Model) -> Kernel:
    """The same function as one Program."""
    return compile(model.program("derivatives_of_forward_dynamics"))


slow = pytest.mark.slow


@pytest.mark.parametrize("joints", [7, 13, *(pytest.param(n, marks=slow) for n in (6, 9, 16))])
def test_columns_are_the_straight_program(joints: int, rng: np.random.Generator) -> None:
    """Also where n is no multiple of the lanes, so that the last columns are made twice."""
    model = kane.build(tree(joints))
    q, u, tau = rng.normal(size=(3, joints))
    found = model.derivatives("forward_dynamics")(q, u, tau)
    expected = straight(model)(q, u, tau)

    worst = np.linalg.cond(model.mass_matrix(q))
    for made, other in zip(found, expected, strict=True):
        assert close(made, other, round_off(float(np.abs(other).max() * worst), 100))


def test_they_solve_with_the_mass_matrix(rng: np.random.Generator) -> None:
    model = kane.build(tree(13))
    q, u, tau = rng.normal(size=(3, 13))
    udot = model.forward_dynamics(q, u, tau)
    found = model.derivatives("forward_dynamics")(q, u, tau)
    inner = model.derivatives("inverse_dynamics")(q, u, udot)

    worst = np.linalg.cond(inner.M)
    assert close(inner.M @ found.M_inverse, np.eye(13), round_off(worst, 100))
    for made, right in ((found.udot_q, inner.tau_q), (found.udot_u, inner.tau_u)):
        assert close(inner.M @ made, -right, round_off(float(np.abs(right).max() * worst), 100))


@slow
def test_bound_calls_and_batches_are_the_calls(rng: np.random.Generator) -> None:
    model = kane.build(tree(12))
    function = model.derivatives("forward_dynamics")
    q, u, tau = rng.normal(size=(3, 3, 12))
    many = function(q, u, tau)
    made = [np.empty((12, 12)) for _ in range(3)]
    function.bind(q[1], u[1], tau[1], *made)()

    worst = np.linalg.cond(model.mass_matrix(q[1]))
    for bound, batch, alone in zip(made, many, function(q[1], u[1], tau[1]), strict=True):
        assert np.array_equal(bound, alone)
        assert close(batch[1], alone, round_off(float(np.abs(alone).max() * worst), 100))


def test_what_was_compiled_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rng: np.random.Generator
) -> None:
    """The code of a second model of the same system is the optimized one at its first call."""
    monkeypatch.setenv("KANE_CACHE", str(tmp_path))
    q, u, tau = rng.normal(size=(3, 12))
    kane.build(tree(12)).derivatives("forward_dynamics").address(Tier.OPTIMIZED)

    again = kane.build(tree(12)).derivatives("forward_dynamics")
    again(q, u, tau)
    assert again.tier is Tier.OPTIMIZED
