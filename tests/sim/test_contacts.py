"""Contacts in a run against closed forms: bounces, sliding, sticking, rolling, tipping."""

from __future__ import annotations

from itertools import accumulate

import numpy as np
import pytest

from kane import energy, reaction
from kane.errors import Outcome
from kane.model.symbols import clock
from kane.sim.simulate import simulate
from kane.sim.when import Action
from tests.close import close, round_off, run_error
from tests.sim.contact_systems import (
    RADIUS,
    SIDES,
    G,
    ball,
    ball_in_space,
    bar,
    block,
    lifted,
    rod,
    tumbling,
)

RTOL = 1e-10


def test_a_sphere_slides_then_rolls_with_five_sevenths_of_its_speed() -> None:
    v, mu = 3.0, 0.2
    motion = simulate(ball(mu, 0.0), q=[0, RADIUS, 0], u=[v, 0, 0], until=1.0, rtol=RTOL)
    (rest,) = motion.events
    assert (rest.name, rest.action) == ("floor", Action.REST)
    assert close(rest.t, 2 * v / (7 * mu * G), run_error(RTOL, 1.0, motion.effort.steps))
    assert close(motion.u[-1], [5 * v / 7, 0, -5 * v / 7 / RADIUS], run_error(RTOL, 30, 20))


@pytest.mark.parametrize("e", [0.5, 0.8])
def test_bounces_come_at_their_times_and_end_in_rest(e: float) -> None:
    motion = simulate(ball(0.0, e), q=[0, 1 + RADIUS, 0], until=9.0, rtol=RTOL)
    first = np.sqrt(2 / G)
    flights = accumulate(2 * first * e ** (k + 1) for k in range(len(motion.events) - 1))
    times = [event.t for event in motion.events]
    limit = run_error(RTOL, 1.0, motion.effort.steps)
    assert close(times, [first, *(first + flight for flight in flights)], limit)
    last = first * (1 + 2 * e / (1 - e))  # where bounces would accumulate
    assert 0 < last - times[-1] < 2e-6 / G / (1 - e)
    assert close(motion.y[-1], [0, RADIUS, 0, 0, 0, 0], limit)
    assert motion.ended


@pytest.mark.parametrize("e", [0.5, 0.8])
def test_each_bounce_loses_what_its_restitution_takes(e: float) -> None:
    motion = simulate(ball(0.0, e), q=[0, 1 + RADIUS, 0], until=2.0, rtol=RTOL)
    lost = [-event.energy for event in motion.events]
    expected = [G * e ** (2 * k) * (1 - e * e) for k in range(len(lost))]
    assert close(lost, expected, run_error(RTOL, G, motion.effort.steps))


def test_a_sliding_block_stops_at_the_exact_time_and_place() -> None:
    v, mu = 2.0, 0.3
    motion = simulate(block(mu), u=[v, 0, 0], until=2.0, rtol=RTOL)
    limit = run_error(RTOL, 1.0, motion.effort.steps)
    assert close([event.t for event in motion.events], [v / (mu * G)], limit)
    assert close(motion.y[-1], [v * v / (2 * mu * G), 0, 0, 0, 0, 0], limit)


def test_a_block_slips_when_the_push_exceeds_static_friction() -> None:
    kinetic, static, m, rate = 0.3, 0.5, 2.0, 4.0
    push = {"push": rate * clock()}
    motion = simulate(block(kinetic, static), until=4.0, inputs=push, rtol=RTOL)
    (slip,) = motion.events
    begins = static * m * G / rate
    left = 4.0 - begins
    gained = (static - kinetic) * G * left + rate * left**2 / (2 * m)
    assert slip.action is Action.SLIP
    assert close(slip.t, begins, 2e-9 * begins)  # the margin of the cone
    assert close(motion.u[-1, 0], gained, 1e-7)


def test_friction_and_normal_load_are_recorded() -> None:
    asked = [reaction("floor", part) for part in ("normal", "slip 1", "friction use")]
    push = {"push": 3.0}
    motion = simulate(block(0.3, 0.5), until=1.0, inputs=push, record=asked, every=0.5)
    N = 2 * G
    recorded = np.column_stack([motion[str(one)] for one in asked])
    assert close(recorded, [[N, -3.0, 3.0 / (0.5 * N)]] * 3, round_off(N, 100))


def test_a_sphere_in_space_turns_its_way_while_it_slides() -> None:
    """The slip of a homogeneous sphere keeps its direction and ends at 2 |slip|/(7 μ g)."""
    mu, v, w = 0.2, np.array([2.0, 0.0]), np.array([5.0, 10.0])
    slip = v + RADIUS * np.array([-w[1], w[0]])
    names = ["b.vx", "b.vy", "b.wx", "b.wy"]
    start = dict(zip(names, [*v, *w], strict=True))
    motion = simulate(ball_in_space(mu), q={"b.pz": RADIUS}, u=start, until=1.0, rtol=RTOL)
    ends = 2 * np.linalg.norm(slip) / (7 * mu * G)
    (rest,) = motion.events
    assert close(rest.t, ends, 2e-6)  # slip below 1e-6 m/s has stopped
    assert close([motion["b.vx"][-1], motion["b.vy"][-1]], v - 2 / 7 * slip, 1e-6)


