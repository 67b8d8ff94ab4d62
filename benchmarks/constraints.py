"""Constraints: embedded, closed, switched while running.

From: claim.py    Next: constraints_bicycle.py, constraints_modes.py
"""

from __future__ import annotations

from benchmarks.constraints_bicycle import BICYCLE
from benchmarks.constraints_modes import MODES

CLAIMS = (*BICYCLE, *MODES)
