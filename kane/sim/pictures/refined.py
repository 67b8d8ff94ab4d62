"""A motion with more samples, for smooth pictures: cubics through samples with their rates.

    y(t_k + θ h) = (1 − θ) y_k + θ y_{k+1} + θ (θ − 1) ((1 − 2θ)(y_{k+1} − y_k)
                   + (θ − 1) h ẏ_k + θ h ẏ_{k+1})          [HairerWanner1993 Eq. II.6.7]

Long steps of a method of high order leave few samples; their curves would be polygons. Where the
state jumps, two samples have one time, and nothing comes between them.

From: curves.py    Next: kane/sim/trajectory.py
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from kane.sim.trajectory import Trajectory

Floats = np.ndarray[Any, np.dtype[np.float64]]

ENOUGH: Final = 400  # samples


def refined(motion: Trajectory) -> Trajectory:
    """The motion with samples between its own, unless it has enough or knows no model."""
    flows = motion.source.flows
    if flows is None or not 1 < len(motion) < ENOUGH:
        return motion
    parts = -(-ENOUGH // len(motion))
    theta = np.arange(parts)[np.newaxis, :, np.newaxis] / parts
    t = np.asarray(motion.t)[:, np.newaxis]
    rates = np.asarray(motion.evaluated(flows.motion)).reshape(len(motion), -1)
    y = _between(theta, np.diff(t, axis=0), np.asarray(motion.y), rates)
    times, a = (_between(theta, None, x, None) for x in (t, np.asarray(motion.a)))
    rows = np.hstack([times, y])
    keep = np.r_[True, (np.diff(rows[:, 0]) > 0) | (np.arange(1, len(rows)) % parts == 0)]
    return replace(motion, rows=rows[keep], a=np.ascontiguousarray(a[keep]), recorded={})


def _between(theta: Floats, h: Floats | None, x: Floats, rates: Floats | None) -> Floats:
    """Each sample and what comes before the next; lines where no rates are given."""
    first, step = x[:-1, np.newaxis], np.diff(x, axis=0)[:, np.newaxis]
    made = first + theta * step
    if h is not None and rates is not None:
        long = h[:, np.newaxis]
        before, after = rates[:-1, np.newaxis], rates[1:, np.newaxis]
        bent = (1 - 2 * theta) * step + (theta - 1) * long * before + theta * long * after
        made = made + theta * (theta - 1) * bent
    return np.vstack([made.reshape((len(x) - 1) * theta.size, x.shape[1]), x[-1:]])
