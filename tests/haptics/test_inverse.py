"""Inverse dynamics under the hand: the force that a prescribed motion takes, and its border."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kane import GROUND, Gravity, System, X, Z, simulate
from kane.errors import ArgumentError
from kane.haptics import layout as at
from kane.haptics.devices.simulated import LedDevice, SimulatedDevice
from kane.haptics.effective import prescribed_masses
from kane.haptics.gallery import GALLERY
from kane.haptics.handle import Handle
from kane.haptics.inverse import prescribe
from kane.haptics.loop import Display, Loop, feel
from kane.haptics.passivity import Follows, filtered_needs, needed_at
from kane.haptics.passivity import filtered as filtered_response
from kane.haptics.report import report
from kane.model.body import Particle
from kane.model.joints import Prismatic
from kane.model.loads import JointSpring
from tests.close import round_off

PERIOD = 1e-3
Array = np.ndarray[Any, np.dtype[np.float64]]


def led(system: System, handle: Handle, places: Array, **given: Any) -> Loop:
    """A system whose handle is led through places, its force the inverse dynamics."""
    device = LedDevice(places=places.tolist(), damping=0.5)
    settings: dict[str, Any] = {"display": Display.INVERSE, "log": 9.0, "guard": False} | given
    return feel(system, handle, device, **settings).run(len(places))


def filtered(follows: Follows, x_d: Array, x: float) -> tuple[Array, Array]:
    """The filter's accelerations and places, by its own recursion."""
    a, places, v = np.zeros(len(x_d)), np.zeros(len(x_d) + 1), 0.0
    places[0] = x
    before = np.concatenate([x_d[:1], x_d[:-1]])
    for k in range(len(x_d)):
        led_by = follows.leads * (x_d[k] - before[k]) / PERIOD - v
        a[k] = follows.quick * (follows.quick * (x_d[k] - places[k]) + 2.0 * led_by)
        v += PERIOD * a[k]
        places[k + 1] = places[k] + PERIOD * v
    return a, places


def weight_on_a_spring(mass: float, k: float) -> tuple[System, Handle]:
    """A mass that moves along z under gravity, on a spring."""
    block = Particle("block", mass=mass)
    system = System(
        "weight on a spring",
        joints=[Prismatic("z", GROUND, block, axis=Z)],
        loads=[Gravity(along=-GROUND.z), JointSpring("z", k)],
    )
    return system, Handle(point=block.point("P"), axes=("z",))


# ── the force ─────────────────────────────────────────────────────────────────────────────
def test_weight_spring_and_mass_are_felt_as_newton_has_them() -> None:
    """F = m (a + g) + k z of the filtered motion, which weight and spring do not disturb."""
    mass, k, g = 0.4, 90.0, 9.81
    z_d = 0.01 * np.sin(6.0 * PERIOD * np.arange(800))
    loop = led(*weight_on_a_spring(mass, k), np.c_[0 * z_d, 0 * z_d, z_d])
    assert loop.follows is not None

    a, z = filtered(loop.follows[0], z_d, 0.0)

    force = loop.log[:, at.LOG_HELD + 2]
    expected = mass * (a + g) + k * z[:-1]
    np.testing.assert_allclose(force, expected, atol=round_off(mass * g * 40, 800 * 10))


def two_links(y: Array) -> tuple[Array, Array, Array, Array]:
    """M, f, J and J̇u of the double pendulum by Lagrange, angles from the vertical's own sums.

    With s₁ = q₁, s₂ = q₁ + q₂ of rods of length L from (0, 0) down: −L (sin s, cos s).
    """
    (m1, m2, L, r), c, g = (0.5, 0.4, 0.3, 0.15), 1e-3, 9.81
    I1, I2 = 0.004 + m1 * r * r, 0.003 + m2 * r * r
    q1, q2, u1, u2 = y
    s1, s2, w1, w2 = q1, q1 + q2, u1, u1 + u2
    S = np.array([[I1 + m2 * L * L, m2 * L * r * np.cos(q2)], [m2 * L * r * np.cos(q2), I2]])
    h = m2 * L * r * np.sin(q2)
    drift = np.array([-h * w2 * w2, h * w1 * w1])
    weight = g * np.array([(m1 * r + m2 * L) * np.sin(s1), m2 * r * np.sin(s2)])
    P = np.array([[1.0, 0.0], [1.0, 1.0]])  # of ṡ = P u
    M = P.T @ S @ P
    f = P.T @ (drift + weight) + c * np.array([u1, u2])
    along = -L * np.array([[np.cos(s1), np.cos(s2)], [-np.sin(s1), -np.sin(s2)]])
    turning = -L * np.array([[-np.sin(s1), -np.sin(s2)], [-np.cos(s1), -np.cos(s2)]])
    return M, f, along @ P, turning @ np.array([w1 * w1, w2 * w2])


