"""Loop: a system under a hand, in a thread of its own that Python only looks at.

    loop = feel(cart, Handle(point=P1, axes=("x", "y", "turn z")), device)
    with loop:
        time.sleep(10)
    print(report(loop))

From: servo.py, memory.py, effective.py    Next: report.py
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, unique
from types import TracebackType
from typing import Any, Final

import numpy as np

from kane.errors import ArgumentError, Outcome
from kane.haptics import layout as at
from kane.haptics.devices.contract import Device, DeviceError, Link, Properties
from kane.haptics.effective import effective_masses
from kane.haptics.handle import AXES, NAMES, Handle, held_by, observed
from kane.haptics.memory import Arrays, arrays, be_punctual, call
from kane.haptics.passivity import Gains, automatic
from kane.haptics.servo import SERVO
from kane.haptics.shared import snapshot
from kane.machine.clock import MONOTONIC, clock
from kane.machine.model import Model
from kane.machine.routine import native_library
from kane.model.system import System
from kane.pipeline import build
from kane.sim.course import Course
from kane.sim.functions import native
from kane.sim.signals import Between, Table
from kane.sim.simulate import prepared
from kane.sim.stepper import layout as stepper
from kane.sim.when import When

Floats = np.ndarray[Any, np.dtype[np.float64]]
_FOREVER: Final = 1e300
_SECONDS_LOGGED: Final = 60.0
FOLLOWS: Final = 0.03  # seconds in which its target is smoothed
UNACTUATED: Final = 2.0 * np.pi * 4.0  # rad/s of a handle that follows a hand that feels nothing


@unique
class Pace(Enum):
    """How the loop waits for its next tick."""

    UNPACED = at.UNPACED  # it does not: as fast as it can, for tests and recorded hands
    SLEEPING = at.SLEEPING  # it sleeps until shortly before, then spins: the polite default
    SPINNING = at.SPINNING  # it spins, on a core of its own


@unique
class Display(Enum):
    """What is shown of the coupler."""

    IMPEDANCE = at.IMPEDANCE  # motion is measured, force is shown
    ADMITTANCE = at.ADMITTANCE  # force is measured, motion is shown


@unique
class Status(Enum):
    """How the loop is, or how it ended; the text says what to do."""

    READY = "it has not begun"
    RUNNING = "it runs"
    ENDED = "it came to the tick it was to end at"
    STOPPED = "it was asked to stop"
    HALTED = "an event of the system stopped it"
    FAILED = "the motion failed"


_STATUS: Final = (Status.RUNNING, Status.ENDED, Status.STOPPED, Status.HALTED, Status.FAILED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Coupling:
    """The gains of the coupler: along the axes, and about them."""

    along: Gains
    about: Gains


@dataclass(frozen=True, slots=True, kw_only=True)
class Felt:
    """The loop's state at one moment."""

    t: float
    tick: int
    held: bool
    target: Floats
    turn: Floats
    handle: Floats
    force: Floats  # on the handle
    shown: Floats  # and what the hand feels, without its sign
    energy: float
    y: Floats
    a: Floats
    clock: float


