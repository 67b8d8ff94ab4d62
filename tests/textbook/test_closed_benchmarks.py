"""Closed mechanisms of the multibody benchmarks: the N-four-bar, Bricard's, Chaplygin's sleigh.

The N-four-bar passes places where its loops are flat and their rows dependent. On its true branch
all cranks stay parallel, so that one angle tells all, with uniform bars of 1 kg and 1 m:

    θ̈ = −((N+1)/2 + N)/((N+1)/3 + N) g cos θ,   θ₀ = π/2,  θ̇₀ = −1       [MasoudiEtAl2013]
"""

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
    Motion,
    Planar,
    Revolute,
    System,
    Z,
    build,
    energy,
    rate,
    simulate,
    velocity,
)
from kane.machine.model import Model
from kane.sim.selections import Passage, Selection
from kane.sim.trajectory import Trajectory
from tests.close import close, run_error

G = 9.81


@cache
def four_bars(count: int) -> Model:
    """`count` loops side by side: count + 1 cranks upright, a bar between each two."""
    cranks = [
        Body(f"crank{k}", mass=1, centre=(0.5, 0, 0), inertia=(0, 0, 1 / 12))
        for k in range(count + 1)
    ]
    bars = [
        Body(f"bar{k}", mass=1, centre=(0.5, 0, 0), inertia=(0, 0, 1 / 12)) for k in range(count)
    ]
    joints = [
        Revolute(f"a{k}", GROUND, crank, axis=Z, at=(k, 0, 0)) for k, crank in enumerate(cranks)
    ]
    joints += [
        Revolute(f"b{k}", cranks[k], bar, axis=Z, at=(1, 0, 0)) for k, bar in enumerate(bars)
    ]
    loops = [
        Joined(f"loop {k}", bar.point("end", (1, 0, 0)), crank.point("top", (1, 0, 0)), "xy")
        for k, (bar, crank) in enumerate(zip(bars, cranks[1:], strict=True))
    ]
    down = Gravity(along=-GROUND.y, magnitude=G)
    return build(System("four-bars", joints=joints, loads=[down], constraints=loops))


def run(count: int, until: float, dt: float) -> Trajectory:
    """By steps of one length, which go across where rows depend on each other."""
    q = {f"a{k}": np.pi / 2 for k in range(count + 1)}
    q |= {f"b{k}": -np.pi / 2 for k in range(count)}
    u = {f"a{k}'": -1.0 for k in range(count + 1)} | {f"b{k}'": 1.0 for k in range(count)}
    made = four_bars(count)
    start = dict(zip(made.u_names, u.values(), strict=True))
    return simulate(made, q=q, u=start, until=until, dt=dt, record=[energy()])


def exact(count: int, times: Any) -> Any:
    """θ and θ̇ of the parallel cranks."""
    ratio = ((count + 1) / 2 + count) / ((count + 1) / 3 + count) * G
    found = solve_ivp(
        lambda _, y: [y[1], -ratio * np.cos(y[0])], (0, times[-1]), [np.pi / 2, -1.0],
        method="DOP853", rtol=1e-13, atol=1e-13, t_eval=times,
    )  # fmt: skip
    return found.y


@pytest.mark.slow
def test_two_four_bars_pass_their_flat_places_to_the_published_end() -> None:
    motion = run(2, 10.0, 1e-3)
    assert motion.ended
    theta = motion["a0"][-1]
    assert close([np.cos(theta), np.sin(theta)], [0.32845811154082, 0.9445185381786], 1e-8)
    assert close(np.ptp(motion[energy()]), 0.0, 1e-8)
    flat = np.flatnonzero(np.diff(np.floor(motion["a0"] / np.pi)))
    passed = [one for one in motion.watched if isinstance(one, Passage)]
    assert close([one.t for one in passed], motion.t[flat], 2e-3)  # to the sample
    assert all(one.same_branch for one in passed)


@pytest.mark.slow
def test_forty_four_bars_run() -> None:
    motion = run(40, 0.3, 1e-3)
    assert motion.ended
    assert close(motion["a0"][-1], exact(40, motion.t)[0, -1], 1e-6)
    assert close(motion["a40"][-1], motion["a0"][-1], 1e-6)