def test_the_force_is_the_inverse_dynamics_of_the_double_pendulum() -> None:
    """Jᵀ F = M u̇ + f with u̇ = J⁻¹ (a − J̇u), by Lagrange's equations written out here."""
    scene = GALLERY["pendulum"]()
    t = PERIOD * np.arange(600)
    places = np.c_[-0.3 + 0.1 * np.sin(4 * t), 0 * t, -0.45 + 0.1 * np.sin(5 * t)]
    start = {"q1": 0.2, "q2": 0.9}
    loop = led(scene.system, scene.handle, places, q=start)
    assert loop.follows is not None
    again = simulate(
        loop.model, q=start, until=0.6, dt=PERIOD, method="semi_implicit_euler", looks=1,
        inputs=loop.recorded(),
    )  # fmt: skip
    y, log, follows = again.y, loop.log, loop.follows[0]
    assert np.array_equal(y[-1], loop.state().y)  # the recorded hand makes the same motion
    before = np.vstack([places[:1], places[:-1]])
    for k in range(0, 600, 7):
        M, f, J, bias = two_links(y[k])
        s1, s2 = y[k, 0], y[k, 0] + y[k, 1]
        place = -0.3 * np.array([np.sin(s1) + np.sin(s2), np.cos(s1) + np.cos(s2)])
        v_d = ((places[k] - before[k]) / PERIOD)[[0, 2]]
        lag = follows.leads * v_d - J @ y[k, 2:]
        a = follows.quick**2 * (places[k, [0, 2]] - place) + 2.0 * follows.quick * lag

        udot = np.linalg.solve(J, a - bias)

        F = log[k, [at.LOG_HELD, at.LOG_HELD + 2]]
        np.testing.assert_allclose(J.T @ F, M @ udot + f, atol=round_off(60.0, 300))
        np.testing.assert_allclose(
            (y[k + 1, 2:] - y[k, 2:]) / PERIOD, udot, atol=round_off(60.0 / PERIOD, 300)
        )


def test_a_motion_does_not_sag_under_what_pulls_at_it() -> None:
    """At rest the handle is where the hand is, and the force is the weight: a coupler sags."""
    system, handle = weight_on_a_spring(0.4, 90.0)
    still = np.tile([0.0, 0.0, 0.005], (1500, 1))
    prescribed = led(system, handle, still)
    coupled = led(system, handle, still, display=Display.IMPEDANCE)
    assert abs(prescribed.state().handle[2] - 0.005) < 1e-9
    assert coupled.state().handle[2] < 0.001
    assert prescribed.log[-1, at.LOG_HELD + 2] == pytest.approx(0.4 * 9.81 + 90.0 * 0.005)


def test_where_a_wall_blocks_an_axis_the_coupler_is_felt_there() -> None:
    """In the maze the pin is pressed against the lower wall and drawn along it."""
    scene = GALLERY["maze"]()
    path = [(0, -0.09, -0.09, 0), (0.5, -0.09, -0.13, 0), (2.5, -0.075, -0.13, 0)]
    device = SimulatedDevice(path=path, damping=0.5)
    loop = feel(
        scene.system, scene.handle, device, q=scene.q, events=scene.events, log=9.0,
        display=Display.INVERSE, look_ahead=scene.look_ahead,
    ).run(2500)  # fmt: skip
    found, log = loop.state(), loop.log
    K = loop.coupling.along.stiffness
    pressed = K * (log[-1, at.LOG_TARGET + 1] - found.handle[1])
    assert found.handle[1] == pytest.approx(-0.12 + 0.008 + 0.006, abs=1e-6)
    assert log[-1, at.LOG_HELD + 1] == pytest.approx(pressed, rel=0.05)
    assert abs(found.handle[0] + 0.075) < 5e-3  # free along the wall
    assert len(loop.moments) >= 1
    assert loop.own.c[at.RIGHT] == loop.own.c[at.CAME]


def test_an_axis_without_mobility_keeps_its_force_and_the_others_take_it_into_account() -> None:
    """Λ⁻¹ of rank one along (1, 2): the second axis is led, the first has the coupler's force."""
    c, v, room = np.zeros(at.COUNT, dtype=np.int64), np.zeros(at.VALUES), np.zeros(40)
    c[at.PLACE : at.PLACE + 6] = 0, 1, -1, -1, -1, -1
    v[at.QUICK] = 10.0
    mobility = np.outer([1.0, 2.0], [1.0, 2.0])
    moving = np.array([0.5, 1.0, *mobility.ravel()])
    apart, F = np.array([0.01, 0.02, *np.zeros(10)]), np.array([7.0, 3.0, *np.zeros(4)])
    prescribe(c, v, apart, np.zeros(18), moving, room, F)
    wanted = 100.0 * apart[:2] - [0.5, 1.0]
    np.testing.assert_allclose(mobility @ F[:2], wanted, atol=round_off(30.0, 20))
    assert 7.0 in F or 3.0 in F


