"""A fresh process that simulates, and memory of a long run.

From: simulate_cases.py    Next: simulate.py
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.claim import Effort, Measurement
from benchmarks.spine_start import run
from benchmarks.timing import timing

MODEL: Final = Path(__file__).resolve().parents[1] / "examples" / "models" / "pendulum.toml"
LONG: Final = """\
import resource
import kane
from kane.sim.simulate import simulate
model = kane.build(kane.load({model!r}))
def go(steps):
    return simulate(model, q=[1.0], until=steps * 1e-3, dt=1e-3, file={file!r})
go(1000)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
motion = go({steps})
grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
print(grown * 1024, len(motion), motion.effort.seconds)
"""


def fresh(effort: Effort) -> Measurement:
    """Seconds of `kane simulate pendulum.toml --json` in a process of its own, compiled before."""
    before = processor_seconds()
    came = timing((_command() for _ in range(1 + (12 if effort is Effort.FULL else 1))), 1)
    spent = (processor_seconds() - before) / came.repeats
    return Measurement(
        value=came.minimum,
        median=came.median,
        spread=came.spread,
        repeats=came.repeats,
        note=f"{spent:.2f} s of a processor",
    )


def processor_seconds() -> float:
    """What the processes that were run have taken of processors."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _command() -> float:
    begun = time.perf_counter()
    said = subprocess.run(
        [sys.executable, "-m", "kane", "simulate", str(MODEL), "--json"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    spent = time.perf_counter() - begun
    assert json.loads(said.stdout)["outcome"] == "OK"
    return spent


def long_run(effort: Effort) -> Measurement:
    """Megabytes that a process grows by in a run of so many steps, each one a sample in a file."""
    steps = 10_000_000 if effort is Effort.FULL else 100_000
    with TemporaryDirectory() as folder:
        program = LONG.format(model=str(MODEL), file=str(Path(folder) / "long.nc"), steps=steps)
        grown, count, seconds = run(program, {}).split()
    assert int(count) == steps + 1
    return Measurement(
        value=int(grown) / 1e6,
        counts=f"{steps} steps, {int(count) * 24 / 1e6:.0f} MB of samples in the file",
        note=f"{float(seconds):.2f} s",
    )
