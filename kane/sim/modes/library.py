"""All Routines of the modes as one Library, compiled once for all models.

From: schur.py    Next: kane/machine/routine.py
"""

from __future__ import annotations

from typing import Final

from kane.program.routine import Library, library
from kane.sim.modes import partition, recombine, schur, selection, watch

MODES: Final[Library] = library(
    "modes",
    selection.select,
    selection.improve,
    selection.gain,
    partition.partition,
    recombine.recombine,
    recombine.accelerate,
    schur.gather,
    schur.forces,
    schur.apply,
    schur.constrain,
    watch.follow,
)
