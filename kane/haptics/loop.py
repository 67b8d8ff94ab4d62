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
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Final

import numpy as np

from kane.errors import ArgumentError, Outcome
from kane.haptics import layout as at
from kane.haptics.choices import BY_NUMBER, Display, Pace, Status
from kane.haptics.devices.contract import Device, DeviceError, Link
from kane.haptics.effective import effective_masses, prescribed_masses
from kane.haptics.felt import Felt, felt, hand_of, log_of, moments_of
from kane.haptics.gains import Coupling, by_axis, following, gains_for
from kane.haptics.handle import Handle, held_by, moved_by_inputs, observed
from kane.haptics.memory import Arrays, arrays, call
from kane.haptics.minding import mind
from kane.haptics.passivity import Follows
from kane.haptics.punctual import SPINS, KeptOff, be_punctual, own_core
from kane.haptics.settings import closed, period_of, settle
from kane.machine.model import Model
from kane.model.system import System
from kane.pipeline import build
from kane.sim.course import Course
from kane.sim.functions import Native, native
from kane.sim.modes.prepare import Modes
from kane.sim.signals import Table
from kane.sim.simulate import prepared
from kane.sim.stepper import layout as stepper
from kane.sim.when import When

Floats = np.ndarray[Any, np.dtype[np.float64]]
_FOREVER: Final = 1e300
_SECONDS_LOGGED: Final = 60.0


