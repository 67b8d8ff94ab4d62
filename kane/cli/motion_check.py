"""Whether the samples in a file are a motion of a model: retraced, with the model file's inputs.

From: check.py    Next: kane/sim/retrace.py
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from kane.cli.simulation import signal, with_options
from kane.formats.toml import ModelFile
from kane.pipeline import build
from kane.sim.file import read
from kane.sim.retrace import retraced

TOLERANCE: Final = 1e-5  # of a state, from one sample to the next
MARGIN: Final = 1e3  # times the tolerance of the run
FORCES: Final = 1e-9  # of the largest force


def compare(
    model: ModelFile, results: str, asked: Mapping[str, Any], tolerance: float | None
) -> dict[str, Any]:
    """How far the motion is from the model's, and whether that is sound."""
    whole = with_options(model, asked)
    inputs = {name: signal(value) for name, value in whole.inputs.items()}
    found = retraced(build(whole.system), read(Path(results)), inputs)
    allowed = tolerance or max(TOLERANCE, MARGIN * (whole.settings.tolerance or 0.0))
    returned = found.force is None or found.force <= FORCES * found.scale
    return {
        "forces": found.force,
        "scale": found.scale,
        "apart": found.apart,
        "name": found.name,
        "t": found.t,
        "tolerance": allowed,
        "sound": returned and found.apart <= allowed,
    }
