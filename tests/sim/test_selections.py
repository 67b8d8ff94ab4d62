"""Which speeds of a run were independent, from when, and flat places that it passed."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from kane import (
    GROUND,
    Body,
    Closed,
    Gravity,
    Joined,
    Model,
    Motion,
    Revolute,
    System,
    Z,
    build,
    energy,
    rate,
    simulate,
)
from kane.sim.selections import Passage, Selection, Why
from kane.sim.trajectory import Trajectory
from tests.close import close, run_error

G = 9.81


@cache
def four_bar(crank: float, coupler: float, rocker: float, hinge: bool = False) -> Model:
    """Uniform bars of 1 kg between pins 1 m apart, closed by a pin in the plane or a hinge."""
    a, b, c = (
        Body(name, mass=1, centre=(length / 2, 0, 0), inertia=(0, 0, length**2 / 12))
        for name, length in (("crank", crank), ("coupler", coupler), ("rocker", rocker))
    )
    joints = [
        Revolute("q1", GROUND, a, axis=Z),
        Revolute("q2", a, b, axis=Z, at=(crank, 0, 0)),
        Revolute("q3", GROUND, c, axis=Z, at=(1, 0, 0)),
    ]
    R, K = c.point("R", (rocker, 0, 0)), b.point("K", (coupler, 0, 0))
    pin: Any = Joined("pin", R, K, along="xy")
    if hinge:
        pin = Closed(Revolute("pin", c, b, axis=Z, at=(rocker, 0, 0), on=(coupler, 0, 0)))
    down = Gravity(along=-GROUND.y, magnitude=G)
    return build(System("four-bar", joints=joints, loads=[down], constraints=[pin]))


def rocking() -> Trajectory:
    """No link of this one turns round: each is at rest for a moment, now and then."""
    return simulate(
        four_bar(0.8, 0.5, 0.8), q=[1.2, -1.0, 1.9], u=[2, 0, 0], until=5.0, rtol=1e-11,
        record=[energy()],
    )  # fmt: skip


def made(motion: Trajectory) -> list[Selection]:
    return [one for one in motion.watched if isinstance(one, Selection)]


def passed(motion: Trajectory) -> list[Passage]:
    return [one for one in motion.watched if isinstance(one, Passage)]


def test_another_speed_is_independent_before_the_first_one_comes_to_rest() -> None:
    motion = rocking()
    found = made(motion)
    assert [one.why for one in found] == [Why.ROWS, *[Why.WORSE] * (len(found) - 1)]
    assert len(found) >= 3
    assert all(len(one.independent) == 1 and len(one.dependent) == 2 for one in found)
    assert all(one.gain <= 2.0 < 8.0 < one.left_at for one in found[1:])
    said = f"from t = {found[1].t:.6g} s {found[1].independent[0]} instead of"
    assert said in motion.report


def test_a_new_selection_is_no_jump_of_state_or_energy() -> None:
    motion = rocking()
    scale = float(np.abs(motion.u).max())
    for one in made(motion)[1:]:
        k = int(np.searchsorted(motion.t, one.t))
        before, after, h = motion.u[k - 1], motion.u[k], motion.t[k] - motion.t[k - 1]
        assert np.abs(after - before).max() < 20.0 * h * scale  # |u̇| of this motion is below 20 u
    size = float(np.abs(motion[energy()]).max())
    assert close(np.ptp(motion[energy()]), 0.0, run_error(1e-11, size, motion.effort.steps))


def test_flat_places_are_passed_on_the_same_branch_when_they_come() -> None:
    """A parallelogram: its links lie flat whenever the cranks are at a multiple of π."""
    q, u = [np.pi / 2, -np.pi / 2, np.pi / 2], [-1.0, 1.0, -1.0]
    motion = simulate(four_bar(1.0, 1.0, 1.0), q=q, u=u, until=3.0, dt=1e-3)
    theta = motion["q1"]
    crossed = np.flatnonzero(np.diff(np.floor(theta / np.pi)))
    found = passed(motion)
    assert len(found) == len(crossed) > 0
    assert all(abs(one.t - motion.t[k]) <= 2e-3 for one, k in zip(found, crossed, strict=True))
    assert all(one.same_branch for one in found)
    assert "passed where rows nearly depend on each other at t = " in motion.report
    assert len(made(motion)) == 1  # none selects anew


def test_a_start_that_lies_flat_closes_its_loop_as_it_moves() -> None:
    """Rows that depend on others only there are not dropped; one angle tells all:

    θ̈ = −g cos θ (1/2 + 1/2 + 1)/(1/3 + 1/3 + 1)
    """
    motion = simulate(four_bar(1.0, 1.0, 1.0), u=[3.0, -3.0, 3.0], until=0.5, dt=1e-3)
    exact = solve_ivp(
        lambda _, y: [y[1], -G * 2.0 / (5.0 / 3.0) * np.cos(y[0])], (0, 0.5), [0.0, 3.0],
        method="DOP853", rtol=1e-13, atol=1e-13,
    )  # fmt: skip
    assert motion.ended
    assert close(motion["q1"][-1], exact.y[0, -1], 1e-9)
    assert close(motion["q3"], motion["q1"], 1e-9)
    assert [one.why for one in made(motion)] == [Why.ROWS, Why.FREED]
    assert made(motion)[0].superfluous
    assert not made(motion)[1].superfluous


def test_rows_that_depend_on_others_all_along_are_named_and_change_nothing() -> None:
    """A hinge in space holds more than a mechanism in the plane needs."""
    start: Any = {"q": [1.2, -1.0, 1.9], "u": [2, 0, 0], "until": 1.0, "rtol": 1e-11, "every": 0.1}
    plane, space = (simulate(four_bar(0.8, 0.5, 0.8, hinge), **start) for hinge in (False, True))
    assert close(space.q, plane.q, run_error(1e-11, 3.0, plane.effort.steps, growth=10.0))
    assert "'pin, tilt x', 'pin, tilt y' follow from the other rows" in space.report
    assert "follow" not in plane.report


def test_relations_of_velocities_are_watched_too() -> None:
    a, b = (Body(name, mass=1, inertia=(0, 0, 0.1)) for name in ("a", "b"))
    joints = [Revolute("qa", GROUND, a, axis=Z), Revolute("qb", GROUND, b, axis=Z)]
    gears = Motion("gears", rate("qa") == 2 * rate("qb"))
    motion = simulate(build(System("gears", joints=joints, constraints=[gears])), u=[1, 0], until=1)
    (only,) = made(motion)
    assert len(only.independent) == len(only.dependent) == 1


def test_without_rows_there_is_nothing_to_select() -> None:
    a = Body("a", mass=1, inertia=(0, 0, 0.1))
    motion = simulate(build(System("a", joints=[Revolute("q", GROUND, a, axis=Z)])), until=1.0)
    assert motion.watched == ()
    assert "independent" not in motion.report


@pytest.mark.parametrize("samples", [None, 0.05])
def test_a_motion_read_from_a_file_has_no_rows_to_watch(
    samples: float | None, tmp_path: Any
) -> None:
    path = tmp_path / "run.nc"
    simulate(
        four_bar(0.8, 0.5, 0.8), q=[1.2, -1.0, 1.9], until=0.2, every=samples, file=path
    )  # fmt: skip
    assert Trajectory.read(path).watched == ()
