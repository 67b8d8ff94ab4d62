"""How long a fresh process takes until it can work.

From: timing.py    Next: spine.py
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.claim import Effort, Measurement
from benchmarks.timing import interquartile, once, timing

ROOT: Final = Path(__file__).resolve().parents[1]
FIRST: Final = """\
import kane
import time
start = time.perf_counter()
import numpy as np
from benchmarks.chain import chain_program
from kane.pipeline import compile
kernel = compile(chain_program(10))
torques = kernel(np.zeros(10), np.zeros(10), np.zeros(10))
seconds = time.perf_counter() - start
assert torques.shape == (10,) and np.isfinite(torques).all() and abs(torques).max() > 1
print(seconds)
"""


def import_time(effort: Effort) -> Measurement:
    """Seconds that `import kane` adds to a fresh process."""
    turns = 15 if effort is Effort.FULL else 1
    pairs = [(process_time("pass"), process_time("import kane")) for _ in range(turns)]
    bare = timing((seconds for seconds, _ in pairs), 1)
    added = [loaded - alone for alone, loaded in pairs]
    return Measurement(
        value=statistics.median(added),
        median=statistics.median(added),
        spread=interquartile(added),
        repeats=turns,
        counts=f"interpreter alone {bare.median:.3g} s",
    )


def process_time(program: str) -> float:
    """Seconds of a Python process that runs a program."""
    return once(program, lambda text: run(text, {}))


def first_kernel(effort: Effort) -> Measurement:
    """Seconds from `import kane` to the first result, where nothing was compiled before."""
    turns = 9 if effort is Effort.FULL else 1
    came = timing((first_kernel_once() for _ in range(turns)), 1)
    return Measurement(
        value=came.median, median=came.median, spread=came.spread, repeats=came.repeats
    )


def first_kernel_once() -> float:
    """The seconds that a fresh process with an empty cache reports."""
    with TemporaryDirectory() as folder:
        return float(run(FIRST, {"KANE_CACHE": folder}))


def run(program: str, variables: dict[str, str]) -> str:
    """What a fresh Python process that runs a program prints."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **variables}
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout
