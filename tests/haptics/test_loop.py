"""The loop: the same motion as `simulate`, deadlines and their rule, a clean end, lost devices."""

from __future__ import annotations

import ctypes
import gc
import os
import time
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from kane import simulate
from kane.errors import ArgumentError
from kane.haptics import layout as at
from kane.haptics.devices.contract import Link
from kane.haptics.devices.simulated import AFTER, SimulatedDevice
from kane.haptics.gallery import GALLERY
from kane.haptics.handle import Handle
from kane.haptics.histogram import KINDS, LATENESS, SIZE, count, durations
from kane.haptics.loop import Display, Loop, Pace, Status, feel
from kane.haptics.punctual import own_core
from kane.haptics.report import report
from kane.haptics.zwidth import wall
from kane.machine.routine import native
from kane.program.arrays import Floats, Ints
from kane.program.routine import routine

PUSHED = [(0, 0, 0, 0, 0), (1, 0.6, 0, 0, 0), (2, 0.6, 0.3, 0, 1.0), (4, 0, 0, 0, 0)]


def cart(**given: object) -> Loop:
    """The cart in a simulated hand."""
    scene = GALLERY["cart"]()
    settings: dict[str, object] = {"q": {"q4": 2.0}, "events": scene.events, "log": 20.0}
    device = SimulatedDevice(path=PUSHED, damping=0.5)
    return feel(scene.system, scene.handle, device, **(settings | given))  # type: ignore[arg-type]


# ── the same motion ───────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("method", ["semi_implicit_euler", "rk4"])
@pytest.mark.parametrize("name", ["cart", "maze", "piano"])
def test_a_recorded_hand_makes_the_same_motion_to_the_last_bit(name: str, method: str) -> None:
    scene = GALLERY[name]()
    paths: dict[str, Any] = {
        "cart": PUSHED,
        "maze": [(0, -0.09, -0.09, 0), (1, -0.09, 0.09, 0), (2, 0.09, 0.09, 0)],
        "piano": [(0, -0.22, 0, 0), (0.05, -0.22, 0, -0.02), (1, -0.22, 0, 0), (2, -0.22, 0, 0)],
    }
    device = SimulatedDevice(path=paths[name], damping=0.5)
    loop = feel(
        scene.system, scene.handle, device, q=scene.q, events=scene.events, method=method, log=9.0
    )
    loop.run(2000)

    again = simulate(
        loop.model, q=scene.q, until=2.0, dt=1e-3, method=method, inputs=loop.recorded(),
        events=scene.events, looks=1, every=1.0,
    )  # fmt: skip

    assert loop.ended is Status.ENDED
    assert len(again.events) == len(loop.moments) > 0
    assert np.array_equal([event.t for event in again.events], loop.moments[:, at.MOMENT_TIME])
    assert np.array_equal(again.y[-1], loop.state().y)


def test_several_steps_a_tick_converge_to_the_motion_of_small_ones() -> None:
    """First order: four steps a tick are four times as near."""
    scene = GALLERY["pendulum"]()
    ends = []
    for steps in (1, 4, 64):
        device = SimulatedDevice(path=[(0, 0, 0, -0.5)], arm=0.0, arm_damping=0.0, damping=1e-6)
        loop = feel(scene.system, Handle(point=scene.handle.point, axes=("y",)), device,
                    q=scene.q, steps=steps)  # fmt: skip
        ends.append(loop.run(500).state().y)
    near, nearer = (float(np.max(np.abs(end - ends[2]))) for end in ends[:2])
    assert 3.0 < near / nearer < 5.5


@pytest.mark.slow
def test_parameters_may_change_often_while_it_runs_and_what_is_left_behind_is_dropped() -> None:
    loop = cart()
    with loop:
        for mass in np.linspace(15.0, 25.0, 12):
            loop.change(mB=float(mass))
            gc.collect()
            time.sleep(0.02)
        assert loop.alive
        assert len(loop.kept) <= 2
    assert loop.ended is Status.STOPPED
    assert np.all(np.isfinite(loop.state().y))


def test_live_parameters_act_at_the_next_tick() -> None:
    loop, light = cart(), cart()
    loop.run(1000)
    light.run(1000)

    light.change(mB=2.0).run(1000)
    loop.run(1000)

    assert light.own.c[at.TAKEN] == 1
    assert np.max(np.abs(light.state().y - loop.state().y)) > 1e-3


# ── time ──────────────────────────────────────────────────────────────────────────────────
def test_it_keeps_the_time_of_the_clock() -> None:
    """Ticks done and skipped are the seconds that went by, whatever the machine did meanwhile."""
    loop = cart()
    begun = time.monotonic()
    with loop:
        time.sleep(0.5)
    gone = time.monotonic() - begun

    found = report(loop)
    assert loop.ended is Status.STOPPED
    assert (found.ticks + found.skipped) * loop.period == pytest.approx(gone, abs=0.06)
    assert loop.state().t == pytest.approx(found.ticks * loop.period)
    assert found.step.seen == found.lateness.seen == found.ticks


@pytest.mark.parametrize(("patience", "skips"), [(60.0, False), (0.01, True)])
def test_a_loop_that_was_held_up_catches_up_or_skips_openly(patience: float, skips: bool) -> None:
    """Held up for 60 ms: the ticks behind are done at once, or counted as skipped; none is lost."""
    system, handle = wall()
    loop = feel(system, handle, Sleeping(seconds=0.06))
    loop.own.v[at.PATIENCE] = patience
    begun = time.monotonic()
    with loop:
        time.sleep(0.3)
    gone = time.monotonic() - begun

    found = report(loop)
    assert (found.skipped > 0) is skips
    assert found.overruns > 0
    assert (found.ticks + found.skipped) * loop.period == pytest.approx(gone, abs=0.06)
    assert found.step.largest >= 0.06


