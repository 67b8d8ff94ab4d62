"""Constraints: embedded, closed, switched while running.

From: claim.py    Next: constraints_bicycle.py
"""

from __future__ import annotations

from benchmarks.constraints_bicycle import BICYCLE

CLAIMS = BICYCLE
