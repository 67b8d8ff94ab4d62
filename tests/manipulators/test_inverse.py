"""Inverse dynamics of whole motions: friction, loads at the tip, motors, one native call."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import kane
from kane import GROUND, Body, Gravity, JointFriction, Motion, Revolute, System, Y, Z, build, rate
from kane.formats.hartenberg_denavit import read_toml
from kane.formats.source import Source
from kane.formats.urdf_options import Options
from kane.machine.kernel import Kernel
from kane.manipulators import geared, rest_to_rest
from kane.manipulators.inverse import TIP, Kind, States, inverse, motors, with_tip
from kane.model.loads import JointForce
from kane.model.symbols import inputs
from tests.close import close, round_off
from tests.manipulators import arms
from tests.manipulators.angeles import Reading
from tests.oracles import newton_euler
from tests.oracles.newton_euler import Loads

G = np.array([1.0, 2.0, -9.0])


def states(rng: np.random.Generator, joints: int, count: int = 6, **known: Any) -> States:
    q, u, udot = rng.normal(size=(3, count, joints))
    return States(t=np.arange(count) / 10, q=q, u=u, udot=udot, known=known)


def pendulum(**more: Any) -> System:
    """A link of 2 kg m² about its joint, without gravity."""
    link = Body("link", mass=1, centre=(1, 0, 0), inertia=(1, 1, 1))
    return System("one", joints=[Revolute("q1", GROUND, link, axis=Y)], **more)


@pytest.mark.parametrize("sliding", [0.0, 0.5])
def test_a_load_at_the_tip_is_carried_by_all_joints(
    sliding: float, rng: np.random.Generator
) -> None:
    """Against Newton and Euler with a force at the last link's origin and a torque on the link."""
    arm = arms.random_arm(rng, 5, sliding=sliding)
    table = arms.toml(arm, Reading.D, G).encode()
    system = read_toml(Source(name="arm.toml", content=table), Options()).system
    wrench = rng.normal(size=(6, 6))
    known = dict(zip(TIP, wrench.T, strict=True))
    moved = states(rng, 5, **known)

    found = inverse(kane.build(with_tip(system, "link5")), moved)

    tree, all_states = arms.tree(arm), zip(moved.q, moved.u, moved.udot, wrench, strict=True)
    assert found.kind is Kind.FORCES
    for (q, u, udot, tip), tau in zip(all_states, found.values, strict=True):
        R = newton_euler.dynamics(tree, q, u, udot).motions[4].R
        force, torque = R @ tip[:3], R @ tip[3:]
        loads = Loads(gravity=G, forces=((4, np.zeros(3), force),), torques=((4, torque),))
        expected = newton_euler.dynamics(tree, q, u, udot, loads).tau
        assert close(tau, expected, round_off(np.abs(expected).max(), 10**4))


def test_friction_in_a_joint_is_overcome() -> None:
    """τ = 2 q̈ + 0.5 q̇ + 0.3 tanh(q̇/width): at 1 rad/s the sign is whole."""
    rubbed = kane.build(pendulum(loads=[JointFriction("q1", coulomb=0.3, viscous=0.5)]))
    u = np.array([[1.0], [-1.0], [0.0]])
    given = States(t=np.arange(3.0), q=np.zeros((3, 1)), u=u, udot=0 * u + 0.7, known={})

    tau = inverse(rubbed, given).values

    assert close(tau[:, 0], [1.4 + 0.8, 1.4 - 0.8, 1.4], round_off(3.0, 10))


def test_motors_feel_gears_rotors_and_the_joints_friction(rng: np.random.Generator) -> None:
    """τ_m = (τ + r² J q̈) / r, τ with the joint's own friction."""
    model = kane.build(pendulum(loads=[JointFriction("q1", coulomb=0.3, viscous=0.5)]))
    given = states(rng, 1)
    J, r = 1e-3, 50.0

    found = motors(model, given, geared(["q1"], r, rotor_inertia=J))

    expected = (inverse(model, given).values + J * r**2 * given.udot) / r
    assert close(found.values, expected, round_off(10.0, 100))


def test_a_whole_motion_takes_one_native_call(monkeypatch: pytest.MonkeyPatch) -> None:
    model = kane.build(pendulum(loads=[Gravity(along=-GROUND.z)]))
    motion = rest_to_rest([0.0], [1.0], 2.0, samples=500)
    given = States(t=motion.t, q=motion.q, u=motion.u, udot=motion.udot, known={})
    calls: list[int] = []
    whole = Kernel.__call__

    def counted(kernel: Kernel, *arrays: Any) -> Any:
        calls.append(len(arrays[0]))
        return whole(kernel, *arrays)

    monkeypatch.setattr(Kernel, "__call__", counted)
    found = inverse(model, given)

    assert calls == [500]
    expected = 2 * motion.udot[:, 0] - 9.81 * np.cos(motion.q[:, 0])
    assert close(found.values[:, 0], expected, round_off(30.0, 100))


def test_known_inputs_are_taken_off() -> None:
    (push,) = inputs("push")
    model = kane.build(pendulum(loads=[JointForce("q1", 3 * push)]))
    one = np.ones((2, 1))
    known = {"push": np.array([0.1, 0.2])}
    given = States(t=np.arange(2.0), q=0 * one, u=0 * one, udot=one, known=known)

    assert close(inverse(model, given).values[:, 0], [2 - 0.3, 2 - 0.6], round_off(2.0, 10))


@pytest.mark.parametrize(
    ("active", "dependent"), [(True, ""), (False, ""), (True, "u_qa"), (True, "u_qb")]
)
def test_the_one_motor_of_geared_bars_is_told_with_the_gears_as_they_are(
    active: bool, dependent: str
) -> None:
    """Held as a row, open, or embedded either way: what drove the motion comes back."""
    (torque,) = inputs("torque")
    a, b = (
        Body(name, mass=1, centre=(length / 2, 0, 0), inertia=(0, length**2 / 12, length**2 / 12))
        for name, length in (("a", 1.0), ("b", 0.5))
    )
    gears = Motion("gears", rate("qa") == 2 * rate("qb"), dependent=dependent, active=active)
    geared = System(
        "geared",
        joints=[
            Revolute("qa", GROUND, a, axis=Z),
            Revolute("qb", GROUND, b, axis=Z, at=(2, 0, 0)),
        ],
        constraints=[gears],
        loads=[Gravity(along=-GROUND.y), JointForce("qa", torque)],
    )
    model = build(geared)
    q, u = np.array([[0.3, 0.2], [0.5, 0.3]]), np.array([[1.0, 0.5], [0.8, 0.4]])
    speeds = [("u_qa", "u_qb").index(name) for name in model.u_names]
    driven = [model.input_matrix(one) @ np.array([3.0]) for one in q]
    udot = np.array(
        [model.forward_dynamics(*one) for one in zip(q, u[:, speeds], driven, strict=True)]
    )
    states = States(t=np.zeros(2), q=q, u=u[:, speeds], udot=udot, known={})
    found = inverse(model, states)
    assert found.kind is Kind.INPUTS
    assert close(found.values, 3.0, round_off(20.0, 100))