@dataclass(kw_only=True)
class Loop:
    """A system under a hand. It is started once."""

    model: Model
    handle: Handle
    device: Device
    course: Course
    again: Callable[[Model], Course] = field(repr=False)
    link: Link = field(repr=False)
    own: Arrays = field(repr=False)
    call: Callable[[], int] = field(repr=False)
    coupling: Coupling
    masses: Floats
    period: float
    core: int | None = None
    thread: threading.Thread | None = field(default=None, init=False, repr=False)
    ended: Status = field(default=Status.READY, init=False)
    kept: list[Any] = field(default_factory=list, init=False, repr=False)  # what p points to

    # ── running ───────────────────────────────────────────────────────────────────────────
    def start(self) -> Loop:
        """The loop begins, in a thread of its own."""
        self._begin()
        self.thread = threading.Thread(target=self._live, name="kane haptic loop", daemon=True)
        self.thread.start()
        return self

    def run(self, ticks: int) -> Loop:
        """So many ticks as fast as they go, with nothing to wait for; again and again."""
        c = self.own.c
        c[at.PACE], c[at.LIMIT] = at.UNPACED, c[at.TICKS] + ticks
        self.ended = _STATUS[self.call()]
        return self

    def stop(self, wait: float = 5.0) -> Loop:
        """The loop ends, with no force; the device is let go."""
        self.own.c[at.STOP] = 1
        if self.thread is not None:
            self.thread.join(wait)
        self.device.close()
        return self

    def __enter__(self) -> Loop:
        return self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.stop()

    @property
    def alive(self) -> bool:
        """Whether it runs."""
        return self.thread is not None and self.thread.is_alive()

    def _begin(self) -> None:
        if self.thread is not None:
            raise ArgumentError(
                f"The loop of '{self.model.name}' has been started before ({self.ended.value}). "
                "Make another one with feel(…)."
            )
        self.ended = Status.RUNNING

    def _live(self) -> None:
        be_punctual(self.core, sleeps=int(self.own.c[at.PACE]) == at.SLEEPING)
        self.ended = _STATUS[self.call()]

    # ── looking ───────────────────────────────────────────────────────────────────────────
    def state(self) -> Felt:
        """The state at one of the last ticks."""
        own, c = self.own, self.own.c
        out = np.zeros(len(own.shared))
        made: Any = native_library(SERVO)[snapshot]
        made(clock().fence, own.lock, own.shared, len(out), out)
        states = int(c[at.STATES])
        return Felt(
            t=float(out[at.SHARED_TIME]),
            tick=int(out[at.SHARED_TICK]),
            held=out[at.SHARED_VALID] == 1.0,
            target=out[at.SHARED_TARGET : at.SHARED_TARGET + 3],
            turn=out[at.SHARED_TURN : at.SHARED_TURN + 9].reshape(3, 3),
            handle=out[at.SHARED_HANDLE : at.SHARED_HANDLE + 3],
            force=out[at.SHARED_HELD : at.SHARED_HELD + 6],
            shown=out[at.SHARED_SHOWN : at.SHARED_SHOWN + 6],
            energy=float(out[at.SHARED_ENERGY]),
            y=out[at.HEAD : at.HEAD + states],
            a=out[at.HEAD + states :],
            clock=float(out[at.SHARED_NOW]),
        )

    @property
    def outcome(self) -> Outcome:
        """How the motion ended: OK but for a loop that failed."""
        if self.ended is not Status.FAILED:
            return Outcome.OK
        number = int(self.own.c[at.OUTCOME])
        return Outcome(number) if number > 0 else Outcome.STEP_TOO_SMALL

    @property
    def log(self) -> Floats:
        """The rows of the log that are left, the oldest first (layout.py)."""
        rows, size = int(self.own.c[at.LOGGED]), int(self.own.c[at.LOG_ROWS])
        table = self.own.log.reshape(-1, at.LOG_ROW)
        if rows <= size:
            return table[:rows].copy()
        return np.roll(table, -(rows % size), axis=0)

    @property
    def moments(self) -> Floats:
        """The events, the oldest first, a row each (layout.py)."""
        rows, size = int(self.own.c[at.MOMENTS]), int(self.own.c[at.MOMENT_ROWS])
        table = self.own.moments.reshape(-1, at.MOMENT_ROW)
        return table[:rows].copy() if rows <= size else np.roll(table, -(rows % size), axis=0)

    def recorded(self) -> dict[str, Table]:
        """What the hand did, as inputs of `kane.simulate`: with them it makes the same motion."""
        rows, log = int(self.own.c[at.LOGGED]), self.log
        if rows == 0 or rows > len(log):
            raise ArgumentError(
                f"The log of '{self.model.name}' has {len(log)} of {rows} ticks. Keep them all: "
                "feel(…, log=SECONDS)."
            )
        t = [*log[:, at.LOG_TIME], float(self.course.engine.memory.x[stepper.T])]
        made = {}
        for k, name in enumerate(NAMES):
            if name in self.handle.names:
                held = log[:, at.LOG_HELD + k]
                made[name] = Table(t=t, values=[*held, held[-1]], between=Between.HELD)
        return made

    # ── changing ──────────────────────────────────────────────────────────────────────────
    def change(self, coupling: Coupling | None = None, **parameters: float) -> Loop:
        """New values of live parameters, new gains: they act at the next tick, all at once."""
        model = self.model.with_parameters(**parameters) if parameters else self.model
        own, c = self.own, self.own.c
        waited = time.monotonic()
        while c[at.TAKEN] != c[at.WANTED] and self.alive and time.monotonic() - waited < 1.0:
            time.sleep(1e-4)
        handle = native(observed(model, self.handle), dict(model.parameters))
        course = self.again(model) if parameters else self.course
        taken = c[at.TAKEN] == c[at.WANTED]  # then nothing but the last is in use
        # p says where the course's table of modes is (kane/machine/switchboard.py)
        self.kept = [*(self.kept[-1:] if taken else self.kept), (handle, course)]
        new = course.engine.memory.p
        self.coupling = coupling or self.coupling
        own.asked[:] = [*new, *handle.parameters, *_gains(self.coupling, self.handle)]
        self.model = model
        c[at.WANTED] += 1
        return self


