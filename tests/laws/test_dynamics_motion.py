"""Kinematics of random systems against poses carried as Taylor polynomials in time.

Orientations, positions, velocities and accelerations of every body, partial velocities, q̇ and q̈,
in the joints' own speeds and in any others, with constraints encapsulated and embedded.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kane.dynamics import observables
from kane.dynamics.relations import terms_of
from kane.model.body import Body, Point
from tests.close import close
from tests.oracles.jet import Array
from tests.oracles.tree import Kind, moved, quaternion, spans
from tests.random_cases import CASES, drawn
from tests.random_systems import STEP, Moment

cases = pytest.mark.parametrize("case", list(CASES))


def centres(moment: Moment) -> list[Point]:
    """The oracle's mass centres as points, of massless frames the origin."""
    return [
        frame.mass_centre if isinstance(frame, Body) else Point("o", frame, (0, 0, 0))
        for frame in moment.pair.grown.frames
    ]


@cases
def test_bodies_are_where_the_poses_say(case: str) -> None:
    check_places(drawn(case))


def check_places(moment: Moment) -> None:
    equations = moment.pair.equations
    for frame, centre, motion in zip(
        moment.pair.grown.frames, centres(moment), moment.now.motions, strict=True
    ):
        R = moment.evaluate(observables.orientation(equations, frame))
        p = moment.evaluate(observables.position(equations, centre).components)
        assert close(R, motion.R, moment.limit(1.0))
        assert close(p, motion.p, moment.limit(moment.far))


@cases
def test_bodies_move_as_the_poses_say(case: str) -> None:
    check_velocities(drawn(case))


def check_velocities(moment: Moment) -> None:
    equations, limit = moment.pair.equations, moment.limit(moment.fast)
    for frame, centre, motion in zip(
        moment.pair.grown.frames, centres(moment), moment.now.motions, strict=True
    ):
        v = moment.evaluate(observables.velocity(equations, centre).components)
        w_r = np.array([moment.evaluate(w.components) for w in jacobians(moment, frame)])
        assert close(v, motion.v, limit)
        assert close(angular_velocity(moment, frame), motion.w, limit)
        assert w_r.shape == (len(equations.u), 3)


@cases
def test_bodies_accelerate_as_the_poses_say(case: str) -> None:
    check_accelerations(drawn(case))


def check_accelerations(moment: Moment) -> None:
    equations, limit = moment.pair.equations, moment.limit(moment.quick)
    for centre, motion in zip(centres(moment), moment.now.motions, strict=True):
        a = moment.evaluate(observables.acceleration(equations, centre).components)
        assert close(a, motion.a, limit)


@cases
def test_partial_velocities_are_what_velocities_gain_with_each_speed(case: str) -> None:
    check_partial_velocities(drawn(case))


def check_partial_velocities(moment: Moment) -> None:
    equations, limit = moment.pair.equations, moment.limit(moment.fast)
    v_r, w_r = moment.partials
    for k, (frame, centre) in enumerate(
        zip(moment.pair.grown.frames, centres(moment), strict=True)
    ):
        linear = [v.components for v in observables.point_jacobian(equations, centre)]
        angular = [w.components for w in jacobians(moment, frame)]
        n = len(equations.u)
        assert close(moment.evaluate(linear).reshape(n, 3), v_r[:, k], limit)
        assert close(moment.evaluate(angular).reshape(n, 3), w_r[:, k], limit)


@cases
def test_partial_velocities_are_derivatives_of_velocities(case: str) -> None:
    check_derivatives(drawn(case))


