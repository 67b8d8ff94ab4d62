"""Modes: what a change costs, and a step in one, at 20 speeds and 8 rows that come and go.

The system is a tree of 20 hinged bodies in four branches with general offsets; the rows are
velocities of points at the branches' ends.

From: claim.py, native_loop.py    Next: constraints.py
"""

from __future__ import annotations

import gc
import os
import resource
import tempfile
import time
import unittest.mock
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np

from benchmarks.claim import Claim, Effort, Measurement, Sense
from benchmarks.native_loop import native_loop
from benchmarks.routine_cases import CASES, cholesky
from benchmarks.timing import Loop, race
from kane import (
    GROUND,
    Body,
    Gravity,
    Motion,
    Revolute,
    System,
    When,
    build,
    clock,
    rate,
    simulate,
    sin,
)
from kane.machine.cpu import Tier
from kane.machine.model import Model
from kane.machine.routine import native_library
from kane.model.quantities import velocity
from kane.program.routine import library
from kane.sim.functions import native
from kane.sim.modes.change import change
from kane.sim.modes.prepare import by_mode
from kane.sim.simulate import prepared
from kane.sim.stepper.library import STEPPER
from kane.sim.stepper.run import run as stepper_run

SPEEDS: Final = 20
ROWS: Final = 8
STATES: Final = 64
AXES: Final = ((1, 0, 0), (0, 1, 0), (0, 0, 1))


@cache
def model() -> Model:
    """Four branches of five bodies, two rows at the end of each."""
    rng, joints, rows = np.random.default_rng(6), [], []
    for branch in range(4):
        parent: Any = GROUND
        for k in range(5):
            number = 5 * branch + k
            inertia = np.diag(rng.uniform(0.02, 0.05, 3)).tolist()
            centre = rng.uniform(-0.2, 0.2, 3).tolist()
            body = Body(f"B{number}", mass=1.0, centre=centre, inertia=inertia)
            at = (0, 0, 0) if parent is GROUND else rng.uniform(0.1, 0.3, 3).tolist()
            joints.append(Revolute(f"q{number}", parent, body, axis=AXES[number % 3], at=at))
            parent = body
        tip = parent.point("tip", (0.2, 0.1, 0.3))
        for k, along in enumerate((GROUND.x, GROUND.y)):
            velocity_of_tip = velocity(tip).along(along)
            name = f"feet, {2 * branch + k}"
            rows.append(Motion(name, velocity_of_tip == 0, active=False))
    loads = [Gravity(along=-GROUND.z)]
    return build(System("tree", joints=joints, loads=loads, constraints=rows))


@dataclass(frozen=True, kw_only=True)
class Switched:
    """A run whose events impose and release all rows, and calls of both on its memory."""

    memory: Any
    impose: Any
    release: Any
    keeps: Any


@cache
def switched() -> Switched:
    """The calls that a run makes at its events."""
    never = clock() > 1e9
    course = prepared(
        model(),
        q=np.linspace(0.3, 1.5, SPEEDS),
        u=np.linspace(-1, 1, SPEEDS),
        until=1.0,
        events=[When(never, impose="feet"), When(never, release="feet")],
    )
    memory, functions = course.engine.memory, course.engine.functions
    terms: Any = functions.terms and functions.terms.address
    routine, cell = native_library(library("changes", change))[change], np.zeros(1)

    def bound(event: int) -> Any:
        return routine.bind(
            terms, memory.n, memory.modes, event, cell, memory.s, memory.a,
            memory.p, memory.room, 1e-6, memory.work,
        )  # fmt: skip

    return Switched(memory=memory, impose=bound(0), release=bound(1), keeps=(course, cell))


def changes(effort: Effort, clock_of: Callable[[], int]) -> tuple[np.ndarray[Any, Any], Switched]:
    """Microseconds of each imposition, from fresh speeds every time."""
    made, count = switched(), 20_000 if effort is Effort.FULL else 200
    rng, took = np.random.default_rng(0), np.empty(count)
    u = rng.normal(size=(STATES, SPEEDS))
    for k in range(count):
        made.memory.s[SPEEDS : 2 * SPEEDS] = u[k % STATES]
        begun = clock_of()
        outcome = made.impose()
        took[k] = clock_of() - begun
        assert outcome == 0
        assert made.memory.a[-2 * ROWS : -ROWS].sum() == ROWS
        made.release()
        assert made.memory.a[-2 * ROWS : -ROWS].sum() == 0
    return took / 1e3, made


