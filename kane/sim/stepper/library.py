"""The stepper as one Library, compiled once for all models.

From: run.py    Next: kane/sim/engine.py
"""

from __future__ import annotations

from typing import Final

from kane.program.routine import Library, library
from kane.sim.stepper.run import run
from kane.sim.stepper.steered import steered

STEPPER: Final[Library] = library("stepper", run, steered)
