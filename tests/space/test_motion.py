"""Free motions: what is kept, whatever the joints, with wheels and gyros too; and gimbals against
spherical joints."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kane import Body, Gimbal, Spherical, build, energy, simulate, space
from tests.close import run_error
from tests.space.crafts import five_bodies, hub, state_of
from tests.textbook.test_stoneking import JOINT_SETS, random_craft, random_state

MOMENTUM = 1e-10  # what the project states of free five-body trees over 5 s
ENERGY = 1e-11


def drift(model: Any, motion: Any) -> tuple[float, float]:
    """The largest changes of linear and angular momentum, relative to the largest seen."""
    found = []
    for values in model.momentum(motion.q.copy(), motion.u.copy()):
        made = np.asarray(values)
        found.append(float(np.abs(made - made[0]).max() / np.abs(made).max()))
    return found[0], found[1]


@pytest.mark.parametrize("joints", JOINT_SETS)
def test_free_five_body_trees_keep_momentum_and_energy(
    joints: tuple[str, ...], rng: np.random.Generator
) -> None:
    sat = five_bodies(random_craft(joints, rng))
    q, u = state_of(sat, random_state(joints, rng))
    model = build(sat)
    motion = simulate(model, q=q, u=0.5 * u, until=5.0, rtol=1e-13, record=[energy()])

    T = motion[str(energy())]
    assert motion.ended
    assert max(drift(model, motion)) < MOMENTUM
    assert np.abs(T - T[0]).max() < ENERGY * T[0]


def test_total_momentum_is_kept_while_wheels_and_gyros_are_driven() -> None:
    sat = hub(gyros=[space.Gyro("cmg", spin=(1, 0, 0), gimbal=(0, 0, 1), momentum=40.0)])
    model = build(sat)
    motion = simulate(
        model,
        **sat.start(**{"rw1.h": 3.0, "panel2": 0.3, "bus.wy": 0.02}),
        until=50.0,
        rtol=1e-12,
        inputs={"rw1.torque": 0.2, "rw2.torque": -0.1, "cmg.rate": 0.05},
    )

    assert np.abs(motion["bus.wx"]).max() > 0.001  # they do turn it
    assert max(drift(model, motion)[1:]) < MOMENTUM
    assert "angular momentum kept to" in motion.report


def test_a_wheel_is_the_gyrostat_of_a_round_body_on_a_bearing() -> None:
    """The wheel as a body of its own, with an angle and a speed, turns the bus alike."""
    J, across, mass, spin = 0.4, 0.25, 2.0, 30.0
    axis = np.array([0.0, 0.6, 0.8])
    held = np.diag([3.0, 4.0, 5.0]) + across * (np.eye(3) - np.outer(axis, axis))
    start = {"bus.wx": 0.3, "bus.wy": -0.2, "bus.wz": 0.1}
    h = J * (spin + axis @ np.array([0.3, -0.2, 0.1]))
    gyrostat = space.spacecraft(
        bus=Body("bus", mass=10 + mass, inertia=held.tolist()),
        wheels=[space.Wheel("w", axis=tuple(axis.tolist()), inertia=J)],
    )
    rotor = Body("w", mass=mass, inertia=(across, across, J))
    axes = ((1, 0, 0), (0, 0.8, 0.6), (0, -0.6, 0.8))  # z along the wheel's axis
    wheel = space.Appendage(rotor, Gimbal("3", axes=axes), motor="w.torque")
    turning = space.spacecraft(bus=Body("bus", mass=10, inertia=(3, 4, 5)), appendages=[wheel])
    given: dict[str, Any] = {"until": 4.0, "rtol": 1e-12, "every": 0.5, "inputs": {"w.torque": 0.7}}

    one = simulate(build(gyrostat), **gyrostat.start(**start, **{"w.h": h}), **given)
    other = simulate(build(turning), **turning.start(**start, u_w=spin), **given)

    limit = run_error(1e-12, 1.0, other.effort.steps, growth=10.0)
    for name in ("bus.wx", "bus.wy", "bus.wz", "bus.w", "bus.x", "bus.y", "bus.z"):
        assert np.abs(one[name] - other[name]).max() < limit, name
    absolute = other["u_w"] + 0.6 * other["bus.wy"] + 0.8 * other["bus.wz"]
    assert np.abs(one["w.h"] - J * absolute).max() < limit * h
    assert np.abs(one.values([energy()]) - other.values([energy()])).max() < limit * h * spin


def test_gimbals_and_a_spherical_joint_give_the_same_motion() -> None:
    given: dict[str, Any] = {"until": 3.0, "rtol": 1e-12, "every": 0.25}
    motions = []
    for joint in (Gimbal("213", at=(0.4, 0, 0.1)), Spherical(at=(0.4, 0, 0.1))):
        dish = Body("dish", mass=15, inertia=(3, 4, 5), centre=(0.1, 0.2, 0.3))
        bus = Body("bus", mass=50, inertia=(9, 7, 6))
        sat = space.spacecraft(bus=bus, appendages=[space.Appendage(dish, joint)])
        gimballed = "dish.1" in sat.coordinates
        # Γ(0) of 2-1-3: σ = (0.3, -0.2, 0.4) is ω = (-0.2, 0.3, 0.4)
        rates = (
            ("u_dish.2", "u_dish.1", "u_dish.3") if gimballed else ("dish.wx", "dish.wy", "dish.wz")
        )
        start = {"bus.wx": 0.1, "bus.wz": -0.2, **dict(zip(rates, (-0.2, 0.3, 0.4), strict=True))}
        motions.append(simulate(build(sat), **sat.start(**start), **given))

    steps = max(one.effort.steps for one in motions)
    for name in ("bus.px", "bus.py", "bus.w", "bus.x", "bus.z", "bus.wx", "bus.wy", "bus.wz"):
        gap = np.abs(motions[0][name] - motions[1][name]).max()
        assert gap < run_error(1e-12, 1.0, steps, growth=10.0), name
