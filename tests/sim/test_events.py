"""Events: found to round-off, in order, and acted upon."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import ellipk

from kane.errors import ArgumentError, DerivationError, Outcome
from kane.model.quantities import rate, reaction
from kane.model.symbols import clock, coordinate
from kane.sim.methods import METHODS
from kane.sim.simulate import simulate
from kane.sim.when import Action, When
from tests.sim.systems import G, pendulum

AMPLITUDE = 1.5
QUARTER = float(ellipk(np.sin(AMPLITUDE / 2) ** 2) / np.sqrt(G))
q1 = coordinate("q1")
DOWN, UP = When(q1 < 0, mark="down"), When(q1 > 0, mark="up")


def test_every_passage_through_the_bottom_is_found_to_1e_12() -> None:
    motion = simulate(pendulum(), q=[AMPLITUDE], until=20.0, rtol=1e-13, events=[DOWN, UP])

    passages = [event.t for event in motion.events]
    exact = (2 * np.arange(len(passages)) + 1) * QUARTER
    assert len(passages) == 17
    assert [event.name for event in motion.events[:4]] == ["down", "up", "down", "up"]
    assert np.max(np.abs(passages - exact)) <= 1e-12


@pytest.mark.parametrize("step", [{"dt": 0.01}, {"rtol": 1e-6}], ids=["fixed", "adaptive"])
def test_what_becomes_true_at_one_moment_all_happens(step: dict[str, float]) -> None:
    soon, later = clock() > 0.205, clock() > 0.305
    marks = [When(soon, mark="a"), When(soon, mark="b"), When(later, mark="c")]
    events = [*marks, When(later, stop="end"), When(clock() > 0.4, mark="never")]
    motion = simulate(pendulum(), q=[0.3], until=1.0, events=events, **step)  # type: ignore[arg-type]

    assert [event.name for event in motion.events] == ["a", "b", "c", "end"]
    assert motion.stopped


@pytest.mark.parametrize("name", METHODS)
def test_condition_holds_at_the_event_and_not_one_round_off_before(name: str) -> None:
    more = {"rtol": 1e-6} if METHODS[name].adaptive else {"dt": 0.02}
    stop = [When(q1 < 0.2, stop="there")]
    motion = simulate(
        pendulum(),
        q=[AMPLITUDE],
        until=9.0,
        method=name,
        events=stop,
        **more,  # type: ignore[arg-type]
    )

    assert motion.stopped
    assert motion.outcome is Outcome.OK
    assert motion.events[-1].action is Action.STOP
    assert 0.2 - 1e-14 <= motion["q1"][-1] < 0.2


def test_two_events_in_one_step_come_in_their_order() -> None:
    events = [
        When(clock() > 0.03, mark="third"),
        When(clock() > 0.01, mark="first"),
        When(clock() > 0.02, mark="second"),
    ]
    motion = simulate(pendulum(), q=[0.3], until=1.0, dt=0.25, events=events)

    assert [event.name for event in motion.events] == ["first", "second", "third"]
    assert np.allclose([event.t for event in motion.events], [0.01, 0.02, 0.03], atol=1e-15)


def test_a_condition_true_for_less_than_a_step_is_seen() -> None:
    near = [When(abs(q1) < 0.05, mark="near")]
    motion = simulate(pendulum(), q=[0.3], until=2.0, dt=0.125, events=near)

    assert len(motion.events) == 2


def test_marks_leave_no_trace_in_the_motion() -> None:
    plain = simulate(pendulum(), q=[AMPLITUDE], until=5.0)
    marked = simulate(pendulum(), q=[AMPLITUDE], until=5.0, events=[DOWN, UP])

    assert np.array_equal(plain.rows, marked.rows)


def test_reactions_can_be_watched() -> None:
    """Tension m (g cos q + ω²) reaches 2 m g at cos q = (2 + 2 cos a)/3."""
    angle = np.arccos((2 + 2 * np.cos(AMPLITUDE)) / 3)
    stop = [When(reaction("q1") > 2 * G, stop="tight")]
    motion = simulate(pendulum(), q=[AMPLITUDE], until=5.0, rtol=1e-12, events=stop)

    assert abs(motion["q1"][-1] - angle) < 1e-10


def test_a_limit_that_is_passed_is_an_outcome_with_a_remedy() -> None:
    motion = simulate(pendulum(), q=[1.0], until=9.0, limits={"q1": (-0.5, 2.0)})

    assert motion.outcome is Outcome.LIMIT_PASSED
    assert abs(motion["q1"][-1] + 0.5) < 1e-12
    assert "Widen the limit" in motion.report


def test_one_thing_is_done_at_an_event() -> None:
    with pytest.raises(ArgumentError, match="2 things to do were given"):
        When(q1 > 0, stop="a", mark="b")


def test_what_is_no_comparison_is_refused() -> None:
    both = (q1 > 0) & (rate("q1") > 0)
    with pytest.raises(DerivationError, match="is not one comparison"):
        simulate(pendulum(), until=1.0, events=[When(both, stop="x")])


def test_a_constraint_that_is_not_there_cannot_be_released() -> None:
    with pytest.raises((ArgumentError, DerivationError), match="glue"):
        simulate(pendulum(), until=1.0, events=[When(q1 > 0, release="glue")])
