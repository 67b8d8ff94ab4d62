"""Parts of a spacecraft: locks, drives, gyros, thrusters, slosh, deployment; what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kane import (
    GROUND,
    ArgumentError,
    Body,
    Free,
    Gimbal,
    ModelError,
    Particle,
    Prismatic,
    Spherical,
    Spin,
    System,
    When,
    build,
    clock,
    energy,
    parameter,
    simulate,
    sin,
    space,
)
from tests.close import run_error
from tests.space.crafts import hub
from tests.textbook.stoneking import quaternion_rotation

Array = np.ndarray[Any, np.dtype[np.float64]]


def bus(**more: Any) -> Body:
    return Body("bus", **{"mass": 50.0, "inertia": (9, 7, 6), **more})


def panel(name: str = "panel") -> Body:
    return Body(name, mass=5.0, inertia=(2, 0.3, 2), centre=(0, 1, 0))


def test_a_locked_joint_holds_until_an_event_lets_it_go_with_momentum_kept() -> None:
    one = space.Appendage(panel(), Gimbal("1", at=(0, 0.5, 0)), stiffness=3, rest=1.5,
                          lock=space.Lock.CLOSED)  # fmt: skip
    sat = space.spacecraft(bus=bus(), appendages=[one])
    model = build(sat)
    motion = simulate(
        model, **sat.start(**{"bus.wz": 0.05}), until=6.0, rtol=1e-11,
        events=[When(clock() > 2.0, release="panel locked")],
    )  # fmt: skip
    held, free = motion.t < 2.0, motion.t > 3.0

    assert np.abs(motion["panel"][held]).max() < 1e-12
    assert motion["panel"][free].max() > 0.5
    L = np.asarray(model.momentum(motion.q.copy(), motion.u.copy())[1])
    assert np.abs(L - L[0]).max() < run_error(1e-11, 1.0, motion.effort.steps)


def test_a_spherical_joint_can_be_locked_too() -> None:
    one = space.Appendage(panel(), Spherical(at=(0, 0.5, 0)), lock=space.Lock.CLOSED)
    sat = space.spacecraft(bus=bus(), appendages=[one])
    assert [c.name for c in sat.constraints] == [f"panel locked, {k}" for k in (1, 2, 3)]
    motion = simulate(build(sat), **sat.start(**{"bus.wx": 0.2, "bus.wz": 0.1}), until=5.0)

    assert np.abs(motion["panel.w"] - 1).max() < 1e-9


def test_a_prescribed_drive_turns_the_bus_the_other_way() -> None:
    """The panel turns about its own mass centre's axis: h = I_p θ̇ is taken from the bus."""
    body = Body("panel", mass=5.0, inertia=(1, 2, 1))
    angle = 0.3 * sin(0.5 * clock())
    one = space.Appendage(body, Gimbal("2", at=(0, 1, 0)), motion=angle)
    sat = space.spacecraft(bus=bus(), appendages=[one])
    motion = simulate(build(sat), **sat.start(**{"bus.wy": -2 * 0.15 / 9}), until=10.0, rtol=1e-11)

    assert "panel" not in sat.coordinates
    expected = -2 * 0.15 * np.cos(0.5 * motion.t) / (7 + 2)  # (I + I_p) ω + I_p θ̇ = 0
    assert np.abs(motion["bus.wy"] - expected).max() < run_error(1e-11, 0.1, motion.effort.steps)


def test_a_gyro_keeps_the_momentum_it_turns() -> None:
    gyro = space.Gyro("cmg", spin=(1, 0, 0), gimbal=(0, 0, 1), momentum=20.0)
    sat = space.spacecraft(bus=bus(), gyros=[gyro])
    motion = simulate(build(sat), until=8.0, rtol=1e-11, inputs={"cmg.rate": 0.1})
    e = np.column_stack([motion[f"bus.{k}"] for k in "wxyz"])
    w = np.column_stack([motion[f"bus.w{k}"] for k in "xyz"])
    d = motion["cmg.angle"]
    h = 20 * np.column_stack([np.cos(d), np.sin(d), 0 * d])
    H = np.array([
        np.asarray(quaternion_rotation(q)) @ (np.diag([9.0, 7, 6]) @ x + y)
        for q, x, y in zip(e, w, h, strict=True)
    ])  # fmt: skip

    assert np.allclose(d, 0.1 * motion.t, atol=1e-12)
    assert np.abs(w).max() > 0.1
    assert np.abs(H - [20, 0, 0]).max() < run_error(1e-11, 20.0, motion.effort.steps)