def change_median(effort: Effort) -> Measurement:
    """The median over impositions of all rows."""
    took, _ = changes(effort, time.perf_counter_ns)
    return Measurement(
        value=float(np.median(took)), spread=float(np.percentile(took, 99)), repeats=len(took)
    )


def change_tail(effort: Effort) -> Measurement:
    """What 999 of 1000 impositions stay below, of the thread's own time."""
    took, _ = changes(effort, time.thread_time_ns)
    return Measurement(value=float(np.percentile(took, 99.9)), repeats=len(took))


# ── a step ────────────────────────────────────────────────────────────────────────────────
def states(held: float) -> list[np.ndarray[Any, Any]]:
    """t, y, a, p and room for ẏ, at random states."""
    rng = np.random.default_rng(1)
    a = np.zeros((STATES, 2 * ROWS))
    a[:, :ROWS] = held
    y = rng.normal(0, 0.7, (STATES, 2 * SPEEDS))
    return [np.zeros((STATES, 1)), y, a, np.zeros((STATES, 1)), np.empty((STATES, 2 * SPEEDS))]


def masked() -> Loop:
    """ẏ by the code for any mode, all rows holding."""
    kernel = model().flows({}).motion.kernel
    return native_loop(kernel.address(Tier.OPTIMIZED), states(1.0), kernel.signature.workspace)


def free() -> Loop:
    """ẏ of the free mode by its own code."""
    kernel = model().flows({}).motion_of(()).kernel
    return native_loop(kernel.address(Tier.OPTIMIZED), states(0.0), kernel.signature.workspace)


def dense() -> Loop:
    """u̇ without rows by a dense mass matrix: M, f and Cholesky, one after the other."""
    made = model()
    rng, parts = np.random.default_rng(1), []
    angles, speeds = rng.normal(0, 0.7, (2, STATES, SPEEDS))
    mass, bias = made.mass_matrix, made.bias
    M, f = np.empty((STATES, SPEEDS, SPEEDS)), np.empty((STATES, SPEEDS))
    parts.append(native_loop(mass.address(Tier.OPTIMIZED), [angles, M], mass.signature.workspace))
    parts.append(
        native_loop(bias.address(Tier.OPTIMIZED), [angles, speeds, f], bias.signature.workspace)
    )
    given = np.concatenate([np.eye(SPEEDS).ravel() * 3 + 0.1, np.ones(SPEEDS)])
    a, b, room = np.zeros(SPEEDS**2), np.zeros(SPEEDS), np.zeros(SPEEDS**2)
    p, q = np.zeros((2, SPEEDS), dtype=np.int64)
    routine = native_library(CASES)[cholesky]

    def loop(calls: int) -> float:
        begun = time.perf_counter()
        routine(given, SPEEDS, a, b, p, q, room, calls)
        return time.perf_counter() - begun + sum(part(calls) for part in parts)

    return loop


def over_dense(effort: Effort) -> Measurement:
    """A step with eight rows over the dense one without any."""
    came = race(dense(), masked(), effort)
    return _ratio(came, "dense", "8 rows")


def over_free(effort: Effort) -> Measurement:
    """A step with eight rows over the free one."""
    came = race(free(), masked(), effort)
    return _ratio(came, "free", "8 rows")


def _ratio(came: Any, first: str, second: str) -> Measurement:
    a, b = came.ours.minimum, came.rival.minimum
    told = f"{first} {a * 1e9:.0f} ns, {second} {b * 1e9:.0f} ns"
    return Measurement(value=b / a, spread=came.spread, counts=told)