def check_derivatives(moment: Moment) -> None:
    """∂v/∂u_r by complex step, and the tables along each body's own axes."""
    equations, limit = moment.pair.equations, moment.limit(moment.fast)
    tables = equations.partial_velocities, equations.partial_angular_velocities
    for r, (name, u) in enumerate(zip(equations.u_names, moment.state.u, strict=True)):
        for k, (frame, centre) in enumerate(
            zip(moment.pair.grown.frames, centres(moment), strict=True)
        ):
            v = observables.velocity(equations, centre).components
            found = np.imag(moment.evaluate(v, **{name: u + 1j * STEP})) / STEP
            J = moment.evaluate(observables.point_jacobian(equations, centre)[r].components)
            assert close(J, found, limit)
            if isinstance(frame, Body):
                R = moment.now.motions[k].R
                own = [moment.evaluate(table[frame.name][r].components) for table in tables]
                assert close(own[0], R.T @ found, limit)
                assert close(own[1], R.T @ moment.partials[1][r, k], limit)


@cases
def test_velocities_are_the_partial_ones_times_speeds_and_the_remainder(case: str) -> None:
    check_remainders(drawn(case))


def check_remainders(moment: Moment) -> None:
    equations, u = moment.pair.equations, np.array([*moment.state.u, 1.0])
    limit = moment.limit(moment.fast)
    tables = equations.partial_velocities, equations.partial_angular_velocities
    for frame, motion in zip(moment.pair.grown.frames, moment.now.motions, strict=True):
        if isinstance(frame, Body):
            linear, angular = (
                moment.evaluate([v.components for v in table[frame.name]]) for table in tables
            )
            assert close(u @ linear, motion.R.T @ motion.v, limit)
            assert close(u @ angular, motion.R.T @ motion.w, limit)


@cases
def test_coordinates_change_as_the_joints_turn_and_slide(case: str) -> None:
    check_rates(drawn(case))


def check_rates(moment: Moment) -> None:
    """q̇ = W u + X against the oracle's, and its rate along the motion against q̈."""
    equations, index = moment.pair.equations, moment.pair.grown.index.q
    numbers = [index[name] for name in equations.q_names]
    limit = moment.limit(moment.fast)
    assert close(moment.evaluate(equations.qdot), moment.now.qdot[numbers], limit)
    later = moment.rate(equations.qdot)
    assert close(later, second_rates(moment)[numbers], moment.limit(moment.quick * moment.far))


@cases
def test_speeds_are_what_their_definitions_say(case: str) -> None:
    check_definitions(drawn(case))


def check_definitions(moment: Moment) -> None:
    """Every definition, taken apart and measured in the motion, is worth its speed."""
    equations = moment.pair.equations
    for name, definition in moment.pair.system.speeds.items():
        if name not in equations.u_names:
            continue
        terms, rest = terms_of(equations.tree.lift, definition)
        total = rest + sum(c * equations.meanings.of(quantity) for quantity, c in terms)
        u = moment.state.u[equations.u_names.index(name)]
        assert close(moment.evaluate([total]), u, moment.limit(moment.fast))


def jacobians(moment: Moment, frame: Any) -> list[Any]:
    """Partial angular velocities of a frame."""
    return observables.angular_jacobian(moment.pair.equations, frame)


def angular_velocity(moment: Moment, frame: Any) -> Array:
    """ω of a frame, along the ground's axes, from the library's rotation: vee(Ṙ Rᵀ)."""
    rows = observables.orientation(moment.pair.equations, frame)
    tilde = moment.rate(rows) @ moment.evaluate(rows).T
    return np.array([tilde[2, 1], tilde[0, 2], tilde[1, 0]])


def second_rates(moment: Moment) -> Array:
    """q̈ by the oracle: ṡ, and of quaternions and free places what their jets say."""
    now, found = moment.now, []
    for body, q, s in zip(now.tree, *spans(now.tree), strict=True):
        if body.joint.kind is Kind.SPHERICAL:
            found += [*quaternion(now.q[q], now.s[s], now.sdot[s]).second]
        elif body.joint.kind is Kind.FREE:
            place = moved(body.joint, now.q[q], now.s[s], now.sdot[s])[1]
            turn = quaternion(now.q[q][3:], now.s[s][3:], now.sdot[s][3:])
            found += [*place.second, *turn.second]
        else:
            found += [*now.sdot[s]]
    return np.array(found)