@pytest.mark.parametrize("angle", np.linspace(0.05, 1.5, 30))
@pytest.mark.parametrize("way", [1.0, -1.0], ids=["trailing", "leading"])
def test_painleves_rod_is_inconsistent_exactly_inside_its_interval(
    angle: float, way: float
) -> None:
    """1 + 3 cos θ (cos θ ± μ sin θ) < 0: only for μ > 4/3, only where the rod leads."""
    mu = 1.4
    start = [np.cos(angle), np.sin(angle), angle]
    motion = simulate(rod(mu), q=start, u=[way, 0, 0], until=1e-5)
    inverse = 1 + 3 * np.cos(angle) * (np.cos(angle) + way * mu * np.sin(angle))
    expected = Outcome.INCONSISTENT if inverse < 0 else Outcome.OK
    assert motion.outcome is expected
    assert "Coulomb" in motion.report or motion.ended


def test_no_rod_is_inconsistent_below_four_thirds() -> None:
    angles = np.linspace(0.05, 1.5, 30)
    starts = [[np.cos(angle), np.sin(angle), angle] for angle in angles]
    motions = [simulate(rod(1.33), q=q, u=[-1, 0, 0], until=1e-5) for q in starts]
    assert all(motion.ended for motion in motions)


@pytest.mark.parametrize(("half", "lifted"), [(0.5, 0.0), (0.2, 0.6 / 1.4)])
def test_a_bar_that_tips_onto_its_other_foot_stops_or_rocks_on(half: float, lifted: float) -> None:
    """S of both feet is 1 ± h²/0.1: the left foot is pressed down or thrown up by the right."""
    motion = simulate(bar(half=half), q=[0, 0, 0], u=[0, -half, -1.0], until=1e-3)
    left = motion.u[1, 1] - half * motion.u[1, 2]
    right = motion.u[1, 1] + half * motion.u[1, 2]
    assert close([left, right], [lifted * 2 * half, 0.0], 0.02)


def test_both_feet_of_a_flat_bar_bounce_together() -> None:
    motion = simulate(bar(0.5), q=[0, 1.0, 0], until=1.0, rtol=RTOL)
    first = motion.events[0]
    assert close(first.t, np.sqrt(2 / G), run_error(RTOL, 1.0, 100))
    assert close(first.energy, -0.75 * G, run_error(RTOL, G, 100))
    assert close(motion["a"], 0.0, round_off(1.0, 100))


def test_a_run_with_contacts_repeats_and_resumes_to_the_bit() -> None:
    model, start = ball(0.3, 0.7), {"q": [0, 0.6, 0], "u": [1.0, 0, 20.0]}
    whole = simulate(model, **start, until=2.0, every=0.01)  # type: ignore[arg-type]
    half = simulate(model, **start, until=1.0, every=0.01)  # type: ignore[arg-type]
    rest = simulate(model, **start, until=2.0, every=0.01, resume=half)  # type: ignore[arg-type]
    assert np.array_equal(whole.rows, rest.rows)
    assert whole.events == rest.events


@pytest.mark.slow
@pytest.mark.parametrize(("mu", "e"), [(0.4, 0.1), (0.4, 0.5)])
def test_boxes_thrown_at_random_come_to_rest_on_a_side(
    mu: float, e: float, rng: np.random.Generator
) -> None:
    for _ in range(40):
        turn, v, w = rng.standard_normal(4), rng.standard_normal(3), 3 * rng.standard_normal(3)
        q = [0, 0, 0.6, *turn / np.linalg.norm(turn)]
        run = simulate(
            tumbling(mu, e), q=q, u=[*v, *w], until=3.0, every=0.01, record=[energy()]
        )  # fmt: skip
        assert run.ended, run
        assert close(run.u[-1], 0.0, round_off(1.0, 1000))
        assert np.abs(run.q[-1, 2] - np.array(SIDES) / 2).min() <= run_error(1e-8, 1.0, 10)
        assert np.diff(run[energy()]).max() <= run_error(1e-8, 20.0, 10)


def test_a_block_leaves_the_floor_when_the_pull_exceeds_its_weight() -> None:
    """F = k t leaves at t₀ = m g/k, and z = k (t − t₀)³/6m from there on."""
    m, k = 2.0, 10.0
    pull = {"pull": k * clock()}
    motion = simulate(lifted(m), until=3.0, inputs=pull, rtol=RTOL)
    (left,) = motion.events
    limit = run_error(RTOL, 3.0, motion.effort.steps)
    assert left.action is Action.LEAVE
    assert close(left.t, m * G / k, limit)
    assert close(motion["z"][-1], k * (3.0 - m * G / k) ** 3 / (6 * m), limit)