def test_friction_slows_a_wheel_and_turns_the_bus_along() -> None:
    """Ω = h/J − ω dies out as exp(−c (1/J + 1/I) t) while I ω + h stays; E = (I ω² + h²/J)/2."""
    I, J, c, h = 6.0, 0.2, 0.03, 5.0  # noqa: E741
    wheel = space.Wheel("w", axis=(0, 0, 1), inertia=J, viscous=c)
    sat = space.spacecraft(bus=bus(), wheels=[wheel])
    motion = simulate(
        build(sat), **sat.start(**{"w.h": h}), until=9.0, rtol=1e-11, record=[energy()]
    )
    spin = h / J * np.exp(-c * (1 / J + 1 / I) * motion.t)
    left = (spin + h / I) / (1 / J + 1 / I)
    turning = (h - left) / I
    limit = run_error(1e-11, h, motion.effort.steps)

    assert np.abs(motion["w.h"] - left).max() < limit
    assert np.abs(motion["bus.wz"] - turning).max() < limit
    assert turning[-1] > 0.1
    expected = (I * turning**2 + left**2 / J) / 2
    assert np.abs(motion["energy()"] - expected).max() < limit * h / J


def test_a_thruster_pushes_along_its_tilted_direction_at_its_place() -> None:
    thruster = space.Thruster("t1", at=(0.5, 0, -1), direction=(0, 0, 1), tilt=(0.02, 0.0))
    sat = space.spacecraft(bus=bus(), thrusters=[thruster])
    model = build(sat)
    q = np.zeros(len(model.q_names))
    q[3] = 1.0
    B = model.input_matrix(q)[:, 0]
    force, torque = B[:3], B[3:]

    assert abs(np.linalg.norm(force) - 1) < 1e-15
    assert abs(np.arccos(force[2]) - np.arctan(0.02)) < 1e-10
    assert np.allclose(torque, np.cross([0.5, 0, -1], force), atol=1e-15)


def test_slosh_swings_with_the_thrust_as_a_pendulum() -> None:
    """ω² = (F/(m + M))/L · (m + M)/M with both bodies free: the pendulum in its carrier's push.

    With the pivot at the bus' mass centre and no turning of a bus of great inertia, the relative
    swing is that of a pendulum of length L in the field F/M, as the bus alone carries the pivot.
    """
    m, M, L, F = 2.0, 50.0, 0.4, 100.0
    heavy = Body("bus", mass=M, inertia=(1e9, 1e9, 1e9))
    tank = space.slosh("tank", mass=m, length=L)
    thruster = space.Thruster("main", at=(0, 0, 0), direction=(0, 0, 1))
    sat = space.spacecraft(bus=heavy, appendages=[tank], thrusters=[thruster])
    omega = np.sqrt(F / M / L)
    small = 1e-3
    motion = simulate(
        build(sat), **sat.start(**{"tank.1": small}), until=2 * np.pi / omega, rtol=1e-11,
        inputs={"main.force": F}, every=2 * np.pi / omega / 40,
    )  # fmt: skip
    # of a swing of amplitude a the period is longer by a²/16, and m/M of the swing moves the bus
    assert np.abs(motion["tank.1"] - small * np.cos(omega * motion.t)).max() < small**2


def test_a_part_that_leaves_takes_its_momentum_along() -> None:
    rail = Prismatic(axis=(0, 0, 1), at=(0.6, 0.2, 0.5))
    probe = space.Appendage(Particle("probe", mass=4.0), rail, lock=space.Lock.CLOSED)
    arm = space.Appendage(panel("arm"), Gimbal("13", at=(0, 0.5, 0)))
    sat = space.spacecraft(bus=bus(), appendages=[arm, probe])
    model = build(sat)
    start = {"bus.wx": 0.2, "bus.wz": -0.3, "u_arm.1": 0.4, "bus.vx": 1.0}
    motion = simulate(model, **sat.start(**start), until=3.0, rtol=1e-11)
    before = [np.asarray(one)[-1] for one in model.momentum(motion.q.copy(), motion.u.copy())]
    gone = space.deploy(sat, motion, "probe", speed=(0.1, 0.0, 0.5))
    rest = build(gone.rest)
    q, u = (np.array(list(gone.state[k].values())) for k in ("q", "u"))
    linear, angular = (np.asarray(one).ravel() for one in rest.momentum(q, u))

    p = gone.mass * gone.velocity
    assert np.allclose(linear + p, before[0], atol=1e-12)
    assert np.allclose(angular + np.cross(gone.place, p), before[1], atol=1e-12)
    # relative to the carrier's point it leaves with the speed that was asked for
    R = np.asarray(quaternion_rotation(q[3:7]))
    arm_of = R.T @ (gone.place - q[:3])
    point = u[:3] + R @ np.cross(u[3:6], arm_of)
    assert np.allclose(gone.velocity - point, R @ [0.1, 0, 0.5], atol=1e-12)
    assert "probe" not in gone.rest.craft.bodies


