"""simulate: a model's motion from a start to an end, as a Trajectory.

From: kane/machine/model.py    Next: trajectory.py
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Any, Final

import numpy as np

from kane.errors import ArgumentError
from kane.machine.flow import Flows
from kane.machine.model import Model
from kane.sim import given
from kane.sim.assembly import Given, assembled
from kane.sim.by_scipy import SOLVERS, by_scipy
from kane.sim.course import Course
from kane.sim.engine import Engine
from kane.sim.file import last_save, running
from kane.sim.functions import Functions, leaping, native
from kane.sim.memory import Asked, memory
from kane.sim.methods import METHODS, Kind, Method
from kane.sim.modes.online import ONLINE
from kane.sim.modes.prepare import Modes, by_mode, named_modes, while_running
from kane.sim.modes.start import with_modes
from kane.sim.modes.table import Changing
from kane.sim.signals import Between, Held, Sampled, Table
from kane.sim.stepper import layout as at
from kane.sim.trajectory import Source, Trajectory
from kane.sim.when import Action, When

Signal = Any  # a number, an Expr of state and time, a Table, a Held or a Sampled
Values = Mapping[str, float] | Sequence[float] | np.ndarray[Any, Any] | None
Progress = Callable[[float, float], None]  # (t, until)

__all__ = ["Between", "Held", "Sampled", "Table", "When", "simulate"]

RTOL: Final = 1e-8
_ACTIONS: Final = {
    Action.MARK: at.MARKS,
    Action.STOP: at.STOPS,
    Action.RELEASE: at.SWITCHES_MODE,
    Action.IMPOSE: at.SWITCHES_MODE,
    Action.STRIKE: at.SWITCHES_MODE,
}


def simulate(
    model: Model,
    *,
    q: Values = None,
    u: Values = None,
    until: float,
    t: float = 0.0,
    dt: float | None = None,
    rtol: float | None = None,
    atol: float | None = None,
    method: str | Method | None = None,
    inputs: Mapping[str, Signal] | None = None,
    events: Sequence[When] = (),
    limits: Mapping[str, tuple[float, float]] | None = None,
    record: Sequence[Any] | Mapping[str, Any] = (),
    every: float | None = None,
    file: str | PathLike[str] | None = None,
    resume: Trajectory | None = None,
    progress: Progress | None = None,
    slowest: float = 1e-6,
    looks: int = 4,
    prepare: Modes | str = (),
) -> Trajectory:
    """The motion of a model from time `t` until `until`, from the state (q, u).

    - `q`, `u`: by name or all in order; what is not named is zero (a quaternion: no rotation).
    - a fixed step `dt`, or an adaptive one that keeps each step's error below
      atol + rtol·|value| (default: rtol = 1e-8, atol = rtol).
    - `method`: "semi_implicit_euler", "rk4", "gauss_legendre" (fixed step); "dopri5", "dop853",
      "radau5" (adaptive); by default rk4 with dt and dop853 without. "scipy_dop853", "scipy_rk45",
      "scipy_radau", "scipy_bdf" and "scipy_lsoda" run SciPy's instead, as a cross-check.
    - `inputs`: for each input a number, an Expr of state and time, a `Table`, a `Held` or a
      `Sampled`; what is not named is zero.
    - `events`: what is watched for (`When`); `limits`: where a coordinate has to stay.
    - `record`: names and quantities to evaluate at every sample, beside t, q and u; a mapping
      gives them names of your own.
    - `every`: the interval between samples; by default each step is one.
    - `file`: the NetCDF file in which the samples are at the end; beside it, while it runs, one
      with ".run" at its end. A run that was killed goes on when it is asked for again with the
      same file, to the same bits as if nothing had happened.
    - `resume`: a Trajectory that goes on from where it ended, with the same other arguments.
    - `slowest`: what is left of a struck row's speed, in its own unit, below which the row stays.
    - `looks`: how often in each step conditions of events are looked at, at its end the last time.
    - `prepare`: modes, each the names of what holds in it, whose equations are derived and
      compiled on their own; the others run by code for any. The free mode always has its own.
      "online": those that come up in the run, in another process while it goes on; a line of the
      report tells of each, and the motion is the same to round-off but not to the bit.
    - `progress(t, until)`: called every 50 ms or so. Ctrl-C ends the run with what was done.

    Where the start does not meet the constraints, the nearest that does is taken, coordinates that
    are not named giving way first, and the report tells what was changed: `Trajectory.begun`.

    It does not raise when a motion fails: `Trajectory.outcome` says how it ended and what to try.
    """
    scipys = method if isinstance(method, str) and method in SOLVERS else None
    course = prepared(
        model, q=q, u=u, until=until, t=t, dt=None if scipys else dt, rtol=rtol, atol=atol,
        method=None if scipys else method,
        inputs=inputs, events=events, limits=limits, record=record, every=every, slowest=slowest,
        looks=looks, prepare=prepare,
    )  # fmt: skip
    if scipys is not None:
        asked = {"events": events, "limits": limits, "dt": dt, "file": file, "resume": resume}
        return by_scipy(course, scipys, asked)
    if file is not None:
        path = Path(file)
        if running(path).exists():
            course.engine.load(last_save(path), float(until))
        return course.in_file(path, progress)
    if resume is not None and resume.checkpoint is not None:
        course.engine.load(resume.checkpoint.save, float(until))
    return course.in_memory(resume, progress)


def prepared(
    model: Model,
    *,
    q: Values = None,
    u: Values = None,
    until: float,
    t: float = 0.0,
    dt: float | None = None,
    rtol: float | None = None,
    atol: float | None = None,
    method: str | Method | None = None,
    inputs: Mapping[str, Signal] | None = None,
    events: Sequence[When] = (),
    limits: Mapping[str, tuple[float, float]] | None = None,
    record: Sequence[Any] | Mapping[str, Any] = (),
    every: float | None = None,
    slowest: float = 1e-6,
    looks: int = 4,
    prepare: Modes | str = (),
) -> Course:
    """A run that has not begun: what `simulate` carries on, and the haptic loop by itself."""
    t, until = _span(t, until)
    chosen = method_of(method, dt)
    closed, open_ = _split(model, inputs or {})
    flows = model.flows(closed)
    signals = given.inputs(flows.inputs, open_)
    names = tuple(limits or {})
    recorded = {
        name: one for name, one in _named(flows, record).items() if name not in flows.inputs
    }
    columns = {**recorded, **{name: name for name in flows.inputs}}
    functions = _functions(
        model, flows, chosen, events, limits or {}, list(columns.values()), prepare
    )
    if signals.held:
        control = flows.observed([one.value for _, one in signals.held])
        functions = replace(functions, control=native(control, dict(model.parameters)))
    if chosen.kind is Kind.EXPLICIT and not len(signals.places):
        functions = replace(functions, own=leaping(flows, chosen, model.parameters))
    y = np.concatenate(
        [
            given.start("q", model.q_names, q, flows.homes),
            given.start("u", model.u_names, u, [0.0] * len(model.u_names)),
        ]
    )
    rows, speeds = flows.rows, len(model.u_names)
    changing = Changing(
        rows=rows,
        contacts=flows.contacts,
        events=events,
        watched=len(events) + len(names),
        inputs=len(signals.a),
        speeds=speeds,
    )
    begun = assembled(
        Given(
            flows=flows,
            parameters=model.parameters,
            names=(*model.q_names, *model.u_names),
            coordinates=len(model.q_names),
            t=t,
            y=y,
            a=with_modes(signals.a, rows),
            asked=tuple(q) if isinstance(q, Mapping) else (),
        )
    )
    asked = Asked(
        method=chosen,
        y=begun.y,
        coordinates=len(model.q_names),
        units=flows.units,
        t=t,
        until=until,
        dt=given.positive("dt", dt, 0.0),
        rtol=given.positive("rtol", rtol, RTOL),
        atol=given.positive("atol", atol, given.positive("rtol", rtol, RTOL)),
        every=given.positive("every", every, 0.0),
        kinds=_kinds(changing, len(names)),
        places=signals.places,
        signals=signals.signals,
        a=begun.a,
        modes=changing.table(),
        room=changing.room(),
        slowest=given.finite("slowest", slowest),
        looks=given.whole("looks", looks),
    )
    source = Source(
        name=model.name,
        q_names=model.q_names,
        u_names=model.u_names,
        inputs=flows.inputs,
        parameters=model.parameters,
        flows=flows,
        meanings={**closed, **recorded},
    )
    engine = Engine(
        memory=memory(asked, functions),
        functions=functions,
        sampled=signals.sampled,
        held=signals.held,
    )
    return Course(
        engine=engine, source=source, method=chosen, labels=tuple(columns), events=tuple(events),
        limits=names, contacts=tuple(one.name for one in flows.contacts),
        superfluous=begun.superfluous, begun=begun.begun,
    )  # fmt: skip


def _kinds(changing: Changing, limits: int) -> tuple[int, ...]:
    """The kinds of all switches, negative while they sleep."""
    own = [
        -_ACTIONS[event.action] if changing.asleep(event) else _ACTIONS[event.action]
        for event in changing.events
    ]
    return (*own, *[at.LIMITS] * limits, *[at.SWITCHES_MODE] * 4 * len(changing.contacts))


def method_of(method: str | Method | None, dt: float | None) -> Method:
    """The method that is meant, if it suits a fixed step or an adaptive one."""
    if isinstance(method, Method):
        chosen = method
    else:
        name = method or ("dop853" if dt is None else "rk4")
        if name not in METHODS:
            raise ArgumentError(
                f"method '{name}' is none of {', '.join((*METHODS, *SOLVERS))}. Name one of these."
            )
        chosen = METHODS[name]
    if chosen.adaptive != (dt is None):
        others = ", ".join(one.name for one in METHODS.values() if one.adaptive == (dt is None))
        kind = "chooses its own steps" if chosen.adaptive else "takes steps of one length"
        raise ArgumentError(
            f"method '{chosen.name}' {kind}, and dt is {dt}. "
            f"{'Leave dt out' if chosen.adaptive else 'Give dt'}, or take one of {others}."
        )
    return chosen


def _span(t: Any, until: Any) -> tuple[float, float]:
    """Start and end, the end later."""
    start, end = given.finite("t", t), given.finite("until", until)
    if not end > start:
        raise ArgumentError(
            f"until = {end:g} does not come after the start at t = {start:g}. Give a later time "
            "in seconds."
        )
    return start, end


def _split(model: Model, inputs: Mapping[str, Signal]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Inputs that are expressions, and all others."""
    unknown = [name for name in inputs if name not in model.input_names]
    if unknown:
        known = ", ".join(model.input_names) or "none"
        raise ArgumentError(
            f"inputs: '{unknown[0]}' is no input of '{model.name}', which has {known}. Name these."
        )
    closed = {name: value for name, value in inputs.items() if _is_expression(value)}
    return closed, {name: value for name, value in inputs.items() if name not in closed}


