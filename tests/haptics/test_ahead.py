"""Look-ahead: what a copy prepares is where an event begins, corrected with the true state."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest

from kane.haptics import layout as at
from kane.haptics.devices.simulated import SimulatedDevice
from kane.haptics.gallery import GALLERY
from kane.haptics.loop import Loop, Status, feel
from kane.haptics.minding import moments
from kane.haptics.report import report
from kane.machine.apart import possible
from kane.sim.modes import layout as modes_at
from kane.sim.modes.guess import OPEN
from kane.sim.modes.plan import CHOSEN, FOR, IMPACT, RANK, REST, SELECTION, _pivots

PATHS: dict[str, Any] = {
    "maze": [(0.4 * k, -0.09 + 0.1 * (k % 3), -0.09 + 0.09 * (k % 2), 0.0) for k in range(50)],
    "cart": [(0.8 * k, 0.6 * (k % 2), 0.05 * (k % 3), 0.0, 0.4 * (k % 4)) for k in range(50)],
    "bowl": [(0.4 * k, -0.1 + 0.1 * (k % 3), 0.1 * (k % 2), 0.02 + 0.05 * (k % 2))
             for k in range(50)],
}  # fmt: skip


def held(name: str, look_ahead: float) -> Loop:
    """A system of the gallery in a simulated hand."""
    scene = GALLERY[name]()
    device = SimulatedDevice(path=PATHS[name], damping=0.5)
    return feel(
        scene.system, scene.handle, device, q=scene.q, events=scene.events, look_ahead=look_ahead,
        log=0,
    )  # fmt: skip


@pytest.mark.parametrize("name", list(PATHS))
def test_what_was_prepared_is_adopted_and_changes_nothing_of_the_motion(name: str) -> None:
    """Selection and contacts begin as planned; the numbers are those of the true state alone."""
    ahead, plain = held(name, 0.03).run(15_000), held(name, 0.0).run(15_000)
    c = ahead.own.c
    assert c[at.CAME] > 10
    assert c[at.FORESEEN] >= c[at.CAME] - 1  # the hand's taking hold is no forecast
    assert c[at.RIGHT] >= 0.95 * c[at.FORESEEN]
    assert c[at.ADOPTED] >= 0.95 * c[at.FORESEEN]
    assert plain.own.c[at.ADOPTED] == 0
    assert np.array_equal(ahead.state().y, plain.state().y)
    assert np.array_equal(ahead.moments[:, :3], plain.moments[:, :3])


def test_each_correction_is_logged() -> None:
    """By how much time, energy and impulses of the forecast were off: small, and not nothing."""
    loop = held("maze", 0.03).run(15_000)
    moments = loop.moments[loop.moments[:, at.MOMENT_ADOPTED] > 0]
    touches = moments[moments[:, at.MOMENT_ENERGY] < 0.0]
    impulse = touches[:, at.MOMENT_IMPULSE]
    assert len(touches) > 5
    assert np.all(impulse > 0.0)
    assert np.median(impulse) < 0.01
    assert np.all(np.abs(touches[:, at.MOMENT_FORECAST]) < 0.03)
    assert np.all(np.abs(touches[:, at.MOMENT_CHANGE]) < 0.1 * -touches[:, at.MOMENT_ENERGY])
    assert f"{loop.own.c[at.ADOPTED]} began as prepared" in str(report(loop))


def plan(loop: Loop) -> np.ndarray[Any, np.dtype[np.int64]]:
    """The plan that is given to a loop's run."""
    modes = loop.course.engine.memory.modes
    return modes[modes[modes_at.PLAN] :]


def before_its_first_event(name: str) -> tuple[Loop, Loop, int]:
    """Two loops that have come to the tick of their first event, and the event's number."""
    found = held(name, 0.0).run(5_000).moments[0]
    ticks = int(found[at.MOMENT_TICK])
    return held(name, 0.0).run(ticks), held(name, 0.0).run(ticks), int(found[at.MOMENT_EVENT])


def test_a_plan_that_does_not_fit_is_refused_and_the_event_is_as_without_it() -> None:
    """The ball meets the bowl; the plan says that it does not."""
    wrong, plain, event = before_its_first_event("bowl")
    begin = CHOSEN + int(wrong.course.engine.memory.modes[modes_at.ROWS]) + 3
    plan(wrong)[[FOR, RANK]] = event + 1, 0
    plan(wrong)[begin : begin + 2] = OPEN
    for loop in (wrong, plain):
        loop.run(1)
        assert loop.own.c[at.CAME] == 1
    assert wrong.moments[0, at.MOMENT_ENERGY] < 0.0
    assert np.array_equal(wrong.state().y, plain.state().y)
    assert plan(wrong)[FOR] == 0  # it serves once


def test_a_plan_of_other_rows_is_refused() -> None:
    """Released, the caster leaves no row to choose for: a plan of one row does not fit."""
    wrong, plain, event = before_its_first_event("cart")
    plan(wrong)[[FOR, RANK]] = event + 1, 1
    plan(wrong)[CHOSEN : CHOSEN + 3] = 0, 1, 0
    for loop in (wrong, plain):
        loop.run(1)
        assert loop.own.c[at.CAME] == 1
    assert np.array_equal(wrong.state().y, plain.state().y)


@pytest.mark.parametrize(
    ("order", "good"), [((0, 1, 2), True), ((2, 1, 0), False), ((1, 0, 2), False)]
)
def test_a_planned_selection_is_adopted_where_its_pivots_are_good(
    order: tuple[int, ...], good: bool
) -> None:
    """Rows (1, 0.1, 0) and (0, 1, 0.1): speeds 0 and 1 depend on 2; 2 first is a bad pivot."""
    work = np.array([1.0, 0.1, 0.0, 0.0, 1.0, 0.1])
    assert _pivots(work, 3, np.array(order), 2, 1.0) is good


def test_flags_tell_what_was_adopted() -> None:
    assert SELECTION | IMPACT | REST == 7
    bowl = held("bowl", 0.03).run(5_000)
    cart = held("cart", 0.03).run(10_000)
    assert {4.0, 6.0} >= set(np.unique(bowl.moments[:, at.MOMENT_ADOPTED])) - {0.0}
    assert set(np.unique(cart.moments[:, at.MOMENT_ADOPTED])) - {0.0} == {1.0}


@pytest.mark.slow
def test_modes_get_equations_of_their_own_while_the_loop_runs() -> None:
    """The piano's jack: derived and compiled beside the loop, swapped between two ticks."""
    if not possible():
        pytest.skip("this system has no fork")
    scene = GALLERY["piano"]()
    path = [(0.3 * k, -0.22, 0.0, -0.02 * (k % 2)) for k in range(400)]
    loop = feel(
        scene.system, scene.handle, SimulatedDevice(path=path, damping=0.5), q=scene.q,
        events=scene.events, look_ahead=0.03, prepare="online", log=60.0,
    )  # fmt: skip
    until = time.monotonic() + 30.0
    with loop:
        while time.monotonic() < until and not loop.prepared:
            time.sleep(0.05)
        loop.change(felt=2e-4)  # another course, with a table of its own
        time.sleep(0.3)
    assert loop.ended is Status.STOPPED
    assert loop.minder is not None
    assert not loop.minder.is_alive()
    assert np.all(np.isfinite(loop.state().y))


def test_a_forecast_is_told_whole_or_not_at_all() -> None:
    loop = held("bowl", 0.03).run(3_000)
    own, memory = loop.own, loop.course.engine.memory
    foreseen, present = moments(memory, own)
    rows = int(memory.modes[modes_at.ROWS])
    assert np.array_equal(present.a, memory.a)
    assert foreseen.a[memory.modes[modes_at.MASKS]] in (0.0, 1.0)
    assert len(foreseen.a) == len(memory.a) >= 2 * rows
    own.foreseen[-1] -= 1.0  # half written
    assert len(list(moments(memory, own))) == 1