def feel(
    system: System,
    handle: Handle,
    device: Device,
    *,
    rate: float = 1000.0,
    q: Any = None,
    u: Any = None,
    inputs: Mapping[str, Any] | None = None,
    events: Sequence[When] = (),
    method: str = "semi_implicit_euler",
    steps: int = 1,
    coupling: Coupling | None = None,
    guard: bool = True,
    look_ahead: float = 0.0,
    pace: Pace = Pace.SLEEPING,
    core: int | None = None,
    display: Display = Display.IMPEDANCE,
    log: float = _SECONDS_LOGGED,
    parameters: str = "live",
) -> Loop:
    """A system under a hand, ready to start.

    - `rate` in Hz, with `steps` steps of `method` (one with a fixed step) in a tick.
    - `coupling`: the coupler's gains; by default as stiff as the device lets be passive.
    - `guard`: the passivity controller adds damping where the observer's energy would be negative.
    - `look_ahead` in seconds: how far a copy of the system runs ahead of time.
    - `core`: the processor core on which the loop stays; `log`: seconds of ticks that are kept.
    - `inputs`: constants; expressions of state and time become part of the system.
    """
    model = build(held_by(system, handle), parameters="live" if parameters == "live" else "fold")
    period = _period(rate, steps)

    def again(changed: Model) -> Course:
        return prepared(
            changed, q=q, u=u, until=_FOREVER, dt=period / steps, method=method, inputs=inputs,
            events=events, every=_FOREVER, looks=1,
        )  # fmt: skip

    course = again(model)
    if course.engine.sampled:
        raise ArgumentError(
            "feel: inputs: a function of Python cannot be asked inside the loop. Give a number or "
            "an expression of state and time."
        )
    where = native(observed(model, handle), dict(model.parameters))
    memory = course.engine.memory
    memory.n[stepper.EVERY_STEP] = 0
    memory.n[stepper.WHOLE] = 0  # a recorded hand is a table, beside which steps are not leaps
    memory.n[stepper.RENEWED] = int(not course.method.adaptive and steps == 1)
    masses = effective_masses(course.engine, where, handle, model.flows(_closed(inputs)).inputs)
    chosen = coupling or gains_for(device.properties, masses, period)
    ticks = int(log / period)
    own = arrays(
        int(memory.n[stepper.STATES]), len(memory.a), where.parameters.copy(), len(memory.p), ticks
    )
    link = device.open(period)
    _settle(own, device.properties, handle, model.flows(_closed(inputs)).inputs, chosen, period)
    c, v = own.c, own.v
    c[at.PACE], c[at.GUARDED], c[at.DISPLAY] = pace.value, guard, display.value
    c[at.PUBLISH] = max(1, round(rate / 1000.0))
    horizon = round(look_ahead / period)
    c[at.AHEAD], c[at.HORIZON] = min(horizon, 4 if rate > 2000 else 8), horizon
    v[at.START] = memory.x[stepper.T]
    return Loop(
        model=model, handle=handle, device=device, course=course, again=again, link=link, own=own,
        call=call(course.engine, where, link, own), coupling=chosen, masses=masses, period=period,
        core=core,
    )  # fmt: skip