def through_the_table(effort: Effort) -> Measurement:
    """ẏ of a prepared mode as a run calls it, over its own code called by itself."""
    flows = model().flows({})
    every = tuple(range(ROWS))
    own = flows.motion_of(every).kernel
    direct = native_loop(own.address(Tier.OPTIMIZED), states(1.0), own.signature.workspace)
    whole = by_mode(flows, {}, [["feet"]])
    given = states(1.0)
    given[3][:] = whole.parameters[0]
    called = native_loop(whole.address, given, own.signature.workspace)
    called(STATES)
    reference = native(flows.motion, {})
    expected = states(1.0)
    native_loop(reference.address, expected, reference.workspace)(STATES)
    assert np.allclose(given[4], expected[4], rtol=1e-9, atol=1e-9)
    assert whole.keeps is not None
    came = race(direct, called, effort)
    return _ratio(came, "own code", "in a run")


class _EnoughError(Exception):
    """The run has shown what it was for."""


def prepared_on_line(effort: Effort) -> Measurement:
    """Milliseconds from where a run meets a mode to code of its own, derived and compiled anew."""
    took = []
    _ = native_library(STEPPER)[stepper_run]  # from the cache that there is
    events = [When(clock() > 0.01, impose="feet, 0")]
    for _ in range(7 if effort is Effort.FULL else 1):
        with tempfile.TemporaryDirectory() as empty, unittest.mock.patch.dict(
            os.environ, KANE_CACHE=empty
        ):  # fmt: skip
            model.cache_clear()
            course = prepared(
                model(), u=np.linspace(-1, 1, SPEEDS), until=1e5, events=events,
                prepare="online", every=1e9, dt=1e-4, looks=1,
            )  # fmt: skip
            online = course.engine.functions.online

            def enough(t: float, until: float, told: list[str] = online.told) -> None:
                if told or t > 0.9 * until:
                    raise _EnoughError

            with suppress(_EnoughError):
                course.in_memory(None, enough)
        (told,) = online.told
        assert "by code of its own after step" in told, told
        took += [1e3 * seconds for seconds in online.waited]
    model.cache_clear()
    return Measurement(
        value=min(took), median=float(np.median(took)), repeats=len(took), counts=told
    )


def leak(effort: Effort) -> Measurement:
    """Kilobytes by which the process has grown after another run with as many switches."""
    count = 100_000 if effort is Effort.FULL else 400
    body = Body("B", mass=1, inertia=(1, 1, 1))
    lock = Motion("lock", rate("q") == 0, active=False)
    one = build(System("lock", joints=[Revolute("q", GROUND, body, axis=(0, 0, 1))],
                       constraints=[lock]))  # fmt: skip
    wave = sin(100 * clock() + 0.1)
    events = [When(wave > 0, impose="lock"), When(wave < 0, release="lock")]

    def run() -> int:
        motion = simulate(one, u=[1.0], until=count * np.pi / 100, events=events, every=1e9,
                          dt=np.pi / 400)  # fmt: skip
        return len(motion.events)

    switches = run()
    assert switches >= count - 2, switches
    sizes = []
    for _ in range(2):
        run()
        gc.collect()
        sizes.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
    return Measurement(value=float(sizes[1] - sizes[0]), counts=f"{switches} switches")


def _most(name: str, how: str, unit: str, target: float, measure: Any) -> Claim:
    return Claim(name=name, how=how, unit=unit, sense=Sense.AT_MOST, target=target, measure=measure)


IMPOSED: Final = "terms, selection, impulse and masks of 8 rows at 20 speeds, called from Python"

MODES: Final = (
    _most("change of mode", f"{IMPOSED}; median", "µs", 5.0, change_median),
    _most("change of mode, slowest", f"{IMPOSED}; 99.9 % of own time", "µs", 30.0, change_tail),
    _most("step with 8 rows over dense", "ẏ over M, f, Cholesky of none", "×", 1.3, over_dense),
    _most("step with 8 rows over free", "ẏ over the free mode's own code", "×", 2.5, over_free),
    _most("prepared mode over its own code", "in a run", "×", 1.1, through_the_table),
    _most("mode prepared on line", "from need to swap, empty cache", "ms", 250, prepared_on_line),
    _most("memory kept by 10⁵ switches", "after another such run", "KiB", 1024, leak),
)
