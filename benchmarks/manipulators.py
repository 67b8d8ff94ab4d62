"""Manipulators: how short their equations are, and how fast, beside the best rivals.

From: claim.py    Next: long_chains.py
"""

from __future__ import annotations

from benchmarks.long_chains import LONG_CHAINS

CLAIMS = (*LONG_CHAINS,)
