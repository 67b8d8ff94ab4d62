"""Manipulators: how short their equations are, and how fast, beside the best rivals.

From: claim.py    Next: manipulator_counts.py, manipulator_speed.py, long_chains.py
"""

from __future__ import annotations

from benchmarks.long_chains import LONG_CHAINS
from benchmarks.manipulator_counts import COUNTS
from benchmarks.manipulator_speed import SPEED
from benchmarks.manipulator_start import START

CLAIMS = (*COUNTS, *START, *SPEED, *LONG_CHAINS)
