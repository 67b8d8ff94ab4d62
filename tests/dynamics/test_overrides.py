"""Speeds that are velocities of points off a link's origin: no false singularities, short W."""

from __future__ import annotations

import numpy as np
import pytest

from kane import (
    GROUND,
    Body,
    Fixed,
    Frame,
    Gimbal,
    Motion,
    Particle,
    Planar,
    Point,
    Revolute,
    System,
    Y,
    angular_velocity,
    clock,
    derive,
    parameters,
    rate,
    velocity,
)
from kane.algebra.expr import Expr
from kane.algebra.text import text
from tests.close import close, round_off
from tests.textbook.ours import at

x, y = parameters(x=0.3, y=0.1)
puck = Body("b", mass=2, centre=(x, y, 0), inertia=(0.1, 0.2, 0.3))
free = System("puck", joints=[Planar("q1 q2 q3", GROUND, puck)])
v = velocity(puck)
turns = pytest.mark.parametrize("turn", [angular_velocity(puck).along(puck.z), rate("q3")])


@turns
def test_mass_centres_velocity_gives_rates_at_any_angle(turn: Expr) -> None:
    equations = derive(free.replace(speeds=[v.along(puck.x), v.along(puck.y), turn]))
    assert equations.speeds.pivots == ()
    a, u = np.pi / 2, np.array([0.7, -0.4, 1.3])
    state = {"q3": a, "x": 0.3, "y": 0.1} | {f"u{k}": s for k, s in enumerate(u, start=1)}
    turned = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    expected = turned @ (u[:2] - u[2] * np.array([-0.1, 0.3]))
    assert close(at(equations, equations.qdot, state), [*expected, u[2]], round_off(2.0, 10))


@turns
def test_mass_matrix_is_diagonal_in_the_mass_centres_velocity(turn: Expr) -> None:
    equations = derive(free.replace(speeds=[v.along(puck.x), -v.along(puck.y), turn]))
    M = at(equations, equations.mass_matrix, {"q3": 0.4, "x": 0.3, "y": 0.1})
    assert close(M, np.diag([2.0, 2.0, 0.3]), round_off(2.0, 10))


def test_sense_of_the_component_is_kept() -> None:
    equations = derive(free.replace(speeds=[v.along(-puck.x), v.along(puck.y), rate("q3")]))
    state = {"q3": 0.0, "x": 0.3, "y": 0.1, "u1": 1.0, "u2": 0.0, "u3": 0.0}
    assert close(at(equations, equations.qdot, state), [-1.0, 0.0, 0.0], 0.0)


def test_a_speed_against_a_rate_is_its_negative() -> None:
    """The pivot −1, which is divided by without a division."""
    equations = derive(free.replace(speeds=[rate("q1"), rate("q2"), -rate("q3")]))
    assert [str(x) for x in equations.qdot] == ["u1", "u2", "-u3"]


def test_a_velocity_seen_from_a_carrier_is_short_along_the_own_axes() -> None:
    """A knife edge on a rod between turning panes [Kane1985 Problem 10.14]: u2 + L u3 = 0."""
    m1, m2, L, w = parameters(m1=0.7, m2=1.1, L=0.4, w=3.0)
    panes, P, D = Frame("panes"), Particle("P", mass=m1), Particle("D", mass=m2)
    along, across = velocity(P).along(P.x), velocity(P).along(P.y)
    edge = velocity(D, seen_from=panes).along(P.y) == 0
    equations = derive(
        System(
            "knife edge",
            joints=[
                Revolute("turn", GROUND, panes, axis=Y, motion={"turn": w * clock()}),
                Planar("q1 q2 q3", panes, P),
                Fixed("rod", P, D, at=(L, 0, 0)),
            ],
            speeds=[along, across, rate("q3")],
            constraints=[Motion("edge", edge, dependent="u3")],
        )
    )
    assert text(equations.embedded.rows["edge"].value) == "u2 + L*u3"
    assert text(equations.constraints.dependent["u3"]) == "-u2/L"
    assert equations.operations["mass_matrix"].weight == 0
    assert equations.operations["together"].mul <= 22
    assert equations.operations["together"].add <= 9


def test_components_against_an_axis_are_negatives() -> None:
    body = Body("C", mass=1, inertia=(1, 2, 3))
    ball = System("ball", joints=[Gimbal("q1 q2 q3", GROUND, body, sequence="323")])
    w = angular_velocity(body)
    forth = derive(ball.replace(speeds=[w.along(body.x), w.along(body.y), w.along(body.z)]))
    back = derive(ball.replace(speeds=[w.along(-body.x), w.along(body.y), w.along(-body.z)]))
    state = {"q1": 0.3, "q2": 0.9, "q3": -0.4}
    one = at(forth, forth.qdot, state | {"u1": 0.7, "u2": -0.2, "u3": 1.1})
    other = at(back, back.qdot, state | {"u1": -0.7, "u2": -0.2, "u3": -1.1})
    assert close(one, other, round_off(10.0, 20))
    f, g = (
        at(e, e.bias, state | {"u1": a, "u2": -0.2, "u3": c})
        for e, a, c in ((forth, 0.7, 1.1), (back, -0.7, -1.1))
    )
    assert close(f * [-1, 1, -1], g, round_off(20.0, 30))


@pytest.mark.parametrize("sign", [1, -1])
def test_rolling_may_be_said_against_an_axis(sign: int) -> None:
    """v·(−x) = r ω is v·x = −r ω."""
    (r,) = parameters(r=0.3)
    fork, wheel = Frame("fork"), Body("wheel", mass=1, inertia=(1, 2, 1))
    P = Point("P", fork, (0, 0, 0))
    rolls = sign * r * rate("spin") == velocity(P).along(fork.vector(sign, 0, 0))
    equations = derive(
        System(
            "wheel",
            joints=[Planar("x y yaw", GROUND, fork), Revolute("spin", fork, wheel, axis=Y)],
            speeds=[rate("spin"), rate("yaw")],
            constraints=[Motion("rolls", rolls), Motion("skids", velocity(P).along(fork.y) == 0)],
        )
    )
    found = at(equations, equations.qdot, {"yaw": 0.0, "u1": 2.0, "u2": 0.5})
    assert close(found, np.array([0.6, 0.0, 0.5, 2.0]), round_off(2.0, 5))
    assert equations.speeds.pivots == ()
