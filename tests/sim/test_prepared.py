"""Prepared modes move as the code for any mode does, and the free mode runs its own."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import pytest

from kane import (
    GROUND,
    Body,
    Box,
    Contact,
    Free,
    Gravity,
    Limits,
    Motion,
    Revolute,
    Sphere,
    System,
    When,
    X,
    Y,
    Z,
    build,
    clock,
    energy,
    rate,
    simulate,
)
from kane.errors import ArgumentError
from kane.machine.model import Model
from kane.sim.modes.prepare import by_mode
from kane.sim.when import Action
from tests.close import close, run_error


def arm(parameters: Literal["fold", "live"] = "fold") -> Model:
    """Three hinges in space, of which two may be locked."""
    parent: Any = GROUND
    joints, locks = [], []
    for k, axis in enumerate((Z, Y, X)):
        body = Body(f"B{k}", mass=1, centre=(0.3, 0.1, 0.2), inertia=(0.1, 0.2, 0.3))
        joints.append(Revolute(f"q{k}", parent, body, axis=axis, at=(0.5 * bool(k), 0, 0)))
        locks.append(Motion(f"lock {k}", rate(f"q{k}") == 0, active=False))
        parent = body
    down = Gravity(along=-GROUND.z)
    whole = System("arm", joints=joints, loads=[down], constraints=locks[1:])
    return build(whole, parameters=parameters)


EVENTS = [
    When(clock() > 0.3, impose="lock 2"),
    When(clock() > 0.6, impose="lock 1"),
    When(clock() > 0.9, release="lock 2"),
]


@pytest.mark.parametrize("modes", [[["lock 2"]], [["lock 2"], ["lock 1", "lock 2"], ["lock 1"]]])
def test_prepared_modes_give_the_same_motion(modes: list[list[str]]) -> None:
    made, start = arm(), {"q": [0.1, 0.4, -0.3], "u": [1.0, -0.5, 2.0]}
    one, other = (
        simulate(made, **start, until=1.2, rtol=1e-11, every=0.1, events=EVENTS, prepare=prepare)  # type: ignore[arg-type]
        for prepare in ((), modes)
    )
    assert close([event.t for event in one.events], [0.3, 0.6, 0.9], 1e-14)
    assert close([event.t for event in other.events], [0.3, 0.6, 0.9], 1e-14)
    assert close(one.y, other.y, run_error(1e-11, 10.0, one.effort.steps))
    energies = [event.energy for event in one.events]
    assert close(energies, [event.energy for event in other.events], 1e-9)
    assert energies[0] < 0


def test_the_table_goes_to_the_code_of_the_mode(rng: np.random.Generator) -> None:
    made = arm()
    whole = by_mode(made.flows({}), {}, [["lock 1"], ["lock 2", "lock 1"]])
    assert whole.keeps.modes == (0b00, 0b01, 0b11)


def test_a_mode_of_what_is_not_there_is_refused() -> None:
    with pytest.raises(ArgumentError, match="no constraint 'lock 7'"):
        simulate(arm(), until=1.0, prepare=[["lock 7"]], events=EVENTS)


def test_locking_loses_half_dv_m_dv(rng: np.random.Generator) -> None:
    """Carnot's law, by the mass matrix at the moment of the lock."""
    made = arm()
    motion = simulate(made, q=[0.1, 0.4, -0.3], u=[1, -0.5, 2], until=0.5, rtol=1e-11,
                      events=EVENTS)  # fmt: skip
    (event,) = motion.events
    k = int(np.flatnonzero(motion.t == event.t)[0])
    before, after = motion.u[k], motion.u[k + 1]
    M = made.mass_matrix(motion.q[k])
    lost = (after - before) @ M @ (after - before) / 2
    assert close(event.energy, -lost, 1e-12 * (1 + lost) * 10)
    assert close((M @ (after - before))[:2], 0.0, 1e-11)  # what is not locked keeps its momentum


def test_a_limit_stops_a_pendulum_and_lets_it_swing_back() -> None:
    bob = Body("bob", mass=1, centre=(0, 0, -1), inertia=(0, 0, 0))
    joints = [Revolute("q", GROUND, bob, axis=Y)]
    down = Gravity(along=-GROUND.z)
    made = build(
        System("p", joints=joints, loads=[down], contacts=[Limits("q", upper=0.2, restitution=0.5)])
    )
    motion = simulate(made, q=[-0.4], until=3.0, rtol=1e-11, every=0.01, record=[energy()])
    first = motion.events[0]
    assert first.action is Action.TOUCH
    speed = np.sqrt(2 * 9.81 * (np.cos(0.2) - np.cos(0.4)))
    assert close(first.energy, -0.75 * speed**2 / 2, 1e-8)
    assert motion.q.max() < 0.2 + 1e-9


@pytest.mark.slow
def test_a_box_falls_over_its_edge_and_comes_to_rest_on_four_corners() -> None:
    box = Body("box", mass=2, inertia=(0.05, 0.06, 0.05), shape=Box(0.4, 0.3, 0.2))
    joints, down = [Free("b", GROUND, box)], Gravity(along=-GROUND.z)
    table = Contact("table", box, GROUND.plane(Z), friction=0.4, restitution=0.1)
    made = build(System("box", joints=joints, loads=[down], contacts=[table]))
    start = {"q": {"b.pz": 0.5}, "u": {"b.vx": 1.0, "b.wy": 1.0}}
    motion = simulate(made, **start, until=1.0, every=0.01, record=[energy()])  # type: ignore[arg-type]
    assert motion.ended
    assert close(motion.u[-1], 0.0, 1e-9)
    assert close(motion["b.pz"][-1], 0.1, 1e-9)
    assert np.diff(motion[energy()]).max() < 1e-8  # friction and impacts only take
    assert close(motion[energy()][0] - motion[energy()][-1], 2 * 9.81 * 0.4 + 1 + 0.03, 1e-7)


def test_two_balls_exchange_their_speeds() -> None:
    first, second = (
        Body(name, mass=1, inertia=(0.004,) * 3, shape=Sphere(0.1)) for name in ("a", "b")
    )
    joints = [Free("a", GROUND, first), Free("b", GROUND, second)]
    meet = Contact("balls", first, second, restitution=1.0)
    made = build(System("balls", joints=joints, contacts=[meet]))
    start = {"q": {"b.px": 1.0}, "u": {"a.vx": 2.0}}
    motion = simulate(made, **start, until=1.0, rtol=1e-11, looks=50)  # type: ignore[arg-type]
    assert close(motion.events[0].t, 0.4, 1e-11)
    assert close([motion["a.vx"][-1], motion["b.vx"][-1]], [0.0, 2.0], 1e-11)
