"""Closed loops: whole motions from a few joints', motors' forces against multipliers."""

from __future__ import annotations

import numpy as np
import pytest

import kane
from kane import GROUND, Body, Joined, Revolute, System, Z
from kane.errors import ArgumentError, DerivationError
from kane.machine.model import Model
from kane.manipulators import JointMotion, closed_motion, coupled, geared
from kane.manipulators.drives import free_motions
from tests.close import close, gap, round_off
from tests.manipulators.mechanisms import (
    LEGS,
    Mechanism,
    five_bar,
    parallelogram_arm,
    stewart,
)
from tests.oracles import newton_euler
from tests.oracles.jet import Array
from tests.oracles.loops import accelerations

T = np.linspace(0.0, 1.0, 21)
START = {
    "five bar": {"q2": -0.9, "q4": 0.9},
    "parallelogram": {"q2": -1.0, "q4": 0.0},
    "stewart": {f"l{k + 1}": 1.0 for k in range(LEGS)},
}


def swings(names: list[str], middles: list[float]) -> list[dict[str, Array]]:
    """q, q̇, q̈ of joints that swing, each in its own time."""
    rates = 1.0 + 0.3 * np.arange(len(names))
    parts = (
        [m + 0.3 * np.sin(w * T) for m, w in zip(middles, rates, strict=True)],
        [0.3 * w * np.cos(w * T) for w in rates],
        [-0.3 * w**2 * np.sin(w * T) for w in rates],
    )
    heads = (names, *[[f"u{name[1:]}" for name in names]] * 2)
    return [dict(zip(head, part, strict=True)) for head, part in zip(heads, parts, strict=True)]


def plane_motion(kind: str) -> tuple[Mechanism, Model, JointMotion]:
    made = five_bar() if kind == "five bar" else parallelogram_arm()
    model = kane.build(made.system)
    told = swings(["q1", "q3"], [1.6, 1.4] if kind == "five bar" else [1.2, 3.3])
    return made, model, closed_motion(model, T, *told, start=START[kind])


def stewart_motion() -> tuple[Mechanism, Model, JointMotion]:
    """The platform rises, sways and turns about an axis askew."""
    made = stewart()
    model = kane.build(made.system)
    angle, rate, second = 0.2 * np.sin(T), 0.2 * np.cos(T), -0.2 * np.sin(T)
    axis = np.array([0.36, 0.48, 0.8])
    sway = [0.1 * np.sin(2 * T), 0.05 * T**2, 1.0 + 0.1 * np.cos(T)]
    sway_rate = np.array([0.2 * np.cos(2 * T), 0.1 * T, -0.1 * np.sin(T)])
    sway_second = np.array([-0.4 * np.sin(2 * T), 0.1 + 0 * T, -0.1 * np.cos(T)])
    q = dict(zip(["px", "py", "pz"], sway, strict=True)) | {"w": np.cos(angle / 2)}
    q |= {f"{x}": a * np.sin(angle / 2) for x, a in zip("xyz", axis, strict=True)}
    w, wdot = np.outer(axis, rate), np.outer(axis, second)
    R = [turn(axis, a) for a in angle]
    v = np.array([r.T @ x for r, x in zip(R, sway_rate.T, strict=True)]).T
    vdot = np.array([r.T @ x for r, x in zip(R, sway_second.T, strict=True)]).T
    vdot -= np.cross(w.T, v.T).T  # speeds are along the platform's axes
    names = ["vx", "vy", "vz", "wx", "wy", "wz"]
    told = [
        {f"platform.{name}": x for name, x in zip(keys, part, strict=True)}
        for keys, part in ((list(q), list(q.values())), (names, [*v, *w]), (names, [*vdot, *wdot]))
    ]
    return made, model, closed_motion(model, T, *told, start=START["stewart"])


def turn(axis: Array, angle: float) -> Array:
    """Rodrigues."""
    x, y, z = axis
    K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.asarray(np.eye(3) + np.sin(angle) * K + (1 - np.cos(angle)) * K @ K)


def check_forces(made: Mechanism, model: Model, motion: JointMotion, motors: list[str]) -> None:
    """With the motors' forces alone, Newton, Euler and multipliers move all bodies as asked."""
    found = geared(motors, 1.0).torques(model, motion.q, motion.u, motion.udot)
    speeds = [model.u_names.index(kane.model.joints.contract.speed_name(name)) for name in motors]
    for k in range(0, len(T), 5):
        tau = np.zeros(len(model.u_names))
        tau[speeds] = found[k]
        state = motion.q[k], motion.u[k]
        moved = accelerations(made.bodies, made.loops, *state, tau, made.loads)
        whole = newton_euler.dynamics(made.bodies, *state, motion.udot[k]).motions
        asked = np.array([[*one.a, *one.alpha] for one in whole])
        assert close(moved, asked, round_off(1e3 * np.abs(asked).max(), 10**5))


