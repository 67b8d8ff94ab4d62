"""One line about a motion: how it ended, and how well it kept what it should keep.

From: trajectory.py    Next: file.py
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kane.errors import Outcome

if TYPE_CHECKING:
    from kane.sim.trajectory import Trajectory


def report(motion: Trajectory) -> str:
    """How it ended; the largest change of energy and of each kept momentum."""
    return "; ".join([ending(motion), *(f"{name} kept to {drift:.1e}" for name, drift in
                                         drifts(motion).items())])  # fmt: skip


def ending(motion: Trajectory) -> str:
    """How the run ended, with what to try where that was not as asked."""
    at = f"t = {motion.t[-1]:.12g} s" if len(motion) else "the start"
    if motion.outcome is Outcome.OK:
        stop = motion.events[-1].name if motion.stopped and motion.events else ""
        return f"Stopped by '{stop}' at {at}" if stop else f"Reached {at}"
    reason = motion.outcome.name.lower().replace("_", " ")
    return f"Ended at {at}: {reason}. {motion.outcome.remedy}"


def drifts(motion: Trajectory) -> dict[str, float]:
    """The largest change of what the motion keeps, relative to its largest value.

    Momenta are judged by the size of all components of their kind, since one may well be zero.
    """
    flows = motion.source.flows
    if flows is None or not len(motion):
        return {}
    names, flow = flows.kept(not np.any(motion.a))
    if flow is None:
        return {}
    values = np.asarray(motion.evaluated(flow)).reshape(len(motion), -1)
    sizes = np.max(np.abs(values), axis=0)
    found: dict[str, float] = {}
    for name, column in zip(names, values.T, strict=True):
        kind = name.rsplit(" ", 1)[0]
        alike = [size for other, size in zip(names, sizes, strict=True) if other.startswith(kind)]
        size = max(alike)
        change = float(np.max(np.abs(column - column[0])))
        if size > 0.0:
            found[name] = change / size
    return found
