"""Drives: power is kept, shared, or refused by name; rotors are felt as the squared ratio."""

from __future__ import annotations

import numpy as np
import pytest

import kane
from kane import GROUND, Body, Gravity, Model, Motion, Revolute, System, Y, rate
from kane.errors import ArgumentError, DerivationError
from kane.manipulators import Drives, belted, coupled, differential, geared, together
from kane.manipulators.drives import WIDTH
from tests.close import close, round_off

JOINTS = ("q1", "q2", "q3")
NEAR = round_off(100.0, 1000)


def chain(**more: object) -> System:
    """Three links in a plane."""
    links = [Body(f"L{k}", mass=2 - k / 2, centre=(0.3, 0, 0), inertia=(1, 1, 1)) for k in range(3)]
    places = [(0, 0, 0), (0.7, 0, 0), (0.6, 0, 0)]
    parents = [GROUND, *links]
    joints = [
        Revolute(name, parent, link, axis=Y, at=at)
        for name, parent, link, at in zip(JOINTS, parents, links, places, strict=False)
    ]
    return System("chain", joints=joints, loads=[Gravity(along=-GROUND.z)], **more)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def model() -> Model:
    return kane.build(chain())


def states(rng: np.random.Generator) -> np.ndarray:
    return rng.normal(size=(3, 5, 3))


@pytest.mark.parametrize(
    "drives",
    [
        geared(JOINTS, [100, -80, 50]),
        belted(JOINTS, [10, 20, 30]),
        together(geared(["q1"], 60), differential(["q2", "q3"], 2.0)),
    ],
    ids=["gears", "belts", "differential"],
)
def test_motors_give_the_joints_power(
    drives: Drives, model: Model, rng: np.random.Generator
) -> None:
    q, u, udot = states(rng)
    power = np.sum(model.inverse_dynamics(q, u, udot) * u, axis=1)
    torques = drives.torques(model, q, u, udot)
    assert close(np.sum(torques * drives.motion(u), axis=1), power, NEAR)


def test_a_differential_bends_with_both_and_rolls_with_their_difference(
    model: Model, rng: np.random.Generator
) -> None:
    q, u, udot = states(rng)
    tau = model.inverse_dynamics(q, u, udot)
    drives = together(geared(["q1"], 1.0), differential(["q2", "q3"], 2.0))
    _, first, second = drives.torques(model, q, u, udot).T
    assert close(2 * (first + second), tau[:, 1], NEAR)
    assert close(2 * (first - second), tau[:, 2], NEAR)


def test_a_belt_carries_the_moment_to_the_base(model: Model, rng: np.random.Generator) -> None:
    """The motor of the last link holds its moment; the one before, the difference."""
    q, u, udot = states(rng)
    tau = model.inverse_dynamics(q, u, udot)
    motors = belted(JOINTS, 1.0).torques(model, q, u, udot)
    assert close(motors[:, 2], tau[:, 2], NEAR)
    assert close(motors[:, 1], tau[:, 1] - tau[:, 2], NEAR)


def test_rotors_are_felt_with_the_squared_ratio(model: Model, rng: np.random.Generator) -> None:
    """τ_m r = τ + r² J q̈, and the energy ½ J r² q̇² goes into the rotor."""
    q, u, udot = states(rng)
    J, r = np.array([1e-4, 2e-4, 3e-5]), np.array([100.0, -80.0, 50.0])
    drives = geared(JOINTS, r, rotor_inertia=J)
    torques = drives.torques(model, q, u, udot)
    assert close(torques * r, model.inverse_dynamics(q, u, udot) + J * r**2 * udot, NEAR)
    assert close(drives.reflected_inertia(), np.diag(J * r**2), round_off(1.0))


def test_a_rotor_is_a_body_that_turns_with_the_joint(rng: np.random.Generator) -> None:
    """The same as a rotor on the ground, tied to q1 by a relation of their speeds."""
    system, rotor = chain(), Body("rotor", inertia=(0, 3e-3, 0))
    ratio = 40.0
    tied = system.replace(
        joints=[*system.joints, Revolute("spin", GROUND, rotor, axis=Y)],
        constraints=[Motion("gear", rate("spin") == ratio * rate("q1"), dependent="u_spin")],
    )
    q, u, udot = states(rng)
    drives = geared(JOINTS, [ratio, 1, 1], rotor_inertia=[3e-3, 0, 0])
    found = drives.torques(kane.build(system), q, u, udot) * [ratio, 1, 1]
    with_spin = np.hstack([q, np.zeros((5, 1))])
    assert close(found, kane.build(tied).inverse_dynamics(with_spin, u, udot), NEAR)


def test_bearings_rub_against_the_motion(model: Model) -> None:
    drives = geared(JOINTS, 1.0, damping=0.5, friction=[0.2, 0, 0])
    u = np.array([10 * WIDTH, 2.0, 0.0])
    still = np.zeros(3)
    rubbing = drives.torques(model, still, u, still) - model.inverse_dynamics(still, u, still)
    assert close(rubbing, [0.2 * np.tanh(10) + 5 * WIDTH, 1.0, 0.0], NEAR)


def test_two_motors_on_a_joint_share_by_strength(model: Model, rng: np.random.Generator) -> None:
    """Least Σ (τ_m/w)²: τ_m in proportion to w²."""
    T = [[1, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
    drives = coupled(JOINTS, T, weights=[1, 2, 1, 1])
    q, u, udot = states(rng)
    tau, torques = model.inverse_dynamics(q, u, udot), drives.torques(model, q, u, udot)
    assert close(torques[:, 0] + torques[:, 1], tau[:, 0], NEAR)
    assert close(torques[:, 1], 4 * torques[:, 0], NEAR)


def test_a_joint_without_a_motor_is_named(model: Model) -> None:
    drives = coupled(JOINTS, [[1, 0, 0], [0, 1, 1]], motors=["base", "wrist"])
    with pytest.raises(
        DerivationError, match="motors base, wrist do not move q2, q3: 3 freedoms have 2"
    ):
        drives.torques(model, np.zeros(3), np.zeros(3), np.zeros(3))


def test_relations_leave_fewer_motors_to_be_asked(rng: np.random.Generator) -> None:
    """q̇2 = −q̇1 kept as a row: two motors move what is left, and do its work."""
    kept = [Motion("parallel", rate("q1") + rate("q2") == 0)]
    tied = kane.build(chain(constraints=kept))
    q, u, udot = states(rng)
    u[:, 1], udot[:, 1] = -u[:, 0], -udot[:, 0]
    drives = coupled(JOINTS, [[1, 0, 0], [0, 0, 1]])
    tau = kane.build(chain()).inverse_dynamics(q, u, udot)
    torques = drives.torques(tied, q, u, udot)
    assert close(torques, np.column_stack([tau[:, 0] - tau[:, 1], tau[:, 2]]), NEAR)


def test_misuse_is_refused_in_words(model: Model) -> None:
    zeros = np.zeros(3)
    with pytest.raises(ArgumentError, match=r"T is \(1, 2\), for 1 motors and 3 joints"):
        coupled(JOINTS, [[1, 2]])
    with pytest.raises(ArgumentError, match=r"rotor_inertia -1\.0 is not one number"):
        geared(JOINTS, 1.0, rotor_inertia=-1.0)
    with pytest.raises(ArgumentError, match="a weight is zero"):
        geared(JOINTS, 1.0, weights=0.0)
    with pytest.raises(ArgumentError, match=r"ratios \[1.0, 2.0\] for 3 joints"):
        geared(JOINTS, [1, 2])
    with pytest.raises(ArgumentError, match="whose coordinates are q1, q2, q3"):
        geared(["a", "b", "c"], 1.0).torques(model, zeros, zeros, zeros)
