"""Spacecraft: a hub with hinged panels beside Basilisk, and a Monte Carlo of it.

A right-hand side is ẏ = (q̇, u̇) of the whole state, with springs and dampers in the hinges, called
in a native loop over states that differ. Basilisk's is a quarter of a step of its RK4 within one
run of many steps. Both sides are first run over the same seconds with the same steps and compared.

From: claim.py    Next: spacecraft_data.py
"""

from __future__ import annotations

import time
from functools import partial
from typing import Any, Final

import numpy as np

from benchmarks.claim import Claim, Effort, Measurement, Sense
from benchmarks.native_loop import native_loop
from benchmarks.rivals import rival
from benchmarks.spacecraft_data import STEP, case, craft, start
from benchmarks.spine_compile import cache_at
from benchmarks.timing import time_fresh, time_loop
from kane import (
    Body,
    Gimbal,
    Held,
    Spherical,
    angular_velocity,
    build,
    coordinate,
    maximum,
    minimum,
    simulate,
    space,
)
from kane.machine.cpu import Tier
from kane.machine.model import Model

RUNS: Final = 1000
SECONDS: Final = 1000.0
PERIOD: Final = 0.1  # of the control
STATES: Final = 64
BASILISK: Final = "Basilisk"


def right_hand_side(panels: int, effort: Effort) -> Measurement:
    """Seconds of one ẏ; Basilisk's in the note."""
    sat = craft(panels)
    model = build(sat)
    kernel = model.flows({}).motion.kernel
    rng = np.random.default_rng(1)
    y = 0.1 * rng.normal(size=(STATES, len(model.q_names) + len(model.u_names)))
    y[:, 3] = 1.0
    nothing = np.zeros((STATES, 8))
    out = np.zeros((STATES, y.shape[1]))
    address = kernel.address()
    arrays = [nothing, y, nothing, nothing, out]
    timing = time_loop(native_loop(address, arrays, address.workspace), effort)
    name, beside = basilisk(model, sat, panels, effort)
    return Measurement(
        value=timing.minimum,
        median=timing.median,
        spread=timing.spread,
        repeats=timing.repeats,
        counts=f"{len(model.u_names)} speeds",
        rival=name,
        note=beside,
    )


def basilisk(model: Model, sat: space.Spacecraft, panels: int, effort: Effort) -> tuple[str, str]:
    """The rival's name and time, after both have made the same run; nothing if it is not there."""
    with rival("basilisk_hub") as other:
        if other is None:
            return "", f"{BASILISK} is not installed: make bench-rivals"
        known, steps = case(panels), 100
        found = other.ask(case=known, calls=steps)
        ours = simulate(model, **start(sat, panels), until=steps * STEP, dt=STEP)
        omega = [ours[f"bus.w{axis}"][-1] for axis in "xyz"]
        assert np.abs(np.array(found["omega"]) - omega).max() < 1e-14, "another motion"
        many = 2000 if effort is Effort.FULL else 100
        repeats = 5 if effort is Effort.FULL else 1
        taken = min(other.ask(case=known, calls=many)["seconds"] for _ in range(repeats))
        return other.version, f"{other.version}: {taken / (4 * many) * 1e6:.3g} µs"


def monte_carlo(effort: Effort) -> Measurement:
    """Seconds of all runs in one call, from the built model to labelled results."""
    sat = craft(4, wheels=3)
    model = build(sat)
    full = effort is Effort.FULL
    n, until = (RUNS, SECONDS) if full else (4, 20.0)
    law = control(sat)
    space.monte_carlo(model, n=2, until=1.0, scatter=SCATTER, inputs=law, dt=0.05, progress=None)
    begun, spent = time.perf_counter(), time.process_time()
    runs = space.monte_carlo(
        model, n=n, until=until, scatter=SCATTER, inputs=law, dt=0.05, workers=2, progress=None
    )
    seconds, spent = time.perf_counter() - begun, time.process_time() - spent
    assert runs.done == n
    assert not runs.failed
    if full:
        assert np.abs(runs["bus.wx"][:, -1]).max() < 1e-9, "the control does not settle"
    return Measurement(
        value=seconds,
        counts=f"{n} runs of {until:g} s, control at {1 / PERIOD:g} Hz, steps of 0.05 s",
        note=f"{spent:.3g} s of processor time in all",
    )


