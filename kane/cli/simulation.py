"""A model file's settings handed to `kane.simulate`, and what comes out of it to files.

From: simulate.py    Next: kane/sim/simulate.py
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from kane.algebra.expr import Expr
from kane.cli.command import Misuse
from kane.formats import toml
from kane.formats.toml import ModelFile
from kane.formats.toml_settings import Settings, Tabulated, Watched
from kane.machine.model import Model
from kane.pipeline import build
from kane.sim.signals import Between, Table
from kane.sim.simulate import simulate
from kane.sim.trajectory import Trajectory
from kane.sim.when import When

UNTIL: Final = 10.0
_DPI: Final = 120


def simulated(
    model: ModelFile,
    asked: Mapping[str, Any],
    progress: Callable[[float, float], None] | None,
    file: str | None = None,
    built: Model | None = None,
) -> Trajectory:
    """The motion that a model file and the options ask for; of a model `built` before if given."""
    whole = with_options(model, asked)
    settings = whole.settings
    built = built or build(whole.system)
    names = {*built.q_names, *built.u_names}
    strange = [name for name in settings.start if name not in names]
    if strange:
        known = ", ".join((*built.q_names, *built.u_names))
        given = ", ".join(strange)
        raise Misuse(f"the start gives {given}, which depends on others. Give values of {known}.")
    start = settings.start
    closed = closed_inputs(whole)
    return simulate(
        built,
        q={name: start[name] for name in built.q_names if name in start},
        u={name: start[name] for name in built.u_names if name in start},
        until=settings.until or UNTIL,
        dt=settings.dt,
        rtol=settings.rtol or settings.tolerance,
        atol=settings.atol or settings.tolerance,
        method=settings.method,
        every=settings.every,
        inputs={name: signal(value) for name, value in whole.inputs.items()},
        events=[when(one) for one in settings.events],
        record={**settings.record, **closed},
        progress=progress,
        file=file,
    )


def closed_inputs(model: ModelFile) -> dict[str, Expr]:
    """The inputs that are expressions of state and time."""
    return {name: one for name, one in model.inputs.items() if isinstance(one, Expr)}


def with_options(model: ModelFile, asked: Mapping[str, Any]) -> ModelFile:
    """The model file with what options say in its place."""
    if not any(asked.values()):
        return model
    given = toml.overridden(model, asked)
    settings = {**vars_of(model.settings), **vars_of(given.settings)}
    start = {**model.settings.start, **given.settings.start}
    whole = Settings(**{**settings, "start": start})
    if "dt" in asked["simulate"] or "tolerance" in asked["simulate"]:
        dt = given.settings.dt
        whole = replace(whole, dt=dt, tolerance=given.settings.tolerance or whole.tolerance)
    return replace(model, settings=whole, inputs={**model.inputs, **given.inputs})


def with_stops(model: ModelFile, asked: Mapping[str, Any]) -> tuple[ModelFile, list[str]]:
    """The model with its file's limits as stops, and words on those that the start leaves out."""
    if not model.stops:
        return model, []
    start = with_options(model, asked).settings.start
    kept, loose = [], []
    for stop in model.stops:
        q = start.get(stop.coordinate, 0.0)
        if any(point < 0 for point in (q - _or(stop.lower, q), _or(stop.upper, q) - q)):
            loose.append(
                f"{stop.name} are not kept: it starts at {q:g}, and they are {stop.lower} and "
                f"{stop.upper}. Give --start {stop.coordinate}=VALUE."
            )
        else:
            kept.append(stop)
    system = model.system.replace(contacts=[*model.system.contacts, *kept])
    return replace(model, system=system), loose


def _or(value: Any, otherwise: float) -> float:
    return otherwise if value is None else float(value)


def vars_of(settings: Settings) -> dict[str, Any]:
    """The settings that something is said of."""
    named = {name: getattr(settings, name) for name in Settings.__slots__}
    return {name: value for name, value in named.items() if value is not None and value != ()}


def signal(value: Any) -> Any:
    """An input as a run takes it."""
    if isinstance(value, Tabulated):
        return Table(t=value.t, values=value.values, between=Between(value.between))
    return value


def when(watched: Watched) -> When:
    """An event as a run takes it."""
    action: dict[str, Any] = {watched.action: watched.name}
    return When(watched.condition, **action)


# ── what comes out ────────────────────────────────────────────────────────────────────────
def outputs(motion: Trajectory, arguments: argparse.Namespace) -> dict[str, str | None]:
    """The files that were asked for, written; by kind, None where none was."""
    made: dict[str, str | None] = {"file": arguments.out, "csv": None, "picture": None}
    if arguments.csv:
        motion.to_csv(arguments.csv)
        made["csv"] = str(arguments.csv)
    if arguments.plot:
        draw(motion, arguments.plot)
        made["picture"] = str(arguments.plot)
    return made


def draw(motion: Trajectory, path: str) -> None:
    """Coordinates, speeds and what was recorded by name, over time (extra `[plot]`)."""
    from matplotlib import use

    use("Agg")
    own = [name for name in motion.source.meanings if name in motion.recorded]
    figure = motion.plot(*motion.source.q_names, *motion.source.u_names, *own)
    figure.savefig(path, dpi=_DPI)
