"""Constraints: embedded, closed, switched while running.

From: claim.py    Next: constraints_bicycle.py, constraints_modes.py, constraints_watch.py
"""

from __future__ import annotations

from benchmarks.constraints_bicycle import BICYCLE
from benchmarks.constraints_modes import MODES
from benchmarks.constraints_watch import WATCH

CLAIMS = (*BICYCLE, *MODES, *WATCH)