SCATTER: Final = {
    **{f"panel{k}.mass": space.normal(rel=0.02) for k in (1, 2, 3, 4)},
    "bus.inertia": space.normal(rel=0.02),
    **{f"bus.w{axis}": space.normal("0.5 deg/s") for axis in "xyz"},
    "bus.attitude": space.normal("10 deg"),
}


def control(sat: space.Spacecraft) -> dict[str, Held]:
    """Quaternion feedback on three wheels with limited torque [Wie2008 §7.3]."""
    bus = sat.craft.bus
    w = angular_velocity(bus)
    found = {}
    for k, (axis, way) in enumerate(zip("xyz", (bus.x, bus.y, bus.z), strict=True), start=1):
        asked = 120 * w.along(way) + 10 * coordinate(f"bus.{axis}")
        found[f"rw{k}.torque"] = Held(value=minimum(maximum(asked, -0.5), 0.5), period=PERIOD)
    return found


def derive_and_compile(effort: Effort) -> Measurement:
    """Seconds from the parts of the slides' tree to ẏ in native code, nothing from the cache."""
    with cache_at("off"):
        timing = time_fresh(settled, compiled, effort, most=15)
    return Measurement(
        value=timing.minimum,
        median=timing.median,
        spread=timing.spread,
        repeats=timing.repeats,
        counts="13 speeds: joints 2-1-3, 3, 1-3, spherical",
    )


def settled() -> None:
    """What an earlier quick tier left to be done in the background is done."""
    time.sleep(0.4)


def compiled(_: None) -> None:
    """Bodies, tree, derivation, Program, passes and quick code of ẏ."""
    compiled_kernel = build(five_bodies()).flows({}).motion.kernel
    compiled_kernel.address(Tier.QUICK)


def five_bodies() -> space.Spacecraft:
    """The slides' topology with joints 2-1-3, 3, 1-3 and spherical."""
    joints: tuple[Any, ...] = (
        Gimbal("213", at=(0.9, 0.1, 0.4), on=(-0.2, 0.3, 0.1)),
        Gimbal("3", at=(-0.9, 0.2, 0.1), on=(0.4, 0.1, -0.3)),
        Gimbal("13", at=(0.5, -0.4, 0.3), on=(-0.3, 0.2, 0.2)),
        Spherical(at=(-0.4, 0.6, 0.2), on=(0.1, -0.5, 0.3)),
    )
    inertia = (12.0, 9.0, 7.0, 0.6, -0.4, 0.3)
    bodies = [Body(f"B{k}", mass=5.0 + k, inertia=inertia) for k in range(1, 6)]
    carriers = ("", "", "B3", "B3")
    appendages = [
        space.Appendage(body, joint, on=on)
        for body, joint, on in zip(bodies[1:], joints, carriers, strict=True)
    ]
    return space.spacecraft(bus=bodies[0], appendages=appendages)


CLAIMS = (
    Claim(
        name="right-hand side, hub and 4 hinged bodies",
        how="ẏ in a native loop over 64 states; the fastest; Basilisk 2.12 in the same run",
        unit="s",
        sense=Sense.AT_MOST,
        target=0.2e-6,
        measure=partial(right_hand_side, 4),
    ),
    Claim(
        name="right-hand side, hub and 8 hinged bodies",
        how="ẏ in a native loop over 64 states; the fastest; Basilisk 2.12 in the same run",
        unit="s",
        sense=Sense.AT_MOST,
        target=0.4e-6,
        measure=partial(right_hand_side, 8),
    ),
    Claim(
        name="Monte Carlo of hub and 4 bodies",
        how="1,000 runs of 1,000 s with quaternion feedback at 10 Hz, two threads, one call",
        unit="s",
        sense=Sense.AT_MOST,
        target=30.0,
        measure=monte_carlo,
    ),
    Claim(
        name="derive and compile five bodies",
        how="from parts to quick native code of ẏ, no cache; the fastest of fresh makes",
        unit="s",
        sense=Sense.AT_MOST,
        target=0.15,
        measure=derive_and_compile,
    ),
)