@dataclass(kw_only=True)
class Loop:
    """A system under a hand. It is started once."""

    model: Model
    handle: Handle
    device: Device
    course: Course
    again: Callable[[Model], Course] = field(repr=False)
    moving: Callable[[Model], Native | None] = field(repr=False)
    link: Link = field(repr=False)
    own: Arrays = field(repr=False)
    call: Callable[[], int] = field(repr=False)
    coupling: Coupling
    masses: Floats  # by axis: as light as the handle may be, or as heavy where it is prescribed
    period: float
    follows: tuple[Follows, Follows] | None = None  # the filters of a prescribed motion
    core: int | None = None
    thread: threading.Thread | None = field(default=None, init=False, repr=False)
    minder: threading.Thread | None = field(default=None, init=False, repr=False)
    kept_off: KeptOff | None = field(default=None, init=False, repr=False)
    ended: Status = field(default=Status.READY, init=False)
    kept: list[Any] = field(default_factory=list, init=False, repr=False)  # what p points to

    # ── running ───────────────────────────────────────────────────────────────────────────
    def start(self) -> Loop:
        """The loop begins, in a thread of its own."""
        self._begin()
        self.kept_off = KeptOff(self.core if int(self.own.c[at.PACE]) == at.SPINNING else None)
        self.thread = threading.Thread(target=self._live, name="kane haptic loop", daemon=True)
        self.thread.start()
        if self.course.engine.functions.online is not None:
            told = (lambda: self.alive), (lambda: self.current), self.own
            self.minder = threading.Thread(target=mind, args=told, daemon=True)
            self.minder.start()
        return self

    def run(self, ticks: int) -> Loop:
        """So many ticks as fast as they go, with nothing to wait for; again and again."""
        c = self.own.c
        c[at.PACE], c[at.LIMIT] = at.UNPACED, c[at.TICKS] + ticks
        self.ended = BY_NUMBER[self.call()]
        return self

    def stop(self, wait: float = 5.0) -> Loop:
        """The loop ends, with no force; the device is let go."""
        self.own.c[at.STOP] = 1
        if self.thread is not None:
            self.thread.join(wait)
        if self.minder is not None:
            self.minder.join(wait)
        if self.kept_off is not None:
            self.kept_off.let_back()
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

    @property
    def current(self) -> Course:
        """The run with the parameters that were asked for last."""
        return self.kept[-1][-1] if self.kept else self.course

    @property
    def prepared(self) -> tuple[str, ...]:
        """What came of the modes that were prepared while it ran, a line each."""
        online = self.current.engine.functions.online
        return () if online is None else tuple(online.told)

    def _begin(self) -> None:
        if self.thread is not None:
            raise ArgumentError(
                f"The loop of '{self.model.name}' has been started before ({self.ended.value}). "
                "Make another one with feel(…)."
            )
        self.ended = Status.RUNNING

    def _live(self) -> None:
        own, before_others = self.own, be_punctual(self.core)
        if before_others and int(own.c[at.PACE]) == at.SPINNING:
            own.c[at.PACE], own.v[at.SPIN] = at.SLEEPING, SPINS * self.period
        self.ended = BY_NUMBER[self.call()]

    # ── looking ───────────────────────────────────────────────────────────────────────────
    def state(self) -> Felt:
        """The state at one of the last ticks."""
        return felt(self.own)

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
        return log_of(self.own)

    @property
    def moments(self) -> Floats:
        """The events, the oldest first, a row each (layout.py)."""
        return moments_of(self.own)

    def recorded(self) -> dict[str, Table]:
        """What the hand did, as inputs of `kane.simulate`: with them it makes the same motion."""
        rows, log = int(self.own.c[at.LOGGED]), self.log
        if rows == 0 or rows > len(log):
            raise ArgumentError(
                f"The log of '{self.model.name}' has {len(log)} of {rows} ticks. Keep them all: "
                "feel(…, log=SECONDS)."
            )
        end = float(self.course.engine.memory.x[stepper.T])
        return hand_of(log, self.handle.names, end)

    # ── changing ──────────────────────────────────────────────────────────────────────────
    def change(self, coupling: Coupling | None = None, **parameters: float) -> Loop:
        """New values of live parameters, new gains: they act at the next tick, all at once."""
        model = self.model.with_parameters(**parameters) if parameters else self.model
        own, c = self.own, self.own.c
        waited = time.monotonic()
        while c[at.TAKEN] != c[at.WANTED] and self.alive and time.monotonic() - waited < 1.0:
            time.sleep(1e-4)
        handle = native(observed(model, self.handle), dict(model.parameters))
        moving = self.moving(model)
        course = self.again(model) if parameters else self.course
        taken = c[at.TAKEN] == c[at.WANTED]  # then nothing but the last is in use
        # p says where the course's table of modes is (kane/machine/switchboard.py)
        self.kept = [*(self.kept[-1:] if taken else self.kept), (handle, moving, course)]
        new = course.engine.memory.p
        self.coupling = coupling or self.coupling
        taken = () if moving is None else moving.parameters
        gains = by_axis(self.coupling, self.handle)
        own.asked[:] = [*new, *handle.parameters, *taken, *gains]
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
    prepare: Modes | str = (),
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
    - `prepare`: modes that get equations of their own, as `simulate` takes them; "online": those
      that come up or are foreseen, while the loop runs.
    - `display`: the coupler's force, the device's motion, or the inverse dynamics of the hand's
      motion (inverse.py).
    - `core`: the processor core on which the loop stays, one of its own where it spins; `log`:
      seconds of ticks that are kept.
    - `inputs`: constants; expressions of state and time become part of the system.
    """
    model = build(held_by(system, handle), parameters="live" if parameters == "live" else "fold")
    period = period_of(rate, steps)

    def again(changed: Model) -> Course:
        return prepared(
            changed, q=q, u=u, until=_FOREVER, dt=period / steps, method=method, inputs=inputs,
            events=events, every=_FOREVER, looks=1, prepare=prepare,
        )  # fmt: skip

    def moving(changed: Model) -> Native | None:
        if display is not Display.INVERSE:
            return None
        flow = moved_by_inputs(changed.flows(closed(inputs)), handle)
        return native(flow, dict(changed.parameters))

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
    masses = effective_masses(course.engine, where, handle, model.flows(closed(inputs)).inputs)
    chosen = coupling or gains_for(device.properties, masses, period)
    ticks = int(log / period)
    pushed = moving(model)
    own = arrays(int(memory.n[stepper.STATES]), len(memory.a), where, pushed, len(memory.p), ticks)
    link = device.open(period)
    settle(own, device.properties, handle, model.flows(closed(inputs)).inputs, chosen, period)
    c, v = own.c, own.v
    c[at.PACE], c[at.GUARDED], c[at.DISPLAY] = pace.value, guard, display.value
    c[at.PUBLISH] = max(1, round(rate / 1000.0))
    horizon = round(look_ahead / period)
    c[at.AHEAD], c[at.HORIZON] = min(horizon, 4 if rate > 2000 else 8), horizon
    v[at.START] = memory.x[stepper.T]
    follows = None
    if pushed is not None:
        masses = prescribed_masses(course.engine, pushed, handle)
        follows = along, about = following(device.properties, masses, period)
        v[at.QUICK : at.QUICK + 4] = along.quick, about.quick, along.leads, about.leads
    return Loop(
        model=model, handle=handle, device=device, course=course, again=again,
        moving=moving, link=link, own=own,
        call=call(course.engine, where, pushed, link, own), coupling=chosen, masses=masses,
        period=period, follows=follows,
        core=own_core() if core is None and pace is Pace.SPINNING else core,
    )  # fmt: skip


__all__ = [
    "Coupling",
    "DeviceError",
    "Display",
    "Felt",
    "Loop",
    "Pace",
    "Status",
    "feel",
]