# ── passivity ─────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(("mass", "k"), [(0.4, 0.0), (2.0, 0.0), (0.4, 60.0)])
def test_the_border_of_a_prescribed_motion_is_as_predicted(mass: float, k: float) -> None:
    """Sinusoids at the hand's port: the work that damping has to make up for, within 2 %."""
    system, handle = weight_on_a_spring(mass, k)
    cycle, follows, predicted, measured = 240, None, [], []
    for harmonic in (1, 5, 30, 90, 119):
        wave = 1e-3 * np.cos(2.0 * np.pi * harmonic * np.arange(40 * cycle) / cycle)
        device = LedDevice(places=np.c_[0 * wave, 0 * wave, wave].tolist(), damping=0.5)
        loop = feel(system, handle, device, display=Display.INVERSE, guard=False, log=20.0)
        device.memory[1] = 0.0  # N s/m: what is measured is the port without the device
        loop.run(39 * cycle)  # until what the start left behind has gone
        before = device.work
        loop.run(cycle)
        steps = np.diff(wave[: cycle + 1])
        assert loop.follows is not None
        follows = loop.follows[0]
        turns = np.array([2.0 * np.pi * harmonic / cycle])
        H = filtered_response(follows, mass, PERIOD, 0.0, turns, spring=k)
        predicted.append(float(needed_at(H, PERIOD, turns)[0]))
        measured.append(-(device.work - before) / float(np.sum(steps**2) / PERIOD))
    scale = max(map(abs, predicted))
    np.testing.assert_allclose(measured, predicted, atol=0.02 * scale)
    if k == 0.0:
        assert follows is not None
        assert filtered_needs(follows, mass, PERIOD) == pytest.approx(0.5, rel=1e-3)


def test_a_heavier_prescribed_motion_follows_more_slowly_and_says_what_it_needs() -> None:
    quick = []
    for mass in (0.1, 1.0, 10.0):
        loop = led(*weight_on_a_spring(mass, 0.0), np.zeros((2, 3)))
        assert loop.follows is not None
        quick.append(loop.follows[0].quick)
        assert report(loop).needs <= 0.5
    assert quick[0] > quick[1] > quick[2]
    assert "rad/s: needs" in str(report(loop))


def test_the_port_stays_passive_in_a_hand_while_a_caster_sticks_and_frees() -> None:
    """A hand that leads the cart to and fro never gets out more than it put in."""
    scene = GALLERY["cart"]()
    path = [(0.5 * k, 0.2 * (k % 2), 0.0, 0.0, 0.3 * (k % 3)) for k in range(60)]
    device = SimulatedDevice(path=path, damping=0.5)
    handle = Handle(point=scene.handle.point, axes=("x", "turn z"))
    loop = feel(
        scene.system, handle, device, q=scene.q, events=scene.events, guard=False,
        display=Display.INVERSE,
    ).run(30_000)  # fmt: skip
    assert loop.own.c[at.CAME] > 5
    assert report(loop).least_energy >= -1e-9
    assert device.least_work >= -1e-9
    assert np.all(np.isfinite(loop.state().y))


# ── what cannot be ────────────────────────────────────────────────────────────────────────
def test_axes_along_which_nothing_moves_are_refused() -> None:
    system, handle = weight_on_a_spring(0.4, 90.0)
    with pytest.raises(ArgumentError, match=r"it has 1 freedoms along and about them\. Hold it"):
        led(system, Handle(point=handle.point, axes=("x", "z")), np.zeros((2, 3)))


def test_prescribed_masses_are_those_with_the_other_axes_held() -> None:
    """Two masses in a row, held at the second: along z alone both move."""
    first, second = Particle("first", mass=1.0), Particle("second", mass=0.5)
    system = System(
        "row",
        joints=[Prismatic("x", GROUND, first, axis=X), Prismatic("z", first, second, axis=Z)],
    )
    loop = led(system, Handle(point=second.point("P"), axes=("x", "z")), np.zeros((2, 3)))
    moving = loop.moving(loop.model)
    assert moving is not None
    found = prescribed_masses(loop.course.engine, moving, loop.handle)
    np.testing.assert_allclose(found[[0, 2]], [1.5, 0.5], atol=round_off(1.5, 20))
