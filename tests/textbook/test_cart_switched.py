"""The shopping cart of [Gillespie2003 Sec. 3] in runs: free, sticking, from one to the other."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from kane import Motion, build, rate, reaction
from kane.algebra.functions import sin
from kane.machine.model import Model
from kane.model.quantities import kinetic_energy
from kane.model.symbols import clock
from kane.sim.simulate import simulate
from kane.sim.trajectory import Trajectory
from kane.sim.when import Action, When
from tests.close import close, printed, round_off, run_error
from tests.textbook import gillespie as paper
from tests.textbook import ours
from tests.textbook.reference import columns, read_table

RTOL = 1e-12
STICKS = "caster sticks"
CART = paper.Cart()


@cache
def cart(sticks: bool = False) -> Model:
    """The cart with a caster that may stick."""
    free = ours.cart(CART)
    row = Motion(STICKS, rate("q4") == 0, active=sticks)
    return build(free.replace(constraints=[*free.constraints, row]))


@cache
def switched() -> Trajectory:
    """A push that swings: the caster sticks and is torn loose again and again."""
    push: dict[str, Any] = {"F": 100 * sin(2 * clock()), "tau": 60 * sin(3 * clock())}
    events = [
        When(abs(reaction(STICKS)) > 1.0, release=STICKS),
        When(abs(rate("q4")) < 0.01, impose=STICKS),
    ]
    asked = [reaction(STICKS), kinetic_energy(), rate("q4")]
    start = paper.CART_START
    return simulate(
        cart(), q=start[0], u=start[1], until=12.0, inputs=push, events=events, record=asked
    )


def test_free_cart_runs_as_the_reference_simulation_at_every_row() -> None:
    table = read_table("000_cart_free_simulation.csv")
    start = paper.CART_START
    motion = simulate(cart(), q=start[0], u=start[1], until=5.0, rtol=RTOL, every=0.1)
    limit = printed(10.0, 13) + run_error(RTOL, 5.0, motion.effort.steps)
    assert limit < 1e-9
    assert close(motion.y, columns(table, "q1", "q2", "q3", "q4", "u1", "u2"), 1e-10)


def test_sticking_cart_accelerates_as_67_mended(rng: np.random.Generator) -> None:
    for q4 in rng.uniform(0.2, 2.8, 8):
        q, (F, tau) = np.array([0.1, 0.2, 0.3, q4]), rng.normal(size=2)
        flow = cart(sticks=True).flows().motion
        Z2 = CART.L3 - CART.L2 * np.cos(q4)
        u = 0.8 * np.array([1.0, -np.sin(q4) / Z2])
        ydot = flow.kernel(np.zeros(1), np.array([*q, *u]), np.array([F, tau, 1.0, 0.0]), [])
        expected = paper.cart_sticking_udot(CART, q, F, tau)
        assert close(ydot[4], expected, round_off(50.0 / Z2**2, 100))


def test_where_the_printed_choice_of_speeds_is_singular_the_cart_turns_about_its_axle() -> None:
    """L₂ c₄ = L₃: sticking, the wheels' axes meet at P1, so u1 = 0 whatever pushes."""
    q4 = float(np.arccos(CART.L3 / CART.L2))
    start = {"q4": q4}
    inputs = {"F": 3.0, "tau": 0.5}
    motion = simulate(cart(sticks=True), q=start, u=[0.7, 0.2], until=2.0, rtol=RTOL, inputs=inputs)
    inertia = paper.cart_mass_matrix(CART, np.array([0, 0, 0, q4]))[1, 1]
    gained = motion.u[:, 1] - motion.u[0, 1]
    assert close(motion.u[:, 0], 0.0, run_error(RTOL, 10.0, motion.effort.steps))
    assert close(gained, 0.5 * motion.t / inertia, run_error(RTOL, 10.0, motion.effort.steps))
    assert close(motion["q4"], q4, round_off(10.0, 100))


def test_the_caster_sticks_and_frees_by_turns_where_its_events_say() -> None:
    run = switched()
    actions = [event.action for event in run.events]
    assert len(actions) > 6
    assert actions[::2] == [Action.IMPOSE] * len(actions[::2])
    assert actions[1::2] == [Action.RELEASE] * len(actions[1::2])
    for event in run.events:
        before, after = np.flatnonzero(np.abs(run.t - event.t) < 1e-12)[-2:]
        if event.action is Action.IMPOSE:
            assert close(abs(run["rate(q4)"][before]), 0.01, 1e-9)
            assert close(run["rate(q4)"][after], 0.0, round_off(1.0, 100))
        else:
            assert close(abs(run[f"reaction({STICKS})"][before]), 1.0, 1e-8)


def test_sticking_loses_what_the_event_says_and_releasing_nothing() -> None:
    run = switched()
    for event in run.events:
        before, after = np.flatnonzero(np.abs(run.t - event.t) < 1e-12)[-2:]
        gained = run["kinetic_energy()"][after] - run["kinetic_energy()"][before]
        assert close(gained, event.energy, round_off(100.0, 1000))
        assert event.energy < 0 if event.action is Action.IMPOSE else event.energy == 0


def test_a_caster_that_sticks_stays() -> None:
    run = switched()
    holds = run[f"holds({STICKS})"] == 1
    assert close(run["rate(q4)"][holds], 0.0, round_off(10.0, 100))
    assert not run[f"reaction({STICKS})"][~holds].any()


def test_what_cannot_be_held_is_let_go_at_once() -> None:
    events = [
        When(abs(reaction(STICKS)) > 1e-3, release=STICKS),
        When(abs(rate("q4")) < 0.01, impose=STICKS),
    ]
    start, push = paper.CART_START, {"F": 60 * sin(2 * clock())}
    run = simulate(cart(), q=start[0], u=start[1], until=3.0, inputs=push, events=events)
    first, second = run.events[:2]
    assert (first.action, second.action) == (Action.IMPOSE, Action.RELEASE)
    assert first.t == second.t
    assert run[f"holds({STICKS})"][-1] == 0
