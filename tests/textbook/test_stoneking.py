"""Stoneking's joints and trees against the reference file and against finite differences."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.close import close, round_off
from tests.textbook import stoneking as slides
from tests.textbook.reference import read_json
from tests.textbook.stoneking_tree import Assembly, Spacecraft, State

Array = NDArray[np.float64]
STEP = 1e-30  # complex
JOINT_SETS = [
    ("213", "3", "13", slides.SPHERICAL),
    (slides.SPHERICAL, "12", "2", "321"),
    ("1", "232", slides.SPHERICAL, "31"),
]


def test_there_are_twelve_sequences() -> None:
    assert len(slides.SEQUENCES) == 12
    assert set(slides.SEQUENCES) == set(read_json("003_joint_partials.json"))


@pytest.mark.parametrize("sequence", slides.SEQUENCES)
def test_joint_partials_are_the_reference_ones(sequence: str) -> None:
    known = read_json("003_joint_partials.json")[sequence]
    theta, sigma = np.array(known["theta"]), np.array(known["sigma"])
    limit = round_off(3.0, 30)
    assert close(slides.rotation(sequence, theta), known["C_outer_to_inner"], limit)
    assert close(slides.partials(sequence, theta), known["Gamma"], limit)
    assert close(slides.partials_rate(sequence, theta, sigma), known["Gammadot_sigma"], 3 * limit)


def test_partials_of_213_are_the_slide(rng: np.random.Generator) -> None:
    theta = rng.normal(size=3)
    assert close(slides.partials("213", theta), slides.slide_213(theta), round_off(1.0, 10))


@pytest.mark.parametrize("joint", [*slides.SEQUENCES, "1", "2", "3", "12", "13", "23", "31"])
def test_partials_give_the_angular_velocity_in_outer_axes(
    joint: str, rng: np.random.Generator
) -> None:
    theta, sigma = rng.normal(size=(2, len(joint)))
    C = slides.rotation(joint, theta)
    moved = theta + 1j * STEP * sigma
    w = vee(C.T @ np.imag(slides.rotation(joint, moved)) / STEP)
    assert close(slides.partials(joint, theta) @ sigma, w, round_off(5.0, 50))
    rate = np.imag(slides.partials(joint, moved)) / STEP
    assert close(slides.partials_rate(joint, theta, sigma), rate @ sigma, round_off(20.0, 50))


def test_path_tables_of_the_example_are_the_slides() -> None:
    assert slides.body_paths(slides.INNER, slides.OUTER) == slides.BODY_PATHS
    assert slides.joint_paths(slides.INNER, slides.OUTER) == slides.JOINT_PATHS


def test_path_tables_differ_when_G3_and_G4_swap_labels() -> None:
    inner, outer = (1, 1, 3, 3), (2, 3, 5, 4)
    assert slides.body_paths(inner, outer) == slides.BODY_PATHS
    assert slides.joint_paths(inner, outer)[3:] == ("x.x.x", "x.xx.")


@pytest.mark.parametrize("joints", JOINT_SETS)
def test_remainders_are_what_accelerations_lack_of_the_rates(
    joints: tuple[str, ...], rng: np.random.Generator
) -> None:
    craft, state = random_craft(joints, rng), random_state(joints, rng)
    now, u = Assembly(craft, state), state.speeds()
    udot = rng.normal(size=now.n_u)
    later = Assembly(craft, moved(joints, state, udot))
    s: Any = later.state.speeds()
    for body, (alpha_r, a_r) in now.remainders().items():
        alpha = np.imag(later.Omega(body) @ s) / STEP
        assert close(now.Omega(body) @ udot + alpha_r, alpha, round_off(100.0, 300))
        a = np.imag(later.V(body) @ s) / STEP
        assert close(now.V(body) @ udot + a_r, a, round_off(300.0, 500))
        v = now.V(1) @ u + np.imag(later.position(body)) / STEP
        assert close(now.V(body) @ u, v, round_off(50.0, 300))


@pytest.mark.parametrize("joints", JOINT_SETS)
def test_coefficients_are_symmetric_and_give_the_kinetic_energy(
    joints: tuple[str, ...], rng: np.random.Generator
) -> None:
    craft, state = random_craft(joints, rng), random_state(joints, rng)
    now, u = Assembly(craft, state), state.speeds()
    COEF = now.coefficients()
    assert close(COEF, COEF.T, round_off(float(np.abs(COEF).max()), 100))
    assert np.linalg.eigvalsh(COEF).min() > 0
    energy = 0.0
    for i in now.C:
        w, v = now.Omega(i) @ u, now.V(i) @ u
        energy += (w @ craft.inertia[i - 1] @ w + craft.mass[i - 1] * v @ v) / 2
    assert close(u @ COEF @ u / 2, energy, round_off(energy, 500))


@pytest.mark.parametrize("joints", JOINT_SETS)
def test_loads_change_momentum_and_energy_as_they_must(
    joints: tuple[str, ...], rng: np.random.Generator
) -> None:
    craft, state = random_craft(joints, rng), random_state(joints, rng)
    now, u = Assembly(craft, state), state.speeds()
    torques, forces = rng.normal(size=(2, 5, 3))
    udot = np.asarray(np.linalg.solve(now.coefficients(), now.right_side(torques, forces)))
    later = Assembly(craft, moved(joints, state, udot))
    P, H, T = (np.imag(x) / STEP for x in momenta_and_energy(later))
    moment, power = np.zeros(3), 0.0
    for i in now.C:
        moment += now.C[i] @ torques[i - 1] + np.cross(now.position(i), forces[i - 1])
        power += torques[i - 1] @ now.Omega(i) @ u + forces[i - 1] @ now.V(i) @ u
    limit = round_off(float(np.abs(now.coefficients()).max()) * 300, 1000)
    assert close(P, forces.sum(axis=0), limit)
    assert close(H, moment, limit)
    assert close(T, power, limit)


def test_gimbal_lock_loses_a_direction_and_spherical_joints_have_none() -> None:
    assert np.linalg.matrix_rank(slides.partials("213", [0.3, np.pi / 2, 0.4])) == 2
    assert np.linalg.matrix_rank(slides.partials(slides.SPHERICAL, [1.0, 0, 0, 0])) == 3


def momenta_and_energy(now: Assembly) -> tuple[Any, Any, Any]:
    """P, H about the point where B1's centre was, kinetic energy; a complex step later."""
    u = now.state.speeds()
    P, H, T = 0, 0, 0
    start = 1j * STEP * now.state.v.real  # how far B1's centre has moved
    for i in now.C:
        m, inertia = now.craft.mass[i - 1], now.craft.inertia[i - 1]
        w, v = now.Omega(i) @ u, now.V(i) @ u
        P = P + m * v
        H = H + now.C[i] @ (inertia @ w) + m * np.cross(start + now.position(i), v)
        T = T + (w @ inertia @ w + m * v @ v) / 2
    return P, H, T


