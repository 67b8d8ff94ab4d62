"""Energy and momentum of random systems: their values, and what changes them."""

from __future__ import annotations

import numpy as np
import pytest

from kane.dynamics import observables
from tests.close import close
from tests.measures import Now
from tests.oracles import newton_euler
from tests.oracles.jet import Array
from tests.random_cases import CASES, STEADY, drawn
from tests.random_loads import Push
from tests.random_systems import Moment

cases = pytest.mark.parametrize("case", list(CASES))
steady = pytest.mark.parametrize("case", list(STEADY))
ORIGIN = np.zeros(3)


@cases
def test_kinetic_energy_is_the_sum_over_bodies(case: str) -> None:
    check_kinetic_energy(drawn(case))


def check_kinetic_energy(moment: Moment) -> None:
    T = moment.evaluate([observables.kinetic_energy(moment.pair.equations)])
    expected = newton_euler.kinetic_energy(moment.now.tree, moment.now.motions)
    assert close(T, expected, moment.limit(energies(moment)))


@steady
def test_half_of_u_M_u_is_the_kinetic_energy(case: str) -> None:
    check_quadratic_form(drawn(case))


def check_quadratic_form(moment: Moment) -> None:
    u, M = moment.state.u, moment.evaluate(moment.pair.equations.mass_matrix)
    T = moment.evaluate([observables.kinetic_energy(moment.pair.equations)])
    assert close(u @ M @ u / 2, T, moment.limit(energies(moment)))


@cases
def test_potential_energy_is_that_of_gravity_and_springs(case: str) -> None:
    check_potential_energy(drawn(case))


def check_potential_energy(moment: Moment) -> None:
    """V, up to what never changes: between this place and another."""
    pair, state = moment.pair, moment.state
    q = pair.grown.state(np.random.default_rng(11), state.t)
    there = pair.grown.now(q, 0 * moment.s, 0 * moment.s, state.t, state.given)
    elsewhere = {name: q[number] for name, number in pair.grown.index.q.items()}
    V = [observables.potential_energy(pair.equations)]
    known = [one.potential for one in pair.acting if one.potential]
    expected = sum(potential(moment.now) - potential(there) for potential in known)
    far = moment.far + max(float(np.linalg.norm(motion.p)) for motion in there.motions)
    found = moment.evaluate(V) - moment.evaluate(V, **elsewhere)
    assert close(found, expected, moment.limit(100 * far**2))


@steady
def test_power_of_loads_equals_rate_of_energy(case: str) -> None:
    check_power(drawn(case))


def check_power(moment: Moment) -> None:
    """d(T + V)/dt along any u̇: power of τ, and of the loads that have no potential."""
    pair, equations = moment.pair, moment.pair.equations
    a = np.array([moment.state.given[str(symbol)] for symbol in equations.linear_inputs])
    B = moment.evaluate(equations.input_matrix).reshape(len(moment.state.u), len(a))
    tau = moment.evaluate(equations.inverse_dynamics) - B @ a
    T, V = observables.kinetic_energy(equations), observables.potential_energy(equations)
    power = tau @ moment.state.u
    for one in pair.acting:
        power += one.lost(moment.now) if one.potential else power_of(one.of(moment.now), moment.now)
    limit = moment.limit(moment.size * (1 + np.abs(moment.state.u).sum()) * (1 + moment.fast))
    assert close(moment.rate([T + V]), power, limit)


def power_of(push: Push, now: Now) -> float:
    """Σ F·v + N·ω over bodies, and Q·s."""
    total = float(push.along(len(now.s)) @ now.s)
    loads = newton_euler.applied(now.tree, now.motions, push.loads())
    for load, motion in zip(loads, now.motions, strict=True):
        total += float(load.force @ motion.v + load.torque @ motion.w)
    return total


@cases
def test_momentum_is_the_sum_over_bodies(case: str) -> None:
    check_momentum(drawn(case))


def check_momentum(moment: Moment) -> None:
    found = observables.system_momentum(moment.pair.equations)
    P, H = newton_euler.momenta(moment.now.tree, moment.now.motions, ORIGIN)
    limit = moment.limit(energies(moment))
    assert close(moment.evaluate(found.linear.components), P, limit)
    assert close(moment.evaluate(found.angular.components), H, limit)


@cases
def test_momentum_changes_by_loads_and_the_grounds_reactions(case: str) -> None:
    check_momentum_rates(drawn(case))


def check_momentum_rates(moment: Moment) -> None:
    found = observables.system_momentum(moment.pair.equations)
    force, torque = ground_reactions(moment)
    pushes = newton_euler.applied(moment.now.tree, moment.now.motions, moment.push.loads())
    for push in pushes:
        there = push.about(ORIGIN)
        force, torque = force + there.force, torque + there.torque
    limit = moment.limit(moment.size * (1 + moment.far))
    assert close(moment.rate(found.linear.components), force, limit)
    assert close(moment.rate(found.angular.components), torque, limit)


def ground_reactions(moment: Moment) -> tuple[Array, Array]:
    """What the ground does to the system, about its origin: the library's reactions."""
    equations, now = moment.pair.equations, moment.now
    force, torque = np.zeros(3), np.zeros(3)
    for k, (joint, body) in enumerate(zip(moment.pair.system.joints, now.tree, strict=True)):
        if body.parent < 0:
            F, N = observables.reaction(equations, joint)
            R = moment.evaluate(observables.orientation(equations, joint.child))
            push, twist = R @ moment.evaluate(F.components), R @ moment.evaluate(N.components)
            force = force + push
            torque = torque + twist + np.cross(now.places[k].Ko.x, push)
    return force, torque


def energies(moment: Moment) -> float:
    """The size of kinetic energies and momenta."""
    weight = sum(body.mass * moment.far**2 for body in moment.now.tree)
    weight += sum(float(np.linalg.norm(body.inertia)) for body in moment.now.tree)
    return weight * moment.fast * (1 + moment.fast)