class Sleeping(SimulatedDevice):
    """A device whose fiftieth reading takes long."""

    def __init__(self, seconds: float) -> None:
        super().__init__(path=[(0, 0, 0, 0)], damping=0.5)
        self.seconds, self.calls = seconds, 0

    def open(self, period: float) -> Link:
        """With a function of Python to read it, which native code may call."""
        made = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 3)(self._read)
        address = ctypes.cast(made, ctypes.c_void_p).value
        assert address
        return replace(super().open(period), read=address, kept=made)

    def _read(self, *arrays: int) -> None:
        self.calls += 1
        if self.calls == 50:
            time.sleep(self.seconds)


def test_it_stops_within_a_tick_with_no_force() -> None:
    loop = cart().start()
    time.sleep(0.2)
    begun = time.monotonic()

    loop.stop()

    assert time.monotonic() - begun < 0.5
    assert not loop.alive
    assert np.all(loop.own.command[:6] == 0.0)
    with pytest.raises(ArgumentError, match="has been started before"):
        loop.start()


def test_histograms_know_their_quantiles() -> None:
    counts = np.zeros(KINDS * SIZE, dtype=np.int64)
    note = native(count)
    for k in range(1, 10_001):
        note(counts, LATENESS, 100 * k)

    found = durations(counts, LATENESS)

    assert found.seen == 10_000
    assert found.median == pytest.approx(0.5e-3, rel=0.05)
    assert found.p99 == pytest.approx(0.99e-3, rel=0.05)
    assert found.largest == pytest.approx(1e-3)
    assert "median 5" in str(found)


# ── devices that go ───────────────────────────────────────────────────────────────────────
def test_a_device_that_vanishes_gets_no_force_and_is_taken_again() -> None:
    scene = GALLERY["cart"]()
    device = SimulatedDevice(path=PUSHED, damping=0.5, vanish=0.5, back=0.8)
    loop = feel(scene.system, scene.handle, device, q={"q4": 2.0}, events=scene.events, log=9)

    loop.run(2000)

    log = loop.log
    gone = log[:, at.LOG_VALID] == 0.0
    assert loop.own.c[at.LOST] == 1
    assert gone.sum() == pytest.approx(300, abs=2)
    assert np.all(log[gone][:, at.LOG_HELD : at.LOG_SHOWN + 6] == 0.0)
    assert device.memory[AFTER] == 0.0
    assert log[-1, at.LOG_VALID] == 1.0


def test_anything_that_is_no_number_is_no_force() -> None:
    system, handle = wall()
    device = SimulatedDevice(path=[(0, 0, 0, 0), (1, 0.05, 0, 0)], damping=0.5)
    loop = feel(system, handle, device)
    loop.run(100)
    device.memory[10] = np.nan

    loop.run(2)

    assert np.all(loop.own.command[:6] == 0.0)


# ── what cannot be ────────────────────────────────────────────────────────────────────────
def test_refusals_name_the_number_and_the_remedy() -> None:
    with pytest.raises(ArgumentError, match=r"a rate of 50000 Hz .* Give 1 to 20000 Hz"):
        cart(rate=50_000)
    with pytest.raises(ArgumentError, match=r"axes \('x', 'w'\) are not some of"):
        Handle(point=GALLERY["cart"]().handle.point, axes=("x", "w"))
    loop = cart(log=0.5).run(1000)
    with pytest.raises(ArgumentError, match=r"has 500 of 1000 ticks\. Keep them all"):
        loop.recorded()


def test_an_admittance_display_moves_with_the_force_that_is_felt() -> None:
    """A force of 2 N for a second on 20 kg and 2 kg at rest, straight on: x = F t²/2m."""
    scene = GALLERY["cart"]()
    device = Pushing()
    loop = feel(scene.system, Handle(point=scene.handle.point, axes=("x",)), device,
                q={"q4": 0.0}, display=Display.ADMITTANCE)  # fmt: skip

    loop.run(1000)

    assert loop.state().handle[0] == pytest.approx(2.0 / (2 * 22.0), rel=2e-3)
    assert loop.own.command[at.POSE] == pytest.approx(loop.state().handle[0], abs=1e-4)


class Pushing(SimulatedDevice):
    """A device that measures a force of 2 N along x."""

    def __init__(self) -> None:
        super().__init__(path=[(0, 0, 0, 0)], damping=0.5)

    def open(self, period: float) -> Link:
        """With a read function that reports the force."""
        made = native(read_pushing)
        return replace(super().open(period), read=made.address, kept=made)


@routine
def read_pushing(reading: Floats, memory: Floats, own: Ints) -> None:
    reading[0] = 1.0
    reading[4] = 1.0
    reading[11] = 2.0


def test_parameters_change_again_and_again_while_it_runs() -> None:
    loop = cart()
    with loop:
        for k in range(4):
            loop.change(mB=20.0 + k)
            time.sleep(0.1)
        assert loop.alive
    assert loop.own.c[at.TAKEN] == 4


def test_a_loop_that_spins_keeps_others_off_its_core_and_lets_them_back() -> None:
    core = own_core()
    if core is None:
        pytest.skip("this machine has one core")
    before = os.sched_getaffinity(0)
    loop = cart(pace=Pace.SPINNING).start()
    during = os.sched_getaffinity(0)
    assert loop.thread is not None
    assert loop.thread.native_id is not None
    time.sleep(0.1)
    assert os.sched_getaffinity(loop.thread.native_id) == {core}
    loop.stop()
    assert during == before - {core}
    assert os.sched_getaffinity(0) == before
