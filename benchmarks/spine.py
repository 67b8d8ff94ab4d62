"""The spine: from shared scalars to native code.

From: claim.py    Next: report.py
"""

from __future__ import annotations

import subprocess
import sys

from benchmarks.claim import Claim, Effort, Measurement, Sense
from benchmarks.timing import Timing, time_call


def import_time(effort: Effort) -> Measurement:
    """Seconds that `import kane` adds to a fresh process."""
    bare, loaded = fresh_process("pass", effort), fresh_process("import kane", effort)
    return Measurement(
        value=loaded.minimum - bare.minimum,
        median=loaded.median - bare.median,
        spread=loaded.spread,
        repeats=loaded.repeats,
        counts=f"interpreter alone {bare.minimum:.3g} s",
    )


def fresh_process(program: str, effort: Effort) -> Timing:
    """Timing of a Python process that runs `program`."""
    return time_call(lambda: subprocess.run([sys.executable, "-c", program], check=True), effort)


CLAIMS = (
    Claim(
        name="import kane",
        how="a fresh process that imports kane, less one that imports nothing; minimum of each",
        unit="s",
        sense=Sense.AT_MOST,
        target=0.25,
        measure=import_time,
    ),
)
