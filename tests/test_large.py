"""Large systems: what runs as a loop, what is derived when asked for, what is refused."""

from __future__ import annotations

import numpy as np
import pytest

from kane.errors import DerivationError
from kane.pipeline import build
from kane.sim.simulate import simulate
from tests.close import close, round_off, run_error
from tests.large_systems import (
    KINDS,
    chain,
    free,
    gimbal,
    prismatic,
    revolute,
    screw,
    spherical,
    state,
    system,
)


def test_other_functions_are_derived_when_asked_for(rng: np.random.Generator) -> None:
    described = system(rng, [revolute, prismatic], branching=False)
    loop = build(described, formulation="loop")
    q, _, _ = state(rng, loop, described)

    assert np.array_equal(loop.mass_matrix(q), build(described).mass_matrix(q))


def test_batches_and_bound_calls_are_single_states(rng: np.random.Generator) -> None:
    described = system(rng, [revolute, spherical, prismatic], branching=False)
    loop = build(described, formulation="loop")
    states = [state(rng, loop, described) for _ in range(3)]
    batch = [np.array(one) for one in zip(*states, strict=True)]
    out = np.empty(len(loop.u_names))

    many = loop.forward_dynamics(*batch)
    again = loop.forward_dynamics.batch(*batch, threads=2)

    assert np.array_equal(many, again)
    for given, made in zip(states, many, strict=True):
        loop.forward_dynamics.bind(*given, out)()
        assert np.array_equal(out, made)
        assert np.array_equal(loop.forward_dynamics(*given), made)


@pytest.mark.parametrize("method", ["rk4", "semi_implicit_euler"])
def test_a_run_by_loops_is_the_run_by_straight_code(method: str, rng: np.random.Generator) -> None:
    described = system(rng, [revolute, prismatic, screw, gimbal, revolute], branching=True)
    loop, straight = build(described, formulation="loop"), build(described)
    q, u, _ = state(rng, loop, described)

    runs = [simulate(one, q=q, u=u, until=0.1, dt=0.01, method=method) for one in (loop, straight)]

    assert close(runs[0].q, runs[1].q, round_off(1.0, 10**6))
    assert close(runs[0].u, runs[1].u, round_off(100.0, 10**6))
    assert np.abs(runs[0].q[-1] - q).max() > 0.01


def test_quaternions_run_by_loops_as_by_straight_code(rng: np.random.Generator) -> None:
    """To the error of the run: within a step a quaternion is of length one to that error only."""
    described = system(rng, [*KINDS, free, spherical], branching=True)
    loop, straight = build(described, formulation="loop"), build(described)
    q, u, _ = state(rng, loop, described)

    runs = [simulate(one, q=q, u=u, until=0.1, rtol=1e-11) for one in (loop, straight)]

    steps = runs[0].effort.steps
    assert close(runs[0].q[-1], runs[1].q[-1], run_error(1e-11, 1.0, steps, growth=10.0))


@pytest.mark.slow
def test_a_long_chain_swings_with_its_energy(rng: np.random.Generator) -> None:
    described = chain(rng, 150)
    model = build(described)

    motion = simulate(model, until=0.2, rtol=1e-10)

    energy = build(described, formulation="articulated")
    T, V = energy.kinetic_energy(motion.q, motion.u), energy.potential_energy(motion.q)
    total = np.ravel(T) + np.ravel(V)
    assert np.ptp(np.ravel(T)) > 1.0
    assert close(total, total[0], run_error(1e-10, np.abs(V).max(), len(total)))


def test_what_starts_where_is_told_of_quaternions(rng: np.random.Generator) -> None:
    described = system(rng, [spherical, revolute, free], branching=False)
    loop, straight = build(described, formulation="loop"), build(described)

    assert loop.flows().homes == straight.flows().homes
    assert loop.flows().units == straight.flows().units


def test_a_system_of_thousands_is_not_derived(
    rng: np.random.Generator, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = build(chain(rng, 300))
    monkeypatch.setattr("kane.large.TOO_MANY", 200)

    words = "300 joint motions: only inverse_dynamics, forward_dynamics and runs in time"
    with pytest.raises(DerivationError, match=words):
        model.program("mass_matrix")
    with pytest.raises(DerivationError, match=words):
        simulate(model, until=0.01, dt=0.01, record=["j7"])
    assert len(simulate(model, until=0.01, dt=0.01)) == 2