def _is_expression(value: Any) -> bool:
    """Whether an input is an Expr that is no constant."""
    return hasattr(value, "graph") and getattr(value, "value", None) is None


def _named(flows: Flows, record: Sequence[Any] | Mapping[str, Any]) -> dict[str, Any]:
    """What is recorded by name: a quantity's own text where none is given."""
    if not isinstance(record, Mapping):
        return {name: one for asked in record for name, one in flows.each(asked).items()}
    return {
        name.replace(str(asked), given, 1): one
        for given, asked in record.items()
        for name, one in flows.each(asked).items()
    }


def _functions(
    model: Model,
    flows: Flows,
    method: Method,
    events: Sequence[When],
    limits: Mapping[str, tuple[float, float]],
    recorded: Sequence[Any],
    prepare: Modes | str,
) -> Functions:
    """The native code of a run."""
    parameters = dict(model.parameters)
    conditions = [*(one.condition for one in events), *limits.items()]
    changing = bool(flows.contacts) or any(
        _ACTIONS[one.action] == at.SWITCHES_MODE for one in events
    )
    switched = conditions or flows.contacts
    modes = named_modes(prepare)
    motion = (
        by_mode(flows, parameters, modes)
        if changing or prepare
        else native(flows.motion, parameters)
    )
    return Functions(
        motion=motion,
        online=while_running(flows, parameters, motion) if prepare == ONLINE else None,
        own=(
            native(flows.coordinate_rates, parameters) if method.kind is Kind.PARTITIONED else None
        ),
        jacobian=native(flows.jacobian, parameters) if method.kind is Kind.COLLOCATION else None,
        observe=native(flows.observed(recorded), parameters) if recorded else None,
        switch=native(flows.switches(conditions), parameters) if switched else None,
        terms=native(flows.mode_terms, parameters) if changing else None,
        project=native(flows.projection, parameters) if flows.rows or flows.places else None,
    )
