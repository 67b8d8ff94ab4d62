"""One line about a motion: how it ended, and how well it kept what it should keep.

From: trajectory.py    Next: file.py
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np

from kane.errors import Outcome
from kane.sim.selections import Passage, Selection, Why

if TYPE_CHECKING:
    from kane.sim.trajectory import Trajectory

MANY: Final = 6  # names that are told
FEW: Final = 3  # passages that are told


def report(motion: Trajectory) -> str:
    """How it ended; the start where moved, what is kept, gaps, independent speeds, notes."""
    worst: dict[str, float] = {}
    for name, drift in drifts(motion).items():
        kind = name.removesuffix(f" {name[-1]}")
        worst[kind] = max(worst.get(kind, 0.0), drift)
    kept = [f"{kind} kept to {drift:.1e}" for kind, drift in worst.items()]
    met = [f"'{name}' met to {gap:.1e}" for name, gap in gaps(motion).items()]
    begun = [f"start moved onto the constraints ({motion.begun})"] if motion.begun else []
    return "; ".join([ending(motion), *begun, *kept, *met, *selected(motion), *motion.notes])


def selected(motion: Trajectory) -> Iterator[str]:
    """Which speeds are independent, from when others are, and which flat places were passed.

    Nothing of contacts, whose rows come and go too often to be told.
    """
    flows = motion.source.flows
    if flows is None or flows.contacts:
        return
    made = [one for one in motion.watched if isinstance(one, Selection)]
    if made and made[0].dependent:
        yield f"independent: {', '.join(made[0].independent[:MANY]) or 'none'}{_more(made[0])}"
    for before, after in pairwise(made):
        new, old = (
            [name for name in one.independent if name not in other.independent]
            for one, other in ((after, before), (before, after))
        )
        if after.why is not Why.ROWS and old:
            instead = f"{', '.join(new)} instead of" if new else "without"
            yield f"from t = {after.t:.6g} s {instead} {', '.join(old)}"
    passed = [one for one in motion.watched if isinstance(one, Passage)]
    if passed:
        told = "; ".join(map(str, passed[:FEW]))
        rest = f"; and {len(passed) - FEW} more" if len(passed) > FEW else ""
        yield f"passed where rows nearly depend on each other at {told}{rest}"


def _more(one: Selection) -> str:
    beyond = len(one.independent) - MANY
    return f" and {beyond} more" if beyond > 0 else ""


def ending(motion: Trajectory) -> str:
    """How the run ended, with what to try where that was not as asked."""
    at = f"t = {motion.t[-1]:.12g} s" if len(motion) else "the start"
    if motion.outcome is Outcome.OK:
        stop = motion.events[-1].name if motion.stopped and motion.events else ""
        return f"Stopped by '{stop}' at {at}" if stop else f"Reached {at}"
    reason = motion.outcome.name.lower().replace("_", " ")
    return f"Ended at {at}: {reason}. {motion.outcome.remedy}"


def drifts(motion: Trajectory) -> dict[str, float]:
    """The largest change of what the motion keeps, relative to what it could be.

    Energy is judged by the kinetic energy, and momenta by the largest ones that bodies with that
    kinetic energy can have, since what is kept may well be zero.
    """
    flows = motion.source.flows
    if flows is None or not len(motion):
        return {}
    a = np.reshape(motion.a, (len(motion), -1))
    columns = zip(flows.inputs, a.T, strict=False)
    changing = [name for name, one in columns if np.any(one != one[0])]
    names, flow = flows.kept(not np.any(a), changing)
    if flow is None:
        return {}
    values = np.asarray(motion.evaluated(flow)).reshape(len(motion), -1)
    energy, linear, angular = np.max(values[:, len(names) :], axis=0)
    sizes = {"energy": energy, "linear": np.sqrt(linear), "angular": np.sqrt(angular)}
    found: dict[str, float] = {}
    for name, column in zip(names, values.T, strict=False):
        size = float(sizes[name.split(" ")[0]])
        if size > 0.0:
            found[name] = float(np.max(np.abs(column - column[0]))) / size
    return found


def gaps(motion: Trajectory) -> dict[str, float]:
    """How far relations of places were from holding at worst, by constraint, while they held."""
    flows = motion.source.flows
    if flows is None or not len(motion) or not flows.places:
        return {}
    phi = np.abs(motion.evaluated(flows.place_terms)[0]).reshape(len(motion), -1)
    found: dict[str, float] = {}
    for (name, row), column in zip(flows.places, phi.T, strict=True):
        held = motion[f"holds({row})"] if row else 1.0
        found[name] = max(found.get(name, 0.0), float(np.max(column * held)))
    return found
