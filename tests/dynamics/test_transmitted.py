"""What joints transmit in systems with constraints: loops cut elsewhere, statics, contacts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kane import (
    GROUND,
    Body,
    Box,
    Closed,
    Configuration,
    Contact,
    Fixed,
    Force,
    Gravity,
    Joined,
    Motion,
    Planar,
    Point,
    Prismatic,
    Revolute,
    System,
    Z,
    build,
    position,
    rate,
    reaction,
    simulate,
    velocity,
)
from kane.sim.trajectory import Trajectory
from tests.close import close, round_off

G = 9.81
AXES = ("force.x", "force.y", "torque.z")


def bar(name: str, length: float) -> Body:
    """A uniform bar of 1 kg."""
    return Body(name, mass=1, centre=(length / 2, 0, 0), inertia=(0, 0, length**2 / 12))


def asked(system: System, q: Any, u: Any, *quantities: Any) -> Trajectory:
    """A short run with these recorded."""
    return simulate(build(system), q=q, u=u, until=1e-3, dt=1e-3, record=quantities)


def test_a_joint_transmits_what_a_loop_cut_there_says() -> None:
    """The same four-bar with two other spanning trees: each joint is cut once."""
    down = [Gravity(along=-GROUND.y, magnitude=G)]

    def bars() -> tuple[Body, Body, Body]:
        return bar("crank", 0.4), bar("coupler", 1.0), bar("rocker", 0.8)

    a, b, c = bars()
    first = System(
        "cut at the rocker's end",
        joints=[
            Revolute("q1", GROUND, a, axis=Z),
            Revolute("q2", a, b, axis=Z, at=(0.4, 0, 0)),
            Revolute("q3", GROUND, c, axis=Z, at=(1, 0, 0)),
        ],
        loads=down,
        constraints=[Joined("pin", b.point("K", (1, 0, 0)), c.point("R", (0.8, 0, 0)), along="xy")],
    )
    a, b, c = bars()
    second = System(
        "cut at the crank's end",
        joints=[
            Revolute("q1", GROUND, a, axis=Z),
            Revolute("q3", GROUND, c, axis=Z, at=(1, 0, 0)),
            Revolute("q4", c, b, axis=Z, at=(0.8, 0, 0), on=(1, 0, 0)),
        ],
        loads=down,
        constraints=[Joined("pin", a.point("A", (0.4, 0, 0)), b.point("B"), along="xy")],
    )
    one = asked(
        first, {"q1": 1.0, "q2": -0.4, "q3": 1.5}, [8, 0, 0],
        *(reaction("q2", axis) for axis in AXES), reaction("q1"), reaction("q3"), "q2",
        reaction("pin", "x"), reaction("pin", "y"), "q1",
    )  # fmt: skip
    q1, q2, q3 = one.q[0]
    u1, u2, u3 = one.u[0]
    two = asked(
        second, {"q1": q1, "q3": q3, "q4": q1 + q2 - q3}, [u1, u3, u1 + u2 - u3],
        reaction("pin", "x"), reaction("pin", "y"), reaction("q1"), reaction("q3"),
        *(reaction("q4", axis) for axis in AXES),
    )  # fmt: skip
    limit = round_off(500.0, 1000)
    turn = np.array([[np.cos(q2), -np.sin(q2)], [np.sin(q2), np.cos(q2)]])
    ours = turn @ [one[reaction("q2", "force.x")][0], one[reaction("q2", "force.y")][0]]
    theirs = [two[reaction("pin", axis)][0] for axis in "xy"]  # along the crank's axes
    assert close(ours, theirs, limit) or close(ours, -np.array(theirs), limit)
    assert close(one[reaction("q2", "torque.z")][0], 0.0, limit)
    for joint in ("q1", "q3"):
        assert close(one[reaction(joint)][0], two[reaction(joint)][0], limit)
    size = np.hypot(one[reaction("pin", "x")][0], one[reaction("pin", "y")][0])
    assert close(np.hypot(*(two[reaction("q4", axis)][0] for axis in AXES[:2])), size, limit)
    assert size > 1.0


@pytest.mark.parametrize("embedded", [False, True])
def test_a_beam_on_two_supports_leaves_half_its_weight_to_each(embedded: bool) -> None:
    beam = bar("beam", 2.0)
    hold = Motion("support", velocity(beam.point("end", (2, 0, 0))).along(beam.y) == 0,
                  dependent="u2" if embedded else "")  # fmt: skip
    system = System(
        "beam",
        joints=[Prismatic("s", GROUND, wagon := Body("wagon", mass=3.0), axis=(1, 0, 0)),
                Revolute("q", wagon, beam, axis=Z)],
        speeds=[rate("s"), rate("q")],
        loads=[Gravity(along=-GROUND.y, magnitude=G)],
        constraints=[hold],
    )  # fmt: skip
    motion = asked(system, None, None, reaction("q", "force.y"), reaction("s", "force.y"),
                   reaction("s", "torque.z"), reaction("support"))  # fmt: skip
    limit = round_off(4 * G, 100)
    assert close(motion[reaction("q", "force.y")], G / 2, limit)
    assert close(motion[reaction("s", "force.y")], 3 * G + G / 2, limit)
    assert close(motion[reaction("s", "torque.z")], 0.0, limit)


def test_a_rail_under_a_welded_part_takes_its_load_from_the_weld() -> None:
    """The part stands on the rail and pushes the rest up with what it does not need."""
    beam, foot = bar("beam", 2.0), Body("foot", mass=0.5)
    system = System(
        "welded",
        joints=[Revolute("q", GROUND, beam, axis=Z), Fixed("weld", beam, foot, at=(2, 0, 0))],
        loads=[Gravity(along=-GROUND.y, magnitude=G)],
        constraints=[Configuration("rail", position(
            Point("O", GROUND, (0, 0, 0)), foot.point("sole")).along(GROUND.y) == 0)],
    )  # fmt: skip
    motion = asked(system, None, None, reaction("weld", "force.y"), reaction("q", "force.y"))
    limit = round_off(4 * G, 100)
    assert close(motion[reaction("weld", "force.y")], -G / 2, limit)
    assert close(motion[reaction("q", "force.y")], G / 2, limit)


def test_a_lock_is_transmitted_by_its_joint_and_nothing_by_others() -> None:
    arm = bar("arm", 2.0)
    lock = Motion("lock", rate("q") == 0)
    system = System("arm", joints=[Revolute("q", GROUND, arm, axis=Z)], constraints=[lock],
                    loads=[Gravity(along=-GROUND.y, magnitude=G)])  # fmt: skip
    motion = asked(system, None, None, *(reaction("q", axis) for axis in AXES))
    found = [motion[reaction("q", axis)][0] for axis in AXES]
    assert close(found, [0, G, G], round_off(2 * G, 100))


def test_a_closing_hinge_holds_what_it_would_as_a_weld() -> None:
    """A cantilever of two beams; the second is held in the first by all rows of a weld."""
    one, two = bar("one", 1.0), bar("two", 1.0)
    closing = Closed(Fixed("seat", one, two, at=(1, 0, 0)))
    system = System(
        "cantilever",
        joints=[Revolute("q", GROUND, one, axis=Z), Planar("x y turn", GROUND, two)],
        constraints=[closing, Motion("lock", rate("q") == 0)],
        loads=[Gravity(along=-GROUND.y, magnitude=G)],
    )
    motion = asked(system, {"x": 1.0}, None, *(reaction("q", axis) for axis in AXES))
    found = [motion[reaction("q", axis)][0] for axis in AXES]
    assert close(found, [0, 2 * G, 2 * G], round_off(10 * G, 1000))


def test_a_foot_that_stands_unloads_the_joint_above_it() -> None:
    leg = Body("leg", mass=1, inertia=(0.1, 0.1, 0.1), shape=Box(0.2, 0.2, 0.2))
    (push,) = (Force(-3.0 * GROUND.z, at=leg.mass_centre),)
    system = System(
        "leg",
        joints=[Prismatic("z", GROUND, hip := Body("hip", mass=2.0), axis=Z),
                Prismatic("s", hip, leg, axis=Z, at=(0, 0, -1))],
        loads=[Gravity(along=-GROUND.z, magnitude=G), push],
        constraints=[Motion("stiff", rate("s") == 0)],
        contacts=[Contact("floor", leg, GROUND.plane(Z))],
    )  # fmt: skip
    motion = asked(system, {"z": 1.1}, None, reaction("s", "force.z"), reaction("z", "force.z"))
    assert motion.ended
    assert close(motion[reaction("s", "force.z")][-1], -2 * G, round_off(10 * G, 1000))
    assert close(motion[reaction("z", "force.z")][-1], 0.0, round_off(10 * G, 1000))