@pytest.mark.slow
def test_bricards_mechanism_drops_one_row_and_keeps_its_energy() -> None:
    """Six hinges at right angles, five rods of 1 m: over-constrained, and yet it moves."""
    places = [(0, 0, 0), (1, 0, 0), (1, -1, 0), (1, -1, 1), (0, -1, 1), (0, 0, 1)]
    axes = [(0, 1, 0), (0, 0, 1), (1, 0, 0)] * 2
    thin, long = (0.1**2 + 0.1**2) / 12, (1 + 0.1**2) / 12
    parent, joints, rods = GROUND, [], []
    for k in range(5):
        along = np.subtract(places[k + 1], places[k])
        inertia = [thin if along[i] else long for i in range(3)]
        rod = Body(f"rod{k}", mass=1, centre=tuple(along / 2), inertia=inertia)
        at: Any = tuple(map(float, np.subtract(places[k], places[k - 1]) if k else places[0]))
        joints.append(Revolute(f"q{k}", parent, rod, axis=axes[k], at=at))
        rods.append(rod)
        parent = rod
    last: Any = tuple(map(float, np.subtract(places[5], places[4])))
    closing = Closed(Revolute("last", rods[-1], GROUND, axis=axes[5], at=last, on=places[5]))
    down = Gravity(along=-GROUND.y, magnitude=G)
    made = build(System("Bricard", joints=joints, loads=[down], constraints=[closing]))
    motion = simulate(made, until=10.0, rtol=1e-11, record=[energy()])
    assert motion.ended
    assert np.ptp(motion["q0"]) > 0.5  # it moves
    (named,) = (one for one in motion.notes if "from the other rows" in one)
    assert named.count("'last, ") == 1  # six hinges leave one row too many
    (first, *others) = (one for one in motion.watched if isinstance(one, Selection))
    assert len(first.independent) == 1
    assert all(not one.superfluous for one in (first, *others))
    assert close(np.ptp(motion[energy()]), 0.0, 1e-8)


def test_chaplygins_sleigh_turns_straight_as_in_closed_form() -> None:
    """v(t) = V tanh(m a V t/(I + m a²) + atanh(v₀/V)), V² = v₀² + (I + m a²) ω₀²/m."""
    m, inertia, a, v0, w0 = 2.0, 0.3, 0.4, 0.5, 1.5
    sled = Body("sled", mass=m, centre=(a, 0, 0), inertia=(0, 0, inertia))
    edge = sled.point("edge")
    skate = Motion("edge", velocity(edge).along(sled.y) == 0)
    made = build(
        System(
            "sleigh",
            joints=[Planar("x y turn", GROUND, sled)],
            speeds=[velocity(edge).along(sled.x), rate("turn")],
            constraints=[skate],
        )
    )
    motion = simulate(made, u=[v0, w0], until=3.0, rtol=1e-11)
    whole = inertia + m * a * a
    V = np.sqrt(v0**2 + whole * w0**2 / m)
    expected = V * np.tanh(m * a * V * motion.t / whole + np.arctanh(v0 / V))
    assert close(motion["u1"], expected, run_error(1e-11, V, motion.effort.steps))


def test_the_sleigh_with_its_edge_as_a_row_moves_alike() -> None:
    sled = Body("sled", mass=2.0, centre=(0.4, 0, 0), inertia=(0, 0, 0.3))
    edge = sled.point("edge")
    skate = Motion("edge", velocity(edge).along(sled.y) == 0)
    one, other = (
        build(
            System(
                "sleigh",
                joints=[Planar("x y turn", GROUND, sled)],
                constraints=[skate],
                speeds=speeds,
            )
        )
        for speeds in ([], [velocity(edge).along(sled.x), rate("turn")])
    )
    start = dict(zip(one.u_names, (0.5, 0.0, 1.5), strict=True))
    first = simulate(one, u=start, until=2.0, rtol=1e-11, every=0.5)
    second = simulate(other, u=[0.5, 1.5], until=2.0, rtol=1e-11, every=0.5)
    assert close(first.q, second.q, 1e-9)
