"""simulate: a model's motion from a start to an end, as a Trajectory.

From: kane/machine/model.py    Next: trajectory.py
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from kane.machine.model import Model
from kane.sim.signals import Sampled, Table
from kane.sim.when import When

Signal = Any  # a number, an Expr of state and time, a Table or a Sampled
Values = Mapping[str, float] | Sequence[float] | None  # by name, or all in order; None: zeros
Progress = Callable[[float, float], None]  # (t, until)

__all__ = ["Sampled", "Table", "When", "simulate"]


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
    method: str | None = None,
    inputs: Mapping[str, Signal] | None = None,
    events: Sequence[When] = (),
    record: Sequence[Any] = (),
    every: float | None = None,
    file: str | Path | None = None,
    progress: Progress | None = None,
) -> Any:
    """The motion of a model from time `t` until `until`, from the state (q, u).

    - `q`, `u`: by name or all in order; what is not named is zero (a quaternion: no rotation).
    - a fixed step `dt`, or an adaptive one that keeps each step's error below
      atol + rtol·|value| (default: rtol = 1e-8, atol = rtol).
    - `method`: "semi_implicit_euler", "rk4", "gauss_legendre" (fixed step); "dopri5", "dop853",
      "radau5" (adaptive); by default rk4 with dt and dop853 without; "scipy:DOP853" and its like
      are SciPy's, as a cross-check.
    - `inputs`: for each input a number, an Expr of state and time, a `Table` or a `Sampled`;
      what is not named is zero.
    - `record`: names and quantities to evaluate at every sample, beside t, q and u.
    - `every`: the interval between samples; by default each step is one.
    - `file`: where the samples are kept while it runs, and the NetCDF file at the end.
    - `progress(t, until)`: called every 50 ms or so. Ctrl-C ends the run with what was done.

    It does not raise when a motion fails: `Trajectory.outcome` says how it ended and what to try.
    """
    raise AssertionError("kane.simulate comes with the next commit")