def gains_for(properties: Properties, masses: Floats, period: float) -> Coupling:
    """Gains for a device and a handle this heavy.

    From the device's damping where the hand feels force; where it feels none, so that the handle
    follows with 4 Hz, critically damped.
    """
    along, about = float(np.min(masses[:3])), float(np.min(masses[3:]))
    if not properties.actuated:
        return Coupling(along=_following(along), about=_following(about))
    square = properties.scale**2
    damping, delay = properties.damping / square, properties.delay
    turning = properties.turning
    return Coupling(
        along=automatic(damping, period, lightest=along, delay=delay),
        about=automatic(turning, period, lightest=about, delay=delay),
    )


def _following(mass: float) -> Gains:
    if not np.isfinite(mass):
        return Gains(stiffness=0.0, damping=0.0)
    return Gains(stiffness=mass * UNACTUATED**2, damping=2.0 * mass * UNACTUATED)


def _gains(coupling: Coupling, handle: Handle) -> list[float]:
    """Stiffness and damping by axis; none along and about those that are not held."""
    six = [coupling.along] * 3 + [coupling.about] * 3
    held = [axis in handle.axes for axis in AXES]
    stiffness = [one.stiffness * is_held for one, is_held in zip(six, held, strict=True)]
    return [*stiffness, *(one.damping * h for one, h in zip(six, held, strict=True))]


def _settle(
    own: Arrays,
    device: Properties,
    handle: Handle,
    inputs: tuple[str, ...],
    coupling: Coupling,
    period: float,
) -> None:
    """The settings in the arrays."""
    c, v = own.c, own.v
    for k, name in enumerate(NAMES):
        if name in handle.names:
            c[at.PLACE + k] = inputs.index(name)
    c[at.CLOCK], c[at.TURNS], c[at.CLUTCH] = MONOTONIC, handle.turns, device.relative
    v[at.PERIOD], v[at.PATIENCE] = period, 0.05
    v[at.SPIN] = min(1.5e-4, 0.3 * period)
    v[at.FORCE_LIMIT] = min(device.force, 1e9) * (1.0 / device.scale)
    v[at.TORQUE_LIMIT] = min(device.torque, 1e9)
    v[at.DEVICE_DAMPING], v[at.DEVICE_TURNING] = device.damping, device.turning
    v[at.STRONGEST] = (device.damping + 0.5 * device.mass / period) / device.scale**2
    v[at.SCALE], v[at.SMOOTHING] = device.scale, 1.0 - np.exp(-period / 0.01)
    v[at.FOLLOW] = 1.0 if device.actuated else 1.0 - np.exp(-period / FOLLOWS)
    v[at.STIFFNESS : at.STIFFNESS + 12] = _gains(coupling, handle)


def _period(rate: float, steps: int) -> float:
    if not (np.isfinite(rate) and 1.0 <= rate <= 20000.0 and steps >= 1):
        raise ArgumentError(
            f"feel: a rate of {rate} Hz with {steps} steps a tick. Give 1 to 20000 Hz, and a step "
            "or more."
        )
    return 1.0 / rate


def _closed(inputs: Mapping[str, Any] | None) -> dict[str, Any]:
    given = inputs or {}
    return {
        name: value
        for name, value in given.items()
        if hasattr(value, "graph") and getattr(value, "value", None) is None
    }


__all__ = [
    "Coupling",
    "DeviceError",
    "Display",
    "Felt",
    "Loop",
    "Pace",
    "Status",
    "feel",
    "replace",
]
