"""The Newton–Euler oracle against closed forms, differences of positions, and energy."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.close import close, method_error, round_off
from tests.oracles import newton_euler as oracle
from tests.oracles.jet import Array, Jet, jet
from tests.oracles.random_trees import Case, random_case, random_inertia, unit
from tests.oracles.tree import (
    GROUND,
    Fixed,
    Kind,
    Placement,
    Pose,
    TreeBody,
    TreeJoint,
    coordinate_rates,
    moved,
    poses,
    rotation,
    spans,
)

X, Y, Z = np.eye(3)
G = 9.81
DOWN = oracle.Loads(gravity=-G * Z)


def rod(parent: int, mass: float, length: float, centre: float, inertia: Array) -> TreeBody:
    """Hangs along −z from its parent's end, `length` below the parent's joint, turning about y."""
    return TreeBody(
        parent=parent,
        joint=TreeJoint(kind=Kind.REVOLUTE, axes=(Y,)),
        inner=Placement(p=-length * Z),
        mass=mass,
        centre=-centre * Z,
        inertia=inertia,
    )


def test_physical_pendulum_falls_as_its_closed_form(rng: np.random.Generator) -> None:
    m, d, inertia = 1.3, 0.4, random_inertia(rng) + np.diag([0, 5.0, 5.0])
    pendulum = [rod(-1, m, 0.0, d, inertia)]
    (angle,), (rate,) = rng.normal(size=(2, 1))
    sddot = oracle.forward(pendulum, np.array([angle]), np.array([rate]), np.zeros(1), DOWN)
    about_hinge = inertia[1, 1] + m * d**2
    expected = -m * G * d * np.sin(angle) / about_hinge
    assert close(sddot, expected, round_off(20.0, 100))
    found = oracle.dynamics(pendulum, np.array([angle]), np.array([rate]), sddot, DOWN)
    along_rod = rotation(Y, jet(angle)).x @ Z  # from centre to hinge
    tension = m * (d * rate**2 + G * np.cos(angle))
    assert close(found.reactions[0].force @ along_rod, tension, round_off(30.0, 100))


def test_double_pendulum_has_the_textbook_equations(rng: np.random.Generator) -> None:
    m1, m2, l1, l2 = 1.1, 0.7, 0.9, 0.6  # [Landau1976 §5 problem 1], points at the rods' ends
    none = np.zeros((3, 3))
    pendulum = [rod(-1, m1, 0.0, l1, none), rod(0, m2, l1, l2, none)]
    angles, rates, seconds = rng.normal(size=(3, 2))
    t1, t2 = angles
    turned = np.array([t1, t2 - t1]), np.array([rates[0], rates[1] - rates[0]])
    found = oracle.dynamics(
        pendulum, *turned, np.array([seconds[0], seconds[1] - seconds[0]]), DOWN
    )
    s, c = np.sin(t1 - t2), np.cos(t1 - t2)
    first = (m1 + m2) * l1**2 * seconds[0] + m2 * l1 * l2 * (seconds[1] * c + rates[1] ** 2 * s)
    first += (m1 + m2) * G * l1 * np.sin(t1)
    second = m2 * l2**2 * seconds[1] + m2 * l1 * l2 * (seconds[0] * c - rates[0] ** 2 * s)
    second += m2 * G * l2 * np.sin(t2)
    assert close(found.tau, [first + second, second], round_off(60.0, 200))


def test_top_precesses_steadily_at_its_closed_form() -> None:
    A, C, m, d = 0.3, 0.1, 0.8, 0.5  # [Goldstein2002 §5.7]; A about the fixed point
    nutation, precession, spin = 0.7, 1.3, 0.0
    spin = (m * G * d / precession + A * precession * np.cos(nutation)) / C  # ω along the axis
    spin -= precession * np.cos(nutation)
    about_centre = np.diag([A - m * d**2, A - m * d**2, C])
    gimbal = TreeJoint(kind=Kind.GIMBAL, axes=(Z, X, Z))
    top = [TreeBody(parent=-1, joint=gimbal, mass=m, centre=d * Z, inertia=about_centre)]
    q, s = np.array([0.4, nutation, 0.9]), np.array([precession, 0.0, spin])
    found = oracle.forward(top, q, s, np.zeros(3), DOWN)
    assert close(found, 0.0, round_off(float(spin**2 + 300), 300))


def test_free_body_obeys_eulers_equations_in_its_own_axes(rng: np.random.Generator) -> None:
    inertia, m = random_inertia(rng), 1.7
    body = TreeBody(
        parent=-1, joint=TreeJoint(kind=Kind.FREE), mass=m, centre=np.zeros(3), inertia=inertia
    )
    q, s = np.concatenate([rng.normal(size=3), unit(rng.normal(size=4))]), rng.normal(size=6)
    tau = rng.normal(size=6)
    sdot, v, w = oracle.forward([body], q, s, tau), s[:3], s[3:]
    assert close(m * (sdot[:3] + np.cross(w, v)), tau[:3], round_off(20.0, 100))
    euler = inertia @ sdot[3:] + np.cross(w, inertia @ w)
    assert close(euler, tau[3:], round_off(50.0, 100))


def test_screw_falls_as_its_closed_form() -> None:
    m, pitch, inertia = 2.0, 0.3, np.diag([0.2, 0.3, 0.4])
    joint = TreeJoint(kind=Kind.SCREW, axes=(Z,), pitch=pitch)
    nut = [TreeBody(parent=-1, joint=joint, mass=m, centre=np.zeros(3), inertia=inertia)]
    found = oracle.forward(nut, np.array([0.5]), np.array([2.0]), np.zeros(1), DOWN)
    assert close(found, -m * G * pitch / (0.4 + m * pitch**2), round_off(20.0, 50))


def test_space_fixed_turns_are_body_fixed_ones_in_reverse(rng: np.random.Generator) -> None:
    axes, angles = (Y, X, Z), rng.normal(size=3)
    space = TreeJoint(kind=Kind.GIMBAL, axes=axes, turns=Fixed.IN_J)
    body = TreeJoint(kind=Kind.GIMBAL, axes=axes[::-1], turns=Fixed.IN_K)
    one = moved(space, angles, angles, angles)[0].x
    other = moved(body, angles[::-1], angles, angles)[0].x
    assert close(one, other, round_off(1.0, 20))


def test_velocities_and_accelerations_are_differences_of_positions(
    rng: np.random.Generator,
) -> None:
    case, h = random_case(rng), 1e-4
    motions = oracle.dynamics(case.bodies, case.q, case.s, case.sdot).motions
    before, now, after = (positions(case, t) for t in (-h, 0.0, h))
    fastest = 1e4  # of the third derivatives, and fourth, at rates of order 1 to 5
    for k, motion in enumerate(motions):
        v, a = (after[k] - before[k]) / (2 * h), (after[k] - 2 * now[k] + before[k]) / h**2
        assert close(motion.v, v, method_error(h, 2, fastest))
        far = float(np.abs(now[k]).max())
        assert close(motion.a, a, method_error(h, 2, fastest) + round_off(far / h**2, 4))


def positions(case: Case, t: float) -> list[Array]:
    """Mass centres a time t along the motion, coordinates taken to second order."""
    seconds = second_rates(case)
    q = case.q + t * coordinate_rates(case.bodies, case.q, case.s) + t**2 / 2 * seconds
    still = np.zeros_like(case.s)
    places = poses(case.bodies, q, still, still)
    return [
        place.origin.x + place.R.x @ body.centre
        for place, body in zip(places, case.bodies, strict=True)
    ]


def second_rates(case: Case) -> Array:
    """q̈: differences of q̇, as s and q move on."""
    h = 1e-6
    rates = coordinate_rates(case.bodies, case.q, case.s)

    def later(t: float) -> Array:
        return coordinate_rates(case.bodies, case.q + t * rates, case.s + t * case.sdot)

    return (later(h) - later(-h)) / (2 * h)


def test_power_of_joints_and_loads_is_the_rate_of_energy(rng: np.random.Generator) -> None:
    case = random_case(rng)
    found = oracle.dynamics(case.bodies, case.q, case.s, case.sdot, case.loads)
    power, rate = case.s @ found.tau, 0.0
    works = oracle.applied(case.bodies, found.motions, case.loads)
    for body, motion, load in zip(case.bodies, found.motions, works, strict=True):
        power += load.force @ motion.v + load.torque @ motion.w
        need = oracle.needed(body, motion)
        rate += need.force @ motion.v + need.torque @ motion.w
    assert close(power, rate, round_off(1e4, 3000))


def test_mass_matrix_is_symmetric_positive_and_gives_the_energy(rng: np.random.Generator) -> None:
    case = random_case(rng)
    M = oracle.mass_matrix(case.bodies, case.q)
    largest = float(np.abs(M).max())
    assert close(M, M.T, round_off(largest, 1000))
    assert np.linalg.eigvalsh((M + M.T) / 2).min() > 0
    motions = oracle.dynamics(case.bodies, case.q, case.s, case.sdot).motions
    energy = oracle.kinetic_energy(case.bodies, motions)
    assert close(case.s @ M @ case.s / 2, energy, round_off(energy, 1000))


def test_free_fall_in_a_run_keeps_energy_to_the_order_of_the_method() -> None:
    body_axes = np.array([[0.6, 0.8, 0.0], [0.0, 0.0, 1.0]])
    ball = TreeJoint(kind=Kind.SPHERICAL)
    nut = TreeJoint(kind=Kind.SCREW, axes=(body_axes[0],), pitch=0.2)
    inertia = np.diag([0.5, 0.7, 0.9])
    bodies = [
        TreeBody(parent=-1, joint=ball, mass=1.2, centre=0.5 * X, inertia=inertia),
        TreeBody(parent=0, joint=nut, mass=0.8, centre=0.3 * Y, inertia=inertia),
    ]
    start = np.array([1.0, 0, 0, 0, 0.3]), np.array([0.5, -0.4, 0.8, 1.5])
    drifts = [
        abs(energy(bodies, *run(bodies, *start, h, 0.4)) - energy(bodies, *start))
        for h in (0.1, 0.05)
    ]
    assert np.log2(drifts[0] / drifts[1]) > 3.9  # RK4: 4, and a little more on the way there


def run(bodies: list[TreeBody], q: Array, s: Array, h: float, until: float) -> tuple[Array, Array]:
    """Classical Runge–Kutta under gravity alone."""

    def slope(x: Array) -> Array:
        p, r = x[: len(q)], x[len(q) :]
        sdot = oracle.forward(bodies, p, r, np.zeros(len(s)), DOWN)
        return np.concatenate([coordinate_rates(bodies, p, r), sdot])

    x = np.concatenate([q, s])
    for _ in range(round(until / h)):
        k1 = slope(x)
        k2 = slope(x + h / 2 * k1)
        k3 = slope(x + h / 2 * k2)
        k4 = slope(x + h * k3)
        x = x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    return x[: len(q)], x[len(q) :]


def energy(bodies: list[TreeBody], q: Array, s: Array) -> float:
    motions = oracle.dynamics(bodies, q, s, 0 * s).motions
    kinetic = oracle.kinetic_energy(bodies, motions)
    return kinetic + oracle.gravity_energy(bodies, motions, DOWN.gravity)


def test_accelerating_base_is_gravity_reversed(rng: np.random.Generator) -> None:
    case, a = random_case(rng), rng.normal(size=3)
    origin = Jet(rng.normal(size=3), rng.normal(size=3), a)
    lift = Pose(R=GROUND.R, origin=origin, J=GROUND.J, Jo=GROUND.Jo, Ko=GROUND.Ko)
    lifted = oracle.dynamics(case.bodies, case.q, case.s, case.sdot, base=lift)
    heavy = oracle.dynamics(case.bodies, case.q, case.s, case.sdot, oracle.Loads(gravity=-a))
    assert close(lifted.tau, heavy.tau, round_off(1e3, 3000))


def test_turning_base_is_one_more_joint(rng: np.random.Generator) -> None:
    case, axis = random_case(rng), unit(rng.normal(size=3))
    angle, rate, second = rng.normal(size=3)
    R = rotation(axis, Jet(np.array(angle), np.array(rate), np.array(second)))
    table = Pose(R=R, origin=jet(np.zeros(3)), J=R, Jo=GROUND.Jo, Ko=GROUND.Ko)
    turned = oracle.dynamics(case.bodies, case.q, case.s, case.sdot, base=table)
    joint = TreeJoint(kind=Kind.REVOLUTE, axes=(axis,))
    first = TreeBody(parent=-1, joint=joint, mass=1.0, centre=np.zeros(3), inertia=np.eye(3))
    rest = [replace(body, parent=body.parent + 1) for body in case.bodies]
    q, s = np.array([angle, *case.q]), np.array([rate, *case.s])
    longer = oracle.dynamics([first, *rest], q, s, np.array([second, *case.sdot]))
    assert close(turned.tau, longer.tau[1:], round_off(1e3, 3000))


@pytest.mark.parametrize("kind", list(Kind))
def test_coordinates_and_rates_count_as_they_should(kind: Kind, rng: np.random.Generator) -> None:
    case = random_case(rng, (kind,))
    freedoms = {
        Kind.REVOLUTE: 1, Kind.PRISMATIC: 1, Kind.SCREW: 1, Kind.CYLINDRICAL: 2, Kind.PLANAR: 3,
        Kind.SPHERICAL: 3, Kind.FREE: 6, Kind.FIXED: 0,
    }  # fmt: skip
    expected = freedoms.get(kind, len(case.bodies[0].joint.axes))
    assert spans(case.bodies)[1][-1].stop == expected