@pytest.mark.parametrize("kind", ["five bar", "parallelogram"])
def test_motors_on_the_base_move_a_plane_mechanism(kind: str) -> None:
    check_forces(*plane_motion(kind), ["q1", "q3"])


@pytest.mark.slow
def test_six_legs_move_a_platform() -> None:
    check_forces(*stewart_motion(), [f"l{k + 1}" for k in range(LEGS)])


def test_a_whole_motion_keeps_the_loop_and_its_rates() -> None:
    _, model, motion = plane_motion("five bar")
    fine = np.array([0.4995, 0.5, 0.5005])
    near = [np.interp(fine, T, column) for column in motion.q.T]
    told = {"q1": 1.6 + 0.3 * np.sin(fine), "q3": 1.4 + 0.3 * np.sin(1.3 * fine)}
    rate = {"u1": 0.3 * np.cos(fine), "u3": 0.39 * np.cos(1.3 * fine)}
    second = {"u1": -0.3 * np.sin(fine), "u3": -0.507 * np.sin(1.3 * fine)}
    start = {"q2": near[1][0], "q4": near[3][0]}

    found = closed_motion(model, fine, told, rate, second, start=start)

    h = 0.0005
    # third and fourth derivatives of the joints stay below 30 here
    assert gap((found.q[2] - found.q[0]) / (2 * h), found.u[1]) <= 30 * h**2 / 6
    assert gap((found.u[2] - found.u[0]) / (2 * h), found.udot[1]) <= 30 * h**2 / 6


def test_a_parallelogram_keeps_the_forearm_parallel_to_the_crank() -> None:
    """q1 + q2 = q3 + π, and so for the rates: what the arm is built for."""
    _, _, motion = plane_motion("parallelogram")
    turned = motion.q[:, 0] + motion.q[:, 1] - motion.q[:, 2]
    assert close(np.cos(turned), -1.0, round_off(1.0, 100))
    assert close(motion.u[:, 0] + motion.u[:, 1], motion.u[:, 2], round_off(10.0, 1000))
    assert close(motion.udot[:, 0] + motion.udot[:, 1], motion.udot[:, 2], round_off(100.0, 1000))


def test_motors_do_the_work_of_the_mechanism() -> None:
    """τ_m · q̇_m is the rate of the energy."""
    _, model, motion = plane_motion("five bar")
    torques = geared(["q1", "q3"], 1.0).torques(model, motion.q, motion.u, motion.udot)
    power = np.sum(torques * motion.u[:, [0, 2]], axis=1)
    all_joints = model.inverse_dynamics(motion.q, motion.u, motion.udot)
    assert close(power, np.sum(all_joints * motion.u, axis=1), round_off(100.0, 10**4))


def test_a_motor_too_many_shares_the_load() -> None:
    """Of all torques that make the motion, those of least Σ τ²."""
    _, model, motion = plane_motion("five bar")
    two = geared(["q1", "q3"], 1.0).torques(model, motion.q, motion.u, motion.udot)
    three = geared(["q1", "q3", "q4"], 1.0).torques(model, motion.q, motion.u, motion.udot)
    assert np.all(np.sum(three**2, axis=1) < np.sum(two**2, axis=1))
    power = np.sum(three * motion.u[:, [0, 2, 3]], axis=1)
    assert close(power, np.sum(two * motion.u[:, [0, 2]], axis=1), round_off(100.0, 10**4))


def test_what_no_motor_moves_is_named() -> None:
    _, model, motion = plane_motion("five bar")
    state = motion.q[3], motion.u[3], motion.udot[3]
    with pytest.raises(DerivationError, match=r"motors motor1 do not move q2, q3, q4: 2 free"):
        geared(["q1"], 1.0).torques(model, *state)
    with pytest.raises(ArgumentError, match="Name coordinates whose rate is a speed, each once"):
        coupled(["q1", "q9"], np.eye(2)).torques(model, *state)


@pytest.mark.parametrize(
    ("leave", "more", "words"),
    [
        (["q3"], {}, r"the loops leave u2, u3, u4 open: 3 speeds were not told and 2 follow"),
        ([], {"q2": 0.0}, r"'tip, y' is off by|'tip, x' is off by|contradict the loops"),
        ([], {"q7": 0.0}, r"'q7' is none of the coordinates of 'mechanism', which has q1, q2"),
    ],
)
def test_motions_that_are_none_are_refused(
    leave: list[str], more: dict[str, float], words: str
) -> None:
    model = kane.build(five_bar().system)
    q, u, udot = ({k: v[:1] for k, v in part.items()} for part in swings(["q1", "q3"], [1.6, 1.4]))
    for name in leave:
        del q[name], u[f"u{name[1:]}"], udot[f"u{name[1:]}"]
    q |= {name: np.array([value]) for name, value in more.items()}
    with pytest.raises((ArgumentError, DerivationError), match=words):
        closed_motion(model, T[:1], q, u, udot, start={"q2": -0.9, "q4": 0.9})