def random_craft(joints: tuple[str, ...], rng: np.random.Generator) -> Spacecraft:
    shapes = rng.normal(size=(5, 3, 3))
    second = shapes @ shapes.transpose(0, 2, 1) + np.eye(3)  # ∫ r rᵀ dm
    inertia = np.trace(second, axis1=1, axis2=2)[:, None, None] * np.eye(3) - second
    return Spacecraft(
        inner=slides.INNER,
        outer=slides.OUTER,
        joints=joints,
        r_in=rng.normal(size=(4, 3)),
        r_out=rng.normal(size=(4, 3)),
        mass=rng.uniform(1, 3, 5),
        inertia=inertia,
    )


def random_state(joints: tuple[str, ...], rng: np.random.Generator) -> State:
    spherical = [joint == slides.SPHERICAL for joint in joints]
    counts = [3 if ball else len(joint) for ball, joint in zip(spherical, joints, strict=True)]
    return State(
        attitude=unit(rng.normal(size=4)),
        angles=tuple(
            unit(rng.normal(size=4)) if ball else rng.uniform(-1, 1, n)
            for ball, n in zip(spherical, counts, strict=True)
        ),
        omega=rng.normal(size=3),
        sigma=tuple(rng.normal(size=n) for n in counts),
        v=rng.normal(size=3),
    )


def moved(joints: tuple[str, ...], state: State, udot: Array) -> State:
    """The state a complex step of time later."""
    h: Any = 1j * STEP
    parts = np.split(udot, np.cumsum([3, *map(len, state.sigma)]))
    rates = [
        slides.quaternion_rate(angles, sigma) if joint == slides.SPHERICAL else sigma
        for joint, angles, sigma in zip(joints, state.angles, state.sigma, strict=True)
    ]
    return State(
        attitude=state.attitude + h * slides.quaternion_rate(state.attitude, state.omega),
        angles=tuple(a + h * r for a, r in zip(state.angles, rates, strict=True)),
        omega=state.omega + h * parts[0],
        sigma=tuple(s + h * d for s, d in zip(state.sigma, parts[1:-1], strict=True)),
        v=state.v + h * parts[-1],
    )


def unit(x: Array) -> Array:
    return np.asarray(x / np.linalg.norm(x))


def vee(w_tilde: Array) -> Array:
    return np.array([w_tilde[2, 1], w_tilde[0, 2], w_tilde[1, 0]])
