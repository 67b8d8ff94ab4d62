"""Every paper's equations against Newton's and Euler's, on trees that know no paper."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.close import close, round_off
from tests.oracles import newton_euler
from tests.oracles.newton_euler import Loads
from tests.oracles.tree import poses, spans
from tests.textbook import as_trees, gillespie, stanford_motion
from tests.textbook.kane_levinson import PARAMETERS, arm, rates, speeds
from tests.textbook.stoneking import SPHERICAL
from tests.textbook.stoneking_tree import Assembly
from tests.textbook.test_stoneking import JOINT_SETS, random_craft, random_state

Array = NDArray[np.float64]
ORDER = list(as_trees.STANFORD_ORDER)
UNLIKE = {name: 0.3 + 0.07 * k for k, name in enumerate(PARAMETERS)}


def test_stanford_efforts_are_the_joint_forces(rng: np.random.Generator) -> None:
    q = rng.uniform([-2, 0.5, -2, -2, -2, 0], [2, 2.5, 2, 2, 2, 0.3])
    qdot, qddot = rng.normal(size=(2, 6))
    tree, loads = as_trees.stanford_tree(UNLIKE), Loads(gravity=np.array([0, -UNLIKE["g"], 0]))
    Q = newton_euler.dynamics(tree, q[ORDER], qdot[ORDER], qddot[ORDER], loads).tau
    efforts = stanford_motion.inverse_dynamics(q, qdot, qddot, UNLIKE)
    largest = float(np.abs(Q).max())
    assert close((stanford_motion.PUSHING * efforts)[ORDER], Q, round_off(10 * largest, 2000))


def test_stanford_mass_matrix_is_the_joint_one_in_other_speeds(rng: np.random.Generator) -> None:
    q = rng.uniform([-2, 0.5, -2, -2, -2, 0], [2, 2.5, 2, 2, 2, 0.3])
    joints = newton_euler.mass_matrix(as_trees.stanford_tree(UNLIKE), q[ORDER])
    Y = np.stack([speeds(q, unit) for unit in np.eye(6)], axis=1)
    M = arm(q, np.zeros(6), UNLIKE).mass_matrix()
    largest = float(np.abs(joints).max())
    assert close((Y.T @ M @ Y)[np.ix_(ORDER, ORDER)], joints, round_off(10 * largest, 1000))


def test_stanford_constant_of_motion_is_the_trees_momentum(rng: np.random.Generator) -> None:
    q, u = rng.uniform(0.4, 1.2, 6), rng.normal(size=6)
    qdot = rates(q, u)
    tree = as_trees.stanford_tree(UNLIKE)
    motions = newton_euler.dynamics(tree, q[ORDER], qdot[ORDER], 0 * u).motions
    H = newton_euler.momenta(tree, motions, np.zeros(3))[1]
    assert close(arm(q, u, UNLIKE).constant_of_motion(), H[1], round_off(200.0, 1000))


def test_wrist_accelerates_as_the_tree(rng: np.random.Generator) -> None:
    wrist, q, qdot = gillespie.Wrist(), rng.uniform(0.3, 1.2, 3), rng.normal(size=3)
    force, torque = rng.normal(size=(2, 3))  # along c1, c2, c3
    R = poses(as_trees.wrist_tree(wrist), q, qdot, 0 * q)[2].R.x
    loads = Loads(
        gravity=np.array([-wrist.g, 0, 0]),
        forces=((2, np.array([0, 0, wrist.L]), R @ force),),
        torques=((2, R @ torque),),
    )
    qddot = newton_euler.forward(as_trees.wrist_tree(wrist), q, qdot, np.zeros(3), loads)
    found = gillespie.wrist_qddot(wrist, q, qdot, force, torque)
    assert close(found, qddot, round_off(20 * float(np.abs(qddot).max()), 1000))


def test_cart_needs_nothing_but_its_wheels(rng: np.random.Generator) -> None:
    cart, q, u = gillespie.Cart(), rng.uniform(0.3, 2.0, 4), rng.normal(size=2)
    F, tau = rng.normal(size=2)
    udot = gillespie.cart_udot(cart, q, u, F, tau)
    s, sdot = cart_rates(cart, q, u, udot)
    rear, side = gillespie.cart_side_forces(cart, q, u, udot)
    b1, b2 = turned(q[2])
    _, c2 = turned(q[2] + q[3])
    loads = Loads(
        forces=((0, np.zeros(3), F * b1 + rear * b2), (1, np.array([-cart.L3, 0, 0]), side * c2)),
        torques=((0, np.array([0, 0, tau])),),
    )
    found = newton_euler.dynamics(as_trees.cart_tree(cart), q, s, sdot, loads)
    assert close(found.tau, 0.0, round_off(200 * (1 + s[3] ** 2), 500))


def cart_rates(cart: gillespie.Cart, q: Array, u: Array, udot: Array) -> tuple[Array, Array]:
    """q̇ and q̈ of the cart's four coordinates."""
    h = 1e-30

    def qdot(p: Array, s: Array) -> Array:
        return gillespie.cart_qdot(p, np.array([*s, gillespie.cart_u3(cart, p, s)]))

    now = qdot(q, u)
    return now, np.imag(qdot(q + 1j * h * now, u + 1j * h * udot)) / h


def turned(angle: float) -> tuple[Array, Array]:
    """The first two axes of a frame turned about n3."""
    s, c = float(np.sin(angle)), float(np.cos(angle))
    return np.array([c, s, 0]), np.array([-s, c, 0])


@pytest.mark.parametrize("joints", JOINT_SETS)
def test_spacecraft_accelerates_as_the_tree(
    joints: tuple[str, ...], rng: np.random.Generator
) -> None:
    craft, state = random_craft(joints, rng), random_state(joints, rng)
    torques, forces = rng.normal(size=(2, 5, 3))
    now = Assembly(craft, state)
    udot = np.asarray(np.linalg.solve(now.coefficients(), now.right_side(torques, forces)))
    tree = as_trees.spacecraft_tree(craft)
    C1 = now.C[1]
    q = np.concatenate([np.zeros(3), state.attitude, *state.angles])
    s = np.concatenate([C1.T @ state.v, state.omega, *state.sigma])
    vdot = C1.T @ udot[-3:] - np.cross(state.omega, C1.T @ state.v)  # in B1's axes
    sdot = np.concatenate([vdot, udot[:-3]])
    loads = Loads(
        forces=tuple((k, np.zeros(3), force) for k, force in enumerate(forces)),
        torques=tuple((k, now.C[k + 1] @ torque) for k, torque in enumerate(torques)),
    )
    tau = newton_euler.dynamics(tree, q, s, sdot, loads).tau
    largest = float(np.abs(now.coefficients()).max() * np.abs(udot).max())
    assert close(tau, 0.0, round_off(10 * largest, 2000))
    assert spans(tree)[1][-1].stop == now.n_u
    assert SPHERICAL in joints
