"""Inverse kinematics: hands come where they are to be, within limits, along paths."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

import kane
from kane import GROUND, Body, Revolute, System, X, Y
from kane.errors import ArgumentError, DerivationError, Outcome
from kane.formats import load as formats
from kane.machine.routine import native_library
from kane.manipulators import Hand, OutOfReach, inverse_kinematics
from kane.manipulators.reach import REACH, reach, reach_work, rotation_vector
from kane.model.body import Point
from tests.close import close, gap, method_error, round_off
from tests.manipulators.arms import random_direction
from tests.robots import robot

Array = NDArray[np.float64]


@pytest.fixture(scope="module")
def ur5() -> Hand:
    loaded = formats.read(robot("ur5"))
    hand = Point("tool", loaded.system.frames["tool0"], (0, 0, 0.1))
    return inverse_kinematics(loaded.system, hand, limits=loaded.ranges)


@pytest.fixture(scope="module")
def planar() -> Hand:
    """Two links of 1 m about y."""
    first, second = (Body(name, mass=1, inertia=(1, 1, 1)) for name in ("first", "second"))
    arm = System(
        "planar",
        joints=[
            Revolute("q1", GROUND, first, axis=Y),
            Revolute("q2", first, second, axis=Y, at=(1, 0, 0)),
        ],
    )
    return inverse_kinematics(arm, second.point("tip", (1, 0, 0)), limits={"q2": (0, 3)})


def test_two_links_bend_as_the_law_of_cosines_says(planar: Hand) -> None:
    """|p|² = 2 + 2 cos q2, and the limit chooses the elbow."""
    found = planar.solve((1.2, 0, -0.5), start=[0.1, 0.5])
    assert found.outcome is Outcome.OK
    assert close(found.q[1], np.arccos((1.2**2 + 0.5**2) / 2 - 1), round_off(10.0, 100))


def test_out_of_reach_the_arm_stretches(planar: Hand) -> None:
    found = planar.solve((3, 0, 0), start=[0.3, 0.4])
    assert found.outcome is Outcome.NOT_CONVERGED
    assert close(found.error, 1.0, 1e-3)


def test_six_joints_reach_any_pose_of_theirs(ur5: Hand, rng: np.random.Generator) -> None:
    for q in rng.uniform(-3, 3, size=(20, 6)):
        place, axes = ur5.place(q)
        found = ur5.solve(place, axes, tries=100)
        assert found.outcome is Outcome.OK, found
        again = ur5.place(found.q)
        assert gap(again[0], place) <= 1e-12
        assert gap(again[1], axes) <= 1e-11
        assert np.all((found.q >= ur5.lower) & (found.q <= ur5.upper))


def test_steps_converge_quadratically(ur5: Hand, rng: np.random.Generator) -> None:
    """From 0.1 rad beside the solution, a handful of steps."""
    q = np.array([0.3, -1.2, 1.4, -0.5, 0.8, 0.2])
    place, axes = ur5.place(q)
    found = ur5.solve(place, axes, start=q + rng.uniform(-0.1, 0.1, 6))
    assert found.outcome is Outcome.OK
    assert found.steps <= 8
    assert gap(found.q, q) <= 1e-10


def test_redundant_arm_follows_a_line_at_rest_in_turn() -> None:
    loaded = formats.read(robot("panda"), hold={"panda_finger_joint1": 0.0})
    frame = loaded.system.frames["panda_hand_tcp"]
    hand = inverse_kinematics(loaded.system, Point("tcp", frame, (0, 0, 0)), limits=loaded.ranges)
    start = np.array([0, -0.5, 0, -2.2, 0, 1.8, 0.7])
    place, axes = hand.place(start)
    x = np.linspace(0, 1, 41)[:, None]
    way = np.array([0.1, 0.2, -0.1])
    s, rate, second = 3 * x**2 - 2 * x**3, 6 * x - 6 * x**2, 6 - 12 * x

    motion = hand.motion(x.ravel(), place + s * way, rate * way, second * way, axes, start=start)

    assert gap(hand.place(motion.q)[0], place + s * way) <= 1e-11
    assert np.all((motion.q >= hand.lower) & (motion.q <= hand.upper))


def test_rates_along_a_path_are_its_derivatives(ur5: Hand) -> None:
    start = np.array([0.3, -1.2, 1.4, -0.5, 0.8, 0.2])
    place, axes = ur5.place(start)
    h = 1e-4
    t = np.arange(-1, 2) * h + 0.3
    way = np.array([0.1, -0.2, 0.1])

    motion = ur5.motion(
        t, place + np.outer(np.sin(t), way), np.outer(np.cos(t), way),
        np.outer(-np.sin(t), way), axes, start=start,
    )  # fmt: skip

    assert close((motion.q[2] - motion.q[0]) / (2 * h), motion.u[1], method_error(h, 2, 10.0))
    assert close((motion.u[2] - motion.u[0]) / (2 * h), motion.udot[1], method_error(h, 2, 50.0))


def test_rotation_vectors_to_half_a_turn(rng: np.random.Generator) -> None:
    native = native_library(REACH)[rotation_vector]
    for angle in (0.0, 1e-9, 0.4, 2.0, 3.1, np.pi - 1e-9, np.pi):
        a = random_direction(rng)
        R, G = turned(rng.normal(size=3)), turned(angle * a)
        e, plain = np.zeros(3), np.zeros(3)
        for call, out in ((native, e), (rotation_vector, plain)):
            call(R.ravel().copy(), (G @ R).ravel(), out, np.zeros(9))
        sense = np.sign(e @ a) if angle == np.pi else 1.0
        assert gap(e, sense * angle * a) <= round_off(np.pi, 100)
        assert gap(e, plain) <= round_off(np.pi, 100)


def turned(vector: Array) -> Array:
    """exp(v×), by Rodrigues."""
    angle = np.linalg.norm(vector)
    x, y, z = vector / max(float(angle), 1e-300)
    K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.asarray(np.eye(3) + np.sin(angle) * K + (1 - np.cos(angle)) * K @ K)


def test_the_plain_routine_steps_as_the_native_one(planar: Hand) -> None:
    goal = np.array([1.2, 0, -0.5, *np.eye(3).ravel()])

    def pose(q: Array, out: Array, space: Array) -> None:
        for i, value in enumerate(planar.pose(np.array([q[0], q[1]])).tolist()):
            out[i] = value

    q, lower, upper = np.array([0.1, 0.5]), planar.lower, planar.upper
    order, work = np.zeros(2, dtype=np.int64), np.zeros(reach_work(2))
    ended = reach(pose, np.zeros(1), q, 2, goal, 3, lower, upper, 1e-12, 50, order, work)  # type: ignore[arg-type]
    found = planar.solve(goal[:3], start=[0.1, 0.5])
    assert Outcome(ended) is found.outcome
    assert gap(q, found.q) <= 1e-10


# ── misuse ────────────────────────────────────────────────────────────────────────────────
def test_a_path_out_of_reach_says_where(planar: Hand) -> None:
    places = [(1.5, 0, 0), (1.9, 0, 0), (2.3, 0, 0)]
    with pytest.raises(OutOfReach, match=r"place 3 of 3, \(2.3, 0, 0\) m, was not reached"):
        planar.follow(places, start=[0.3, 0.4])


def test_misuse_is_refused_in_words(planar: Hand) -> None:
    with pytest.raises(ArgumentError, match=r"start \(3,\) is no state of \(q1, q2\)"):
        planar.solve((1, 0, 0), start=[0, 0, 0])
    with pytest.raises(ArgumentError, match="the axes are no rotation"):
        planar.solve((1, 0, 0), 2 * np.eye(3))
    with pytest.raises(ArgumentError, match="the axes are no rotation"):
        planar.solve((1, 0, 0), -np.eye(3))
    with pytest.raises(ArgumentError, match="a place is not finite"):
        planar.solve((np.nan, 0, 0))
    with pytest.raises(ArgumentError, match=r"places \(1, 2\) and axes"):
        planar.solve((1, 0))


def test_limits_and_hands_are_checked() -> None:
    body = Body("b", mass=1, inertia=(1, 1, 1))
    arm = System("arm", joints=[Revolute("q1", GROUND, body, axis=X)])
    with pytest.raises(ArgumentError, match="limits of q7, which are no coordinates"):
        inverse_kinematics(arm, body.mass_centre, limits={"q7": (0, 1)})
    with pytest.raises(ArgumentError, match="q1 has the limits 1 and 0"):
        inverse_kinematics(arm, body.mass_centre, limits={"q1": (1, 0)})
    with pytest.raises(ArgumentError, match=r"'hand', no point. Give a point of a body"):
        inverse_kinematics(arm, "hand")  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="is not on a body that moves"):
        inverse_kinematics(arm, Point("P", GROUND, (0, 0, 0)))


def test_a_floating_base_is_refused() -> None:
    body = Body("b", mass=1, inertia=(1, 1, 1))
    ship = System("ship", joints=[kane.Free("base", GROUND, body)])
    with pytest.raises(DerivationError, match="are not the rates of its coordinates"):
        inverse_kinematics(ship, body.mass_centre)
