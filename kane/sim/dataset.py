"""A Trajectory as an xarray.Dataset: a variable for every coordinate, speed and record.

Each has its unit; the whole has what is needed to know what it was made of: the system's name,
its parameters, the method, how it ended, and versions.

From: trajectory.py    Next: file.py
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kane.sim.trajectory import Trajectory


def dataset(motion: Trajectory) -> Any:
    """All samples, with units and attributes."""
    import xarray

    source = motion.source
    columns = {name: motion[name] for name in motion.names}
    units = motion.units(tuple(columns))
    variables = {
        name: ("time", values, {"units": unit} if unit else {})
        for (name, values), unit in zip(columns.items(), units, strict=True)
    }
    return xarray.Dataset(
        data_vars=variables,
        coords={"time": ("time", motion.t, {"units": "s"})},
        attrs={"title": f"Motion of {source.name}", **attributes(motion)},
    )


def attributes(motion: Trajectory) -> dict[str, str]:
    """What a motion is of and how it was made, as texts."""
    effort = motion.effort
    events = [[one.t, one.name, one.action.value, one.energy] for one in motion.events]
    return {
        **motion.source.texts(),
        "method": effort.method,
        "steps": str(effort.steps),
        "rejected": str(effort.rejected),
        "evaluations": str(effort.evaluations),
        "seconds": repr(effort.seconds),
        "outcome": motion.outcome.name,
        "stopped": str(motion.stopped),
        "events": json.dumps(events),
        "begun": motion.begun.text,
        "versions": json.dumps(versions()),
    }


def versions() -> dict[str, str]:
    """The versions of what computed it."""
    from importlib.metadata import PackageNotFoundError, version

    found = {}
    for package in ("kane-dynamics", "numpy", "llvmlite"):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "unknown"
    return found
