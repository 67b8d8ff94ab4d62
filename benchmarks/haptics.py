"""Haptics: the loop's step, its deadlines beside a viewer, passivity, latency, look-ahead.

From: haptics_loops.py, haptics_latency.py    Next: report.py
"""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from benchmarks.claim import Claim, Effort, Measurement, Sense
from benchmarks.haptics_latency import latency
from benchmarks.haptics_loops import (
    FAST,
    PERIOD,
    empty,
    fastest,
    led_cart,
    led_tree,
    sticking_cart,
    timed,
)
from kane.haptics import layout as at
from kane.haptics.devices.simulated import SimulatedDevice
from kane.haptics.gallery import GALLERY
from kane.haptics.loop import Loop, Pace, feel
from kane.haptics.passivity import Gains, automatic, needed, stiffest, wall_needs
from kane.haptics.report import Report
from kane.haptics.zwidth import measured_border


def _step(loop: Loop, effort: Effort) -> Measurement:
    least, median, repeats = fastest(loop, effort)
    switched = int(loop.own.c[at.CAME])
    return Measurement(
        value=1e6 * least, median=1e6 * median, repeats=repeats,
        counts=f"{int(loop.own.c[at.TICKS])} ticks, {switched} switches",
    )  # fmt: skip


def _cart_step(effort: Effort) -> Measurement:
    loop = led_cart()
    loop.run(20_000)
    assert loop.own.c[at.CAME] > 5, "the caster sticks and frees"
    return _step(loop, effort)


def _tree_step(effort: Effort) -> Measurement:
    return _step(led_tree(), effort)


def _deadlines(effort: Effort, rate: float, pace: Pace) -> tuple[Report, Report, int]:
    seconds = 60.0 if effort is Effort.FULL else 0.4
    scene = GALLERY["cart"]()
    loop = sticking_cart(scene, rate, pace)
    found = timed(loop, seconds, scene if effort is Effort.FULL else None)
    host = timed(empty(rate, pace), 20.0 if effort is Effort.FULL else 0.2)
    assert found.ticks > 0
    if effort is Effort.FULL:
        assert found.ticks + found.skipped >= 0.98 * seconds * rate, "time does not slow down"
        assert found.least_energy >= -1e-9, "the port is passive beside a viewer too"
    return found, host, int(loop.own.c[at.CAME])


def _told(found: Report, host: Report, switched: int) -> Measurement:
    return Measurement(
        value=100.0 * found.overrun_share,
        counts=f"{found.ticks} ticks, {switched} switches",
        note=(
            f"step {found.step}; lateness {found.lateness}; the same loop empty, without a viewer: "
            f"{100 * host.overrun_share:.3f} %, step {host.step}, lateness {host.lateness}; "
            f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
        ),
    )


def _fast(effort: Effort) -> Measurement:
    return _told(*_deadlines(effort, FAST, Pace.SPINNING))


def _polite(effort: Effort) -> Measurement:
    return _told(*_deadlines(effort, 1.0 / PERIOD, Pace.SLEEPING))


def _step_tail(effort: Effort) -> Measurement:
    found, host, switched = _deadlines(effort, 1.0 / PERIOD, Pace.SPINNING)
    assert effort is Effort.QUICK or switched >= 200
    told = _told(found, host, switched)
    return Measurement(value=1e6 * found.step.p999, counts=told.counts, note=told.note)


def _border(effort: Effort) -> Measurement:
    """The worst ratio of measured to predicted, off by."""
    walls = ((1000.0, 0.0), (800.0, 0.1), (200.0, 0.4), (500.0, -0.1))
    off = []
    for K, B in walls if effort is Effort.FULL else walls[:1]:
        for resolution in (0.0, 5e-6):
            gains = Gains(stiffness=K, damping=B)
            found, _ = measured_border(gains, PERIOD, resolution=resolution)
            off.append(abs(found / wall_needs(gains, PERIOD) - 1.0))
    return Measurement(value=100.0 * max(off), repeats=len(off))


def _share(effort: Effort) -> Measurement:
    gains = automatic(0.5, PERIOD, lightest=0.2)
    assert needed(gains, PERIOD) <= 0.5
    return Measurement(value=100.0 * gains.stiffness / stiffest(0.5, PERIOD))


def _energy(effort: Effort) -> Measurement:
    """The least energy over a million ticks of the maze's impacts and the cart's locks."""
    least = 0.0
    for name, path in _PATHS.items():
        scene = GALLERY[name]()
        loop = feel(
            scene.system, scene.handle, SimulatedDevice(path=path, damping=0.5), q=scene.q,
            events=scene.events, guard=False, pace=Pace.UNPACED, log=0,
        )  # fmt: skip
        loop.run(1_000_000 if effort is Effort.FULL else 20_000)
        assert loop.own.c[at.CAME] > 0
        least = min(least, float(loop.own.v[at.LOWEST]))
    return Measurement(value=least)


def _latency(effort: Effort) -> Measurement:
    if effort is Effort.QUICK:
        return Measurement(value=None, note="measured in full runs only: it needs a browser")
    found = latency(20.0)
    if found is None or not len(found.rows):
        return Measurement(value=None, note="no chromium on PATH, or no playwright")
    pixels = 1e3 * found.rows[:, -1]
    return Measurement(
        value=float(np.median(pixels)), median=float(np.median(pixels)),
        spread=float(np.subtract(*np.percentile(pixels, [75, 25]))), repeats=len(pixels),
        note=f"headless Chromium with software rendering; {found}",
    )  # fmt: skip


def _maze(effort: Effort) -> Measurement:
    """Contacts that came as the copy had forecast: which, and the mode after it."""
    scene = GALLERY["maze"]()
    device = SimulatedDevice(path=_PATHS["maze"], damping=0.5)
    loop = feel(
        scene.system, scene.handle, device, q=scene.q, events=scene.events,
        look_ahead=scene.look_ahead, pace=Pace.UNPACED, log=0,
    )  # fmt: skip
    loop.run(1_000_000 if effort is Effort.FULL else 10_000)
    moments = loop.moments
    touches = moments[np.isin(moments[:, at.MOMENT_EVENT] % 4, [0])]
    right = float(np.mean(touches[:, at.MOMENT_RIGHT]))
    off = np.abs(touches[:, at.MOMENT_FORECAST])
    off = off[np.isfinite(off)]
    return Measurement(
        value=100.0 * right, repeats=len(touches),
        counts=f"{int(loop.own.c[at.CAME])} events, {len(touches)} contacts looked at",
        note=f"corrected by {1e3 * np.median(off):.3g} ms at the median" if len(off) else "",
    )  # fmt: skip


_PATHS: dict[str, Any] = {
    "cart": [(0.8 * k, 0.6 * (k % 2), 0.05 * (k % 3), 0.0, 0.4 * (k % 4)) for k in range(1300)],
    "maze": [(0.4 * k, -0.09 + 0.1 * (k % 3), -0.09 + 0.09 * (k % 2), 0.0) for k in range(2600)],
}

CLAIMS = (
    Claim(
        name="tick of the cart with switching",
        how="whole ticks, unpaced, least of 400 runs of 2,000: read, couple, guard, step, publish",
        unit="µs", sense=Sense.AT_MOST, target=0.5, measure=_cart_step,
    ),
    Claim(
        name="tick of a 20-speed system",
        how="the same with twenty bodies in a tree",
        unit="µs", sense=Sense.AT_MOST, target=5.0, measure=_tree_step,
    ),
    Claim(
        name="overruns at 10 kHz beside a viewer, spinning",
        how="60 s; ticks not done when the next was due, and skipped ones, of all",
        unit="%", sense=Sense.AT_MOST, target=0.1, measure=_fast,
    ),
    Claim(
        name="overruns at 1 kHz beside a viewer, sleeping",
        how="60 s, with a short spin before each deadline",
        unit="%", sense=Sense.AT_MOST, target=0.5, measure=_polite,
    ),
    Claim(
        name="step time p99.9 at 1 kHz beside a viewer",
        how="60 s with a caster that sticks and frees 200 times and more",
        unit="µs", sense=Sense.AT_MOST, target=50.0, measure=_step_tail,
    ),
    Claim(
        name="passivity border, measured against predicted",
        how="sinusoids up to Nyquist at the hand's port, damping and quantisation included",
        unit="%", sense=Sense.AT_MOST, target=10.0, measure=_border,
    ),
    Claim(
        name="stiffness of automatic gains",
        how="of the stiffest wall that the device's damping lets be passive",
        unit="%", sense=Sense.AT_LEAST, target=80.0, measure=_share,
    ),
    Claim(
        name="least energy of the observer",
        how="a million ticks each of locks and of impacts, without the guard",
        unit="J", sense=Sense.AT_LEAST, target=-1e-9, measure=_energy,
    ),
    Claim(
        name="hand to screen",
        how="clock of the tick that read the hand, against the picture that shows it; median",
        unit="ms", sense=Sense.AT_MOST, target=50.0, measure=_latency,
    ),
    Claim(
        name="look-ahead in the maze",
        how="contacts that came as forecast 30 ms ahead or less: which one, and the mode after it",
        unit="%", sense=Sense.AT_LEAST, target=95.0, measure=_maze,
    ),
)  # fmt: skip