def test_a_reach_too_far_says_when() -> None:
    model = kane.build(five_bar().system)
    q = {"q1": np.array([1.6, 3.1]), "q3": np.array([1.4, 0.0])}
    still = {"u1": np.zeros(2), "u3": np.zeros(2)}
    with pytest.raises(ArgumentError, match="at t = 1 s the loops do not close"):
        closed_motion(model, [0, 1], q, still, still, start=START["five bar"])


# ── the published mass matrix of a parallelogram arm ──────────────────────────────────────────
L1, L2 = 0.5, 0.2
MASSES, CENTRES, MOMENTS = (4.0, 1.5, 1.2, 2.0), (0.21, 0.08, 0.27, 0.13), (0.1, 0.01, 0.04, 0.05)
FOLLOW = np.array([[1, 0], [0, 1], [1, -1], [-1, 1]])  # rod and forearm keep their directions


def spongs_arm() -> System:
    """Upper arm q1, crank q2, rod q3 on the crank, forearm q4 on the upper arm."""
    upper, crank, rod, forearm = (
        Body(name, mass=m, centre=(c, 0, 0), inertia=(1e-3, moment, moment))
        for name, m, c, moment in zip("1234", MASSES, CENTRES, MOMENTS, strict=True)
    )
    ends = rod.point("end", (L1, 0, 0)), forearm.point("tail", (-L2, 0, 0))
    return System(
        "parallelogram arm",
        joints=[
            Revolute("q1", GROUND, upper, axis=Z),
            Revolute("q2", GROUND, crank, axis=Z),
            Revolute("q3", crank, rod, axis=Z, at=(L2, 0, 0)),
            Revolute("q4", upper, forearm, axis=Z, at=(L1, 0, 0)),
        ],
        constraints=[Joined("tail", *ends, along="xy")],
    )


def test_a_parallelogram_arm_has_the_published_mass_matrix(rng: np.random.Generator) -> None:
    """[SpongHutchinsonVidyasagar2006 Sec. 7.4], the forearm's centre on the hand's side of the
    elbow, which points away from the crank: d12 = (m3 l2 lc3 − m4 l1 lc4) cos(q2 − q1)."""
    model = kane.build(spongs_arm())
    (m1, m2, m3, m4), (c1, c2, c3, c4) = MASSES, CENTRES
    i1, i2, i3, i4 = MOMENTS
    d11 = m1 * c1**2 + m3 * c3**2 + m4 * L1**2 + i1 + i3
    d22 = m2 * c2**2 + m3 * L2**2 + m4 * c4**2 + i2 + i4
    for q1, q2 in rng.uniform(-3, 3, (5, 2)):
        q = np.array([q1, q2, q1 - q2, q2 - q1 + np.pi])
        J = model.constraint_rows(q, np.zeros(4)).J
        d12 = (m3 * L2 * c3 - m4 * L1 * c4) * np.cos(q2 - q1)
        M = FOLLOW.T @ np.asarray(model.mass_matrix(q)) @ FOLLOW
        assert close(J @ FOLLOW, np.zeros((2, 2)), round_off(1.0, 100))
        assert close(M, [[d11, d12], [d12, d22]], round_off(3.0, 100))


@pytest.mark.parametrize("rows", ["apart", "dependent", "many", "none"])
def test_free_motions_keep_all_relations(rows: str, rng: np.random.Generator) -> None:
    J = rng.normal(size=(6, 3, 5))
    J[3] = J[3, :1]  # of rank one
    if rows == "dependent":
        J[:, 2] = J[:, 0] - 2 * J[:, 1]
    if rows == "many":
        J = np.concatenate([J, -J], axis=1)
    if rows == "none":
        J *= 0
    met = np.zeros(6, int)
    for at, P in free_motions(J):
        met[at] += 1
        ranks = np.linalg.matrix_rank(J[at])
        assert np.all(P.shape[-1] == 5 - ranks)
        assert close(J[at] @ P, np.zeros((len(P), J.shape[1], P.shape[-1])), round_off(10.0, 100))
        assert close(P.swapaxes(1, 2) @ P, [np.eye(P.shape[-1])] * len(P), round_off(1.0, 100))
    assert np.all(met == 1)
