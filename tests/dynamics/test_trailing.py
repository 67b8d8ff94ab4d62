"""Wheels in forks, told by the velocity that leads them: the same motion, fewer operations."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kane import Body, System, build, derive, mobile, rate
from kane.algebra.evaluate import evaluate
from kane.algebra.expr import Expr
from kane.algebra.functions import cos, sin
from kane.dynamics.form import Form
from kane.dynamics.kinematics import Kind
from kane.dynamics.lift import Parameters
from kane.dynamics.trailing import grouped, ratio, together
from tests.close import close, round_off


def cart(forks: int) -> System:
    """Two driven wheels, and others that trail in forks."""
    trailing = [
        mobile.Castered(f"c{i}", at=(0.4 + 0.1 * i, 0.1), heading=0.3 * i, trail=0.05)
        for i in range(forks)
    ]
    inertia = (1.6, 1.7, 3, 0.1, 0.05, 0.02)
    return mobile.platform(
        "cart",
        body=Body("b", mass=40, centre=(0.01, 0.02, 0.15), inertia=inertia),
        wheels=[mobile.Fixed("l", at=(0, 0.3)), mobile.Fixed("r", at=(0, -0.3)), *trailing],
        radius=0.15,
        wheel_mass=2,
    )


def by_rates(robot: System) -> System:
    """The same with the forks' rates for dependent speeds, which no velocity tells."""
    speeds = {
        name: rate(name.removeprefix("w_")) if name.startswith("w_") else definition
        for name, definition in robot.speeds.items()
    }
    return robot.replace(speeds=speeds)


@pytest.mark.parametrize("forks", [1, 3])
def test_the_motion_is_that_of_forks_by_their_rates(forks: int, rng: np.random.Generator) -> None:
    robot = cart(forks)
    one, other = (derive(system, Parameters.FOLD) for system in (robot, by_rates(robot)))
    assert len(one.embedded.trails) == forks
    assert not other.embedded.trails
    values = rng.uniform(-1, 1, len(one.q) + 3 * len(one.u))
    state = dict(zip(map(str, (*one.q, *one.u, *one.udot, *one.tau)), values, strict=True))

    def at(equations: Any, exprs: list[Any]) -> list[float]:
        symbols = (*equations.q, *equations.u, *equations.udot, *equations.tau)
        return [evaluate(x, {symbol: state[str(symbol)] for symbol in symbols}) for x in exprs]

    for name in ("qdot", "bias", "inverse_dynamics", "forward_dynamics"):
        a, b = (at(equations, getattr(equations, name)) for equations in (one, other))
        assert close(a, b, round_off(1e3, 100)), name
    M, N = (at(e, [x for row in e.mass_matrix for x in row]) for e in (one, other))
    assert close(M, N, round_off(1e3, 100))


def test_a_fork_is_led_by_two_components_of_its_axis_velocity() -> None:
    equations = derive(cart(1), Parameters.FOLD)
    (trail,) = equations.embedded.trails
    link = equations.tree.links[trail.link]
    assert link.frame.name == "c0 fork"
    assert [place[0] for place in trail.places] == [Kind.LINEAR, Kind.LINEAR]
    turning, spinning = (equations.embedded.dependent[f"{u}"] for u in ("w_c0_fork", "u_c0_spin"))
    assert close(float(ratio(turning, trail.second).value), 1 / 0.05, round_off(20.0))
    assert close(float(ratio(spinning, trail.first).value), 1 / 0.15, round_off(7.0))


def test_where_the_turn_rate_is_dependent_forks_keep_their_rates() -> None:
    steered = mobile.Steered("s", at=(0.4, 0))
    wheels = [mobile.Fixed("l", at=(0, 0.3)), steered, mobile.Castered("c", at=(0.1, 0), trail=0.1)]
    robot = mobile.platform("t", body=Body("b", mass=1), wheels=wheels, radius=0.1)
    assert "u_c_fork" in robot.speeds
    assert not derive(robot).embedded.trails


@pytest.mark.parametrize(
    ("forks", "M", "f"), [(0, (0, 0), (4, 0)), (1, (16, 8), (33, 17)), (2, (26, 16), (60, 33))]
)
def test_counts_of_forks_are_exact(forks: int, M: tuple[int, int], f: tuple[int, int]) -> None:
    inertial = [mobile.Castered(f"c{i}", at=(0.4 + 0.1 * i, 0.1), trail=0.05) for i in range(forks)]
    robot = mobile.platform(
        "p",
        body=Body("b", mass=40, centre=(0.01, 0.02, 0.15), inertia=(1.6, 1.7, 3, 0.1, 0.05, 0.02)),
        wheels=[mobile.Fixed("l", at=(0, 0.3)), mobile.Fixed("r", at=(0, -0.3)), *inertial],
        radius=0.15,
        wheel_mass=2,
    )
    counts = build(robot).operations
    assert (counts["mass_matrix"].mul, counts["mass_matrix"].add) == M
    assert (counts["bias"].mul, counts["bias"].add) == f


# ── forms that are others times constants ─────────────────────────────────────────────────
def forms() -> tuple[Expr, Form, Form, Form]:
    robot = derive(cart(0), Parameters.FOLD)
    angle, (v, w) = robot.q[2], robot.u
    s, c = sin(angle), cos(angle)
    base = Form({0: -s, 1: c * 0.4}, c * 0.4 * w - s * v)
    scaled = Form({0: s * 4, 1: (c * -4) * 0.4}, (s * v - c * 0.4 * w) * 4)
    other = Form({0: s * 4, 1: c * 0.4}, s * v * 4 + c * 0.4 * w)
    return v, base, scaled, other


def test_the_ratio_of_forms_has_its_sign_and_is_none_where_they_differ() -> None:
    _, base, scaled, other = forms()
    assert float(ratio(scaled, base).value) == -4.0
    assert close(float(ratio(base, scaled).value), -1 / 4, round_off(1.0))
    assert ratio(other, base) is None
    assert ratio(Form({0: base.coefficients[0]}, base.value), base) is None
    assert ratio(Form({}, base.value), base) is None


def test_amounts_on_forms_that_are_others_times_constants_are_gathered() -> None:
    v, base, scaled, other = forms()
    bases, places = grouped([base, other, scaled])
    assert [one is two for one, two in zip(bases, (base, other), strict=True)] == [True, True]
    assert [place for place, _ in places] == [0, 1, 0]
    first, second = together([(base, v), (other, v), (scaled, v * 2)])
    assert (first[0], second[0]) == (base, other)
    assert str(first[1]) == str(v + v * 2 * -4)