def test_checks_tell_norms_and_warn_of_gimbal_lock_by_name() -> None:
    dish = Body("dish", mass=5.0, inertia=(1, 2, 3), centre=(0.1, 0, 0.2))
    sat = space.spacecraft(bus=bus(), appendages=[space.Appendage(dish, Gimbal("213"))])
    start = sat.start(**{"u_dish.2": 0.5, "dish.2": 1.2})
    motion = simulate(build(sat), **start, until=0.7, rtol=1e-10, events=sat.watch())
    checked = sat.checks(motion)

    (mark,) = motion.events
    assert "joint 'dish' (213) nears gimbal lock, cos(dish.2) = 0" in mark.name
    assert "spherical joint" in mark.name
    assert checked.norms["bus"] < 1e-14
    assert 0 < checked.nearest["dish"] < np.radians(6)
    assert "Warning: joint 'dish' (213) came within" in str(checked)
    assert "momentum kept to" in str(checked)


@pytest.mark.parametrize(("sequence", "at"), [("213", np.pi / 2), ("313", 0.0), ("131", np.pi)])
def test_a_start_in_gimbal_lock_is_refused(sequence: str, at: float) -> None:
    dish = Body("dish", mass=5.0, inertia=(1, 2, 3))
    sat = space.spacecraft(bus=bus(), appendages=[space.Appendage(dish, Gimbal(sequence))])
    with pytest.raises(ModelError, match=rf"Joint 'dish' \({sequence}\): it starts at dish.2 = .*"):
        sat.start(**{"dish.2": at})


def test_the_order_of_the_slides_gives_the_same_motion() -> None:
    motions = []
    for order in ("tree", "slides"):
        sat = hub(2, order=order)
        start = sat.start(**{"bus.wx": 0.02, "rw1.h": 1.0, "panel1": 0.2})
        motions.append(simulate(build(sat), **start, until=10.0, rtol=1e-11, every=1.0))
    for name in ("bus.px", "bus.w", "bus.wx", "panel1", "u_panel2", "rw1.h"):
        gap = np.abs(motions[0][name] - motions[1][name]).max()
        assert gap < run_error(1e-11, 1.0, motions[0].effort.steps)


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({"wheels": [space.Wheel("w", axis=(0, 0, 0), inertia=1)]}, r"Wheel 'w', axis: direction"),
        ({"wheels": [space.Wheel("w", axis=(0, 0, 1), inertia=0)]}, "inertia 0 kg m² is not above"),
        ({"wheels": [space.Wheel("w", axis=(0, 0, 1), inertia=1, on="arm")]},
         "Wheel 'w': it is on 'arm', which is none of the bodies bus"),
        ({"wheels": [space.Wheel("w", axis=(0, 0, 1), inertia=1)] * 2}, "two of its parts are"),
        ({"gyros": [space.Gyro("g", spin=(1, 0, 0), gimbal=(1, 0, 1), momentum=1)]},
         "its spin axis .* is not at right angles to its gimbal axis"),
        ({"appendages": [space.Appendage(panel(), Spherical(), stiffness=3)]},
         "a spherical joint has no angle for a spring"),
        ({"appendages": [space.Appendage(panel(), Gimbal("12"), damping=(1, 2, 3))]},
         "damping has 3 values, and its joint has 2 coordinates"),
    ],
)  # fmt: skip
def test_parts_that_cannot_be_are_refused(parts: dict[str, Any], said: str) -> None:
    with pytest.raises(ModelError, match=said):
        space.spacecraft(bus=bus(), **parts)


def test_what_cannot_leave_is_refused() -> None:
    arm = space.Appendage(panel("arm"), Gimbal("1"))
    probe = space.Appendage(Particle("probe", mass=1.0), Gimbal("12", on=(0, 0, 1)), on="arm")
    sat = space.spacecraft(bus=bus(), appendages=[arm, probe])
    motion = simulate(build(sat), until=0.1)
    with pytest.raises(ArgumentError, match=r"'mast' is no appendage of 'bus'. It has arm, probe"):
        space.deploy(sat, motion, "mast")
    with pytest.raises(ArgumentError, match="'arm' carries other parts"):
        space.deploy(sat, motion, "arm")


def test_what_spins_is_told_in_its_bodys_axes_and_units() -> None:
    wheel = bus()
    joint = Free("bus", GROUND, wheel)
    with pytest.raises(ModelError, match="momentum is given in 'ground', and it spins in 'bus'"):
        System("s", joints=[joint], loads=[Spin(GROUND.x, wheel.x, wheel)])
    with pytest.raises(ModelError, match="on 3 is no frame"):
        System("s", joints=[joint], loads=[Spin(wheel.x, wheel.x, 3)])  # type: ignore[arg-type]


def test_live_parameters_run_where_there_is_no_input() -> None:
    """An input without elements stays among the arguments of every function of a run."""
    sat = space.spacecraft(bus=bus(mass=parameter("m", 50.0)))
    live = build(sat, parameters="live")
    motion = simulate(live, u={"bus.vx": 1.0, "bus.wx": 0.1}, until=1.0, dt=0.1)
    assert dict(live.parameters) == {"m": 50.0}
    assert abs(motion["bus.px"][-1] - 1.0) < 1e-12
    assert abs(motion["bus.x"][-1] - np.sin(0.05)) < 1e-9
